"""Closer and looser settings of a chapter, for chapters with a page that ends badly.

A setting changes the space around tables and figures, the size of cards in tricks, the blanks of
the text and the type of an index a little, on all pages of the chapter. The distance between lines
and the space above headings stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weasyprint.formatting_structure.boxes import TableRowGroupBox

from .page_breaks import HOLE, KEPT_WHOLE
from .page_filling import HEADINGS, TAIL, chapter_on, classes, end, filled, reserve

SETTINGS = (
    "--joint: 18pt; --trick-card: 16mm; --blank: .03em; ",
    "--joint: 12pt; --trick-card: 14.4mm; --blank: -.02em; "
    "--index: 8pt; --index-line: 8.8pt; --index-gap: 1pt; ",
)
"""Style attributes to try in turn, after the values in the style sheet. A blank is a quarter of an
em wide; justified lines stretch it by more than this.

Of the chapters of 51 books, as often as they were laid out, 82 of 628 ended badly, with a `badness`
of 16.4 in all. These two leave 13.8. Four left 0.3 less in 49 books, and took twice as long.
"""

# What else is as bad as a hole of this share of a page.
_TORN = 0.2
"""A small table on two pages. With 0.3, one of 42 books kept one whole for two holes and a page.
"""
_LAST_ALONE = 0.1  # the last of several tricks alone on a page
_OVERTAKEN = 0.1  # a table or figure below the heading of the next section
_PAGE = 1.0  # a page more than in the first setting
_SCRAP = 0.1  # a few entries of an index alone on its last page; two of 42 books had such a page
_SCRAP_FILLED = 0.1  # the share of a page that these fill at most: four lines


def badness(pages: Sequence[Any], least_pages: int, reserved: bool = False) -> float:
    """How badly the pages of a chapter end, in shares of a page; 0 if all end well.

    With `reserved`, the joints of the pages are still to be opened. `least_pages` is the number of
    pages in the first setting.
    """
    holes = (hole for page in pages[:-1] if (hole := _white(page, reserved)) > HOLE)
    bad = sum(holes) + _OVERTAKEN * _overtaken(pages) + _SCRAP * _ends_with_scrap(pages)
    for heights, last_alone in _torn(pages):
        small = sum(heights) <= KEPT_WHOLE * pages[0].height
        bad += _TORN * small + _LAST_ALONE * last_alone
    return float(bad + _PAGE * max(0, len(pages) - least_pages))


def may_help(pages: Sequence[Any]) -> bool:
    """True if another setting is worth its time: a page has a hole, or an index ends with a scrap.

    Of 51 such chapters in 51 books 20 ended better in another setting. So did 5 of 31 that ended
    badly in other ways alone, for a `badness` of 0.5 in all and two fifths of the time.
    """
    return any(_white(page, False) > HOLE for page in pages[:-1]) or _ends_with_scrap(pages)


class Worse(Exception):
    """A setting is no better than one that was tried before."""


class EarlyStop:
    """The `watch` of an `Html`: raises Worse as soon as the pages of a setting end no better than
    the best so far. `badness` is that of the best, `count` the number of pages in the first.
    """

    def __init__(self, badness: float, count: int) -> None:
        self._least, self._count = badness, count
        self._pages: list[Any] = []

    def __call__(self, index: int, page: Any) -> None:
        """Take the page with this index, before its joints are opened."""
        shown = [box for box in page.children if box.element_tag == "html" or box.children]
        self._pages[index:] = [page.copy_with_children(shown)]
        if badness(self._pages, self._count, reserved=True) >= self._least:
            raise Worse


def _white(page: Any, reserved: bool) -> float:
    text, notes = filled(page)
    chapter = chapter_on(page) if reserved else None
    room = page.height - text - notes - (reserve(chapter.children) if chapter is not None else 0)
    return float(room / page.height)


def _ends_with_scrap(pages: Sequence[Any]) -> bool:
    """True if the last of several pages holds a few entries of an index alone."""
    chapter = chapter_on(pages[-1])
    if len(pages) == 1 or chapter is None:
        return False
    kinds = {name for child in chapter.children for name in classes(child)}
    return kinds - {TAIL} == {"index"} and filled(pages[-1])[0] <= _SCRAP_FILLED * pages[-1].height


def _overtaken(pages: Sequence[Any]) -> int:
    """How many parts of a chapter were moved below a heading that follows them in the source."""
    found, heading = 0, -1
    for section in filter(None, map(chapter_on, pages)):
        places = {id(element): at for at, element in enumerate(section.element)}
        for child in section.children:
            at = places.get(id(child.element), heading)
            found += at < heading
            if child.element_tag in HEADINGS:
                heading = max(heading, at)
    return found


def _torn(pages: Sequence[Any]) -> Iterator[tuple[list[float], bool]]:
    """Of each table on several pages: the heights of its parts, and if the last is one trick."""
    parts: dict[int, list[Any]] = {}
    for page in pages:
        for box in page.descendants():
            if "table" in classes(box):
                parts.setdefault(id(box.element), []).append(box)
    for torn in parts.values():
        if len(torn) > 1:
            heights = [end(box) - float(box.border_box_y()) for box in torn]
            yield heights, "trick-table" in classes(torn[-1]) and _bodies(torn[-1]) == 1


def _bodies(box: Any) -> int:
    """The number of bodies of a table in a box."""
    groups = (each for each in box.descendants() if isinstance(each, TableRowGroupBox))
    return sum(not (each.is_header or each.is_footer) for each in groups)
