"""The shipped rules taken apart along their schema: which values stand where, and where one may go.

A *place* is where a value stands in the rules of a game, or could stand. Its *kind* is its name in
the schema: ``contracts.*.kontra``, or that of a term: ``condition``, ``role``, ``play.beat``. A
value of one kind may go to every place of that kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from zwanz_ssot.library import Library, drafts, library
from zwanz_ssot.paths import parse_path
from zwanz_ssot.schema import Node, below, resolved, root
from zwanz_ssot.source import Path

Data = dict[str, Any]

OUTSIDE = FilePath(__file__).parent.parent.parent / "docs" / "games"
"""A library of games from outside the family: they have words that no shipped game has."""

EACH = "*"
_TOLD = ("text", "cite", "guard", "rule", "path")
"""What is written for people, and never moved by itself."""
_FIXED = ("game", "name", "as_played", "cover", "nouns", "source", "not_used", "open", "idle")
"""Top-level keys of a game that are no rules."""


@dataclass(frozen=True)
class Place:
    """A place where a value stands or could stand."""

    path: Path
    kind: str
    node: Node = field(compare=False, repr=False)
    there: bool
    """Whether a value stands there."""
    may_go: bool
    """Whether the schema lets it be left out."""


def kind_of(node: Node, around: str, step: str) -> str:
    """The kind of what stands under a step inside something of another kind."""
    reference = node.get("$ref", "")
    name = str(reference).rpartition("/")[2]
    if reference and name != "id":
        return name
    return f"{around}.{step}" if around else step


def is_text(node: Node) -> bool:
    """Whether a value is for people to read."""
    return resolved(node).get("x-is") in _TOLD


def is_open(node: Node) -> bool:
    """Whether a mapping has keys that the rules choose themselves."""
    return isinstance(resolved(node).get("additionalProperties"), dict)


def places(data: Data) -> Iterator[Place]:
    """Every place of a game's rules, and those where something may be added."""
    node = root("game")
    for key, inner in node["properties"].items():
        if key in _FIXED:
            continue
        there, may_go = key in data, key not in node["required"]
        yield Place((key,), key, inner, there, may_go)
        if there:
            yield from _inside(data[key], inner, (key,), key)


def _inside(value: Any, unresolved: Node, path: Path, kind: str) -> Iterator[Place]:
    node = resolved(unresolved)
    if is_text(node):
        return
    if isinstance(value, list):
        for number, entry in enumerate(value):
            inner = below(node, number)
            own = kind_of(inner, kind, EACH)
            here = (*path, number)
            yield Place(here, own, inner, there=True, may_go=True)
            yield from _inside(entry, inner, here, own)
    elif isinstance(value, dict):
        yield from _in_mapping(value, node, path, kind)


def _in_mapping(value: Data, node: Node, path: Path, kind: str) -> Iterator[Place]:
    named = node.get("properties", {})
    single = node.get("maxProperties") == 1
    for key in dict.fromkeys([*value, *(() if single else named)]):
        inner = below(node, key)
        if key == "source" or is_text(inner):
            continue
        own = kind_of(inner, kind, key if key in named else EACH)
        may_go = not single and key not in node.get("required", ())
        yield Place((*path, key), own, inner, key in value, may_go)
        if key in value:
            yield from _inside(value[key], inner, (*path, key), own)


@dataclass(frozen=True)
class Donor:
    """A rule set from which parts are taken."""

    name: str
    """``game`` or ``game:variant``, as a variant names what it is of."""
    data: Data = field(repr=False)
    library: Library = field(repr=False)
    """Its library: the shipped one, or the games of docs."""


@cache
def donors() -> tuple[Donor, ...]:
    """All rule sets with their changes applied: those that are shipped, then those of docs."""
    found = []
    for known in (library(), library(OUTSIDE)):
        for game in known.games():
            found.append(Donor(game, drafts.base(known, game).doc.data, known))
            for variant in known.variants(game):
                draft = drafts.variant(known, known.variant_file(game, variant))
                found.append(Donor(f"{game}:{variant}", draft.doc.data, known))
    return tuple(found)


@dataclass(frozen=True)
class Part:
    """A value that some rule set has at places of a kind, and the key that it stood under."""

    value: Any
    key: str
    of: str
    order: tuple[str, ...] = ()
    """The steps of the rule set that it comes from."""


@cache
def parts_by_kind() -> Mapping[str, tuple[Part, ...]]:
    """Every different value by its kind."""
    found: dict[str, list[Part]] = {}
    seen: set[tuple[str, str]] = set()
    for donor, data, within in _played():
        for place in places(data):
            if not place.there or place.path[: len(within)] != within:
                continue
            value = at(data, place.path)
            once = (place.kind, repr(value))
            if once not in seen:
                seen.add(once)
                part = Part(value, str(place.path[-1]), donor.name, tuple(donor.data["order"]))
                found.setdefault(place.kind, []).append(part)
    return {kind: tuple(parts) for kind, parts in found.items()}


def _played() -> Iterator[tuple[Donor, Data, Path]]:
    """Each rule set; and each with one rule of `not_used`, of which only what is within its path is
    new.
    """
    once = set()
    for donor in donors():
        yield donor, donor.data, ()
        for change in unplayed(donor.data):
            data = deepcopy(donor.data)
            if repr(change) not in once and made(data, change):
                once.add(repr(change))
                yield donor, data, parse_path(change["at"])


def unplayed(data: Data) -> tuple[Data, ...]:
    """The changes that would play rules of ``not_used``."""
    return tuple(
        change for entry in data.get("not_used", ()) for change in entry.get("changes", ())
    )


def made(data: Data, change: Data) -> bool:
    """Make a change; False if its path leads nowhere."""
    *outer, last = parse_path(change["at"])
    try:
        around = at(data, tuple(outer))
        if "drop" in change:
            del around[last]
        elif "add" in change and isinstance(around, list):
            around.insert(last, deepcopy(change["add"]))
        else:
            around[last] = deepcopy(change["add" if "add" in change else "set"])
    except (KeyError, IndexError, TypeError):
        return False
    return True


@cache
def settings() -> tuple[tuple[str, Any], ...]:
    """Every value of every setting that is a choice or true or false, by its kind; whether or not a
    game has it.
    """
    found: dict[tuple[str, Any], None] = {}
    _settings(root("game"), "", (), found)
    return tuple(sorted(found, key=repr))


def _settings(
    unresolved: Node, kind: str, around: tuple[str, ...], found: dict[tuple[str, Any], None]
) -> None:
    node = resolved(unresolved)
    if is_text(node) or kind in around:
        return
    inside = (*around, kind)
    values = node.get("enum", (False, True) if node.get("type") == "boolean" else ())
    for value in values:
        found.setdefault((kind, value))
    for key, inner in node.get("properties", {}).items():
        if kind or key not in _FIXED:
            _settings(inner, kind_of(inner, kind, key), inside, found)
    for key in ("additionalProperties", "items"):
        if isinstance(inner := node.get(key), dict):
            _settings(inner, kind_of(inner, kind, EACH), inside, found)


def at(data: Any, path: Path) -> Any:
    """The value at a path."""
    for step in path:
        data = data[step]
    return data
