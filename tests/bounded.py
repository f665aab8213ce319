"""Bounds for what tests run: time of the processor, and memory."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from resource import RUSAGE_SELF, getrusage
from types import FrameType


class TooLong(Exception):
    """Something goes on for ever."""


class TooMuch(Exception):
    """Something takes more and more memory."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooLong` where the body takes more of the processor's time: others may need it too."""

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
    """Raise `TooMuch` where the body brings this process so far above all that it had before."""
    before = getrusage(RUSAGE_SELF).ru_maxrss
    yield
    more = (getrusage(RUSAGE_SELF).ru_maxrss - before) // 1024
    if more > megabytes:
        raise TooMuch(f"{more} MB more than ever before")
