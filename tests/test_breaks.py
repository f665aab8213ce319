"""Where a page of a book ends: notes and initials stay with their lines, headings with what they announce."""

from __future__ import annotations

from typing import Any

import pytest
import weasyprint
from conftest import loaded
from weasyprint.formatting_structure.boxes import BlockBox, LineBox, TextBox

from renderer import book
from renderer import pages as page_of
from renderer.press import afloat, noted, placed
from renderer.putting import Clock

STYLE = """<style>@page { size: 100px 200px; margin: 0 } body, p, h2, h3 { margin: 0; font: 10px/20px sans-serif }
p { orphans: 2; widows: 2 } h2, h3 { break-after: avoid } p + p { text-indent: 10px }
figure { height: 60px; margin: 0; break-inside: avoid }
.footnote { float: footnote; font: 10px/20px sans-serif }
.initial { float: left; font: 30px/40px sans-serif }</style>"""
LINE = "<p>a</p>"
FIGURE = "<figure><figcaption>f</figcaption></figure>"


def lines(count: int, *called: int) -> str:
    """A paragraph of some lines; in each of those `called` (from 1) a note is called, of two lines."""
    note = '<span class="footnote">n<br>n</span>'
    return f"<p>{'<br>'.join('x' + note * (at in called) for at in range(1, count + 1))}</p>"


def pages(chapter: str, style: str = "") -> list[Any]:
    """The pages of a chapter: ten lines fill one."""
    html = f"{STYLE}<style>{style}</style><main><section>{chapter}</section></main>"
    return [page._page_box for page in weasyprint.HTML(string=html).render().pages]


def texts(box: Any, kind: str) -> list[str]:
    return [each.text.strip(" .,\u00a0") for each in box.descendants()
            if isinstance(each, TextBox) and (each.element_tag or "").endswith(f"::footnote-{kind}")]  # fmt: skip


def noted_well(sheets: list[Any]) -> bool:
    return all(texts(sheet, "call") == texts(sheet, "marker") for sheet in sheets)


def tags(sheet: Any) -> list[str]:
    (section,) = [box for box in sheet.descendants() if box.element_tag == "section"] or [None]
    return [] if section is None else [child.element_tag for child in section.children]


def test_no_note_is_lost_where_a_paragraph_has_no_room_for_its_notes() -> None:
    chapter = LINE * 5 + lines(4, 1, 2)  # with its first note, the second line has no room
    assert not noted_well(pages(chapter)), "WeasyPrint has mended it: `noted` can go"
    with noted.notes():
        first, second = pages(chapter)
    assert noted_well([first, second])
    assert tags(first) == ["p"] * 5 and texts(second, "marker") == ["1", "2"]


@pytest.mark.parametrize("above", range(10))
def test_each_note_stands_on_the_page_of_its_call(above: int) -> None:
    with noted.notes():
        assert noted_well(pages(LINE * above + lines(6, 1, 2) + lines(4, 1)))


@pytest.mark.parametrize("game", ["koenigrufen", "zwanzigerrufen"])
def test_each_note_of_a_chapter_is_printed(game: str) -> None:
    """Of whole books, those with the most notes; a chapter is laid out alone, as it is in print."""
    workshop = book.Workshop(loaded(game, "wien" if game == "koenigrufen" else "rulebook"), "en")
    page = page_of.document(workshop.game, "en", workshop.manuscript.chapters())
    setter = workshop.printer._setter
    leaves = page_of.leaves(page)
    setter.write(leaves, "digest", placed.placed_pictures(workshop._pictures, page), Clock())
    for part in setter._typesetter._kept.values():
        sheets = [sheet._page_box for sheet in part.document.pages]
        assert noted_well(sheets)
        assert sum(len(texts(sheet, "marker")) for sheet in sheets) == part.key[0].count('<span class="footnote')


def test_an_initial_stays_with_its_lines() -> None:
    chapter = LINE * 8 + "<p><span class='initial'>A</span>b<br>c<br>d</p>"  # three lines are not torn
    first, second = pages(chapter, ".initial { break-after: avoid }")
    assert tags(first) == ["p"] * 8 and tags(second) == ["p"]
    first, second = pages(chapter)
    assert tags(first) == ["p"] * 9, "WeasyPrint has mended it: .initial needs no break-after"


@pytest.mark.parametrize("heading", ["<h3>h</h3>", "<h2>h</h2><h3>i</h3>"])
@pytest.mark.parametrize(("below", "stays"), [(lines(1), False), (lines(2), False), (lines(4), False),
                                              (lines(5), True), (lines(2) + LINE, True)])  # fmt: skip
def test_a_heading_has_more_than_two_lines_below_it(heading: str, below: str, stays: bool) -> None:
    room = 2 if lines(4) == below else 3
    count = 10 - heading.count("<h") - room
    with afloat.figures():
        first, second = pages(LINE * count + heading + below + FIGURE)
    assert tags(first)[:count] == ["p"] * count
    assert bool(tags(first)[count:]) is stays and tags(second)[-1] == "figure"


def test_a_chapter_whose_first_lines_are_too_few_begins_on_the_next_page() -> None:
    opening = '<div class="opening"></div>'
    html = f"{STYLE}<main>{LINE * 6}<section>{opening}<h2>h</h2>{lines(2)}{FIGURE}</section></main>"
    with afloat.figures():
        first, second = [page._page_box for page in weasyprint.HTML(string=html).render().pages]
    assert tags(first) == [] and tags(second) == ["div", "h2", "p", "figure"]


def test_what_stands_under_a_heading_at_the_head_of_a_page_stays_there() -> None:
    with afloat.figures():
        first, second = pages(f"<h2>h</h2>{lines(2)}<figure style='height: 160px'><figcaption>f</figcaption></figure>")
    assert tags(first) == ["h2", "p"] and tags(second) == ["figure"]


def indents(sheet: Any) -> list[float]:
    """How far the first line of each paragraph is indented."""
    return [next(line.children[0].position_x for line in box.descendants() if isinstance(line, LineBox))
            for box in sheet.descendants() if box.element_tag == "p" and isinstance(box, BlockBox)]  # fmt: skip


def test_a_paragraph_is_indented_where_it_follows_another_when_a_figure_has_let_it_pass() -> None:
    with afloat.figures():
        first, second = pages(LINE * 8 + FIGURE + LINE * 3)
    assert indents(first) == [0] + [10] * 9
    assert indents(second) == [0]
    first, second = pages(LINE * 8 + FIGURE + LINE * 3)
    assert indents(second) == [0, 10, 10]
