"""Names resolved: a document, the pack it speaks of, and the problems found so far. Words are read
by `zwanz_ssot.words.reading`, with a `Resolver` for their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..model import Deck, Name, Path
from ..problems import ProblemList, did_you_mean
from ..source import Document, dotted

_FEW = 9


@dataclass
class Resolver:
    """The document being read, and what its names may point to."""

    doc: Document
    problems: ProblemList
    deck: Deck | None = None
    sources: frozenset[str] = frozenset()
    contracts: tuple[str, ...] = ()
    bonuses: tuple[str, ...] = ()
    hand_size: int = 0
    players: int = 0
    tricks: int = 0
    faulty: set[Path] = field(default_factory=set)
    """Where problems were found so far."""

    def fault(
        self, path: Path, text: str, hint: str = "", *, key: bool = False, code: str = "sense.fit"
    ) -> None:
        """Note a problem at a value, or at its key."""
        mark = self.doc.keys.get(path) if key else None
        self.faulty.add(path)
        self.problems.add(mark or self.doc.mark(path), dotted(path), text, hint, code)

    def named(
        self, path: Path, value: str, known: Iterable[str], kind: str, *, key: bool = False
    ) -> bool:
        """Whether ``value`` is one of ``known``; otherwise a problem: ``kind`` says what was
        wanted.
        """
        known = tuple(known)
        if value in known:
            return True
        hint = did_you_mean(value, known) or (
            f"known are {', '.join(known)}" if 0 < len(known) < _FEW else ""
        )
        self.fault(path, f"there is no {kind} '{value}'", hint, key=key, code="sense.name")
        return False

    def line(self, path: Path) -> int:
        """The line in which something is written."""
        return self.doc.mark(path).line


def name(data: Any) -> Name:
    """A text in several languages."""
    return Name({k: v for k, v in data.items() if k != "also"}, tuple(data.get("also", ())))


def names(data: Mapping[str, Any] | None) -> dict[str, Name]:
    """Texts by id."""
    return {key: name(value) for key, value in (data or {}).items()}


def cited(site: Resolver, path: Path, cite: str, *, key: bool = False) -> None:
    """Check a citation (the value at ``path``, or its key): its source must be known."""
    site.named(path, cite.partition(" §")[0], sorted(site.sources), "source", key=key)


def sources(site: Resolver, path: Path, value: Any) -> None:
    """Check every citation below ``value``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = (*path, key)
            if key != "source":
                sources(site, here, inner)
            elif isinstance(inner, list):
                for number, cite in enumerate(inner):
                    cited(site, (*here, number), str(cite))
            else:
                cited(site, here, str(inner))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            sources(site, (*path, number), inner)
