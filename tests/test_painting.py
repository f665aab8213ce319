"""Pages that are painted one by one, by several processes or not at all again, come to what
WeasyPrint writes.
"""

from __future__ import annotations

import _thread
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import tinyhtml5
from conftest import loaded

from zwanz_renderer import book, pages, pdf_drawings
from zwanz_renderer.book_parts import BookParts
from zwanz_renderer.building import Clock
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press import painting, pdf
from zwanz_renderer.press.weasyprint_calls import Fetcher
from zwanz_renderer.text.html_tree import as_xml, element_tree
from zwanz_ssot.model import Game

HEAD = '<!DOCTYPE html>\n<html lang="en"><head><title>T</title></head>\n'
NAMESPACE = "{http://www.w3.org/2000/xmlns/}xmlns"


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("zwanzigerrufen", "wikipedia")


@pytest.fixture(scope="module")
def page(game: Game) -> BookParts:
    """Some chapters of a book, with links that lead out of them."""
    chapters = book.BookBuilder(game, "de").manuscript.chapters()
    return pages.parts(pages.document(game, "de", [*chapters[:3], chapters[7]]))


def printed(game: Game, page: BookParts, *, share: bool) -> pdf.Pdf:
    pictures = Pictures.of(game, "de")
    printer = pdf.patched_printer(Fetcher(pictures), strict=False, share=share)
    assert printer is not None
    return printer.write(page, pdf_drawings.image_cache(pictures, page.html), Clock())


@pytest.fixture(scope="module")
def alone(game: Game, page: BookParts) -> bytes:
    return printed(game, page, share=False).data


def test_page_by_page_comes_to_the_same_as_all_at_once(
    game: Game, page: BookParts, alone: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painting.BookPainter, "painted", lambda self, document: document)
    assert printed(game, page, share=False).data == alone


def test_several_processes_come_to_the_same_as_one(
    game: Game, page: BookParts, alone: bytes
) -> None:
    assert printed(game, page, share=True).data == alone


def died(work: Callable[[], object], writes: int) -> None:
    os._exit(1)


def complained(work: Callable[[], object], writes: int) -> None:
    os.write(writes, b"half of it")
    os._exit(2)


@pytest.mark.parametrize("end", [died, complained])
def test_what_a_copy_does_not_send_is_painted_here(
    game: Game,
    page: BookParts,
    alone: bytes,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[Callable[[], object], int], None],
) -> None:
    monkeypatch.setattr(painting, "_work", end)
    assert printed(game, page, share=True).data == alone


def test_where_no_process_can_be_copied_there_is_one(
    game: Game, page: BookParts, alone: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("os.fork")
    assert printed(game, page, share=True).data == alone


def test_a_process_with_threads_of_a_library_is_not_copied() -> None:
    waits = threading.Lock()
    waits.acquire()
    begun = threading.Event()

    def work() -> None:
        begun.set()
        with waits:
            pass

    _thread.start_new_thread(work, ())  # `threading` does not know it, as it knows none of Pango
    try:
        assert begun.wait(60)
        with pytest.raises(painting.CannotFork):
            painting._Fork(lambda: None)
    finally:
        waits.release()


def test_a_book_that_changes_is_always_what_a_new_one_would_be(game: Game, tmp_path: Path) -> None:
    """Lines, a note and a chapter come and go; pages that stay keep what was painted of them."""
    folder = tmp_path / "chapters"
    folder.mkdir()

    def write(name: str, text: str) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    write("01-first.md", "# First {#first}\n\nSee [the third](#third) and [[T-I]].\n")
    write(
        "02-second.md", "# Second {#second}\n\n" + "A long line of text, again and again.\n\n" * 60
    )
    write("03-third.md", "# Third {#third}\n\nBack to [the second](#second).\n")
    shop = book.BookBuilder(game, "en", chapters=folder)
    shop.build(tmp_path / "kept", formats=["pdf"])
    for name, text in (
        ("01-first.md", "# First {#first}\n\nSee [the third](#third), [[T-I]] and [[T-XXI]].\n"),
        (
            "02-second.md",
            "# Second {#second}\n\n" + "A long line of text, again and again.\n\n" * 90,
        ),
        ("03-third.md", "# Third {#third}\n\nNo way back.\n"),
        ("02-second.md", "# Second {#second}\n\nShort.\n"),
    ):
        write(name, text)
        kept = shop.build(tmp_path / "kept", formats=["pdf"]).files["pdf"]
        new = book.build(
            game, lang="en", chapters=folder, out=tmp_path / "new", formats=["pdf"]
        ).files["pdf"]
        assert kept.read_bytes() == new.read_bytes()


@pytest.mark.parametrize(
    "body",
    [
        "<p>A line <br>broken, <em>so</em> &amp; on.</p>\n<hr>\n<img src='a' alt='x &gt; y'>",
        '<div class="opening" hidden></div><ul><li>a</li></ul>',
        "<table><tbody><tr><th>a</th>\n<td>b</td></tr></tbody></table>",
        "<table><tr><td>a</td></tr></table>",
        "<table>stray<tbody><tr><td>a</td></tr></tbody></table>",
        "<p>a<div>b</div>c</p>",
        "<p>one<p>two",
        '<a href="#a">a <em><a href="#b">b</a></em></a>',
        "<ul><li>a<li>b</ul>&nbsp;&copy;",
    ],
)
def test_a_page_is_read_as_html_is(body: str) -> None:
    html = f"{HEAD}<body>\n{body}</body></html>"
    assert shape(element_tree(html)) == shape(tinyhtml5.parse(html, namespace_html_elements=False))


def test_the_pages_of_a_book_are_read_quickly(page: BookParts) -> None:
    for part in page.parts:
        html = page.frame.document(part.html)
        assert as_xml(html) is not None
        assert shape(element_tree(html)) == shape(
            tinyhtml5.parse(html, namespace_html_elements=False)
        )


def shape(element: object) -> object:
    """What an element is and has. The namespace that a drawing names is no attribute in XML."""
    tag, text, tail = (getattr(element, name) for name in ("tag", "text", "tail"))
    attributes = {
        name: value
        for name, value in element.attrib.items()  # type: ignore[attr-defined]
        if name != NAMESPACE
    }
    return tag, text or "", tail or "", attributes, [shape(child) for child in element]  # type: ignore[attr-defined]
