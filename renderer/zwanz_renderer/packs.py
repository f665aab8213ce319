"""Packs as one buys them (``templates/packs.yaml``), and what a game leaves out of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from zwanz_ssot import places
from zwanz_ssot.model import Deck

from . import faces

_DECKS = 16


@dataclass(frozen=True, slots=True)
class SpareCard:
    """A card of a pack that a game does not play with: it has neither a name nor points there."""

    id: str
    suit: str
    rank: str


@dataclass(frozen=True, slots=True)
class BoughtPack:
    """A pack that one can buy for a game: how many cards it has, and which are left out."""

    id: str
    count: int
    spare: tuple[SpareCard, ...]


@cache
def _packs() -> Mapping[str, Mapping[str, list[str]]]:
    packs: Mapping[str, Mapping[str, list[str]]] = places.table(
        places.data("templates") / "packs.yaml"
    )
    return packs


@lru_cache(_DECKS)
def bought(deck: Deck) -> BoughtPack | None:
    """The smallest pack that has all cards of a deck; None where there is none, or where the deck
    has a card twice.
    """
    if deck.copies > 1:
        return None
    signs = {suit.id: faces.sign_of(suit.id) for suit in deck.suits.values()}
    mine = {(signs[card.suit], card.rank) for card in deck.cards}
    found = [
        (len(whole), name)
        for name, pack in _packs().items()
        if mine <= (whole := {(sign, rank) for sign, ranks in pack.items() for rank in ranks})
    ]
    if not found:
        return None
    count, name = min(found)
    spare = []
    for suit in deck.suits.values():
        sign = signs[suit.id]
        for rank in _packs()[name][sign]:
            if (sign, rank) not in mine:
                spare.append(SpareCard(f"{suit.letter}-{rank}", suit.id, rank))
    return BoughtPack(name, count, tuple(spare))
