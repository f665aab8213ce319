"""Headings with enough below them: one or two lines at the foot of a page are too few.

`enough` looks at a chapter where WeasyPrint would end a page in it. If nothing but a line or two of text stands between
a heading and that end, the page ends before the heading, or before the whole chapter where it begins there.
"""

from __future__ import annotations

from typing import Any

from weasyprint.formatting_structure.boxes import LineBox
from weasyprint.layout.block import remove_placeholders

_FEW = 2
"""So many lines below a heading are too few for the end of a page."""
_HEADINGS = ("h2", "h3", "h4")


def enough(context: Any, done: Any, page_is_empty: bool, absolute: Any, fixed: Any) -> Any:
    """What `block._in_flow_layout` gives for a child of a chapter, as it is or with an earlier end of the page."""
    abort, stop, resume_at, position, margins, page, children, most = done
    if abort or not stop or not resume_at:
        return done
    first = _lonely(children)
    if first is None:
        return done
    whole = all(child.element is not None and child.element.get("class") == "opening" for child in children[:first])
    if whole and page_is_empty:
        return done
    remove_placeholders(context, children[first:], absolute, fixed)
    if whole:
        return True, False, resume_at, position, margins, page, children, most
    return abort, stop, {children[first].index: None}, position, margins, page, children[:first], most


def _lonely(children: Any) -> int | None:
    """Where the headings begin that have too little text below them at the end of some children of a chapter."""
    lines = 0
    at = len(children)
    while at and children[at - 1].element_tag == "p":
        at -= 1
        lines += _lines(children[at])
        if lines > _FEW:
            return None
    if not at or children[at - 1].element_tag not in _HEADINGS:
        return None
    while at and children[at - 1].element_tag in _HEADINGS:
        at -= 1
    return at


def _lines(box: Any) -> int:
    """The lines of a paragraph; an initial is none."""
    if isinstance(box, LineBox):
        return 1
    return sum(_lines(child) for child in box.children if not child.is_floated())
