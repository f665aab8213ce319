"""What makes a printed page full: joints are opened, a note lets a paragraph pass, no line ends too
early.
"""

from __future__ import annotations

from typing import Any

import pytest
import weasyprint
from weasyprint.formatting_structure.boxes import LineBox, TextBox

from zwanz_renderer.press import page_breaks, page_filling, weasyprint_fixes
from zwanz_renderer.press.page_filling import spread
from zwanz_renderer.press.patching import applied

STYLE = """<style>@page { size: 100px 200px; margin: 0 } body, p, h3 { margin: 0; font-size: 10px; line-height: 20px }
h2 { font-size: 10px; margin: 0 } .note, .table, figure { height: 60px; margin: 0; break-inside: avoid }</style>"""


def pages(chapter: str) -> list[Any]:
    """The roots of the pages of a chapter: five lines fill half of one."""
    html = f"{STYLE}<main><section>{chapter}</section></main>"
    return [page._page_box.children[0] for page in weasyprint.HTML(string=html).render().pages]


def shown(root: Any) -> list[tuple[str, float]]:
    """What stands in the chapter on a page: tag and place from above."""
    return [(box.element_tag, box.position_y) for box in section(root).children]


TAIL = f"<hr class='{page_filling.TAIL}'>"
ORNAMENT = """<style>hr { height: 0; margin: 0; border: 0; font: 10px/0 sans-serif }
hr::before { content: "x" }</style>"""


def ornaments(sheet: Any) -> list[float]:
    """The middle of each ornament that is drawn on a page, from above."""
    texts = [box for box in sheet.descendants() if isinstance(box, TextBox)]
    return [box.position_y + box.height / 2 for box in texts if box.element_tag == "hr::before"]


def section(root: Any) -> Any:
    return next(box for box in root.descendants() if box.element_tag == "section")


LINE = "<p>a</p>"
NOTE = '<div class="note">n</div>'
FIGURE = "<figure><figcaption>f</figcaption></figure>"
TABLE = '<div class="table">t</div>'
EIGHT = LINE * 8


def test_joints_beside_a_table_are_opened_and_the_space_above_a_heading_is_not() -> None:
    (root,) = pages(f"{LINE}{TABLE}{LINE}<h3>h</h3>{LINE}")
    assert shown(root) == [("p", 0), ("div", 20), ("p", 80), ("h3", 100), ("p", 120)]
    spread(root, 8)
    assert shown(root) == [("p", 0), ("div", 24), ("p", 88), ("h3", 108), ("p", 128)]


@pytest.mark.parametrize(("lines", "shown"), [(8, True), (4, True), (9, False)])
def test_an_ornament_stands_in_the_blank_after_a_chapter_and_takes_no_room(
    lines: int, shown: bool
) -> None:
    html = f"{STYLE}{ORNAMENT}<main><section>{LINE * lines}{TAIL}</section></main>"
    (sheet,) = [page._page_box for page in weasyprint.HTML(string=html).render().pages]
    middle = 20 * lines + (200 - 20 * lines) / 2
    for wanted in (True, False, True):
        page_filling.end_with_tail(sheet, wanted)
        assert ornaments(sheet) == pytest.approx([middle] * (wanted and shown), abs=10)
        assert page_filling.filled(sheet)[0] == 20 * lines


def test_of_two_chapters_that_end_on_a_page_the_last_one_shows_its_ornament() -> None:
    chapter = f"<section>{LINE}{TAIL}</section>"
    html = f"{STYLE}{ORNAMENT}<main>{chapter * 2}</main>"
    (sheet,) = [page._page_box for page in weasyprint.HTML(string=html).render().pages]
    page_filling.end_with_tail(sheet, True)
    assert ornaments(sheet) == pytest.approx([40 + (200 - 40) / 2], abs=10)


@pytest.mark.parametrize(
    ("opening", "lines", "shown"), [("", 8, True), ("opening", 8, False), ("opening", 5, True)]
)
def test_a_section_that_a_chapter_opens_with_ends_with_an_ornament_in_a_large_blank_alone(
    opening: str, lines: int, shown: bool
) -> None:
    begun = f"<div class='{opening}'></div>{LINE * lines}"
    section = f"<section>{begun}<h3 style='break-before: page'>h</h3>{LINE}{TAIL}</section>"
    html = f"{STYLE}{ORNAMENT}<main>{section}</main>"
    sheets = [page._page_box for page in weasyprint.HTML(string=html).render().pages]
    page_filling.end_sections(sheets)
    assert len(sheets) == 2 and len(ornaments(sheets[0])) == shown


