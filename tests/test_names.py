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
from zwanz_ssot.problems import WrongCall
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
  neuter: {nom: '', acc: '', ins: ''}
  bare: {nom: '', acc: '', ins: ''}
nouns: {Hra: {gender: feminine, acc: Hru, ins: Hrou}, Sólo: neuter, Bettel: masculine}
roles:
  declarer: {text: hlavní hráč, gender: masculine}
  forehand: {text: předák, gender: masculine}
  side_of: {text: 'strana {arg}', gender: feminine}
  all_but: {text: 'bez {arg}', gender: arg}
settings:
  contracts.<contract>.declarers: 'S {contract:@ins} hraje {value}.'
  contracts.<contract>.value: '{contract:^} je {contract:placen|placeny|feminine=placena|neuter=placeno} {value}.'
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
    assert not shape.is_valid({"cs": {"Sedma": {**sedma, "gender": "common"}}})
    assert not shape.is_valid({"cs": {"Sedma": {**sedma, "dat": "Sedmě"}}})
    game = load("zwanzigerrufen", rules=czech)
    solo = replace(game.contracts["solo"], name=Name({"en": "Solo", "cs": "Sedma"}))
    own = replace(game, nouns={"cs": {"Sedma": sedma}}, contracts={**game.contracts, "solo": solo})
    said = Prose(own, "cs").setting(at := ("contracts", "solo", "declarers"), game.at(at))
    assert said.startswith("S Sedmou hraje ")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Bettel", "Bettel je placen 2."),
        ("Hra", "Hra je placena 2."),
        ("Sólo", "Sólo je placeno 2."),
        ("Rufer", "Rufer je placen 2."),
        ("Sedma", "Sedma je placena 2."),
    ],
)
def test_a_sentence_takes_the_gender_of_a_name(czech: Path, name: str, sentence: str) -> None:
    """Of the nouns of the language, and of those of the game; else the usual word."""
    game = load("zwanzigerrufen", rules=czech)
    solo = replace(game.contracts["solo"], name=Name({"cs": name}))
    own = replace(
        game,
        nouns={"cs": {"Sedma": {"gender": "feminine"}}},
        contracts={**game.contracts, "solo": solo},
    )
    assert Prose(own, "cs").setting(("contracts", "solo", "value"), 2) == sentence


@pytest.mark.usefixtures("czech")
def test_an_entry_has_a_gender_or_that_of_a_value() -> None:
    declarer = words("cs").phrase("roles", "declarer")
    side = words("cs").phrase("roles", "side_of", arg=declarer)
    others = words("cs").phrase("roles", "all_but", arg=side)
    both = words("cs").joined([declarer, side])
    won = "{x:vyhrál|vyhráli|feminine=vyhrála}"
    told = [template.fill(won, {"x": who}) for who in (declarer, side, others, both)]
    assert told == ["vyhrál", "vyhrála", "vyhrála", "vyhráli"]
    assert "gender" not in side.forms


def test_a_choice_by_what_is_no_gender_is_told(czech: Path) -> None:
    file = template.data("templates") / "words.cs.yaml"
    wrong = CZECH.replace("feminine=placena|neuter", "femnine=placena|neuter")
    wrong = wrong.replace("gender: arg", "gender: animate")
    wrong += (
        "  bonuses.<bonus>.value.silent: '{bonus:feminine=jedna|2 3=více} a {bonus:neuter=nic}'\n"
    )
    file.write_text(wrong, encoding="utf-8")
    template.forget()
    with pytest.raises(WrongCall) as told:
        words("cs")
    assert str(told.value) == (
        "templates/words.cs.yaml: "
        "roles.all_but: there is no gender 'animate'; "
        "settings.contracts.<contract>.value: there is no gender 'femnine', "
        "did you mean 'feminine'?; "
        "settings.bonuses.<bonus>.value.silent: {bonus:feminine=jedna|2 3=více} has no word "
        "for other names and numbers; "
        "settings.bonuses.<bonus>.value.silent: {bonus:neuter=nic} has no word "
        "for other names and numbers; "
        "the genders are those under articles: masculine, feminine, neuter, bare"
    )


@pytest.mark.parametrize(
    "nouns",
    [
        {"Solo": {"gender": "the", "one": "Solo"}},
        {"Solo": {"gender": "plural", "one": "Single Solo"}},
        {"Solo": {"gender": "the", "one": "Game"}, "Game": {"gender": "the", "one": "Solo"}},
    ],
)
def test_a_singular_is_that_of_no_other_noun(nouns: dict[str, dict[str, str]]) -> None:
    game = load("zwanzigerrufen", "directnet")
    of_solo = Prose(replace(game, nouns={"en": nouns}), "en")._terms.names.nouns.named("Solo")
    assert of_solo.forms["one"] == nouns["Solo"]["one"]
    assert of_solo.forms["a"].endswith(nouns["Solo"]["one"])
