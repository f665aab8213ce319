"""The schema of each place in a file, and the paths of the rules of a game. Inside `set` and `add`
of a change, the schema is that of the rule that the change names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..editor_schema import NO_RULES, RulePath, present
from ..library import KINDS
from ..model import Game
from ..paths import Path, dotted, parse_path, parse_step
from ..prose import Prose
from ..schema import Node, below, root
from .outline import Outline, top_keys

SCHEMAS = {"record": "record", "examples": "examples", **KINDS}
"""The schema of a file, by the key at its top that names its kind; the first of them decides."""
_TERMS = "terms"
"""The schema of conditions, roles and cards, in which references without a file are looked up."""
_OF_RULE = ("rule", "guard")
"""Values of ``x-is`` for places that have the schema of the rule that a change names."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a file: its schema, with references resolved, and the path of its rule, if any."""

    node: Node
    rule: Path | None = None
    parent: Node | None = None
    """The schema of the mapping or list around it."""

    @property
    def names(self) -> str:
        """The kind of name that belongs here, such as ``card``; empty where none does."""
        return str(self.node.get("x-of", ""))

    @property
    def is_path(self) -> bool:
        """Whether the path of a rule belongs here."""
        return self.node.get("x-is") == "path"

    @property
    def is_cite(self) -> bool:
        """Whether a source with its section belongs here."""
        return self.node.get("x-is") == "cite"


@lru_cache(maxsize=512)
def kind_of(text: str) -> str:
    """The key that names the kind of a file; empty for other files."""
    keys = top_keys(text.removeprefix("\ufeff"))
    return next((kind for kind in SCHEMAS if kind in keys), "")


@lru_cache(maxsize=16)
def outline_of(text: str) -> Outline:
    """The outline of a text. A few are cached: most requests are about the same text, and each
    keystroke makes another one.
    """
    outline = Outline.of(text)
    outline.kind = kind_of(text)
    return outline


def place(outline: Outline, path: Path) -> Place:
    """The place at a path of a file. Its schema is empty where nothing is allowed."""
    kind = outline.kind
    if not kind:
        return Place({})
    schema = SCHEMAS[kind]
    is_game = kind == "game"
    node, file = _resolved(root(schema), schema)
    rule: Path | None = () if is_game else None
    parent: Node | None = None
    for length, step in enumerate(path):
        parent = node
        node, file = _resolved(below(node, step), file)
        rule = None if rule is None else (*rule, step)
        if node.get("x-is") in _OF_RULE and "const" not in node:
            at = outline.text((*path[:length], "at"))
            rule = parse_path(at) if at else None
            node = (
                node if rule is None else {**of_rule(rule), "description": _description(node, rule)}
            )
            file = _TERMS
    return Place(node, rule, parent)


def _description(node: Node, rule: Path) -> str:
    """The description of a change and of the rule that it changes."""
    return f"{node.get('description', '')} {of_rule(rule).get('description', '')}".strip()


def of_rule(rule: Path) -> Node:
    """The schema of the rule at a path; empty for a path that rules cannot have."""
    node, file = _resolved(root("game"), "game")
    for step in rule:
        if "items" in node and "properties" not in node and "additionalProperties" not in node:
            step = 0  # an entry of a list, named by its id
        node, file = _resolved(below(node, step), file)
    return node


def child(node: Node, step: str | int) -> Node:
    """The schema of a part of a value whose schema is resolved."""
    return _resolved(below(node, step), str(node.get("x-file", _TERMS)))[0]


def part(node: Node, inner: Node) -> Node:
    """A schema inside another one, with references resolved."""
    return _resolved(inner, str(node.get("x-file", _TERMS)))[0]


def _resolved(node: Node, file: str) -> tuple[Node, str]:
    """A schema with its references resolved, and the file that it is in, also under ``x-file``."""
    found = dict(node)
    while "$ref" in found:
        name, _, pointer = str(found.pop("$ref")).partition("#")
        file = name.removesuffix(".schema.json") or file
        target: Node = root(file)
        for step in filter(None, pointer.split("/")):
            target = target[step]
        found = {**target, **found}
    return {**found, "x-file": file} if found else found, file


# The paths of a game's rules

__all__ = ["RulePath", "addable", "present", "sentence", "steps"]


def addable(game: Game) -> Iterator[RulePath]:
    """Every path at which the game has nothing and the schema allows an addition."""
    yield from _missing((), game.data, of_rule(()))


def _missing(path: Path, value: Any, node: Node) -> Iterator[RulePath]:
    if not isinstance(value, Mapping) or node.get("x-is") == "text" or "x-of" in node:
        return
    if node.get("maxProperties") == 1:
        return  # its one word can be changed, but no other added
    for key in node.get("properties", ()):
        inner = child(node, key)
        here = (*path, key)
        if key in value:
            yield from _missing(here, value[key], inner)
        elif key not in NO_RULES:
            yield RulePath(dotted(here), here, None, inner)
    if isinstance(node.get("additionalProperties"), Mapping):
        for key, part in value.items():
            yield from _missing((*path, key), part, child(node, key))


@lru_cache(maxsize=4096)
def sentence(prose: Prose, path: Path) -> str:
    """The sentence of the rule at a path, or of the nearest one around it with a sentence; empty
    where none has.
    """
    for length in range(len(path), 0, -1):
        try:
            value = prose.game.at(path[:length])
            if value is not None and prose.says(path[:length]):
                return prose.setting(path[:length], value)
        except (KeyError, TypeError, ValueError):
            continue
    return ""


def steps(game: Game, text: str) -> Path | None:
    """The path in the data for a written one, which may name entries of lists by their ids. None
    where the game has nothing there.
    """
    value: Any = game.data
    found: Path = ()
    for step in text.split("."):
        if isinstance(value, Mapping) and step in value:
            found, value = (*found, step), value[step]
        elif isinstance(value, list):
            ids = [each.get("id") if isinstance(each, Mapping) else None for each in value]
            number = ids.index(step) if step in ids else parse_step(step)
            if not isinstance(number, int) or number >= len(value):
                return None
            found, value = (*found, number), value[number]
        else:
            return None
    return found
