"""Chapters that are set while others are still being written: the book is the same, and nothing is
set twice.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pdf_judge
import pytest
from conftest import loaded

from zwanz_renderer import book, pages, pdf_drawings
from zwanz_renderer.book_parts import BookPart, BookParts
from zwanz_renderer.building import Clock
from zwanz_renderer.press import pdf, worker
from zwanz_renderer.press.weasyprint_calls import Fetcher, PdfFault
from zwanz_renderer.text.markdown import Chapter
from zwanz_ssot import places

Told = list[tuple[int, BookPart]]


def parts_and_ahead(shop: book.BookBuilder) -> tuple[BookParts, Told]:
    """The parts of a book, and the chapters that were told before it was complete, as parts by
    their numbers.
    """
    ahead: Told = []

    def set_ahead(number: int, chapter: Chapter) -> None:
        (printed,) = pages.on_paper(shop.lang, [chapter])
        html = pages.chapter_html(shop.game, shop.lang, printed)
        ahead.append((number, pages.chapter_part(html, shop.paper)))

    chapters = shop.manuscript.chapters(set_ahead)
    return pages.parts(pages.document(shop.game, shop.lang, chapters), shop.paper), ahead


def printed(shop: book.BookBuilder, parts: BookParts, ahead: Told) -> tuple[bytes, int]:
    """The book whose first chapters were set ahead, and how many parts were set altogether."""
    printer = pdf.patched_printer(Fetcher(), True)
    assert printer is not None
    printer.typesetter.prepare(parts.style)
    cache = pdf_drawings.image_cache(shop._pictures, parts.html)
    for number, part in ahead:
        printer.ahead(number, parts.frame, part, cache)
    return printer.write(parts, cache, Clock()).data, printer.typesetter.laid_out


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_all_chapters_but_the_index_are_told_as_they_will_be(lang: str) -> None:
    shop = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), lang)
    parts, ahead = parts_and_ahead(shop)
    assert [number for number, _ in ahead] == list(range(1, len(parts.parts) - 2))
    assert all(parts.parts[number] == body for number, body in ahead)
    assert 'class="index"' in parts.parts[-2].html


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three chapters, each with a link to one before and one after it."""
    source = places.data("templates") / "book" / "en" / "zwanzigerrufen"
    for number, name in enumerate(("first", "second", "third"), 1):
        chapter = (
            '# {0} {{#{0}}}\n\nSee [this](#first) and [that](#third).\n\n[card-row cards="T-I"]\n'
        )
        (tmp_path / f"{number}.md").write_text(
            chapter.format(name) + "\nOf cards and their names.\n" * 60
        )
    shutil.copy(source / "11-index.md", tmp_path / "4.md")
    return tmp_path


def test_a_book_is_the_same_with_chapters_set_ahead(folder: Path) -> None:
    shop = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), "en", chapters=folder)
    parts, ahead = parts_and_ahead(shop)
    plain, count = printed(shop, parts, [])
    assert printed(shop, parts, ahead) == (
        plain,
        count - 1,
    )  # the contents: all their numbers are known by then
    assert printed(shop, parts, ahead[:1])[0] == plain
    assert printed(shop, parts, ahead[1:])[0] == plain  # without the first, none can be set


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "See [that](#third), the third of all."), ("ja", "[それ](#third)は三つ目の章です。")],
)
def test_a_number_not_known_yet_takes_the_room_of_any_other(
    folder: Path, lang: str, text: str
) -> None:
    """A chapter that is set ahead shows two zeros where two ones will stand."""
    shutil.copy(
        places.data("templates") / f"book/{lang}/zwanzigerrufen/11-index.md", folder / "4.md"
    )
    for number, name in enumerate(("first", "second", "third"), 1):
        turns = 7 if name == "second" else 0
        (folder / f"{number}.md").write_text(
            f"# {name} {{#{name}}}\n\n{text}\n" + f"\n[pagebreak]\n\n{text}\n" * turns
        )
    shop = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), lang, chapters=folder)
    parts, ahead = parts_and_ahead(shop)
    data, _ = printed(shop, parts, ahead)
    (folder / "book.pdf").write_bytes(data)
    assert list(pdf_judge.chapters(folder / "book.pdf"))[-2] == 11  # the third of four
    assert data == printed(shop, parts, [])[0]


def test_a_chapter_that_becomes_another_is_set_again(folder: Path) -> None:
    shop = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), "en", chapters=folder)
    parts, ahead = parts_and_ahead(shop)
    wrong = [
        (number, BookPart("chapter", part.html.replace("cards and", "cards, packs and")))
        for number, part in ahead
    ]
    assert printed(shop, parts, wrong)[0] == printed(shop, parts, [])[0]


def test_where_the_contents_take_more_pages_the_book_is_the_same(folder: Path) -> None:
    text = "".join(
        f"\n## Section {name}\n\nText.\n"
        for name in (a + b for a in "abcdefgh" for b in "ijklmnop")
    )
    (folder / "3.md").write_text("# third {#third}\n" + text)
    shop = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), "en", chapters=folder)
    parts, ahead = parts_and_ahead(shop)
    data, _ = printed(shop, parts, ahead)
    assert data == printed(shop, parts, [])[0]
    assert len(re.findall("<li>", parts.parts[0].html)) > 60


def test_what_is_wrong_with_a_chapter_set_ahead_is_said(folder: Path) -> None:
    shop = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), "en", chapters=folder)
    parts, ahead = parts_and_ahead(shop)
    html = ahead[0][1].html.replace("<p>", '<p style="colour: red">', 1)
    first = BookPart("chapter", html)
    wrong = replace(parts, parts=(parts.parts[0], first, *parts.parts[2:]))
    with pytest.raises(PdfFault, match="colour"):
        printed(shop, wrong, [(1, first), *ahead[1:]])


def test_nothing_is_told_behind_a_problem(folder: Path) -> None:
    (folder / "2.md").write_text("# second {#second}\n\n[[Queen]]\n")
    shop = book.BookBuilder(
        loaded("zwanzigerrufen", "wikipedia"), "en", chapters=folder, draft=True
    )
    assert [number for number, _ in parts_and_ahead(shop)[1]] == [1]


@pytest.mark.parametrize(
    ("came", "left"),
    [
        ("open ahead1 ahead2", "open ahead1 ahead2"),
        ("ahead2 ahead3 print drawn", "print drawn"),
        ("ahead5 ahead6 ahead1 ahead2", "ahead1 ahead2"),
        ("ahead5 ahead6 open ahead1", "open ahead1"),
        ("drawn", "drawn"),
    ],
)
def test_chapters_that_are_ahead_of_no_book_are_passed_over(came: str, left: str) -> None:
    def messages(order: str) -> list[tuple[object, ...]]:
        return [
            ("ahead", int(word[5:]), "…") if word.startswith("ahead") else (word, "…")
            for word in order.split()
        ]

    assert worker.without_stale(messages(came)) == messages(left)
