"""Listening to conditions: who asks whether a rule held hears each answer, and may turn it round.

Only what is compiled while somebody listens is heard; otherwise a compiled condition is the bare
function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from ..model import Condition

Compiled = TypeVar("Compiled", bound=Callable[..., bool])


class Observer(Protocol):
    """Hears what came out of a condition."""

    def hears(self, condition: Condition, holds: bool) -> bool:
        """A condition was asked, and holds or not; gives the answer that the one who asked is to
        get.
        """
        ...


_ears: list[Observer] = []


@contextmanager
def listening(ear: Observer) -> Iterator[None]:
    """Let an ear hear all conditions that are compiled in here, as long as it lasts."""
    _ears.append(ear)
    try:
        yield
    finally:
        _ears.pop()


def heard(condition: Condition, compiled: Compiled) -> Compiled:
    """A compiled condition, with the ear in it where somebody listens. One that stands nowhere is
    not heard.
    """
    if not _ears or not condition.at:
        return compiled
    ear = _ears[-1]

    def asked(*of: object) -> bool:
        return ear.hears(condition, compiled(*of))

    return asked  # type: ignore[return-value]
