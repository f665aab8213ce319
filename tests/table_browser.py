"""Browsers at a table without a network: the server's end of a socket, and tables of such seats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from zwanz_ssot.web.game_table import GameTable, TableSettings
from zwanz_ssot.web.hub import Hub
from zwanz_ssot.web.pace import Pace
from zwanz_ssot.web.rule_sets import RuleSets
from zwanz_ssot.web.store import Store

AT_ONCE = Pace(0.0)
RULES = RuleSets()


class Browser:
    """A socket for the hub: what it sends is in `frames`, and `send` speaks to it."""

    def __init__(self, hub: Hub, table: str, token: str = "", lang: str = "en") -> None:
        self.frames: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.stuck = False
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Condition()
        self.send_raw(json.dumps({"type": "hello", "n": 0, "token": token, "lang": lang}))
        self.task = asyncio.create_task(hub.serve(self, table))  # type: ignore[arg-type]

    # the server's side

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._incoming.get()

    async def send_text(self, text: str) -> None:
        while self.stuck:
            await asyncio.sleep(0.01)
        async with self._news:
            self.frames.append(json.loads(text))
            self._news.notify_all()

    async def close(self, code: int = 1000) -> None:
        async with self._news:
            self.closed = self.closed or code
            self._news.notify_all()
        self._incoming.put_nowait({"type": "websocket.disconnect"})

    # the browser's side

    def send_raw(self, text: str | None) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def ask(self, kind: str, n: int = 1, **data: Any) -> dict[str, Any]:
        """The answer to a message."""
        seen = len(self.frames)
        self.send_raw(json.dumps({"type": kind, "n": n, **data}))
        return await self.until(
            lambda frame: frame.get("n") == n and frame["type"] != "state", seen
        )

    async def until(self, fits: Any, since: int = 0) -> dict[str, Any]:
        """The first frame that fits."""

        def found() -> dict[str, Any] | None:
            return next((frame for frame in self.frames[since:] if fits(frame)), None)

        async with self._news:
            await asyncio.wait_for(
                self._news.wait_for(lambda: found() is not None or self.closed is not None), 120
            )
        frame = found()
        assert frame is not None, f"closed with {self.closed}: {self.frames[-2:]}"
        return frame

    async def state(self, position: int = 0) -> dict[str, Any]:
        """The newest state, once there is one of this position or of a later one."""
        await self.until(lambda frame: frame["type"] == "state" and frame["at"] >= position)
        return next(frame for frame in reversed(self.frames) if frame["type"] == "state")

    async def state_of(self, position: int) -> dict[str, Any]:
        """The newest state of this very position."""
        await self.state(position)
        return next(
            frame
            for frame in reversed(self.frames)
            if frame["type"] == "state" and frame["at"] == position
        )

    async def leave(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(self.task, 120)


@asynccontextmanager
async def a_hub(url: str = "sqlite://", pace: Pace = AT_ONCE) -> AsyncIterator[Hub]:
    """A hub with its own database, which deals the same packs in each run."""
    store, chance = Store(url), Random(5)
    with patch("secrets.SystemRandom", lambda: chance):
        hub = Hub(RULES, store, pace)
        try:
            yield hub
        finally:
            await hub.close()
            store.close()


async def full_table(hub: Hub, key: str, **given: Any) -> tuple[str, list[Browser]]:
    """A table with a person in every seat; the connections by player."""
    id, token = await hub.open_table(key, lang="en", name="Owner", **given)
    table = stored_table(hub, id)
    owner = table.settings.owner
    browsers: dict[int, Browser] = {owner: Browser(hub, id, token)}
    await browsers[owner].state()
    for player in range(table.players):
        if player != owner:
            answer = await browsers[owner].ask("invite", player=player)
            browsers[player] = Browser(hub, id, answer["token"])
            await browsers[player].ask("sit", name="")
            await browsers[player].until(lambda frame: frame.get("seat") is not None)
    return id, [browsers[player] for player in range(table.players)]


def stored_table(hub: Hub, id: str) -> GameTable:
    """The table, made from the events of the database alone."""
    stored = hub.store.load(id)
    assert stored is not None
    settings = TableSettings(**stored.settings)
    table = GameTable(RULES.find(settings.rules).game, settings)
    for event in stored.events:
        table.apply(event)
    return table
