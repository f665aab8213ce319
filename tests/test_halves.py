"""A long list of contents stands in two halves of like height."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import loaded

from zwanz_renderer import book, pages, styles
from zwanz_renderer.book_parts import Contents, in_halves
from zwanz_renderer.building import Clock
from zwanz_renderer.pdf_drawings import image_cache
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press import page_filling, pdf
from zwanz_renderer.press.weasyprint_calls import Fetcher
from zwanz_ssot import places as files

HEAD, LINE = 24.0, 13.5  # pt: a chapter, a section
WHOLE = [1000.0]


def heights(*sections: int) -> list[float]:
    """The heights of chapters with so many sections each."""
    return [HEAD + LINE * count for count in sections]


@pytest.mark.parametrize(
    ("sections", "left"),
    [
        ((3, 3), 1),
        ((3, 3, 3, 3), 2),
        ((9, 0, 0, 0, 0, 3), 1),  # 145.5 on the left, 4 x 24 + 64.5 on the right
        ((0, 0, 0, 9), 2),  # 48 and 169.5: the last would be alone with three on the left
        ((5,), 1),
    ],
)
def test_the_higher_half_is_as_low_as_can_be_and_nothing_is_left_alone(
    sections: tuple[int, ...], left: int
) -> None:
    assert in_halves(heights(*sections), WHOLE) == [(left, len(sections) - left)]


def test_a_page_is_filled_before_the_next_begins() -> None:
    assert in_halves([10.0] * 10, [30.0]) == [(3, 3), (2, 2)]
    assert in_halves([10.0] * 10, [20.0, 40.0]) == [(2, 2), (3, 3)]
    assert in_halves([50.0] * 2, [20.0]) == [(1, 0), (1, 0)]  # too high for any page


def test_no_entry_stands_alone_on_the_last_page() -> None:
    assert in_halves([10.0] * 7, [30.0]) == [(3, 2), (1, 1)]
    assert in_halves([10.0] * 3, [10.0]) == [(1, 1), (1, 0)]  # or one would stand alone before it


def test_every_entry_is_kept_in_its_order() -> None:
    entries = tuple(f'<li><a href="#c{at}">C</a>\n</li>\n' for at in range(9))
    listed = Contents("<nav>", entries, "</nav>", "<nav class=close>", ((1,),) * 9)
    halved = listed.halved([(3, 2), (2, 2)])
    assert re.findall(r'href="([^"]+)"', halved) == [f"#c{at}" for at in range(9)]
    assert re.findall(r"counter-reset: entry (\d+)", halved) == ["0", "3", "5", "7"]


def places(data: bytes, folder: Path) -> list[tuple[str, int, int]]:
    """The words of the page after the title page with where they stand, in points; numbers of pages
    apart.
    """
    (folder / "book.pdf").write_bytes(data)
    call = ["pdftotext", "-bbox", "-f", "2", "-l", "2", str(folder / "book.pdf"), "-"]
    boxes = re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]+)<',
        subprocess.run(call, check=True, capture_output=True, text=True).stdout,
    )
    return sorted(
        (word, round(float(x)), round(float(y))) for x, y, word in boxes if not word.isdigit()
    )


def test_the_halves_stand_where_columns_would(tmp_path: Path) -> None:
    game = loaded("zwanzigerrufen", "wikipedia")
    folder = tmp_path / "chapters"
    folder.mkdir()
    for name, sections in zip("abcdefghi", (4, 1, 3, 5, 2, 3, 6, 1, 4), strict=True):
        text = "".join(
            f"\n## Section {name}{at} {{#{name}-{at}}}\n\nText.\n" for at in "stuvwx"[:sections]
        )
        (folder / f"{name}.md").write_text(
            f"# Chapter {name} {{#{name}}}\n\nText.\n{text}", encoding="utf-8"
        )
    pictures = Pictures.of(game, "en")
    page = pages.document(
        game, "en", book.BookBuilder(game, "en", chapters=folder).manuscript.chapters()
    )
    parts = pages.parts(page)
    assert parts.parts[0].contents is not None
    halves = places(pdf.Printer(pictures).write(parts).data, tmp_path)
    columns = places(pdf.write_plainly(parts.document, pictures).data, tmp_path)
    assert [word for word, *_ in halves] == [word for word, *_ in columns]
    assert all(
        abs(x - left) <= 1 and abs(y - top) <= 1
        for (_, x, y), (_, left, top) in zip(halves, columns, strict=True)
    )


@pytest.fixture
def wide_margins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages with 30 mm on both sides."""
    css = files.data("templates") / "paper.css"
    read = Path.read_text
    pattern = r"margin: \d+mm \d+mm [^;]+;"
    text, found = re.subn(pattern, "margin: 18mm 30mm 17mm;", read(css, encoding="utf-8"))
    assert found == 2  # pages at the left and at the right
    monkeypatch.setattr(
        Path, "read_text", lambda path, *a, **b: text if path == css else read(path, *a, **b)
    )
    cached = styles.for_paper, styles.letters_per_line
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


