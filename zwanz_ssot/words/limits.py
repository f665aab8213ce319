"""What is certain of every round of a game, and what a word remarks on it: a condition that no
round can meet, or that every round meets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..model import Deck, Path

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
