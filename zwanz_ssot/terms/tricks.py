"""Words about one trick: what lies in it, what it was led with."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Condition

Trick = Callable[[int, int], bool]


def trick(condition: Condition) -> Trick:
    """A test of a trick (its cards as a set, the led card as a set of one)."""
    word, args = condition.word, condition.args
    if word == "trick_has":
        mask: int = args["cards"].mask
        return lambda cards, led: cards & mask == mask
    if word == "led":
        leads: int = args["cards"].mask
        return lambda cards, led: led & leads != 0
    if word == "not":
        inner = trick(args["of"])
        return lambda cards, led: not inner(cards, led)
    parts = tuple(trick(part) for part in args["of"])
    if word == "all":
        return lambda cards, led: all(part(cards, led) for part in parts)
    return lambda cards, led: any(part(cards, led) for part in parts)
