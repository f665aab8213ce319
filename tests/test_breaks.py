"""Where a page of a book ends: notes and initials stay with their lines, headings with what they
announce.
"""

from __future__ import annotations

from typing import Any

import pytest
import weasyprint
from conftest import loaded
from weasyprint.formatting_structure.boxes import BlockBox, LineBox, TextBox
from weasyprint.text.ffi import pango

from zwanz_renderer import book, pdf_drawings, styles
from zwanz_renderer import pages as page_of
from zwanz_renderer.building import Clock
from zwanz_renderer.press import page_breaks, weasyprint_fixes
from zwanz_renderer.press.patching import applied
from zwanz_ssot.places import data

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
    return [
        each.text.strip(" .,\u00a0")
        for each in box.descendants()
        if isinstance(each, TextBox) and (each.element_tag or "").endswith(f"::footnote-{kind}")
    ]


def noted_well(sheets: list[Any]) -> bool:
    return all(texts(sheet, "call") == texts(sheet, "marker") for sheet in sheets)


def tags(sheet: Any) -> list[str]:
    (section,) = [box for box in sheet.descendants() if box.element_tag == "section"] or [None]
    return [] if section is None else [child.element_tag for child in section.children]


def test_no_note_is_lost_where_a_paragraph_has_no_room_for_its_notes() -> None:
    chapter = LINE * 5 + lines(4, 1, 2)  # with its first note, the second line has no room
    assert not noted_well(pages(chapter)), (
        "WeasyPrint has mended it: `weasyprint_fixes.FOOTNOTES` can go"
    )
    with applied(weasyprint_fixes.FOOTNOTES):
        first, second = pages(chapter)
    assert noted_well([first, second])
    assert tags(first) == ["p"] * 5 and texts(second, "marker") == ["1", "2"]


@pytest.mark.parametrize("above", range(10))
def test_each_note_stands_on_the_page_of_its_call(above: int) -> None:
    with applied(weasyprint_fixes.FOOTNOTES):
        assert noted_well(pages(LINE * above + lines(6, 1, 2) + lines(4, 1)))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["koenigrufen", "zwanzigerrufen"])
def test_each_note_of_a_chapter_is_printed(game: str) -> None:
    """Of whole books, those with the most notes; a chapter is laid out alone, as it is in print."""
    workshop = book.BookBuilder(loaded(game, "wien" if game == "koenigrufen" else "rulebook"), "en")
    page = page_of.document(workshop.game, "en", workshop.manuscript.chapters())
    printer = workshop.printer._patched
    assert printer is not None
    cache = pdf_drawings.image_cache(workshop._pictures, page.html)
    printer.write(page_of.parts(page), cache, Clock())
    for part in printer.typesetter._kept.values():
        sheets = [sheet._page_box for sheet in part.document.pages]
        assert noted_well(sheets)
        assert sum(len(texts(sheet, "marker")) for sheet in sheets) == part.asked.part.html.count(
            '<span class="footnote'
        )


def test_an_initial_stays_with_its_lines() -> None:
    chapter = (
        LINE * 8 + "<p><span class='initial'>A</span>b<br>c<br>d</p>"
    )  # three lines are not torn
    first, second = pages(chapter, ".initial { break-after: avoid }")
    assert tags(first) == ["p"] * 8 and tags(second) == ["p"]
    first, second = pages(chapter)
    assert tags(first) == ["p"] * 9, "WeasyPrint has mended it: .initial needs no break-after"


TWENTY = "@page { size: 100px 400px }"
"""Of twenty lines, three are less than 16 parts of a hundred."""


@pytest.mark.parametrize(("below", "stays"), [(lines(1), False), (lines(2), False), ("", False)])
def test_a_heading_has_more_than_two_lines_below_it(below: str, stays: bool) -> None:
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * 17 + "<h3>h</h3>" + below + FIGURE * 2, TWENTY)
    assert bool(tags(first)[17:]) is stays and tags(second)[-1] == "figure"


def test_a_paragraph_that_goes_on_leaves_more_than_two_lines_below_its_heading() -> None:
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * 17 + "<h3>h</h3>" + lines(4), TWENTY)
        assert tags(first) == ["p"] * 17 and tags(second) == ["h3", "p"]
        first, second = pages(LINE * 16 + "<h3>h</h3>" + lines(5), TWENTY)
        assert tags(first) == ["p"] * 16 + ["h3", "p"] and tags(second) == ["p"]


