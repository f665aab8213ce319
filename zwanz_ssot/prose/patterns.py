"""Which entry of a words file speaks for a place of the rules.

Under ``settings`` a words file has a pattern for each place of a rule file:
``bonuses.<bonus>.value.silent``; ``<bonus>`` stands for any name there. A pattern of which the
entry has ``within`` goes around all that lies in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..model import Path
from . import shapes

ANYWHERE = "**"


@dataclass(frozen=True)
class Pattern:
    """An entry of ``settings`` for the places that ``steps`` fit."""

    key: str
    entry: Mapping[str, Any]
    steps: tuple[str, ...]

    def names(self, path: Path) -> dict[str, str] | None:
        """What the wildcards stand for at this path; None where the pattern does not fit."""
        if self.steps[0] == ANYWHERE:
            return {} if path[-len(self.steps) + 1 :] == self.steps[1:] else None
        if len(path) != len(self.steps):
            return None
        pairs = list(zip(self.steps, map(str, path), strict=True))
        if any(step != part and not step.startswith("<") for step, part in pairs):
            return None
        return {step[1:-1]: part for step, part in pairs if step.startswith("<")}


class Found(NamedTuple):
    """A pattern, what its wildcards stand for, and how much of the path it took."""

    pattern: Pattern
    names: Mapping[str, str]
    length: int


class Patterns:
    """All patterns of a words file."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.all = tuple(
            Pattern(
                key, entry if isinstance(entry, Mapping) else {"text": entry}, tuple(key.split("."))
            )
            for key, entry in entries.items()
        )
        self._kinds: dict[tuple[int, str], tuple[Pattern, ...]] = {}

    def find(self, path: Path) -> Found | None:
        """The pattern of a place: of those that fit, the one with the fewest wildcards."""
        fitting = [
            Found(it, names, len(path))
            for it in self._for(path)
            if (names := it.names(path)) is not None
        ]
        return min(fitting, key=lambda found: len(found.names)) if fitting else None

    def _for(self, path: Path) -> tuple[Pattern, ...]:
        """The patterns that begin like a path and are as long, in their order: a few of some
        hundred.
        """
        kind = len(path), str(path[0]) if path else ""
        if kind not in self._kinds:
            self._kinds[kind] = tuple(
                it
                for it in self.all
                if it.steps[0] == ANYWHERE
                or (
                    len(it.steps) == kind[0]
                    and (it.steps[0] == kind[1] or it.steps[0].startswith("<"))
                )
            )
        return self._kinds[kind]

    def speaks_whole(self, path: Path) -> bool:
        """Whether a place has a sentence of its own for all that it holds."""
        found = self.find(path)
        return found is not None and "text" in found.pattern.entry

    def around(self, path: Path) -> Found | None:
        """The pattern ``within`` which the rest of this path is to be said, from its last step on."""
        for length in range(1, len(path) + 1):
            found = self.find(path[:length])
            if found and "within" in found.pattern.entry:
                return found
        return None

    def rest(self, path: Path) -> Path:
        """The path that is said: all of it, or what lies within a pattern around it."""
        around = self.around(path)
        return path[around.length - 1 :] if around else path

    def sayable(self, path: Path, *, composed: bool) -> bool:
        """Whether a place has a pattern; or, ``composed``, may be said by its parts."""
        rest = self.rest(path)
        return self.find(rest) is not None or (composed and shapes.has_parts(rest))

    def owner(self, path: Path) -> Path:
        """The nearest place at or above ``path`` that can be said; KeyError where there is none."""
        for length in range(len(path), 0, -1):
            if self.sayable(path[:length], composed=length == len(path)):
                return path[:length]
        raise KeyError(".".join(map(str, path)))
