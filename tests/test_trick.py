"""Leading, following and winning, worked out by hand from the accounts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import loaded

from zwanz_ssot.engine.trick import TrickRules, in_force
from zwanz_ssot.library import load_deck
from zwanz_ssot.model import Cards, Trump

Z = "zwanzigerrufen"


def tricks(variant: str, contract: str) -> TrickRules:
    """The trick rules of a contract."""
    rules = loaded(Z, variant)
    return TrickRules(rules.contracts[contract].play, rules.deck)


def mask(cards: str) -> int:
    """Cards as a set."""
    return loaded(Z, "base").deck.mask(cards.split())


def winner(variant: str, contract: str, cards: str) -> str:
    """Who takes the trick, its cards in the order played."""
    deck = loaded(Z, variant).deck
    order = [deck.by_id[card].index for card in cards.split()]
    return deck.cards[tricks(variant, contract).winner(mask(cards), order[0], order)].id


def legal(variant: str, contract: str, hand: str, trick: str, held: str = "") -> set[str]:
    """The cards of the hand that may be played."""
    deck = loaded(Z, variant).deck
    led = deck.by_id[trick.split()[0]].index if trick else 0
    rules = tricks(variant, contract)
    return {
        c.id
        for c in deck.within(rules.legal(mask(hand), mask(trick), led, keeping(rules, held), ()))
    }


def keeping(rules: TrickRules, cards: str) -> int:
    """The rules that keep these cards back, as a set of numbers."""
    return sum(
        1 << number
        for number, rule in enumerate(rules.play.hold_back)
        if mask(cards) >> rule.card & 1
    )


def refused(
    variant: str, contract: str, card: str, hand: str, trick: str, held: str = ""
) -> str | None:
    """Why a card is refused."""
    deck = loaded(Z, variant).deck
    led = deck.by_id[trick.split()[0]].index if trick else 0
    index = deck.by_id[card].index
    rules = tricks(variant, contract)
    refusal = rules.why_not(index, mask(hand), mask(trick), led, keeping(rules, held), ())
    return refusal.code if refusal else None


@pytest.mark.parametrize(
    ("variant", "contract", "cards", "best"),
    [
        ("base", "rufer", "H-J H-Q H-1 H-C", "H-Q"),
        ("base", "rufer", "H-1 S-K D-K C-K", "H-1"),  # nobody follows, nobody trumps
        ("base", "rufer", "H-K T-I H-Q H-J", "T-I"),
        ("base", "rufer", "H-K T-I T-IIII H-J", "T-IIII"),
        ("base", "solo", "T-XX T-XXI T-XIX T-Sk", "T-Sk"),
        ("base", "solo", "S-10 S-J S-C S-Q", "S-Q"),
        ("base", "farbensolo", "H-1 T-Sk T-XXI S-K", "H-1"),  # tarock takes no suit trick
        ("base", "farbensolo", "T-V H-K T-VI S-K", "T-VI"),  # among themselves they rank as ever
        # the trick of the whole Trull
        ("directnet", "rufer", "T-Sk T-XXI T-I T-XX", "T-I"),
        ("directnet", "rufer", "T-I T-Sk H-K T-XXI", "T-I"),
        ("directnet", "rufer", "H-K T-XXI T-Sk T-I", "T-I"),
        ("directnet", "solo", "T-XXI T-Sk T-I T-IIII", "T-I"),
        ("wikipedia", "rufer", "T-Sk T-XXI T-I T-XX", "T-I"),
        ("base", "rufer", "T-Sk T-XXI T-I T-XX", "T-Sk"),
        ("rulebook", "rufer", "T-Sk T-XXI T-I T-XX", "T-Sk"),
        ("directnet", "rufer", "T-XXI T-XX T-I T-Sk", "T-I"),
        ("directnet", "rufer", "T-XXI T-XX T-XIX T-Sk", "T-Sk"),  # without the Pagat no fairy tale
        ("directnet", "farbensolo", "T-Sk T-XXI T-I T-XX", "T-Sk"),
        ("wikipedia", "farbensolo", "T-Sk T-XXI T-I T-XX", "T-I"),
        ("wikipedia", "farbensolo", "H-1 T-XXI T-I T-Sk", "H-1"),  # a suit was led
        ("rulebook", "farbensolo", "T-XXI T-Sk T-I H-K", "T-Sk"),
    ],
)
def test_who_takes_the_trick(variant: str, contract: str, cards: str, best: str) -> None:
    assert winner(variant, contract, cards) == best


@pytest.mark.parametrize(
    ("variant", "contract", "hand", "trick", "cards"),
    [
        ("base", "rufer", "H-K H-1 S-K T-I", "", "H-K H-1 S-K T-I"),  # anything may be led
        ("base", "rufer", "H-K H-1 S-K T-I", "H-J", "H-K H-1"),
        ("base", "rufer", "S-K T-I T-XX", "H-J", "T-I T-XX"),
        ("base", "rufer", "S-K D-1", "H-J", "S-K D-1"),
        ("base", "rufer", "S-K T-I T-XX", "T-V", "T-I T-XX"),
        ("base", "rufer", "S-K D-1", "T-V", "S-K D-1"),
        ("base", "rufer", "T-I T-XX", "T-V", "T-I T-XX"),  # nobody has to beat
        ("base", "farbensolo", "S-K T-I T-XX", "", "S-K"),
        ("base", "farbensolo", "T-I T-XX", "", "T-I T-XX"),
        (
            "directnet",
            "farbensolo",
            "S-K T-I T-XX",
            "H-J",
            "T-I T-XX",
        ),  # void: tarock is compulsory
        (
            "wikipedia",
            "farbensolo",
            "S-K T-I T-XX",
            "H-J",
            "S-K",
        ),  # void: no tarock while a suit card is left
        ("rulebook", "farbensolo", "S-K T-I T-XX", "H-J", "S-K"),
        ("wikipedia", "farbensolo", "T-I T-XX", "H-J", "T-I T-XX"),
        ("wikipedia", "farbensolo", "S-K T-I T-XX", "T-V", "T-I T-XX"),
        ("rulebook", "trischaken", "T-V T-XX H-K", "T-X", "T-XX"),  # the trick must be headed
        ("rulebook", "trischaken", "T-V T-VI H-K", "T-X", "T-V T-VI"),
        ("rulebook", "trischaken", "H-K H-1", "H-Q T-I", "H-K H-1"),  # nothing can head it any more
        ("rulebook", "picolo", "H-K H-1", "H-Q", "H-K"),
    ],
)
def test_what_may_be_played(variant: str, contract: str, hand: str, trick: str, cards: str) -> None:
    assert legal(variant, contract, hand, trick) == set(cards.split())


def test_a_card_held_back_is_played_when_nothing_else_is_legal() -> None:
    assert legal("directnet", "rufer", "T-I T-XX H-K", "T-V", held="T-I") == {"T-XX"}
    assert legal("directnet", "rufer", "T-I H-K", "T-V", held="T-I") == {"T-I"}
    assert legal("directnet", "rufer", "T-I H-K", "", held="T-I") == {"H-K"}


@pytest.mark.parametrize(
    ("variant", "contract", "card", "hand", "trick", "held", "why"),
    [
        ("base", "rufer", "S-K", "H-K S-K", "H-J", "", "must_follow"),
        ("base", "rufer", "S-K", "T-I S-K", "H-J", "", "must_trump"),
        ("base", "rufer", "S-Q", "T-I S-K", "H-J", "", "not_in_hand"),
        ("base", "farbensolo", "T-I", "T-I S-K", "", "", "must_lead_of"),
        ("wikipedia", "farbensolo", "T-I", "T-I S-K", "H-J", "", "must_play_of"),
        ("rulebook", "trischaken", "T-V", "T-V T-XX", "T-X", "", "must_beat"),
        ("directnet", "rufer", "T-I", "T-I T-XX", "T-V", "T-I", "held_back"),
        ("directnet", "rufer", "T-XX", "T-I T-XX", "T-V", "T-I", None),
    ],
)
def test_why_a_card_is_refused(
    variant: str, contract: str, card: str, hand: str, trick: str, held: str, why: str | None
) -> None:
    assert refused(variant, contract, card, hand, trick, held) == why


def other(
    beat: str = "if_possible", trump: str | None = "hearts", ranking: str | None = None
) -> TrickRules:
    """TrickRules of a pack with other ranks: trumps told by the round, another ranking, heading of
    another kind.
    """
    deck = load_deck("french-24")
    play = loaded(Z, "base").play
    wins = play.wins if trump else play.wins[1:]
    follow = play.follow if trump else (play.follow[0], play.follow[2])
    with_trump = replace(play, trump=Trump("called", None, ()), beat=beat, wins=wins, follow=follow)
    return TrickRules(with_trump, deck, trump, ranking)


def cards_of(tricks: TrickRules, cards: str) -> int:
    return tricks.deck.mask(cards.split())


@pytest.mark.parametrize(
    ("trump", "ranking", "trick", "best"),
    [
        ("hearts", None, "S-K S-10 S-Q S-9", "S-10"),  # the ten is the second highest
        ("hearts", "tens_low", "S-K S-10 S-Q S-9", "S-K"),
        ("hearts", "tens_low", "S-J S-10 S-9 D-A", "S-J"),
        ("hearts", "tens_low", "S-A H-10 H-9 H-J", "H-J"),
        ("hearts", None, "S-A H-10 H-9 H-J", "H-10"),
        (None, "tens_low", "D-10 H-A D-J S-A", "D-J"),
    ],
)
def test_who_takes_the_trick_by_trump_and_ranking(
    trump: str | None, ranking: str | None, trick: str, best: str
) -> None:
    rules = other(trump=trump, ranking=ranking)
    led = rules.deck.by_id[trick.split()[0]].index
    assert rules.deck.cards[rules.winner(cards_of(rules, trick), led, ())].id == best


@pytest.mark.parametrize(
    ("beat", "trump", "ranking", "hand", "trick", "cards"),
    [
        ("if_possible", "hearts", None, "S-10 S-J C-A", "S-K", "S-10"),
        ("if_possible", "hearts", "tens_low", "S-10 S-A C-A", "S-K", "S-A"),
        ("if_possible", "hearts", "tens_low", "S-10 S-J C-A", "S-K", "S-10 S-J"),
        (
            "if_possible",
            "hearts",
            None,
            "S-10 S-J C-A",
            "S-K H-9",
            "S-10 S-J",
        ),  # trumped: any card of the suit
        ("if_possible", "hearts", None, "H-J H-A C-A", "S-K H-Q", "H-A"),
        ("if_possible", "hearts", "tens_low", "H-10 H-9 C-A", "S-K H-J", "H-10 H-9"),
        ("in_suit_led", None, None, "S-10 S-J C-A", "S-K", "S-10"),
        ("in_suit_led", None, "tens_low", "S-10 S-J C-A", "S-9 S-K", "S-10 S-J"),
        ("in_suit_led", None, None, "C-A H-9", "S-K", "C-A H-9"),  # void: any card
        (
            "in_suit_led",
            "hearts",
            None,
            "H-J H-9 C-A",
            "S-K H-10",
            "H-J H-9",
        ),  # void: nothing to head
    ],
)
def test_what_heads_by_trump_and_ranking(
    beat: str, trump: str | None, ranking: str | None, hand: str, trick: str, cards: str
) -> None:
    rules = other(beat, trump, ranking)
    held, lying = cards_of(rules, hand), cards_of(rules, trick)
    led = rules.deck.by_id[trick.split()[0]].index
    legal = rules.legal(held, lying, led, 0, ())
    assert legal == cards_of(rules, cards)
    for card in rules.deck.within(held):
        assert (rules.why_not(card.index, held, lying, led, 0, ()) is None) == bool(
            legal & card.bit
        )


def test_a_card_kept_back_for_its_company_is_free_as_the_last_of_it() -> None:
    rules = loaded(Z, "rulebook")
    tarock = Cards(rules.deck.suits["tarock"].mask, "tarock", ())
    play = rules.contracts["picolo"].play
    kept = TrickRules(
        replace(play, hold_back=(replace(play.hold_back[0], while_holding=tarock),)), rules.deck
    )

    def may(hand: str, trick: str = "") -> set[str]:
        led = rules.deck.by_id[trick.split()[0]].index if trick else 0
        return {
            card.id for card in rules.deck.within(kept.legal(mask(hand), mask(trick), led, 1, ()))
        }

    assert may("T-I T-V H-K") == {"T-V", "H-K"}
    assert may("T-I H-K") == {"T-I", "H-K"}  # the last tarock: led like any card
    assert may("T-I T-V H-K", "S-K") == {"T-V"}
    assert may("T-I H-K", "S-K") == {"T-I"}


@pytest.mark.parametrize(
    ("source", "called", "named", "force"),
    [
        ("called", "S-10", -1, ("spades", "tens_low")),
        ("called", "S-A", -1, ("spades", None)),
        ("named", "S-10", 1, ("diamonds", "tens_low")),
        ("named", "", -1, (None, None)),
    ],
)
def test_the_call_tells_trumps_and_ranking(
    source: str, called: str, named: int, force: tuple[str | None, ...]
) -> None:
    deck = load_deck("french-24")
    play = replace(
        loaded(Z, "base").play, trump=Trump(source, None, ()), ranking_if_called={"10": "tens_low"}
    )
    card = deck.by_id[called].index if called else -1
    assert in_force(play, deck, card, named) == force
