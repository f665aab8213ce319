"""Answers of an engine held against what is right. Only what an engine tells is compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Data = Mapping[str, Any]

_SETS = ("hand", "talon", "discards", "holds", "lacks", "open", "claimants", "winners", "losers")
"""Lists in which order says nothing."""


class Unlike(NamedTuple):
    """A part of an answer that is not as it should be."""

    part: str
    expected: Any
    got: Any


def of_view(expected: Data, got: Data) -> Iterator[Unlike]:
    """The parts of a view that an engine tells otherwise."""
    for part, value in got.items():
        if _plain(part, value) != _plain(part, expected[part]):
            yield Unlike(part, expected[part], value)


def of_refusal(expected: Data, got: Any) -> Unlike | None:
    """How an engine refuses a move for another reason, or does not; ``got`` None allows it."""
    if got is None:
        return Unlike("legal", expected["code"], None)
    for part in ("code", "rule"):
        if part in got and got[part] != expected[part]:
            return Unlike(part, expected[part], got[part])
    return None


def of_lines(
    expected: list[dict[str, Any]], got: list[dict[str, Any]]
) -> tuple[dict[str, Any], Unlike] | None:
    """The first line of a settlement that an engine tells otherwise, leaves out or adds, and what
    is unlike in it.
    """
    left = list(got)
    for line in expected:
        same = next((other for other in left if _of_same(line, other)), None)
        if same is None:
            return line, Unlike("line", line, None)
        left.remove(same)
        if unlike := _of_line(line, same):
            return line, unlike
    return (left[0], Unlike("line", None, left[0])) if left else None


def _of_same(line: Data, other: Data) -> bool:
    return bool(line["item"] == other["item"] and set(line["claimants"]) == set(other["claimants"]))


def _of_line(line: Data, other: Data) -> Unlike | None:
    for part in (
        "announced",
        "verdict",
        "winners",
        "losers",
        "value",
        "factors",
        "each",
        "paid",
        "rule",
    ):
        if part in other and part in line and _plain(part, other[part]) != _plain(part, line[part]):
            if part != "factors":
                return Unlike(part, line[part], other[part])
            if unlike := _of_factors(line[part], other[part]):
                return unlike
    return None


def _of_factors(expected: list[Any], got: Any) -> Unlike | None:
    """Factors are compared one by one, by what the engine tells of each."""
    if not isinstance(got, list) or len(got) != len(expected):
        return Unlike("factors", expected, got)
    same = not any(unlike_factor(one, other) for one, other in zip(expected, got, strict=True))
    return None if same else Unlike("factors", expected, got)


def unlike_factor(expected: Data, got: Any) -> bool:
    """Whether an engine tells a factor otherwise."""
    return not isinstance(got, dict) or any(
        name in expected and expected[name] != got[name] for name in got
    )


def _plain(part: str, value: Any) -> Any:
    """A value without what says nothing: the order of sets, hands that are empty, items never
    doubled.
    """
    if isinstance(value, dict):
        inner = {name: _plain(part, each) for name, each in value.items()}
        return {
            name: each
            for name, each in inner.items()
            if each not in ([], 0) or part in ("each", "paid")
        }
    if isinstance(value, list) and part in _SETS:
        return (
            sorted((_plain(part, each) for each in value), key=str)
            if part != "talon"
            else _packets(value)
        )
    return value


def _packets(value: list[Any]) -> list[Any]:
    return [sorted(packet, key=str) if isinstance(packet, list) else packet for packet in value]