def test_a_heading_stays_where_a_fifth_of_the_page_would_be_empty() -> None:
    with applied(page_breaks.PATCHES):
        first = pages(LINE * 15 + "<h3>h</h3>" + lines(2) + FIGURE, TWENTY)[0]
    assert tags(first) == ["p"] * 15 + ["h3", "p"]


TABLE = "<div class='table'><table>{}</table></div>"
ROWS = """td { padding: 0; font: 10px/20px sans-serif } table { border-spacing: 0 }"""


@pytest.mark.parametrize(
    ("above", "rows", "there"), [(17, 6, 0), (16, 7, 0), (14, 10, 0), (13, 8, 7), (14, 11, 6)]
)
def test_a_table_of_half_a_page_is_not_torn_for_three_tenths_of_one(
    above: int, rows: int, there: int
) -> None:
    table = TABLE.format("<tr><td>r</td></tr>" * rows)
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * above + table, TWENTY + ROWS)
    torn = [
        sum(box.element_tag == "tr" for box in sheet.descendants()) for sheet in (first, second)
    ]
    assert torn == [there, rows - there]


@pytest.mark.parametrize("next_one", ["div", "ul"])
def test_what_announces_something_goes_with_it(next_one: str) -> None:
    follower = (
        TABLE.format("<tr><td>r</td></tr>" * 6)
        if next_one == "div"
        else "<ul style='margin: 0'><li>a<br>b</li></ul>"
    )
    count = 17 if next_one == "div" else 18
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * count + "<p>these:</p>" + follower, TWENTY + ROWS)
    assert tags(first) == ["p"] * count and tags(second) == ["p", next_one]


@pytest.mark.parametrize(("above", "stays"), [(17, False), (13, True)])
def test_no_heading_stays_alone_where_what_it_announces_goes(above: int, stays: bool) -> None:
    below = "<h3>h</h3><p>these:</p>" + TABLE.format("<tr><td>r</td></tr>" * 7)
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * above + below, TWENTY + ROWS)
    assert tags(first)[above:] == (["h3", "p"] if stays else [])
    assert tags(second) == (["div"] if stays else ["h3", "p", "div"])


@pytest.mark.parametrize(("above", "stays"), [(17, False), (16, True)])
def test_a_heading_and_what_it_announces_go_along_with_a_table_that_goes_anyway(
    above: int, stays: bool
) -> None:
    whole = TABLE.format("<tr><td>r</td></tr>" * 5).replace(
        "class", "style='break-inside: avoid' class"
    )
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * above + "<h3>h</h3><p>these:</p>" + whole, TWENTY + ROWS)
    found = ["h3", "p"]
    assert tags(first)[above:] == found * stays and tags(second) == found * (not stays) + ["div"]


LOOSE = """tr { break-inside: avoid } tbody:last-of-type { break-before: avoid } td { orphans: 2; widows: 2 }"""
TALL = "<tr class='tall'><td>r<br>r<br>r<br>r<br>r<br>r</td></tr>"
TRICK = "<tbody><tr><td style='height: 60px'>t</td></tr></tbody>"


@pytest.mark.parametrize(("above", "there"), [(17, 0), (15, 4)])
def test_a_tall_row_is_torn_rather_than_leave_more_than_a_fifth_of_a_page_empty(
    above: int, there: int
) -> None:
    table = TABLE.format(TALL * 2).replace("'table'", "'table disputes long'")
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * above + table, TWENTY + ROWS + LOOSE)
    lines = [sum(isinstance(box, LineBox) and box.element_tag == "td" for box in sheet.descendants())
             for sheet in (first, second)]  # fmt: skip
    assert lines == [there, 12 - there]


@pytest.mark.parametrize(("above", "there"), [(14, 3), (12, 1)])
def test_the_last_trick_stands_alone_rather_than_leave_such_a_hole(above: int, there: int) -> None:
    table = TABLE.format(TRICK * 3).replace("'table'", "'table trick-table long'")
    with applied(page_breaks.PATCHES):
        _, second = pages(LINE * above + table, TWENTY + ROWS + LOOSE)
    assert sum(box.element_tag == "tr" for box in second.descendants()) == there


@pytest.mark.parametrize(("above", "there"), [(14, 0), (11, 8)])
def test_a_contract_is_torn_rather_than_leave_such_a_hole(above: int, there: int) -> None:
    contract = f"<tbody style='break-inside: avoid'><tr><td>c</td></tr>{TALL.replace('tall', 'special')}</tbody>"
    table = TABLE.format("<tbody><tr><td>a<br>b<br>c</td></tr></tbody>" + contract)
    with applied(page_breaks.PATCHES):
        first, second = pages(
            LINE * above + table.replace("'table'", "'table contract-table'"), TWENTY + ROWS
        )
    lines = [sum(isinstance(box, LineBox) and box.element_tag == "td" for box in sheet.descendants())
             for sheet in (first, second)]  # fmt: skip
    assert lines == [there, 10 - there]


