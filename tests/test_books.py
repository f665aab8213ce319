"""The books of all games that have chapters of their own: sound in every rule set and language, and
told alike.
"""

from __future__ import annotations

import html
import re
import shutil
from functools import cache, lru_cache
from pathlib import Path

import pytest
import yaml
from built_books import Book
from conftest import LANGUAGES, VARIANTS, loaded

from zwanz_renderer import blocks, book, pages
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_renderer.text.markdown import Chapter
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.places import data

SHELF = data("templates") / "book"
GAMES = sorted({game for game, _ in VARIANTS if (SHELF / "en" / game).is_dir()})
RULE_SETS = [rule_set for rule_set in VARIANTS if rule_set[0] in GAMES]
CHAPTERS = [
    chapter
    for lang in LANGUAGES
    for game in GAMES
    for chapter in sorted((SHELF / lang / game).glob("*.md"))
]
assert blocks  # registers them


def told_in(game: str) -> list[str]:
    """The languages with chapters of the game's own, English first."""
    return [lang for lang in LANGUAGES if book.chapters_of(game, lang).name != book.ANY]


RAW = re.compile(
    r"^\[(deal|trick-table|score-panel|bid-script).*?^\[/\1\]", re.MULTILINE | re.DOTALL
)
TAG = re.compile(r"\[\[[^\]]*\]\]|\[/?[a-z][^\]]*\]|\{#[\w-]+\}|\]\(#[\w-]+\)")
TRICKS = re.compile(r"^\[trick-table .*?\]\n(.*?)^\[/trick-table\]", re.MULTILINE | re.DOTALL)
CARD = re.compile(r"[A-Z]-\w+")
PANEL = re.compile(r"^\[score-panel\]\n(.*?)^\[/score-panel\]", re.MULTILINE | re.DOTALL)
DEAL = re.compile(r"^\[deal\]\n(.*?)^\[/deal\]", re.MULTILINE | re.DOTALL)


@lru_cache(maxsize=4)
def chapters(game: str, variant: str, lang: str) -> list[Chapter]:
    return book.write_chapters(loaded(game, variant), lang, book.chapters_of(game, lang), BLOCKS)


@lru_cache(maxsize=4)
def text(game: str, variant: str, lang: str) -> str:
    """What a reader of the book finds, in plain words: contents, chapters, colophon."""
    document = pages.document(loaded(game, variant), lang, chapters(game, variant, lang)).html
    return plain(re.sub(r"<style>.*?</style>|<[^>]+>", " ", document, flags=re.DOTALL))


def plain(sentence: str) -> str:
    """A text without soft hyphens, typographic quotes, stars of emphasis and blanks."""
    sentence = html.unescape(sentence).replace("\u00ad", "").replace("’", "'")
    return re.sub(r"[“”„]", '"', re.sub(r"\s+", "", sentence))


def test_every_game_with_a_book_is_told_in_every_language() -> None:
    found = {
        lang: [
            chapter.name for game in GAMES for chapter in sorted((SHELF / lang / game).glob("*.md"))
        ]
        for lang in LANGUAGES
    }
    assert "koenigrufen" in GAMES and "zwanzigerrufen" in GAMES
    assert found["de"] == found["en"] == found["ja"]


def test_the_book_is_written_without_a_problem(written_book: Book) -> None:
    assert len(text(*written_book)) > 8_000


@pytest.mark.parametrize(
    "chapter", CHAPTERS, ids=lambda its: f"{its.parent.parent.name}-{its.parent.name}-{its.stem}"
)
def test_no_chapter_types_a_digit(chapter: Path) -> None:
    written = TAG.sub("", RAW.sub("", chapter.read_text(encoding="utf-8")))
    assert re.findall(r".*\d.*", written) == []


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "variant"), RULE_SETS)
def test_every_language_has_the_same_places(game: str, variant: str) -> None:
    english, *others = (
        [
            (chapter.file.rpartition("/")[2], at.level, at.anchor)
            for chapter in its
            for at in chapter.headings
        ]
        for its in (chapters(game, variant, lang) for lang in told_in(game))
    )
    assert all(other == english for other in others)


def test_every_open_question_is_printed_with_its_answer(written_book: Book) -> None:
    game, variant, lang = written_book
    for entry in loaded(game, variant).open:
        for answer in (entry.question, entry.kept, entry.why):
            assert plain(answer.text(lang)).casefold() in text(game, variant, lang).casefold(), (
                entry.at
            )


def test_every_contract_and_every_bonus_is_named(written_book: Book) -> None:
    game, variant, lang = written_book
    rules = loaded(game, variant)
    for named in (*rules.contracts.values(), *rules.bonuses.values()):
        assert plain(named.name.text(lang)) in text(game, variant, lang), named.id


