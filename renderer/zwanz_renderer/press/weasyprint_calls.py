"""Calls of WeasyPrint's public API: resources, warnings, layout, and the tagged PDF.

Resources come from memory alone. Files are both PDF/UA-1 and PDF/A-3a; WeasyPrint writes one or the
other, and `finish` adds what is missing.
"""

from __future__ import annotations

import gc
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pydyf  # type: ignore[import-untyped]
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from zwanz_ssot import places
from zwanz_ssot.problems import ZwanzError

from .. import styles
from ..book_parts import Pdf
from ..pdf_drawings import deflated, written_clearly

if TYPE_CHECKING:
    from ..pictures import Pictures

COLOURS = "srgb"
_SPLIT_TABLES = """.table, table, caption, thead, tbody, tfoot, tr {
  break-inside: auto !important; break-before: auto !important; break-after: auto !important;
}"""

_PRINT = 4  # the flag of an annotation that is printed


def finish(document: Any, pdf: Any) -> None:
    """Make a PDF/A of a PDF/UA with the output intent ``srgb``: name both in the metadata, let
    annotations be printed, and give each header cell of a table a scope and a unique id.
    """
    meta = document.metadata
    texts = {name: getattr(meta, name) for name in ("title", "description", "lang")}
    texts["producer"] = pdf.info["Producer"].string if "Producer" in pdf.info else ""
    escaped = {key: escape(value or "", quote=False) for key, value in texts.items()}
    template = (places.data("templates") / "metadata.xmp").read_text(encoding="utf-8")
    packet = template.format(**escaped).encode()
    metadata = pydyf.Stream([packet], {"Type": "/Metadata", "Subtype": "/XML"})
    pdf.add_object(metadata)
    pdf.catalog["Metadata"] = metadata.reference
    for intent in pdf.catalog["OutputIntents"]:
        intent["S"] = "/GTS_PDFA1"
    for thing in pdf.objects:
        if isinstance(thing, dict) and thing.get("Type") == "/Annot":
            thing["F"] = _PRINT
    named = name_headers(pdf.objects, lambda reference: int(reference.split()[0]))
    for page in document.pages:
        named |= getattr(page, "heads", {})
    if named:
        trees = (each for each in pdf.objects if isinstance(each, dict) and "ParentTree" in each)
        root = next(trees)
        listed = [part for name in sorted(named) for part in (pydyf.String(name), named[name])]
        root["IDTree"] = pydyf.Dictionary({"Names": pydyf.Array(listed)})
    for thing in pdf.objects:
        if isinstance(thing, pydyf.Stream) and thing.compress:
            compress(thing)
    pdf.objects = [_settled(thing) for thing in pdf.objects]


class Settled(pydyf.Object):  # type: ignore[misc]
    """An object with its final bytes, made once for the file and for its identifier."""

    data, compressible = b"", True

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data


def _settled(thing: Any) -> Settled:
    if isinstance(thing, Settled):
        return thing
    settled = Settled(b"" if thing.free == "f" else thing.data)
    settled.number, settled.generation, settled.free = thing.number, thing.generation, thing.free
    settled.compressible = thing.compressible
    return settled


def compress(stream: Any) -> None:
    """Compress a stream of pydyf by `deflated`."""
    stream.compress = False
    content = stream.data.partition(b"stream\n")[2].removesuffix(b"\nendstream")
    stream.stream = [deflated(content)]
    stream.extra["Filter"] = "/FlateDecode"


def name_headers(objects: Sequence[Any], at: Callable[[bytes], int]) -> dict[str, bytes]:
    """Give each header cell of a table its scope and a unique id. Returns the references to the
    cells by id.

    `at` is the index of a reference among the objects. WeasyPrint gives a header that is repeated
    on the next page the same id.
    """
    seen: Counter[str] = Counter()
    named: dict[str, bytes] = {}
    tables = [thing for thing in objects if isinstance(thing, dict) and thing.get("S") == "/Table"]
    for table in tables:
        cells = list(_cells(objects, at, table, heading=False))
        renamed: dict[str, str] = {}
        for cell, heading in cells:
            if cell["S"] == "/TH":
                cell["A"]["Scope"] = "/Column" if heading else "/Row"
                was = cell["ID"].string
                seen[was] += 1
                renamed[was] = was if seen[was] == 1 else f"{was}-{seen[was]}"
                cell["ID"] = pydyf.String(renamed[was])
                named[renamed[was]] = cell.reference
        for cell, _ in cells:
            headers = [renamed[header.string] for header in cell["A"].pop("Headers", ())]
            if headers:
                cell["A"]["Headers"] = pydyf.Array(map(pydyf.String, headers))
    return named


