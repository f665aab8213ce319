"""A server of the table in a process of its own, with browsers over the network: killed in the
middle of rounds (``scripts/kill-table``), and under load (``scripts/load-table``).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bounded import hear_interrupts
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from zwanz_ssot.web.game_table import GameTable, TableSettings
from zwanz_ssot.web.rule_sets import RuleSets
from zwanz_ssot.web.store import Store

KEY = "zwanzigerrufen:directnet"
SERVE = """\
import random, secrets, sys
chance = random.Random(7)
secrets.SystemRandom = lambda: chance
from zwanz_ssot.cli import main
sys.argv[0] = "zwanz"
main()
"""
"""``zwanz`` with the same packs in each run."""
AT_ONE_TABLE = 40
"""The kills at one table, all of whose history is replayed after each."""
PASSING = 0.7
"""The chance that a seat passes where it may."""


class Server:
    """``zwanz serve`` as a process, at a free port, with a database in a folder."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self, *more: str, rules: str = KEY) -> None:
        """Start the process, and wait until it prints its address."""
        port = self.address.rsplit(":", 1)[-1].rstrip("/") if self.address else "0"
        words = ["serve", rules, "--port", port, "--database", self.database, *more]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *words],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=hear_interrupts,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def kill(self) -> None:
        """Kill it at once, as a power failure would (kill -9)."""
        assert self.process is not None
        with self.process:
            self.process.kill()

    def stop(self) -> None:
        """Ask it to end."""
        if self.process is None:
            return
        with self.process:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(120)
            except subprocess.TimeoutExpired:
                self.process.kill()

    def memory(self) -> float:
        """The memory of the process in MB."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def seconds(self) -> float:
        """The processor seconds of the process so far."""
        assert self.process is not None
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def open_table(self, rules: str = KEY) -> tuple[str, str]:
        """Open a new table; return it, and the token of its owner."""
        asked = {
            "rules": rules,
            "lang": "en",
            "name": "A",
            "strength": "random",
            "take_back": False,
        }
        request = urllib.request.Request(
            f"{self.address}tables", json.dumps(asked).encode(), {"Origin": self.address[:-1]}
        )
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
        return found["table"], found["token"]

    def socket(self, table: str) -> Any:
        """A connection to a table."""
        url = f"{self.address.replace('http', 'ws')}t/{table}/socket"
        return connect(url, origin=self.address[:-1], max_size=2**22)  # type: ignore[arg-type]

    def stored_table(self, table: str) -> GameTable:
        """The table, made from its events in the database."""
        store = Store(self.database)
        try:
            stored = store.load(table)
        finally:
            store.close()
        assert stored is not None
        settings = TableSettings(**stored.settings)
        made = GameTable(RuleSets().find(settings.rules).game, settings)
        for event in stored.events:
            made.apply(event)
        return made


@dataclass
class Tally:
    """What was done, and how long it took, in seconds."""

    accepted: list[tuple[int, str]] = field(default_factory=list)
    """Every accepted move: its position and its text."""
    seconds: list[float] = field(default_factory=list)
    rounds: int = 0


async def play(
    server: Server, table: str, token: str, chance: Random, tally: Tally, until: float
) -> None:
    """Play in one seat at random until a moment, or until the connection ends."""
    async with server.socket(table) as socket:
        await _hello(socket, token)
        state: dict[str, Any] | None = None
        while time.monotonic() < until:
            if state is None:
                message = json.loads(await asyncio.wait_for(socket.recv(), 120))
                state = message if message["type"] == "state" else None
            else:
                state = await _act(socket, state, chance, tally)


async def _hello(socket: ClientConnection, token: str) -> None:
    await socket.send(json.dumps({"type": "hello", "n": 0, "token": token, "lang": "en"}))


async def _act(
    socket: ClientConnection, state: dict[str, Any], chance: Random, tally: Tally
) -> dict[str, Any] | None:
    """Make a seat's move in a state, or ask for the next round if it may.

    Returns a state that comes before the answer, if any; the same one if it is too early to act.
    """
    if state["offered"] is not None:
        text, asked = "", {"type": "sit", "n": 1, "name": ""}
    elif state["over"]:
        if not state["owner"]:
            return None
        text, asked = "", {"type": "next", "n": 1, "at": state["at"]}
    elif state["turn"] != state["seat"] or not (moves := _moves(state)):
        return None
    else:
        quiet = [move for move in moves if move == "pass"]
        text = "pass" if quiet and chance.random() < PASSING else chance.choice(moves)
        asked = {"type": "move", "n": 1, "move": text, "at": state["at"]}
    began = time.perf_counter()
    await socket.send(json.dumps(asked))
    newer = None
    while (answer := json.loads(await asyncio.wait_for(socket.recv(), 120)))["type"] == "state":
        newer = answer
    if answer["type"] == "done":
        tally.seconds.append(time.perf_counter() - began)
        if text:
            tally.accepted.append((state["at"], text))
        elif asked["type"] == "next":
            tally.rounds += 1
    elif answer["code"] == "slow_down":
        await asyncio.sleep(0.5)
        return newer or state
    return newer


def _moves(state: dict[str, Any]) -> list[str]:
    cuts = [f"cut {place}" for place in state["cut"]]
    cards = [f"{state['verb']} {card}" for card, legal in state["hand"] if legal]
    return [*cuts, *cards, *(button["move"] for button in state["moves"])]


async def killed_in_play(server: Server, times: int, seed: int = 0) -> int:
    """Kill the server so many times while a person plays; return how many moves were accepted.

    AssertionError if one of them is lost, or the sum of a round is wrong.
    """
    chance, moves = Random(seed), 0
    server.start("--pace", "0")
    table, token = server.open_table()
    for number in range(1, times + 1):
        if number % AT_ONE_TABLE == 0:
            print(f"… {number} kills, {moves} accepted moves", file=sys.stderr, flush=True)
            table, token = server.open_table()
        tally = Tally()
        player = asyncio.create_task(
            play(server, table, token, chance, tally, time.monotonic() + 120)
        )
        enough = chance.randrange(3, 20)
        while not player.done() and len(tally.accepted) < enough:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 0.05))
        await asyncio.to_thread(server.kill)
        with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            await player
        made = server.stored_table(table)
        assert_kept(made, tally)
        moves += len(tally.accepted)
        server.start("--pace", "0")
    return moves


def assert_kept(made: GameTable, tally: Tally) -> None:
    """Assert that each accepted move is in the stored rounds, and their sums are zero."""
    played = [each.round for each in made.finished] + ([made.round] if made.round else [])
    texts = [str(move) for each in played for _, move in each.history]
    for _, text in tally.accepted:
        assert text in texts, f"lost: {text}"
    for each in made.finished:
        ledger = each.round.ledger() if each.round.thrown_in is None else None
        assert ledger is None or sum(ledger.scores) == 0
    positions = [position for position, _ in tally.accepted]
    assert all(position < made.position for position in positions)


async def load(server: Server, tables: int, seconds: float) -> str:
    """Play at so many tables, a person in every seat, for some seconds; return the results as a
    text.
    """
    server.start()
    seats: list[tuple[str, str]] = []
    for _ in range(tables):
        table, token = server.open_table()
        seats.append((table, token))
        async with server.socket(table) as socket:
            await _hello(socket, token)
            welcome = json.loads(await socket.recv())
            guests = [player for player in range(4) if player != welcome["player"]]
            for number, guest in enumerate(guests, 1):
                await socket.send(json.dumps({"type": "invite", "n": number, "player": guest}))
                while "token" not in (answer := json.loads(await socket.recv())):
                    pass
                seats.append((table, answer["token"]))
    tally, began, used = Tally(), time.monotonic(), server.seconds()
    until = began + seconds
    players = (
        play(server, table, token, Random(number), tally, until)
        for number, (table, token) in enumerate(seats)
    )
    ended = await asyncio.gather(*(_for_so_long(each, until) for each in players))
    lost = sum(not fine for fine in ended)
    memory, took = server.memory(), time.monotonic() - began
    used = server.seconds() - used
    for table, _ in seats[::4]:
        assert_kept(server.stored_table(table), Tally())
    times = sorted(tally.seconds)
    return (
        f"{tables} tables, {len(seats)} seats, {took:.0f} s: {tally.rounds} rounds "
        f"({tally.rounds / took:.1f} a second), {len(tally.accepted)} moves "
        f"({len(tally.accepted) / took:.0f} a second); an answer takes "
        f"{1000 * median(times):.0f} ms in the median, "
        f"{1000 * times[int(len(times) * 0.99)]:.0f} ms in the 99th percentile; "
        f"{memory:.0f} MB; {1000 * used / max(1, len(tally.accepted)):.1f} ms of processor time "
        f"a move; {lost} connections lost"
    )


async def _for_so_long(playing: Any, until: float) -> bool:
    """Whether a player kept the connection until the end."""
    try:
        await asyncio.wait_for(playing, until - time.monotonic() + 1)
    except TimeoutError:
        return True
    except (ConnectionClosed, OSError):
        return False
    return True


def main() -> None:
    """``kill [TIMES]`` or ``load [TABLES [SECONDS]]``"""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("kill", "load"))
    parser.add_argument("many", type=int, nargs="?", default=200)
    parser.add_argument("seconds", type=float, nargs="?", default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            if given.what == "kill":
                moves = asyncio.run(killed_in_play(server, given.many))
                print(f"{given.many} kills: {moves} accepted moves, none lost, no sum wrong")
            else:
                print(asyncio.run(load(server, given.many, given.seconds)))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
