"""House rules whose writer speaks one language: everything can be asked for in any other one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from conftest import LANGUAGES

from zwanz_ssot import load
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.places import data

HOUSE = """
variant: house
of: zwanzigerrufen:directnet
name: {de: Unser Tisch}
sources: {uncle: {title: Onkel Karl, language: de, about: {de: Der älteste am Tisch}}}
changes:
- {at: contracts.solo.value, set: 5, source: uncle}
- at: contracts.sixty
  add:
    name: {de: Sechziger, also: [Der Sechziger]}
    declarers: [declarer]
    objective: {points_at_least: {side: declarers, points: 60}}
    value: 3
    source: [uncle]
  source: uncle
- {at: auction.ladder, set: [rufer, farbensolo, sixty, solo], source: uncle}
open:
- id: who_pays
  at: contracts.sixty.value
  question: {de: Zahlt beim Sechziger jeder?}
  kept: {de: Jeder zahlt.}
  why: {de: So war es immer.}
  source: uncle
"""
EXAMPLE = """
game: zwanzigerrufen
in: [house.yaml]
examples:
- example: five
  title: {de: Ein Solo bringt vier}
  because: {de: weil es vier kostet}
  contract: solo
  outcome: {points: {declarers: 45}}
  expect: {scores: {forehand: 12, second: -4, third: -4, fourth: -4}}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


def called(*arguments: str | Path) -> str:
    result = CliRunner().invoke(zwanz, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return str(result.output)


def test_names_in_one_language_are_sound_and_shown_in_every_other(house: Path) -> None:
    called("check", house)
    game = load("zwanzigerrufen", str(house))
    for lang in (*LANGUAGES, "it"):
        assert game.name.text(lang) == "Unser Tisch"
        assert game.contracts["sixty"].name.text(lang) == "Sechziger"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_book_and_its_differences_are_told_in_every_language(
    house: Path, lang: str, tmp_path: Path
) -> None:
    assert "Sechziger" in called(
        "diff", "zwanzigerrufen:directnet", house, "--lang", lang, "--no-play"
    )
    called("book", "--variant", house, "--lang", lang, "--format", "html", "--out", tmp_path)
    (page,) = tmp_path.glob("*.html")
    text = page.read_text(encoding="utf-8").replace("\u00ad", "")
    assert "Unser Tisch" in text and "Zahlt beim Sechziger jeder?" in text


def test_a_title_in_one_language_is_shown_in_another(house: Path) -> None:
    examples = house.with_name("examples.yaml")
    examples.write_text(EXAMPLE, encoding="utf-8")
    result = CliRunner().invoke(zwanz, ["examples", str(examples), "--lang", "en"])
    assert result.exit_code == 1 and "Ein Solo bringt vier" in result.output, result.output


def texts(node: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Every mapping with an English text, and where it stands."""
    if isinstance(node, list):
        return [each for n, inner in enumerate(node) for each in texts(inner, f"{path}.{n}")]
    if not isinstance(node, dict):
        return []
    if isinstance(node.get("en"), str):
        return [(path, node)]
    return [each for key, inner in node.items() for each in texts(inner, f"{path}.{key}")]


def test_the_rules_that_are_shipped_speak_every_language_that_is() -> None:
    files = sorted(data("rules").rglob("*.yaml"))
    found = [
        (file.name, where, lang)
        for file in files
        for where, text in texts(yaml.load(file.read_text("utf-8"), yaml.CSafeLoader))
        for lang in ("en", "de")
        if not text.get(lang)
    ]
    assert len(files) > 50 and found == []
