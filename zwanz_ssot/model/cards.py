"""Cards, packs, and sets of cards: an integer with one bit per card, and `CardSet` for callers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..problems import WrongCall, did_you_mean, listed
from ..schema import fault_of


def bits(cards: int) -> Iterator[int]:
    """The indices of the cards in a set, the lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


@dataclass(frozen=True, slots=True)
class Name:
    """The name of something by language, with other names in use."""

    texts: Mapping[str, str]
    also: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Name:
        """A name as it is written, with the other names under ``also``.

        >>> Name.of({"also": ["Monarch"], "de": "König"})
        Name(texts={'de': 'König'}, also=('Monarch',))
        """
        texts = {language: text for language, text in data.items() if language != "also"}
        return cls(texts, tuple(data.get("also", ())))

    def text(self, language: str) -> str:
        """The name in ``language``, else in English, else in any language, else the first of the
        other names; empty if there is none.

        >>> Name({"en": "King", "de": "König"}).text("de")
        'König'
        >>> Name({"en": "King"}).text("ja")
        'King'
        """
        other = next(iter((*self.texts.values(), *self.also)), "")
        return self.texts.get(language) or self.texts.get("en") or other


@dataclass(frozen=True, slots=True, repr=False)
class Suit:
    """A suit. ``mask`` is the set of its cards, a stronger card with a higher bit."""

    id: str
    letter: str
    symbol: str
    name: Name
    ranks: tuple[str, ...]
    """From the strongest to the weakest."""
    mask: int
    index: int

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"Suit({self.id!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card. ``index`` is its bit; within a suit a stronger card has a higher one.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen")
    >>> card = game.deck.by_id["H-K"]
    >>> card, str(card), card.suit, card.rank, card.points
    (Card('H-K'), 'H-K', 'hearts', 'K', 5)
    >>> bin(card.bit).count("1") == 1 and card.bit == 1 << card.index
    True
    """

    id: str
    suit: str
    rank: str
    index: int
    points: int
    name: Name | None
    """A name of its own (the Pagat), if it has one."""
    kind: str = ""
    """Its id in the rules, if the pack has equal cards, which share it; empty: its own id."""

    @property
    def bit(self) -> int:
        """The card as a set of one."""
        return 1 << self.index

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"Card({self.id!r})"


@dataclass(frozen=True, repr=False)
class Deck:
    """A pack of cards; ``cards`` stand in the order of their bits.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> game.deck.id, len(game.deck.cards), list(game.deck.suits)
    ('tarock-40', 40, ['tarock', 'hearts', 'diamonds', 'clubs', 'spades'])
    """

    id: str
    name: Name
    cards: tuple[Card, ...]
    suits: Mapping[str, Suit]
    sets: Mapping[str, int]
    """The named groups, the suits among them."""
    set_names: Mapping[str, Name]
    rank_names: Mapping[str, Name]
    corners: Mapping[str, Name] = field(default_factory=dict)
    """The letters in the corners of cards by rank, for ranks that a language writes differently."""
    signs: Mapping[str, Name] = field(default_factory=dict)
    """The signs of suits in a line of text, for suits without a symbol."""
    source: tuple[str, ...] = ()
    rankings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other orders of the ranks, from the strongest to the weakest, by name."""
    data: Mapping[str, object] = field(default_factory=dict)
    """The deck file as plain data."""
    copies: int = 1
    """How many equal cards there are of each."""

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Deck({self.id!r}, {len(self.cards)} cards)"

    @cached_property
    def by_id(self) -> Mapping[str, Card]:
        """Every card by its id."""
        return {card.id: card for card in self.cards}

    def card(self, card: Card | str) -> Card:
        """The card with this id, or with that of a card. Raises `WrongCall` for an id that is not
        in the pack.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> deck.card("H-K")
        Card('H-K')
        >>> deck.card("h-k")
        Traceback (most recent call last):
        zwanz_ssot.problems.WrongCall: the pack has no card 'h-k'; did you mean 'H-K'?
        """
        id = card.id if isinstance(card, Card) else card
        found = self.by_id.get(id) if isinstance(id, str) else None
        if found is None:
            near = did_you_mean(id, self.by_id) if isinstance(id, str) else ""
            raise WrongCall(f"the pack has no card {id!r}", near)
        return found

    @cached_property
    def kinds(self) -> Mapping[str, int]:
        """By the id in the rules: the card and those equal to it, as a set."""
        found: dict[str, int] = {}
        for card in self.cards:
            kind = card.kind or card.id
            found[kind] = found.get(kind, 0) | card.bit
        return found

    def hint_for_unknown(self, kind: str) -> str:
        """The hint for an id that no card has in the rules: the nearest one, or the ranks of the
        suit, or the suits; empty for one that a card has.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> str(deck.hint_for_unknown("T-99")).partition(", ")[0]
        'known with T are Sk'
        >>> str(deck.hint_for_unknown("Pagat")).partition(", ")[0]
        'a card begins with T for Tarock'
        """
        if kind in self.kinds:
            return ""
        if near := did_you_mean(kind, self.kinds):
            return near
        letter = kind.partition("-")[0]
        for suit in self.suits.values():
            if suit.letter == letter:
                return f"known with {letter} are {', '.join(suit.ranks)}"
        *most, last = (f"{suit.letter} for {suit.name.text('en')}" for suit in self.suits.values())
        return f"a card begins with {', '.join(most)}{' or ' if most else ''}{last}"

    @cached_property
    def equals(self) -> tuple[int, ...]:
        """By card: the card and those equal to it, as a set."""
        return tuple(self.kinds[card.kind or card.id] for card in self.cards)

    @cached_property
    def all(self) -> int:
        """The whole pack as a set."""
        return (1 << len(self.cards)) - 1

    @cached_property
    def points(self) -> int:
        """The card points of the whole pack."""
        return sum(card.points for card in self.cards)

    def corner(self, rank: str, language: str) -> str:
        """The letter in the corners of a rank's cards in ``language``, which may be the rank.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> deck.corner("Q", "en"), deck.corner("Q", "de")
        ('Q', 'D')
        """
        return self.corners[rank].text(language) if rank in self.corners else rank

    def corners_in(self, language: str) -> Mapping[str, str]:
        """The letters in the corners of cards in ``language``, by rank.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> deck.corners_in("de")["Q"]
        'D'
        """
        return {card.rank: self.corner(card.rank, language) for card in self.cards}

    def sign(self, suit: str, language: str) -> str:
        """The sign of a suit in a line of text; empty for a suit whose ranks need none. A suit
        without a symbol is written by its letter where another one has the same ranks.

        >>> import zwanz_ssot
        >>> zwanz_ssot.load("zwanzigerrufen").deck.sign("hearts", "en")
        '♥'
        """
        if suit in self.signs:
            return self.signs[suit].text(language)
        symbol, letter = self.suits[suit].symbol, self.suits[suit].letter
        return symbol or (f"{letter}-" if suit in self._alike else "")

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The suits with neither sign nor symbol that share a rank with another one of these."""
        bare = {
            id: {*suit.ranks}
            for id, suit in self.suits.items()
            if id not in self.signs and not suit.symbol
        }
        others = ((id, other) for id in bare for other in bare if id != other)
        return frozenset(id for id, other in others if bare[id] & bare[other])

    def order(self, suit: str, ranking: str | None = None) -> tuple[int, ...]:
        """The indices of a suit's cards from the strongest to the weakest. ``ranking`` is one of
        `rankings`; it does not change a suit with other ranks.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> [deck.cards[index].id for index in deck.order("hearts")]
        ['H-K', 'H-Q', 'H-C', 'H-J', 'H-1']
        """
        ranks = self.suits[suit].ranks
        if ranking is not None and set(self.rankings[ranking]) == set(ranks):
            ranks = self.rankings[ranking]
        letter = self.suits[suit].letter
        kinds = (self.kinds[f"{letter}-{rank}"] for rank in ranks)
        return tuple(card for kind in kinds for card in reversed(list(bits(kind))))

    def in_order(self, groups: Iterable[int], ranking: str | None = None) -> tuple[int, ...]:
        """The indices of the cards of several sets, each once: set by set as given, within a set
        suit by suit, the strongest first.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> groups = [deck.mask(["H-K"]), deck.mask(["T-I", "T-XX", "H-K"])]
        >>> [deck.cards[index].id for index in deck.in_order(groups)]
        ['H-K', 'T-XX', 'T-I']
        """
        orders = [card for suit in self.suits for card in self.order(suit, ranking)]
        cards = (card for group in groups for card in orders if group >> card & 1)
        return tuple(dict.fromkeys(cards))

    def within(self, mask: int) -> Iterator[Card]:
        """The cards of a set, in the order of their bits.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> [card.id for card in deck.within(deck.mask(["H-K", "T-XX"]))]
        ['T-XX', 'H-K']
        """
        return (self.cards[index] for index in bits(mask))

    def shown(self, mask: int) -> tuple[str, ...]:
        """The ids of the cards in a set, suit by suit, the strongest first.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> deck.shown(deck.mask(["H-J", "T-I", "T-XX", "H-K"]))
        ('T-XX', 'T-I', 'H-K', 'H-J')
        """
        return tuple(
            card.id
            for suit in self.suits.values()
            for card in sorted(self.within(mask & suit.mask), key=lambda c: -c.index)
        )

    def mask(self, ids: Iterable[str]) -> int:
        """The set of these card ids. Raises `WrongCall` for an id that is not in the pack.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> deck.mask(["H-K"]) == deck.by_id["H-K"].bit
        True
        """
        total = 0
        for card in ids:
            total |= self.card(card).bit
        return total


class CardSet(Set[Card]):
    """A set of cards of one pack; immutable, hashable.

    Iterating gives each `Card` in the order of the pack; ``in`` takes a card or its id. The
    operators ``|``, ``&``, ``-``, ``^`` and the comparisons ``<=``, ``<``, ``==`` are those of a
    set, between sets of one pack or with any iterable of cards and ids. They raise `WrongCall` for
    an id that is not in the pack.

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
        """The set of these cards: a set, cards, ids, or a text of ids separated by spaces. Cards of
        another pack are taken by their ids. Raises `WrongCall` for an id that is not in the pack.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> CardSet.of(game.deck, "T-XX H-K") == CardSet.of(game.deck, ["H-K", "T-XX"])
        True
        """
        if isinstance(cards, CardSet) and cards.deck is deck:
            return cls(deck, cards.mask)
        if not isinstance(cards, str):
            listed("cards", cards)
        mask = 0
        for card in cards.split() if isinstance(cards, str) else cards:
            mask |= deck.card(card).bit
        return cls(deck, mask)

    @property
    def ids(self) -> list[str]:
        """The ids in the order of the pack.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> CardSet.of(deck, "H-K T-XX").ids
        ['T-XX', 'H-K']
        """
        return [card.id for card in self.deck.within(self.mask)]

    @property
    def points(self) -> int:
        """The sum of the card points, without counting in packets."""
        return sum(card.points for card in self)

    def as_dict(self) -> dict[str, Any]:
        """``{"deck": …, "cards": […]}``; see ``schema/cards.schema.json``. In other values a set is
        just the list of its ids.

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
    def from_dict(cls, data: Mapping[str, Any], deck: Deck) -> CardSet:
        """The set of `as_dict`'s data. Raises `WrongCall` for other data, and for another pack.

        >>> import zwanz_ssot
        >>> deck = zwanz_ssot.load("zwanzigerrufen").deck
        >>> CardSet.from_dict({"deck": "tarock-40", "cards": ["H-K"]}, deck)
        CardSet('H-K')
        """
        plain = dict(data) if isinstance(data, Mapping) else data
        if (fault := fault_of(plain, "cards")) is not None:
            raise WrongCall(f"this is no set of cards: {fault}")
        if plain["deck"] != deck.id:
            raise WrongCall(f"these are cards of {plain['deck']}, not of {deck.id}")
        return cls.of(deck, plain["cards"])

    def __contains__(self, card: object) -> bool:
        id = card.id if isinstance(card, Card) else card
        found = self.deck.by_id.get(id) if isinstance(id, str) else None
        return found is not None and bool(self.mask >> found.index & 1)

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
"""What can be passed as a set of cards."""
