"""A book's pages painted by two processes, where there are as many processors.

The second is a copy of this one, made when the pages have been set; it sends back what it painted. Where it fails, or
has something to complain of, its pages are painted here, so that whatever is wrong is said in one place.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from renderer.painted import Entangled, Ink, Painted, Painter
from renderer.placed import Placed

_WORTHWHILE = 8  # pages
_Inks = list[Ink | None]


def inked(document: Any, cache: Mapping[str, object], share: bool) -> Any:
    """The document with its pages painted, where that can be done one by one.

    `cache` has the drawings by their addresses. Pages (`sheets`) are not painted again while their state is the same.
    """
    drawings = {drawing.id: drawing for drawing in cache.values() if isinstance(drawing, Placed)}
    anchors = {name for page in document.pages for name in page.anchors}
    states = {page: (page.state, tuple(link[1] in anchors for link in page.links)) for page in document.pages}
    new = [page for page, state in states.items() if page.ink is None or page.ink[0] != state]
    painter = Painter(document, anchors)
    inks = _shared(painter, new) if share and len(new) >= _WORTHWHILE else _painted(painter, new)
    for page, ink in zip(new, inks, strict=True):
        page.ink = states[page], ink
    return document.copy(
        [Painted(page, page.ink[1], anchors, drawings, painter.fonts) if page.ink[1] else page for page in states]
    )


def _painted(painter: Painter, pages: Sequence[Any]) -> _Inks:
    inks: _Inks = []
    for page in pages:
        try:
            inks.append(painter.ink(page))
        except Entangled:
            inks.append(None)
    return inks


def _shared(painter: Painter, pages: Sequence[Any]) -> _Inks:
    """Every other page painted by a copy of this process."""
    theirs = _begun(lambda: _painted(painter, pages[1::2]))
    mine = _painted(painter, pages[::2])
    others = theirs()
    if others is None or not all(key in painter.fonts for ink in others if ink for key in ink.fonts):
        others = _painted(painter, pages[1::2])
    inks: _Inks = [None] * len(pages)
    inks[::2], inks[1::2] = mine, others
    return inks


def _begun(work: Callable[[], _Inks]) -> Callable[[], _Inks | None]:
    """Begin something in a copy of this process; what gives the outcome, or None where there is none."""
    try:
        reads, writes = os.pipe()
        copy = os.fork()
    except (OSError, AttributeError):
        return lambda: None
    if not copy:
        _work(work, writes)
    os.close(writes)

    def outcome() -> _Inks | None:
        with os.fdopen(reads, "rb") as stream:
            data = stream.read()
        _, status = os.waitpid(copy, 0)
        return pickle.loads(data) if status == 0 else None

    return outcome


def _work(work: Callable[[], _Inks], writes: int) -> None:
    """What the copy does; it ends without cleaning up what is not its own."""
    status = 1
    with suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        said: list[str] = []
        logging.getLogger("weasyprint").handlers[:] = [_Ear(said)]
        inks = work()
        with os.fdopen(writes, "wb") as stream:
            stream.write(pickle.dumps(inks))
        status = bool(said)
    os._exit(status)


class _Ear(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(record.getMessage())
