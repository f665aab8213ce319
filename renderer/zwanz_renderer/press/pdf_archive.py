"""Makes a PDF/UA-1 of WeasyPrint a PDF/A-3a too.

WeasyPrint writes one or the other. `finish` puts both names into the metadata, declares the colours
to be sRGB, and gives each header cell of a table a scope and an id of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from typing import Any

import pydyf  # type: ignore[import-untyped]

from zwanz_ssot import places

from ..pdf_drawings import deflated

_PRINT = 4


@cache
def _metadata() -> str:
    """The metadata packet, with a place for each text."""
    return (places.data("templates") / "metadata.xmp").read_text(encoding="utf-8")


def finish(document: Any, pdf: Any, spare: int = 0) -> None:
    """Complete a PDF that was made as ``pdf/ua-1`` with the output intent ``srgb``.

    `spare` empty objects are added, which change the bytes of the last streams.
    """
    meta = document.metadata
    producer = pdf.info["Producer"].string if "Producer" in pdf.info else ""
    texts = {
        "title": meta.title,
        "description": meta.description,
        "lang": meta.lang,
        "producer": producer,
    }
    escaped = {key: escape(value or "", quote=False) for key, value in texts.items()}
    packet = _metadata().format(**escaped)
    metadata = pydyf.Stream([packet.encode()], {"Type": "/Metadata", "Subtype": "/XML"})
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
        root = next(
            thing for thing in pdf.objects if isinstance(thing, dict) and "ParentTree" in thing
        )
        listed = [part for name in sorted(named) for part in (pydyf.String(name), named[name])]
        root["IDTree"] = pydyf.Dictionary({"Names": pydyf.Array(listed)})
    for _ in range(spare):
        pdf.add_object(pydyf.Dictionary())
    for thing in pdf.objects:
        if isinstance(thing, pydyf.Stream) and thing.compress:
            compress(thing)
    pdf.objects = [
        thing if isinstance(thing, Settled) else _settled(thing) for thing in pdf.objects
    ]


class Settled:
    """An object with its final bytes, which are written to the file and to its identifier."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.number, self.generation, self.free, self.offset, self.compressible = 0, 0, "n", 0, True

    @property
    def reference(self) -> bytes:
        """What refers to the object."""
        return b"%d %d R" % (self.number, self.generation)

    @property
    def indirect(self) -> bytes:
        """The object with its number, as it stands in the file."""
        return b"%d %d obj\n%b\nendobj" % (self.number, self.generation, self.data)


def _settled(thing: Any) -> Settled:
    settled = Settled(b"" if thing.free == "f" else thing.data)
    settled.number, settled.generation, settled.free = thing.number, thing.generation, thing.free
    settled.compressible = thing.compressible
    return settled


def compress(stream: Any) -> None:
    """Compress a stream."""
    stream.compress = False
    content = stream.data.partition(b"stream\n")[2].removesuffix(b"\nendstream")
    stream.stream = [deflated(content)]
    stream.extra["Filter"] = "/FlateDecode"


def name_headers(objects: Sequence[Any], at: Callable[[bytes], int]) -> dict[str, bytes]:
    """Give each header cell its scope and a unique id; references to the cells by id.

    `at` gives the index of a reference among the objects. A header that is repeated on the next
    page comes with the id of the first.
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
            headers = [
                pydyf.String(renamed[header.string]) for header in cell["A"].pop("Headers", ())
            ]
            if headers:
                cell["A"]["Headers"] = pydyf.Array(headers)
    return named


def _cells(
    objects: Sequence[Any], at: Callable[[bytes], int], element: Any, heading: bool
) -> Iterator[tuple[Any, bool]]:
    """The cells below an element of a table; True with those in the head of the table."""
    for kid in element["K"]:
        child = objects[at(kid)] if isinstance(kid, bytes) else None
        if isinstance(child, dict) and child.get("Type") == "/StructElem":
            if child["S"] in ("/TH", "/TD"):
                yield child, heading
            else:
                yield from _cells(objects, at, child, heading or child["S"] == "/THead")
