"""What goes to the press, and what comes back: a book in its parts, and the printed file.

Nothing here needs the libraries that set pages, so asking for a book does not load them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

_ANCHOR = re.compile(r'\sid="([^"]+)"')
_TAGS = re.compile(r"<[^>]*>")
_LINE = 42
"""Letters of a line of the contents, for a first guess: the mean in English books on A5."""
_TITLE = 1.8
"""The height of a chapter in the contents, for the same guess, in lines of sections."""


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
class Contents:
    """A long contents list: the HTML before it, of each of its entries, and after it. `closer` is
    what stands before a list with closer lines.

    On paper it stands in two halves. CSS columns would do, but WeasyPrint lays out such a list as
    often as it takes for ten chapters to find the height at which both end alike
    (Kozea/WeasyPrint#2495). Here the halves are two cells of a table.
    """

    before: str
    entries: tuple[str, ...]
    after: str
    closer: str

    def html(self) -> str:
        """The list as a whole."""
        return f'{self.before}<ol class="entries">\n{"".join(self.entries)}</ol>\n{self.after}'

    def halved(self, pages: Sequence[tuple[int, int]]) -> str:
        """The list in halves; `pages` has the number of entries left and right on each page."""
        out = [self.before]
        at = 0
        for number, page in enumerate(pages):
            style = ' style="break-before: page"' if number else ""
            out.append(f'<div class="halves"{style}>\n')
            for count in page:
                listed = "".join(self.entries[at : at + count])
                out.append(
                    '<div class="half">'
                    f'<ol class="entries" style="counter-reset: entry {at}">\n{listed}</ol></div>\n'
                )
                at += count
            out.append("</div>\n")
        return "".join([*out, self.after])

    def guessed_heights(self) -> list[float]:
        """The height of each entry in lines, as far as the number of its letters tells."""
        heights = []
        for entry in self.entries:
            texts = [_TAGS.sub("", line) for line in entry.split("\n")]
            heights.append(_TITLE - 1 + sum(-(-len(text) // _LINE) for text in texts))
        return heights


def in_halves(heights: Sequence[float], rooms: Sequence[float]) -> list[tuple[int, int]]:
    """How many entries of these heights stand left and right on each page.

    `rooms` are the heights of the pages, of which the last is that of all further ones. A page is
    filled before the next begins; on the last one the higher half is as low as possible.
    """
    pages: list[tuple[int, int]] = []
    rest = list(heights)
    while rest:
        room = rooms[min(len(pages), len(rooms) - 1)]
        count = len(rest)
        while count > 1 and _higher(rest[:count]) > room:
            count -= 1
        left = _left_half(rest[:count])
        pages.append((left, count - left))
        rest = rest[count:]
    return pages


def _higher(heights: Sequence[float]) -> float:
    left = _left_half(heights)
    return max(sum(heights[:left]), sum(heights[left:]))


def _left_half(heights: Sequence[float]) -> int:
    """How many entries stand on the left: the most with which the higher half is lowest.

    The last entry does not stand alone on the right.
    """
    whole = sum(heights)
    before = [sum(heights[:count]) for count in range(len(heights) + 1)]
    splits = [count for count in range(1, len(heights)) if count != len(heights) - 1 or count == 1]
    lowest = min((max(before[count], whole - before[count]) for count in splits), default=whole)
    return max((count for count in splits if before[count] <= lowest), default=len(heights))


@dataclass(frozen=True, slots=True)
class BookPart:
    """A part of a book that is laid out by itself: its HTML, and its long contents list, if any."""

    kind: Literal["front", "chapter", "colophon"]
    html: str
    contents: Contents | None = None

    @property
    def footnotes(self) -> int:
        """How many footnotes it has."""
        return self.html.count('<span class="footnote')


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
        front, colophon = (
            "".join(part.html for part in self.parts if part.kind == kind)
            for kind in ("front", "colophon")
        )
        body = f'{front}<main id="text">\n{chapters}</main>\n{colophon}'
        return self.frame.document(body, style=self.style)


def identifier_of(html: str) -> str:
    """The identifier of the file that is printed from some HTML."""
    return hashlib.md5(html.encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True)
class Pdf:
    """A printed book: the bytes of the file and the number of its pages."""

    data: bytes
    pages: int


_FURTHER = re.compile(r'<span class="further">(?:(?!</span>).)*?href="#([^"]+)".*?</a></span>')
_INDEX_LINE = re.compile(r'<li><span class="entry">.*?</li>')
_FIRST_PLACE = re.compile(r'<a class="page" href="#([^"]+)"')


def once_a_page(html: str, numbers: Mapping[str, int]) -> str:
    """The HTML with index lines that name each page once.

    `numbers` are the pages of the anchors, as far as they are known.
    """

    def line(found: re.Match[str]) -> str:
        named = {numbers.get(anchor) for anchor in _FIRST_PLACE.findall(found[0])[:1]}

        def further(place: re.Match[str]) -> str:
            page = numbers.get(place[1])
            again = page is not None and page in named
            named.add(page)
            return "" if again else place[0]

        return _FURTHER.sub(further, found[0])

    return _INDEX_LINE.sub(line, html) if '<div class="index"' in html else html
