"""Where one works: a document, the pack it speaks of, the problems found so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..model import Deck, Name, Path
from ..problems import Gathering, did_you_mean
from ..source import Document, dotted


@dataclass
class Site:
    """The document being read, and what its names may point to."""

    doc: Document
    problems: Gathering
    deck: Deck | None = None
    sources: frozenset[str] = frozenset()
    contracts: tuple[str, ...] = ()
    bonuses: tuple[str, ...] = ()
    hand_size: int = 0
    players: int = 0
    tricks: int = 0
    seen: set[str] = field(default_factory=set)

    def fault(self, path: Path, text: str, hint: str = "", *, key: bool = False, code: str = "sense") -> None:
        """Note a problem at a value, or at its key."""
        mark = self.doc.keys.get(path) if key else None
        self.problems.add(mark or self.doc.mark(path), dotted(path), text, hint, code)

    def named(self, path: Path, value: str, known: Iterable[str], kind: str) -> bool:
        """Whether ``value`` is one of ``known``; otherwise a problem: ``kind`` says what was wanted."""
        known = tuple(known)
        if value in known:
            return True
        hint = did_you_mean(value, known) or (f"known are {', '.join(known)}" if len(known) < 9 else "")
        self.fault(path, f"there is no {kind} {value!r}", hint, code="sense.name")
        return False


def name(data: Any) -> Name:
    """A text in several languages."""
    return Name({k: v for k, v in data.items() if k != "also"}, tuple(data.get("also", ())))


def names(data: Mapping[str, Any] | None) -> dict[str, Name]:
    """Texts by id."""
    return {key: name(value) for key, value in (data or {}).items()}


def sources(site: Site, path: Path, value: Any) -> None:
    """Check every citation below ``value``: its source must be known."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = (*path, key)
            if key != "source":
                sources(site, here, inner)
                continue
            cites = inner if isinstance(inner, list) else [inner]
            for number, cite in enumerate(cites):
                where = (*here, number) if isinstance(inner, list) else here
                site.named(where, str(cite).split(" §")[0], sorted(site.sources), "source")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            sources(site, (*path, number), inner)
