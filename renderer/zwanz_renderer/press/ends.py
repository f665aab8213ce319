"""Where a page of a chapter ends: not below a heading with a line or two, and not within a small
table.

`better` looks at a chapter where WeasyPrint would end a page in it, and ends it earlier if little
is lost: where nothing but a line or two of text stands between a heading and the end, before the
heading (or before the whole chapter, where it begins there: that may cost a quarter); where the end
is in a table of few rows, before the table; and in any case before a line that announces what comes
next.
"""

from __future__ import annotations

from typing import Any

from weasyprint.formatting_structure.boxes import LineBox
from weasyprint.layout.block import remove_placeholders

from .filling import borne

_FEW = 2
"""So many lines below a heading are too few for the end of a page."""
_SMALL = 8
"""So many rows has a table at the most that had better not be torn."""
_LOST, _LOST_FOR_WHOLE, _LOST_FOR_TOLD, _LOST_FOR_ALONE, _LOST_FOR_CHAPTER = (
    0.16,
    0.18,
    0.19,
    0.26,
    0.26,
)
"""As parts of a page, what may stay empty at its end for that; most where a heading and the line
below it would stay alone, as what they announce goes anyway.
"""
_HEADINGS = ("h2", "h3", "h4")


def better(context: Any, done: Any, page_is_empty: bool, absolute: Any, fixed: Any) -> Any:
    """What `block._in_flow_layout` gives for a child of a chapter, as it is or with an earlier end
    of the page.
    """
    abort, stop, resume_at, position, margins, page, children, most = done
    if abort or not stop or not resume_at:
        return done
    first = len(children)
    torn = list(resume_at.values()) != [None]
    if not torn or (children and _is_small(children[-1])):
        first = _before(context, children, first - torn)
    heading = _lonely(children[:first])
    opened = all(
        child.element is not None and child.element.get("class") == "opening"
        for child in children[:heading]
    )
    if opened and page_is_empty:
        heading = first
    elif opened and heading < first:
        if first < len(children) or not _left(context, children, 0, _LOST_FOR_CHAPTER):
            return done
        remove_placeholders(context, children, absolute, fixed)
        return True, False, resume_at, position, margins, page, children, most
    if heading < first and _left(context, children, heading, _LOST):
        first = heading
    if first in (0, len(children)):
        return done
    remove_placeholders(context, children[first:], absolute, fixed)
    return (
        abort,
        stop,
        {children[first].index: None},
        position,
        margins,
        page,
        children[:first],
        most,
    )


def takes_away(context: Any, children: Any) -> bool:
    """Whether `better` takes the last of these children of a chapter away, in which a page would
    end: a small table.
    """
    at = len(children) - 1
    return at >= 0 and _is_small(children[at]) and _before(context, children, at) < len(children)


def _before(context: Any, children: Any, at: int) -> int:
    """The index of a child, or of what announces it and the headings right above, if a page may end
    there; else the number of the children.
    """
    whole = at
    told = at - _announces(children[:at])
    at = told if told == len(children) else announced(children[:at])
    alone = at < told and whole == len(children)
    most = _LOST_FOR_WHOLE if at == whole else _LOST_FOR_ALONE if alone else _LOST_FOR_TOLD
    return at if at < len(children) and _left(context, children, at, most) else len(children)


def announced(children: Any) -> int:
    """Where, at the end of some children of a chapter, that begins which goes along with what comes
    next: a short paragraph that says so, and the headings above; the number of the children if
    there is nothing.
    """
    at = len(children) - _announces(children)
    while at and children[at - 1].element_tag in _HEADINGS:
        at -= 1
    return at


def _left(context: Any, children: Any, at: int, most: float) -> bool:
    """Whether a page may end before a child: no more of it than this part stays empty when the
    joints are opened.
    """
    room = context.page_bottom - children[at].position_y - borne(children[:at])
    return bool(room <= most * context.current_footnote_area.page.height)


def _announces(children: Any) -> bool:
    """Whether children end with a short paragraph that says what comes."""
    last = children[-1] if children else None
    return (
        last is not None
        and last.element_tag == "p"
        and _lines(last) <= _FEW
        and ("".join(last.element.itertext()).rstrip().endswith((":", "：")))
    )


def _is_small(box: Any) -> bool:
    """Whether a box is a table of so few rows that it had better not be torn."""
    return (
        box.element is not None
        and "table" in (box.element.get("class") or "").split()
        and (len(box.element.findall(".//tr")) <= _SMALL)
    )


def _lonely(children: Any) -> int:
    """Where the headings begin that have too little text below them at the end of some children of
    a chapter; the number of the children if there are none.
    """
    lines = 0
    at = len(children)
    while at and children[at - 1].element_tag == "p" and lines <= _FEW:
        at -= 1
        lines += _lines(children[at])
    if lines > _FEW or not at or children[at - 1].element_tag not in _HEADINGS:
        return len(children)
    while at and children[at - 1].element_tag in _HEADINGS:
        at -= 1
    return at


def _lines(box: Any) -> int:
    """The lines of a paragraph; an initial is none."""
    if isinstance(box, LineBox):
        return 1
    return sum(_lines(child) for child in box.children if not child.is_floated())
