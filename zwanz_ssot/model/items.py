"""Items: what can be announced, doubled and settled, each as one number.

Item 0 is the game. Every bonus has two items, one for each side: ``1 + 2 · bonus`` belongs to the
declarers, ``2 + 2 · bonus`` to the defenders, where ``bonus`` is its place among the bonuses of the
game.

    >>> [item_of(bonus, side) for bonus in (0, 1) for side in (DECLARERS, DEFENDERS)]
    [1, 2, 3, 4]
    >>> [(bonus_of(item), side_of(item)) for item in (1, 2, 3, 4)]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
"""

from __future__ import annotations

GAME_ITEM = 0
DECLARERS, DEFENDERS = 0, 1


def item_of(bonus: int, side: int = DECLARERS) -> int:
    """The item of a bonus for one side."""
    return 1 + 2 * bonus + side


def items_of(bonus: int) -> tuple[int, int]:
    """Both items of a bonus, the declarers' first."""
    return 1 + 2 * bonus, 2 + 2 * bonus


def bonus_of(item: int) -> int:
    """The bonus that an item belongs to; -1 for the game."""
    return (item - 1) >> 1


def side_of(item: int) -> int:
    """The side that an item belongs to; the game is the declarers'."""
    return (item - 1) & 1 if item else DECLARERS


def count_of_items(bonuses: int) -> int:
    """How many items a game with so many bonuses has."""
    return 1 + 2 * bonuses
