"""From one place of the book to another: ``[[#anchor]]`` is a link with the name of the section it
leads to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated

from markupsafe import Markup

from zwanz_renderer.shortcodes import BadValue, Context, Html, block

_LINK = Markup('<a href="#{}">{}</a>')
_OTHER_LINK = re.compile(r"</?a\b[^>]*>")
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
    """A link to a section of the book, by its heading or by words of your own; ``[[#anchor]]`` is
    short for it.
    """
    return _LINK.format(to, ctx.written(text) if text else _title(ctx, to))


def _title(ctx: Context, anchor: str) -> Html:
    """The words of the heading with this anchor, without links of their own; of the anchor itself,
    where the book will tell that there is none, or where a heading refers to others.
    """
    words = ctx.titles.get(anchor) or anchor.replace("-", " ")
    return Html(_OTHER_LINK.sub("", replace(ctx, titles={}).render_inline(words)))