@pytest.mark.parametrize("chapter", [it for it in CHAPTERS if "worked-rounds" in it.stem], ids=str)
def test_each_round_is_told_as_it_is_settled(chapter: Path) -> None:
    written = chapter.read_text(encoding="utf-8")
    found = [re.findall(r"[a-z]+: ([A-Z]-\w+)", table) for table in TRICKS.findall(written)]
    settled = [yaml.safe_load(panel) for panel in PANEL.findall(written)]
    played = [
        [word for trick in panel["plays"] for word in trick if CARD.fullmatch(word)]
        for panel in settled
    ]
    assert found and all(any(cards[-len(table) :] == table for cards in played) for table in found)
    dealt = [hand.partition(":")[2] for deal in DEAL.findall(written) for hand in deal.splitlines()]
    shown = [hand.replace("|", "").split() for hand in dealt]
    wanted = [
        hand for panel in settled for hand in (*panel["hands"].values(), panel.get("talon")) if hand
    ]
    assert [hand for hand in wanted if hand in shown] == wanted


def test_a_house_that_pays_otherwise_has_its_book_too(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "variant: house\nof: zwanzigerrufen:directnet\nname: {en: Ours, de: Unseres}\nchanges:\n"
        "  - {at: contracts.rufer.value, was: 1, set: 2, source: custom}\n"
        "  - {at: contracts.solo.value, was: 4, set: 5, source: custom}\n",
        encoding="utf-8",
    )
    game = load("zwanzigerrufen", str(house))
    for lang in told_in("zwanzigerrufen"):
        assert book.write_chapters(game, lang, SHELF / lang / "zwanzigerrufen", BLOCKS)


NEW = """variant: ours
of: koenigrufen:{of}
name: {{en: Ours, de: Unseres}}
changes:
  - at: contracts.dorfbettel
    add:
      name: {{en: Village Beggar, de: Dorfbettel, ja: 村の乞食}}
      declarers: [declarer]
      objective: {{tricks_won: {{side: declarers, exactly: 2}}}}
      value: 5
      talon: {{takes: nothing, seen_by: nobody, counts_for: nobody}}
      play: {{first_lead: declarer, beat: if_possible, source: [custom]}}
      source: [custom]
    source: custom
  - {{at: auction.ladder, set: [{ladder}, dorfbettel], source: custom}}
"""
THE_GAMES = "03-the-games.md"


@pytest.mark.parametrize("of", ["base", "wien", "tirol"])
@pytest.mark.parametrize("lang", told_in("koenigrufen"))
def test_a_game_of_the_house_stands_in_a_table_of_its_own(
    of: str, lang: str, tmp_path: Path
) -> None:
    base, file = loaded("koenigrufen", of), tmp_path / "ours.yaml"
    ladder = ", ".join(base.auction.ladder)
    file.write_text(NEW.format(of=of, ladder=ladder), encoding="utf-8")
    game = load("koenigrufen", str(file))

    def tables(chapters: list[Chapter]) -> list[str]:
        (games,) = (chapter for chapter in chapters if chapter.file.endswith(THE_GAMES))
        return re.findall(r"<table>.*?</table>", games.html, re.DOTALL)

    shelf = book.chapters_of(game.id, lang)
    found = tables(book.write_chapters(game, lang, shelf, BLOCKS))
    new = [table for table in found if "contracts.dorfbettel" in table]
    assert len(new) == 1 and new[0].count("data-at=") == 1

    # Of the shipped book, which other tests print whole, this chapter alone.
    (alone := tmp_path / "chapters").mkdir()
    shutil.copy(shelf / THE_GAMES, alone)
    draft = book.BookBuilder(base, lang, chapters=alone, draft=True)
    assert len(found) == len(tables(draft.manuscript.chapters())) + 1


