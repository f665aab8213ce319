"""Bounds of processor time and memory for what tests run, and a way to interrupt it."""

from __future__ import annotations

import signal
import sys
from collections import Counter
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
    count. So a test that would hang fails.
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
def counted_calls() -> Iterator[Counter[str]]:
    """Count the calls of Python functions in the body, by their names."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            calls[frame.f_code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


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
