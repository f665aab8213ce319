"""The announcements after the exchange: the declarer says what he plays, then everybody speaks in
turn.

A turn is announcements and doubles, closed by ``pass``. The first turn is never an empty one: with
it the declarer lies. So many turns in a row without a word end the step.
"""

from __future__ import annotations

from functools import partial

from ..model import Announcements, Refusal
from ..terms.roles import seats
from .announcing import Announcing
from .plan import Plan
from .state import State


class AnnouncementsRoom:
    """From the declarer's announcements to the last word of agreement."""

    kind = "announcements"

    def __init__(self, table: Plan) -> None:
        self.table = table
        rules = table.game.announcements
        assert rules is not None
        self.rules: Announcements = rules
        self.announcing = Announcing(table)
        self._first = partial(seats, cards=table.index, bonuses=table.bonus_ids)(rules.first)
        self._pass = table.moves.pass_

    def enter(self, state: State) -> None:
        """Give the first speaker the word; where all play against all, there is nothing to say."""
        if not state.declarers:
            self.table.leave(state)
            return
        state.turn = self._first(state, 0).bit_length() - 1
        state.spoke = not state.lies
        if state.lies:  # it was announced with the bid
            state.turn = (state.turn + 1) % state.players
        state.passes = 0
        state.items = self.announcing.first_items(state)

    def moves(self, state: State) -> list[int]:
        """All that the speaker may say."""
        found: list[int] = []
        self.announcing.add_moves(state, state.turn, found)
        if state.lies or not self._owed(state):
            found.append(self._pass)
        return found

    def apply(self, state: State, move: int) -> None:
        """Say it, or close the turn."""
        if move != self._pass:
            state.passes = 0
            state.spoke = True
            self.announcing.apply(state, move)
            return
        seat = state.turn
        first = not state.lies
        if self.rules.first_turn or (self.rules.once and (first or state.announcing)):
            state.silent |= 1 << seat
        state.lies, state.announcing = True, False
        self.announcing.hear(state, seat)
        state.passes = 0 if state.spoke else state.passes + 1
        state.spoke = False
        if state.passes >= self.rules.ends_after_passes:
            self.table.leave(state)
            return
        state.turn = seat + 1 if seat + 1 < state.players else 0

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why it may not be said."""
        made = self.table.moves.all[move]
        if move == self._pass:
            owed = self._owed(state)
            rule = (*self.table.contracts[state.contract].at, "must_announce")
            return Refusal("must_announce", rule, {"bonuses": owed}) if owed else None
        if made.kind in ("announce", "double"):
            return self.announcing.why_not(state, state.turn, move)
        return Refusal("wrong_step", self.rules.at, {"step": self.kind})

    def _owed(self, state: State) -> tuple[str, ...]:
        """The bonuses of which the declarer has to announce one, in the first turn, and still may."""
        if state.lies or not self.table.contracts[state.contract].must_announce:
            return ()
        bonuses, due, moves = (
            self.table.bonus_ids,
            self.table.due(state),
            self.table.moves.announces,
        )
        if any(state.said[1 + 2 * bonuses.index(bonus)] >= 0 for bonus in due):
            return ()
        seat, why_not = state.turn, self.announcing.why_not
        return tuple(bonus for bonus in due if why_not(state, seat, moves[bonus]) is None)
