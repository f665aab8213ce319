"""The names of a game, in the languages that it is meant for."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from zwanz_ssot.library import check, load
from zwanz_ssot.prose import languages
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
            assert len(articles) == 1, "names need no gender"
            continue
        parts = nouns["additionalProperties"]["properties"]
        assert {*parts["gender"]["enum"]} == {*articles} - {"all"}
        assert {*parts} - {"gender"} <= {"one", *articles["bare"]}
