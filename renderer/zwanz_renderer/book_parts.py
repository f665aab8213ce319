"""The parts of a book, which go to the press, and the printed file, which comes back.

A long contents list has two halves on paper, and a paper for one sheet has columns. This module
imports none of the libraries that set pages, so whoever needs only the parts does not load them.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from xml.etree.ElementTree import Element

from .text.html_tree import HtmlTree, tags

if TYPE_CHECKING:
    from .text.markdown import Chapter, Heading

_DEPTH = 2
"""The deepest heading that the contents list names."""
ONE_COLUMN = 27
"""Lines of a contents list that fill a page of A5; a longer one has two columns."""
LOOSE = 46
"""Lines that fill a page of A5 in two columns; more of them stand closer together."""
_LINE = 42
"""Letters of a line of the contents, for a first guess: the mean in English books on A5."""
_TITLE = 1.8
"""The height of a chapter in the contents, for the same guess, in lines of sections."""
_STEP = 0.5  # the precision of the height of columns, in px


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the contents list, with the lines below it."""

    heading: Heading
    below: tuple[Heading, ...]


def contents(chapters: Sequence[Chapter]) -> list[ContentsEntry]:
    """Chapters and their sections."""
    return [
        ContentsEntry(
            chapter.headings[0], tuple(h for h in chapter.headings[1:] if h.level <= _DEPTH)
        )
        for chapter in chapters
        if chapter.headings
    ]


