"""Plain rule data to the terms of the model, so that a sentence can be made of a value as it is
written.

The values come from rules that were loaded, or are about to be compared; nothing is checked here.
``at`` is where the whole value stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import (
    CALLED_CARD,
    AllPass,
    Cards,
    Condition,
    Deck,
    Discard,
    Path,
    Role,
    Rung,
    Tricks,
    WinRule,
)
from .shapes import condition_argument

_CALLED = "called_card"
_ROLES = ("side", "who", "among")
_CARDS = ("card", "by")
_TRICKS = ("trick", "all_of")
_OF_ROLE = ("next_to", "before", "side_of", "opponents_of")


def cards(deck: Deck, value: Any, at: Path) -> Cards:
    """A group of cards."""
    return Cards(_mask(deck, value), value, at)


def role(deck: Deck, value: Any, at: Path) -> Role:
    """A player or a side."""
    if isinstance(value, str):
        return Role(value, None, at)
    ((word, inner),) = value.items()
    if word == "winner_of":
        return Role(word, tricks(inner, at), at)
    if word in _OF_ROLE:
        return Role(word, role(deck, inner, at), at)
    return Role(word, cards(deck, inner, at) if word == "holder_of_all" else inner, at)


def tricks(value: Any, at: Path) -> Tricks:
    """One trick or several."""
    if isinstance(value, Mapping):
        ((word, count),) = value.items()
        return Tricks(word, count, at)
    return Tricks(value, 1, at)


def condition(deck: Deck, value: Any, at: Path) -> Condition:
    """A condition; a list means all of them."""
    if isinstance(value, list | tuple):
        return Condition("all", {"of": tuple(condition(deck, part, at) for part in value)}, at)
    ((word, inner),) = value.items()
    if word == "any":
        return Condition(word, {"of": tuple(condition(deck, part, at) for part in inner)}, at)
    if word == "not":
        return Condition(word, {"of": condition(deck, inner, at)}, at)
    single = condition_argument(word)
    if single:
        return Condition(
            word, {"cards": cards(deck, inner, at)} if single == "cards" else {"item": inner}, at
        )
    if isinstance(inner, list | tuple):
        return Condition(word, {"order": tuple(deck.by_id[card].index for card in inner)}, at)
    return Condition(
        word, {name: _argument(deck, name, part, at) for name, part in inner.items()}, at
    )


def rung(deck: Deck, value: Any, at: Path) -> Rung:
    """One rung of a ladder."""
    return (
        Rung(value, None, at)
        if isinstance(value, str)
        else Rung("cards", cards(deck, value["cards"], at), at)
    )


def all_pass(deck: Deck, value: Any, at: Path) -> AllPass:
    """What follows when all have passed."""
    if isinstance(value, str):
        return AllPass(value, None, None, at)
    ((word, inner),) = value.items()
    return (
        AllPass(word, None, inner, at)
        if word == "play"
        else AllPass(word, role(deck, inner, at), None, at)
    )


def discard(deck: Deck, value: Mapping[str, Any], at: Path) -> Discard:
    """One rung of what may be discarded."""
    return Discard(cards(deck, value["cards"], at), bool(value.get("shown")), at)


def win(deck: Deck, value: Mapping[str, Any], at: Path) -> WinRule:
    """One way to win a trick."""
    card = value.get("card")
    when = value.get("when")
    return WinRule(
        value.get("best_of"),
        deck.by_id[card].index if card else None,
        condition(deck, when, at) if when else None,
        at,
    )


def _argument(deck: Deck, name: str, value: Any, at: Path) -> Any:
    if name in _ROLES:
        return role(deck, value, at)
    if name == "cards":
        return cards(deck, value, at)
    if name in _CARDS:
        return CALLED_CARD if value == _CALLED else deck.by_id[value].index
    return tricks(value, at) if name in _TRICKS else value


def _mask(deck: Deck, value: Any) -> int:
    if isinstance(value, list | tuple):
        total = 0
        for part in value:
            total |= _mask(deck, part)
        return total
    if isinstance(value, Mapping):
        ((word, inner),) = value.items()
        if word == "not":
            return deck.all & ~_mask(deck, inner)
        if word == "suit":
            return deck.suits[inner].mask
        return sum(card.bit for card in deck.cards if card.rank == inner)
    if value == "all":
        return deck.all
    return deck.by_id[value].bit if value in deck.by_id else deck.sets[value]
