"""The rule sets that tables offer: with house rules among them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import loaded
from starlette.testclient import TestClient

from zwanz_ssot.model import Game
from zwanz_ssot.places import data
from zwanz_ssot.problems import RulesFault, WrongCall
from zwanz_ssot.web import rule_sets
from zwanz_ssot.web.app import application
from zwanz_ssot.web.rule_sets import RuleSets
from zwanz_ssot.web.store import Store

HOUSE = Path(__file__).parent / "house_rules" / "house.yaml"


def test_house_rules_come_before_those_of_the_library() -> None:
    rules = RuleSets([HOUSE])
    assert rules.keys() == ["house:house", *RuleSets().keys()]
    found = rules.find("house:house")
    assert found.own and found.game.name.text("en") == "A house of our own"


def test_faulty_house_rules_are_refused_with_their_problems(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(HOUSE.read_text("utf-8").replace("at_least: 6", "at_least: many"), "utf-8")
    with pytest.raises(RulesFault) as raised:
        RuleSets([HOUSE, file])
    (problem,) = raised.value.problems
    assert str(problem).startswith(f"{file}:12:51: ")


def test_two_files_of_house_rules_cannot_have_one_name(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="two files of house rules have one name"):
        RuleSets([HOUSE, tmp_path / "house.yaml"])


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="there are no games in"):
        RuleSets(rules=tmp_path)


def test_house_rules_that_are_spoilt_while_they_are_offered_are_left_out(tmp_path: Path) -> None:
    """The others can be played, and every page answers; who asks for them gets their problems."""
    file = tmp_path / "club.yaml"
    file.write_text(HOUSE.read_text("utf-8").replace("variant: house", "variant: club"), "utf-8")
    rules, home = RuleSets([HOUSE, file]), "http://127.0.0.1:8020"
    asked = {"lang": "en", "name": "Anna", "strength": "random", "take_back": True}
    store = Store("sqlite://")
    with TestClient(application(rules, store), base_url=home) as client:
        opened = client.post(
            "/tables", json={**asked, "rules": "house:house"}, headers={"Origin": home}
        )
        assert "house:club" in client.get("/").text
        file.write_text(file.read_text("utf-8").replace("at_least: 6", "at_least: many"), "utf-8")
        start = client.get("/")
        assert start.status_code == 200
        assert "house:house" in start.text and "house:club" not in start.text
        assert client.get(f"/t/{opened.json()['table']}").status_code == 200
        assert client.get("/rules/house:club/en").status_code == 404
        refused = client.post(
            "/tables", json={**asked, "rules": "house:club"}, headers={"Origin": home}
        )
        assert refused.status_code == 422 and "at_least" in refused.json()["text"]
        file.unlink()
        assert client.get("/").status_code == 200
    store.close()


def test_cards_are_drawn_of_the_pack_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, small, large = RuleSets(), loaded("rufmariasch", "base"), loaded("anrufen", "base")
    edited = replace(small, deck=replace(large.deck, id=small.deck.id))
    monkeypatch.setitem(rules._drafts, "draft:before", small)
    monkeypatch.setitem(rules._drafts, "draft:after", edited)
    new = next(iter(large.deck.by_id.keys() - small.deck.by_id.keys()))
    assert rules.drawing("draft:before", "en", "back:@book").startswith("<svg")
    assert rules.drawing("draft:after", "en", f"card:{new}@book").startswith("<svg")


def test_only_the_newest_pages_of_books_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The studio offers a draft for each edit that is played, and each has a page of megabytes."""
    built: list[str] = []

    def page(game: object, lang: str, out: Path) -> str:
        built.append(lang)
        return f'<section id="chapters.{lang}">'

    monkeypatch.setattr(rule_sets, "rules_page", page)
    monkeypatch.setattr(rule_sets, "_MOST_BOOKS", 2)
    rules, key = RuleSets(), "rufmariasch:base"
    for lang in ("en", "de", "en", "ja", "en", "de"):
        assert rules.book(key, lang) == f'<section id="chapters.{lang}">'
    assert built == ["en", "de", "ja", "de"]


def test_a_page_is_built_anew_once_a_name_has_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def page(game: Game, lang: str, out: Path) -> str:
        return game.name.text(lang)

    monkeypatch.setattr(rule_sets, "rules_page", page)
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE.read_text("utf-8"), "utf-8")
    rules = RuleSets([file])
    assert rules.book("house:house", "en") == "A house of our own"
    file.write_text(file.read_text("utf-8").replace("A house of our own", "The Lion"), "utf-8")
    assert rules.book("house:house", "en") == "The Lion"


def test_rules_of_a_folder_are_read_again_once_they_are_edited(tmp_path: Path) -> None:
    """Those of the folder, and house rules that change them."""
    folder, house = tmp_path / "rules", tmp_path / "house.yaml"
    shutil.copytree(data("rules"), folder)
    house.write_text(
        "variant: house\nof: rufmariasch\nname: {en: Ours}\nchanges:\n"
        "  - {at: play.beat, set: never, source: custom}\n",
        "utf-8",
    )
    rules = RuleSets([house], folder)
    keys = ("rufmariasch:base", "rufmariasch:named-trump", "house:house")
    before = [rules.find(key).game for key in keys]
    assert [rules.find(key).game for key in keys[:2]] == before[:2]
    file = folder / "rufmariasch" / "game.yaml"
    edited = file.read_text("utf-8").replace("points: 10, pays: 1", "points: 10, pays: 7")
    file.write_text(edited, "utf-8")
    after = [rules.find(key).game for key in keys]
    assert not {game.digest for game in before} & {game.digest for game in after}
