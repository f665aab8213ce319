"""A guard against rules that let something go on for ever."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 60.0
"""A mutant that has used a processor for so long is taken to be endless; the longest known takes
two seconds.
"""


class Endless(BaseException):
    """It has gone on for too long. No Exception, so that nothing on the way takes it for an error
    of its own.
    """


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `Endless` when what is done here uses the processor for longer. Where the system has no
    such clock (it is not a Unix), nothing is limited.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
