"""The names that the rules in a document may use, with the problems found so far; and the context
of checks. `zwanz_ssot.words.reading` looks up names in a `Resolver`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..model import Deck, Game, Name, Path
from ..paths import dotted, meet, value_at
from ..problems import Mark, ProblemList, did_you_mean
from ..source import Document, DocumentProblems

MERGED = ("play", "talon")
"""Parts of a contract that are inherited key by key; others are inherited as a whole."""
_TO_REMOVE = re.compile(r"\b(?:drop|take) (?:this|it)(?: value| out)?\b(?! of| beside)")
_OF_CONTRACT = 3
"""The steps of the path of a contract's rule."""
_HOUSE = "custom"
"""The source of house rules, if a library has it."""


class Resolver(DocumentProblems):
    """The document being assembled, and the names that its rules may use."""

    def __init__(
        self,
        document: Document,
        problems: ProblemList | None = None,
        *,
        deck: Deck | None = None,
        sources: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(document, problems, code="sense.fit", name_code="sense.name")
        self.deck = deck
        self.sources = sources
        self.contracts: tuple[str, ...] = ()
        self.groups: dict[str, list[str]] = {}
        """The contracts that are in each group."""
        self.bonuses: tuple[str, ...] = ()
        self.hand_size = 0
        self.players = 0
        self.tricks = 0

    def error(
        self, path: Path, text: str, hint: str = "", *, key: bool = False, code: str = ""
    ) -> None:
        """Note a problem. What a contract has from another one cannot be dropped there."""
        if other := self._inherited_from(path):
            is_true = value_at(self.document.data, ("contracts", other, *path[2:])) is True
            instead = f"write {path[-1]}: false" if is_true else "write this contract without like"
            text = f"this comes from '{other}': {text}"
            hint = _TO_REMOVE.sub(instead, str(hint))  # what it means to replace stands elsewhere
        super().error(path, text, hint, key=key, code=code)

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """The place of a value or of its key; what a contract has from another one is where it
        says that it is like that one.
        """
        is_inherited = self._inherited_from(path) != ""
        return super().mark((*path[:2], "like") if is_inherited else path, key=key)

    def _inherited_from(self, path: Path) -> str:
        """The contract from which another one has the rule at a path; empty for its own rules."""
        if path[:1] != ("contracts",) or len(path) < _OF_CONTRACT:
            return ""
        own = value_at(self.document.data, path[:2])
        other = own.get("like", "") if isinstance(own, dict) else ""
        if not other:
            return ""
        rule = path[: _OF_CONTRACT + (path[2] in MERGED and path[2] in own)]
        data = self.document.data
        is_there = value_at(data, ("contracts", other, *rule[2:])) is not None
        return other if is_there and value_at(data, rule) is None else ""

    def line(self, path: Path) -> int:
        """The number of the line with a value."""
        return self.mark(path).line

    def leads_nowhere(
        self,
        at: Path,
        around: Path,
        step: str | int,
        known: Iterable[str | int],
        *,
        before: str = "",
        hint: str = "",
    ) -> None:
        """Note a path, written at ``at``, that has no ``step`` inside ``around``; the hint is the
        nearest of the ``known`` steps, or ``hint``. The text may have a part ``before`` it.
        """
        text = f"{before}there is no '{step}' in {dotted(around) or 'the rules'}"
        near = did_you_mean(str(step), map(str, known))
        self.error(at, text, near or hint, code="sense.name")


def name(data: Any) -> Name:
    """A text in several languages."""
    return Name.of(data)


def names(data: Mapping[str, Any] | None) -> dict[str, Name]:
    """Texts by id."""
    return {key: name(value) for key, value in (data or {}).items()}


def cited(resolver: Resolver, path: Path, cite: str, *, key: bool = False) -> None:
    """Note a citation of an unknown source: the value at ``path``, or its key."""
    source = cite.partition(" §")[0]
    if source in resolver.sources:
        return
    known, hint = sorted(resolver.sources), ""
    if _HOUSE in known and not did_you_mean(source, known):
        hint = f"write {_HOUSE}, or describe it under sources:"
    resolver.named(path, source, known, "source", key=key, hint=hint)


def sources(resolver: Resolver, path: Path, value: Any) -> None:
    """Check every citation below ``value``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = (*path, key)
            if key != "source":
                sources(resolver, here, inner)
            elif isinstance(inner, list):
                for number, cite in enumerate(inner):
                    cited(resolver, (*here, number), str(cite))
            else:
                cited(resolver, here, str(inner))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            sources(resolver, (*path, number), inner)


@dataclass(frozen=True)
class CheckContext:
    """A game to be checked. ``unsound`` are the paths of unknown names and other early problems."""

    resolver: Resolver
    game: Game
    unsound: frozenset[Path]

    @property
    def deck(self) -> Deck:
        """The pack of the game."""
        return self.game.deck

    def sound(self, *parts: Path) -> bool:
        """True if no path in ``unsound`` is in or around these parts of the rules."""
        return not any(meet(part, fault) for part in parts for fault in self.unsound)

    def place(self, path: Path, seen_from: Path) -> str:
        """The path of a rule and its line, as a problem at another path names it."""
        here, there = self.resolver.mark(seen_from), self.resolver.mark(path)
        line = f"line {there.line}" if here.file == there.file else f"{there.file}:{there.line}"
        return f"{dotted(path)}, {line}"

    def is_faulty(self, at: Path) -> bool:
        """Whether a problem has been noted at or below a path."""
        return any(each[: len(at)] == at for each in self.resolver.faulty)

    def never(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note a rule that never applies."""
        self.resolver.error(path, text, hint, key=key, code="sense.never")

    def always(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note a condition that always holds."""
        self.resolver.error(path, text, hint, key=key, code="sense.always")

    def unfit(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note parts of the rules that do not fit together."""
        self.resolver.error(path, text, hint, key=key)

    def twice(self, path: Path, text: str, hint: str = "") -> None:
        """Note what stands in the rules once already."""
        self.resolver.error(path, text, hint, code="sense.twice")

    def unknown(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note a word that means nothing in this place."""
        self.resolver.error(path, text, hint, key=key, code="sense.place")
