"""All rule sets side by side, and what stays together at the end of a page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import loaded
from weasyprint import HTML

from zwanz_renderer import blocks  # noqa: F401  registers the blocks
from zwanz_renderer.blocks.wording import book_words
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared
from zwanz_ssot.library import Library, library, load
from zwanz_ssot.model import Game
from zwanz_ssot.places import data

RULES = Path(__file__).parent / "bad" / "rules"
GAME = "zwanzigerrufen"
VARIANTS = ("directnet", "rulebook", "wikipedia")
HEADS = {  # without the name of the game, which they share
    "en": ("20er Rufen as played online", "House rules", "After the encyclopaedia"),
    "de": ("20er Rufen (Directnet)", "Hausregeln", "Nach der Enzyklopädie"),
    "ja": ("オンライン版", "ハウスルール", "百科事典版"),
}
SHIPPED = (*VARIANTS, "forced-dealer", "three", "named-trump")
"""The variants that these tests know, with those of other games."""
SCRIPT = """[bid-script ends="forehand: rufer" partner=third]
forehand: bid rufer T-XX
second: pass
third: pass
fourth: pass
[/bid-script]"""
_CELL = re.compile(r"<t[hd]([^>]*)>(.*?)</t[hd]>", re.DOTALL)


@pytest.fixture(autouse=True)
def no_other_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant that joins the shipped ones changes nothing in what is said here of these."""
    every, shipped = Library.variants, library().root

    def known(folder: Library, game: str) -> tuple[str, ...]:
        found = every(folder, game)
        return tuple(name for name in found if name in SHIPPED or folder.root != shipped)

    monkeypatch.setattr(Library, "variants", known)


@pytest.fixture(scope="module")
def presses() -> Mapping[str, MarkdownSetup]:
    return {lang: MarkdownSetup(lang) for lang in HEADS}


def cells(row: str) -> list[str]:
    return [
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text)).strip() for _, text in _CELL.findall(row)
    ]


def drawn(press: MarkdownSetup, game: Game, lang: str, text: str = "[variants]") -> str:
    """A text as HTML without soft hyphens; it must be sound."""
    shared = Shared()
    html = (
        ChapterWriter(press, game, "x.md", shared)
        .chapter(f"# X\n\n{text}")
        .html.replace("\u00ad", "")
    )
    assert list(shared.found.problems) == []
    return html


def table(html: str) -> dict[str, list[str]]:
    """The rows by their names."""
    rows = [cells(row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)]
    return {name: rest for name, *rest in rows}


@pytest.mark.parametrize("lang", HEADS)
@pytest.mark.parametrize("variant", ("base", *VARIANTS))
def test_every_rule_set_has_a_column_and_that_of_the_book_is_marked(
    variant: str, lang: str, presses: Mapping[str, MarkdownSetup]
) -> None:
    html = drawn(presses[lang], loaded(GAME, variant), lang)
    head, *rows = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
    marked = ['class="here"' in attributes for attributes, _ in _CELL.findall(head)]
    assert marked == [False, *(name == variant for name in VARIANTS)]
    for game, name in zip(VARIANTS, cells(head)[1:], strict=True):
        assert name.startswith(HEADS[lang][VARIANTS.index(game)])
    whole = [cells(row) for row in rows]
    assert {len(row) for row in whole} == {1, 4}
    assert all(all(row) for row in whole)


def test_the_cells_say_what_each_rule_set_has(presses: Mapping[str, MarkdownSetup]) -> None:
    rows = table(drawn(presses["en"], loaded(GAME, "wikipedia"), "en"))
    assert rows["Direction"] == ["clockwise", "clockwise", "anticlockwise"]
    assert rows["Cards dealt"] == ["2 × 5", "10 × 1", "2 × 5"]
    assert rows["Who cuts"] == ["–", "–", "The player before the dealer"]
    assert rows["Called"] == ["XX to XVI", "XX to X", "XX to XVI"]
    assert rows["First speaker"] == ["has to bid", "may pass", "has to bid"]
    assert rows["Passes that end it"] == ["3", "3", "4"]
    assert rows["If nobody bids"] == ["–", "Trischaken", "–"]
    assert rows["Doubling"] == [
        "Kontra, Rekontra, Subkontra",
        "–",
        "Kontra, Rekontra, Supra, Resupra",
    ]
    assert (
        rows["Thrown in"][2]
        == "A player holds no tarocks; a player holds exactly one tarock (if wished)"
    )
    assert rows["Settled"] == ["after every round", "at the end", "after every round"]


