"""Words about one trick: what lies in it, in which order, what it was led with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ..model import Condition
from .ear import heard

Trick = Callable[[int, int, Sequence[int]], bool]
"""From a trick (its cards as a set, the led card as a set of one) and the cards as they were
played, those of the trick last; a card of the trick that is not among them yet comes after them.
"""


def trick(condition: Condition) -> Trick:
    """A test of a trick from a condition about it."""
    return heard(condition, _trick(condition))


def _trick(condition: Condition) -> Trick:
    word, args = condition.word, condition.args
    if word == "trick_has":
        mask: int = args["cards"].mask
        return lambda cards, led, played: cards & mask == mask
    if word == "led":
        leads: int = args["cards"].mask
        return lambda cards, led, played: led & leads != 0
    if word == "fall_in_order":
        return _in_order(args["order"])
    if word == "not":
        inner = trick(args["of"])
        return lambda cards, led, played: not inner(cards, led, played)
    parts = tuple(trick(part) for part in args["of"])
    if word == "all":
        return lambda cards, led, played: all(part(cards, led, played) for part in parts)
    return lambda cards, led, played: any(part(cards, led, played) for part in parts)


def _in_order(order: tuple[int, ...]) -> Trick:
    """Whether these cards all lie in the trick, each after the one before it."""
    mask = sum(1 << card for card in order)

    def holds(cards: int, led: int, played: Sequence[int]) -> bool:
        if cards & mask != mask:
            return False
        places = [played.index(card) if card in played else len(played) for card in order]
        return all(first < then for first, then in pairwise(places))

    return holds
