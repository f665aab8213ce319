"""Ids of a page that stay: the rules' own paths, the same in all languages.

A contract has ``contracts.solo``, a bonus ``bonuses.valat``, a word of the glossary
``terms.trick``, a chapter ``chapters.playing``, by the name of its file. A block says with
``data-at`` which path a row is about, and the first such row of a book gets the id. What has no row
has it where the index finds it explained; what is named nowhere, in the first chapter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from .markdown import Chapter

_NUMBER = re.compile(r"^\d+[-_ ]*")
_AT = ' data-at="{}"'
_ROW = re.compile(_AT.format('([^"]+)'))
_ID = ' id="{}"'
_PLACE = '<span id="{}"></span>'


@dataclass(frozen=True, slots=True)
class LinkedChapter:
    """A chapter with the ids that stay, and its own."""

    id: str
    chapter: Chapter


def linked(chapters: Sequence[Chapter]) -> list[LinkedChapter]:
    """The chapters with an id for each path of the rules that they explain."""
    pages = [str(chapter.html) for chapter in chapters]
    rows = {path for page in pages for path in _ROW.findall(page)}
    for path in rows:
        _mark_row(pages, path)
    for path in {path for chapter in chapters for path, _ in chapter.explains} - rows:
        _mark_place(pages, chapters, path)
    ids = chapter_ids([chapter.file for chapter in chapters])
    return [
        LinkedChapter(id, replace(chapter, html=Markup(page)))
        for id, chapter, page in zip(ids, chapters, pages, strict=True)
    ]


def chapter_ids(files: Sequence[str]) -> list[str]:
    """The ids of chapters by the names of their files, without number; equal ones are counted.

    >>> chapter_ids(["book/in-brief.md", "book/05-playing.md", "book/6 playing.md"])
    ['chapters.in-brief', 'chapters.playing', 'chapters.playing-2']
    """
    ids: list[str] = []
    for file in files:
        stem = Path(file).stem
        name = "-".join((_NUMBER.sub("", stem) or stem).split())
        id, count = f"chapters.{name}", 1
        while id in ids:
            count += 1
            id = f"chapters.{name}-{count}"
        ids.append(id)
    return ids


def _mark_row(pages: list[str], path: str) -> None:
    """Give the id to the first row that is about the path."""
    row = _AT.format(path)
    at = next(at for at, page in enumerate(pages) if row in page)
    pages[at] = pages[at].replace(row, _ID.format(path), 1)


def _mark_place(pages: list[str], chapters: Sequence[Chapter], path: str) -> None:
    """Put the id inside the element to which the index leads first."""
    for at, chapter in enumerate(chapters):
        if anchor := dict(chapter.explains).get(path):
            element = pages[at].index(_ID.format(anchor))
            inside = pages[at].index(">", element) + 1
            pages[at] = pages[at][:inside] + _PLACE.format(path) + pages[at][inside:]
            return
