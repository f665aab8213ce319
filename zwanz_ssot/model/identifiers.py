"""Types of names in the rules, seats, items that are announced, doubled and settled; and the words
of the rule language as data.

The meanings and arguments of words are in ``zwanz_ssot.words``, their texts in
``templates/words.<language>.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any

from ..paths import Path

ContractId = Annotated[str, "contract"]
"""The id of a contract."""

ContractIds = Annotated[tuple[str, ...], "contracts"]
"""The ids of contracts; the rules list them, or name a group."""

GroupId = Annotated[str, "group of contracts"]
"""The name of a group of contracts."""

BonusId = Annotated[str, "bonus"]
"""The id of a bonus."""

SettledId = Annotated[str, "item of a settlement"]
"""The id of a bonus, ``game``, ``bonuses`` for all of them or ``silent_bonuses``."""

SuitId = Annotated[str, "suit"]
"""The id of a suit of the pack."""

RankId = Annotated[str, "rank"]
"""A rank that some card of the pack has."""

RankingId = Annotated[str, "ranking of the pack"]
"""The name of another order of the ranks."""

LevelId = Annotated[str, "level of kontra"]
"""A word of doubling."""

CardNumber = Annotated[int, "card or called_card"]
"""The index of a card, or `CALLED_CARD`."""

CardsInOrder = Annotated[tuple[int, ...], "cards in order"]
"""The indices of cards, as they are listed; those of a group from the strongest to the weakest."""

Packet = Annotated[int, "packet"]
"""How many cards a player gets at a time; 0 where the talon is laid."""


class Seat(IntEnum):
    """A seat in the order of play: the forehand is 0. It is a number, and ``str`` is its name.

    >>> Seat.SECOND, str(Seat.SECOND), Seat.SECOND == 1
    (Seat.SECOND, 'second', True)
    >>> Seat.of("third")
    Seat.THIRD
    >>> Seat(0)
    Seat.FOREHAND
    """

    FOREHAND = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3
    FIFTH = 4
    SIXTH = 5

    @classmethod
    def of(cls, seat: int | str) -> Seat:
        """The seat with this number or name. Raises ValueError for an unknown one."""
        return cls(SEATS.index(seat) if isinstance(seat, str) else seat)

    def __str__(self) -> str:
        return SEATS[self]

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


SEAT = tuple(Seat)
"""The seats by their numbers: faster than `Seat`, which looks them up."""


SEATS = tuple(seat.name.lower() for seat in Seat)
"""The names of the seats, in the order of play."""


_SEATS_IN = tuple(
    tuple(seat for seat in range(len(SEATS)) if mask >> seat & 1) for mask in range(1 << len(SEATS))
)


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a set, in the order of play.

    >>> seats_in(0b1010)
    (1, 3)
    """
    return _SEATS_IN[mask]


GAME = "game"
"""How the rules name the item of the game itself; other items have the ids of their bonuses."""
GAME_ITEM = 0
"""The item of the game itself; the next ones are those of bonuses, two of each."""
DECLARERS, DEFENDERS = 0, 1
SIDES = ("declarers", "defenders")
"""The names of the two sides: the declarer with his partners, and those against them."""


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


CALLED_CARD = -1
"""The index of a card that means the called card."""


@dataclass(frozen=True, slots=True)
class Cards:
    """A group of cards: as a set, and as it is written (a card, a set's name, a list, a filter)."""

    mask: int
    written: Any
    at: Path


@dataclass(frozen=True, slots=True)
class Role:
    """A player or a side: a word (``forehand``), or a relation with an argument; cards and bonuses
    are given by id.
    """

    word: str
    arg: Role | Cards | Tricks | str | None
    at: Path


@dataclass(frozen=True, slots=True)
class Tricks:
    """One trick or several: ``last``, ``every_trick``, ``first`` with a count, ``number`` with the
    trick's number.
    """

    word: str
    count: int
    at: Path


@dataclass(frozen=True, slots=True)
class Condition:
    """A word with its arguments by name; a card is given by index. A list is the word ``all``.
    ``all`` and ``any`` have a tuple of conditions under ``of``, ``not`` has one condition there.
    """

    word: str
    args: Mapping[str, Any]
    at: Path


def without_paths(words: object) -> object:
    """Conditions, roles, cards or tricks without their paths, to find equal ones.

    >>> both = [Role("holder_of", "T-XX", ("contracts", name, "declarers")) for name in ("a", "b")]
    >>> without_paths(both[0]) == without_paths(both[1]), both[0] == both[1]
    (True, False)
    """
    if isinstance(words, Condition):
        return words.word, tuple((name, without_paths(arg)) for name, arg in words.args.items())
    if isinstance(words, Role):
        return words.word, without_paths(words.arg)
    if isinstance(words, Cards):
        return words.mask
    if isinstance(words, Tricks):
        return words.word, words.count
    if isinstance(words, tuple):
        return tuple(map(without_paths, words))
    return words