def test_no_joint_is_opened_by_more_than_the_eye_takes_for_one() -> None:
    (root,) = pages(f"{LINE}{TABLE}")
    spread(root, 100)
    assert shown(root)[1][1] == pytest.approx(20 + 7 * 96 / 72)


def test_lines_of_text_stay_together() -> None:
    (root,) = pages(f"<h3>h</h3>{LINE}<ul><li>b</li></ul>{LINE}")
    before = shown(root)
    spread(root, 60)
    assert shown(root) == before


@pytest.mark.parametrize("block", [NOTE, FIGURE])
def test_a_paragraph_passes_a_note_that_finds_no_room(block: str) -> None:
    tag = "div" if block == NOTE else "figure"
    with applied(page_breaks.PATCHES):
        first, second = pages(f"{EIGHT}{block}{LINE}{LINE}{LINE}")
    assert [name for name, _ in shown(first)] == ["p"] * 10
    assert [name for name, _ in shown(second)] == [tag, "p"]
    first, second = pages(f"{EIGHT}{block}{LINE}{LINE}{LINE}")
    assert [name for name, _ in shown(second)] == [tag, "p", "p", "p"]


def test_a_paragraph_passes_a_table_of_contracts_but_none_that_tells_of_another_table() -> None:
    contracts = TABLE.replace("table", "table fixed contract-table")
    with applied(page_breaks.PATCHES):
        first, second = pages(f"{EIGHT}{contracts}{LINE}<h3>h</h3>{LINE}")
        assert [name for name, _ in shown(first)] == ["p"] * 9
        assert [name for name, _ in shown(second)] == ["div", "h3", "p"]
        first, second = pages(f"{EIGHT}{contracts}{LINE}{TABLE}")
        assert [name for name, _ in shown(first)] == ["p"] * 8


CAPTIONED = '<div class="table" style="{}"><table><caption>c</caption></table></div>'
LIST = '<ul style="margin: 0"><li>b</li></ul>'


@pytest.mark.parametrize(
    ("behind", "first", "second"),
    [
        (CAPTIONED.format("") + LINE, ["p"], ["div", "div"]),
        (f"<p>these:</p>{LIST}", ["p", "ul"], ["div"]),
        ('<div class="ladder">l</div>', ["div"], ["div"]),
        # headings and captions keep their order
        (f"<h3>h</h3>{LIST}", [], ["div", "h3", "ul"]),
        (CAPTIONED.format("height: 20px"), [], ["div", "div"]),
        (f"<p>this:</p>{CAPTIONED.format('height: 20px')}", [], ["div", "p", "div"]),
        (f'<p class="elsewhere">b</p>{LINE}', [], ["div", "p", "p"]),  # the end of a section
    ],
)
def test_what_follows_comes_first_where_a_table_with_a_caption_would_leave_a_hole(
    behind: str, first: list[str], second: list[str]
) -> None:
    with applied(page_breaks.PATCHES):
        sheets = pages(f"{EIGHT}{CAPTIONED.format('')}{behind}")
    found = [[name for name, _ in shown(sheet)] for sheet in sheets]
    assert found == [["p"] * 8 + first, second]


def test_even_a_heading_passes_a_table_rather_than_leave_more_than_a_fifth_empty() -> None:
    with applied(page_breaks.PATCHES):
        first, second = pages(f"{LINE * 7}{CAPTIONED.format('height: 70px')}<h3>h</h3>{LIST}")
    assert [name for name, _ in shown(first)] == ["p"] * 7 + ["h3", "ul"]
    assert [name for name, _ in shown(second)] == ["div"]


def test_the_ornament_of_a_chapter_takes_nothing_to_the_next_page() -> None:
    tail = f"<div class='{page_filling.TAIL}' style='height: 0; break-before: avoid'>t</div>"
    chapter = f"{LINE * 9}<p style='margin-bottom: 10px'>a</p>{tail}"  # the page is full
    assert len(pages(chapter)) == 2
    with applied(page_breaks.PATCHES):
        assert len(pages(chapter)) == 1


