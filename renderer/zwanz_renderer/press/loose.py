"""Rows that are torn, or stand alone, rather than leave a hole.

A tall row of a table is not torn, nor a contract with what is special of it, and the last trick of
a round does not stand alone on a page. Where a page would be left too empty for that, `loosened`
lets a table be laid out once more without these rules.

This leans on the insides of WeasyPrint, like `afloat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from weasyprint.formatting_structure.boxes import TableRowBox, TableRowGroupBox

from .filling import borne, end

_HOLE = 0.17
"""As a part of a page, what may stay empty for whole rows."""


def is_of_use(context: Any, table: Any, before: Sequence[Any], done: Any) -> bool:
    """Whether a page ends in a table, or before it, with a hole, and rows of it are held together.

    `before` are the children of the chapter that stand on the page before the table, and `done` is
    what `block._in_flow_layout` gave for it.
    """
    return any(_held(table)) and may_be_repeated(before, done) and empty(context, done[6]) > _HOLE


def may_be_repeated(before: Sequence[Any], done: Any) -> bool:
    """Whether a page ends in a child of a chapter, or before it, and the child can be laid out once
    more; `before` and `done` are those of `is_of_use`.
    """
    abort, stop, resume_at, _, _, _, children, _ = done
    if abort or not stop or not resume_at or not children:
        return False
    taken = (box.footnote for child in before[len(children) :] for box in child.descendants())
    return not any(taken)  # nothing would bring them back to the page


def empty(context: Any, children: Sequence[Any]) -> float:
    """Which part of a page stays empty below these children of a chapter when its joints are
    opened.
    """
    room = context.page_bottom - end(children[-1]) - borne(children)
    return float(room / context.current_footnote_area.page.height)


@contextmanager
def loosened(table: Any) -> Iterator[None]:
    """Let a page end where the rows of a table are held together, for as long as it is laid out."""
    held = [(box, name, box.style) for box, name in _held(table)]
    for box, name, style in held:
        box.style = style.copy()
        box.style[name] = "auto"
    try:
        yield
    finally:
        for box, _, style in held:
            box.style = style


def _held(table: Any) -> Iterator[tuple[Any, str]]:
    """The tall rows of a table, its contracts, and the last trick of a round; each with the
    property that holds it.
    """
    classes = (table.element.get("class") or "").split() if table.element is not None else []
    for box in table.descendants() if "table" in classes else ():
        if isinstance(box, TableRowGroupBox) and "contract-table" in classes:
            yield box, "break_inside"
        elif isinstance(box, TableRowGroupBox) and "trick-table" in classes and "long" in classes:
            yield box, "break_before"
        elif isinstance(box, TableRowBox) and box.element.get("class") == "tall":
            yield box, "break_inside"
