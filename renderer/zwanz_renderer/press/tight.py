"""Joints that are closed a little, where a table or a picture would else just miss the page.

What finds no room on a page goes to the next one and leaves a hole, be it for want of a point.
Where the joints of the page can do without what it wants, `lowered` lets it be laid out once more
as if the page were so much longer, and `closed` moves what stands there up to the true end of the
page.

This leans on the insides of WeasyPrint, like `afloat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .ends import announced, takes_away
from .filling import TEXT_AND_HEADINGS, close, end, spared
from .loose import empty, may_be_repeated

_HOLE = 0.1
"""As a part of a page, what may stay empty before joints are closed for it."""


def is_of_use(context: Any, child: Any, before: Sequence[Any], done: Any) -> bool:
    """Whether a page ends with a hole in a child of a chapter that is no text, or before it and
    what announces it.

    `before` are the children that stand on the page before it, and `done` is what
    `block._in_flow_layout` gave for it.
    """
    if child.element_tag in TEXT_AND_HEADINGS or not may_be_repeated(before, done):
        return False
    children = done[6]
    kept = children if len(children) > len(before) else children[: announced(children)]
    return bool(kept) and empty(context, kept) > _HOLE


@contextmanager
def lowered(context: Any, children: Sequence[Any]) -> Iterator[None]:
    """Let a page be longer, by what the joints of these children of a chapter can do without."""
    room = spared(children)
    context.page_bottom += room
    try:
        yield
    finally:
        context.page_bottom -= room


def is_in_vain(context: Any, index: int, done: Any) -> bool:
    """Whether a page ends in the child at an index, and would better end before it."""
    return bool(done[2] and done[2].get(index)) and takes_away(context, done[6])


def closed(context: Any, done: Any) -> Any:
    """What `block._in_flow_layout` gave for a child of a chapter on a page that was longer, on the
    page as it is.
    """
    abort, stop, resume_at, position, margins, page, children, most = done
    lowest = (
        end(children[-1]) if stop and children else position
    )  # of what stands there: a torn table may be taller
    over = min(lowest - context.page_bottom, spared(children))
    if over > 0:
        close(children, over)
    return abort, stop, resume_at, min(position, context.page_bottom), margins, page, children, most