@pytest.mark.parametrize(
    "chapter",
    [
        f"{EIGHT}{TABLE}{LINE}",  # what is said after a table may be about it
        f"{EIGHT}<figure>f</figure>{LINE}",
        f"{EIGHT}{NOTE}<h3>h</h3>{LINE}",
        f"{EIGHT}{NOTE}<p>these:</p>{LINE}",
        f"{EIGHT}{NOTE}{LINE}<ul><li>b</li></ul>",
        f"{LINE * 7}<p>this:</p>{NOTE}{LINE}",
        f'{EIGHT}<div class="note"><span class="footnote">x</span></div><p>a<span class="footnote">y</span></p>',
    ],
)
def test_what_belongs_together_stays_in_its_order(chapter: str) -> None:
    plain = [shown(root) for root in pages(chapter)]
    with applied(page_breaks.PATCHES):
        assert [shown(root) for root in pages(chapter)] == plain


def test_a_line_is_not_broken_half_way_for_want_of_room_for_a_hyphen() -> None:
    # sixteen letters of six pixels have room, the hyphen after them has none
    style = "@page { size: 98px 100px; margin: 0 } body { margin: 0; font: 10px/20px 'DejaVu Sans Mono' }"
    text = "<p style='margin: 0; overflow-wrap: break-word'>ab\u00adcd efgh ijklmn\u00adop qrst"

    def first_line() -> str:
        (page,) = weasyprint.HTML(string=f"<style>{style}</style>{text}").render().pages
        line = next(box for box in page._page_box.descendants() if isinstance(box, LineBox))
        return "".join(box.text for box in line.descendants() if isinstance(box, TextBox)).replace(
            "\u00ad", ""
        )

    assert (
        first_line() == "ab‐"
    )  # if this fails, WeasyPrint has mended it: `weasyprint_fixes.LINES` can go
    with applied(weasyprint_fixes.LINES):
        assert first_line().strip() == "abcd efgh"


def test_a_column_may_be_as_narrow_as_its_longest_word_or_part_of_one() -> None:
    style = "@page { size: 600px 300px; margin: 0 } td { padding: 0; font: 10px/20px 'DejaVu Sans Mono' }"
    text = "ab cdef gh ij kl\u00admn"  # four letters of six pixels are the longest

    def width() -> float:
        cell = f"<table style='border-spacing: 0; width: 1px'><td>{text}</td></table>"
        (page,) = weasyprint.HTML(string=f"<style>{style}</style>{cell}").render().pages
        found: float = next(
            box for box in page._page_box.descendants() if box.element_tag == "td"
        ).width
        return found

    assert width() > 80  # if this fails, WeasyPrint has mended it
    with applied(weasyprint_fixes.LINES):
        assert width() == pytest.approx(24, abs=1)


def test_no_word_is_cut_at_the_edge_where_the_line_can_end_before_it() -> None:
    # eleven letters have room, and no hyphen after them
    style = "@page { size: 68px 100px; margin: 0 } body { margin: 0; font: 10px/20px 'DejaVu Sans Mono' }"

    def lines(text: str) -> list[str]:
        paragraph = f"<p style='margin: 0; overflow-wrap: break-word'>{text}"
        (page,) = weasyprint.HTML(string=f"<style>{style}</style>{paragraph}").render().pages
        found = (box for box in page._page_box.descendants() if isinstance(box, LineBox))
        return [
            "".join(it.text for it in line.descendants() if isinstance(it, TextBox))
            for line in found
        ]

    spaced, joined = "abcdef ghij\u00adklm", "abcdef-ghij\u00adklm"
    assert (
        lines(spaced)[0].strip("\u00ad") == "abcdef ghij"
    )  # if this fails, WeasyPrint has mended it
    with applied(weasyprint_fixes.LINES):
        for text, first in ((spaced, "abcdef"), (joined, "abcdef-")):
            assert [line.strip().replace("\u00ad", "") for line in lines(text)] == [
                first,
                "ghijklm",
            ]


@pytest.mark.parametrize(
    ("zone", "first"), [("0", "abcd efgh-"), ("64%", "abcd"), ("63%", "abcd efgh-")]
)
def test_a_word_that_may_leave_a_line_so_empty_is_not_broken_at_a_soft_hyphen(
    zone: str, first: str
) -> None:
    # eleven letters have room; without the word, seven of them stay free
    style = "@page { size: 66px 100px; margin: 0 } body { margin: 0; font: 10px/20px 'DejaVu Sans Mono' }"
    text = f"<p style='margin: 0; hyphenate-limit-zone: {zone}'>abcd efgh\u00adijkl"

    def line() -> str:
        (page,) = weasyprint.HTML(string=f"<style>{style}</style>{text}").render().pages
        found = next(box for box in page._page_box.descendants() if isinstance(box, LineBox))
        whole = "".join(box.text for box in found.descendants() if isinstance(box, TextBox))
        return whole.strip().replace("\u00ad", "").replace("‐", "-")

    assert line() == "abcd efgh-"  # if this fails, WeasyPrint has mended it
    with applied(weasyprint_fixes.LINES):
        assert line() == first