@pytest.mark.usefixtures("wide_margins")
@pytest.mark.parametrize(
    ("game", "variant", "lang"),
    [("zwanzigerrufen", "wikipedia", "en"), ("koenigrufen", "base", "de")],
)
def test_contents_fill_their_pages_with_other_margins(game: str, variant: str, lang: str) -> None:
    """No page is left all but empty, no entry is lost, and halves are of like height."""
    assert styles.letters_per_line("a5") == pytest.approx(88 * 72 / 25.4 / 10.5 / 0.373)
    workshop = book.BookBuilder(loaded(game, variant), lang)
    page = pages.document(workshop.game, lang, workshop.manuscript.chapters())
    parts = pages.parts(page)
    front = replace(parts, parts=parts.parts[:1])
    printer = pdf.patched_printer(Fetcher(workshop._pictures), strict=False)
    assert printer is not None
    printer.write(front, image_cache(workshop._pictures, front.html), Clock())
    sheets = printer.typesetter._kept[0].document.pages[2:]  # after the title page and the imprint
    items: set[object] = set()
    for number, sheet in enumerate(sheets, 1):
        boxes = [box for box in sheet._page_box.descendants() if box.element is not None]
        items.update(box.element for box in boxes if box.element_tag == "li")
        lists = [box for box in boxes if box.element.get("class") == "entries"]
        entries = [[entry.margin_height() for entry in box.children] for box in lists]
        left, right = map(sum, entries)
        highest = max(map(max, entries))
        assert abs(left - right) <= highest
        if number < len(sheets):
            text, _ = page_filling.filled(sheet._page_box)
            assert text > sheet._page_box.height - 2 * highest
    assert len(sheets) == 1 or game == "koenigrufen"  # a list that fits if its lines stand closer
    assert len(items) == page.front.html.count("<li>")


def test_an_initial_is_the_first_letter_of_a_chapter_that_begins_with_a_text_and_of_no_other() -> (
    None
):
    """A chapter that begins with a table gives its initial to no later chapter, and not to the
    colophon.
    """
    head = '<div class="opening" aria-hidden="true"></div>\n<h2>{}</h2>\n'
    page = f"{head.format('Index')}<div>a</div>\n<h2>Colophon</h2>\n<p>These are the rules.</p>\n"
    assert "initial" not in pages.marked(page)
    page = f"{head.format('The Pack')}<p>Late in the evening{', and late at night' * 4}</p>"
    assert '<span class="initial">L</span>ate' in pages.marked(page)


def test_a_text_of_one_line_has_no_initial_which_would_reach_into_the_next() -> None:
    page = '<div class="opening"></div>\n<h2>A</h2>\n<p>{}</p>'
    more, less = (
        page.format("Just a<em>b</em>out one line. " * times) for times in (4, 3)
    )  # 84 and 63 letters
    assert "initial" in pages.marked(more, "a5") and "initial" not in pages.marked(more, "letter")
    assert "initial" not in pages.marked(less, "a5")
    full = "Each side counts its Aces and Tens, the last trick, and what it has registered."
    assert "initial" not in pages.marked(page.format(full), "a5")
