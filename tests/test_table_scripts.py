"""The scripts of the table in the browser, run alone: what they do with answers that go wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from zwanz_ssot.model import SEATS
from zwanz_ssot.places import data

NODE = shutil.which("node")
SCRIPTS = data("templates") / "web"
BROWSER = """\
globalThis.location = new URL("http://127.0.0.1:8020/t/x");
globalThis.addEventListener = () => {};
globalThis.document = { body: { dataset: { setup: JSON.stringify({ words: { no_answer: "nothing came" } }) } } };
const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor() { this.readyState = 1; this.sent = []; this.on = {}; sockets.push(this); }
  addEventListener(kind, does) { this.on[kind] = does; }
  send(text) { this.sent.push(JSON.parse(text)); }
  says(message) { this.on.message({ data: JSON.stringify(message) }); }
};
const tell = (found) => console.log(JSON.stringify(found));
"""


def run(folder: Path, lines: str) -> Any:
    """What lines of a script tell that may import those of the table."""
    for file in SCRIPTS.glob("*.js"):
        shutil.copy(file, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "browser.js").write_text(f"{BROWSER}\n{lines}", encoding="utf-8")
    ran = subprocess.run(
        [str(NODE), str(folder / "browser.js")], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


with_node = pytest.mark.skipif(NODE is None, reason="the scripts want node")


@with_node
def test_a_refusal_of_no_known_question_answers_all_that_wait(tmp_path: Path) -> None:
    lines = """
const { connect } = await import("./connection.js");
const told = [];
const server = connect("x", "", "en", { denied: (message) => told.push(message.code) });
const waiting = [server.ask("hint", { at: 1 }), server.ask("back", { at: 1 })];
sockets[0].says({ type: "denied", n: 0, code: "slow_down", text: "wait" });
tell({ answers: (await Promise.all(waiting)).map((answer) => answer.code), told });
"""
    found = run(tmp_path, lines)
    assert found == {"answers": ["slow_down", "slow_down"], "told": ["slow_down"]}


@with_node
def test_each_seat_of_any_rules_has_a_place_of_its_own(tmp_path: Path) -> None:
    most = len(SEATS)
    lines = f"""
const {{ placeOf }} = await import("./board.js");
const places = (count) => [...Array(count).keys()].map((seat) => placeOf(seat, {{ players: Array(count), seat: 0 }}));
tell([...Array({most} + 1).keys()].slice(2).map(places));
"""
    style = (SCRIPTS / "table.css").read_text(encoding="utf-8")
    found = run(tmp_path, lines)
    assert [len(set(places)) for places in found] == [*range(2, most + 1)]
    for place in {place for places in found for place in places}:
        assert f".seat.{place} " in style and f".laid.{place}" in style


def test_a_key_that_is_held_asks_once() -> None:
    script = (SCRIPTS / "table.js").read_text(encoding="utf-8")
    assert 'if (event.repeat && event.key === "Enter") event.preventDefault();' in script


@with_node
def test_an_answer_that_is_none_is_told(tmp_path: Path) -> None:
    lines = """
const { posted } = await import("./dom.js");
const found = [];
const answers = [
  async () => { throw new TypeError("no network"); },
  async () => new Response("Internal Server Error", { status: 500 }),
  async () => new Response('{"text": "wait"}', { status: 429 }),
  async () => new Response('{"table": "x"}'),
];
for (globalThis.fetch of answers) found.push(await posted("/tables", "", "text/plain"));
tell(found);
"""
    nothing = {"failed": "nothing came"}
    assert run(tmp_path, lines) == [nothing, nothing, {"failed": "wait"}, {"table": "x"}]
    for name in ("start", "replay"):
        assert "fetch(" not in (SCRIPTS / f"{name}.js").read_text(encoding="utf-8")
