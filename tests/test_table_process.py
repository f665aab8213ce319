"""The table in the browser as a process: killed in the middle of a round, and with frames that are
too large.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from table_process import Server, killed_in_play
from websockets.exceptions import ConnectionClosed

from zwanz_ssot.web.connection import MOST_BYTES


def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        assert asyncio.run(killed_in_play(server, 2, seed=5)) > 2
    finally:
        server.stop()


def test_a_frame_that_is_too_large_ends_the_connection_and_nothing_else(tmp_path: Path) -> None:
    async def attack() -> None:
        table, _ = server.open_table()
        before = server.stored_table(table)
        async with server.socket(table) as socket:
            with pytest.raises(ConnectionClosed) as ended:
                await socket.send("x" * (MOST_BYTES + 1))
                await asyncio.wait_for(socket.recv(), 120)
        assert ended.value.rcvd is not None and ended.value.rcvd.code == 1009
        assert server.stored_table(table).events == before.events
        assert server.process is not None and server.process.poll() is None

    server = Server(tmp_path)
    server.start()
    try:
        asyncio.run(attack())
    finally:
        server.stop()
    assert server.process is not None and server.process.returncode == 0
