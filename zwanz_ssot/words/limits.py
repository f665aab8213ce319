"""When a word may be asked, and what is certain of every round of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from ..model import Deck, Path


class Group(Enum):
    """Roles of one sort, which a message lists together."""

    WHOEVER = auto()
    SIDE = auto()
    SEAT = auto()
    EACH = auto()
    BESIDE = auto()
    PARTNERS = auto()
    HOLDERS = auto()
    REST = auto()


_USUAL = tuple(Group)
_SEATS_FIRST = (Group.WHOEVER, Group.SEAT, Group.SIDE, *_USUAL[3:])
_PARTNERS_LATE = (*_USUAL[:5], Group.HOLDERS, Group.PARTNERS, Group.REST)


@dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """A part of a round in which words are asked. Compared by identity."""

    phrase: str
    """How a message speaks of it: ``after the play``."""
    order: tuple[Group, ...] = _USUAL
    """The order in which a message lists the roles that are known."""
    by_name: bool = False
    """Whether a message lists the conditions by name, and not as they are registered."""


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
"""When the game is settled, and its bonuses are."""
WHEN_PAID = Moment("when it is paid")
ALL_AGAINST_ALL = Moment("where all play against all", order=_PARTNERS_LATE)
BONUS_PAID = Moment("when a bonus is paid")
"""Who is paid for a bonus: always a side."""
WITHIN_BONUS_PAID = Moment("when a bonus is paid")
"""Whose side is paid for a bonus."""

COUNTED = (AFTER_PLAY, BONUS_WON, WHEN_PAID, ALL_AGAINST_ALL)
"""Every moment at which it is known what cards each side has."""
OUTCOME = (*COUNTED, TALON_GIVEN)
"""Every moment at which all tricks have been played."""


Args = Mapping[str, Any]
"""The arguments of a condition as the model has them."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is certain of every round, whatever is dealt and played."""

    deck: Deck
    players: int
    hand_size: int
    tricks: int
    unit: int
    """How many parts a card point has."""
    most_points: int
    """All card points of a round, in parts of a point."""
    has_talon: bool
    least_hand: int
    """The fewest cards that a hand has when it is asked about; all of them, before the play."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong with a condition. ``kind`` is ``never`` (no round meets it), ``always``
    (every round does) or ``unfit`` (its arguments do not fit together); ``at`` the path below its
    word; ``key`` whether the key there is meant, and not the value.
    """

    kind: str
    at: Path
    text: str
    hint: str = ""
    key: bool = False


def never(text: str, hint: str = "", *, at: Path = (), key: bool = False) -> Remark:
    """No round can meet the condition."""
    return Remark("never", at, text, hint, key)


def always(text: str, hint: str = "", *, at: Path = (), key: bool = False) -> Remark:
    """Every round meets the condition, so that it says nothing."""
    return Remark("always", at, text, hint, key)


def unfit(text: str, hint: str = "", *, at: Path = (), key: bool = False) -> Remark:
    """The arguments of the condition do not fit together."""
    return Remark("unfit", at, text, hint, key)


def no_such_card(args: Args) -> Iterator[Remark]:
    """A remark on a group without cards."""
    if args["cards"].mask == 0:
        yield never("the pack has no such card", key=True)