@dataclass(frozen=True, slots=True)
class Contents:
    """A long contents list: the HTML before it, of each of its entries, and after it.

    `closer` replaces `before` where the lines have to stand closer. `letters` counts the letters of
    each line of an entry.

    On paper the halves are two cells of a table. CSS columns would do, but WeasyPrint finds the
    height at which both end alike by trial: laying out such a list takes as long as ten chapters
    (Kozea/WeasyPrint#2495).
    """

    before: str
    entries: tuple[str, ...]
    after: str
    closer: str
    letters: tuple[tuple[int, ...], ...]

    def html(self) -> str:
        """The list as a whole."""
        return f'{self.before}<ol class="entries">\n{"".join(self.entries)}</ol>\n{self.after}'

    def halves_in(self, document: Any) -> list[tuple[int, int]]:
        """Entries left and right on each page, by their heights in a document of WeasyPrint."""
        return in_halves(*_heights(document))

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
        """The height of each entry in lines, guessed from its letters."""
        return [_TITLE - 1 + sum(-(-count // _LINE) for count in entry) for entry in self.letters]


def in_halves(heights: Sequence[float], rooms: Sequence[float]) -> list[tuple[int, int]]:
    """How many entries stand left and right on each page.

    `heights` are those of the entries, `rooms` those of the pages, in any one unit; further pages
    are as high as the last. A page is filled before the next begins; on the last one the higher
    half is as low as possible, and no entry stands alone there if the page before has more than
    two.
    """
    pages: list[tuple[int, int]] = []
    rest = list(heights)
    while rest:
        room = rooms[min(len(pages), len(rooms) - 1)]
        count = len(rest)
        while count > 1 and _higher(rest[:count]) > room:
            count -= 1
        if count > 2 and len(rest) - count == 1:
            count -= 1
        left = _left_half(rest[:count])
        pages.append((left, count - left))
        rest = rest[count:]
    return pages


def _higher(heights: Sequence[float]) -> float:
    left = _left_half(heights)
    return max(sum(heights[:left]), sum(heights[left:]))


def _left_half(heights: Sequence[float]) -> int:
    """How many entries stand on the left: the most that keep the higher half lowest.

    The last entry does not stand alone on the right.
    """
    whole = sum(heights)
    before = [sum(heights[:count]) for count in range(len(heights) + 1)]
    splits = [count for count in range(1, len(heights)) if count != len(heights) - 1 or count == 1]
    lowest = min((max(before[count], whole - before[count]) for count in splits), default=whole)
    return max((count for count in splits if before[count] <= lowest), default=len(heights))


def _heights(document: Any) -> tuple[list[float], list[float]]:
    """The heights of the entries of a list in halves, and its room on each page, in CSS px."""
    heights: dict[Any, float] = {}
    free_heights: list[float] = []
    for page in document.pages:
        box = page._page_box
        # The list begins where its first halves do; the rest of the page is its room.
        halves = [inner for inner in box.descendants() if _is_div(inner, "halves")]
        if halves:
            free_heights.append(box.content_box_y() + box.height - halves[0].content_box_y())
        # An entry that goes on overleaf has a box on each page: its height is their sum.
        for half in halves[0].descendants() if halves else ():
            if _is_div(half, "half"):
                for entry in half.children[0].children if half.children else ():
                    height = heights.get(entry.element, 0.0)
                    heights[entry.element] = height + entry.margin_height()
    root = document.pages[0]._page_box.children[0].element
    return [heights[element] for element in root.iter("li") if element in heights], free_heights


def _is_div(box: Any, name: str) -> bool:
    return bool(box.element_tag == "div" and box.element.get("class") == name)


# ------------------------------------------------------------------------------- a paper in columns


@dataclass(frozen=True, slots=True)
class Tries:
    """Ways to set a paper, each shorter than the one before; `count` is how many.

    `html` takes a number and perhaps the height of columns in px, and gives that document; `alone`
    takes a number and gives it in one column. Raises ValueError for a count of 0.
    """

    count: int
    html: Callable[..., str]
    alone: Callable[[int], str]

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("a paper cannot be set in no way")


class Piece(NamedTuple):
    """A part of a column that is never split: its top and bottom in one column, and the height of
    the head that a table repeats above it in a new column; all in px.
    """

    top: float
    bottom: float
    head: float = 0.0


def column_height(pieces: Sequence[Piece], columns: int, most: float) -> float | None:
    """The least height in px at which so many columns hold the pieces; None if that is over `most`.
    It is found by bisection.

    >>> column_height([Piece(0, 10), Piece(10, 20), Piece(20, 30)], 2, 100)
    20.0
    >>> column_height([Piece(0, 10), Piece(10, 20), Piece(20, 30)], 2, 15) is None
    True
    """
    if not pieces or not _fit(pieces, columns, most):
        return None if pieces else 0.0
    low = max((pieces[-1].bottom - pieces[0].top) / columns - _STEP, 0)
    steps = int((most - low) / _STEP)
    fits = partial(_fit, pieces, columns)
    enough = bisect_left(range(steps + 1), True, key=lambda step: fits(low + step * _STEP))
    return min(low + enough * _STEP, most)


def _fit(pieces: Sequence[Piece], columns: int, height: float) -> bool:
    used, start = 1, pieces[0].top
    for piece in pieces:
        if piece.bottom - start > height:
            used, start = used + 1, piece.top - piece.head
            if piece.bottom - start > height:
                return False
    return used <= columns


# ---------------------------------------------------------------------------------------- the book

_INDEX = "index"


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
    """The page before a back cover that would otherwise be the front of a leaf."""
    smaller: tuple[str, ...] = ()
    """The HTML of a back cover that has too little room for `html`, in the order to be tried."""

    @property
    def surely_fits(self) -> str:
        """The HTML for a printer that does not try several."""
        return self.smaller[-1] if self.smaller else self.html

    @property
    def footnotes(self) -> int:
        """How many footnotes it has."""
        return sum("footnote" in each.classes for each in tags(self.html, "span"))

    @property
    def has_index(self) -> bool:
        """True if it has an index, whose lines name pages of other parts."""
        return any(_INDEX in each.classes for each in tags(self.html, "div"))

    @property
    def anchors(self) -> Iterable[str]:
        """The anchors in it that a link may lead to."""
        return HtmlTree(self.html).by_id


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
        return frozenset(chain.from_iterable(part.anchors for part in self.parts))

    @property
    def document(self) -> str:
        """The book as one HTML document."""
        chapters = "".join(part.html for part in self.parts if part.kind == "chapter")
        front, back = (
            "".join(part.surely_fits for part in self.parts if part.kind == kind)
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


def indexes(tree: Element) -> Iterator[Element]:
    """The indexes of a book."""
    return (part for part in tree.iter("div") if part.get("class") == _INDEX)


def name_pages_once(tree: Element, numbers: Mapping[str, int]) -> bool:
    """Remove from each line of an index the places on a page that the line has named.

    `numbers` are the known pages of anchors. True if a place was removed.
    """
    found = False
    for line in chain.from_iterable(index.iter("li") for index in indexes(tree)):
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
