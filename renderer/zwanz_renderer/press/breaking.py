"""Lines that end where they should: a mend for WeasyPrint 70.

Where words may be broken to fit (``overflow-wrap``), and a line is full at a soft hyphen and has no
room for the hyphen itself, WeasyPrint looks for the soft hyphen before it, and that may stand half
a line away; the words between are taken to the next line. Where a line has no such place but
between its words, WeasyPrint cuts the last of them at the edge, without a hyphen. `lines` lets such
lines be tried again without the soft hyphens of the word at their end.

Where a text that ends with a blank would fill a line to its end, and only the blank has no room,
WeasyPrint sets its first word alone; `lines` lets it have the line.

Where a word is broken at a soft hyphen, it does not ask how much room may stay free for that
(``hyphenate-limit-zone``); `lines` does.

And where it asks how narrow a column may be, a soft hyphen far on in a text would make it as wide
as all that stands before; `lines` lets it see the first word alone.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from weasyprint.layout import inline, preferred
from weasyprint.layout.percent import percentage
from weasyprint.text import line_break

from ..text.polish import SOFT_HYPHEN
from . import placed
from .instead import instead

_STAND_IN = "\u034f"
"""As many bytes as a soft hyphen, as invisible, and no place to end a line."""
_FULL = 0.86
_LETTERS = 4
"""More letters than so many to an em do not stand on a line."""
_PARTS = " -–/"
"""What a line may end with as it stands."""


def lines() -> AbstractContextManager[None]:
    """Mend lines for as long as a book is laid out."""
    mended = [
        (inline, "split_first_line", _split_first_line),
        (preferred, "split_first_line", _split_narrowly),
    ]
    return instead(mended if placed.known() else [])


def _split_first_line(
    text: str, style: Any, context: Any, max_width: float, justification_spacing: float, **rest: Any
) -> Any:
    found = line_break.split_first_line(
        text, style, context, max_width, justification_spacing, **rest
    )
    layout, _, resume, width, *_ = found
    if resume and text.endswith(" ") and len(text) * style["font_size"] < _LETTERS * max_width:
        bare = line_break.split_first_line(
            text.rstrip(" "), style, context, max_width, justification_spacing, **rest
        )
        if bare[2] is None:
            return line_break.split_first_line(
                text, style, context, None, justification_spacing, **rest
            )
    if not resume or SOFT_HYPHEN not in text:
        return found
    taken = text.encode()[:resume].decode()
    zone = style["hyphenate_limit_zone"]
    if zone.value and taken.endswith(SOFT_HYPHEN) and (whole := _whole(text, taken)):
        earlier = _split_first_line(whole, style, context, max_width, justification_spacing, **rest)
        if max_width - earlier[3] <= percentage(zone, style, max_width):
            return earlier
    calm = None
    if not layout.text.endswith(style["hyphenate_character"]):
        calm = _uncut(text, taken)
    elif taken.endswith(SOFT_HYPHEN) and width <= _FULL * max_width:
        full = line_break.create_layout(
            text, style, context, max_width, justification_spacing
        ).get_first_line()[1]
        calm = (
            _filled(text, taken, text.encode()[:full].decode()) if full and full > resume else None
        )
    if calm is None:
        return found
    return _split_first_line(calm, style, context, max_width, justification_spacing, **rest)


def _split_narrowly(
    text: str, style: Any, context: Any, max_width: float | None, *rest: Any, **named: Any
) -> Any:
    if max_width == 0 and SOFT_HYPHEN in text:
        word, blank, after = text.partition(" ")
        text = word + blank + after.replace(SOFT_HYPHEN, _STAND_IN)
    return line_break.split_first_line(text, style, context, max_width, *rest, **named)


def _whole(text: str, taken: str) -> str | None:
    """A text without soft hyphens in the word that is broken where a line has `taken` its part;
    None if it is the first word of the line.
    """
    begin = taken.rfind(" ") + 1
    return _unparted(text, begin) if begin else None


def _uncut(text: str, taken: str) -> str | None:
    """A text without soft hyphens in the word that is cut where a line has `taken` its part; None
    if none is cut.
    """
    begin = max(map(taken.rfind, _PARTS)) + 1
    if not begin or begin == len(taken) or text[len(taken)] == " ":
        return None
    calm = _unparted(text, begin)
    return calm if calm != text else None


def _unparted(text: str, begin: int) -> str:
    """A text without soft hyphens from there to the next blank."""
    word = text[begin:].partition(" ")[0]
    return text[:begin] + word.replace(SOFT_HYPHEN, _STAND_IN) + text[begin + len(word) :]


def _filled(text: str, taken: str, fits: str) -> str | None:
    """A text without soft hyphens in the last word of what `fits` on a line, if that is more words
    than are `taken`.
    """
    begin = fits.rfind(" ") + 1
    if not fits.endswith(SOFT_HYPHEN) or begin <= len(taken):
        return None
    return (
        text[:begin] + text[begin : len(fits)].replace(SOFT_HYPHEN, _STAND_IN) + text[len(fits) :]
    )
