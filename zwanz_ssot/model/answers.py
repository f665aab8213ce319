"""What the engine answers with: refusals, the lines of a settlement, what everybody knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..paths import Path

SEATS = ("forehand", "second", "third", "fourth", "fifth", "sixth")
"""Seats in the order of play; seat 0 is the forehand."""


_SEATS_IN = tuple(
    tuple(seat for seat in range(len(SEATS)) if mask >> seat & 1) for mask in range(1 << len(SEATS))
)


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a set, in the order of play."""
    return _SEATS_IN[mask]


Verdict = Literal["won", "lost", "missed", "silently_lost", "conceded"]
"""How an item came out for the side that claims it: reached; a game not reached; an announcement
not reached; lost although nobody announced it; given up before the play.
"""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: a code, the rule that says so, and what its sentence needs."""

    code: str
    rule: Path
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Factor:
    """What multiplied a value, or was added to it: ``word`` is a kontra level, ``bonus_factor``,
    ``times_game``, ``double_round`` or the id of a ``value_times``; ``rule`` is where it stands.
    """

    word: str
    times: int
    rule: Path
    adds: int = 0
    only_paid: bool = False
    """Whether it counts in what is paid, and not in the written score."""
    seat: int = -1
    """The opponent between whom and the declarer alone it counts; -1: between all."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settlement. Seats are numbers in the order of play; ``each`` is what each seat
    gets.
    """

    item: str
    """``game`` or the id of a bonus."""
    rule: Path
    claimants: tuple[int, ...]
    """The side whose item it is: the declarers for the game, the announcers or reachers of a bonus.
    """
    announced: bool
    verdict: Verdict
    value: int
    factors: tuple[Factor, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    each: tuple[int, ...]
    measured: Mapping[str, Any] = field(default_factory=dict)
    """The facts that decided: ``points`` and ``needed``, ``tricks`` and ``needed``, ``card``…"""
    paid: tuple[int, ...] = ()
    """What each seat is paid, where that is more than what is written."""
    case: Path = ()
    """The case of the contract's payments that applied; empty where it was settled evenly."""

    @property
    def amount(self) -> int:
        """The value after what counts between all, in the written score."""
        value = self.value
        for factor in self.factors:
            if not factor.only_paid and factor.seat < 0:
                value = (value + factor.adds) * factor.times
        return value


@dataclass(frozen=True, slots=True)
class Ledger:
    """The settlement of one round; ``scores`` sum to zero."""

    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    replaced: tuple[tuple[str, Path], ...] = ()
    """Items that were not settled, with the rule that says so."""
    double_rounds: int = 0
    """How many of the following rounds count double because of this one."""
    paid: tuple[int, ...] = ()
    """What each seat is paid, where doubling counts in money only; sums to zero."""
    void: tuple[Path, ...] = ()
    """The rules by which nothing that was doubled counted."""
