"""A printer in a process of its own, which sets the pages while this one draws the web page.

    aside.begin()                                  # as early as can be: its libraries take their time
    printer = aside.Aside(pictures, "en", paper="a5", strict=True)
    printer.start(page, clock)
    ...
    printed = printer.finish(clock)

What is printed is what `pdf.Printer` prints in this process, to the byte; `Unavailable` where there is no such
process, or none any more. The two speak through pipes: a length, and so many bytes of a pickle.
"""

from __future__ import annotations

import atexit
import ctypes.util
import gc
import hashlib
import os
import pickle
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any, NoReturn

from renderer.press.instead import instead
from renderer.press.later import later
from renderer.putting import Clock
from zwanz_ssot.problems import ZwanzError

if TYPE_CHECKING:
    from renderer.pictures import Pictures
    from renderer.press.leaves import Pdf
    from renderer.press.placed import Box
    from renderer.styles import Paper

ALONE = "ZWANZ_ONE_PROCESS"
"""Set in the environment, it keeps everything in one process."""

_BOOT = "import sys; sys.path[:] = {path!r}; from renderer.press.aside import serve; serve({folder!r})"
_TO_CUT_FONTS: dict[str, tuple[str, ...]] = {
    "fontTools.subset": (),
    "fontTools.varLib.instancer": ("instantiateVariableFont",),
}
_LENGTH = struct.Struct("!Q")
_spare: list[_Process] = []


class Unavailable(Exception):
    """There is no process beside this one."""


class MissingLibraries(ZwanzError):
    """The libraries that set the pages are not there. Its text is what WeasyPrint says."""


def begin() -> None:
    """Start the process of the next `Aside`, where a second one is of use."""
    if not _spare and _worthwhile():
        with suppress(Unavailable):
            _spare.append(_Process())


class _Process(subprocess.Popen[bytes]):
    """The other process, and the folder in which its libraries leave what they need. `Unavailable` where none can be
    started."""

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
        from renderer import styles

        if not _worthwhile():
            raise Unavailable
        self._pictures, self._paper = pictures, paper
        self._process = _spare.pop() if _spare else _Process()
        self._owed = 0
        self._send("open", styles.for_paper(lang, paper), lang, strict)

    def ahead(self, number: int, head: str, leaf: str) -> None:
        """Begin to set a chapter of a book that is still being written: a part of its leaves, by its number there."""
        self._send("ahead", number, head, leaf, self._boxes(leaf))

    def start(self, page: str, clock: Clock) -> None:
        """Begin to print a page of `pages.document`: pages are set while the cards are still being drawn."""
        from renderer import pages
        from renderer.press import curves, operators

        boxes = self._boxes(page)
        digest = hashlib.md5(page.encode(), usedforsecurity=False).hexdigest()
        self._owed += 1
        self._send("print", pages.leaves(page, self._paper), digest, boxes)
        with clock.step("drawings"):
            try:
                drawings = {address: operators.compiled(self._pictures.svg(address)) for address in boxes}
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
            _write(self._process.stdin, message)
        except OSError:
            raise Unavailable from None

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        data = _read(self._process.stdout)
        if data is None:
            raise Unavailable
        return pickle.loads(data)


def _worthwhile() -> bool:
    """Whether a second process can be started, and has a processor of its own."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return bool(sys.executable) and cores > 1 and not os.environ.get(ALONE)


@atexit.register
def end() -> None:
    """End the processes that wait for a book."""
    while _spare:
        _spare.pop().end()


def _write(stream: IO[bytes], message: object) -> None:
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """The next message; None when the other end is closed."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def serve(folder: str) -> None:
    """The other process: prints what comes in, until nothing more can come. `folder` goes with it.

    What it fails to print, the one that asked prints, and tells why that fails; so nothing is said of it here.
    """
    for interrupt in ("SIGINT", "SIGHUP"):  # they are for the one who asked; this one then hears no more
        if hasattr(signal, interrupt):
            signal.signal(getattr(signal, interrupt), signal.SIG_IGN)
    tempfile.tempdir = folder
    with suppress(Exception):
        _serve(folder)
    _leave(folder)


def _serve(folder: str) -> None:
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed goes to where errors go
    mail = _Mail(folder)
    gc.disable()  # what libraries build while they are imported stays
    later(_TO_CUT_FONTS)
    try:
        with _libraries_by_file():
            from renderer.press import pdf, placed
    except OSError as error:
        _write(channel, ("failed", MissingLibraries(str(error).partition("\n")[0])))
        return
    gc.freeze()
    gc.enable()
    setter: pdf.Setter | None = None
    awaited = placed.Awaited(lambda: mail.take()[1])
    while placed.known():
        kind, *given = mail.take()
        if kind == "open":
            style, lang, strict = given
            setter = pdf.Setter(pdf.Fetcher(), strict, share=True)
            setter.prepare(style, lang, while_idle=mail.none)
            awaited = placed.Awaited(lambda: mail.take()[1])
        elif kind == "ahead":
            assert setter is not None
            number, head, leaf, boxes = given
            setter.ahead(number, head, leaf, awaited.pictures(boxes))
        elif kind == "print":
            assert setter is not None
            leaves, digest, boxes = given
            clock = Clock(lambda step: _write(channel, ("step", step)))
            try:
                printed = setter.write(leaves, digest, awaited.pictures(boxes), clock)
            except ZwanzError as error:
                _write(channel, ("failed", error))
            else:
                _write(channel, ("printed", printed, clock.seconds))


def _libraries_by_file() -> AbstractContextManager[None]:
    """On Linux, find no library by a name that is none of a file: to look for one, Python starts a compiler, and
    WeasyPrint, which asks for six, knows their files as well."""
    return instead([(ctypes.util, "find_library", lambda name: None)] if sys.platform == "linux" else [])


class _Mail:
    """What comes in, which a thread of its own takes from the pipe. The process ends when nothing more can come."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._inbox: SimpleQueue[bytes] = SimpleQueue()
        self._read: list[Any] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def none(self) -> bool:
        """Whether nobody waits for an answer."""
        return self._inbox.empty() and not self._read

    def take(self) -> Any:
        """The next message that is of use."""
        while not self._read or not self._inbox.empty():
            self._read.append(pickle.loads(self._inbox.get()))
        self._read = of_use(self._read)
        return self._read.pop(0)

    def _listen(self) -> None:
        while (data := _read(sys.stdin.buffer)) is not None:
            self._inbox.put(data)
        _leave(self._folder)


def of_use(messages: Sequence[Any]) -> list[Any]:
    """Messages without the chapters that are ahead of no book any more: it is complete by now and comes with all of
    them, or was begun anew, or given up for another."""
    begins = (at for at, (kind, *more) in enumerate(messages) if kind in ("open", "print") or more[:1] == [1])
    last = max(begins, default=0)
    return [message for at, message in enumerate(messages) if at >= last or message[0] != "ahead"]


def _leave(folder: str) -> NoReturn:
    """End at once, whatever the other thread does."""
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)
