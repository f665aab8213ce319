"""What goes to the press, and what comes back: a book in its parts, and the printed file.

Nothing here needs the libraries that set pages, so asking for a book does not load them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal
from xml.etree.ElementTree import Element

from ..contents import Contents

_ANCHOR = re.compile(r'\sid="([^"]+)"')
INDEX = '<div class="index"'
"""How an index begins."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all parts of a book share: language, style of the root element, content of the head."""

    lang: str
    root_style: str
    head: str

    def document(
        self, body: str, *, style: str = "", root_style: str = "", body_style: str = ""
    ) -> str:
        """A complete HTML document; the styles are added to those of the frame."""
        sheet = f"<style>\n{style}\n</style>\n" if style else ""
        attribute = f' style="{body_style}"' if body_style else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{self.lang}" style="{root_style}{self.root_style}">\n'
            f"<head>\n{sheet}{self.head}</head>\n<body{attribute}>\n{body}</body></html>"
        )


@dataclass(frozen=True, slots=True)
class BookPart:
    """A part of a book that is laid out by itself: its HTML, and its long contents list, if any."""

    kind: Literal["front", "chapter", "back"]
    html: str
    contents: Contents | None = None
    notes: str = ""
    """The page that stands before a back cover where it would be on the front of a leaf."""

    @property
    def footnotes(self) -> int:
        """How many footnotes it has."""
        return self.html.count('<span class="footnote')

    @property
    def has_index(self) -> bool:
        """True if it has lines that name pages of other parts."""
        return INDEX in self.html


@dataclass(frozen=True, slots=True)
class BookParts:
    """A book to be printed: its style sheet, its frame, its parts in order, and the identifier of
    the file.
    """

    style: str
    frame: Frame
    parts: tuple[BookPart, ...]
    identifier: str

    @property
    def html(self) -> str:
        """The HTML of all parts."""
        return "".join(part.html for part in self.parts)

    @property
    def anchors(self) -> frozenset[str]:
        """All anchors that a link may lead to."""
        return frozenset(_ANCHOR.findall(self.html))

    @property
    def document(self) -> str:
        """The book as one HTML document."""
        chapters = "".join(part.html for part in self.parts if part.kind == "chapter")
        front, back = (
            "".join(part.html for part in self.parts if part.kind == kind)
            for kind in ("front", "back")
        )
        body = f'{front}<main id="text">\n{chapters}</main>\n{back}'
        return self.frame.document(body, style=self.style)


def identifier_of(html: str) -> str:
    """The identifier of the file that is printed from some HTML."""
    return hashlib.md5(html.encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True)
class Pdf:
    """A printed book: the bytes of the file and the number of its pages."""

    data: bytes
    pages: int


def name_pages_once(tree: Element, numbers: Mapping[str, int]) -> bool:
    """Take away each place in a line of an index on a page that the line names before.

    `numbers` are the pages of anchors, as far as they are known. True if there was such a place.
    """
    found = False
    indexes = [part for part in tree.iter("div") if part.get("class") == "index"]
    for line in chain.from_iterable(index.iter("li") for index in indexes):
        named: set[int] = set()
        for place in list(line):
            link = place if place.tag == "a" else place.find("a")
            page = None if link is None else numbers.get(link.get("href", "#")[1:])
            if page in named:
                line.remove(place)
                found = True
            elif page is not None:
                named.add(page)
    return found
