"""Everything that the rules of a game are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from .game import Game

_NOT_RULES = frozenset({"data", "marks", "deck", "sources", "changes"})
"""What a game knows beside its rules."""


def inside(game: Game) -> Iterator[Any]:
    """Each part of the rules, the whole before what is in it: dataclasses, and the plain values and
    containers in them. A part that stands in several places comes several times.
    """
    for field in fields(game):
        if field.name not in _NOT_RULES:
            yield from _inside(getattr(game, field.name))


def _inside(thing: Any) -> Iterator[Any]:
    yield thing
    if isinstance(thing, Mapping):
        inner = list(thing.values())
    elif isinstance(thing, list | tuple):
        inner = list(thing)
    elif is_dataclass(thing) and not isinstance(thing, type):
        inner = [getattr(thing, field.name) for field in fields(thing)]
    else:
        return
    for part in inner:
        yield from _inside(part)
