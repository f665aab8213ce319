"""Bonuses, settlement, match, and what a round takes over from earlier rounds of a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import permutations
from typing import Any

from ..paths import Path
from .cards import Name
from .contracts import Contract, Starts
from .identifiers import SEATS, BonusId, Condition, ContractIds, Role, Seat, SettledId


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusValue:
    """The value of a bonus, unannounced and announced: points, or times the value of the game."""

    silent: int | None = None
    announced: int | None = None
    silent_times_game: int | None = None
    announced_times_game: int | None = None
    at: Path

    def amount(self, *, announced: bool) -> int | None:
        """Its points, or how many times the value of the game; None if it does not count."""
        if announced:
            plain, times = self.announced, self.announced_times_game
        else:
            plain, times = self.silent, self.silent_times_game
        return plain if plain is not None else times

    def is_times_game(self, *, announced: bool) -> bool:
        """True if the amount is a multiple of the game's value, not points."""
        times = self.announced_times_game if announced else self.silent_times_game
        return times is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A bonus, which is settled beside the game."""

    id: str
    name: Name
    announced_by: Role | None = None
    announce_if: Condition | None = None
    goes_to: Role
    paid_by: Role | None = None
    """Who pays for it alone; None: the whole side, as for everything else."""
    won: Condition
    lost: Condition | None = None
    value: BonusValue
    contracts: ContractIds = ()
    """Empty: all."""
    replaces: tuple[SettledId, ...] = ()
    replaces_unless: Condition | None = None
    """If it holds, nothing in `replaces` is replaced, and it is not doubled with the game."""
    replaces_silent: tuple[BonusId, ...] = ()
    """Bonuses that it replaces if they were not announced."""
    silent_count_if_missed: tuple[BonusId, ...] = ()
    """Those of `replaces_silent` that count if it was announced and missed; then all that the other
    side has made counts too. Empty: none of this.
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

    def where_it_replaces(self, other: Bonus) -> Path | None:
        """The entry by which it may replace another bonus; None if it never does."""
        silent = other.counts_unannounced
        kinds = {other.id, "bonuses", *(["silent_bonuses"] if silent else ())}
        for key, entries in (
            ("replaces", self.replaces),
            ("replaces_silent", self.replaces_silent if silent else ()),
        ):
            for number, entry in enumerate(entries):
                if entry in kinds:
                    return (*self.at, key, number)
        return None


def replacing_first(bonuses: Sequence[Bonus]) -> list[Bonus]:
    """Bonuses that count in one contract, each after all that may replace it: one that is itself
    replaced replaces nothing. Raises `graphlib.CycleError` where some replace each other in turn.
    """
    order: TopologicalSorter[str] = TopologicalSorter({bonus.id: () for bonus in bonuses})
    for one, other in permutations(bonuses, 2):
        if one.where_it_replaces(other):
            order.add(other.id, one.id)
    by_id = {bonus.id: bonus for bonus in bonuses}
    return [by_id[bonus] for bonus in order.static_order()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Packets:
    """Counting in packets: ``of`` cards count ``less`` points less than their sum, so a single card
    counts ``less`` / ``of`` less.
    """

    of: int
    less: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How card points are counted."""

    last_trick: int
    """Card points for winning the last trick."""
    packets: Packets | None = None
    """How cards are counted together; None: one by one."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Who pays whom."""

    unit: Name
    each_pays: str
    """``evenly``; or ``declarers_alone``: each declarer scores what is won or lost, others none."""
    missed_announcement: str = "nothing"
    silent_beside_announced: str = "counts"
    """Whether a bonus counts unannounced where the other side announced it: ``counts`` or
    ``nothing``.
    """
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictedRounds:
    """Rounds in which only some contracts may be bid, because of the round before."""

    contracts: ContractIds
    """The contracts that may be bid in them."""
    after: tuple[str, ...]
    """What they follow: ``thrown_in``, cards that were thrown in; ``score_of_zero``, a round that
    has made somebody's score exactly zero.
    """
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class LossMarks:
    """Marks for the losers of a match that ends at a score."""

    name: Name
    usual: int
    without_points: int | None = None
    """For a loser without points; None: as usual."""
    after_leading: int | None = None
    """For a loser who had all points but one while the winners had none; None: no such rule."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """The rules of a match, from round to round."""

    settle: str
    target: int | None = None
    loss_marks: LossMarks | None = None
    stock: int = 0
    """The score that each player begins with."""
    deals: int | None = None
    """The number of deals in a match."""
    double_rounds: str | None = None
    double_rounds_left: int = 0
    """The cost of each double round of one's own that is left at the end."""
    double_rounds_if_thrown_in: int = 0
    """The number of double rounds after cards are thrown in."""
    restricted_rounds: RestrictedRounds | None = None
    at: Path


_KEYS = ("stakes", "doubled_for", "restricted", "number")


@dataclass(frozen=True, slots=True)
class Carried:
    """What a round takes over from earlier rounds of a match.

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
    """The number of the round in the match, if that makes a difference."""

    @property
    def doubled_seats(self) -> int:
        """The seats that have a double round of their own, as a set."""
        return sum(1 << seat for seat in self.doubled_for)

    def as_dict(self) -> dict[str, Any]:
        """What differs from an ordinary round: for records, and as arguments of `deal`."""
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
        """From data of `as_dict`; other keys are ignored. Raises ValueError for an unknown seat."""
        given = {key: data[key] for key in _KEYS if key in data}
        return cls(**{**given, "doubled_for": seats_of(given.get("doubled_for", ()))})


def seats_of(names: Iterable[str | int]) -> tuple[Seat, ...]:
    """Seats by name or number, in order, each once. Raises ValueError for an unknown one."""
    return tuple(sorted({Seat.of(name) for name in names}))
