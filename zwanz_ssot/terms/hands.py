"""Words about one hand: what it holds at this moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..model import Condition
from .ear import heard

Hand = Callable[[int], bool]


def hand(condition: Condition) -> Hand:
    """A test of a hand (a set of cards) from a condition of ``hand_has``, ``any``, ``not`` and
    lists.
    """
    return heard(condition, _hand(condition))


def _hand(condition: Condition) -> Hand:
    word, args = condition.word, condition.args
    if word == "hand_has":
        return _hand_has(args)
    if word == "not":
        inner = hand(args["of"])
        return lambda cards: not inner(cards)
    parts = tuple(hand(part) for part in args["of"])
    if word == "all":
        return lambda cards: all(part(cards) for part in parts)
    return lambda cards: any(part(cards) for part in parts)


def _hand_has(args: Any) -> Hand:
    """How many of these cards the hand holds."""
    mask: int = args["cards"].mask
    if "at_least" in args:
        least: int = args["at_least"]
        return lambda cards: (cards & mask).bit_count() >= least
    if "at_most" in args:
        most: int = args["at_most"]
        return lambda cards: (cards & mask).bit_count() <= most
    exactly: int = args["exactly"]
    return lambda cards: (cards & mask).bit_count() == exactly
