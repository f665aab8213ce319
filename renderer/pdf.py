"""From the page to a tagged PDF (PDF/UA-1 and PDF/A-3a), with nothing fetched from anywhere but memory."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from renderer import archive, typefaces
from renderer.pictures import Pictures
from renderer.placed import placed_pictures
from zwanz_ssot.problems import ZwanzError

_COLOURS = "srgb"


class PdfFault(ZwanzError):
    """WeasyPrint could not do what the page asks for. Its text lists what it said."""


@dataclass(frozen=True)
class Pdf:
    """A book on paper: the file's bytes and the number of its pages."""

    data: bytes
    pages: int


def write(page: str, pictures: Pictures, *, draw_once: bool = True) -> Pdf:
    """Print a page whose drawings and fonts are addresses (`pages.for_printing`).

    `draw_once` draws each card once and refers to it; without it (or with a WeasyPrint that is not known
    to allow it) every card is drawn where it stands, which looks the same and takes longer.
    """
    fetcher = _Fetcher(pictures)
    cache = placed_pictures(pictures, page) if draw_once else {}
    fonts = FontConfiguration()
    with _strictly() as said:
        html = weasyprint.HTML(string=page, base_url="book:", url_fetcher=fetcher)
        try:
            printed = html.render(font_config=fonts, cache=cache, output_intent=_COLOURS)
        except FatalURLFetchingError as error:
            raise PdfFault(str(error)) from None
        _one_link_each(printed)
        data = printed.write_pdf(
            finisher=archive.finish,
            output_intent=_COLOURS,
            pdf_variant="pdf/ua-1",
            pdf_tags=True,
            pdf_identifier=hashlib.md5(page.encode(), usedforsecurity=False).hexdigest(),
        )
    if said:
        raise PdfFault("\n".join(said))
    assert data is not None
    return Pdf(data, len(printed.pages))


def _one_link_each(printed: weasyprint.Document) -> None:
    """Leave each link one annotation. WeasyPrint adds one for all that stands in it, tagged as no link."""
    for page in printed.pages:
        page.links[:] = [link for link in page.links if link[3].link]


class _Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives out the drawings and the fonts of the book, and refuses everything else."""

    def __init__(self, pictures: Pictures) -> None:
        super().__init__()
        self._pictures = pictures
        self._fonts = {f"font:{cut.file}": cut for cut in typefaces.CUTS}

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        if url in self._fonts:
            return URLFetcherResponse(url, self._fonts[url].source, {"Content-Type": "font/otf"})
        try:
            svg = self._pictures.svg(url)
        except KeyError:
            raise FatalURLFetchingError(f"a book fetches nothing: {url}") from None
        return URLFetcherResponse(url, svg.encode(), {"Content-Type": "image/svg+xml"})


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@contextmanager
def _strictly() -> Iterator[list[str]]:
    """Collect what WeasyPrint warns of, so that a book that printed with a warning has not been printed."""
    logger = logging.getLogger("weasyprint")
    listener, propagate = _Listener(), logger.propagate
    logger.addHandler(listener)
    logger.propagate = False
    try:
        yield listener.said
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate
