"""From the page to a tagged PDF (PDF/UA-1 and PDF/A-3a), with nothing fetched from anywhere but memory."""

from __future__ import annotations

import gc
import hashlib
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import weasyprint
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from renderer import archive, pages, placed, styles, swift, typefaces
from renderer.pictures import Pictures
from renderer.putting import Clock
from renderer.sheets import Typesetter
from renderer.styles import Paper
from zwanz_ssot.problems import ZwanzError

_COLOURS = "srgb"
_TRIES = 4


class PdfFault(ZwanzError):
    """WeasyPrint could not do what the page asks for. Its text lists what it said."""


@dataclass(frozen=True)
class Pdf:
    """A book on paper: the file's bytes and the number of its pages."""

    data: bytes
    pages: int


class Printer:
    """Prints a book, again and again: what stayed as it was is not laid out again.

    Without `strict`, what WeasyPrint warns of is no error.
    """

    def __init__(self, pictures: Pictures, *, paper: Paper = "a5", strict: bool = True) -> None:
        self._pictures, self._paper, self._strict = pictures, paper, strict
        self._typesetter = Typesetter(Fetcher(pictures), _COLOURS)

    @property
    def laid_out(self) -> int:
        """How many parts of the book were laid out so far."""
        return self._typesetter.laid_out

    def prepare(self, lang: str, while_idle: Callable[[], bool]) -> None:
        """Do beforehand what a book in a language will need: its style and fonts, and, `while_idle`, its cards.

        A few words are printed for nobody, because libraries do much of their work the first time they are asked.
        """
        if not placed.known():
            return
        self._typesetter.prepare(styles.for_paper(lang, self._paper))
        if while_idle():
            with _listening(False), swift.ways():
                _written(self._typesetter.rehearse(lang), "")
        for address in self._pictures.likely():
            if not while_idle():
                break
            placed.drawn(self._pictures, address)

    def write(self, page: str, clock: Clock | None = None) -> Pdf:
        """Print a page of `pages.document`."""
        clock = clock or Clock()
        if not placed.known():
            with clock.step("layout"):
                return write_plainly(pages.for_printing(page, self._paper), self._pictures, self._strict)
        with _listening(self._strict), swift.ways():
            with clock.step("drawings"):
                cache = placed.placed_pictures(self._pictures, page)
            with clock.step("layout"):
                document = self._typesetter.document(pages.leaves(page, self._paper), cache)
            with clock.step("pdf"):
                return _written(document, page)


def write(page: str, pictures: Pictures) -> Pdf:
    """Print a page of `pages.document` once, on A5."""
    return Printer(pictures).write(page)


def write_plainly(page: str, pictures: Pictures, strict: bool = True) -> Pdf:
    """Print a page of `pages.for_printing` as WeasyPrint does by itself.

    This looks the same but for the numbers of footnotes, and takes much longer.
    """
    with _listening(strict):
        html = weasyprint.HTML(string=page, base_url="book:", url_fetcher=Fetcher(pictures))
        document = html.render(output_intent=_COLOURS)
        for sheet in document.pages:  # WeasyPrint adds a link for all that stands in one, tagged as none
            sheet.links[:] = [link for link in sheet.links if link[3].link]
        return _written(document, page)


def _written(document: weasyprint.Document, page: str) -> Pdf:
    for spare in range(_TRIES):
        data = document.write_pdf(
            finisher=partial(archive.finish, spare=spare),
            output_intent=_COLOURS,
            pdf_variant="pdf/ua-1",
            pdf_tags=True,
            pdf_identifier=hashlib.md5(page.encode(), usedforsecurity=False).hexdigest(),
        )
        assert data is not None
        if b"\r\nendstream" not in data:  # see archive._compress
            break
    return Pdf(data, len(document.pages))


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives out the drawings and the fonts of the book, and refuses everything else."""

    def __init__(self, pictures: Pictures) -> None:
        super().__init__()
        self._pictures = pictures
        cuts = {cut for lang in pages.languages() for cut in typefaces.cuts_for(lang)}
        self._fonts = {f"font:{cut.file}": cut for cut in cuts}

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
def _listening(strict: bool) -> Iterator[None]:
    """Take what WeasyPrint warns of as an error where `strict`, and leave the collector of garbage at rest.

    A book that printed with a warning has not been printed. Boxes refer to each other in circles by the hundred
    thousand; looking for dead ones among them takes a fifth of the time, and finds none before the end.
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
