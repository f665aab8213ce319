"""Torn text in a PDF: rows of tables that end a page in the middle of a sentence, and last lines
with the rest of one word.

Each function takes a file and knows nothing of how it was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

import tagged_pdf
from tagged_pdf import Element, Ink

_TEXT = re.compile(r"/(P|LI|TD|TH|Caption|Note)")
"""Tags that have lines of their own; the innermost one counts."""
_HYPHEN = "\u2010"
"""The hyphen of a broken word; a written hyphen is another character."""
_SENTENCE_ENDS = re.compile(r"[.!?:;…。！？：；][\d\s)\]»”’“„‘」』）]*$")
"""A mark that ends a sentence or a part of it, and what may follow."""
_SAME_LINE = 3.0
"""The most by which baselines on one line differ, in pt: signs, and smaller letters."""


@dataclass(frozen=True, slots=True)
class Text:
    """The lines of a paragraph, an item or a cell on one page."""

    kind: str
    page: int
    lines: tuple[str, ...]


def half_words(file: Path) -> list[str]:
    """Last lines that hold only the end of a word that the line above begins."""
    return [
        f"page {text.page}: a {text.kind[1:]} ends with the line '{text.lines[-1]}'"
        for text in texts(file)
        if len(text.lines) > 1
        and text.lines[-2].rstrip().endswith(_HYPHEN)
        and " " not in text.lines[-1].strip()
    ]


def torn_rows(file: Path) -> list[str]:
    """Rows that go on overleaf in the middle of a sentence.

    What begins the next page has no head there, as the row has it on the page before.
    """
    rows = list(_rows(file))
    return [
        f"page {above.page}: a row ends in the middle of a sentence: '{above.text}'"
        for above, below in pairwise(rows)
        if below.page == above.page + 1
        and below.table != above.table
        and below.columns == above.columns
        and above.told
        and not below.headed
        and not _SENTENCE_ENDS.search(above.text)
    ]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table on one page.

    `headed`: it has a head here. `told`: rows of the table have heads, and this one has more than a
    word.
    """

    page: int
    table: int
    columns: int
    headed: bool
    told: bool
    text: str


def _rows(file: Path) -> Iterator[_Row]:
    """The rows in the bodies of tables, in reading order."""
    columns: dict[int, set[int]] = {}
    found: dict[tuple[int, int], list[tuple[str, str]]] = {}
    pages: dict[tuple[int, int], int] = {}
    for path, ink in tagged_pdf.drawn(file):
        kinds = {element.kind: element.number for element in path}
        if "/THead" in kinds and "/TH" in kinds:
            columns.setdefault(kinds["/Table"], set()).add(kinds["/TH"])
        elif "/TBody" in kinds and "/TR" in kinds:
            key = (kinds["/Table"], kinds["/TR"])
            pages.setdefault(key, ink.box.page)
            found.setdefault(key, []).append(("/TH" if "/TH" in kinds else "/TD", ink.text))
    headed = {
        table for (table, _), cells in found.items() if any(kind == "/TH" for kind, _ in cells)
    }
    for key, cells in found.items():
        table, text = key[0], "".join(text for kind, text in cells if kind == "/TD").strip()
        has_head = any(kind == "/TH" and text.strip() for kind, text in cells)
        told = table in headed and " " in text
        yield _Row(pages[key], table, len(columns.get(table, ())), has_head, told, text[-60:])


def texts(file: Path) -> Iterator[Text]:
    """All paragraphs, items and cells; one on several pages once for each."""
    drawn = [(found, ink) for path, ink in tagged_pdf.drawn(file) if (found := _around(path))]
    for (element, page), inks in groupby(drawn, key=lambda one: (one[0], one[1].box.page)):
        yield Text(element.kind, page, tuple(_lines([ink for _, ink in inks])))


def _around(path: tuple[Element, ...]) -> Element | None:
    return next((element for element in reversed(path) if _TEXT.fullmatch(element.kind)), None)


def _lines(inks: list[Ink]) -> Iterator[str]:
    line = inks[0].text
    for before, ink in pairwise(inks):
        if abs(ink.box.top - before.box.top) > _SAME_LINE:
            yield line
            line = ""
        line += ink.text
    yield line
