"""Packs, cuts, knocks, packets, stacks and misdeals."""

from __future__ import annotations

import pytest
from conftest import VARIANTS, loaded
from tables import after_words, code, dealt, texts

from zwanz_ssot.engine import deal
from zwanz_ssot.problems import WrongCall

Z = "zwanzigerrufen"
IDS = [card.id for card in loaded(Z, "base").deck.cards]


def hand(variant: str, seat: int, cards: list[str]) -> int:
    """The set of these cards."""
    return loaded(Z, variant).deck.mask(cards)


def test_two_packets_of_five_from_the_forehand_on() -> None:
    played = deal(loaded(Z, "directnet"), pack=IDS)
    assert played.hands[0].mask == hand("directnet", 0, IDS[0:5] + IDS[20:25])
    assert played.hands[1].mask == hand("directnet", 1, IDS[5:10] + IDS[25:30])
    assert played.hands[3].mask == hand("directnet", 3, IDS[15:20] + IDS[35:40])


def test_one_card_at_a_time() -> None:
    played = deal(loaded(Z, "rulebook"), pack=IDS)
    assert played.hands[0].mask == hand("rulebook", 0, IDS[0::4])
    assert played.hands[2].mask == hand("rulebook", 2, IDS[2::4])


def test_the_last_player_before_the_dealer_cuts_and_the_pack_is_turned() -> None:
    played = deal(loaded(Z, "base"), pack=IDS)
    assert played.step == "deal"
    assert played.turn == 2  # the dealer is the fourth
    assert "cut 3" in texts(played) and "cut 37" in texts(played) and "knock" in texts(played)
    assert code(played, "cut 2") == "cut_leaves"
    assert code(played, "cut 38") == "cut_leaves"
    assert code(played, "take 1") == "wrong_step"
    turned = IDS[12:] + IDS[:12]
    assert played.after("cut 12").hands[0].mask == hand("base", 0, turned[0:5] + turned[20:25])


def test_knocking_lays_out_four_stacks_to_choose_from() -> None:
    played = deal(loaded(Z, "base"), pack=IDS).after("knock")
    assert played.turn == 0
    assert texts(played) == {"take 1", "take 2", "take 3", "take 4"}
    played = after_words(played, "forehand: take 3")
    assert played.hands[0].mask == hand("base", 0, IDS[20:30])
    assert code(played, "take 3") == "stack_taken"
    played = after_words(played, "second: take 1", "third: take 4")
    assert played.step == "auction"  # one stack is left, and nothing to choose
    assert played.hands[3].mask == hand("base", 3, IDS[10:20])


def test_no_cut_where_the_account_knows_none() -> None:
    assert deal(loaded(Z, "directnet"), pack=IDS).step != "deal"


def test_seeds_give_the_same_pack_everywhere() -> None:
    """The first numbers of Python's generator for seed 7 are 0.3238…, 0.1508…, 0.6509…, 0.0724…,
    0.5358…; the cards lie in the order of their numbers.
    """
    from random import Random

    random = Random(7)
    numbers = [random.random() for _ in IDS]
    assert [round(number, 4) for number in numbers[:5]] == [0.3238, 0.1508, 0.6509, 0.0724, 0.5359]
    order = [
        IDS[place] for _, place in sorted((number, place) for place, number in enumerate(numbers))
    ]
    played = deal(loaded(Z, "base"), seed=7)
    assert [card.id for card in played.deal] == order


ONE_TAROCK = "T-V H-K H-Q H-C H-J H-1 D-K D-Q D-C D-J"
NO_TAROCK = "S-K H-K H-Q H-C H-J H-1 D-K D-Q D-C D-J"
GLATZEN = "H-1 D-1 S-10 C-10 T-V T-VI T-VII T-VIII T-IX T-X"


@pytest.mark.parametrize(
    ("variant", "held", "reason"),
    [
        ("directnet", ONE_TAROCK, "few_tarocks"),
        ("directnet", NO_TAROCK, "few_tarocks"),
        ("directnet", GLATZEN, "all_glatzen"),
        ("directnet", ONE_TAROCK.replace("D-J", "T-I"), None),
        ("directnet", GLATZEN.replace("C-10", "C-J"), None),
        ("wikipedia", NO_TAROCK, "no_tarock"),
        ("rulebook", NO_TAROCK, None),
    ],
)
@pytest.mark.parametrize("seat", ["forehand", "fourth"])
def test_hands_that_must_be_thrown_in(
    variant: str, held: str, reason: str | None, seat: str
) -> None:
    others = {
        "forehand": "T-Sk T-XXI T-XX",
        "second": "T-XIX T-XVIII",
        "third": "T-XVII T-XVI",
        "fourth": "T-XV T-XIV",
    }
    played = dealt(variant, {**others, seat: held})
    assert played.thrown_in == reason
    assert (played.step == "over") == (reason is not None)
    if reason:
        assert played.ledger() is None
        assert played.moves() == ()


def test_who_may_throw_in_is_asked_like_everybody_else() -> None:
    others = {"second": "T-XIX T-XVIII", "third": "T-XVII T-XVI", "fourth": "T-XV T-XIV"}
    played = dealt("wikipedia", {**others, "forehand": "T-Sk T-XXI T-XX", "second": ONE_TAROCK})
    assert played.step == "misdeal"
    assert texts(played) == {"keep"}
    assert code(played, "throw-in") == "no_reason"
    played = played.after("keep")
    assert texts(played) == {"keep", "throw-in"}
    assert played.after("throw-in").thrown_in == "one_tarock"
    kept = after_words(played, "second: keep", "third: keep", "fourth: keep")
    assert kept.step == "auction"


@pytest.mark.parametrize("wrong", [IDS[1:], [*IDS[1:], "H-7"], [*IDS[1:], IDS[5]], []])
def test_cards_that_are_not_the_pack_are_refused(wrong: list[str]) -> None:
    with pytest.raises(WrongCall):
        deal(loaded(Z, "base"), pack=wrong)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_dealing_gives_out_the_whole_pack(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    played = deal(rules, seed=3)
    while played.step in ("deal", "call"):
        played = played.after(played.moves()[0])
    assert sum(hand.mask for hand in played.hands) + sum(played.state.talon) == rules.deck.all
    assert {len(hand) for hand in played.hands} == {rules.hand_size}
