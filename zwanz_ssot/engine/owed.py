"""Cards announced for a certain trick: played in it where that is legal, and given up in an order
before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class OwedCard(NamedTuple):
    """A card that its announcer owes. ``bit`` is the card as a set of one; tricks count from 0."""

    bit: int
    trick: int
    due: bool
    """Whether it must be played in its trick."""
    in_order: bool
    """Whether it has a place in the order in which several are given up."""


def narrowed(cards: int, owed: Iterable[OwedCard], now: int) -> int:
    """What may be played of these legal cards in trick ``now``; ``owed`` stand in the order of
    giving up.
    """
    first = True
    for bit, trick, due, _ in owed:
        if due and cards & bit and trick == now:
            return bit
    for bit, trick, _, in_order in owed:
        if in_order and cards & bit and trick > now:
            if not first:
                cards &= ~bit
            first = False
    return cards
