"""Functions of another library replaced for a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


@contextmanager
def instead(places: Iterable[tuple[object, str, object]]) -> Iterator[None]:
    """Put something in the place of what stands there under this name (a module or a class, the
    name, the new thing), and back again at the end, come what may.
    """
    taken = [(place, name, vars(place)[name], new) for place, name, new in places]
    for place, name, _, new in taken:
        setattr(place, name, new)
    try:
        yield
    finally:
        for place, name, old, _ in taken:
            setattr(place, name, old)
