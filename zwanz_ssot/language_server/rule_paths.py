"""The paths of a game's rules, as they are written in `at` and `shows`, with what stands there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..editor_schema import NO_RULES, RulePath, present
from ..model import Game
from ..paths import Path, dotted
from ..prose import Prose
from ..schema import Node
from .grammar import child, of_rule

__all__ = ["RulePath", "addable", "present", "sentence", "steps"]


def addable(game: Game) -> Iterator[RulePath]:
    """Every path at which the game has nothing and the schema lets something be added."""
    yield from _missing((), game.data, of_rule(()))


def _missing(path: Path, value: Any, node: Node) -> Iterator[RulePath]:
    if not isinstance(value, Mapping) or node.get("x-is") == "text" or "x-of" in node:
        return
    if node.get("maxProperties") == 1:
        return  # the one word is changed, no other is added
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


def sentence(prose: Prose, path: Path) -> str:
    """What the rules say at a path, or the nearest rule around it that has a sentence; empty where
    none has.
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
    """The path in the data that a written one means: entries by their ids as well; None where the
    game has nothing there.
    """
    value: Any = game.data
    found: Path = ()
    for step in text.split("."):
        if isinstance(value, Mapping) and step in value:
            found, value = (*found, step), value[step]
        elif isinstance(value, list):
            ids = [each.get("id") if isinstance(each, Mapping) else None for each in value]
            if step in ids:
                number = ids.index(step)
            elif step.isdigit() and int(step) < len(value):
                number = int(step)
            else:
                return None
            found, value = (*found, number), value[number]
        else:
            return None
    return found
