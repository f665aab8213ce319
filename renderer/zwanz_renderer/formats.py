"""The formats and papers of a book.

A new format is an entry in `FORMATS`, with its writer. This module imports nothing of the press: a
command reads the names before any book is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zwanz_ssot.model import Game

    from .building import Page
    from .pictures import Pictures
    from .styles import Paper
    from .text.markdown import Chapter


@dataclass(frozen=True, slots=True)
class BookSource:
    """What a format is written from: the chapters, and the page of all of them."""

    game: Game
    lang: str
    chapters: Sequence[Chapter]
    page: Page
    pictures: Pictures


@dataclass(frozen=True, slots=True)
class BookFormat:
    """A kind of file. `step` describes its writing; `write` is None for what the press prints."""

    step: str
    write: Callable[[BookSource], bytes] | None = None


def _html(source: BookSource) -> bytes:
    from . import pages

    return pages.self_contained(source.page, source.lang, source.pictures).encode()


def _epub(source: BookSource) -> bytes:
    from . import epub

    return epub.write(source.game, source.lang, source.chapters, source.pictures)


FORMATS = {
    "html": BookFormat("drawing the page", _html),
    "pdf": BookFormat("writing the pdf"),
    "epub": BookFormat("writing the epub", _epub),
}
"""The formats by the ending of the file, in the order in which they are written."""
USUAL = ("html", "pdf")
PAPERS: tuple[Paper, ...] = ("a5", "letter", "booklet")
CHOICES = (*FORMATS, *PAPERS)
"""What a person can choose: a paper means a PDF on it, and ``pdf`` one on A5."""


def builds(choices: Iterable[str]) -> list[tuple[Paper, tuple[str, ...]]]:
    """The builds that make what was chosen: each a paper, and the formats that go with it.

    >>> builds(["epub", "a5", "letter"])
    [('a5', ('epub', 'pdf')), ('letter', ('pdf',))]
    """
    chosen = tuple(choices)
    on_a5 = tuple("pdf" if each == "a5" else each for each in chosen if _goes_with_a5(each))
    first: list[tuple[Paper, tuple[str, ...]]] = [("a5", on_a5)] if on_a5 else []
    return [*first, *((paper, ("pdf",)) for paper in PAPERS[1:] if paper in chosen)]


def needs_press(choices: Iterable[str]) -> bool:
    """Whether any choice is a PDF."""
    return any(each not in FORMATS or FORMATS[each].write is None for each in choices)


def _goes_with_a5(choice: str) -> bool:
    return choice in FORMATS or choice == "a5"
