"""JSON schemas for editors without our language server: the paths that a variant can change, with
the values there and the values allowed.

Each is one file without references to others, to be kept beside house rules. They find no more
problems than `zwanz check`; yaml-language-server completes and explains by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from .library import Library, load
from .model import Game
from .paths import Path, dotted
from .schema import Node, root

_SUFFIX = ".schema.json"
NO_RULES = frozenset({"game", "idle"})
"""Keys of a game's file that a variant cannot change."""
ID = "[a-z][a-z0-9_-]*"
"""The pattern of an id."""
_DRAFT = "http://json-schema.org/draft-07/schema#"
"""The newest draft that yaml-language-server supports in full."""


@dataclass(frozen=True, slots=True)
class RulePath:
    """A path as people write it, and the ``value`` there; ``at`` is the path in the data.

    ``node`` is the schema of a value that could be added, at a path without one.
    """

    text: str
    at: Path
    value: Any
    node: Node | None = None


def present(game: Game, *, entries: bool = False) -> Iterator[RulePath]:
    """Every path at which the game has a value; with ``entries``, also those in lists without ids.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen")
    >>> [each.text for each in present(game)][:2]
    ['name', 'name.en']
    """
    for key, value in game.data.items():
        if key not in NO_RULES:
            yield from _inside((key,), (key,), value, entries)


def _inside(named: Path, at: Path, value: Any, entries: bool) -> Iterator[RulePath]:
    yield RulePath(dotted(named), at, value)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _inside((*named, key), (*at, key), inner, entries)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, Mapping) and "id" in inner:
                yield RulePath(dotted((*named, inner["id"])), (*at, number), inner)
            elif entries:
                yield from _inside((*named, number), (*at, number), inner, entries)


def all_paths(library: Library) -> list[str]:
    """Every path of every rule set of a library, in alphabetical order."""
    found: set[str] = set()
    for game, variant in library.rule_sets():
        found |= {each.text for each in present(load(game, variant, rules=library.root))}
    return sorted(found)


def overlay_schema(game: Game) -> dict[str, Any]:
    """The schema of a variant of these rules: for each path the schema of its new value, the value
    it `was`, and for a single value a snippet of a change.
    """
    made = _bundled("overlay", ("terms", "game", "sources"))
    made["title"] = f"A variant of {game}"
    item = made["properties"]["changes"]["items"]
    rules = [each for each in present(game) if _pointer(each.at)]
    item["properties"]["at"]["examples"] = [each.text for each in rules]
    item["defaultSnippets"] = [_snippet(each) for each in rules if _is_single(each.value)]
    item["allOf"] = [*map(_when_set, rules), *_when_added(game)]
    return made


def examples_schema() -> dict[str, Any]:
    """The schema of examples, in one file."""
    return _bundled("examples", ("terms",))


def _is_single(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _snippet(rule: RulePath) -> dict[str, Any]:
    body = {"at": rule.text, "was": rule.value, "set": "$1", "source": "${2:custom}"}
    return {"label": rule.text, "description": f"now {rule.value}", "body": body}


def _when_set(rule: RulePath) -> dict[str, Any]:
    """The schema of `set` and `was` in a change of this path."""
    new = {"$ref": f"#/$defs{_pointer(rule.at)}"}
    properties = {"set": new, "was": {"const": rule.value, "description": "What stands there now."}}
    named = {"properties": {"at": {"const": rule.text}}, "required": ["at"]}
    return {"if": named, "then": {"properties": properties}}


def _when_added(game: Game) -> Iterator[dict[str, Any]]:
    """Schemas of what can be added to each mapping, under a known name or, if allowed, any name."""
    for rule in (RulePath("", (), game.data), *present(game)):
        if not isinstance(rule.value, Mapping):
            continue
        pointer = _pointer(rule.at)
        node = _at(pointer) if pointer else {}
        prefix = f"{rule.text}." if rule.text else ""
        for key in node.get("properties", ()):
            if node.get("maxProperties") != 1 and key not in {*rule.value, *NO_RULES}:
                new = {"$ref": f"#/$defs{_pointer((*rule.at, key))}"}
                named = {"properties": {"at": {"const": f"{prefix}{key}"}}, "required": ["at"]}
                yield {"if": named, "then": {"properties": {"add": new}}}
        if isinstance(node.get("additionalProperties"), Mapping):
            new = {"$ref": f"#/$defs{_pointer((*rule.at, 'x'))}"}
            escaped = prefix.replace(".", r"\.")
            at = {"pattern": f"^{escaped}{ID}$"}
            yield {
                "if": {"properties": {"at": at}, "required": ["at", "add"]},
                "then": {"properties": {"add": new}},
            }


def _pointer(path: Path) -> str:
    """The pointer, from ``$defs`` on, to the schema of a path; empty where there is none."""
    pointer, node = "/game", root("game")
    for step in path:
        while "$ref" in node:
            pointer, node = _followed(str(node["$ref"]), pointer)
        keywords = _keywords(node, step)
        if not keywords:
            return ""
        for keyword in keywords:
            node = node[keyword]
            pointer += f"/{keyword}"
    return pointer


def _followed(reference: str, pointer: str) -> tuple[str, Node]:
    """The pointer that a reference leads to, and the schema there."""
    name, _, inner = reference.partition("#")
    file = name.removesuffix(_SUFFIX) or pointer.split("/")[1]
    node = root(file)
    for step in filter(None, inner.split("/")):
        node = node[step]
    return f"/{file}{inner}", node


def _keywords(node: Node, step: str | int) -> tuple[str, ...]:
    if isinstance(step, int):
        return ("items",) if "items" in node else ()
    if step in node.get("properties", ()):
        return ("properties", step)
    return (
        ("additionalProperties",) if isinstance(node.get("additionalProperties"), Mapping) else ()
    )


def _at(pointer: str) -> Node:
    """The schema at a pointer, references followed."""
    file, _, inner = pointer.removeprefix("/").partition("/")
    node: Node = root(file)
    for step in filter(None, inner.split("/")):
        node = node[step]
    while "$ref" in node:
        pointer, node = _followed(str(node["$ref"]), pointer)
    return node


def _bundled(name: str, others: tuple[str, ...]) -> dict[str, Any]:
    """A schema with the others that it refers to, under ``$defs``."""
    made = _moved(root(name), "")
    made = {"$schema": _DRAFT, **{key: part for key, part in made.items() if key[0] != "$"}} | {
        "$defs": made.get("$defs", {})
    }
    for other in others:
        inner = _moved(root(other), other)
        made["$defs"][other] = {key: part for key, part in inner.items() if key[:2] != "$i"}
        made["$defs"][other].pop("$schema", None)
    return made


def _moved(node: Any, file: str) -> Any:
    """A copy of a schema, whose references lead into the one file."""
    if isinstance(node, list):
        return [_moved(each, file) for each in node]
    if not isinstance(node, dict):
        return deepcopy(node)
    made = {key: _moved(part, file) for key, part in node.items() if key != "$ref"}
    if isinstance(node.get("$ref"), str):
        name, _, pointer = node["$ref"].partition("#")
        other = name.removesuffix(_SUFFIX) or file
        made["$ref"] = f"#/$defs/{other}{pointer}" if other else f"#{pointer}"
    return made
