"""Parts of chapters that only the web page of a book has, and permanent ids.

The block ``[online]`` marks such a part. On paper a line stands in its place that names its
sections; their headings are in no contents list, and no index leads to them.

Permanent ids are the rules' own paths, the same in all languages: ``contracts.solo`` for a
contract, ``bonuses.valat`` for a bonus, ``terms.trick`` for a word of the glossary, and
``chapters.playing`` for a chapter, by the name of its file. A block says with ``data-at`` which
path a row is about; the first such row of a book gets the id. A path without a row has its id where
the index finds it explained, or else in the first chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup

from .html_tree import Edits, Element, HtmlTree, tree_of
from .markdown import Chapter

_ELSEWHERE = Markup('<p class="elsewhere">{}</p>\n')
_SECTION = 2


def is_online(element: Element) -> bool:
    """True for a part that stands on the web page alone."""
    return element.is_a("div", "online")


def without_parts(chapters: Sequence[Chapter], note: str, semicolon: str = "; ") -> list[Chapter]:
    """The chapters as they stand on paper; `note` is the line with the place ``{elsewhere}``, which
    takes titles with a ``semicolon`` between them.
    """
    gone: set[str] = set()
    for chapter in chapters:
        tree = tree_of(chapter.html)
        for part in _parts(tree):
            gone.update(_ids_in(tree, part))
    if not gone:
        return list(chapters)
    return [_without(chapter, gone, note, semicolon) for chapter in chapters]


def _parts(tree: HtmlTree) -> Iterator[Element]:
    return filter(is_online, tree.named("div"))


def _ids_in(tree: HtmlTree, part: Element) -> Iterable[str]:
    return (id for id, element in tree.by_id.items() if part.start <= element.start < part.end)


def _without(chapter: Chapter, gone: set[str], note: str, semicolon: str) -> Chapter:
    """A chapter without its parts for the web page; links into these lose their target."""
    html = str(chapter.html)
    tree, edits = tree_of(html), Edits(html)
    for part in _parts(tree):
        ids = set(_ids_in(tree, part))
        titles = [
            each.text for each in chapter.headings if each.anchor in ids and each.level == _SECTION
        ]
        named = note.format(elsewhere=semicolon.join(titles))
        replacement = _ELSEWHERE.format(named) if titles else ""
        end = part.end + html.startswith("\n", part.end)
        edits.replace(part.start, end, replacement)

    # Only the words of a link to a removed part are kept.
    for link in tree.named("a"):
        target = link.attributes.get("href", "")
        if target[:1] == "#" and target[1:] in gone and not any(map(is_online, link.around())):
            edits.replace(link.start, link.inside, "")
            edits.replace(link.close, link.end, "")
    headings = tuple(each for each in chapter.headings if each.anchor not in gone)
    links = tuple(each for each in chapter.links if each.target not in gone)
    return replace(chapter, html=Markup(edits.made()), headings=headings, links=links)


# Permanent ids

_NUMBER = re.compile(r"^\d+[-_ ]*")
_AT = "data-at"
_ID = ' id="{}"'
_PLACE = '<span id="{}"></span>'


@dataclass(frozen=True, slots=True)
class LinkedChapter:
    """A chapter that has the permanent ids, and its own one."""

    id: str
    chapter: Chapter


def linked(chapters: Sequence[Chapter]) -> list[LinkedChapter]:
    """The chapters with a permanent id for each path of the rules that they explain."""
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
    """The ids of chapters, made of the names of their files without numbers; equal ones are
    counted.

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
    """Put the id of each path on the first row that is about it; return the newly marked paths."""
    found: set[str] = set()
    for row in tree.having(_AT):
        path = row.attributes[_AT]
        if path not in known and path not in found:
            found.add(path)
            page.replace(*row.attribute_span(_AT), _ID.format(path))
    return found


def _mark_places(chapter: Chapter, page: Edits, known: set[str]) -> set[str]:
    """Put an id into each element to which the index leads first; return the newly marked paths."""
    found: set[str] = set()
    for path, anchor in chapter.explains:
        if path not in known and path not in found:
            found.add(path)
            page.insert(tree_of(chapter.html).by_id[anchor].inside, _PLACE.format(path))
    return found
