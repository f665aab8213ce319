"""Differences between an engine and the rules: what differs and where; those that are accepted, as
a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from ..engine import Round
from ..model import Path
from ..paths import dotted
from ..problems import WrongCall
from .files import Data

GRAVEST_FIRST = (
    *("accepted", "too_many", "too_few", "turn", "winner", "thrown_in", "silent", "line", "score"),
    *("view", "refusal", "sorry"),
)
"""The kinds of differences in the order in which they are shown, the gravest first."""


class DifferenceKey(NamedTuple):
    """The kind, rule and part of a difference. Differences that agree in them are shown once.

    >>> DifferenceKey("too_few", "play.follow", "play").rule
    'play.follow'
    """

    kind: str
    rule: str
    part: str


@dataclass(frozen=True)
class Discrepancy:
    """A difference between an engine's answer and the rules.

    ``kind`` is ``accepted`` (an illegal move), ``too_many``, ``too_few``, ``turn``, ``winner`` (of
    a trick alone), ``thrown_in``, ``silent``, ``line``, ``score``, ``view``, ``refusal`` or
    ``sorry`` (the engine knows no answer).

    >>> import zwanz_ssot
    >>> at = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> found = Discrepancy("too_few", 1, 0, at, ("auction", "opening"), "legal", None, "pass")
    >>> found.key
    DifferenceKey(kind='too_few', rule='auction.opening', part='pass')
    """

    kind: str
    round: int
    """The number of the round, from 1; 0 for a trick or an outcome alone."""
    step: int
    """How many moves were made before."""
    at: Round
    """The position."""
    rule: Path
    """The rule at stake."""
    expected: Any
    got: Any
    part: str = ""
    """The part that differs, of a view, a line or a settlement; for a move its kind, for a turn the
    step.
    """
    of: str = ""
    """The move, the seat of a view, or the item of a line."""
    reason: Data | None = None
    """The engine's reason for refusing a legal move, if it gives one."""
    example: str = ""
    """The name of the example that the round was made from, if any."""
    question: Data | None = None
    """The question about a single trick or an outcome, if it was one."""

    @property
    def key(self) -> DifferenceKey:
        """What the difference has in common with others that are the same."""
        return DifferenceKey(self.kind, dotted(self.rule), self.part)


# Accepted differences: a file of JSON, written by the judge or copied from its answer.

_KEY_PARTS = DifferenceKey._fields


def read_known(path: FilePath) -> frozenset[DifferenceKey]:
    """The differences in a file: a list, or an object with lists under ``known`` or
    ``differences``, as ``zwanz judge --json`` prints it. Other keys of a difference are ignored.

    Raises `WrongCall` for another shape, `OSError` where the file cannot be read.

    >>> import tempfile
    >>> key = DifferenceKey("too_few", "play.follow", "H-K")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = FilePath(folder, "known.json")
    ...     _ = file.write_text(written_known([key]), "utf-8")
    ...     read_known(file) == {key}
    True
    """
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except (ValueError, RecursionError):
        raise _no_list(path, "it is not JSON") from None
    lists = [data]
    if isinstance(data, dict):
        lists = [data[name] for name in ("known", "differences") if name in data]
        if not lists:
            raise _no_list(path, "it has neither 'known' nor 'differences'")
    found = set()
    for number, each in enumerate((each for some in lists for each in _rows(path, some)), 1):
        if not isinstance(each, dict) or not all(isinstance(each.get(p), str) for p in _KEY_PARTS):
            raise _no_list(path, f"entry {number} lacks one of {', '.join(_KEY_PARTS)}")
        found.add(DifferenceKey(*(each[part] for part in _KEY_PARTS)))
    return frozenset(found)


def _rows(path: FilePath, rows: object) -> list[object]:
    if not isinstance(rows, list):
        raise _no_list(path, "the differences are no list")
    return rows


def written_known(known: Iterable[DifferenceKey]) -> str:
    """The text of a file that `read_known` reads, one difference a line.

    >>> print(written_known([DifferenceKey("too_few", "play.follow", "H-K")]), end="")
    {"known": [
      {"kind": "too_few", "rule": "play.follow", "part": "H-K"}
    ]}
    """
    rows = [json.dumps(each._asdict(), ensure_ascii=False) for each in sorted(known)]
    return '{"known": [\n' + ",\n".join(f"  {row}" for row in rows) + "\n]}\n"


def _no_list(path: FilePath, why: str) -> WrongCall:
    return WrongCall(
        f"{path} is no list of known differences: {why}", "write one with `--write-known`"
    )
