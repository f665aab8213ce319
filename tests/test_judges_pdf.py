"""Independent judges of every book as a PDF; what they look at stands in ``pdf_judge``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pdf_judge
import pytest
import tagged_pdf
import torn_text
import weasyprint
from built_books import Book, BuiltBooks, books

pytestmark = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")


@pytest.mark.sample(5)
def test_nothing_is_wrong_with_the_book(judged_book: Book, built: BuiltBooks) -> None:
    file = built.book(*judged_book, "pdf")
    assert pdf_judge.faults(file) == pdf_judge.empty(file) == []
    assert pdf_judge.gaps(file) == []


def test_it_is_read_in_the_order_in_which_it_is_seen(judged_book: Book, built: BuiltBooks) -> None:
    assert tagged_pdf.out_of_order(built.book(*judged_book, "pdf")) == []


_HALF = 0.45 * (210 - 35) * 72 / 25.4
"""Points of a table that surely has room on half a page, its heads counted twice."""


def test_no_table_of_up_to_half_a_page_is_torn(judged_book: Book, built: BuiltBooks) -> None:
    """But where the page would be empty for three tenths, which no text could fill; and of hands,
    which are pictures, two may stand on either page.
    """
    for table in tagged_pdf.torn_tables(built.book(*judged_book, "pdf")):
        kept = table.height < _HALF and table.first < _HALF / 2
        assert not kept or table.pictured, table


def test_no_page_ends_in_the_middle_of_a_sentence_in_a_table(
    judged_book: Book, built: BuiltBooks
) -> None:
    assert torn_text.torn_rows(built.book(*judged_book, "pdf")) == []


def test_no_last_line_is_half_a_word(judged_book: Book, built: BuiltBooks) -> None:
    assert torn_text.half_words(built.book(*judged_book, "pdf")) == []


def test_few_inner_pages_have_a_blank_band(pytestconfig: pytest.Config, built: BuiltBooks) -> None:
    """Of all the books that are judged: `python -m tests.blank_bands` says where they are."""
    files = [built.book(*one, "pdf") for one in books(pytestconfig)]
    bands = [band for file in files for band in pdf_judge.bands(file).values()]
    assert sum(band > 0.15 for band in bands) < 0.03 * len(bands)
    assert max(bands) < 0.3


# the judge itself sees what is wrong


def printed(folder: Path, body: str) -> Path:
    """A page of 300 by 200 points, tagged, with some HTML on it."""
    file = folder / "page.pdf"
    style = (
        "<style>@page { size: 300pt 200pt; margin: 0 } * { margin: 0; font: 12pt serif }</style>"
    )
    weasyprint.HTML(string=f"<html lang=en><title>A page</title>{style}{body}</html>").write_pdf(
        file, pdf_tags=True
    )
    return file


def test_words_on_each_other_and_over_the_edge(tmp_path: Path) -> None:
    body = (
        "<p>first</p><p style='margin-top: -12pt'>second</p><p style='margin-left: 285pt'>third</p>"
    )
    edge, on_each_other = pdf_judge.words(printed(tmp_path, body))
    assert edge.startswith("page 1: 'thi") and edge.endswith(
        "' lies over the edge"
    )  # poppler cuts what is outside
    assert on_each_other == "page 1: 'first' lies on 'second'"


def test_words_beside_and_below_each_other_are_well(tmp_path: Path) -> None:
    assert pdf_judge.words(printed(tmp_path, "<p>one two three</p><p>four five</p>")) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a **strong** word", "Markdown"),
        ("## A heading", "Markdown"),
        ("[here](#there)", "Markdown"),
        ("[card-row cards=trull]", "a shortcode"),
        ("[/columns]", "a shortcode"),
        ("the [[T-XX]]", "a shortcode"),
        ("a &lt;b>word", "HTML"),
        ("is &amp;lt; that", "HTML"),
        ("counts {points} points", "a template"),
        ("worth None", "a template"),
    ],
)
def test_marks_that_are_left_over(text: str, kind: str, tmp_path: Path) -> None:
    found = pdf_judge.leftovers(printed(tmp_path, f"<p>{text}</p>"))
    assert any(fault.startswith(f"page 1: {kind} is left over: ") for fault in found)


def test_plain_words_are_no_marks(tmp_path: Path) -> None:
    text = "a * star, # a number, [a bracket], 4 &lt; 5, “quoted” – and none of it wrong"
    assert pdf_judge.leftovers(printed(tmp_path, f"<p>{text}</p>")) == []


def test_what_is_tagged_wrongly(tmp_path: Path) -> None:
    body = "<h1>One</h1><h3>Three</h3><table><tr><td>data</td></tr></table>"
    assert pdf_judge.structure(printed(tmp_path, body)) == [
        "page 1: a heading of level 3 follows one of level 1",
        "page 1: a table without heads",
    ]
    assert pdf_judge.structure(printed(tmp_path, "<p>no heading</p>")) == ["no heading at all"]


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    sound = printed(
        tmp_path,
        "<p id=here>to <a href='#here'>here</a> and <a href='https://example.org/'>there</a></p>",
    )
    assert pdf_judge.links(sound) == []
    assert "page 1: a link without a target" in pdf_judge.links(
        printed(tmp_path, "<p><a href='x.html'>file</a></p>")
    )


def test_what_is_read_in_another_order(tmp_path: Path) -> None:
    above = "<h1>One</h1><p>first</p><p>second</p>"
    assert tagged_pdf.out_of_order(printed(tmp_path, above)) == []
    moved = "<p>first</p><h1 style='position: relative; top: -30pt'>One</h1><p>second</p>"
    (fault,) = tagged_pdf.out_of_order(printed(tmp_path, f"<p>x</p><p>y</p>{moved}"))
    assert fault.endswith("is read before it: P") and fault.startswith("page 1: what stands below")
    hidden = "<h1>One</h1><p style='position: absolute; top: -99pt'>no</p>"
    assert tagged_pdf.out_of_order(printed(tmp_path, hidden)) == [
        "page 1: a P is read that is off the page"
    ]


def test_tables_that_are_torn(tmp_path: Path) -> None:
    rows = "<tr><th>r</th><td>x</td></tr>"
    table = f"<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>{rows * 5}</tbody></table>"
    assert tagged_pdf.torn_tables(printed(tmp_path, f"<p>x</p>{table}")) == []
    (torn,) = tagged_pdf.torn_tables(printed(tmp_path, "<p>x</p>" * 8 + table))
    assert (torn.page, torn.heads, sum(torn.rows)) == (1, 2, 5) and len(torn.rows) == 2
    assert torn.height > 5 * 10


def test_rows_that_are_torn(tmp_path: Path) -> None:
    head = "<thead><tr><th>a</th><th>b</th></tr></thead>"
    for mark, faults in ((",", 1), ("", 1), (".", 0), (";", 0)):
        told = f"<td>one two{mark}<br>three four{mark}<br>five six{mark}<br>seven.</td>"
        row = f"<tr style='vertical-align: top; orphans: 1; widows: 1'><th>r</th>{told}</tr>"
        table = f"<table>{head}<tbody>{row}</tbody></table>"
        found = torn_text.torn_rows(printed(tmp_path, "<p>x</p>" * 9 + table))
        assert len(found) == faults, (mark, found)
    whole = f"<table>{head}<tbody>{'<tr><th>r</th><td>one two</td></tr>' * 5}</tbody></table>"
    assert torn_text.torn_rows(printed(tmp_path, "<p>x</p>" * 9 + whole)) == []


def test_last_lines_of_half_a_word(tmp_path: Path) -> None:
    narrow = "<p style='width: 70pt'>{}</p>"
    (fault,) = torn_text.half_words(printed(tmp_path, narrow.format("a conside&shy;ration.")))
    assert fault == "page 1: a P ends with the line 'ration.'"
    for whole in ("a conside&shy;ration of it.", "a half-baked."):
        assert torn_text.half_words(printed(tmp_path, narrow.format(whole))) == []


def test_pages_with_holes(tmp_path: Path) -> None:
    whole, half = ("<p>x</p>" * 12, "<p>x</p>" * 6)  # twelve lines fill a page of 200 points
    pages = [whole, whole, whole, half, *[whole] * 6]
    breaks = "<p style='break-before: page'>x</p>"
    (hole,) = pdf_judge.gaps(printed(tmp_path, breaks.join(pages)))
    assert hole.startswith("page 4: 5") and hole.endswith("% of it is empty in one piece")
