"""How alike the situations of two examples are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_NO_SITUATION = frozenset({"example", "title", "in", "source", "because", "shows", "expect"})
Trait = tuple[str | int, ...]
Traits = Mapping[Trait, int]
"""What can be said of a situation, one by one; to each a number, 0 where it has none."""


def traits(entry: Mapping[str, Any]) -> Traits:
    """A situation, taken apart: every single value with the way to it. The order of a list tells
    nothing.
    """
    return dict(
        _traits((), {key: value for key, value in entry.items() if key not in _NO_SITUATION})
    )


def likeness(one: Traits, other: Traits) -> float:
    """From 0, nothing in common, to 1, the same. Two numbers at one place are the more alike the
    nearer they are.
    """
    common = one.keys() & other.keys()
    alike = sum(1 / (1 + abs(one[trait] - other[trait])) for trait in common)
    return 2 * alike / (len(one) + len(other) or 1)


def _traits(at: Trait, value: Any) -> Iterator[tuple[Trait, int]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _traits((*at, str(key)), inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _traits((*at, "…"), inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield at, value
    else:
        yield (*at, str(value)), 0
