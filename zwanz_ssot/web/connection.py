"""One browser at a table: what is sent to it, and how much it may send."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .guard import Allowance

AT_ONCE, A_SECOND = 30, 10
"""Messages that a browser may send: a person makes two clicks a second at the most."""
_PATIENCE = 20.0
"""Seconds that a browser may take for a message before it counts as gone."""
_WAITING = 100
"""Answers that may wait for a browser that does not read them."""
SLOW, WRONG, ELSEWHERE = 4408, 4403, 4409
"""The codes with which the server ends a connection."""


class Connection:
    """A browser with its socket. Only the newest state waits for a slow one: it says everything."""

    def __init__(self, socket: WebSocket, lang: str) -> None:
        self.socket = socket
        self.lang = lang
        self.player: int | None = None
        """Who it is; None for an onlooker."""
        self.allowance = Allowance(AT_ONCE, A_SECOND)
        self._state: dict[str, Any] | None = None
        self._answers: deque[dict[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._closing: int | None = None

    def show(self, state: dict[str, Any]) -> None:
        """Let the browser see a state of the table."""
        self._state = state
        self._wake.set()

    def answer(self, message: dict[str, Any]) -> None:
        """Answer a message of the browser. One that reads no answers is sent away."""
        if len(self._answers) >= _WAITING:
            self.close(SLOW)
            return
        self._answers.append(message)
        self._wake.set()

    def close(self, code: int) -> None:
        """Send what waits, then end the connection."""
        self._closing = code
        self._wake.set()

    async def send(self) -> None:
        """Send what there is, until the connection ends."""
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
        """Answers first: they are about what was seen before."""
        if self._answers:
            return self._answers.popleft()
        assert self._state is not None
        state, self._state = self._state, None
        return state
