"""What docs/a-new-game.md tells is done: a game that nobody had in mind, added by YAML alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.library import load
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.nouns import Nouns
from zwanz_ssot.prose.template import words

PAGE = Path(__file__).parent.parent / "docs" / "a-new-game.md"
GAME = "tapp-tarock"
_FILE = re.compile(r"`(my-rules/[^`]+)`:\n\n```(?:yaml|markdown)\n(.*?)```", re.DOTALL)
_COMMAND = re.compile(r"^zwanz (.+)$", re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the new game and the files of the page."""
    monkeypatch.chdir(tmp_path)
    assert run("new my-rules --game tapp-tarock --name Tapp-Tarock").exit_code == 0
    for name, text in _FILE.findall(PAGE.read_text(encoding="utf-8")):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def run(command: str) -> Result:
    return CliRunner().invoke(zwanz, command.split())


def test_it_is_less_than_150_lines_of_yaml() -> None:
    files = dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))
    assert [name.rpartition(".")[2] for name in files] == ["yaml", "yaml", "md"]
    assert sum(text.count("\n") for name, text in files.items() if name.endswith("yaml")) < 150


def test_every_command_of_the_page_works(folder: Path, everything: bool) -> None:
    """But for the summary, which takes longest and is printed by other tests."""
    commands = _COMMAND.findall(PAGE.read_text(encoding="utf-8"))
    assert {command.split()[0] for command in commands} == {
        "new",
        "check",
        "examples",
        "play",
        "random",
        "book",
        "leaflet",
    }
    for command in commands:
        if command.startswith("leaflet") and not everything:
            continue
        if command.startswith("new "):
            continue  # done by the folder
        result = run(command)
        assert result.exit_code == 0, (command, result.output)
        if command.startswith("examples"):  # the page says why they are two
            assert result.output.startswith("2 examples"), result.output
    books = {path.name for path in (folder / "my-books").iterdir()}
    assert {f"{GAME}.base.en.html", f"{GAME}.base.en.pdf"} <= books
    printed = (folder / "my-books" / f"{GAME}.base.en.html").read_text(encoding="utf-8")
    assert "About This Game" in printed


def test_the_plain_chapters_lie_where_the_page_says(folder: Path) -> None:
    (code,) = re.findall(r'^python -c "(.+)"$', PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    plain = Path(done.stdout.strip()) / "en" / "any"
    copied = folder / "my-rules" / "chapters"
    for file in plain.iterdir():
        assert (copied / file.name).read_bytes() == file.read_bytes()


def test_the_slip_that_the_page_speaks_of_is_told(folder: Path) -> None:
    file = folder / "my-rules" / GAME / "game.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("common_tarocks", "common_tarock"),
        encoding="utf-8",
    )
    result = run("check --rules my-rules")
    assert result.exit_code == 1
    assert "did you mean 'common_tarocks'?" in result.output


def test_it_plays_and_scores(folder: Path) -> None:
    game = load(GAME, rules=folder / "my-rules")
    contracts = set()
    for state, ledger in random_rounds(game, 300, seed=1):
        if ledger is None:
            continue
        contracts.add(state.contract)
        assert sum(ledger.scores) == 0
        (value,) = {abs(line.value) for line in ledger.lines if line.item == "game"}
        assert value in (3, 8)
        # The pack makes 70 points, counted in thirds: everything taken, laid away or left is
        # somebody's.
        assert state.points(0b111) == 210
    assert len(contracts) == 2


def test_german_names_have_the_articles_that_the_page_says(folder: Path) -> None:
    nouns = Nouns(words("de"), "de", load(GAME, rules=folder / "my-rules").deck)
    said = {name: nouns.named(name).forms for name in ("Haussolo", "Haus", "das Haus")}
    assert said["Haussolo"]["nom"] == "das Haussolo"
    assert said["Haus"]["nom"] == "Haus" and said["das Haus"]["dat"] == "das Haus"


def test_what_the_list_of_nouns_lacks_is_said_by_the_game(folder: Path) -> None:
    (nouns,) = re.findall(r"^nouns:\n(?: .*\n)+", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    file = folder / "my-rules" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (("de: Dreier}", "de: Bauernhaus und Haus}"), ("de: Solo}", "de: Gabeln}")):
        assert old in text
        text = text.replace(old, new)
    file.write_text(nouns + text, encoding="utf-8")
    prose = Prose(load(GAME, rules=folder / "my-rules"), "de")
    house, forks = load(GAME, rules=folder / "my-rules").contracts
    assert prose.contract(house, "dat") == "dem Bauernhaus und Haus"
    assert [prose.contract(forks, case) for case in ("nom", "by", "a", "none")] == [
        "die Gabeln",
        "von den Gabeln",
        "eine Gabel",
        "keine Gabeln",
    ]
    path = ("contracts", forks)
    assert prose.setting(path, prose.game.at(path)).startswith("Die Gabeln: ")