HELD = """.deal { break-inside: avoid } .deal tr + tr { break-before: avoid }"""


@pytest.mark.parametrize(("above", "there"), [(18, 0), (15, 0), (14, 0), (13, 4)])
def test_hands_go_to_two_pages_two_by_two_rather_than_leave_three_tenths_of_one_empty(
    above: int, there: int
) -> None:
    # 13 lines leave room for five rows, of which the last would stand apart from one alone
    head_and_hands = "<tr><td style='height: 28px'>h</td></tr>" * 6
    table = TABLE.format(head_and_hands).replace("'table'", "'table deal'")
    with applied(page_breaks.PATCHES):
        sheets = pages(LINE * above + table, TWENTY + ROWS + HELD)
    rows = [sum(box.element_tag == "tr" for box in sheet.descendants()) for sheet in sheets]
    assert rows == [there, 6 - there]


BLOCK = "<div class='table' style='height: {}px; break-inside: avoid'>t</div>"


@pytest.mark.parametrize(("height", "there"), [(113, True), (115, False)])
def test_joints_are_closed_a_little_for_a_table_that_would_just_miss_the_page(
    height: int, there: bool
) -> None:
    # 100 px are left; the three joints beside the tables can do without 3.5 pt each
    with applied(page_breaks.PATCHES):
        sheets = pages(LINE * 8 + BLOCK.format(60) + LINE * 4 + BLOCK.format(height) + LINE, TWENTY)
    boxes = next(box for box in sheets[0].descendants() if box.element_tag == "section").children
    assert tags(sheets[0])[13:] == ["div"] * there
    assert tags(sheets[1]) == (["p"] if there else ["div", "p"])
    closed = [160 - boxes[8].position_y, 220 - boxes[9].position_y]
    assert closed == pytest.approx([13 / 3, 26 / 3] if there else [0, 0])
    assert not there or boxes[13].position_y + height == pytest.approx(400)


def test_no_joints_are_closed_for_a_part_of_a_small_table() -> None:
    rows = "<tbody><tr><td style='height: 40px'>r</td></tr></tbody>" * 4
    held = "tbody { break-inside: avoid } tbody:first-of-type { break-after: avoid }"
    contracts = TABLE.format(rows).replace("'table'", "'table contract-table'")
    with applied(page_breaks.PATCHES):
        first, second = pages(
            LINE * 8 + BLOCK.format(70) + LINE * 5 + contracts + LINE, TWENTY + ROWS + held
        )
    assert tags(first)[13:] == ["p", "p"] and tags(second) == [
        "div"
    ]  # what follows passes it instead
    assert next(box for box in first.descendants() if box.element_tag == "div").position_y == 160


def test_a_table_of_one_row_is_not_tied_to_what_stands_around_it() -> None:
    style = styles.for_paper("en", "a5")
    table = "<div class='table'><table><tbody><tr><td>r</td></tr></tbody></table></div>"
    sheets = (
        weasyprint.HTML(string=f"<style>{style}</style><main><section>{table}</section></main>")
        .render()
        .pages
    )
    (row,) = [box for box in sheets[0]._page_box.descendants() if box.element_tag == "tr"]
    assert row.style["break_before"] == row.style["break_after"] == "auto"


def test_a_chapter_whose_first_lines_are_too_few_begins_on_the_next_page() -> None:
    opening = '<div class="opening"></div>'
    html = f"{STYLE}<style>{TWENTY}</style><main>{LINE * 16}<section>{opening}<h2>h</h2>{lines(2)}{FIGURE}</section>"
    with applied(page_breaks.PATCHES):
        first, second = [page._page_box for page in weasyprint.HTML(string=html).render().pages]
    assert tags(first) == [] and tags(second) == ["div", "h2", "p", "figure"]


