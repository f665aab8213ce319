"""Observer hook for compiled conditions: an observer sees each result and may override it.

Only conditions that are compiled while an observer is set are wrapped; all others are the bare
functions, so that play without an observer costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from ..model import Condition

Compiled = TypeVar("Compiled", bound=Callable[..., bool])


class Observer(Protocol):
    """Sees the results of conditions."""

    def notify(self, condition: Condition, holds: bool) -> bool:
        """Take note that a condition came out as ``holds``; returns the result to go on with."""
        ...


_observers: list[Observer] = []


@contextmanager
def observing(observer: Observer) -> Iterator[None]:
    """Wrap all conditions that are compiled inside the ``with`` block; they keep the observer."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.pop()


def observed(condition: Condition, compiled: Compiled) -> Compiled:
    """A compiled condition that notifies the innermost observer; the bare one without an observer,
    or for a condition that stands at no path.
    """
    if not _observers or not condition.at:
        return compiled
    observer = _observers[-1]

    def asked(*of: object) -> bool:
        return observer.notify(condition, compiled(*of))

    return asked  # type: ignore[return-value]
