"""Tables in a real PostgreSQL, where one is installed: a whole round, and two servers that share it."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from table_browser import a_hub, full_table, stored_table

from zwanz_ssot.web.store import LeaseLost, Store

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def as_its_user(*words: str | Path) -> list[str]:
    """A call of a program of PostgreSQL, which refuses to be run by root."""
    before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    return [*before, *map(str, words)]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not PROGRAMS:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(f"/tmp/zwanz-postgresql-{os.getpid()}")  # short, and not below a folder of root
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    run = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
    bin = PROGRAMS[-1]
    try:
        make = [bin / "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres"]
        subprocess.run(as_its_user(*make), **run)
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        control = as_its_user(bin / "pg_ctl", "-D", folder / "data", "-w")
        subprocess.run([*control, "-o", options, "start"], **run)
        try:
            yield f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **run)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_round_is_kept_and_held_by_one_of_two_servers(url: str) -> None:
    async def story() -> None:
        chance, other = Random(3), Store(url)
        async with a_hub(url) as hub:
            id, seats = await full_table(hub, "zwanzigerrufen:directnet")
            assert not other.hold(id)
            table = stored_table(hub, id)
            while table.round is not None and not table.round.over:
                player = table.match.player_at(int(table.round.turn or 0))
                if table.forced() is None:
                    text = str(chance.choice(table.round.moves()))
                    answer = await seats[player].ask("move", move=text, at=table.position)
                    assert answer["type"] == "done"
                else:
                    await seats[player].state(table.position + 1)
                table = stored_table(hub, id)
        assert other.hold(id)
        stored = other.load(id)
        assert stored is not None and len(stored.events) == table.events
        with pytest.raises(LeaseLost):
            other.append(id, table.events - 1, {"do": "move"}).result(60)
        other.append(id, table.events, {"do": "sit"}).result(60)
        other.close()

    asyncio.run(story())
