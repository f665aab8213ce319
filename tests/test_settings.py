"""A chapter with a page that ends badly is set closer or looser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import tinycss2
import weasyprint
from conftest import loaded

from zwanz_renderer import book, pages
from zwanz_renderer.building import Clock
from zwanz_renderer.pdf_drawings import image_cache
from zwanz_renderer.press import patched_printer, pdf, settings
from zwanz_renderer.press.weasyprint_calls import Fetcher

STYLE = """<style>@page { size: 100px 200px; margin: 0 } body, p { margin: 0; font: 10px/20px sans-serif }
.table { break-inside: avoid } .torn { break-inside: auto } td { padding: 0; height: 20px }
table { border-spacing: 0 }</style>"""
LINE = "<p>a</p>"


def laid_out(chapter: str) -> list[Any]:
    """The boxes of the pages of a chapter, with ten lines on each."""
    html = f"{STYLE}<main><section>{chapter}</section></main>"
    return [page._page_box for page in weasyprint.HTML(string=html).render().pages]


def table(rows: int, kind: str = "") -> str:
    return f"<div class='table {kind}'><table>{'<tr><td>r</td></tr>' * rows}</table></div>"


def test_pages_that_are_full_or_nearly_so_are_well() -> None:
    assert settings.badness(laid_out(LINE * 12), 2) == 0
    assert settings.badness(laid_out(LINE * 9 + table(2)), 2) == 0
    assert settings.badness(laid_out(LINE * 4), 1) == 0  # the next chapter may fill the last one


def test_a_hole_is_as_bad_as_it_is_high() -> None:
    assert settings.badness(laid_out(LINE * 8 + table(3)), 2) == pytest.approx(0.2)
    assert settings.badness(laid_out(LINE * 7 + table(4)), 2) == pytest.approx(0.3)


def test_a_small_table_on_two_pages_is_bad_and_a_long_one_is_not() -> None:
    assert settings.badness(laid_out(LINE * 8 + table(4, "torn")), 2) == pytest.approx(0.2)
    assert settings.badness(laid_out(LINE * 8 + table(6, "torn")), 2) == 0


def test_a_last_trick_alone_is_bad() -> None:
    def tricks(count: int) -> str:
        bodies = "<tbody><tr><td>t</td></tr></tbody>" * count
        return f"<div class='table torn trick-table'><table>{bodies}</table></div>"

    assert settings.badness(laid_out(LINE * 4 + tricks(7)), 2) == pytest.approx(0.1)
    assert settings.badness(laid_out(LINE * 4 + tricks(8)), 2) == 0


def test_an_index_that_ends_with_a_few_entries_on_a_page_of_their_own_is_bad() -> None:
    def index(lines: int) -> str:
        return f"<div class='index'>{LINE * lines}</div>"

    assert settings.badness(laid_out(LINE * 2 + index(9)), 2) == pytest.approx(0.1)
    assert settings.badness(laid_out(LINE * 2 + index(12)), 2) == 0
    assert settings.badness(laid_out(LINE * 11), 2) == 0  # the next chapter follows


def test_what_stands_below_the_next_heading_is_bad() -> None:
    text = f"{LINE * 8}<h3 style='font: 10px/20px sans-serif; margin: 0'>h</h3>{LINE * 4}"
    sheets = laid_out(f"{text}{table(1)}")
    assert settings.badness(sheets, 2) == 0
    written = settings.chapter_on(sheets[1]).element
    last = written[-1]
    written.remove(last)
    written.insert(0, last)  # as if the table were written first
    assert settings.badness(sheets, 2) == pytest.approx(0.1)


def test_a_page_more_is_worse_than_any_hole() -> None:
    assert settings.badness(laid_out(LINE * 12), 1) >= 1


def test_a_setting_is_tried_for_holes_and_scraps_alone() -> None:
    assert settings.may_help(laid_out(LINE * 8 + table(3)))
    assert settings.may_help(laid_out(f"{LINE * 2}<div class='index'>{LINE * 9}</div>"))
    torn = laid_out(LINE * 8 + table(4, "torn"))
    assert settings.badness(torn, 2) and not settings.may_help(torn)
    assert not settings.may_help(laid_out(LINE * 12))


def test_a_setting_is_given_up_at_the_first_page_on_which_it_is_no_better() -> None:
    holed = laid_out(LINE * 8 + table(3) + LINE * 20)
    stop = settings.EarlyStop(badness=0.2, count=len(holed))
    stop(0, holed[0])  # it may still be the last page
    with pytest.raises(settings.Worse):
        stop(1, holed[1])


def test_a_setting_that_is_better_so_far_goes_on() -> None:
    holed = laid_out(LINE * 8 + table(3) + LINE * 20)
    stop = settings.EarlyStop(badness=0.21, count=len(holed))
    for index, page in enumerate(holed):
        stop(index, page)


def test_a_page_more_ends_a_setting() -> None:
    stop = settings.EarlyStop(badness=0.2, count=1)
    first, second = laid_out(LINE * 12)
    stop(0, first)
    with pytest.raises(settings.Worse):
        stop(1, second)


def test_a_page_that_is_made_again_takes_the_place_of_the_first() -> None:
    stop = settings.EarlyStop(badness=0.2, count=2)
    holed, full = laid_out(LINE * 8 + table(3)), laid_out(LINE * 12)
    stop(0, holed[0])
    stop(0, full[0])
    stop(1, full[1])


def test_joints_that_will_be_opened_count_as_filled() -> None:
    block = f"<div style='height: 20px'>{LINE}</div>"
    holed, end = laid_out(LINE * 4 + block * 2 + table(5))
    assert settings.badness([holed, end], 2) == pytest.approx(0.4)
    joints = 2  # above each block
    opened = joints * 7 * 96 / 72  # px
    reserved = settings.badness([holed, end], 2, reserved=True)
    assert reserved == pytest.approx(0.4 - opened / 200)


def test_each_value_of_a_setting_reaches_the_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The style of a page ends with a value of its own, which the first value of a setting must not
    become a part of.
    """
    workshop = book.BookBuilder(loaded("slovenian-tarok", "base"), "en")
    page = pages.document(workshop.game, "en", workshop.manuscript.chapters())
    parts = pages.parts(page)
    printer = pdf.patched_printer(Fetcher(workshop._pictures), strict=False)
    assert printer is not None
    typesetter = type(printer.typesetter)
    tried: list[dict[str, str]] = []
    lay_out = typesetter._laid_out_page

    def noted(self: Any, page: Any, start: Any) -> Any:
        style = tinycss2.parse_blocks_contents(page.etree_element.get("style"))
        values = [each for each in style if each.type == "declaration"]
        tried.append({each.name: tinycss2.serialize(each.value).strip() for each in values})
        return lay_out(self, page, start)

    monkeypatch.setattr(typesetter, "_laid_out_page", noted)
    monkeypatch.setattr(patched_printer, "badness", lambda *_: 1.0)
    monkeypatch.setattr(patched_printer, "may_help", lambda _: True)
    chapter = replace(parts, parts=parts.parts[:2])
    printer.write(chapter, image_cache(workshop._pictures, chapter.html), Clock())
    for setting in settings.SETTINGS:
        values = dict(value.split(": ") for value in setting.rstrip("; ").split("; "))
        assert any(values.items() <= style.items() for style in tried)
    assert len({style["--cover"] for style in tried}) == 1
