"""Differences between an engine and the rules: what differs and where; those that are accepted, as
a file.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from ..engine import Round
from ..engine.moves import seat_and_move
from ..model import SEATS, Path
from ..paths import dotted
from ..problems import WrongCall
from .amounts import WrongAmount
from .card_points import OtherCount
from .files import Data

GRAVEST_FIRST = (
    *("accepted", "too_many", "too_few", "turn", "winner", "thrown_in", "silent", "points"),
    *("line", "score", "view", "refusal", "sorry"),
)
"""The kinds of differences in the order in which they are shown, the gravest first."""
_MISLEAD = ("view", "accepted", "too_many", "too_few", "points", "line")
"""Kinds of differences from which later ones may follow: what an engine has wrong then. In one
position the view comes first. From card points follows only what rests on them.
"""
_POINTS = re.compile("points|majority")
"""Words of the rules that ask for card points."""
_ITEMS = (("contracts",), ("bonuses",))
_BY_CHANCE = 0.1
"""What did not differ only in a view explains nothing where it came before at least so likely by
chance.
"""


class DifferenceKey(NamedTuple):
    """The kind, rule and part of a difference. Discrepancies that agree in them are shown once.

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
    a trick alone), ``thrown_in``, ``silent``, ``points``, ``line``, ``score``, ``view``,
    ``refusal`` or ``sorry`` (the engine knows no answer).

    >>> import zwanz_ssot
    >>> at = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> found = Discrepancy("too_few", 1, 0, at, ("auction", "opening"), "legal", None, "pass")
    >>> found.key
    DifferenceKey(kind='too_few', rule='auction.opening', part='pass')
    >>> found.is_about_a_move, found.trick, len(found.hand)  # the cards are not dealt yet
    (True, (), 0)
    >>> found.rests_on_points
    False
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
    amount: WrongAmount | None = None
    """What explains an amount that differs, if something does."""
    counted: OtherCount | None = None
    """What explains card points that differ, if something does."""

    @property
    def key(self) -> DifferenceKey:
        """What the difference has in common with others that are the same."""
        return DifferenceKey(self.kind, dotted(self.rule), self.part)

    @property
    def is_about_a_move(self) -> bool:
        """Whether it is about a move that is legal or not."""
        return self.kind in ("accepted", "too_many", "too_few", "refusal")

    @property
    def rests_on_points(self) -> bool:
        """Whether it is an item of the settlement whose rule asks for card points."""
        if self.kind not in ("line", "score") or self.rule[:1] not in _ITEMS:
            return False
        return _POINTS.search(str(self.at.game.at(self.rule[:2]))) is not None

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of whoever would make the move that differs; none while it is dealt."""
        named, _ = seat_and_move(self.of)
        mover = self.at.turn if named is None else named
        asked = self.is_about_a_move and self.at.step != "deal"
        if not asked or mover is None or mover >= len(self.at.hands):
            return ()
        return tuple(self.at.hands[mover].ids)

    @property
    def trick(self) -> tuple[tuple[str, str], ...]:
        """Seats and cards of the trick that matters, in order: the one on the table for a move, for
        a turn that differs between two tricks the last one.
        """
        state = self.at.state
        lies: int = state.in_trick
        if self.kind == "turn" and not lies:
            lies = min(state.players, len(state.played))
        if not self.round or not (self.is_about_a_move or self.kind == "turn"):
            return ()
        played = [(SEATS[seat], move) for seat, move in self.at.history if move.kind == "play"]
        return tuple((seat, str(move.card)) for seat, move in played[len(played) - lies :])


class Discrepancies:
    """The differences of an engine, each `DifferenceKey` once, and how often it was met.

    ``found`` has a difference of each key: the first one, or else the first from a round in which
    nothing differed before it. ``known`` ones are accepted: they are counted and not found.

    >>> import zwanz_ssot
    >>> at = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> levels = Discrepancy("view", 1, 4, at, ("kontra", "levels"), {}, None, "levels")
    >>> score = Discrepancy("score", 1, 30, at, ("settlement", "each_pays"), {}, None, "scores")
    >>> differences = Discrepancies()
    >>> differences.add_round([levels, score])
    >>> differences.may_follow(score.key) == (levels.key,)
    True
    """

    def __init__(self, known: Collection[DifferenceKey] = ()) -> None:
        self.found: dict[DifferenceKey, Discrepancy] = {}
        self.times: Counter[DifferenceKey] = Counter()
        self.known = frozenset(known)
        self._rounds = 0
        self._rounds_of: Counter[DifferenceKey] = Counter()
        """In how many rounds each was met."""
        self._before: dict[DifferenceKey, frozenset[DifferenceKey]] = {}
        """What differed before it in every round in which it was met."""
        self._shown_alone: set[DifferenceKey] = set()
        """Those of which the one in ``found`` comes from a round without others before it."""

    def add_round(self, differences: Iterable[Discrepancy]) -> None:
        """Add all differences of a round in the order in which they were met."""
        self._rounds += 1
        before: dict[DifferenceKey, None] = {}
        for each in sorted(differences, key=lambda each: (each.step, each.kind != "view")):
            self.add(each, before)
            before[each.key] = None

    def add(self, each: Discrepancy, before: Collection[DifferenceKey] = ()) -> None:
        """Add a difference, with those that were met ``before`` it in the same round."""
        key = each.key
        misled = (other for other in before if other.kind in _MISLEAD and other != key)
        others = frozenset(
            other for other in misled if other.kind != "points" or each.rests_on_points
        )
        self.times[key] += 1
        self._rounds_of[key] += key not in before
        self._before[key] = self._before.get(key, others) & others
        if key not in self.known and (
            key not in self.found or not (others or key in self._shown_alone)
        ):
            self.found[key] = each
            if not others:
                self._shown_alone.add(key)

    def may_follow(self, key: DifferenceKey) -> tuple[DifferenceKey, ...]:
        """The differences that were met before this one in every round, so that it may follow from
        them: those alone that follow from no other, and whose coming before is no chance.
        """
        before = self._before.get(key, frozenset())
        first = (each for each in before if not self._before[each] & before)
        return tuple(sorted(each for each in first if self._explains(each, key)))

    def _explains(self, first: DifferenceKey, later: DifferenceKey) -> bool:
        if first.kind in ("view", "points"):
            return True
        share = self._rounds_of[first] / max(self._rounds, 1)
        return bool(share ** self._rounds_of[later] < _BY_CHANCE)

    @property
    def in_order(self) -> tuple[Discrepancy, ...]:
        """The differences found: first those that follow from no other, the gravest first."""

        def place(each: Discrepancy) -> tuple[bool, int]:
            return bool(self.may_follow(each.key)), GRAVEST_FIRST.index(each.kind)

        return tuple(sorted(self.found.values(), key=place))


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
