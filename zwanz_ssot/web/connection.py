"""The connection of one browser: sends messages to it, and reads and limits those that it sends."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .game_table import LONGEST_NAME, Denied
from .guard import Allowance

AT_ONCE, A_SECOND = 30, 10
"""The allowance for messages of a browser; a person makes two clicks per second at most."""
GREETING = 10.0
"""Seconds within which a browser has to say who it is."""
_PATIENCE = 20.0
"""Seconds that a browser may take to receive a message before it counts as gone."""
_WAITING = 100
"""The most answers that wait for a browser that does not read them."""
SLOW, WRONG, ELSEWHERE, FAILED = 4408, 4403, 4409, 1011
"""The codes with which the server ends a connection; after `WRONG` no browser tries again."""


class Connection:
    """A browser with its socket. For a slow one only the newest state waits, as it replaces all
    others.
    """

    def __init__(self, socket: WebSocket, lang: str) -> None:
        self.socket = socket
        self.lang = lang
        self.link: int | None = None
        """The player to whose seat the browser has the link; None without one. Whether the browser
        plays there is for `LiveTable.seated` to say.
        """
        self.allowance = Allowance(AT_ONCE, A_SECOND)
        self._state: dict[str, Any] | None = None
        self._answers: deque[dict[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._closing: int | None = None

    def show(self, state: dict[str, Any]) -> None:
        """Send a state of the table, in place of one that still waits."""
        self._state = state
        self._wake.set()

    def answer(self, message: dict[str, Any]) -> None:
        """Answer a message. Closes the connection if the browser does not read its answers."""
        if len(self._answers) >= _WAITING:
            self.close(SLOW)
            return
        self._answers.append(message)
        self._wake.set()

    def close(self, code: int) -> None:
        """End the connection once all that waits is sent. The first code stays."""
        self._closing = self._closing or code
        self._wake.set()

    async def send(self) -> None:
        """Send what waits until the connection ends."""
        with suppress(WebSocketDisconnect, RuntimeError, asyncio.TimeoutError, OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._answers or self._state is not None:
                    message = self._next()
                    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
                    await asyncio.wait_for(self.socket.send_text(text), _PATIENCE)
                if self._closing is not None:
                    await self.socket.close(self._closing)
                    return
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.socket.close(SLOW)

    def _next(self) -> dict[str, Any]:
        """The next message: answers come first, as they concern the state seen before."""
        if self._answers:
            return self._answers.popleft()
        assert self._state is not None
        state, self._state = self._state, None
        return state


# What a browser may send

MOST_BYTES = 4096
"""The most bytes of a frame."""
_LONGEST_MOVE = 80
_LONGEST_TOKEN = 64
_LONGEST_KEY = 80
_MOST = 10**6
"""Numbers in a message are below this."""


@dataclass(frozen=True)
class Message:
    """A message of a known shape; ``number`` comes back with its answer."""

    kind: str
    number: int
    data: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.data[key]


# The keys of each kind of message, each with the most characters of a text, or 0 for a number.
_SHAPES: Mapping[str, Mapping[str, int | bool]] = {
    "hello": {"token": _LONGEST_TOKEN, "lang": 8},
    "move": {"move": _LONGEST_MOVE, "at": 0},
    "back": {"at": 0},
    "hint": {"at": 0},
    "next": {"at": 0},
    "sit": {"name": 4 * LONGEST_NAME},
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
    data = _read(text)
    kind, number = data.pop("type", None), data.pop("n", 0)
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None or not _is_number(number) or data.keys() != shape.keys():
        raise Denied("malformed")
    for key, most in shape.items():
        fits = _is_number(data[key]) if most == 0 else _is_text(data[key], most)
        if not fits:
            raise Denied("malformed")
    return Message(str(kind), number, data)


def number_of(text: str | bytes | None) -> int:
    """The number of a frame, which comes back with its answer, also where the frame is refused;
    0 where it has none.

    >>> number_of('{"type": "nonsense", "n": 7}'), number_of("nonsense")
    (7, 0)
    """
    try:
        number = _read(text).get("n", 0)
    except Denied:
        return 0
    return int(number) if _is_number(number) else 0


def _read(text: str | bytes | None) -> dict[str, Any]:
    """The JSON object of a frame. Raises `Denied` for anything else."""
    if not isinstance(text, str) or len(text) > MOST_BYTES:
        raise Denied("malformed")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Denied("malformed") from None
    if not isinstance(data, dict):
        raise Denied("malformed")
    return data


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST


def _is_text(value: object, most: int) -> bool:
    if not isinstance(value, str) or len(value) > most:
        return False
    try:
        value.encode()  # fails for half of a surrogate pair
    except UnicodeEncodeError:
        return False
    return True