def test_the_mends_are_gone_afterwards() -> None:
    from weasyprint.layout import block, inline

    before = block._in_flow_layout, inline.split_first_line
    with (
        pytest.raises(ValueError, match="broken"),
        applied(page_breaks.PATCHES),
        applied(weasyprint_fixes.LINES),
    ):
        assert before != (block._in_flow_layout, inline.split_first_line)
        raise ValueError("broken")
    assert before == (block._in_flow_layout, inline.split_first_line)


ROW = "<tbody><tr><td>a</td></tr></tbody>"
SAID = "<tbody><tr><td>a</td></tr><tr class='special'><td>b</td></tr></tbody>"
RULED = """<style>.long { height: auto } table { border-collapse: collapse } td { padding: 0; height: 20px }
tbody { break-inside: avoid }</style>"""


def lines_of(root: Any) -> list[float]:
    return [box.position_y for box in root.descendants() if box.element_tag == "tr"]


def test_what_joints_do_not_take_goes_to_the_rows_of_a_long_table_each_with_its_remark() -> None:
    (root,) = pages(f"{RULED}<div class='table long'><table>{SAID}{ROW}{ROW}</table></div>{LINE}")
    assert lines_of(root) == [0, 20, 40, 60] and shown(root)[-1] == ("p", 80)
    joint = 7 * 96 / 72
    spread(root, joint + 6)
    assert lines_of(root) == pytest.approx([0, 20, 43, 66]) and shown(root)[-1] == (
        "p",
        pytest.approx(86 + joint),
    )


def test_a_row_is_opened_by_a_sixth_and_a_short_table_not_at_all() -> None:
    (root,) = pages(f"{RULED}<div class='table long'><table>{ROW}{ROW}</table></div>")
    spread(root, 100)
    assert lines_of(root) == pytest.approx([0, 20 + 20 / 6])
    (root,) = pages(
        f"{RULED}<div class='table long'><table>{ROW}{ROW.replace('<td>', '<td style=height:40px>')}{ROW}"
    )
    spread(root, 100)
    assert lines_of(root) == pytest.approx(
        [0, 20 + 5, 60 + 10]
    )  # a sixth of what the first two have in the mean
    tall = "<style>@page { size: 400px }</style>" + RULED.replace("height: 20px", "height: 180px")
    (root,) = pages(f"{tall}<div class='table long'><table>{ROW}{ROW}</table></div>")
    spread(root, 100)
    assert lines_of(root) == pytest.approx(
        [0, 180 + 18 * 96 / 72]
    )  # a line and a half, and not 30 px
    (root,) = pages(f"{RULED}<div class='table'><table>{ROW}{ROW}</table></div>")
    spread(root, 100)
    assert lines_of(root) == [0, 20]


def test_the_colour_of_a_cell_reaches_to_the_next_row_however_far_that_is_opened() -> None:
    coloured = ROW.replace("<td>", "<td style='background: red'>")
    (root,) = pages(f"{RULED}<div class='table long'><table>{coloured}{ROW}</table></div>")
    spread(root, 3)
    cell = next(box for box in root.descendants() if box.element_tag == "td")
    (layer,) = cell.background.layers
    assert lines_of(root) == [0, 23]
    assert layer.painting_area[1::2] == layer.clipped_boxes[0][1:4:2] == (0, 23)


def test_a_table_ends_where_its_last_row_does_though_another_was_taken_to_the_next_page() -> None:
    together = ROW.replace("<tbody>", "<tbody style='break-before: avoid'>")
    first, second = pages(f"{RULED}{LINE * 7}<div class='table long' style='break-inside: auto'><table>"
                          f"{ROW}{ROW}{together}{together}</table></div>")  # fmt: skip
    assert len(lines_of(first)) == 1 and len(lines_of(second)) == 3
    assert page_filling.bottom(first) == 160
