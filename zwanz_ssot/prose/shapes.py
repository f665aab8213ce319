"""What kind of value stands where in a rule file, read from the schemas, and which entry of a words
file speaks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..model import Path
from ..paths import dotted
from ..schema import Node, below, definition, resolved, root

ANY = "*"
KINDS = (
    "role",
    "condition",
    "cards",
    "trick",
    "card",
    "text",
    "rung",
    "discard",
    "all_pass",
    "cite",
    "open",
)
"""The definitions of the terms schema that are a kind of their own."""
IDLE = "idle"
"""What tools are told of rules; no rule and no sentence."""


@dataclass(frozen=True)
class Shape:
    """One place: its kind (a name of ``KINDS``, or ``object``, ``map``, ``list``, ``win``,
    ``plain``), its schema.
    """

    kind: str
    node: Node

    @property
    def has_parts(self) -> bool:
        """Whether it is a mapping whose parts are rules of their own."""
        return self.kind in ("object", "map")


def shape(path: Path) -> Shape | None:
    """What stands at a path of a game's rules; None where the schema has no such place."""
    here = _shape(root("game"))
    for step in path:
        part = below(here.node, step)
        if not part or here.kind in KINDS:
            return None
        here = _shape(part)
    return here


def has_parts(path: Path) -> bool:
    """Whether the rules have a mapping at this path whose parts are rules of their own."""
    found = shape(path)
    return found is not None and found.has_parts


def said_whole(path: Path) -> Path:
    """The beginning of a path at which something stands that is no mapping of rules: a condition, a
    name, a number.
    """
    return next(
        (path[:length] for length in range(len(path)) if not has_parts(path[:length])), path
    )


def item_shape(of: Shape) -> Shape:
    """What stands in a list."""
    return _shape(of.node["items"])


def places(path: Path = ()) -> Iterator[Path]:
    """Every property that the game schema declares, as a path; ``*`` stands for any name."""
    here = shape(path)
    assert here is not None
    for step in [*here.node.get("properties", {})] if here.has_parts else []:
        if step == IDLE:
            continue
        yield (*path, step)
        yield from places((*path, step))
    if here.kind == "map":
        yield (*path, ANY)
        yield from places((*path, ANY))


def _shape(node: Node) -> Shape:
    name, node = definition(node), resolved(node)
    if name in KINDS:
        return Shape(name, node)
    if "best_of" in node.get("properties", {}):
        return Shape("win", node)
    if isinstance(node.get("additionalProperties"), Mapping):
        return Shape("map", node)
    kinds = node.get("type", ())
    if kinds == "array":
        return Shape("list", node)
    return Shape("object" if "object" in kinds else "plain", node)


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
        """The pattern ``within`` which the rest of a path is to be said, from its last step on."""
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
        return self.find(rest) is not None or (composed and has_parts(rest))

    def owner(self, path: Path) -> Path:
        """The nearest place at or above ``path`` that can be said; KeyError where there is none."""
        for length in range(len(path), 0, -1):
            if self.sayable(path[:length], composed=length == len(path)):
                return path[:length]
        raise KeyError(dotted(path))
