"""What a match leaves to its next round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .identifiers import SEATS, Seat

_KEYS = ("stakes", "doubled_for", "restricted", "number")


@dataclass(frozen=True, slots=True)
class Carried:
    """What earlier rounds of a match have left to a round.

    >>> Carried(stakes=2).as_dict(), Carried.of({"doubled_for": ["third"]}).doubled_for
    ({'stakes': 2}, (Seat.THIRD,))
    """

    stakes: int = 1
    """2 in a double round."""
    doubled_for: tuple[Seat, ...] = ()
    """The seats that have a double round of their own."""
    restricted: bool = False
    """Whether only some contracts may be bid."""
    number: int = 1
    """Which round of the match it is, where that makes a difference."""

    @property
    def doubled_seats(self) -> int:
        """The seats that have a double round of their own, as a set."""
        return sum(1 << seat for seat in self.doubled_for)

    def as_dict(self) -> dict[str, Any]:
        """What differs from an ordinary round, for records, and to deal another round."""
        found: dict[str, Any] = {}
        if self.stakes != 1:
            found["stakes"] = self.stakes
        if self.doubled_for:
            found["doubled_for"] = [SEATS[seat] for seat in self.doubled_for]
        if self.restricted:
            found["restricted"] = True
        if self.number != 1:
            found["number"] = self.number
        return found

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Carried:
        """What `as_dict` has given, among other things. ValueError for a seat that there is not."""
        given = {key: data[key] for key in _KEYS if key in data}
        return cls(**{**given, "doubled_for": seats_of(given.get("doubled_for", ()))})


def seats_of(names: Iterable[str | int]) -> tuple[Seat, ...]:
    """Seats by name or number, in their order, each once; ValueError where there is none such."""
    return tuple(sorted({Seat.of(name) for name in names}))
