"""Prints HTML as PDF: with patches, or the plain way, with WeasyPrint's public API alone.

The plain way takes about five times as long; files are twice as large, pages less well filled.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import weasyprint
from weasyprint.text.fonts import FontConfiguration

from .. import pdf_drawings
from ..book_parts import BookParts, Pdf, Tries, identifier_of, indexes, name_pages_once
from ..building import Clock
from .patching import COMPARED, SERIES, applied
from .weasyprint_calls import Fetcher, PdfFault, anchor_pages, listening, merge_links, render, write

if TYPE_CHECKING:
    from ..pictures import Pictures
    from .patched_printer import PatchedPrinter

_LOG = logging.getLogger("zwanz_renderer")
_LOST = "printing the plain way: this is slower, files are larger, pages less well filled"

_failures: list[str] = []  # why the patches failed with a later version of `SERIES`


def misfit() -> str:
    """The reason why the patches do not fit this WeasyPrint; "" if they do."""
    return _failures[0] if _failures else _unknown()


@cache
def _unknown() -> str:
    version = weasyprint.__version__
    if version.partition(".")[0] != SERIES:
        return f"WeasyPrint {version} has not been tried, only {SERIES}"
    try:
        from . import patched_printer
    except Exception as error:  # whatever an unknown library does
        return f"WeasyPrint {version} differs from {COMPARED} ({error})"
    assert patched_printer
    return ""


@cache
def _warn(reason: str) -> None:
    """Warn once that books are printed the plain way, and why."""
    _LOG.warning("zwanz: %s; %s", reason, _LOST)


def patched_printer(fetcher: object, strict: bool, share: bool = False) -> PatchedPrinter | None:
    """A printer with patches; None if they do not fit. See `PatchedPrinter` for the arguments."""
    if misfit():
        return None
    from .patched_printer import PatchedPrinter

    return PatchedPrinter(fetcher, strict, share)


class Printer:
    """Prints one book in this process, any number of times."""

    def __init__(self, pictures: Pictures, *, strict: bool = True) -> None:
        self._pictures, self._strict = pictures, strict
        self._patched = patched_printer(Fetcher(pictures), strict)

    def write(self, book: BookParts, clock: Clock | None = None) -> Pdf:
        """Print a book. Raises PdfFault."""
        clock = clock or Clock()
        if self._patched is not None and not misfit():
            with clock.step("drawings"):
                drawings = pdf_drawings.image_cache(self._pictures, book.html)
            try:
                return self._patched.write(book, drawings, clock)
            except PdfFault:
                raise
            except Exception as error:
                version = weasyprint.__version__
                if version == COMPARED:
                    raise
                _failures.append(f"WeasyPrint {version} differs from {COMPARED} ({error})")
        _warn(misfit())
        with clock.step("layout"):
            return write_plainly(book.document, self._pictures, self._strict)


def write_plainly(html: str, pictures: Pictures, strict: bool = True) -> Pdf:
    """Print a document as a whole, with lines and ligatures mended if patches fit. It is laid out
    again if a line of its index names a page twice. Raises PdfFault.
    """
    with listening(strict), _mended():
        page = _page(html, pictures)
        document = render(page, FontConfiguration())
        if any(True for _ in indexes(page.etree_element)):
            again = _page(html, pictures)
            if name_pages_once(again.etree_element, anchor_pages(document.pages)):
                document = render(again, FontConfiguration())
        return _written(document, html)


def write_sheet(
    style: str,
    pictures: Pictures,
    tries: Tries,
    pages_at_most: int,
    columns: tuple[int, float] | None = None,
) -> tuple[int, Pdf]:
    """Print the first of some tries with at most this many pages, else the last. Returns its number
    and the file.

    `columns` is the number of columns and the most height in pt. Without patches it is not used,
    and all tries up to that one are printed. Raises PdfFault.
    """
    if not misfit():
        from .sheet import SheetPrinter

        return SheetPrinter(style, pictures).printed(tries, pages_at_most, columns)
    _warn(misfit())
    head = f"<style>\n{style}\n</style>\n</head>"
    for number in range(tries.count):
        printed = write_plainly(tries.html(number).replace("</head>", head, 1), pictures)
        if printed.pages <= pages_at_most:
            break
    return number, printed


def write_sheets(html: str, pictures: Pictures, wishes: Mapping[str, str]) -> Pdf:
    """Print a page that shows few drawings often. `wishes` are its ViewerPreferences."""
    page = weasyprint.HTML(string=html, base_url="sheets:", url_fetcher=Fetcher(pictures))
    with listening(True), _mended(lines=False):
        if misfit():
            _warn(misfit())
            return _written(render(page, FontConfiguration()), html, wishes)
        drawings = pdf_drawings.image_cache(pictures, html)
        return _written(render(page, FontConfiguration(), cache=drawings), html, wishes)


def _page(html: str, pictures: Pictures) -> weasyprint.HTML:
    return weasyprint.HTML(string=html, base_url="book:", url_fetcher=Fetcher(pictures))


def _written(
    document: weasyprint.Document, html: str, wishes: Mapping[str, str] = MappingProxyType({})
) -> Pdf:
    """The file of a document. That of an unknown WeasyPrint is no PDF/A if `finish` fails."""
    identifier = identifier_of(html)
    if not misfit():
        merge_links(document.pages)
        return write(document, identifier, wishes)
    try:
        return write(document, identifier, wishes)
    except Exception:
        return write(document, identifier, wishes, finish=None)


@contextmanager
def _mended(lines: bool = True) -> Iterator[None]:
    """Mend ligatures, and with `lines` also line breaks, if patches fit."""
    if misfit():
        yield
        return
    from . import weasyprint_fixes, weasyprint_speedups

    patches = (*weasyprint_fixes.LIGATURES, *weasyprint_speedups.FILE)
    with applied((*weasyprint_fixes.LINES, *patches) if lines else patches):
        yield
