"""Parts of chapters that stand on the web page alone, and the book on paper without them.

The block ``[online]`` marks such a part. On paper a line stands in its place that says what is told
there; its headings are in no contents list, and no index leads to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from .markdown import Chapter

BEGIN, END = '<div class="online">\n', "</div><!--online-->\n"
_PART = re.compile(f"{re.escape(BEGIN)}(.*?){re.escape(END.rstrip())}\n?", re.DOTALL)
_ID = re.compile(r'\sid="([^"]+)"')
_LINK = re.compile(r'<a\b[^>]*\shref="#([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)
_ELSEWHERE = Markup('<p class="elsewhere">{}</p>\n')
_SECTION = 2


def blanked(html: str) -> str:
    """Some HTML with blanks in place of the parts for the web page, so that places stay the
    same.
    """
    return _PART.sub(lambda part: " " * len(part[0]), html)


def unmarked(html: str) -> str:
    """Some HTML without the signs that end parts for the web page."""
    return html.replace("<!--online-->", "")


def with_parts(chapters: Sequence[Chapter]) -> list[Chapter]:
    """The chapters with all their parts, as they stand on paper if nothing is left out."""
    return [replace(chapter, html=Markup(unmarked(chapter.html))) for chapter in chapters]


def without_parts(chapters: Sequence[Chapter], note: str) -> list[Chapter]:
    """The chapters as they stand on paper; ``note`` has a place for what stands ``{elsewhere}``."""
    gone: set[str] = set()
    for chapter in chapters:
        for part in _PART.findall(chapter.html):
            gone.update(_ID.findall(part))
    return [_without(chapter, gone, note) for chapter in chapters] if gone else list(chapters)


def _without(chapter: Chapter, gone: set[str], note: str) -> Chapter:
    """A chapter without its parts for the web page, and without links to what is gone."""

    def told(part: re.Match[str]) -> str:
        ids = set(_ID.findall(part[1]))
        titles = [
            each.text for each in chapter.headings if each.anchor in ids and each.level == _SECTION
        ]
        return _ELSEWHERE.format(note.format(elsewhere="; ".join(titles))) if titles else ""

    html = _PART.sub(told, chapter.html)
    html = _LINK.sub(lambda link: link[2] if link[1] in gone else link[0], html)
    headings = tuple(each for each in chapter.headings if each.anchor not in gone)
    links = tuple(each for each in chapter.links if each.target not in gone)
    return replace(chapter, html=Markup(html), headings=headings, links=links)
