"""From the page to a tagged PDF (PDF/UA-1 and PDF/A-3a), with nothing fetched from anywhere but
memory.
"""

from __future__ import annotations

import gc
import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pydyf  # type: ignore[import-untyped]
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from zwanz_ssot.problems import ZwanzError

from .. import styles
from ..building import Clock
from . import afloat, archive, breaking, ligatures, noted, painted, parted, placed, swift
from .index_lines import once_a_page
from .leaves import Leaves, Pdf
from .sharing import Press
from .sheets import Typesetter

if TYPE_CHECKING:
    from ..pictures import Pictures
    from ..styles import Paper

_COLOURS = "srgb"
_TRIES = 4
_ANCHOR = re.compile(r'\sid="([^"]+)"')


class PdfFault(ZwanzError):
    """WeasyPrint could not do what the page asks for. Its text lists what it said."""


class Setter:
    """Sets the pages of one book, again and again: what stayed as it was is not laid out again.

    Without `strict`, what WeasyPrint warns of is no error. With `share`, a copy of this process
    helps to paint.
    """

    def __init__(self, fetcher: Fetcher, strict: bool, share: bool = False) -> None:
        self._strict, self._share, self._typesetter = strict, share, Typesetter(fetcher, _COLOURS)

    @property
    def laid_out(self) -> int:
        """How many parts of the book were laid out so far."""
        return self._typesetter.laid_out

    def prepare(self, style: str, lang: str, while_idle: Callable[[], bool]) -> None:
        """Do beforehand what a book will need: its style and fonts, and, `while_idle`, a few words
        for nobody, because libraries do much of their work the first time they are asked.
        """
        self._typesetter.prepare(style)
        if while_idle():
            with _listening(False), swift.ways(), painted.in_place():
                _written(Press({}, "", _COLOURS, False).inked(self._typesetter.rehearse(lang)), "")

    def ahead(self, number: int, head: str, body: str, cache: dict[str, object]) -> None:
        """Lay out a chapter of a book that is not complete; `write` takes it where it still fits."""
        try:
            with _listening(self._strict), swift.ways(), _mended():
                self._typesetter.ahead(number, head, body, cache)
        except PdfFault:
            self._typesetter.forget()  # so that `write` says what is wrong

    def write(self, leaves: Leaves, digest: str, cache: dict[str, object], clock: Clock) -> Pdf:
        """Print the parts of a book with the drawings in `cache`; `digest` identifies the file."""
        with _listening(self._strict), swift.ways():
            anchors = set(_ANCHOR.findall("".join(leaves.parts)))
            with closing(Press(cache, anchors, _COLOURS, self._share)) as press, painted.in_place():
                with clock.step("layout"), _mended():
                    document = self._typesetter.document(leaves, cache, press.begin)
                with clock.step("pdf"):
                    return _written(press.inked(document), digest)


class Printer:
    """Prints a book in this process, with WeasyPrint's own ways where its insides are not known."""

    def __init__(self, pictures: Pictures, *, paper: Paper = "a5", strict: bool = True) -> None:
        self._pictures, self._paper, self._strict = pictures, paper, strict
        self._setter = Setter(Fetcher(pictures), strict)

    @property
    def laid_out(self) -> int:
        """How many parts of the book were laid out so far."""
        return self._setter.laid_out

    def write(self, page: str, clock: Clock | None = None) -> Pdf:
        """Print a page of `pages.document`."""
        from .. import pages

        clock = clock or Clock()
        if not placed.known():
            with clock.step("layout"):
                return write_plainly(
                    pages.for_printing(page, self._paper), self._pictures, self._strict
                )
        with clock.step("drawings"):
            cache = placed.placed_pictures(self._pictures, page)
        return self._setter.write(pages.leaves(page, self._paper), digest(page), cache, clock)


def write(page: str, pictures: Pictures) -> Pdf:
    """Print a page of `pages.document` once, on A5."""
    return Printer(pictures).write(page)


def write_plainly(page: str, pictures: Pictures, strict: bool = True) -> Pdf:
    """Print a page of `pages.for_printing` as WeasyPrint does by itself.

    This looks much the same, takes much longer (twice, where two places of a line in the index are
    on one page), and neither footnotes nor pages are as well filled: the colophon has a page of its
    own.
    """
    with _listening(strict):
        document = _plain(page, pictures)
        numbers = {
            name: number for number, sheet in enumerate(document.pages, 1) for name in sheet.anchors
        }
        if (once := once_a_page(page, numbers)) != page:
            document = _plain(once, pictures)
        for (
            sheet
        ) in document.pages:  # WeasyPrint adds a link for all that stands in one, tagged as none
            sheet.links[:] = [link for link in sheet.links if link[3].link]
        return _written(document, digest(page))


