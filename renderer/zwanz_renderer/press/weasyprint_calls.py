"""Calls of WeasyPrint's public API: resources, warnings, layout, and the tagged PDF.

Files are PDF/UA-1 and PDF/A-3a. Nothing is fetched but from memory.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pydyf  # type: ignore[import-untyped]
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from zwanz_ssot.problems import ZwanzError

from .. import styles
from . import pdf_archive
from .parts import Pdf

if TYPE_CHECKING:
    from ..pictures import Pictures

COLOURS = "srgb"
_TRIES = 4
_SPLIT_TABLES = """.table, table, caption, thead, tbody, tfoot, tr {
  break-inside: auto !important; break-before: auto !important; break-after: auto !important;
}"""


class PdfFault(ZwanzError):
    """WeasyPrint could not do what the page asks for. Its text lists the warnings."""


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Loads the fonts and drawings of a book, and nothing else."""

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


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@contextmanager
def listening(strict: bool) -> Iterator[None]:
    """Raise PdfFault for warnings of WeasyPrint, if `strict`, and stop collecting garbage.

    A collector spends a fifth of the time on boxes, and finds no dead ones before the end.
    """
    logger = logging.getLogger("weasyprint")
    warnings, propagate, collecting = _Warnings(), logger.propagate, gc.isenabled()
    logger.addHandler(warnings)
    logger.propagate = False
    gc.disable()
    try:
        yield
    except FatalURLFetchingError as error:
        raise PdfFault(str(error)) from None
    finally:
        logger.removeHandler(warnings)
        logger.propagate = propagate
        if collecting:
            gc.enable()
    if warnings.texts and strict:
        raise PdfFault("\n".join(warnings.texts))


def render(
    html: weasyprint.HTML, fonts: FontConfiguration, sheets: Sequence[Any] = (), **options: Any
) -> weasyprint.Document:
    """Lay out a page; if that fails, with tables that may be split after any line.

    WeasyPrint raises AssertionError if rows that are held together are taller than a page.
    """

    def rendered(*more: Any) -> weasyprint.Document:
        stylesheets = [*sheets, *more]
        return html.render(
            font_config=fonts, stylesheets=stylesheets, output_intent=COLOURS, **options
        )

    try:
        return rendered()
    except AssertionError:
        return rendered(weasyprint.CSS(string=_SPLIT_TABLES, font_config=fonts))


def write(
    document: weasyprint.Document,
    identifier: str,
    wishes: Mapping[str, str] = MappingProxyType({}),
    finish: Callable[[Any, Any, int], None] | None = pdf_archive.finish,
) -> Pdf:
    """Write a document as PDF.

    `identifier` is the identifier of the file, `wishes` are its ViewerPreferences. `finish` makes
    it a PDF/A too, and its tables complete.
    """

    def finisher(document: Any, pdf: Any, spare: int) -> None:
        if wishes:
            preferences = {"DisplayDocTitle": "true", **wishes}
            pdf.catalog["ViewerPreferences"] = pydyf.Dictionary(preferences)
        if finish is not None:
            finish(document, pdf, spare)

    for spare in range(_TRIES):
        data = document.write_pdf(
            finisher=partial(finisher, spare=spare),
            output_intent=COLOURS,
            pdf_variant="pdf/ua-1",
            pdf_tags=True,
            pdf_identifier=identifier,
        )
        assert data is not None
        if b"\r\nendstream" not in data:  # see pdf_drawings.deflated
            break
    return Pdf(data, len(document.pages))
