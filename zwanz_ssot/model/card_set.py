"""A set of cards as callers see it: with ids to read, and the operators of a set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

from .cards import Card, Deck


class CardSet(Set[Card]):
    """Cards of one pack, without order; immutable, hashable.

    Iterating gives each `Card` in the order of the pack; ``in`` takes a card or its id. The
    operators ``|``, ``&``, ``-``, ``^`` and the comparisons ``<=``, ``<``, ``==`` are those of a
    set, between sets of one pack or with any iterable of cards and ids. KeyError for an id that is
    not in the pack.

    >>> import zwanz_ssot
    >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
    >>> hand = CardSet.of(deck, ["H-K", "T-XX", "T-XXI"])
    >>> hand
    CardSet('T-XXI T-XX H-K')
    >>> len(hand), "T-XX" in hand, [str(card) for card in hand - ["T-XX"]]
    (3, True, ['T-XXI', 'H-K'])
    >>> sum(card.points for card in hand)
    11
    """

    __slots__ = ("deck", "mask")

    deck: Deck
    """The pack that the cards are of."""
    mask: int
    """The set as an integer: bit ``n`` is the card with index ``n``."""

    def __init__(self, deck: Deck, mask: int = 0) -> None:
        self.deck = deck
        self.mask = mask

    @classmethod
    def of(cls, deck: Deck, cards: Cardlike) -> CardSet:
        """The set of these cards: a set, cards, ids, or a text of ids with blanks between them."""
        if isinstance(cards, CardSet):
            return cls(deck, cards.mask)
        mask = 0
        for card in cards.split() if isinstance(cards, str) else cards:
            mask |= (card if isinstance(card, Card) else deck.by_id[card]).bit
        return cls(deck, mask)

    @property
    def ids(self) -> list[str]:
        """The ids in the order of the pack, as JSON has them."""
        return [card.id for card in self.deck.within(self.mask)]

    @property
    def points(self) -> int:
        """The card points, one by one."""
        return sum(card.points for card in self)

    def as_dict(self) -> dict[str, Any]:
        """``{"deck": …, "cards": […]}``; see ``schema/cards.schema.json``. Inside other values a
        set is the list of its ids alone.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> cards = CardSet.of(deck, "H-K T-XX")
        >>> cards.as_dict()
        {'deck': 'tarock-40', 'cards': ['T-XX', 'H-K']}
        >>> CardSet.from_dict(cards.as_dict(), deck) == cards
        True
        """
        return {"deck": self.deck.id, "cards": self.ids}

    @classmethod
    def from_dict(cls, data: dict[str, Any], deck: Deck) -> CardSet:
        """The set that `as_dict` has given; KeyError for a card that is not in the pack."""
        return cls.of(deck, data["cards"])

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            found = self.deck.by_id.get(card)
            return found is not None and bool(self.mask >> found.index & 1)
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        return self.deck.within(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __int__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask and self.deck == other.deck
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.deck.id, self.mask))

    def __le__(self, other: Cardlike) -> bool:
        return not self.mask & ~self._mask(other)

    def __lt__(self, other: Cardlike) -> bool:
        return self <= other and self.mask != self._mask(other)

    def __ge__(self, other: Cardlike) -> bool:
        return not self._mask(other) & ~self.mask

    def __gt__(self, other: Cardlike) -> bool:
        return self >= other and self.mask != self._mask(other)

    def __or__(self, other: Cardlike) -> CardSet:  # type: ignore[override]
        return CardSet(self.deck, self.mask | self._mask(other))

    def __and__(self, other: Cardlike) -> CardSet:
        return CardSet(self.deck, self.mask & self._mask(other))

    def __sub__(self, other: Cardlike) -> CardSet:
        return CardSet(self.deck, self.mask & ~self._mask(other))

    def __xor__(self, other: Cardlike) -> CardSet:  # type: ignore[override]
        return CardSet(self.deck, self.mask ^ self._mask(other))

    def _mask(self, other: Cardlike) -> int:
        return CardSet.of(self.deck, other).mask

    def __str__(self) -> str:
        return " ".join(self.deck.shown(self.mask))

    def __repr__(self) -> str:
        return f"CardSet('{self}')"


Cardlike = CardSet | Iterable[Card | str] | str
"""What stands for a set of cards in a call."""
