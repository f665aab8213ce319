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

from .html_tree import Edits, HtmlTree, tree_of
from .markdown import Chapter

_NUMBER = re.compile(r"^\d+[-_ ]*")
_AT = "data-at"
_ID = ' id="{}"'
_PLACE = '<span id="{}"></span>'


@dataclass(frozen=True, slots=True)
class LinkedChapter:
    """A chapter with the ids that stay, and its own."""

    id: str
    chapter: Chapter


def linked(chapters: Sequence[Chapter]) -> list[LinkedChapter]:
    """The chapters with an id for each path of the rules that they explain."""
    pages = [Edits(str(chapter.html)) for chapter in chapters]
    paths: set[str] = set()
    for chapter, page in zip(chapters, pages, strict=True):
        paths |= _mark_rows(tree_of(chapter.html), page, paths)
    for chapter, page in zip(chapters, pages, strict=True):
        paths |= _mark_places(chapter, page, paths)
    ids = chapter_ids([chapter.file for chapter in chapters])
    return [
        LinkedChapter(id, replace(chapter, html=Markup(page.made())))
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


def _mark_rows(tree: HtmlTree, page: Edits, known: set[str]) -> set[str]:
    """Give each path its id at the first row that is about it; the paths beside the known ones."""
    found: set[str] = set()
    for row in tree.having(_AT):
        path = row.attributes[_AT]
        if path not in known and path not in found:
            found.add(path)
            page.replace(*row.attribute_span(_AT), _ID.format(path))
    return found


def _mark_places(chapter: Chapter, page: Edits, known: set[str]) -> set[str]:
    """Put an id inside each element to which the index leads first; the paths beside the known."""
    found: set[str] = set()
    for path, anchor in chapter.explains:
        if path not in known and path not in found:
            found.add(path)
            page.insert(tree_of(chapter.html).by_id[anchor].inside, _PLACE.format(path))
    return found
