"""Bounds of processor time and memory for what tests run, and a way to interrupt it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from resource import RUSAGE_SELF, getrusage
from types import FrameType


class TooLong(Exception):
    """The body takes too much processor time."""


class TooMuch(Exception):
    """The body takes too much memory."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooLong` if the body takes more processor time; that of other processes does not
    count.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def modest(megabytes: int) -> Iterator[None]:
    """Raise `TooMuch` if the body raises the memory of this process so far above its highest
    before.
    """
    before = getrusage(RUSAGE_SELF).ru_maxrss
    yield
    more = (getrusage(RUSAGE_SELF).ru_maxrss - before) // 1024
    if more > megabytes:
        raise TooMuch(f"{more} MB more than ever before")


def hear_interrupts() -> None:
    """Let a new process hear Ctrl-C, as its `preexec_fn`.

    What a shell begins in the background ignores SIGINT, and so does all that it begins.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
