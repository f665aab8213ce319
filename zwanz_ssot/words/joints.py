"""The words that join conditions: a list (all of them), ``any`` and ``not``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..model import Condition, Tricks
from .cards import is_single
from .facts import Facts
from .registry import JOINTS, Asks, HandTest, JointWord, Measure, Test, TrickTest, card_and_trick

ALL = "all"
"""The word for a list; rules do not have it."""
ANY = "any"
NOT = "not"


def demanded(condition: Condition) -> Iterator[Condition]:
    """The conditions that all have to hold where this one does: itself, or those in its list."""
    if condition.word == ALL:
        for part in condition.args["of"]:
            yield from demanded(part)
    else:
        yield condition


def owed_card(condition: Condition) -> tuple[int, Tricks] | None:
    """The card that has to be played in one certain trick where a condition is to hold, and this
    trick: the first that its list names; None where it names none.
    """
    found = filter(None, map(card_and_trick, demanded(condition)))
    return next((named for named in found if is_single(named[1])), None)


Tests = Sequence[Callable[..., bool]]

# Each kind of test has three functions of its own: arguments passed on by `*` would cost a third of
# the time of a short condition.


def _both_hand(one: HandTest, other: HandTest) -> HandTest:
    return lambda cards: one(cards) and other(cards)


def _either_hand(one: HandTest, other: HandTest) -> HandTest:
    return lambda cards: one(cards) or other(cards)


def _not_hand(inner: HandTest) -> HandTest:
    return lambda cards: not inner(cards)


def _both_trick(one: TrickTest, other: TrickTest) -> TrickTest:
    return lambda cards, led, played: one(cards, led, played) and other(cards, led, played)


def _either_trick(one: TrickTest, other: TrickTest) -> TrickTest:
    return lambda cards, led, played: one(cards, led, played) or other(cards, led, played)


def _not_trick(inner: TrickTest) -> TrickTest:
    return lambda cards, led, played: not inner(cards, led, played)


def _both(one: Test, other: Test) -> Test:
    return lambda facts, own: one(facts, own) and other(facts, own)


def _either(one: Test, other: Test) -> Test:
    return lambda facts, own: one(facts, own) or other(facts, own)


def _not(inner: Test) -> Test:
    return lambda facts, own: not inner(facts, own)


_BOTH: dict[Asks, Any] = {Asks.HAND: _both_hand, Asks.TRICK: _both_trick, Asks.ROUND: _both}
_EITHER: dict[Asks, Any] = {
    Asks.HAND: _either_hand,
    Asks.TRICK: _either_trick,
    Asks.ROUND: _either,
}
_NOT: dict[Asks, Any] = {Asks.HAND: _not_hand, Asks.TRICK: _not_trick, Asks.ROUND: _not}


def all_of(asks: Asks, tests: Tests) -> Callable[..., bool]:
    """All of these conditions hold."""
    return _joined(_BOTH[asks], tests)


def any_of(asks: Asks, tests: Tests) -> Callable[..., bool]:
    """At least one of these conditions holds."""
    return _joined(_EITHER[asks], tests)


def _joined(two: Callable[[Any, Any], Any], tests: Tests) -> Callable[..., bool]:
    """Many tests joined by twos, in halves: calls within calls go no deeper than they have to."""
    if len(tests) == 1:
        return tests[0]
    half = len(tests) // 2
    joined: Callable[..., bool] = two(_joined(two, tests[:half]), _joined(two, tests[half:]))
    return joined


def none_of(asks: Asks, tests: Tests) -> Callable[..., bool]:
    """The one condition does not hold."""
    (inner,) = tests
    denied: Callable[..., bool] = _NOT[asks](inner)
    return denied


def of_first_missing(tests: Sequence[Test], measures: Sequence[Measure]) -> Measure:
    """The figures of the first condition that fails, with its number as ``part``; else none."""
    rows = list(zip(tests, measures, strict=True))

    def found(facts: Facts, own: int) -> dict[str, int]:
        for number, (holds, figures) in enumerate(rows):
            if not holds(facts, own):
                return {"part": number, **figures(facts, own)}
        return {}

    return found


def of_each(tests: Sequence[Test], measures: Sequence[Measure]) -> Measure:
    """The figures of all conditions; of two with the same name, the later one."""

    def found(facts: Facts, own: int) -> dict[str, int]:
        figures: dict[str, int] = {}
        for measure in measures:
            figures |= measure(facts, own)
        return figures

    return found


def one_is_hopeless(hopeless: Sequence[Test]) -> Test:
    """A list can no longer hold as soon as one of its conditions cannot."""
    return lambda facts, own: any(test(facts, own) for test in hopeless)


def all_are_hopeless(hopeless: Sequence[Test]) -> Test:
    """An ``any`` can no longer hold when none of its conditions can."""
    return lambda facts, own: all(test(facts, own) for test in hopeless)


def never_hopeless(hopeless: Sequence[Test]) -> Test:
    """Whether a ``not`` can no longer hold is not known before the end."""
    return lambda facts, own: False


JOINTS[ALL] = JointWord(ALL, all_of, of_first_missing, one_is_hopeless, written=False)
JOINTS[ANY] = JointWord(ANY, any_of, of_each, all_are_hopeless)
JOINTS[NOT] = JointWord(NOT, none_of, of_each, never_hopeless, single=True)
