"""A printer in a process of its own, which lays out pages while this one draws the web page.

    worker.begin()  # as early as possible: libraries take long to load
    printer = worker.WorkerPrinter(pictures, style, strict=True)
    printer.start(book, clock)
    ...
    printed = printer.finish(clock)

The result is that of `pdf.Printer`, to the byte. The process runs `serve`. If it fails to print, it
ends; the client then prints by itself and reports why that fails."""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any, NoReturn

from zwanz_ssot.problems import NotInstalled, ZwanzError

from ..book_parts import BookPart, BookParts, Frame, Pdf
from ..building import Clock

if TYPE_CHECKING:
    from ..pdf_drawings import Box
    from ..pictures import Pictures

ALONE = "ZWANZ_ONE_PROCESS"
"""Set in the environment, it keeps everything in one process."""

_BOOT = (
    "import sys; sys.path[:] = {path!r}; "
    "from zwanz_renderer.press.worker import serve; serve({folder!r})"
)
_waiting: list[_Process] = []


class Unavailable(Exception):
    """There is no worker, or it has ended."""


def send(stream: IO[bytes], message: object) -> None:
    """Send a message."""
    pickle.dump(message, stream)
    stream.flush()


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

    def __init__(self, pictures: Pictures, style: str, *, strict: bool) -> None:
        if not _worthwhile():
            raise Unavailable
        self._pictures = pictures
        self._process = _waiting.pop() if _waiting else _Process()
        self._pending = 0
        self._send("open", style, strict)

    def ahead(self, number: int, frame: Frame, part: BookPart) -> None:
        """Begin with a chapter of a book that is still being written, its part `number`."""
        self._send("ahead", number, frame, part, self._boxes(part.html))

    def start(self, book: BookParts, clock: Clock) -> None:
        """Begin to print a book: pages are laid out while the cards are still being drawn."""
        from .. import pdf_drawings

        boxes = self._boxes(book.html)
        self._pending += 1
        self._send("print", book, boxes)
        with clock.step("drawings"):
            try:
                drawings = {
                    address: pdf_drawings.compiled(self._pictures.svg(address)) for address in boxes
                }
            except pdf_drawings.Unsupported:  # WeasyPrint has to draw it
                raise Unavailable from None
        self._send("drawn", drawings)

    def finish(self, clock: Clock) -> Pdf:
        """Wait for the printed book; `clock` gets the steps of the worker and their seconds."""
        while True:
            kind, *given = self._receive()
            if kind == "step":
                clock.begin(given[0])
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
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            raise Unavailable from None


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


# ------------------------------------------------------------------------------- the process itself


def serve(folder: str) -> None:
    """Run the worker; its temporary `folder` is removed at the end."""
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):  # they are meant for the client, whose end ends it
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    tempfile.tempdir = folder
    with suppress(Exception):
        _serve(folder)
    _leave(folder)


def _serve(folder: str) -> None:
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to standard error
    mail = _Mail(folder)
    gc.disable()  # what libraries create while they are imported stays
    try:
        _load()
    except NotInstalled as error:
        send(channel, ("failed", error))
        return
    gc.freeze()
    gc.enable()
    _print_all(mail, channel)


def _load() -> None:
    """Load WeasyPrint, on Linux without looking for libraries by names that are none of files.

    `ctypes` would start a compiler for each of six.
    """
    import ctypes.util

    from .. import press

    find_library = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None
    try:
        press.require()
        from . import pdf
    finally:
        ctypes.util.find_library = find_library
    assert pdf


def _print_all(mail: _Mail, channel: IO[bytes]) -> None:
    """Answer messages; return if the patches do not fit, as the client prints the plain way."""
    from .. import pdf_drawings
    from . import pdf
    from .weasyprint_calls import Fetcher

    printer = None
    drawings = pdf_drawings.Awaited(lambda: mail.take()[1])
    while True:
        kind, *given = mail.take()
        if kind == "open":
            style, strict = given
            printer = pdf.patched_printer(Fetcher(), strict, share=True)
            if printer is None:
                return
            printer.typesetter.prepare(style)
            drawings = pdf_drawings.Awaited(lambda: mail.take()[1])
        elif kind == "ahead":
            assert printer is not None
            number, frame, part, boxes = given
            printer.ahead(number, frame, part, drawings.image_cache(boxes))
        elif kind == "print":
            assert printer is not None
            book, boxes = given
            clock = Clock(lambda step: send(channel, ("step", step)))
            try:
                printed = printer.write(book, drawings.image_cache(boxes), clock)
            except ZwanzError as error:
                send(channel, ("failed", error))
            else:
                send(channel, ("printed", printed, clock.seconds))


class _Mail:
    """Messages from the client, which a thread reads. The process ends when no more can come."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._inbox: SimpleQueue[Any] = SimpleQueue()
        self._read: list[Any] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def take(self) -> Any:
        """The next message that is still of use."""
        while not self._read or not self._inbox.empty():
            self._read.append(self._inbox.get())
        self._read = without_stale(self._read)
        return self._read.pop(0)

    def _listen(self) -> None:
        with suppress(Exception):
            while True:
                self._inbox.put(pickle.load(sys.stdin.buffer))
        _leave(self._folder)


def without_stale(messages: Sequence[Any]) -> list[Any]:
    """Messages without the "ahead" of a book that has since been sent whole or begun anew."""
    last = 0
    for at, (kind, *more) in enumerate(messages):
        if kind in ("open", "print") or more[:1] == [1]:
            last = at
    return [message for at, message in enumerate(messages) if at >= last or message[0] != "ahead"]


def _leave(folder: str) -> NoReturn:
    """End at once, whatever the other thread does."""
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)
