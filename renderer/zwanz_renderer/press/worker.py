"""The process behind `worker_client`: prints what comes in, until nothing more can come.

If it fails to print, it ends; the client then prints by itself and reports why that fails.
"""

from __future__ import annotations

import ctypes.util
import gc
import os
import pickle
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, NoReturn

from zwanz_ssot.problems import NotInstalled, ZwanzError

from ..building import Clock
from . import worker_client


def serve(folder: str) -> None:
    """Run the worker. `folder` takes its temporary files and is removed with it."""
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
        worker_client.send(channel, ("failed", error))
        return
    gc.freeze()
    gc.enable()
    _print_all(mail, channel)


def _load() -> None:
    """Load WeasyPrint.

    On Linux it finds its libraries by the names of their files. It first asks for six of them by
    another name, for which `ctypes` starts a compiler each time.
    """
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
    from . import form_xobjects, pdf
    from .weasyprint_calls import Fetcher

    printer = None
    drawings = form_xobjects.Awaited(lambda: mail.take()[1])
    while True:
        kind, *given = mail.take()
        if kind == "open":
            style, lang, strict = given
            printer = pdf.patched_printer(Fetcher(), strict, share=True)
            if printer is None:
                return
            printer.prepare(style, lang, while_idle=mail.is_empty)
            drawings = form_xobjects.Awaited(lambda: mail.take()[1])
        elif kind == "ahead":
            assert printer is not None
            number, frame, part, boxes = given
            printer.ahead(number, frame, part, drawings.image_cache(boxes))
        elif kind == "print":
            assert printer is not None
            book, boxes = given
            clock = Clock(lambda step: worker_client.send(channel, ("step", step)))
            try:
                printed = printer.write(book, drawings.image_cache(boxes), clock)
            except ZwanzError as error:
                worker_client.send(channel, ("failed", error))
            else:
                worker_client.send(channel, ("printed", printed, clock.seconds))


class _Mail:
    """Messages from the client, which a thread reads. The process ends when no more can come."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._inbox: SimpleQueue[bytes] = SimpleQueue()
        self._read: list[Any] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def is_empty(self) -> bool:
        """True if the client does not wait for anything."""
        return self._inbox.empty() and not self._read

    def take(self) -> Any:
        """The next message that is still of use."""
        while not self._read or not self._inbox.empty():
            self._read.append(pickle.loads(self._inbox.get()))
        self._read = without_stale(self._read)
        return self._read.pop(0)

    def _listen(self) -> None:
        while (data := worker_client.receive(sys.stdin.buffer)) is not None:
            self._inbox.put(data)
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
