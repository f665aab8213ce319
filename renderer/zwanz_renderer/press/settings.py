"""How closely a chapter is set: where a page of it would end badly, it is set closer or looser.

The space around tables and figures, the cards of tricks, the blanks of the text and the letters of
an index are a little smaller or larger then, on all pages of the chapter alike, as a typesetter
would do it; the distances of lines and above headings stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weasyprint.formatting_structure.boxes import TableRowGroupBox

from .page_breaks import HOLE, KEPT_WHOLE
from .page_filling import HEADINGS, TAIL, chapter_on, end, filled, reserve

SETTINGS = (
    "--joint: 18pt; --trick-card: 16mm; --blank: .03em; ",
    "--joint: 12pt; --trick-card: 14.4mm; --blank: -.02em; "
    "--index: 8pt; --index-line: 8.8pt; --index-gap: 1pt; ",
)
"""Styles of a chapter in the order in which they are tried, after that of the style sheet, which
gives these properties their names. A blank is a quarter of an em wide, and justified lines
stretch it by more than this.

Each try lays a chapter out anew. In 602 chapters of 49 books 73 ended badly, by 15.3 in all (see
`badness`); these two leave 11.9, four that were tried until two changed nothing left 11.6 and took
twice as long.
"""
_TORN = 0.2
"""As bad as a hole of this share of a page: a small table on two pages. At 0.3 one more of
42 books kept a table whole, for two holes and a page more.
"""
_LAST_ALONE = 0.1
"""As bad: the last trick of several alone on a page."""
_OVERTAKEN = 0.1
"""As bad: a table or figure that stands below the heading of the next section."""
_PAGE = 1.0
"""As bad: a page more than the chapter would need."""
_SCRAP = 0.1
"""As bad: the last page of an index, with at most this share of it filled."""


def badness(pages: Sequence[Any], least_pages: int, reserved: bool = False) -> float:
    """How badly the pages of a chapter end, in shares of a page; 0 if each is well.

    `reserved` is true for pages whose joints will still be opened.
    """
    holes = (hole for page in pages[:-1] if (hole := _white(page, reserved)) > HOLE)
    torn = [*_torn(pages)]
    small = sum(sum(heights) <= KEPT_WHOLE * pages[0].height for heights, _ in torn)
    alone = sum(lonely for _, lonely in torn)
    more = max(0, len(pages) - least_pages)
    bad = sum(holes) + _TORN * small + _LAST_ALONE * alone + _OVERTAKEN * _overtaken(pages)
    return float(bad + _PAGE * more + _SCRAP * _ends_with_scrap(pages))


class Worse(Exception):
    """A setting is no better than one that was tried before."""


class EarlyStop:
    """Watches the pages of a setting while they are laid out, and raises Worse as soon as they end
    no better than those of the best one so far, with its `badness` and the page count of the first.
    """

    def __init__(self, badness: float, count: int) -> None:
        self._least, self._count = badness, count
        self._pages: list[Any] = []

    def __call__(self, index: int, page: Any) -> None:
        """Take the page with an index, before its joints are opened."""
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
    kinds = {name for child in chapter.children for name in _classes(child)}
    return kinds - {TAIL} == {"index"} and filled(pages[-1])[0] <= _SCRAP * pages[-1].height


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
