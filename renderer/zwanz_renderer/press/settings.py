"""How closely a chapter is set: where a page of it would end badly, it is set closer or looser.

The space around tables and figures, the cards of tricks and the blanks of the text are a little
smaller or larger then, on all pages of the chapter alike, as a typesetter would do it; the
distances of lines and above headings stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weasyprint.formatting_structure.boxes import TableRowGroupBox

from .page_breaks import HOLE, KEPT_WHOLE
from .page_filling import HEADINGS, chapter_on, end, filled

SETTINGS = (
    "--joint: 12pt; --trick-card: 14.4mm; --blank: -.02em; ",
    "--joint: 16pt; --trick-card: 15.6mm; --blank: .03em; ",
    "--joint: 18pt; --trick-card: 16mm; --blank: .03em; ",
    "--joint: 15pt; --trick-card: 15.3mm; --blank: -.01em; ",
)
"""Styles of a chapter in the order in which they are tried, after that of the style sheet, which
gives these properties their names. A blank is a quarter of an em wide, and justified lines
stretch it by more than this.
"""
IN_VAIN = 2
"""So many in a row that change nothing end the search. Each try lays a chapter out anew: with seven
settings, all tried however vain, a cold book took 1.75 times as long as without any.
"""
_TORN = 0.2
"""As bad as a hole of this share of a page: a small table on two pages."""
_LAST_ALONE = 0.1
"""As bad: the last trick of several alone on a page."""
_OVERTAKEN = 0.1
"""As bad: a table or figure that stands below the heading of the next section."""
_PAGE = 1.0
"""As bad: a page more than the chapter would need."""


def badness(pages: Sequence[Any], least_pages: int) -> float:
    """How badly the pages of a chapter end, in shares of a page; 0 if each is well."""
    holes = (hole for page in pages[:-1] if (hole := _white(page)) > HOLE)
    torn = [*_torn(pages)]
    small = sum(sum(heights) <= KEPT_WHOLE * pages[0].height for heights, _ in torn)
    alone = sum(lonely for _, lonely in torn)
    more = max(0, len(pages) - least_pages)
    bad = sum(holes) + _TORN * small + _LAST_ALONE * alone + _OVERTAKEN * _overtaken(pages)
    return float(bad + _PAGE * more)


def _white(page: Any) -> float:
    text, notes = filled(page)
    return float((page.height - text - notes) / page.height)


def _overtaken(pages: Sequence[Any]) -> int:
    """How many parts of a chapter stand below a heading that is written below them."""
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
    """The heights of the parts of tables on several pages, and if the last is a single trick."""
    parts: dict[int, list[Any]] = {}
    for page in pages:
        for box in page.descendants():
            if box.element is not None and "table" in _classes(box):
                parts.setdefault(id(box.element), []).append(box)
    for torn in parts.values():
        if len(torn) > 1:
            heights = [end(box) - float(box.border_box_y()) for box in torn]
            yield heights, "trick-table" in _classes(torn[-1]) and _bodies(torn[-1]) == 1


def _bodies(box: Any) -> int:
    """How many bodies of a table are in a box."""
    groups = (each for each in box.descendants() if isinstance(each, TableRowGroupBox))
    return sum(not (each.is_header or each.is_footer) for each in groups)


def _classes(box: Any) -> list[str]:
    return (box.element.get("class") or "").split()
