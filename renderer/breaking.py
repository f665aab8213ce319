"""Lines that end where they should: a mend for WeasyPrint 70.

Where words may be broken to fit (``overflow-wrap``), and a line is full at a soft hyphen and has no room for the hyphen
itself, WeasyPrint looks for the soft hyphen before it, and that may stand half a line away; the words between are taken
to the next line. `lines` lets such a line be tried again without the soft hyphens of the word at its end.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from weasyprint.layout import inline
from weasyprint.text.line_break import create_layout

from renderer import placed
from renderer.instead import instead
from renderer.polish import SOFT_HYPHEN

_STAND_IN = "\u034f"
"""As many bytes as a soft hyphen, as invisible, and no place to end a line."""
_FULL = 0.86
_original = inline.split_first_line


def lines() -> AbstractContextManager[None]:
    """Mend lines for as long as a book is laid out."""
    return instead([(inline, "split_first_line", _split_first_line)] if placed.known() else [])


def _split_first_line(
    text: str, style: Any, context: Any, max_width: float, justification_spacing: float, **rest: Any
) -> Any:
    found = _original(text, style, context, max_width, justification_spacing, **rest)
    _, _, resume, width, *_ = found
    if not resume or SOFT_HYPHEN not in text or width > _FULL * max_width:
        return found
    taken = text.encode()[:resume].decode()
    if not taken.endswith(SOFT_HYPHEN):
        return found
    full = create_layout(text, style, context, max_width, justification_spacing).get_first_line()[1]
    fits = text.encode()[:full].decode()
    if full is None or full <= resume or not fits.endswith(SOFT_HYPHEN):
        return found
    begin = fits.rfind(" ") + 1
    if begin <= len(taken):
        return found
    calm = text[:begin] + text[begin : len(fits)].replace(SOFT_HYPHEN, _STAND_IN) + text[len(fits) :]
    return _split_first_line(calm, style, context, max_width, justification_spacing, **rest)
