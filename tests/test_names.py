"""The names of a game, in the languages that it is meant for."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import write_schemas
from zwanz_ssot.library import check, load
from zwanz_ssot.model import Name
from zwanz_ssot.places import data
from zwanz_ssot.prose import Prose, languages, template
from zwanz_ssot.prose.template import words
from zwanz_ssot.schema import below, root

RULES = Path(__file__).parent / "bad" / "rules"


def test_a_game_that_has_no_english_name_needs_none_in_it(tmp_path: Path) -> None:
    """Its books are in other languages."""
    folder = tmp_path / "rules"
    shutil.copytree(RULES, folder)
    for file in ("game.yaml", "variants/evening.yaml"):
        rules = folder / "zwanzigerrufen" / file
        text = rules.read_text(encoding="utf-8")
        rules.write_text(re.sub(r"\ben: ('[^']*'|[^,}]+), ", "", text), encoding="utf-8")
    assert not check(rules=folder)
    game = load("zwanzigerrufen", rules=folder)
    assert game.game_name.texts == {"de": "Zwanzigerrufen"}
    assert game.contracts["solo"].name.text("en") == "Solo"


def test_house_rules_in_german_need_no_english(tmp_path: Path) -> None:
    """The title of house rules says for whom they are."""
    change = "{at: contracts.solo.name, set: {de: Einzelspiel}, source: uncle}"
    for title, sound in (("{de: Bei uns}", True), ("{en: Ours, de: Bei uns}", False)):
        house = tmp_path / "house.yaml"
        text = f"variant: house\nof: zwanzigerrufen\nname: {title}\nchanges:\n  - {change}\n"
        house.write_text(text, encoding="utf-8")
        assert (not check([house], rules=RULES)) == sound


def test_a_game_may_say_of_a_noun_what_the_language_knows_of_nouns() -> None:
    for language in languages():
        articles = words(language).content["articles"]
        nouns = below(root("game"), "nouns")["properties"].get(language)
        if nouns is None:
            assert len(articles) == 1, "run python scripts/write_schemas.py"
            continue
        parts = nouns["additionalProperties"]["properties"]
        assert {*parts["gender"]["enum"]} == {*articles} - {"all"}
        assert {*parts} - {"gender"} <= {"one", *articles["bare"]}


CZECH = """language: cs
grammar: {definite: [], default: bare}
articles:
  masculine: {nom: '', acc: '', ins: ''}
  feminine: {nom: '', acc: '', ins: ''}
  bare: {nom: '', acc: '', ins: ''}
nouns: {Hra: {gender: feminine, acc: Hru, ins: Hrou}}
settings:
  contracts.<contract>.declarers: 'S {contract:@ins} hraje {value}.'
"""


@pytest.fixture
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Templates with the first words of one more language; a folder of rules."""
    templates = Path(shutil.copytree(data("templates"), tmp_path / "templates"))
    (templates / "words.cs.yaml").write_text(CZECH, encoding="utf-8")
    monkeypatch.setattr(template, "data", lambda kind: templates)
    template.forget()
    yield Path(shutil.copytree(RULES, tmp_path / "rules"))
    template.forget()


def test_a_language_of_ones_own_has_nouns_with_its_own_forms(czech: Path) -> None:
    """By the command that writes schemas; `check` reads the one that is shipped."""
    schema = json.loads((data("schema") / "game.schema.json").read_text(encoding="utf-8"))
    write_schemas.games(schema)
    shape = Draft202012Validator(schema["properties"]["nouns"])
    sedma = {"gender": "feminine", "acc": "Sedmu", "ins": "Sedmou"}
    assert shape.is_valid({"cs": {"Sedma": sedma}})
    assert not shape.is_valid({"cs": {"Sedma": {**sedma, "gender": "neuter"}}})
    assert not shape.is_valid({"cs": {"Sedma": {**sedma, "dat": "Sedmě"}}})
    game = load("zwanzigerrufen", rules=czech)
    solo = replace(game.contracts["solo"], name=Name({"en": "Solo", "cs": "Sedma"}))
    own = replace(game, nouns={"cs": {"Sedma": sedma}}, contracts={**game.contracts, "solo": solo})
    said = Prose(own, "cs").setting(at := ("contracts", "solo", "declarers"), game.at(at))
    assert said.startswith("S Sedmou hraje ")
