"""A printer that replaces functions of WeasyPrint: better pages in less time.

Importing this module fails if a function is not there; see `pdf.misfit`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from ..building import Clock
from . import page_breaks, painting, patching, style_cache, weasyprint_fixes, weasyprint_speedups
from .layout import Cache, Typesetter
from .parts import BookPart, BookParts, Frame, Pdf
from .weasyprint_calls import COLOURS, PdfFault, listening, write

SPEEDUPS = (*style_cache.PATCHES, *weasyprint_speedups.PATCHES)
LAYOUT = (*page_breaks.PATCHES, *weasyprint_fixes.LINES, *weasyprint_fixes.FOOTNOTES)
FILE = (*painting.PATCHES, *weasyprint_speedups.FILE, *weasyprint_fixes.LIGATURES)
PATCHES = (*SPEEDUPS, *LAYOUT, *FILE)
with patching.applied(PATCHES):  # fails here if a function does not exist
    pass


class PatchedPrinter:
    """Prints one book, again and again: parts that stayed the same are not laid out again.

    With `strict`, warnings of WeasyPrint are errors. With `share`, a copy of this process helps to
    paint.
    """

    def __init__(self, fetcher: object, strict: bool, share: bool = False) -> None:
        self._strict, self._share = strict, share
        self._typesetter = Typesetter(fetcher, COLOURS)

    @property
    def laid_out(self) -> int:
        """How many parts of the book were laid out so far."""
        return self._typesetter.laid_out

    def prepare(self, style: str, lang: str, while_idle: Callable[[], bool]) -> None:
        """Load a style and its fonts; `while_idle`, print a few words too.

        Libraries do much of their work when they are first called.
        """
        self._typesetter.prepare(style)
        if while_idle():
            with listening(False), patching.applied((*SPEEDUPS, *FILE)):
                page = self._typesetter.rehearse(lang)
                write(painting.BookPainter({}, "", COLOURS, False).painted(page), "")

    def ahead(self, number: int, frame: Frame, part: BookPart, cache: Cache) -> None:
        """Lay out a chapter of an incomplete book, for `write` to use if it still fits."""
        try:
            with listening(self._strict), patching.applied((*SPEEDUPS, *LAYOUT)):
                self._typesetter.ahead(number, frame, part, cache)
        except PdfFault:
            self._typesetter.forget()  # `write` will report it

    def write(self, book: BookParts, cache: Cache, clock: Clock) -> Pdf:
        """Print a book with the drawings in `cache`. Raises PdfFault."""
        painter = painting.BookPainter(cache, book.anchors, COLOURS, self._share)
        with listening(self._strict), patching.applied(SPEEDUPS), closing(painter):
            with clock.step("layout"), patching.applied(LAYOUT):
                document = self._typesetter.document(book, cache, painter.begin)
            with clock.step("pdf"), patching.applied(FILE):
                return write(painter.painted(document), book.identifier)