def _cells(
    objects: Sequence[Any], at: Callable[[bytes], int], element: Any, heading: bool
) -> Iterator[tuple[Any, bool]]:
    """The cells below an element of a table, each with whether it is in the head of the table."""
    for kid in element["K"]:
        child = objects[at(kid)] if isinstance(kid, bytes) else None
        if isinstance(child, dict) and child.get("Type") == "/StructElem":
            if child["S"] in ("/TH", "/TD"):
                yield child, heading
            else:
                yield from _cells(objects, at, child, heading or child["S"] == "/THead")


class PdfFault(ZwanzError):
    """WeasyPrint could not do what the page asks for. The text lists its warnings."""


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Loads the fonts (``font:``) and drawings of a book, and refuses other addresses."""

    def __init__(self, pictures: Pictures | None = None) -> None:
        super().__init__()
        self._pictures = pictures

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        if url.startswith("font:") and (font := styles.source(url.removeprefix("font:"))):
            return URLFetcherResponse(url, font, {"Content-Type": "font/otf"})
        with suppress(KeyError):
            if self._pictures:
                svg = self._pictures.svg(url).encode()
                return URLFetcherResponse(url, svg, {"Content-Type": "image/svg+xml"})
        raise FatalURLFetchingError(f"not a font or drawing of the book: {url}")


class Warnings(logging.Handler):
    """Keeps the `texts` of warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@contextmanager
def listening(strict: bool) -> Iterator[None]:
    """Raise PdfFault at the end for warnings of WeasyPrint, if `strict`, and stop the garbage
    collector, which takes a fifth of the time and finds no dead boxes before the end.
    """
    logger = logging.getLogger("weasyprint")
    warnings, propagate, collecting = Warnings(), logger.propagate, gc.isenabled()
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
    """Lay out a page. If WeasyPrint raises AssertionError, as rows that are held together are
    taller than a page, tables may be split after any line.
    """
    how = {"font_config": fonts, "output_intent": COLOURS, **options}
    try:
        return html.render(stylesheets=[*sheets], **how)
    except AssertionError:
        split_tables = weasyprint.CSS(string=_SPLIT_TABLES, font_config=fonts)
        return html.render(stylesheets=[*sheets, split_tables], **how)


def merge_links(pages: Sequence[Any]) -> None:
    """Keep one annotation for each link on pages; WeasyPrint makes one for each box in it."""
    for page in pages:
        page.links[:] = [link for link in page.links if link[3].link]


def anchor_pages(pages: Sequence[Any], first: int = 1) -> dict[str, int]:
    """The page number of each anchor. `first` is the number of the first page."""
    return {name: at for at, page in enumerate(pages, first) for name in page.anchors}


def write(
    document: weasyprint.Document,
    identifier: str,
    wishes: Mapping[str, str] = MappingProxyType({}),
    finish: Callable[[Any, Any], None] | None = finish,
) -> Pdf:
    """Write a document as PDF. `wishes` are its ViewerPreferences; None as `finish` leaves it a
    PDF/UA. Raises UnclearStreams.
    """

    def written(spare: int) -> bytes:
        def finisher(document: Any, pdf: Any) -> None:
            if wishes:
                preferences = {"DisplayDocTitle": "true", **wishes}
                pdf.catalog["ViewerPreferences"] = pydyf.Dictionary(preferences)
            for _ in range(spare):  # empty objects change the bytes of the last streams
                pdf.add_object(pydyf.Dictionary())
            if finish is not None:
                finish(document, pdf)

        data: bytes | None = document.write_pdf(
            finisher=finisher,
            output_intent=COLOURS,
            pdf_variant="pdf/ua-1",
            pdf_tags=True,
            pdf_identifier=identifier,
        )
        assert data is not None
        return data

    return Pdf(written_clearly(written), len(document.pages))
