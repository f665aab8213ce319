"""From one place of the book to another: ``[[#anchor]]`` is a link with the name of the section it leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from markupsafe import Markup

from renderer.shortcodes import BadValue, Context, Html, block
from renderer.text import chapters, polish

_LINK = Markup('<a href="#{}">{}</a>')
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*(?:\{#([A-Za-z][\w-]*)\})?\s*#*\s*")
_NAME = re.compile(r"[A-Za-z0-9][\w-]*")


@dataclass(frozen=True, slots=True)
class _Anchor:
    """The anchor of a heading, with or without its sign."""

    wants: str = "the anchor of a section, as in #the-match"

    def parse(self, text: str, ctx: Context) -> str:
        anchor = text.removeprefix("#")
        if not _NAME.fullmatch(anchor):
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return anchor


Anchor = Annotated[str, _Anchor()]


@block("ref", inline=True, sample='It is told [ref to=top text="at the top"].')
def ref(ctx: Context, *, to: Anchor, text: str = "") -> Html:
    """A link to a section of the book, by its heading or by words of your own; ``[[#anchor]]`` is short for it."""
    return _LINK.format(to, ctx.written(text) if text else ctx.render_inline(_heading(ctx, to) or to.replace("-", " ")))


def _heading(ctx: Context, anchor: str) -> str:
    """The heading with this anchor in the chapters beside this one; empty where there is none, as the book tells."""
    for chapter in sorted(Path(ctx.file).parent.glob("*.md")):
        for title, asked in _headings(chapter) if not chapters.wrong(chapter) else ():
            if (asked or polish.free_slug(title, ())) == anchor:
                return title
    return ""


def _headings(chapter: Path) -> Iterator[tuple[str, str]]:
    """The headings of a chapter, each with the anchor that it asks for."""
    for line in chapter.read_text(encoding="utf-8", errors="replace").splitlines():
        if match := _HEADING.fullmatch(line):
            yield match[1], match[2] or ""
