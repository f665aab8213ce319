"""Prints a paper that has to fit on one sheet.

WeasyPrint balances columns by laying them out again and again, a few px higher each time. Here a
paper is laid out in one column first, which shows where columns can end. So their height is known,
and they are laid out once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import weasyprint
from weasyprint.text.fonts import FontConfiguration

from ..book_parts import Pdf, Piece, Tries, column_height, identifier_of
from ..pdf_drawings import image_cache
from .page_filling import PX, classes
from .patching import applied
from .weasyprint_calls import Fetcher, listening, merge_links, render, write
from .weasyprint_fixes import LIGATURES, LINES
from .weasyprint_speedups import FILE, PATCHES, Html

if TYPE_CHECKING:
    from ..pictures import Pictures

_STYLES = 4  # how many parsed style sheets are kept
_MORE = 12.0  # px added to it, for the space below a part and for paragraphs that are split


class SheetPrinter:
    """Prints a paper. Its style is read once for all tries."""

    def __init__(self, style: str, pictures: Pictures) -> None:
        self._fonts, self._sheet = _read(style)
        self._fetcher = Fetcher(pictures)
        self._pictures, self._drawings = pictures, dict[str, object]()

    def printed(
        self, tries: Tries, pages_at_most: int, columns: tuple[int, float] | None
    ) -> tuple[int, Pdf]:
        """The first of some tries with at most this many pages, else the last; its number first.

        `columns` is the number of columns and their greatest height in pt.
        """
        count, room = (columns[0], columns[1] * PX) if columns else (0, 0.0)

        @cache
        def needed(number: int) -> float | None:
            pieces = _pieces(_parts(self._laid_out(tries.alone(number))))
            return column_height([*pieces], count, room)

        def fits(number: int) -> bool:
            return not columns or needed(number) is not None

        with listening(True), applied((*PATCHES, *LINES, *LIGATURES, *FILE)):
            last = tries.count - 1
            for number in range(bisect_left(range(last), True, key=fits), tries.count):
                for height in _heights(needed(number) if columns else None, room):
                    html = tries.html(number, height)
                    try:
                        document = self._laid_out(html)
                    except AttributeError:
                        if not columns or (number, height) == (last, room):
                            raise
                        continue  # WeasyPrint 70 may fail to find a box for the top of a column
                    if len(document.pages) <= pages_at_most and _has_columns(document, count):
                        return number, self._written(document, html)
        return last, self._written(document, html)

    def _written(self, document: weasyprint.Document, html: str) -> Pdf:
        merge_links(document.pages)
        return write(document, identifier_of(html))

    def _laid_out(self, html: str) -> weasyprint.Document:
        self._drawings |= image_cache(self._pictures, html, self._drawings)
        page = Html(html, "book:", self._fetcher)
        return render(page, self._fonts, [self._sheet], cache=self._drawings)


@lru_cache(_STYLES)
def _read(style: str) -> tuple[FontConfiguration, weasyprint.CSS]:
    """The fonts of a style sheet, and the sheet; all papers in a language share them."""
    fonts = FontConfiguration()
    sheet = weasyprint.CSS(string=style, base_url="book:", url_fetcher=Fetcher(), font_config=fonts)
    return fonts, sheet


def _heights(needed: float | None, room: float) -> Iterator[float]:
    """Heights of columns to try, in px: what is needed with a little, twice or four times as much
    more, and all the `room`.
    """
    if needed is not None:
        yield from (height for more in (1, 2, 4) if (height := needed + more * _MORE) < room)
    yield room


def _has_columns(document: weasyprint.Document, count: int) -> bool:
    """Whether the parts have at most so many columns; WeasyPrint adds columns that overflow."""
    return not count or len(_parts(document).children) <= count


def _parts(document: weasyprint.Document) -> Any:
    """The box of the parts on the first page."""
    boxes = document.pages[0]._page_box.descendants()
    return next(box for box in boxes if "parts" in classes(box))


def _pieces(parts: Any) -> Iterator[Piece]:
    """The pieces of the parts of a sheet. The first piece of a part includes its heading."""
    for part in parts.children:
        if part.style["break_inside"] == "avoid":
            yield _piece(part)
        else:
            for number, piece in enumerate(_split(part)):
                yield piece if number else Piece(float(part.border_box_y()), piece.bottom)


def _split(part: Any) -> Iterator[Piece]:
    for child in part.children:
        tag = child.element_tag
        if tag == "ul":
            yield from map(_piece, child.children)
        elif tag == "table":
            yield from _rows(child)
        elif tag != "h2":
            yield _piece(child)


def _rows(wrapper: Any) -> Iterator[Piece]:
    """The bodies of a table; the rows of a table with a single body."""
    table = wrapper.get_wrapped_table()
    bodies = [group for group in table.children if not group.is_header]
    head = sum(float(group.height) for group in table.children if group.is_header)
    for box in bodies if len(bodies) > 1 else bodies[0].children:
        top = float(box.position_y)
        yield Piece(top, top + float(box.height), head)


def _piece(box: Any) -> Piece:
    top = float(box.border_box_y())
    return Piece(top, top + float(box.border_height()))
