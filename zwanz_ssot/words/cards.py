"""Words for groups of cards: ``all``, and the filters ``suit``, ``rank`` and ``not``.

A single card is named by its id, a set or a suit by its name; these are names of a pack, and no
words of the language. ``called_card`` stands for whichever card was called.

A filter takes a name of the pack, which ``names`` lists, or a group of cards.
"""

from __future__ import annotations

from ..model import Deck
from .registry import card_group

CALLED = "called_card"
"""How rules write the card that was called; the model has `zwanz_ssot.model.CALLED_CARD`."""
ALL_CARDS = "all"
"""How rules write the whole pack."""


@card_group(ALL_CARDS, filters=False)
def whole_pack(deck: Deck) -> int:
    """Every card of the pack."""
    return deck.all


@card_group("suit", names=lambda deck: deck.suits)
def of_suit(deck: Deck, suit: str) -> int:
    """All cards of this suit; none of a suit that the pack does not have."""
    return deck.suits[suit].mask if suit in deck.suits else 0


@card_group("rank", names=lambda deck: dict.fromkeys(card.rank for card in deck.cards))
def of_rank(deck: Deck, rank: str) -> int:
    """All cards of this rank, one in each suit that has it."""
    return sum(card.bit for card in deck.cards if card.rank == rank)


@card_group("not")
def all_but(deck: Deck, cards: int) -> int:
    """All cards but these."""
    return deck.all & ~cards