def test_contracts_and_bonuses_show_what_they_are_worth(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    rows = table(drawn(presses["en"], loaded(GAME, "wikipedia"), "en"))
    assert rows["Suit Solo"] == ["4; bonuses × 2", "4 (Farberl)", "4"]
    assert rows["Picolo"] == ["–", "2", "–"]
    assert rows["Pagat Ultimo"] == ["1 / 2", "1", "1 / 2"]
    assert rows["Valat"] == ["6 / 12", "–", "6 / 12"]
    assert rows["Four Kings"] == ["1", "–", "2"]
    assert rows["Capture of the Mond"] == ["1", "–", "1, and 4 double rounds"]


@pytest.mark.parametrize(
    ("lang", "one", "several"),
    [
        ("en", "1, and 1 double round", "1, and 2 double rounds"),
        ("de", "1, und 1 Runde doppelt", "1, und 2 Runden doppelt"),
        ("ja", "1、1ラウンド2倍", "1、2ラウンド2倍"),
    ],
)
def test_one_double_round_is_one(lang: str, one: str, several: str) -> None:
    words = book_words(lang)
    told = [words.text("variants", "rounds", value="1", rounds=rounds) for rounds in (1, 2)]
    assert told == [one, several]


def test_contracts_that_only_others_have_stand_where_these_bid_them(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    names = list(table(drawn(presses["en"], loaded(GAME, "wikipedia"), "en")))
    first = names.index("What the contracts are worth") + 1
    shown = [
        "Normal Game",
        "Picolo",
        "Suit Solo",
        "Solo",
        "Solodreier",
        "Valat with a partner",
        "Valat alone",
    ]
    assert names[first : first + 8] == [*shown, "Trischaken"]


def test_rules_of_ones_own_stand_before_the_shipped_ones(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    game = loaded(GAME, "rulebook")
    own = replace(game, variant="ours", auction=replace(game.auction, ends_after_passes=9))
    html = drawn(presses["en"], own, "en")
    assert table(html)["Passes that end it"] == ["9", "3", "3", "4"]
    assert html.index("this book") < html.index("20er Rufen")


def test_rule_sets_of_rules_of_ones_own_stand_beside_each_other(
    presses: Mapping[str, MarkdownSetup], tmp_path: Path
) -> None:
    """Two of a game in another folder; one of them breaks meanwhile, and is left out."""
    folder = tmp_path / "rules"
    shutil.copytree(RULES, folder)
    evening = folder / GAME / "variants" / "evening.yaml"
    for variant in ("base", "evening"):
        html = drawn(presses["en"], load(GAME, variant, rules=folder), "en")
        (heads, *_) = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
        marked = ['class="here"' in attributes for attributes, _ in _CELL.findall(heads)]
        assert marked == [False, variant == "base", variant == "evening"]
        assert "20er Rufen" not in html
    game = load(GAME, rules=folder)
    evening.write_text(evening.read_text(encoding="utf-8") + "colour: blue\n", encoding="utf-8")
    assert "<table" not in drawn(presses["en"], game, "en")


def test_the_rule_set_of_the_book_is_shown_as_it_is_in_the_book(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    game = loaded(GAME, "rulebook")
    changed = replace(game, auction=replace(game.auction, ends_after_passes=9))
    assert table(drawn(presses["en"], changed, "en"))["Passes that end it"] == ["3", "9", "4"]


def test_what_comes_of_an_auction_stands_in_its_last_row(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    html = drawn(presses["en"], loaded(GAME, "directnet"), "en", SCRIPT)
    assert "<tfoot" not in html
    last = re.findall(r"<tr[^>]*>.*?</tr>", html, re.DOTALL)[-1]
    assert last.startswith('<tr class="result">')
    assert cells(last) == ["Forehand plays the Normal Game with the holder of the Twenty."]


# the end of a page

_PAGE = "@page { size: 148mm 210mm; margin: 20mm }"


def pages_of(html: str, above: int) -> list[list[str]]:
    """The classes of the rows on each page, of a table that stands so many millimetres down its
    first page.
    """
    style = "".join(
        (data("templates") / name).read_text("utf-8") for name in ("print.css", "blocks/blocks.css")
    )
    body = f'<style>{style}{_PAGE}</style><main><div style="height: {above}mm"></div>{html}</main>'
    return [
        [
            box.element.get("class", "")
            for box in page._page_box.descendants()
            if box.element_tag == "tr"
        ]
        for page in HTML(string=body).render().pages
    ]


def test_what_is_said_of_a_trick_or_an_auction_is_never_first_on_a_page(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    suits = "HDSC"
    lines = [
        f"forehand: {s}-K | second: {s}-Q | third: {s}-C | fourth: {s}-J -> forehand : A word"
        for s in suits
    ]
    lines.append(
        "forehand: T-XX | second: T-X | third: T-V | fourth: T-VI -> forehand : A last word"
    )
    tricks = "\n".join(["[trick-table contract=rufer]", *lines, "[/trick-table]"])
    for text, below in ((tricks, "special"), (SCRIPT, "result")):
        html = drawn(presses["en"], loaded(GAME, "directnet"), "en", text)
        table = html[html.index('<div class="table') :]
        laid_out = [pages_of(table, above) for above in range(120, 170, 5)]
        assert any(len(page) > 1 for pages in laid_out for page in pages[1:])
        assert [
            page for pages in laid_out for page in pages if page[1:2] == [below]
        ] == []  # the head is row 0


def test_no_row_of_a_table_goes_on_on_the_next_page(presses: Mapping[str, MarkdownSetup]) -> None:
    rows = "".join(f"| {letter} | {'words and more words ' * 15} |\n" for letter in "abcdefg")
    html = drawn(presses["en"], loaded(GAME, "directnet"), "en", f"| A | B |\n|---|---|\n{rows}")
    table = html[html.index('<div class="table') :]
    for above in range(20, 140, 24):
        pages = [page for page in pages_of(table, above) if page]
        assert len(pages) > 1
        assert sum(len(page) - 1 for page in pages) == len(
            "abcdefg"
        )  # a broken row counts twice; each page has a head


def test_a_base_that_is_played_has_a_column_and_rules_that_a_game_lacks_no_row(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    html = drawn(presses["en"], loaded("rufmariasch", "base"), "en")
    rows = table(html)
    assert re.search(r'class="here">[^<]*trumps with the call', html, re.IGNORECASE)
    assert rows["Called"] == ["any card", "any card"]
    assert rows["Trumps"] == [
        "The suit of the called card is trumps.",
        "The suit that the declarer names is trumps.",
    ]
    assert rows["Simple Game"] == ["1 per 10 points"] * 2
    assert not {"Passes that end it", "First speaker"} & rows.keys()  # nothing is bid
    assert "bonuses" not in html.lower()


def test_a_game_with_one_rule_set_is_beside_nothing(presses: Mapping[str, MarkdownSetup]) -> None:
    assert "<table" not in drawn(presses["en"], loaded("koenigrufen-graden", "base"), "en")


def test_what_changes_in_several_contracts_alike_is_told_once(
    presses: Mapping[str, MarkdownSetup],
) -> None:
    html = drawn(presses["en"], loaded("anrufen", "three"), "en", "[differences]")
    found = [row[0] for row in map(cells, re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL))]
    four = "In the Simple Game, in the Hundred, in All Tricks and in All Tricks with Hundred"
    assert (
        f"{four} the declarer plays alone. Until now: the declarer and the holder of the called card."
        in found
    )
    assert "New: Any card may be discarded. Discards count for the defenders." in found
    assert len(found) == len(set(found)) == 15  # the head, and 14 of 26 changes
