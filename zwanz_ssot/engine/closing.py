"""What an announcement shuts off: further announcements, doubles of anything else."""

from __future__ import annotations

from ..model import Refusal
from .plan import Plan
from .state import State

GAME = 0


class Closing:
    """The rules of what an announcement closes, compiled."""

    def __init__(self, table: Plan) -> None:
        self._bonuses = tuple(table.game.bonuses.values())
        self._announcements = ["announcements" in bonus.closes for bonus in self._bonuses]
        self._doubles = ["doubles" in bonus.closes for bonus in self._bonuses]

    def note(self, state: State, bonus: int) -> None:
        """The bonus of this number has been announced."""
        if self._bonuses[bonus].closes:
            state.closed_by = bonus

    def to_announcing(self, state: State) -> bool:
        """Whether nothing more may be announced."""
        return state.closed_by >= 0 and self._announcements[state.closed_by]

    def to_doubling(self, state: State, item: int) -> bool:
        """Whether the item may no longer be doubled."""
        closed = state.closed_by
        if closed < 0:
            return False
        return self._doubles[closed] and (item == GAME or (item - 1) >> 1 != closed)

    def why_not(self, state: State, item: int | None = None) -> Refusal | None:
        """Why nothing more may be announced, or why the item may not be doubled."""
        shut = self.to_announcing(state) if item is None else self.to_doubling(state, item)
        if not shut:
            return None
        bonus = self._bonuses[state.closed_by]
        return Refusal("closed", (*bonus.at, "closes"), {"bonus": bonus.id})
