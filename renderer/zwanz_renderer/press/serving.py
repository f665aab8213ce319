"""The process that stands `aside`: what it prints, and when it ends."""

from __future__ import annotations

import ctypes.util
import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NoReturn

from zwanz_ssot.problems import ZwanzError

from ..building import Clock
from . import messages
from .instead import instead
from .later import later

if TYPE_CHECKING:
    from . import pdf

_TO_CUT_FONTS: dict[str, tuple[str, ...]] = {
    "fontTools.subset": (),
    "fontTools.varLib.instancer": ("instantiateVariableFont",),
}


def serve(folder: str) -> None:
    """The other process: prints what comes in, until nothing more can come. `folder` goes with it.

    What it fails to print, the one that asked prints, and tells why that fails; so nothing is said
    of it here.
    """
    for interrupt in (
        "SIGINT",
        "SIGHUP",
        "SIGTERM",
    ):  # they are for the one who asked; this one then hears no more
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
            from . import pdf, placed
    except OSError as error:
        messages.write(
            channel, ("failed", messages.MissingLibraries(str(error).partition("\n")[0]))
        )
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
            clock = Clock(lambda step: messages.write(channel, ("step", step)))
            try:
                printed = setter.write(leaves, digest, awaited.pictures(boxes), clock)
            except ZwanzError as error:
                messages.write(channel, ("failed", error))
            else:
                messages.write(channel, ("printed", printed, clock.seconds))


def _libraries_by_file() -> AbstractContextManager[None]:
    """On Linux, find no library by a name that is none of a file: to look for one, Python starts a
    compiler, and WeasyPrint, which asks for six, knows their files as well.
    """
    return instead(
        [(ctypes.util, "find_library", lambda name: None)] if sys.platform == "linux" else []
    )


class _Mail:
    """What comes in, which a thread of its own takes from the pipe. The process ends when nothing
    more can come.
    """

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
            self._read.append(messages.opened(self._inbox.get()))
        self._read = of_use(self._read)
        return self._read.pop(0)

    def _listen(self) -> None:
        while (data := messages.read(sys.stdin.buffer)) is not None:
            self._inbox.put(data)
        _leave(self._folder)


def of_use(mail: Sequence[Any]) -> list[Any]:
    """Messages without the chapters that are ahead of no book any more: it is complete by now and
    comes with all of them, or was begun anew, or given up for another.
    """
    begins = (
        at for at, (kind, *more) in enumerate(mail) if kind in ("open", "print") or more[:1] == [1]
    )
    last = max(begins, default=0)
    return [message for at, message in enumerate(mail) if at >= last or message[0] != "ahead"]


def _leave(folder: str) -> NoReturn:
    """End at once, whatever the other thread does."""
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)
