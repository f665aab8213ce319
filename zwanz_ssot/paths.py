"""Paths of rules: the keys and indices that lead from the top of a file to one value in it.

A path is a tuple, ``("play", "wins", 0)``; people write it with dots, ``play.wins.0``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

Path = tuple[str | int, ...]
_INDEX = re.compile("[0-9]{1,9}")
"""No list is as long as a number of more digits, and of thousands Python makes no number."""


def dotted(path: Sequence[str | int]) -> str:
    """A path as people write it.

    >>> dotted(("play", "wins", 0))
    'play.wins.0'
    """
    return ".".join(map(str, path))


def parse_step(text: str) -> str | int:
    """A step of a written path: the index that a few digits are, else the text as a key.

    >>> parse_step("12"), parse_step("wins"), parse_step("²")
    (12, 'wins', '²')
    """
    return int(text) if _INDEX.fullmatch(text) else text


def parse_path(text: str) -> Path:
    """The path that ``dotted`` writes as ``text``; a step of digits is an index.

    >>> parse_path("play.wins.0")
    ('play', 'wins', 0)
    """
    return tuple(map(parse_step, text.split(".")))


def value_at(data: Any, path: Sequence[str | int]) -> Any:
    """The value at a path in plain data; None where there is none.

    >>> value_at({"play": {"wins": ["trump"]}}, ("play", "wins", 0)), value_at({}, ("play",))
    ('trump', None)
    """
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def is_within(path: str, outer: str) -> bool:
    """True if a dotted path is ``outer`` or leads to something inside it.

    >>> is_within("play.wins.0", "play.wins"), is_within("play.wins", "play.win")
    (True, False)
    """
    return f"{path}.".startswith(f"{outer}.")


def meet(one: Path, other: Path) -> bool:
    """True if one of two paths is the other or lies inside it.

    >>> meet(("play",), ("play", "wins", 0)), meet(("play", "lead"), ("play", "wins"))
    (True, False)
    """
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]
