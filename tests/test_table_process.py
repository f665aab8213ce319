"""The table in the browser as a process: killed in the middle of a round, with frames that are too
large, and with house rules.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from bounded import hear_interrupts
from table_process import KEY, SERVE, Server, killed_in_play
from websockets.exceptions import ConnectionClosed

from zwanz_ssot.web.connection import MOST_BYTES

HOUSE = Path(__file__).parent / "house_rules" / "house.yaml"


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


@pytest.mark.parametrize(
    ("rules", "more", "usual"),
    [
        (KEY, ["--house", str(HOUSE)], KEY),
        (str(HOUSE), [], "house:house"),
        ("zwanzigerrufen", ["--variant", str(HOUSE)], "house:house"),
    ],
    ids=["house", "argument", "variant"],
)
def test_a_table_is_opened_by_house_rules(
    tmp_path: Path, rules: str, more: list[str], usual: str
) -> None:
    server = Server(tmp_path)
    server.start(*more, rules=rules)
    try:
        with urllib.request.urlopen(server.address) as answer:
            page = answer.read().decode()
        assert 'value="house:house"' in page and "A house of our own" in page
        assert f'value="{usual}" checked' in page
        table, _ = server.open_table("house:house")
        with urllib.request.urlopen(f"{server.address}t/{table}") as answer:
            assert "A house of our own" in answer.read().decode()
    finally:
        server.stop()


def test_a_server_that_ends_while_it_prepares_a_book_says_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        table, _ = server.open_table(KEY)
        with urllib.request.urlopen(f"{server.address}t/{table}") as answer:  # its book is begun
            assert answer.status == 200
    finally:
        server.stop()
    assert "Exception" not in capfd.readouterr().err


INTERRUPTED = """\
import os, signal, uvicorn
prepared = uvicorn.Config.get_loop_factory
def interrupted(config):
    os.kill(os.getpid(), signal.SIGINT)
    return prepared(config)
uvicorn.Config.get_loop_factory = interrupted
"""


def test_an_interrupt_while_a_server_starts_says_nothing(tmp_path: Path) -> None:
    words = ["serve", KEY, "--port", "0", "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED + SERVE, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=hear_interrupts,
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("http://")
    assert not [*tmp_path.glob("tables.db-*")]


def test_a_server_that_is_told_to_end_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    server = Server(tmp_path)
    server.start()
    try:
        with urllib.request.urlopen(server.address) as answer:
            assert answer.status == 200
        assert [*folder.glob("zwanz-*")]
        assert server.process is not None
        server.process.terminate()
        assert server.process.wait(120) == 0
    finally:
        server.stop()
    assert not [*folder.glob("zwanz-*")] and not [*tmp_path.glob("tables.db-*")]


def test_faulty_house_rules_are_told_before_the_server_starts(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(HOUSE.read_text("utf-8").replace("at_least: 6", "at_least: many"), "utf-8")
    words = ["serve", KEY, "--house", str(file), "--port", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "zwanz_ssot", *words, "--database", f"sqlite:///{tmp_path / 'db'}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and not done.stdout
    assert f"{file}:12:51: contracts.solo.objective.tricks_won.at_least:" in done.stderr
