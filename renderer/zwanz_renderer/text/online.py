"""Parts of chapters that stand on the web page alone, and the book on paper without them.

The block ``[online]`` marks such a part. On paper a line stands in its place that says what is told
there; its headings are in no contents list, and no index leads to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup

from .html_tree import Edits, Element, HtmlTree, tree_of
from .markdown import Chapter

_ELSEWHERE = Markup('<p class="elsewhere">{}</p>\n')
_SECTION = 2


def is_online(element: Element) -> bool:
    """True for a part that stands on the web page alone."""
    return element.is_a("div", "online")


def without_parts(chapters: Sequence[Chapter], note: str) -> list[Chapter]:
    """The chapters as they stand on paper; ``note`` has a place for what stands ``{elsewhere}``."""
    gone: set[str] = set()
    for chapter in chapters:
        tree = tree_of(chapter.html)
        for part in _parts(tree):
            gone.update(_ids_in(tree, part))
    return [_without(chapter, gone, note) for chapter in chapters] if gone else list(chapters)


def _parts(tree: HtmlTree) -> Iterator[Element]:
    return filter(is_online, tree.named("div"))


def _ids_in(tree: HtmlTree, part: Element) -> Iterable[str]:
    return (id for id, element in tree.by_id.items() if part.start <= element.start < part.end)


def _without(chapter: Chapter, gone: set[str], note: str) -> Chapter:
    """A chapter without its parts for the web page, and without links to what is gone."""
    html = str(chapter.html)
    tree, edits = tree_of(html), Edits(html)
    for part in _parts(tree):
        ids = set(_ids_in(tree, part))
        titles = [
            each.text for each in chapter.headings if each.anchor in ids and each.level == _SECTION
        ]
        told = _ELSEWHERE.format(note.format(elsewhere="; ".join(titles))) if titles else ""
        end = part.end + html.startswith("\n", part.end)
        edits.replace(part.start, end, told)

    # Of a link to what is gone its words are left.
    for link in tree.named("a"):
        target = link.attributes.get("href", "")
        if target[:1] == "#" and target[1:] in gone and not any(map(is_online, link.around())):
            edits.replace(link.start, link.inside, "")
            edits.replace(link.close, link.end, "")
    headings = tuple(each for each in chapter.headings if each.anchor not in gone)
    links = tuple(each for each in chapter.links if each.target not in gone)
    return replace(chapter, html=Markup(edits.made()), headings=headings, links=links)
