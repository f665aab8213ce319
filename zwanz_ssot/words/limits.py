"""When a word may be asked, and what holds in every round of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from ..model import Deck, Path


class Group(Enum):
    """Roles that a message lists together."""

    ANYONE = auto()
    """Nobody in particular: any player, whoever speaks, either side."""
    SIDE = auto()
    SEAT = auto()
    EACH = auto()
    BESIDE = auto()
    PARTNERS = auto()
    HOLDERS = auto()
    REST = auto()


_USUAL = tuple(Group)
_SEATS_FIRST = (Group.ANYONE, Group.SEAT, Group.SIDE, *_USUAL[3:])
_PARTNERS_LATE = (*_USUAL[:5], Group.HOLDERS, Group.PARTNERS, Group.REST)


@dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """A moment of a round at which words are asked. Compared by identity."""

    phrase: str
    """The moment in a message: ``after the play``."""
    order: tuple[Group, ...] = _USUAL
    """The order in which a message lists the roles known then."""
    by_name: bool = False
    """Whether a message lists conditions by name, not in the order of the registry."""


DEALING = Moment("when the cards are dealt")
BEFORE_AUCTION = Moment("before the auction")
IN_BID = Moment("in a bid")
ANNOUNCER = Moment("during the auction", order=_SEATS_FIRST)
"""Who may announce a bonus, or has to double."""
IN_AUCTION = Moment("during the auction", order=_SEATS_FIRST, by_name=True)
SIDES_MADE = Moment("when the sides are made")
FIRST_LEAD = Moment("when the first card is led")
ANNOUNCEMENTS = Moment("when the announcements begin")
IN_PLAY = Moment("while the cards are played")
IN_TRICK = Moment("of a trick")
BEFORE_CARD = Moment("before a card is played")
DECLARED = Moment("when what was declared is counted")
TALON_GIVEN = Moment("when it is settled whose the talon is")
AFTER_PLAY = Moment("after the play")
BONUS_WON = Moment("after the play")
"""When bonuses are settled, after the game."""
WHEN_PAID = Moment("when it is paid")
ALL_AGAINST_ALL = Moment("where all play against all", order=_PARTNERS_LATE)
BONUS_PAID = Moment("when a bonus is paid")
"""Who is paid for a bonus: always a side."""
WITHIN_BONUS_PAID = Moment("when a bonus is paid")
"""Whose side is paid for a bonus."""

COUNTED = (AFTER_PLAY, BONUS_WON, WHEN_PAID, ALL_AGAINST_ALL)
"""The moments at which the cards of each side are known."""
OUTCOME = (*COUNTED, TALON_GIVEN)
"""The moments after all tricks."""


Args = Mapping[str, Any]
"""The arguments of a condition in the model."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What holds in every round of a game, however cards are dealt and played."""

    deck: Deck
    players: int
    hand_size: int
    tricks: int
    unit: int
    """The number of parts of a card point."""
    most_points: int
    """The card points of a round, in parts of a point."""
    has_talon: bool
    least_hand: int
    """The fewest cards of a hand when it is asked about: all before the play, 0 in it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong with a condition. ``kind``: ``never`` (it holds in no round), ``always`` (in
    every round) or ``unfit`` (its arguments do not fit together). ``at``: the path below its word.
    ``key``: whether the key there is wrong, not the value.
    """

    kind: str
    at: Path
    text: str
    hint: str = ""
    key: bool = False


def never(text: str, hint: str = "", *, at: Path = (), key: bool = False) -> Remark:
    """The remark that the condition never holds."""
    return Remark("never", at, text, hint, key)


def always(text: str, hint: str = "", *, at: Path = (), key: bool = False) -> Remark:
    """The remark that the condition always holds."""
    return Remark("always", at, text, hint, key)


def unfit(text: str, hint: str = "", *, at: Path = (), key: bool = False) -> Remark:
    """The remark that the arguments of the condition do not fit together."""
    return Remark("unfit", at, text, hint, key)


def no_such_card(args: Args) -> Iterator[Remark]:
    """A remark if the argument ``cards`` has no cards."""
    if args["cards"].mask == 0:
        yield never("the pack has no such card", key=True)
