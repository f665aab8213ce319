"""What is paid: values, tables of cases, what multiplies, what voids."""

from __future__ import annotations

from dataclasses import dataclass

from .words import Condition, Path, Role


@dataclass(frozen=True, slots=True)
class ValueTimes:
    """What multiplies the value of a contract."""

    id: str
    when: Condition
    times: int
    at: Path


@dataclass(frozen=True, slots=True)
class PerDifference:
    """A value that grows with the difference of card points: ``pays`` for every ``points`` of it."""

    points: int
    pays: int
    at: Path


@dataclass(frozen=True, slots=True)
class Payment:
    """One case of a table of payments: when it holds, the payers give ``total`` together, all
    alike, and the payees share it; or, with ``by_place``, each gets what belongs to his place.
    """

    id: str
    when: Condition | None
    payers: Role | None
    payees: Role | None
    total: int
    at: Path
    by_place: tuple[int, ...] = ()
    """What each place gets, in order of card points, the most first; those who tie share what their
    places get.
    """


@dataclass(frozen=True, slots=True)
class Void:
    """When doubling counts for nothing."""

    id: str
    when: Condition
    item: str
    """``game``: only what doubled the game does not count; empty: nothing that was doubled counts.
    """
    contracts: tuple[str, ...]
    """Empty: all."""
    at: Path
