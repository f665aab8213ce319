"""A book's pages painted by more than one process, where there are as many processors.

The others are copies of this one: some are made while pages are still being set, one when all are.
They send back what they painted. Where one fails, or has something to complain of, its pages are
painted here, so that whatever is wrong is said in one place.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import IO, Any, Generic, TypeVar

from .painted import Entangled, Ink, Painter
from .placed import Placed

_WORTHWHILE = 8  # pages
_Inked = tuple[object, Ink | None]
T = TypeVar("T")


class Unavailable(Exception):
    """There can be no copy of this process."""


class Press:
    """Paints the pages of one book. Pages (`sheets`) that have ink in the state in which they are
    keep it.

    `cache` has the drawings by their addresses, `anchors` are all names that a link may lead to;
    with `share`, copies of this process help.
    """

    def __init__(
        self, cache: Mapping[str, object], anchors: Container[str], colours: str, share: bool
    ) -> None:
        self._cache, self._anchors, self._colours, self._share = cache, anchors, colours, share
        self._ahead: list[tuple[Sequence[Any], _Copy[list[_Inked]]]] = []

    def begin(self, pages: Sequence[Any], config: Any) -> None:
        """Let a copy paint some pages, while others are still being set."""
        begun = {page for some, _ in self._ahead for page in some}
        new = [page for page in pages if page.ink is None and page not in begun]
        if self._share and len(new) >= _WORTHWHILE:
            painter = Painter(config, self._colours, self._anchors)
            assert self._drawings is not None  # a copy could not wait for these
            with suppress(Unavailable):
                self._ahead.append((new, _Copy(lambda: [_ink(painter, page) for page in new])))

    def inked(self, document: Any) -> Any:
        """The document with its pages painted, where that can be done one by one."""
        painter = Painter(document.font_config, self._colours, self._anchors)
        for pages, copy in self._ahead:
            for page, ink in zip(pages, copy.outcome() or (), strict=False):
                page.ink = ink
        new = [
            page
            for page in document.pages
            if page.ink is None or page.ink[0] != painter.state(page)
        ]
        for page in new:
            page.ink = None
        if self._share and len(new) >= _WORTHWHILE:
            with suppress(Unavailable):
                self._paint_together(painter, new)
        for (
            page
        ) in document.pages:  # what nobody painted, or a copy with a font that is not known here
            if page.ink is None or (
                page.ink[1] and not painter.fonts.keys() >= page.ink[1].fonts.keys()
            ):
                page.ink = _ink(painter, page)
        return document.copy([painter.painted(page, self._drawings) for page in document.pages])

    def close(self) -> None:
        """Leave the pages that were begun."""
        for _, copy in self._ahead:
            copy.end()

    def _paint_together(self, painter: Painter, pages: Sequence[Any]) -> None:
        mine, theirs = pages[::2], pages[1::2]
        copy = _Copy(lambda: [_ink(painter, page) for page in theirs])
        try:
            for page in mine:
                page.ink = _ink(painter, page)
            for page, ink in zip(theirs, copy.outcome() or (), strict=False):
                page.ink = ink
        finally:
            copy.end()

    @cached_property
    def _drawings(self) -> dict[str, Placed]:
        return {
            drawing.id: drawing for drawing in self._cache.values() if isinstance(drawing, Placed)
        }


def _ink(painter: Painter, page: Any) -> _Inked:
    state = painter.state(page)
    try:
        return state, painter.ink(page)
    except Entangled:
        return state, None


class _Copy(Generic[T]):
    """A copy of this process that does something. `Unavailable` where there can be none."""

    def __init__(self, work: Callable[[], T]) -> None:
        try:
            reads, writes = os.pipe()
            self._id = os.fork()
        except (OSError, AttributeError):
            raise Unavailable from None
        if not self._id:
            _work(work, writes)
        os.close(writes)
        self._stream: IO[bytes] | None = os.fdopen(reads, "rb")

    def outcome(self) -> T | None:
        """What the copy sends back; None where it failed or complained."""
        assert self._stream is not None
        data = self._stream.read()
        return pickle.loads(data) if self.end() == 0 else None

    def end(self) -> int | None:
        """Close what is left of the copy, whatever it does; how it ended."""
        if self._stream is None:
            return None
        self._stream.close()
        self._stream = None
        return os.waitpid(self._id, 0)[1]


def _work(work: Callable[[], object], writes: int) -> None:
    """What the copy does; it ends without cleaning up what is not its own."""
    status = 1
    with suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        said: list[str] = []
        logging.getLogger("weasyprint").handlers[:] = [_Ear(said)]
        outcome = work()
        with os.fdopen(writes, "wb") as stream:
            stream.write(pickle.dumps(outcome))
        status = bool(said)
    os._exit(status)


class _Ear(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(record.getMessage())
