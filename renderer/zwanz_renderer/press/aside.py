"""A printer in a process of its own, which sets the pages while this one draws the web page.

    aside.begin()                                  # as early as can be: its libraries take their
    time
    printer = aside.Aside(pictures, "en", paper="a5", strict=True)
    printer.start(page, clock)
    ...
    printed = printer.finish(clock)

What is printed is what `pdf.Printer` prints in this process, to the byte; `Unavailable` where there
is no such process, or none any more. The other process runs `serving`.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..building import Clock
from . import messages

if TYPE_CHECKING:
    from ..pictures import Pictures
    from ..styles import Paper
    from .leaves import Pdf
    from .placed import Box

ALONE = "ZWANZ_ONE_PROCESS"
"""Set in the environment, it keeps everything in one process."""

_BOOT = "import sys; sys.path[:] = {path!r}; from zwanz_renderer.press.serving import serve; serve({folder!r})"
_spare: list[_Process] = []


class Unavailable(Exception):
    """There is no process beside this one."""


def begin() -> None:
    """Start the process of the next `Aside`, where a second one is of use."""
    if not _spare and _worthwhile():
        with suppress(Unavailable):
            _spare.append(_Process())


class _Process(subprocess.Popen[bytes]):
    """The other process, and the folder in which its libraries leave what they need. `Unavailable`
    where none can be started.
    """

    def __init__(self) -> None:
        self._folder = ""
        try:
            self._folder = tempfile.mkdtemp(prefix="zwanz-")
            command = [sys.executable, "-c", _BOOT.format(path=sys.path, folder=self._folder)]
            super().__init__(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise Unavailable from None

    def end(self) -> None:
        """End it, whatever it does, and remove its folder."""
        self.kill()
        for stream in (self.stdin, self.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        self.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class Aside:
    """The printer of one book, beside this process. `Unavailable` where none can be started."""

    def __init__(self, pictures: Pictures, lang: str, *, paper: Paper, strict: bool) -> None:
        from .. import styles

        if not _worthwhile():
            raise Unavailable
        self._pictures, self._paper = pictures, paper
        self._process = _spare.pop() if _spare else _Process()
        self._owed = 0
        self._send("open", styles.for_paper(lang, paper), lang, strict)

    def ahead(self, number: int, head: str, leaf: str) -> None:
        """Begin to set a chapter of a book that is still being written: a part of its leaves, by
        its number there.
        """
        self._send("ahead", number, head, leaf, self._boxes(leaf))

    def start(self, page: str, clock: Clock) -> None:
        """Begin to print a page of `pages.document`: pages are set while the cards are still being
        drawn.
        """
        from .. import pages
        from . import curves, operators

        boxes = self._boxes(page)
        digest = hashlib.md5(page.encode(), usedforsecurity=False).hexdigest()
        self._owed += 1
        self._send("print", pages.leaves(page, self._paper), digest, boxes)
        with clock.step("drawings"):
            try:
                drawings = {
                    address: operators.compiled(self._pictures.svg(address)) for address in boxes
                }
            except curves.Unsupported:  # WeasyPrint has to draw it
                raise Unavailable from None
        self._send("drawn", drawings)

    def finish(self, clock: Clock) -> Pdf:
        """What was printed, once it is; the clock is told each step and what it took over there."""
        while True:
            kind, *given = self._receive()
            if kind == "step":
                clock.tell(given[0])
                continue
            self._owed -= 1
            if kind == "failed":
                raise given[0]
            clock.add(given[1])
            printed: Pdf = given[0]
            return printed

    def close(self) -> None:
        """Leave the process to the next book, or end it where it still has something to print."""
        if self._owed or self._process.poll() is not None:
            self._process.end()
        else:
            _spare.append(self._process)

    def _boxes(self, page: str) -> dict[str, Box]:
        return {address: self._pictures.box(address) for address in self._pictures.addresses(page)}

    def _send(self, *message: object) -> None:
        assert self._process.stdin is not None
        try:
            messages.write(self._process.stdin, message)
        except OSError:
            raise Unavailable from None

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        data = messages.read(self._process.stdout)
        if data is None:
            raise Unavailable
        return messages.opened(data)


def _worthwhile() -> bool:
    """Whether a second process can be started, and has a processor of its own."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return bool(sys.executable) and cores > 1 and not os.environ.get(ALONE)


@atexit.register
def end() -> None:
    """End the processes that wait for a book."""
    while _spare:
        _spare.pop().end()
