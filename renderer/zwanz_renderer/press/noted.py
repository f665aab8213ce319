"""Notes on the page of their calls: a mend for WeasyPrint 70.

Where a paragraph cannot be broken before a line that has no room, WeasyPrint makes room by taking
the last notes of the page to the next one, though their calls stay; and a note that is called in
that very line is forgotten, and printed nowhere. `notes` lets such a paragraph go to the next page
as a whole, with its notes. On a page that has nothing but this paragraph, notes go on alone, but
none is forgotten.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from inspect import signature
from typing import Any

from weasyprint.layout import block

from . import placed
from .instead import instead

_original = block._linebox_layout
_ALONE = list(signature(_original).parameters).index("page_is_empty")
_LINES = list(signature(_original).parameters).index("new_children")


def notes() -> AbstractContextManager[None]:
    """Keep notes with their calls for as long as a book is laid out."""
    return instead([(block, "_linebox_layout", _linebox_layout)] if placed.known() else [])


def _linebox_layout(context: Any, *rest: Any) -> Any:
    """`block._linebox_layout`; but instead of notes that are taken from their page, the whole
    paragraph is.
    """
    before = (
        list(context.footnotes),
        list(context.current_page_footnotes),
        list(context.reported_footnotes),
    )
    found = _original(context, *rest)
    abort, stop, resume_at, position_y, new, most = found
    if abort or not stop or len(context.reported_footnotes) <= len(before[2]):
        return found
    lines = rest[_LINES - 1]
    if not rest[_ALONE - 1]:
        context.footnotes, context.current_page_footnotes, context.reported_footnotes = before
        context._update_footnote_area()
        del lines[:]
        return True, False, resume_at, position_y, [], most
    for line in lines:
        for box in line.descendants():
            if box.footnote in context.footnotes:
                context.layout_footnote(box.footnote)
                context.report_footnote(box.footnote)
                new.append(box.footnote)
    return found