@pytest.mark.parametrize(("above", "there"), [(12, 4), (13, 3), (14, 0), (15, 0)])
def test_an_index_begins_with_more_than_two_lines_in_each_column(above: int, there: int) -> None:
    """Of twenty lines, its chapter opens with four: a heading, and a paragraph of three."""
    index = "<div class='index' style='columns: 3'>" + "<div>e</div>" * 30 + "</div>"
    html = f"{STYLE}<style>{TWENTY}</style><main>{LINE * above}<section>"
    html += f"<div class='opening'><h2>h</h2></div>{lines(3)}{index}</section>"
    with applied(page_breaks.PATCHES):
        first = weasyprint.HTML(string=html).render().pages[0]._page_box
    entries = [box for box in first.descendants() if isinstance(box, TextBox) and box.text == "e"]
    assert len(entries) == 3 * there


def test_what_stands_under_a_heading_at_the_head_of_a_page_stays_there() -> None:
    with applied(page_breaks.PATCHES):
        first, second = pages(
            f"<h2>h</h2>{lines(2)}<figure style='height: 160px'><figcaption>f</figcaption></figure>"
        )
    assert tags(first) == ["h2", "p"] and tags(second) == ["figure"]


def indents(sheet: Any) -> list[float]:
    """How far the first line of each paragraph is indented."""
    return [
        next(line.children[0].position_x for line in box.descendants() if isinstance(line, LineBox))
        for box in sheet.descendants()
        if box.element_tag == "p" and isinstance(box, BlockBox)
    ]


def test_a_paragraph_is_indented_where_it_follows_another_when_a_figure_has_let_it_pass() -> None:
    with applied(page_breaks.PATCHES):
        first, second = pages(LINE * 8 + FIGURE + LINE * 3)
    assert indents(first) == [0] + [10] * 9
    assert indents(second) == [0]
    first, second = pages(LINE * 8 + FIGURE + LINE * 3)
    assert indents(second) == [0, 10, 10]


def test_a_table_comes_before_another_in_a_chapter_without_paragraphs() -> None:
    def table(rows: int) -> str:
        caption = "<caption style='font: 10px/20px sans-serif'>c</caption>"
        return TABLE.format(caption + "<tr><td>r</td></tr>" * rows)

    above = "<div style='height: 280px'></div>"
    with applied(page_breaks.PATCHES):
        first, second = pages(above + table(8) + table(2), TWENTY + ROWS)
    rows = [
        sum(box.element_tag == "tr" for box in sheet.descendants()) for sheet in (first, second)
    ]
    assert rows == [2, 8]


PANGO_FILLS = 15800
"""Pango 1.58, which fills the line by itself; 1.50 does not."""


def test_a_text_has_the_line_that_it_fills_but_for_the_blank_at_its_end() -> None:
    style = "@page { size: 98px 100px; margin: 0 } body { margin: 0; font: 10px/20px 'DejaVu Sans Mono' }"
    # sixteen letters
    text = "<p style='margin: 0'>ab cdefghijklmno <span style='white-space: nowrap'>rest</span></p>"

    def first_line() -> str:
        (page,) = weasyprint.HTML(string=f"<style>{style}</style>{text}").render().pages
        line = next(box for box in page._page_box.descendants() if isinstance(box, LineBox))
        return "".join(box.text for box in line.descendants() if isinstance(box, TextBox)).strip()

    if pango.pango_version() < PANGO_FILLS:
        assert first_line() == "ab", "WeasyPrint has mended it: `breaking` need not"
    with applied(weasyprint_fixes.LINES):
        assert first_line() == "ab cdefghijklmno"


@pytest.mark.parametrize("table", ["variants", "disputes"])
def test_no_line_of_a_narrow_cell_begins_with_a_comma(table: str) -> None:
    folder = data("templates")
    sheets = [folder / "book.css", folder / "blocks" / "blocks.css", folder / "print.css"]
    style = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    cell = "<td>Wenn sie zu\u00adsam\u00admen\u00adkommt, gewinnt er</td>"
    page = "@page { size: 400px 4000px; margin: 0 } .table td { padding: 0; font: 10px 'DejaVu Sans Mono' !important }"
    # Fourteen letters and the comma take 90 px.
    tables = "".join(
        f"<div class='table fixed {table}'><table style='width: {width}px'><tr>{cell}</tr></table></div>"
        for width in range(76, 100)
    )
    with applied(weasyprint_fixes.LINES):
        html = f"<html lang='de'><style>{style}{page}</style>{tables}"
        (sheet, *_) = weasyprint.HTML(string=html).render().pages
    seen = [
        "".join(box.text for box in line.descendants() if isinstance(box, TextBox))
        for line in sheet._page_box.descendants()
        if isinstance(line, LineBox)
    ]
    assert any(line.startswith("kommt,") for line in seen), seen
    assert not [line for line in seen if line.startswith(",")]
