"""What the engine answers with: refusals, the lines of a settlement, what everybody knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .words import Path

SEATS = ("forehand", "second", "third", "fourth", "fifth", "sixth")
"""Seats in the order of play; seat 0 is the forehand."""


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a set, in the order of play."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


Verdict = Literal["won", "lost", "missed", "silently_lost"]
"""How an item came out for the side that claims it: reached; a game not reached; an announcement not
reached; lost although nobody announced it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: a code, the rule that says so, and what its sentence needs."""

    code: str
    rule: Path
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Factor:
    """What multiplied a value: ``word`` is a kontra level, ``bonus_factor``, ``double_round`` or the id of a
    ``value_times``; ``rule`` is where it stands."""

    word: str
    times: int
    rule: Path


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settlement. Seats are numbers in the order of play; ``each`` is what each seat gets."""

    item: str
    """``game`` or the id of a bonus."""
    rule: Path
    claimants: tuple[int, ...]
    """The side whose item it is: the declarers for the game, the announcers or reachers of a bonus."""
    announced: bool
    verdict: Verdict
    value: int
    factors: tuple[Factor, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    each: tuple[int, ...]
    measured: Mapping[str, Any] = field(default_factory=dict)
    """The facts that decided: ``points`` and ``needed``, ``tricks`` and ``needed``, ``card``…"""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The settlement of one round; ``scores`` sum to zero."""

    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    replaced: tuple[tuple[str, Path], ...] = ()
    """Items that were not settled, with the rule that says so."""
    double_rounds: int = 0
    """How many of the following rounds count double because of this one."""
