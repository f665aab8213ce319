"""The words of the rule language as data: conditions, roles, groups of cards, tricks.

What they mean stands in ``zwanz_ssot.terms``, how they read in ``templates/words.<language>.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..paths import Path

CALLED_CARD = -1
"""Stands for whichever card was called, where a card is named by its index."""


@dataclass(frozen=True, slots=True)
class Cards:
    """A group of cards: as a set, and as it was written (a card, a set's name, a list, one
    filter).
    """

    mask: int
    said: Any
    at: Path


@dataclass(frozen=True, slots=True)
class Role:
    """A player or a side: a word (``forehand``), or a relation with its argument (``next_to``: a
    Role; ``holder_of``: a card id or called_card; ``holder_of_all``: Cards; ``player_of``: a card
    id; ``announcer_of``: a bonus id; ``side_of``, ``opponents_of``: a Role; ``most``, ``without``:
    a measure; ``winner_of``: Tricks).
    """

    word: str
    arg: Role | Cards | Tricks | str | None
    at: Path


@dataclass(frozen=True, slots=True)
class Tricks:
    """One trick or several: ``last``, ``every_trick``, ``first`` with a count, ``number`` with that
    of the trick.
    """

    word: str
    count: int
    at: Path


@dataclass(frozen=True, slots=True)
class Condition:
    """One word with its arguments by name. ``all`` stands for a list, ``any`` for alternatives;
    both have their conditions under ``of``, ``not`` its one under ``of`` too. Words with a single
    unnamed argument have it under ``cards`` (``trick_has``, ``led``, ``dealt_to_one``) or ``item``
    (``announced``, ``doubled``).
    """

    word: str
    args: Mapping[str, Any]
    at: Path
