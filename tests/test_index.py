"""The index of a book: what stands in it, where it leads, and on which page once only."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from changed import changed

import zwanz_ssot
from zwanz_renderer import blocks
from zwanz_renderer.blocks.wording import title_of
from zwanz_renderer.book import BookBuilder, write_chapters
from zwanz_renderer.book_parts import name_pages_once
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press import pdf
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.model import Game

assert blocks
LINE = re.compile(r'<li><span class="entry">(.*?)</span>(.*?)</li>')
PLACE = re.compile(r'href="#([^"]+)" aria-label="([^"]*)"><span class="in">(\w+)</span>')
DECK = """# The Pack

A pack has *tarocks* and others.

## The Trull

Three cards together: the **Sküs**, the Mond and one more.
"""
PLAY = """# Playing

The Mond is *void* of fear. Then we *lead*; and whoever is *void*, is free.

## Following

[contract-table]
"""
VOID = "Without any card of a suit"
WORDS = "# Words\n\n[glossary]\n"


@pytest.fixture(scope="module")
def game() -> Game:
    return zwanz_ssot.load("zwanzigerrufen", variant="directnet")


def lines(
    game: Game, folder: Path, index: str = "[index]", **more: str
) -> dict[str, list[tuple[str, ...]]]:
    """The lines of an index behind three chapters: name → anchor, label and chapter of each place."""
    texts = {"1.md": DECK, "2.md": PLAY, "3.md": WORDS, "4.md": f"# Index\n\n{index}\n", **more}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    chapters = write_chapters(game, "en", folder, BLOCKS)
    ids = re.findall(r'\sid="([^"]+)"', "".join(chapter.html for chapter in chapters))
    assert len(ids) == len(set(ids))
    found = {name: PLACE.findall(places) for name, places in LINE.findall(chapters[-1].html)}
    assert {anchor for places in found.values() for anchor, *_ in places} <= set(ids)
    return found


def test_what_a_heading_names_leads_to_the_heading(game: Game, tmp_path: Path) -> None:
    found = lines(game, tmp_path)
    assert found["Trull"][0] == ("the-trull", "I: The Trull", "I")
    assert "Trull, the" not in found


def test_a_heading_that_names_nothing_else_is_a_line_without_its_article_before_it(
    game: Game, tmp_path: Path
) -> None:
    found = lines(game, tmp_path, **{"2.md": "# Playing\n\n## The long evening\n\nIt is long.\n"})
    assert found["Long evening, the"] == [("the-long-evening", "II: The long evening", "II")]


def test_a_word_leads_to_where_it_is_introduced_and_not_to_the_list_of_words(
    game: Game, tmp_path: Path
) -> None:
    found = lines(game, tmp_path)
    assert [(label, chapter) for _, label, chapter in found["void"]] == [("II: Playing", "II")]
    assert [chapter for *_, chapter in found["lead"]] == ["II"]
    assert "dealer" not in found


def test_a_heading_of_several_names_the_one(game: Game, tmp_path: Path) -> None:
    found = lines(
        game, tmp_path, **{"2.md": "# Playing\n\n## The contracts\n\nThere are *bids* for each.\n"}
    )
    assert found["contract"][0] == ("the-contracts", "II: The contracts", "II")
    assert found["bid"][0][1] == "II: The contracts"
    assert "Contracts, the" not in found


def test_no_line_leads_into_a_block_with_a_problem(game: Game, tmp_path: Path) -> None:
    wrong = "[note bogus=1]\n# Heading here\n\n## Also this\n\n[/note]\n"
    (tmp_path / "1.md").write_text(wrong, encoding="utf-8")
    (tmp_path / "2.md").write_text("# B\n\n## A long evening\n\n[index]\n", encoding="utf-8")
    book = BookBuilder(game, "en", chapters=tmp_path, draft=True)
    made = book.build(tmp_path / "out", formats=["html"])
    assert [str(each).partition(".md:")[2] for each in made.problems] == [
        "1:7: note: has no attribute 'bogus'; it takes width, annotation, title"
    ]
    assert "Also this" not in made.files["html"].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["ー", "\u0301", "\U0001b001", "ガ\u0301ー"])
def test_a_name_may_have_no_letter_or_an_old_one(name: str, tmp_path: Path) -> None:
    solo = changed(
        tmp_path, "zwanzigerrufen:base", f'at: contracts.solo.name, set: {{en: "{name}"}}'
    )
    book = tmp_path / "book"
    book.mkdir()
    assert [label for _, label, _ in lines(solo, book)[name]] == ["II: Following"]


def test_a_contract_leads_to_its_row_in_the_table(game: Game, tmp_path: Path) -> None:
    places = [label for _, label, _ in lines(game, tmp_path)["solo"]]
    assert places == ["II: Following"]


def test_a_contract_leads_to_its_row_among_those_that_are_alike_and_to_no_longer_name(
    tmp_path: Path,
) -> None:
    skat = resolve_game("skat", None, Path(__file__).parent.parent / "docs" / "games")
    texts = {
        "1.md": "# Talk\n\nA [contract id=null_hand] is bid.\n",
        "2.md": "# Bids\n\n[contract-table]\n",
        "3.md": "# Words\n\nOf a Null.\n",
    }
    found = lines(skat, tmp_path, **texts)
    for name in ("Clubs", "Diamonds ouvert", "Null", "Null Hand"):
        assert ("Bids", "II") in [(label[4:], chapter) for _, label, chapter in found[name]], name
    found = lines(skat, tmp_path, **texts | {"2.md": "# Bids\n\nNo bids.\n"})
    assert [chapter for *_, chapter in found["Null"]] == ["III"]
    assert [chapter for *_, chapter in found["Null Hand"]] == ["I"]


def test_what_is_explained_nowhere_leads_to_its_first_mention(game: Game, tmp_path: Path) -> None:
    found = lines(game, tmp_path, **{"3.md": "# Words\n\nNo words, but the Mond again.\n"})
    assert [chapter for *_, chapter in found["Mond"]] == ["I"]
    assert "Nineteen" not in found


def test_the_name_of_an_icon_is_no_mention(tmp_path: Path) -> None:
    """Nothing of it is set on a page, so that a link there would lead nowhere."""
    hearts = resolve_game("hearts", None, Path(__file__).parent.parent / "docs" / "games")
    found = lines(hearts, tmp_path, **{"1.md": "# Hearts\n\n[in-brief]\n\nA round is short.\n"})
    assert [chapter for *_, chapter in found["round"]] == ["I"]
    html = write_chapters(hearts, "en", tmp_path, BLOCKS)[0].html
    assert html.count("<title>A round</title>") == 1


def test_another_name_leads_to_the_name(game: Game, tmp_path: Path) -> None:
    lines(game, tmp_path)
    html = write_chapters(game, "en", tmp_path, BLOCKS)[-1].html
    assert '<span class="entry">Gstieß</span> <span class="see">see</span> Sküs' in html


def test_an_index_of_some_kinds_has_no_others(game: Game, tmp_path: Path) -> None:
    found = lines(game, tmp_path, '[index of="cards"]')
    assert found.keys() >= {"Sküs", "Mond"}
    assert found.keys().isdisjoint({"void", "solo", "Following"})


def test_words_of_what_the_rules_lack_are_not_there(tmp_path: Path) -> None:
    rulebook = zwanz_ssot.load("zwanzigerrufen", variant="rulebook")
    assert "Kontra" not in lines(rulebook, tmp_path)


def test_a_page_is_named_once_in_a_line() -> None:
    body = (
        '<div class="index" data-of="words"><ul><li><span class="entry">A</span> <a class="page" href="#a">I</a>'
        '<span class="further">, <a class="page" href="#b"><span class="in">II</span></a></span>'
        '<span class="further">, <a class="page" href="#c"><span class="in">III</span></a></span></li></ul></div>'
    )

    def left(**numbers: int) -> list[str | None]:
        tree = fromstring(body)
        changed = name_pages_once(tree, numbers)
        anchors = [link.get("href") for link in tree.iter("a")]
        assert changed == (len(anchors) < 3)
        return anchors

    assert left(a=4, b=4, c=5) == ["#a", "#c"]
    assert left(a=4, b=5, c=5) == ["#a", "#b"]
    assert left(a=4, b=5, c=6) == left() == left(b=4) == ["#a", "#b", "#c"]
    assert left(a=4, b=4, c=4) == ["#a"]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_a_page_is_named_once_by_a_book_that_is_printed_plainly(game: Game, tmp_path: Path) -> None:
    further = "".join(
        f'<span class="further">, <a class="page" href="#{it}"></a></span>' for it in "bc"
    )
    line = f'<li><span class="entry">Aces</span> <a class="page" href="#a"></a>{further}</li>'
    text = '<h2 id="a">A</h2><h2 id="b">B</h2><h2 id="c" style="break-before: page">C</h2>'
    head = '<html lang="en"><title>T</title><style>.page::after { content: target-counter(attr(href), page) }</style>'
    page = f'{head}<body>{text}<div class="index"><ul>{line}</ul></div>'
    (tmp_path / "plain.pdf").write_bytes(pdf.write_plainly(page, Pictures(game.deck.cards)).data)
    output = subprocess.run(
        ["pdftotext", tmp_path / "plain.pdf", "-"], capture_output=True, check=True, text=True
    ).stdout
    assert "1, 2" in output and "1, 1" not in output


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_on_paper_the_index_shows_pages(game: Game, tmp_path: Path) -> None:
    chapter = f"# Once More\n\n[pagebreak]\n\n*Void* is: {VOID}.\n"
    more = {"2.md": "# Playing\n\n[pagebreak]\n\n" + PLAY.partition("\n\n")[2], "3.md": chapter}
    lines(game, tmp_path, **more)
    built = BookBuilder(game, "en", chapters=tmp_path).build(tmp_path, formats=["pdf"])
    text = subprocess.run(
        ["pdftotext", "-layout", built.files["pdf"], "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    sheets = text.split("\f")
    pages_of, chapter = (
        next(at for at, sheet in enumerate(sheets, 1) if words in sheet)
        for words in ("of fear", VOID)
    )
    index = "".join(sheets[chapter - 1 :])
    assert pages_of < chapter
    assert re.search(rf"\bvoid {pages_of}, {chapter}\b", index)
    assert re.search(r"\bTrull 4\b", index)


def test_a_title_is_told_in_a_language_not_by_other_names() -> None:
    ctx: Any = SimpleNamespace(lang="ja", typeset=str)
    assert title_of(ctx, {"title": {"also": ["x"], "de": "Ein Stich"}}) == "Ein Stich"
