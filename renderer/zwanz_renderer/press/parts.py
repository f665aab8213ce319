"""The parts of a book that are laid out one by one: title, contents, chapters, colophon; and where
each begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import page_boxes

_PX = 96 / 72
_ROOM = (38 + 108) * _PX  # what print.css asks for a chapter that runs on: margin and opening
_CLOSER = 10 * _PX
"""How much of that margin may be wanting."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a part begins: on which page, in px how much of it is `taken` by the part before and
    how much at its foot by the notes of that part, and how many notes those are. A page of its own
    has nothing `taken`.
    """

    page: int
    taken: float = 0.0
    foot: float = 0.0
    notes: int = 0


@dataclass
class Part:
    """A part that is laid out: from which text, for which place and at which, and which numbers it
    shows.
    """

    key: tuple[str, Begin]
    begin: Begin
    document: Any
    shown: dict[str, str] = field(default_factory=dict)


@dataclass
class Run:
    """The book from its beginning up to some part: its pages, with None for those that are not laid
    out yet, and its parts.
    """

    pages: list[Any] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)


def is_chapter(body: str) -> bool:
    """Whether a part, by its HTML, is a chapter."""
    return body.startswith('<section class="chapter">')


def is_colophon(body: str) -> bool:
    """Whether a part, by its HTML, is the colophon."""
    return body.startswith('<footer class="colophon">')


def in_main(space: str, body: str) -> str:
    """A part as it stands on the whole page: chapters in the main part of it."""
    return f"<main>\n{space}{body}</main>\n" if is_chapter(body) else space + body


def beginning(pages: Sequence[Any], before: Part) -> Begin:
    """Where a chapter begins after another: on the last page, where that leaves room for its
    opening.
    """
    box = pages[-1]._page_box
    notes = page_boxes.split(box)[1]
    filled, noted = page_boxes.filled(box)
    taken = min(filled, box.height - noted - _ROOM)
    if taken < filled - _CLOSER:
        return Begin(len(pages) + 1)
    if not notes:
        return Begin(len(pages), taken)
    count = before.begin.notes + before.key[0].count('<span class="footnote')
    return Begin(len(pages), taken, box.margin_bottom + noted, count)
