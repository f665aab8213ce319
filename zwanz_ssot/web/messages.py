"""What a browser may send: one JSON object a frame, of a known shape, and nothing beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .game_table import LONGEST_NAME, Denied

MOST_BYTES = 4096
"""The longest frame that is read."""
_LONGEST_MOVE = 80
_LONGEST_TOKEN = 64
_LONGEST_KEY = 80
_MOST = 10**6


@dataclass(frozen=True)
class Message:
    """A message of a known shape; ``number`` comes back with its answer."""

    kind: str
    number: int
    data: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.data[key]


# By kind: its keys, each with the longest text, or 0 for a whole number and True for yes or no.
_SHAPES: Mapping[str, Mapping[str, int | bool]] = {
    "hello": {"token": _LONGEST_TOKEN, "lang": 8},
    "move": {"move": _LONGEST_MOVE, "at": 0},
    "back": {"at": 0},
    "hint": {"at": 0},
    "next": {"at": 0},
    "name": {"name": 4 * LONGEST_NAME},
    "invite": {"player": 0},
    "free": {"player": 0},
    "record": {"round": 0},
    "same_deal": {"round": 0, "rules": _LONGEST_KEY},
}


def parse(text: str | bytes | None) -> Message:
    """The message of a frame. Raises `Denied` for anything else.

    >>> parse('{"type": "move", "n": 7, "move": "pass", "at": 3}')
    Message(kind='move', number=7, data={'move': 'pass', 'at': 3})
    >>> parse('{"type": "move", "n": 7, "move": "pass", "at": 3, "seat": 2}')
    Traceback (most recent call last):
    zwanz_ssot.web.game_table.Denied: malformed
    """
    if not isinstance(text, str) or len(text) > MOST_BYTES:
        raise Denied("malformed")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Denied("malformed") from None
    if not isinstance(data, dict):
        raise Denied("malformed")
    kind, number = data.pop("type", None), data.pop("n", 0)
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None or not _is_number(number) or data.keys() != shape.keys():
        raise Denied("malformed")
    for key, most in shape.items():
        fits = _is_number(data[key]) if most == 0 else _is_text(data[key], most)
        if not fits:
            raise Denied("malformed")
    return Message(str(kind), number, data)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST


def _is_text(value: object, most: int) -> bool:
    if not isinstance(value, str) or len(value) > most:
        return False
    try:
        value.encode()  # half of a surrogate pair is no text
    except UnicodeEncodeError:
        return False
    return True
