"""A game: all its rules together, with where each of them is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .bidding import Auction, Call, Contract, DealStep, Kontra, MisdealReason, Table, Talon
from .cards import Deck, Name
from .play import Play
from .scoring import Bonus, MatchRules, Settlement
from .words import Path


class Where(NamedTuple):
    """A place in a rule file; line and column count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where rules are written down."""

    id: str
    title: str
    url: str
    language: str
    about: Name


@dataclass(frozen=True, slots=True)
class Open:
    """What the sources leave open, and what is played."""

    at: str
    question: Name
    kept: Name
    why: Name
    source: str


@dataclass(frozen=True, slots=True)
class NotUsed:
    """A rule that a source names as played elsewhere."""

    rule: Name
    source: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point on which the sources contradict each other."""

    id: str
    topic: Name
    at: tuple[str, ...]
    said: Mapping[str, Name]
    elsewhere: Name | None
    kept: Name | None


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game in one variant (``base``: none)."""

    id: str
    variant: str
    name: Name
    """The variant's name where there is one."""
    game_name: Name
    deck: Deck
    order: tuple[str, ...]
    table: Table
    deals: Mapping[str, DealStep]
    talon: Talon | None
    misdeal: tuple[MisdealReason, ...]
    call: Call | None
    auction: Auction
    contracts: Mapping[str, Contract]
    play: Play
    last_trick: int
    bonuses: Mapping[str, Bonus]
    kontra: Kontra | None
    settlement: Settlement
    match: MatchRules
    open: tuple[Open, ...]
    not_used: tuple[NotUsed, ...]
    disputes: tuple[Dispute, ...]
    sources: Mapping[str, Source]
    data: Mapping[str, Any]
    """The rules as plain data, changes applied."""
    marks: Mapping[Path, Where]
    changes: tuple[Any, ...]
    """The variant's differences from the game, as ``zwanz_ssot.overlay.Difference``."""

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt."""
        return sum(sum(step.packets) for step in self.deals.values())

    def where(self, path: Path) -> Where | None:
        """Where the rule at ``path`` is written, or the nearest part around it."""
        for end in range(len(path), -1, -1):
            if found := self.marks.get(path[:end]):
                return found
        return None

    def at(self, path: Path) -> Any:
        """The plain value at ``path``; None where there is none."""
        value: Any = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def deck_at(self, path: Path) -> Any:
        """The plain value at ``deck.…`` in the pack's own file; None where there is none."""
        if path[:1] != ("deck",):
            return None
        value: Any = self.deck.data
        for step in path[1:]:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def cites(self, path: Path) -> tuple[str, ...]:
        """Who says the rule at ``path``: the variant's change of it, else the nearest ``source`` around it."""
        said = tuple(c.source for c in self.changes if c.path[: len(path)] == path or path[: len(c.path)] == c.path)
        if said:
            return tuple(dict.fromkeys(said))
        for end in range(len(path), -1, -1):
            around = self.at(path[:end])
            if isinstance(around, dict) and "source" in around:
                return tuple(around["source"])
        return ()
