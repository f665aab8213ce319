"""A printer in a second process, the worker, which lays out pages while this one does other work.

    worker.begin()  # as early as possible: libraries take long to load
    printer = worker.WorkerPrinter(pictures, style, strict=True)
    printer.start(book, clock)
    ...
    printed = printer.finish(clock)

The result is that of `pdf.Printer`, to the byte. The worker runs `serve`. If it fails, it ends; the
client then prints in its own process, and reports the error.
"""

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
"""The environment variable that forbids a second process."""

_BOOT = (
    "import sys; sys.path[:] = {path!r}; "
    "from zwanz_renderer.press.worker import serve; serve({folder!r})"
)
_waiting: list[_Process] = []


class Unavailable(Exception):
    """There is no worker, or it has ended."""


def send(stream: IO[bytes], message: object) -> None:
    """Write a pickled message to a stream."""
    pickle.dump(message, stream)
    stream.flush()


def begin() -> None:
    """Start the worker for the next `WorkerPrinter`, if a second process helps."""
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
        """Kill the worker, and remove its folder."""
        self.kill()
        for stream in (self.stdin, self.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        self.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class WorkerPrinter:
    """Prints one book in the worker. It, `start` and `finish` raise Unavailable without one."""

    def __init__(self, pictures: Pictures, style: str, *, strict: bool) -> None:
        if not _worthwhile():
            raise Unavailable
        self._pictures = pictures
        self._process = _waiting.pop() if _waiting else _Process()
        self._pending = 0
        self._send("open", style, strict)

    def ahead(self, number: int, frame: Frame, part: BookPart) -> None:
        """Begin with a chapter of an incomplete book, its part `number`."""
        self._send("ahead", number, frame, part, self._boxes(part.html))

    def start(self, book: BookParts, clock: Clock) -> None:
        """Begin to print a book. The worker lays out pages while this process draws the cards."""
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
        """Wait for the printed book, or raise the error of the worker. `clock` gets its steps and
        their seconds.
        """
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
        """Keep the worker for the next book, or end it if it still prints."""
        if self._pending or self._process.poll() is not None:
            self._process.end()
        else:
            _waiting.append(self._process)

    def _boxes(self, html: str) -> dict[str, Box]:
        return {address: self._pictures.box(address) for address in self._pictures.addresses(html)}

    def _send(self, *message: object) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # the worker has ended: `finish` reads why
            send(self._process.stdin, message)

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
    """End the workers that have no book."""
    while _waiting:
        _waiting.pop().end()


# ------------------------------------------------------------------------------- in the worker


def serve(folder: str) -> None:
    """Run the worker, and remove its temporary `folder` at the end."""
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):  # the worker ends with the client
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
    gc.disable()  # objects created by imports stay
    try:
        _load()
    except NotInstalled as error:
        send(channel, ("failed", error))
        return
    gc.freeze()
    gc.enable()
    _print_all(mail, channel)


def _load() -> None:
    """Load WeasyPrint. On Linux, `ctypes.util.find_library` is switched off: it would start a
    compiler for each of six names of libraries that are no files.
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
    """Answer messages. Returns if the patches do not fit: the client prints the plain way."""
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
    """Messages from the client, read by a thread, which ends the process at their end."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._inbox: SimpleQueue[Any] = SimpleQueue()
        self._read: list[Any] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def take(self) -> Any:
        """The next message, without stale ones."""
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
    """Messages without each "ahead" of a book that has since been sent whole or begun again."""
    last = 0
    for at, (kind, *more) in enumerate(messages):
        if kind in ("open", "print") or more[:1] == [1]:
            last = at
    return [message for at, message in enumerate(messages) if at >= last or message[0] != "ahead"]


def _leave(folder: str) -> NoReturn:
    """End the process at once, without waiting for the other thread."""
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)
