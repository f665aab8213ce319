"""The contents list of a book, which stands in two halves on paper if it is long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .text.markdown import Chapter, Heading

_DEPTH = 2
ONE_COLUMN = 27
"""Lines of a contents list that fill a page of A5; a longer one has two columns."""
LOOSE = 46
"""Lines that fill a page of A5 in two columns; more of them stand closer together."""
_LINE = 42
"""Letters of a line of the contents, for a first guess: the mean in English books on A5."""
_TITLE = 1.8
"""The height of a chapter in the contents, for the same guess, in lines of sections."""


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
    """A long contents list: the HTML before it, of each of its entries, and after it. `closer` is
    what stands before a list with closer lines, `letters` counts those of each line of an entry.

    On paper it stands in two halves. CSS columns would do, but WeasyPrint lays out such a list as
    often as it takes for ten chapters to find the height at which both end alike
    (Kozea/WeasyPrint#2495). Here the halves are two cells of a table.
    """

    before: str
    entries: tuple[str, ...]
    after: str
    closer: str
    letters: tuple[tuple[int, ...], ...]

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
        return [_TITLE - 1 + sum(-(-count // _LINE) for count in entry) for entry in self.letters]


def in_halves(heights: Sequence[float], rooms: Sequence[float]) -> list[tuple[int, int]]:
    """How many entries of these heights stand left and right on each page.

    `rooms` are the heights of the pages, of which the last is that of all further ones. A page is
    filled before the next begins; on the last one the higher half is as low as possible, and no
    entry stands alone there if the page before has more than two.
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
    """How many entries stand on the left: the most with which the higher half is lowest.

    The last entry does not stand alone on the right.
    """
    whole = sum(heights)
    before = [sum(heights[:count]) for count in range(len(heights) + 1)]
    splits = [count for count in range(1, len(heights)) if count != len(heights) - 1 or count == 1]
    lowest = min((max(before[count], whole - before[count]) for count in splits), default=whole)
    return max((count for count in splits if before[count] <= lowest), default=len(heights))
