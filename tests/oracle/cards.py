"""The forty cards, written down."""

from __future__ import annotations

TAROCKS = [  # weakest first
    "T-I", "T-IIII", "T-V", "T-VI", "T-VII", "T-VIII", "T-IX", "T-X", "T-XI", "T-XII",
    "T-XIII", "T-XIV", "T-XV", "T-XVI", "T-XVII", "T-XVIII", "T-XIX", "T-XX", "T-XXI", "T-Sk",
]  # fmt: skip
HEARTS = ["H-1", "H-J", "H-C", "H-Q", "H-K"]
DIAMONDS = ["D-1", "D-J", "D-C", "D-Q", "D-K"]
CLUBS = ["C-10", "C-J", "C-C", "C-Q", "C-K"]
SPADES = ["S-10", "S-J", "S-C", "S-Q", "S-K"]
CARDS = TAROCKS + HEARTS + DIAMONDS + CLUBS + SPADES

POINTS = {
    "T-Sk": 5, "T-XXI": 5, "T-XX": 1, "T-XIX": 1, "T-XVIII": 1, "T-XVII": 1, "T-XVI": 1, "T-XV": 1, "T-XIV": 1,
    "T-XIII": 1, "T-XII": 1, "T-XI": 1, "T-X": 1, "T-IX": 1, "T-VIII": 1, "T-VII": 1, "T-VI": 1, "T-V": 1,
    "T-IIII": 1, "T-I": 5,
    "H-K": 5, "H-Q": 4, "H-C": 3, "H-J": 2, "H-1": 0,
    "D-K": 5, "D-Q": 4, "D-C": 3, "D-J": 2, "D-1": 0,
    "C-K": 5, "C-Q": 4, "C-C": 3, "C-J": 2, "C-10": 0,
    "S-K": 5, "S-Q": 4, "S-C": 3, "S-J": 2, "S-10": 0,
}  # fmt: skip

TRULL = ["T-Sk", "T-XXI", "T-I"]
KINGS = ["H-K", "D-K", "C-K", "S-K"]
GLATZEN = ["H-1", "D-1", "C-10", "S-10"]


def is_tarock(card: str) -> bool:
    return card in TAROCKS


def tarocks_in(hand: list[str]) -> list[str]:
    return [card for card in hand if is_tarock(card)]


def suit_cards_in(hand: list[str]) -> list[str]:
    return [card for card in hand if not is_tarock(card)]


def same_suit(hand: list[str], led: str) -> list[str]:
    """The cards of the hand that follow the card led."""
    return [card for card in hand if card[0] == led[0]]


def strongest(cards: list[str]) -> str:
    """The strongest of some cards that are all tarocks or all of one suit."""
    for ladder in (TAROCKS, HEARTS, DIAMONDS, CLUBS, SPADES):
        if cards[0] in ladder:
            return max(cards, key=ladder.index)
    raise ValueError(cards)


def points(cards: list[str]) -> int:
    return sum(POINTS[card] for card in cards)
