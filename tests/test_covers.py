"""Covers: each game has one of its own, and a game that names none has one all the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pdf_judge
import pytest

from zwanz_renderer import book, pages
from zwanz_renderer.faces import covers
from zwanz_renderer.pages import player_aid
from zwanz_renderer.pictures import Pictures, cover_drawing, cover_of, motif_card
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [load(name, "base") for name in library().games()]


def without_cover(game: Game) -> Game:
    data = {key: value for key, value in game.data.items() if key != "cover"}
    return replace(game, data=data)


def test_each_game_has_a_cover_of_its_own(games: list[Game]) -> None:
    fronts = {Pictures.of(game, "en").svg("cover:front") for game in games}
    assert len(fronts) == len(games)


def test_a_game_that_names_no_cover_shows_its_strongest_picture(games: list[Game]) -> None:
    for game in games:
        bare = without_cover(game)
        assert cover_of(bare).ground in covers.GROUNDS
        assert Pictures.of(bare, "en").svg("cover:front").startswith("<svg")
    tarock = next(game for game in games if "T-Sk" in game.deck.by_id)
    assert motif_card(without_cover(tarock)).id == "T-Sk"


def test_the_cover_is_no_rule(games: list[Game]) -> None:
    assert all(without_cover(game).rules_digest == game.rules_digest for game in games)


@pytest.mark.parametrize("lang", pages.languages())
def test_the_player_aid_has_every_contract_and_bonus(games: list[Game], lang: str) -> None:
    for game in games:
        aid = player_aid(game, lang)
        named = {contract.name.text(lang) for contract in game.contracts.values()}
        assert {name for name, _ in aid["contracts"]} == named
        assert len(aid["bonuses"]) == len(game.bonuses)
        parts = [part for side in aid["sides"] for part in side]
        assert parts.count("contracts") == parts.count("points") == 1
        assert ("bonuses" in parts) == bool(game.bonuses)


def test_the_player_aid_is_a_section_where_no_page_is_the_back_cover(games: list[Game]) -> None:
    for game in games:
        aid = pages.aid_section(game, "en")
        assert aid.html.count(f'id="{aid.anchor}"') == 1 and aid.title in aid.html
        assert game.game_name.text("en") in aid.title


@pytest.mark.parametrize(
    ("game", "variant", "lang", "last"),
    [
        ("slovenian-tarok", "three", "ja", "そして次の人が配ります。"),  # the end of the round
        ("hungarian-tarokk", "base", "ja", "そして次の人が配ります。"),
        (
            "skat",
            "base",
            "en",
            "Diamonds A 10 K Q J 9 8 7",
        ),  # its contracts leave no room for the round
    ],
)
def test_the_player_aid_ends_above_the_frame(
    game: str, variant: str, lang: str, last: str, tmp_path: Path
) -> None:
    rules = Path(__file__).parent.parent / "docs" / "games" if game == "skat" else None
    (tmp_path / "01.md").write_text("# X\n\nx\n", encoding="utf-8")
    built = book.build(
        load(game, variant, rules=rules),
        lang=lang,
        out=tmp_path / "out",
        chapters=tmp_path,
        formats=["pdf"],
    )
    *_, (_, height, words) = pdf_judge.seen_pages(built.files["pdf"])
    assert max(word.bottom for word in words) < height * (1 - 12 / 210)
    assert last in " ".join(word.text for word in words)


def test_a_player_aid_of_many_contracts_goes_on_in_the_other_column() -> None:
    skat = load("skat", "base", rules=Path(__file__).parent.parent / "docs" / "games")
    aid = player_aid(skat, "en")
    assert aid["sides"] == (["contracts"], ["more_contracts", "points"])
    assert 0 < aid["beside"] < len(aid["contracts"])
    html = pages.aid_section(skat, "en").html
    rows = [f'<th scope="row">{name}</th>' for name, _ in aid["contracts"]]
    assert all(row in html for row in rows) and html.count(rows[0]) == 1


def test_a_long_title_stays_on_its_tablet() -> None:
    game = load("koenigrufen-graden", "base")
    sizes = []
    for title in (
        "Tarok",
        "Königrufen",
        "Königrufen of Rußbach",
        "ケーニヒルーフェン（グラーデン）",
    ):
        svg = cover_drawing(title, "A rulebook", Pictures.of(game, "en"))
        tag = svg.partition(f">{title}</text>")[0].rpartition("<text")[2]
        sizes.append(float(tag.partition('font-size="')[2].partition('"')[0]))
    assert all(long <= short for short, long in pairwise(sizes)) and sizes[-1] < sizes[0]


def test_a_page_says_how_wide_the_longest_word_of_its_title_is() -> None:
    widths = [
        pages.longest_word(title)
        for title in (
            "Zwanzigerrufen",
            "Königrufen in Rußbach",
            "Königrufen",
            "ツヴァンツィガールーフェン",
        )
    ]
    assert widths[0] > widths[1] == widths[2] and widths[3] == 13
    game = load("zwanzigerrufen", "base")
    assert f"--title: {widths[0]:.2f}" in pages.document(game, "de", []).page.html("")
