"""The words of the rule language as data: conditions, roles, groups of cards, tricks.

What they mean, and which arguments each has, stands in ``zwanz_ssot.words``, how they read in
``templates/words.<language>.yaml``.
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
    """A player or a side: a word (``forehand``), or a relation with its argument, a card or a bonus
    by its id.
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
    """One word with its arguments by name, a card by its index. A list is the word ``all``; it and
    ``any`` have their conditions as a tuple under ``of``, ``not`` its one.
    """

    word: str
    args: Mapping[str, Any]
    at: Path
