"""Packs from seeds, the same on every platform."""

from __future__ import annotations

from random import Random


def shuffled(cards: int, random: Random) -> tuple[int, ...]:
    """A pack of ``cards`` cards in random order.

    Each card draws a number by ``random.random()``, whose sequence Python promises to keep for a
    seed, and the pack is sorted by it; ``shuffle`` itself makes no such promise.
    """
    draw = random.random
    keys = [draw() for _ in range(cards)]
    return tuple(sorted(range(cards), key=keys.__getitem__))