def height(page: str, pictures: Pictures, name: str) -> float:
    """How high, in pt, the first box of a class is on the first page of a page of
    `pages.for_printing`.
    """
    with _listening(True):
        (sheet, *_) = _plain(page, pictures).pages
    for box in sheet._page_box.descendants():
        if box.element is not None and name in (box.element.get("class") or "").split():
            return float(box.height) * 72 / 96
    return 0


def write_sheets(page: str, pictures: Pictures, wishes: Mapping[str, str]) -> Pdf:
    """Print a page whose drawings are few and shown often, each written once; `wishes` are what the
    file asks of who prints it (ViewerPreferences).
    """
    html = weasyprint.HTML(string=page, base_url="sheets:", url_fetcher=Fetcher(pictures))
    with _listening(True):
        cache = placed.placed_pictures(pictures, page)
        return _written(html.render(cache=cache, output_intent=_COLOURS), digest(page), wishes)


@contextmanager
def _mended() -> Iterator[None]:
    """Let pages be laid out with all that mends how WeasyPrint ends lines and pages."""
    with afloat.figures(), breaking.lines(), noted.notes():
        yield


def _plain(page: str, pictures: Pictures) -> weasyprint.Document:
    html = weasyprint.HTML(string=page, base_url="book:", url_fetcher=Fetcher(pictures))
    fonts = FontConfiguration()
    return parted.rendered(
        lambda *more: html.render(font_config=fonts, stylesheets=more, output_intent=_COLOURS),
        fonts,
    )


def digest(page: str) -> str:
    """What identifies the file that is printed of a page."""
    return hashlib.md5(page.encode(), usedforsecurity=False).hexdigest()


def _written(
    document: weasyprint.Document, identifier: str, wishes: Mapping[str, str] = MappingProxyType({})
) -> Pdf:
    def finish(document: Any, pdf: Any, spare: int) -> None:
        if wishes:
            pdf.catalog["ViewerPreferences"] = pydyf.Dictionary(
                {"DisplayDocTitle": "true", **wishes}
            )
        archive.finish(document, pdf, spare)

    for spare in range(_TRIES):
        with archive.packed(), ligatures.told():
            data = document.write_pdf(
                finisher=partial(finish, spare=spare),
                output_intent=_COLOURS,
                pdf_variant="pdf/ua-1",
                pdf_tags=True,
                pdf_identifier=identifier,
            )
        assert data is not None
        if b"\r\nendstream" not in data:  # see archive._compress
            break
    return Pdf(data, len(document.pages))


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives out the drawings, if there are any to fetch, and the fonts of the book, and refuses
    everything else.
    """

    def __init__(self, pictures: Pictures | None = None) -> None:
        super().__init__()
        self._pictures = pictures

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        if url.startswith("font:") and (font := styles.source(url.removeprefix("font:"))):
            return URLFetcherResponse(url, font, {"Content-Type": "font/otf"})
        try:
            svg = self._pictures.svg(url) if self._pictures else None
        except KeyError:
            svg = None
        if svg is None:
            raise FatalURLFetchingError(f"a book fetches nothing: {url}")
        return URLFetcherResponse(url, svg.encode(), {"Content-Type": "image/svg+xml"})


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@contextmanager
def _listening(strict: bool) -> Iterator[None]:
    """Take what WeasyPrint warns of as an error where `strict`, and leave the collector of garbage
    at rest.

    A book that printed with a warning has not been printed. Boxes refer to each other in circles by
    the hundred thousand; looking for dead ones among them takes a fifth of the time, and finds none
    before the end.
    """
    logger = logging.getLogger("weasyprint")
    listener, propagate, collecting = _Listener(), logger.propagate, gc.isenabled()
    logger.addHandler(listener)
    logger.propagate = False
    gc.disable()
    try:
        yield
    except FatalURLFetchingError as error:
        raise PdfFault(str(error)) from None
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate
        if collecting:
            gc.enable()
    if listener.said and strict:
        raise PdfFault("\n".join(listener.said))
