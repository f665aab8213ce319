"""How two trees of plain rules differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from .source import Path


class Missing(Enum):
    """The type of MISSING, which stands where one of two trees has nothing."""

    MISSING = "nothing"

    def __repr__(self) -> str:
        return self.name


MISSING: Final = Missing.MISSING


@dataclass(frozen=True, slots=True)
class Contrast:
    """What stands at `path` in one tree (`old`) and in another (`new`); one of them may be
    MISSING.
    """

    path: Path
    old: Any
    new: Any


def compare(a: Mapping[str, Any], b: Mapping[str, Any]) -> tuple[Contrast, ...]:
    """How two trees of rules differ, in the order of `a` and then of `b`.

    Mappings are compared key by key, lists and single values as wholes; a section that only one of
    the two has is one contrast.
    """
    return tuple(_contrasts((), a, b))


def same(a: Any, b: Any) -> bool:
    """Whether two plain values are equal and of one type: neither 1 and true nor 1 and 1.0 are the
    same.
    """
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and bool(a == b)


def _contrasts(path: Path, a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Contrast]:
    for key in dict.fromkeys([*a, *b]):
        old, new = a.get(key, MISSING), b.get(key, MISSING)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _contrasts((*path, key), old, new)
        elif not same(old, new):
            yield Contrast((*path, key), old, new)