KEPT = {
    "de": "nachdemGebenineinemBlatt",
    "en": "inonehandwhenthecardsweredealt",
    "ja": "配られたときに一人の手札",
}
HOUSES = [
    (
        "zwanzigerrufen",
        ["{at: bonuses.absolut.won.points_at_least.points, set: 60, source: custom}"],
        {"de": "umeineneinzigenPunktverfehlt", "en": "byasinglepoint", "ja": "一点差で失敗"},
        {},
    ),
    (
        "zwanzigerrufen",
        [
            "{at: bonuses.trull.won, set: {has_taken: {side: claimants, cards: trull}}, source: custom}",
            "{at: bonuses.trull.goes_to, set: either_side, source: custom}",
        ],
        {"de": "fälltdirbeimGeben", "en": "intoyourlapwiththedeal", "ja": "配札で転がり込んで"},
        {},
    ),
    (
        "zwanzigerrufen",
        [
            "{at: bonuses.trull.won, set: {has_taken: {side: claimants, cards: trull}}, source: custom}",
            "{at: bonuses.trull.goes_to, set: either_side, source: custom}",
        ],
        KEPT,
        {},
    ),
    (
        "zwanzigerrufen",
        ["{at: contracts.solo.objective.points_at_least.points, set: 50, source: custom}"],
        {"de": "habengenausoviele", "en": "havejustasmany", "ja": "相手も同じ点"},
        {},
    ),
    (
        "zwanzigerrufen",
        ["{at: contracts.solo.bonus_factor, set: 3, source: custom}"],
        {
            "de": "ImSolozähltjedePrämiedoppelt",
            "en": "IntheSoloeverybonuscountsdouble",
            "ja": "ソロでは、ボーナスはすべて2倍",
        },
        {
            "de": "ImSolozähltjedePrämiedreifach",
            "en": "IntheSoloeverybonuscountstriple",
            "ja": "ソロでは、ボーナスはすべて3倍",
        },
    ),
    (
        "zwanzigerrufen",
        ["{at: kontra.times, set: 3, source: custom}"],
        {"de": "wurde,zähltdoppelt", "en": "promisedcountsdouble", "ja": "約束の価値は2倍"},
        {"de": "wurde,zähltdreifach", "en": "promisedcountstriple", "ja": "約束の価値は3倍"},
    ),
    (
        "zwanzigerrufen",
        [
            "{at: kontra.times, drop: true, source: custom}",
            "{at: kontra.adds, add: 2, source: custom}",
        ],
        {"de": "wurde,zähltdoppelt", "en": "promisedcountsdouble", "ja": "約束の価値は2倍"},
        {"de": "legt2Punktedazu", "en": "adds2points", "ja": "価値に2点"},
    ),
    (
        "koenigrufen",
        ["{at: contracts.sechserdreier.lost_value, set: 6, source: custom}"],
        {"de": "kosteterachtPunkte", "en": "Itcostseightpoints", "ja": "失敗すれば8点"},
        {"de": "kostetersechsPunkte", "en": "Itcostssixpoints", "ja": "失敗すれば6点"},
    ),
    (
        "koenigrufen",
        ["{at: contracts.sechserdreier.lost_value, drop: true, source: custom}"],
        {"de": "kosteterachtPunkte", "en": "Itcostseightpoints", "ja": "失敗すれば8点"},
        {"de": "Ermisslingtoft", "en": "Itfailsoften", "ja": "よく失敗します"},
    ),
    (
        "koenigrufen",
        ["{at: bonuses.uhu.won.card_wins_trick.trick.number, set: 10, source: custom}"],
        {"de": "denletzten,derUhudendavor", "en": "wantsthelast", "ja": "は最後のトリック、"},
        {"de": "dieHilfeeinesPartnersgiltnicht", "en": "apartner'shelpdoesnotcount"},
    ),
    (
        "koenigrufen",
        ["{at: contracts.farbensolo.bonus_factor, set: 3, source: custom}"],
        {
            "de": "ImSolorufer,imFarbensoloundimSolodreierzähltjedePrämiedoppelt",
            "en": "IntheSolorufer,intheSuitSoloandintheSolodreiereverybonuscountsdouble",
            "ja": "ソロルーファー、ファルベンソロとソロドライアーでは、ボーナスは",
        },
        {
            "de": "ImFarbensolozähltjedePrämiedreifach",
            "en": "IntheSuitSoloeverybonuscountstriple",
            "ja": "ファルベンソロでは、ボーナスは（ゲームの倍数で数えるヴァラットを除き）すべて3倍",
        },
    ),
    (
        "koenigrufen",
        ["{at: kontra.times, set: 3, source: custom}"],
        {"de": "Versprochenezähltdoppelt", "en": "promisedcountsdouble", "ja": "誰が取っても2倍"},
        {"de": "Versprochenezähltdreifach", "en": "promisedcountstriple", "ja": "誰が取っても3倍"},
    ),
    (
        "koenigrufen",
        [
            "{at: kontra.times, drop: true, source: custom}",
            "{at: kontra.adds, add: 2, source: custom}",
        ],
        {"de": "Versprochenezähltdoppelt", "en": "promisedcountsdouble", "ja": "誰が取っても2倍"},
        {"de": "legt2Punktedazu", "en": "adds2points", "ja": "価値に2点"},
    ),
]


def told(rules: Game, lang: str) -> str:
    """The text of a game's chapters, but for the one on other tables."""
    written = book.write_chapters(rules, lang, book.chapters_of(rules.id, lang), BLOCKS)
    kept = [chapter.html for chapter in written if "other-tables" not in chapter.file]
    return plain(re.sub(r"<[^>]+>", "", "".join(kept)))


@cache
def told_of_base(game: str, lang: str) -> str:
    return told(loaded(game, "base"), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "changes", "shipped", "of_the_house"), HOUSES)
def test_what_a_chapter_says_of_a_number_is_true_of_the_house(
    game: str,
    changes: list[str],
    shipped: dict[str, str],
    of_the_house: dict[str, str],
    lang: str,
    tmp_path: Path,
) -> None:
    file = tmp_path / "ours.yaml"
    lines = "".join(f"  - {change}\n" for change in changes)
    file.write_text(
        f"variant: ours\nof: {game}\nname: {{en: Ours, de: Unseres}}\nchanges:\n{lines}",
        encoding="utf-8",
    )

    house = told(load(game, str(file)), lang)
    assert plain(shipped[lang]) in told_of_base(game, lang)
    assert plain(shipped[lang]) not in house
    assert plain(of_the_house.get(lang, "")) in house
