"""A printer in a process of its own, which sets pages while this one draws the web page.

    worker_client.begin()  # as early as possible: libraries take long to load
    printer = worker_client.WorkerPrinter(pictures, style, "en", strict=True)
    printer.start(book, clock)
    ...
    printed = printer.finish(clock)

The result is that of `pdf.Printer`, to the byte. The process runs `worker`. Messages between the
two are pickles, each after its length.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from ..building import Clock
from .parts import BookPart, BookParts, Frame, Pdf

if TYPE_CHECKING:
    from ..pictures import Pictures
    from .svg_to_pdf import Box

ALONE = "ZWANZ_ONE_PROCESS"
"""Set in the environment, it keeps everything in one process."""

_BOOT = (
    "import sys; sys.path[:] = {path!r}; "
    "from zwanz_renderer.press.worker import serve; serve({folder!r})"
)
_LENGTH = struct.Struct("!Q")
_waiting: list[_Process] = []


class Unavailable(Exception):
    """There is no worker, or it has ended."""


def send(stream: IO[bytes], message: object) -> None:
    """Send a message."""
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message, still pickled; None when the other end is closed."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def begin() -> None:
    """Start the process of the next `WorkerPrinter`, if a second process helps."""
    if not _waiting and _worthwhile():
        with suppress(Unavailable):
            _waiting.append(_Process())


class _Process(subprocess.Popen[bytes]):
    """The worker, and the folder for its temporary files. Raises Unavailable."""

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
        """Kill it, and remove its folder."""
        self.kill()
        for stream in (self.stdin, self.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        self.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class WorkerPrinter:
    """The printer of one book in the worker. Raises Unavailable if there can be none."""

    def __init__(self, pictures: Pictures, style: str, lang: str, *, strict: bool) -> None:
        if not _worthwhile():
            raise Unavailable
        self._pictures = pictures
        self._process = _waiting.pop() if _waiting else _Process()
        self._pending = 0
        self._send("open", style, lang, strict)

    def ahead(self, number: int, frame: Frame, part: BookPart) -> None:
        """Begin with a chapter of a book that is still being written, its part `number`."""
        self._send("ahead", number, frame, part, self._boxes(part.html))

    def start(self, book: BookParts, clock: Clock) -> None:
        """Begin to print a book: pages are laid out while the cards are still being drawn."""
        from . import svg_to_pdf

        boxes = self._boxes(book.html)
        self._pending += 1
        self._send("print", book, boxes)
        with clock.step("drawings"):
            try:
                drawings = {
                    address: svg_to_pdf.compiled(self._pictures.svg(address)) for address in boxes
                }
            except svg_to_pdf.Unsupported:  # WeasyPrint has to draw it
                raise Unavailable from None
        self._send("drawn", drawings)

    def finish(self, clock: Clock) -> Pdf:
        """Wait for the printed book; `clock` gets the steps of the worker and their seconds."""
        while True:
            kind, *given = self._receive()
            if kind == "step":
                clock.tell(given[0])
                continue
            self._pending -= 1
            if kind == "failed":
                raise given[0]
            printed: Pdf
            printed, seconds = given
            clock.add(seconds)
            return printed

    def close(self) -> None:
        """Leave the worker to the next book, or end it if it still prints."""
        if self._pending or self._process.poll() is not None:
            self._process.end()
        else:
            _waiting.append(self._process)

    def _boxes(self, html: str) -> dict[str, Box]:
        return {address: self._pictures.box(address) for address in self._pictures.addresses(html)}

    def _send(self, *message: object) -> None:
        assert self._process.stdin is not None
        try:
            send(self._process.stdin, message)
        except OSError:
            raise Unavailable from None

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        data = receive(self._process.stdout)
        if data is None:
            raise Unavailable
        return pickle.loads(data)


def _worthwhile() -> bool:
    """True if a second process can be started and has a processor of its own."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return bool(sys.executable) and cores > 1 and not os.environ.get(ALONE)


@atexit.register
def end() -> None:
    """End the workers that wait for a book."""
    while _waiting:
        _waiting.pop().end()
