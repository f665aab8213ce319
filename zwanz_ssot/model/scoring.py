"""Bonuses, settlement, match, and what a match leaves to its next round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..paths import Path
from .cards import Name
from .contracts import Contract, Starts
from .identifiers import SEATS, BonusId, Condition, ContractIds, Role, Seat, SettledId


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusValue:
    """What a bonus counts, unannounced and announced: points, or times the value of the game."""

    silent: int | None = None
    announced: int | None = None
    silent_times_game: int | None = None
    announced_times_game: int | None = None
    at: Path

    def amount(self, *, announced: bool) -> int | None:
        """Its points, or how many times the value of the game; None where it does not count."""
        if announced:
            plain, times = self.announced, self.announced_times_game
        else:
            plain, times = self.silent, self.silent_times_game
        return plain if plain is not None else times

    def is_times_game(self, *, announced: bool) -> bool:
        """True if the amount counts values of the game, and not points."""
        times = self.announced_times_game if announced else self.silent_times_game
        return times is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What is settled beside the game."""

    id: str
    name: Name
    announced_by: Role | None = None
    announce_if: Condition | None = None
    goes_to: Role
    paid_by: Role | None = None
    """Who alone pays for it; None: his whole side, as for everything else."""
    won: Condition
    lost: Condition | None = None
    value: BonusValue
    contracts: ContractIds = ()
    """Empty: all."""
    replaces: tuple[SettledId, ...] = ()
    replaces_unless: Condition | None = None
    """Where it holds nothing of `replaces` is replaced, and what doubles the game is no matter."""
    replaces_silent: tuple[BonusId, ...] = ()
    """Bonuses that it replaces where they were not announced."""
    silent_count_if_missed: tuple[BonusId, ...] = ()
    """Those of `replaces_silent` that count when it was announced and missed, as then does all that
    the other side has made; empty: none.
    """
    closes: tuple[str, ...] = ()
    starts: Starts | None = None
    at: Path

    @property
    def can_be_announced(self) -> bool:
        """True if it has a value for being announced."""
        return self.value.amount(announced=True) is not None

    @property
    def counts_unannounced(self) -> bool:
        """True if it has a value without being announced."""
        return self.value.amount(announced=False) is not None

    def counts_in(self, contract: Contract) -> bool:
        """Whether it is settled in this contract; never where all play against all."""
        return bool(contract.declarers) and (not self.contracts or contract.id in self.contracts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packets:
    """Cards are counted in packets of so many, and a packet counts so much less than its cards
    together: a single card counts a part of that less.
    """

    of: int
    less: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What counts beside single cards."""

    last_trick: int
    """Card points of the last trick."""
    packets: Packets | None = None
    """How cards are counted together, where it is not one by one."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Who pays whom."""

    unit: Name
    each_pays: str
    """``evenly``, or ``declarers_alone``: each declarer scores what is won and lost, nobody else.
    """
    missed_announcement: str = "nothing"
    silent_beside_announced: str = "counts"
    """Whether a bonus counts unannounced where the other side announced it: ``counts`` or
    ``nothing``.
    """
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictedRounds:
    """Rounds in which only some contracts may be bid, because of what came before."""

    contracts: ContractIds
    """What may be bid in them."""
    after: tuple[str, ...]
    """What they follow: ``thrown_in``, cards that were thrown in; ``score_of_zero``, a round that
    has brought somebody's score to exactly zero.
    """
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class LossMarks:
    """What is marked up against those who lose a match that ends at a score."""

    name: Name
    usual: int
    without_points: int | None = None
    """For whoever has no points; None: as usual."""
    after_leading: int | None = None
    """For whoever had all points but one while the winners had none; None: no more."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """From round to round."""

    settle: str
    target: int | None = None
    loss_marks: LossMarks | None = None
    stock: int = 0
    """What everybody begins with."""
    deals: int | None = None
    """How many deals make a match."""
    double_rounds: str | None = None
    double_rounds_left: int = 0
    """What each double round of one's own that is left at the end costs."""
    double_rounds_if_thrown_in: int = 0
    """How many double rounds follow cards thrown in."""
    restricted_rounds: RestrictedRounds | None = None
    at: Path


# What a match leaves to its next round.

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
