"""How closely a chapter is set: where a page of it would end badly, it is set closer or looser.

The space around tables and figures, the cards of tricks and the blanks of the text are a little
smaller or larger then, on all pages of the chapter alike, as a typesetter would do it; the
distances of lines and above headings stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .page_breaks import HOLE, KEPT_WHOLE
from .page_filling import end, filled

SETTINGS = (
    "--joint: 12pt; --trick-card: 14.4mm; --blank: -.02em; ",
    "--joint: 16pt; --trick-card: 15.6mm; --blank: .03em; ",
    "--joint: 10.5pt; --trick-card: 14mm; ",
    "--joint: 18pt; --trick-card: 16mm; --blank: .03em; ",
)
"""Styles of a chapter in the order in which they are tried, after that of the style sheet, which
gives these properties their names. A blank is a quarter of an em wide, and justified lines
stretch it by more than this.
"""
_TORN = 0.2
"""As bad as a hole of this share of a page: a small table on two pages."""
_PAGE = 1.0
"""As bad: a page more than the chapter would need."""


def badness(pages: Sequence[Any], least_pages: int) -> float:
    """How badly the pages of a chapter end, in shares of a page; 0 if each is well."""
    holes = (hole for page in pages[:-1] if (hole := _white(page)) > HOLE)
    torn = sum(height <= KEPT_WHOLE * pages[0].height for height in _torn(pages))
    return float(sum(holes) + _TORN * torn + _PAGE * max(0, len(pages) - least_pages))


def _white(page: Any) -> float:
    text, notes = filled(page)
    return float((page.height - text - notes) / page.height)


def _torn(pages: Sequence[Any]) -> Iterator[float]:
    """The heights of tables on several pages."""
    heights: dict[int, list[float]] = {}
    for page in pages:
        for box in page.descendants():
            if box.element is not None and "table" in (box.element.get("class") or "").split():
                heights.setdefault(id(box.element), []).append(end(box) - box.border_box_y())
    return (sum(parts) for parts in heights.values() if len(parts) > 1)
