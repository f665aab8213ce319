"""What is open about the rules of a chapter, gathered at its end.

A block leaves each question in the text (`note`); a chapter that is done has a number in its place,
and a list below its last paragraph, folded on a screen.
"""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from zwanz_ssot.places import data, table

from ..shortcodes import Html

# The word joiner keeps the sign of the note from beginning a line.
_NOTE = Markup('\u2060<span class="open-note">{} <span class="why">{} {}</span></span><!--note-->')
_LEFT = re.compile('\u2060<span class="open-note">(.*?)</span><!--note-->', re.DOTALL)
_MARK = '\u2060<sup class="open-mark"><a class="bare" {id}href="#open-{place}">{number}</a></sup>'
_ENTRY = (
    '<li id="open-{place}"><a class="bare number" href="#asked-{place}">{number}</a> {text}</li>\n'
)
_LIST = (
    '<details class="open-questions">\n<summary>{title}</summary>\n<ol>\n{entries}</ol>\n'
    "</details>\n"
)


def note(question: Html, because: Html, cite: Html) -> Html:
    """A question, and why it is answered so by which source, to be gathered."""
    return _NOTE.format(question, because, cite)


def gathered(html: str, lang: str, number: int) -> str:
    """A chapter of this number with its questions at the end; one asked twice stands there once."""
    asked: dict[str, int] = {}

    def mark(found: re.Match[str]) -> str:
        first = found[1] not in asked
        nth = asked.setdefault(found[1], len(asked) + 1)
        place = f"{number}-{nth}"
        id = f'id="asked-{place}" ' if first else ""
        return _MARK.format(id=id, place=place, number=nth)

    text = _LEFT.sub(mark, html)
    if not asked:
        return html
    entries = (
        _ENTRY.format(place=f"{number}-{nth}", number=nth, text=question)
        for question, nth in asked.items()
    )
    return text + _LIST.format(title=_title(lang), entries="".join(entries))


@cache
def _title(lang: str) -> str:
    """What stands above the questions of a chapter."""
    file = table(data("templates") / f"book.{lang}.yaml")
    return str(file["book"]["open"]["title"])
