"""What README.md and its like show is what one gets: calls with their answers, lines of Python,
files of examples.
"""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import zwanz_ssot
from write_schemas import condition
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.places import data
from zwanz_ssot.words import outcome, registry

ROOT = Path(__file__).parent.parent
README, CONTRIBUTING = (
    (ROOT / f"{name}.md").read_text(encoding="utf-8") for name in ("README", "CONTRIBUTING")
)
SHOWN = re.findall(
    r"^    \$ zwanz (.*)\n((?:(?:    .*)?\n)*?)(?=\n\S|    \$)", README, re.MULTILINE
)
OTHER_PROGRAMS = ("judge",)  # tests/test_judge.py runs the sample engine
HOUSE = re.findall(r"```yaml\n(variant: house\n.*?)```", README, re.DOTALL)[0]


def call(line: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(zwanz, shlex.split(line))


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of house rules, in a folder to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    return tmp_path / "house.yaml"


@pytest.mark.parametrize(
    ("line", "answer"), [it for it in SHOWN if it[0].split()[0] not in OTHER_PROGRAMS]
)
@pytest.mark.usefixtures("house")
def test_a_call_answers_what_is_shown(line: str, answer: str) -> None:
    """All of it, but for what an ellipsis leaves out; lines are broken by the width of a terminal."""
    result = call(line)
    assert result.exit_code == 0, result.output
    output = re.sub(r"\(\S*/rules/", "(rules/", " ".join(result.output.split()))
    wanted = (re.escape(" ".join(part.split())) for part in re.split("….*", answer))
    assert re.fullmatch(" ?.*".join(wanted), output), output


def test_there_are_calls_with_their_answers() -> None:
    assert {line.split()[0] for line, _ in SHOWN} == {"check", "diff", "why", "judge"}


def test_a_slip_is_told_as_shown(house: Path) -> None:
    house.write_text(HOUSE.replace("contracts.solo", "contracts.soli"), encoding="utf-8")
    (found,) = re.findall(r"^    (house\.yaml:.*)$", README, re.MULTILINE)
    result = call("check house.yaml")
    assert result.exit_code == 1
    assert lines(result.output)[0] == found


def test_the_lines_for_makers_of_apps_work() -> None:
    (text,) = re.findall(r"```python\n(import zwanz_ssot\n.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    exec(text, names)
    assert isinstance(names["round"], zwanz_ssot.Round)


def test_the_lines_for_makers_of_apps_give_what_stands_beside_them() -> None:
    (text,) = re.findall(r"```python\n(import zwanz_ssot\n.*?)```", README, re.DOTALL)
    game = zwanz_ssot.load("zwanzigerrufen", variant="directnet")
    names = {"round": zwanz_ssot.deal(game, seed=7)}
    shown = re.findall(r"^(round\..*?|str.*?)  # ([A-Z('].*)$", text, re.MULTILINE)
    assert len(shown) == 4
    for call_, answer in shown:
        assert repr(eval(call_, names)) == answer


def test_the_lines_for_drawers_of_cards_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "deck.md").read_text(encoding="utf-8")
    deck = zwanz_ssot.load("rufmariasch").deck
    names: dict[str, object] = {"deck": deck, "card": deck.cards[0]}
    for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(text, names)
    assert {path.name for path in tmp_path.iterdir()} == {"cards", "cards.pdf"}


def test_the_variant_of_contributing_is_sound_and_says_what_it_means(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    shutil.copytree(data("rules"), rules)
    (text,) = re.findall(r"```yaml\n( *# yaml-language-server.*?)```", CONTRIBUTING, re.DOTALL)
    file = rules / "zwanzigerrufen" / "variants" / "post.yaml"
    file.write_text("".join(f"{line[3:]}\n" for line in text.splitlines()), encoding="utf-8")
    assert call(f"check --rules {rules}").exit_code == 0
    output = call(f"diff directnet zwanzigerrufen:post --no-play --rules {rules}").output
    assert "The Four Kings count 2 points instead of 1 unannounced." in output


def test_the_word_of_contributing_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entry registers, gives its shape, and means what it says; its limits, too."""
    monkeypatch.setattr(registry, "CONDITIONS", conditions := dict(registry.CONDITIONS))
    entry, attached = re.findall(r" {3}```python\n(   @c.*?)```", CONTRIBUTING, re.DOTALL)
    names = {**vars(outcome)}
    exec(textwrap.dedent(entry), names)
    exec(textwrap.dedent(attached), names)
    added = conditions["cards_taken"]
    shape = condition(added)
    assert shape["description"] == "The side has at least so many cards at the end."
    assert shape["required"] == ["side", "at_least"]
    assert shape["properties"]["at_least"] == {"type": "integer", "minimum": 1}
    holds = added.meaning(side=lambda facts, own: own, at_least=3)
    seats = {1: 0b111, 2: 0b11}
    facts: Any = SimpleNamespace(taken_by=seats.__getitem__)
    assert holds(facts, 1) and not holds(facts, 2)
    assert added.limits is not None
    bounds: Any = SimpleNamespace(deck=zwanz_ssot.load("rufmariasch").deck)
    pack = len(bounds.deck.cards)
    assert not list(added.limits({"at_least": pack}, bounds))
    assert [each.kind for each in added.limits({"at_least": pack + 1}, bounds)] == ["never"]
