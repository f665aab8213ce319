"""A talon that lies otherwise in some contracts, and goes over to the declarers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed, played_by_both
from tables import after_words, texts
from test_exchange import HAND, TALON, TO_RUFER

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose

ONES = "at: contracts.rufer.talon.packets, add: [1, 1, 1, 1, 1, 1]"
HIDDEN = ["T-XX", "T-XIX", "H-K", "D-K"]
PAIRS = "at: contracts.dreier.talon.packets, add: [2, 2, 2]"
WON = (
    "at: contracts.rufer.talon.to_declarers_if, add: "
    "[{in_talon: {card: called_card}}, {card_wins_trick: {card: called_card, trick: every_trick}}]"
)
MADE_BY_THE_XX = (
    "at: order, set: [deal.all, play, settlement]",
    "at: deal.all.packets, set: [talon, 4, 5]",
    "at: deal.all.cut, drop: true",
    "at: talon, add: {packets: [4], source: [custom]}",
    *(f"at: {key}, drop: true" for key in ("misdeal", "auction", "call", "kontra", "bonuses")),
    "at: settlement.missed_announcement, drop: true",
    "at: fixed_contract, add: {contract: normal, source: [custom]}",
    "at: contracts, set: {normal: {name: {en: Normal}, declarers: [{holder_of: T-XX}], "
    "objective: {points_at_least: {side: declarers, points: 36}}, value: 1, source: [custom], "
    "talon: {takes: nothing, seen_by: nobody, counts_for: declarers}, "
    "payments: {all: {scores: {all: {who: anyone, gets: 1, per: card_point}}}}}}",
)
"""Whoever holds the XX plays against the others, with a talon that counts for him."""


@pytest.fixture(scope="module")
def ones(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The Rufer with six packets of one card, the Dreier with three of two."""
    return changed(tmp_path_factory.mktemp("ones"), "koenigrufen", ONES, PAIRS, WON)


def hands(game: Game) -> list[list[str]]:
    """`HAND` for forehand, the rest of the pack in turn for the others."""
    rest = [card.id for card in game.deck.cards if card.id not in (*HAND, *TALON)]
    return [HAND, rest[0::3], rest[1::3], rest[2::3]]


def begun(game: Game, called: str) -> Round:
    """Forehand has the choice of the talon in a Rufer."""
    return after_words(deal(game, hands=hands(game), talon=TALON), *TO_RUFER).after(
        f"call {called}"
    )


def test_more_packets_than_players_are_taken_one_of_them(ones: Game) -> None:
    round_ = begun(ones, "S-K")
    assert texts(round_) == {f"take {n}" for n in range(1, 7)}
    assert [packet.ids for packet in round_.view(1).talon if packet] == [[card] for card in TALON]
    assert [card for card in round_.after("take 4").hands[0].ids if card in TALON] == ["C-K"]


def test_each_contract_has_its_own_packets(ones: Game) -> None:
    begun = ("forehand: open", "second: pass", "third: pass")
    bid = after_words(deal(ones, hands=hands(ones), talon=TALON), *begun)
    halves = (ones.deck.mask(TALON[:3]), ones.deck.mask(TALON[3:]))
    assert bid.state.talon == halves
    dreier = after_words(bid, "fourth: bid dreier", "forehand: pass")
    assert texts(dreier) == {"take 1", "take 2", "take 3"}


@pytest.mark.parametrize("contract", ["rufer", "dreier"])
def test_the_second_implementation_finds_the_same_moves(ones: Game, contract: str) -> None:
    took = 0
    for seed in range(12):
        history = played_by_both(ones, seed, contract).history
        took += any(str(move).startswith("take ") for _, move in history)
    assert took > 3


def test_the_rest_goes_to_a_declarer_who_wins_a_trick_with_the_called_king(ones: Game) -> None:
    """♣K lies in the talon and is taken: where it wins its trick, the five other cards are the
    declarer's; where it falls to another, they stay with the opponents.
    """
    seen = set()
    for number in range(40):
        facts = to_the_end_at_random(begun(ones, "C-K").after("take 4"), number).state
        king = ones.deck.by_id["C-K"].index
        won = facts.winning_card(facts.trick_of(king)) == king
        rest = ones.deck.mask([card for card in TALON if card != "C-K"])
        assert bool(facts.taken_by(facts.declarers) & rest) == won
        seen.add(won)
    assert seen == {True, False}


