"""What may be announced in a contract, by which of the cards in question a hand holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import Bonus
from ..terms.outcome import Test
from ..terms.roles import Seats


@dataclass(frozen=True, slots=True)
class Row:
    """A bonus that can be announced: its move, its item for the declarers, the card that its
    announcer holds.
    """

    move: int
    item: int
    bonus: Bonus
    card: int
    by: Seats | None
    test: Test | None
    or_doubles: tuple[str, ...]
    """The contracts in which an opponent either announces it or doubles the game."""

    @property
    def decided_by_card(self) -> bool:
        """Whether nothing is asked but whether the hand holds its card, if any."""
        return (self.by is None or self.card >= 0) and self.test is None and not self.or_doubles


class Asking(dict[int, list[tuple[int, int, Row | None]]]):
    """What a hand is asked in one contract, by which of ``cards`` it holds: move, item, and the row
    if the card alone does not decide.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__()
        self._rows = rows
        self.cards = sum({1 << row.card for row in rows if row.card >= 0})

    def __missing__(self, held: int) -> list[tuple[int, int, Row | None]]:
        found = self[held] = [
            (row.move, row.item, None if row.decided_by_card else row)
            for row in self._rows
            if row.card < 0 or held >> row.card & 1
        ]
        return found
