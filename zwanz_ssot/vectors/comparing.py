"""Compares an engine's answers with what the rules say: views, refusals, settlements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .files import Data

_UNORDERED = (
    "hand",
    "talon",
    "discards",
    "holds",
    "lacks",
    "open",
    "claimants",
    "winners",
    "losers",
)
"""Lists whose order means nothing."""
_OF_LINE = ("announced", "verdict", "winners", "losers", "value", "factors", "each", "paid", "rule")
"""Parts of a line of the settlement that are compared, in this order."""
_FOLLOWS = {
    "winners": {"verdict"},
    "losers": {"verdict", "winners"},
    "each": {"verdict", "winners", "losers", "value", "factors"},
    "paid": {"verdict", "winners", "losers", "value", "factors", "each"},
}
"""Parts that cannot but differ where one of these differs; they are told only by themselves."""
_ALL_SEATS = ("each", "paid")
"""Parts in which a 0 counts."""
MISSING, EXTRA = "missing", "extra"
"""The part that differs, of a line that the engine lacks, and of one that only the engine has."""


class Deviation(NamedTuple):
    """A part of an answer that is not as it should be."""

    part: str
    expected: Any
    got: Any


def compare_views(expected: Data, got: Data) -> Iterator[Deviation]:
    """The parts of a view in which an engine differs."""
    for part, value in got.items():
        if _plain(part, value) != _plain(part, expected[part]):
            yield Deviation(part, expected[part], value)


def compare_refusal(expected: Data, got: Data) -> Deviation | None:
    """How the refusal of a move differs from the one that the rules give."""
    for part in ("code", "rule"):
        if part in got and got[part] != expected[part]:
            return Deviation(part, expected[part], got[part])
    return None


def compare_lines(expected: list[Data], got: list[Data]) -> Iterator[tuple[Data, Deviation]]:
    """Every line of a settlement that differs, is missing or is one too many, and how."""
    left = list(got)
    for line in expected:
        same = next((other for other in left if _is_about_the_same(line, other)), None)
        if same is None:
            yield line, Deviation(MISSING, line, None)
            continue
        left.remove(same)
        for deviation in _compare_line(line, same):
            yield line, deviation
    for line in left:
        yield line, Deviation(EXTRA, None, line)


def _is_about_the_same(line: Data, other: Data) -> bool:
    return bool(line["item"] == other["item"] and set(line["claimants"]) == set(other["claimants"]))


def _compare_line(line: Data, other: Data) -> Iterator[Deviation]:
    told: set[str] = set()
    for part in _OF_LINE:
        if part not in other or part not in line or told & _FOLLOWS.get(part, set()):
            continue
        if _plain(part, other[part]) == _plain(part, line[part]):
            continue
        if part != "factors" or factors_that_differ(line[part], other[part]):
            told.add(part)
            yield Deviation(part, line[part], other[part])


def factors_that_differ(expected: list[Data], got: Any) -> list[Data]:
    """The factors of a line that an engine has otherwise, or in whose place it has nothing; where
    it only has more, the first one that it has too many.
    """
    given = got if isinstance(got, list) else []
    differing = [
        factor
        for number, factor in enumerate(expected)
        if number >= len(given) or _factor_differs(factor, given[number])
    ]
    return differing or [each for each in given[len(expected) :][:1] if isinstance(each, dict)]


def _factor_differs(expected: Data, got: Any) -> bool:
    """Whether a factor differs in what the engine gives of it."""
    if not isinstance(got, dict):
        return True
    return any(name in expected and expected[name] != got[name] for name in got)


def scores_of(lines: list[Data], part: str) -> Data | None:
    """What the lines of an engine add up to by seat; None where one of them does not tell it."""
    sums: Data = {}
    for line in lines:
        shares = line.get("paid", line.get("each")) if part == "paid" else line.get("each")
        if not isinstance(shares, dict):
            return None
        for seat, amount in shares.items():
            if not isinstance(amount, int | float):
                return None
            sums[seat] = sums.get(seat, 0) + amount
    return sums


def _plain(part: str, value: Any) -> Any:
    """A value without what means nothing: order of sets, empty hands, items never doubled."""
    if isinstance(value, dict):
        plain = {name: _plain(part, each) for name, each in value.items()}
        if part in _ALL_SEATS:
            return plain
        return {name: each for name, each in plain.items() if each not in ([], 0)}
    if isinstance(value, list) and part == "talon":
        return [sorted(each, key=str) if isinstance(each, list) else each for each in value]
    if isinstance(value, list) and part in _UNORDERED:
        return sorted((_plain(part, each) for each in value), key=str)
    return value