def to_the_end_at_random(played: Round, number: int) -> Round:
    """Random cards, and nothing said; a King of the declarer is led first in every other round."""
    random = Random(number)
    while not played.over:
        moves = sorted(texts(played))
        led = "play C-K" if number % 2 and "play C-K" in moves else random.choice(moves)
        played = played.after("pass" if "pass" in moves else led)
    return played


def test_the_book_says_so_in_every_language(ones: Game) -> None:
    at = ("contracts", "rufer", "talon", "packets")
    assert Prose(ones, "en").setting(at, ones.at(at)) == (
        "In the Rufer the talon is laid out as six single cards."
    )
    assert Prose(ones, "de").setting(at, [2, 2, 2]) == (
        "Im Rufer ist der Talon so geteilt: drei Päckchen zu zwei Karten."
    )
    given = ("contracts", "rufer", "talon", "to_declarers_if")
    assert Prose(ones, "en").setting(given, ones.at(given)) == (
        "What is left goes to the declarers if the called card lay in the talon and "
        "the called card wins a trick."
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "at: contracts.rufer.talon.packets, add: [2, 2]",
            "the packets 2, 2 have 4 cards, but those of the talon, 3, 3, have 6",
        ),
        (
            "at: contracts.piccolo.talon.packets, add: [2, 2, 2]",
            "no packet of the talon is taken here",
        ),
        ("at: contracts.rufer.talon.packets, add: [6]", "the whole talon is one packet"),
        (
            "at: contracts.sechserdreier.talon.to_declarers_if, add: {in_talon: {card: T-I}}",
            "nothing of the talon is left to give",
        ),
        (
            "at: contracts.rufer.talon.to_declarers_if, "
            "add: {has_taken: {side: declarers, cards: trull}}",
            "'has_taken' cannot be asked when it is settled whose the talon is",
        ),
        (
            "at: contracts.rufer.talon.to_declarers_if, "
            "add: {tricks_won: {side: claimants, at_least: 1}}",
            "'claimants' means nobody when it is settled whose the talon is",
        ),
    ],
)
def test_what_means_nothing_is_refused(tmp_path: Path, change: str, sentence: str) -> None:
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "koenigrufen", change)
    assert sentence in str(fault.value)


def test_what_counts_for_a_side_of_nobody_counts_for_nobody(tmp_path: Path) -> None:
    """The XX lies in the talon with 4 cards, so that it has no holder."""
    game = changed(tmp_path, "zwanzigerrufen", *MADE_BY_THE_XX)
    hands = [card.id for card in game.deck.cards if card.id not in HIDDEN]
    round_ = deal(game, hands=[hands[n : n + 9] for n in (0, 9, 18, 27)], talon=HIDDEN)
    while not round_.over:
        round_ = round_.after(round_.moves()[0])
    assert round_.state.declarers == 0
    assert round_.state.credited == (0, 0, 0, 0)
    in_talon = [played_by_both(game, seed).state for seed in range(30)]
    assert {state.declarers.bit_count() for state in in_talon} == {0, 1}


def test_a_talon_is_turned_up_without_an_exchange(tmp_path: Path) -> None:
    """Nobody looks at it in the auction; from the play on all see it, and know who lacks what."""
    open_talon = "talon, add: {takes: nothing, seen_by: everyone, counts_for: nobody}"
    game = changed(
        tmp_path, "zwanzigerrufen",
        "at: deal.all.packets, set: [talon, 4, 5]", "at: deal.all.cut.knock, drop: true",
        "at: talon, add: {packets: [4], source: [custom]}",
        *(f"at: contracts.{name}.{open_talon}" for name in ("rufer", "farbensolo", "solo")),
    )  # fmt: skip
    bid = ("third: cut 20", "forehand: bid solo; pass", "second: pass")
    played = after_words(deal(game, seed=5), *bid)
    assert played.view(0).talon == (None,)
    played = after_words(played, "third: pass", "fourth: pass")
    for seat in (None, 0, 3):
        (packet,) = played.view(seat).talon
        assert packet is not None and len(packet) == 4
        assert all(set(packet) <= set(lacked) for lacked in played.view(seat).public.lacks)
    while not played.over:
        played = played.after(played.moves()[0])
        assert played.view(0).talon == (packet,)
