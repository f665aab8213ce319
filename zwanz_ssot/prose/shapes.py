"""What kind of value stands where in a rule file, read from the schemas of the game.

So a new property needs its sentence in the words files and no line here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..model import Path
from ..places import data

Node = Mapping[str, Any]
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
TERMS = "terms.schema.json"
GAME = "game.schema.json"


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


@cache
def schema(name: str) -> Node:
    """A schema file as data."""
    content: Node = json.loads((data("schema") / name).read_text(encoding="utf-8"))
    return content


def shape(path: Path) -> Shape | None:
    """What stands at a path of a game's rules; None where the schema has no such place."""
    here = _resolved(schema(GAME), "")
    for step in path:
        below = _below(here.node, step)
        if below is None or here.kind in KINDS:
            return None
        here = _resolved(below, "")
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
    return _resolved(of.node["items"], "")


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


def terms(kind: str) -> tuple[str, ...]:
    """The words of a kind: every condition, every relation of a role…"""
    return tuple(schema(TERMS)["$defs"][kind]["properties"])


def condition_argument(word: str) -> str:
    """The kind of a condition's single unnamed argument; empty where its arguments have names."""
    node = schema(TERMS)["$defs"]["condition"]["properties"][word]
    ref: str = node.get("$ref", "")
    return ref.rsplit("/", 1)[-1]


def _below(node: Node, step: str | int) -> Node | None:
    if step in node.get("properties", {}):
        found: Node = node["properties"][step]
        return found
    more = node.get("items" if isinstance(step, int) else "additionalProperties")
    return more if isinstance(more, Mapping) else None


def _resolved(node: Node, name: str) -> Shape:
    while "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[-1]
        node = schema(TERMS)["$defs"][name]
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
