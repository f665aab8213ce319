"""Leading, following and winning tricks."""

from __future__ import annotations

from dataclasses import dataclass

from .words import Cards, Condition, Path, Role


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung of a ladder: ``suit_led``, ``trump``, ``any_card``, or ``cards`` with these cards."""

    word: str
    cards: Cards | None
    at: Path


@dataclass(frozen=True, slots=True)
class HoldBack:
    """A card that is played only when nothing else is legal."""

    id: str
    card: int
    by: Role
    at: Path


@dataclass(frozen=True, slots=True)
class WinRule:
    """One way to win a trick: the best of ``trump`` or ``suit_led``, or one very card; if ``when`` holds."""

    best_of: str | None
    card: int | None
    when: Condition | None
    at: Path


@dataclass(frozen=True, slots=True)
class Play:
    """How a contract is played."""

    first_lead: Role
    trump: str | None
    lead: tuple[Rung, ...]
    follow: tuple[Rung, ...]
    beat: str
    hold_back: tuple[HoldBack, ...]
    wins: tuple[WinRule, ...]
    at: Path
