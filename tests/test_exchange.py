"""The talon: taken, seen, discarded from, and whose it is when the cards are counted."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest
from changed import changed
from conftest import loaded
from tables import after_words, code, texts

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault, WrongCall
from zwanz_ssot.record import record, replay_data

K = "koenigrufen"
HAND = [
    "T-XX",
    "T-XIX",
    "T-XVIII",
    "T-XVII",
    "T-I",
    "H-K",
    "D-K",
    "H-Q",
    "H-3",
    "D-4",
    "S-8",
    "C-7",
]
TALON = ["S-J", "T-II", "S-7", "C-K", "C-8", "D-3"]
TO_RUFER = ("forehand: open", "second: pass", "third: pass", "fourth: pass", "forehand: bid rufer")


def dealt(
    variant: str = "base",
    *,
    second: str = "S-K",
    talon: list[str] = TALON,
    rules: Game | None = None,
) -> Round:
    """A round in which the forehand holds `HAND`, the second hand one card that matters, and the
    rest is spread.
    """
    rules = rules or loaded(K, variant)
    rest = [card for card in rules.deck.by_id if card not in (*HAND, *talon, second)]
    hands = [HAND, [second, *rest[:11]], rest[11:23], rest[23:]]
    return deal(rules, hands=hands, talon=talon)


def mask(cards: str) -> int:
    return loaded(K, "base").deck.mask(cards.split())


def to_the_end(played: Round) -> Round:
    while played.step != "over":
        moves = played.moves()
        played = played.after("pass" if "pass" in texts(played) else moves[0])
    return played


def test_the_talon_lies_in_its_packets() -> None:
    assert dealt().state.talon == (mask("S-J T-II S-7"), mask("C-K C-8 D-3"))


def test_a_talon_that_is_not_told_is_the_rest_of_the_pack() -> None:
    rules = loaded(K, "base")
    ids = [card.id for card in rules.deck.cards]
    played = deal(rules, hands=[ids[n : n + 12] for n in range(0, 48, 12)])
    assert sum(played.state.talon) == rules.deck.mask(ids[48:])
    with pytest.raises(WrongCall):
        deal(rules, hands=[ids[n : n + 12] for n in range(0, 48, 12)], talon=ids[47:53])


def test_six_cards_then_the_talon_then_six() -> None:
    rules = loaded(K, "base")
    ids = [card.id for card in rules.deck.cards]
    played = deal(rules, pack=ids).after("cut 20")
    turned = ids[20:] + ids[:20]
    assert played.hands[0].mask == rules.deck.mask(turned[0:6] + turned[30:36])
    assert played.hands[3].mask == rules.deck.mask(turned[18:24] + turned[48:54])
    assert played.state.talon == (rules.deck.mask(turned[24:27]), rules.deck.mask(turned[27:30]))


def test_nobody_sees_the_talon_before_the_exchange_and_everybody_in_it() -> None:
    bid = after_words(dealt(), *TO_RUFER)
    assert bid.view(2).talon == (None, None)
    called = bid.after("call S-K")
    assert [set(packet.ids) for packet in called.view(2).talon if packet] == [
        {"S-J", "T-II", "S-7"},
        {"C-K", "C-8", "D-3"},
    ]


def test_what_is_discarded_face_down_is_known_to_the_declarer_alone() -> None:
    played = (
        after_words(dealt(), *TO_RUFER)
        .after("call S-K")
        .after("take 1")
        .after("discard H-3")
        .after("discard S-8")
    )
    assert set(played.view(0).discards.ids) == {"H-3", "S-8"}
    assert not played.view(1).discards
    assert [str(move) for _, move in played.view(1).said[-2:]] == ["discard", "discard"]
    assert [str(move) for _, move in played.view(0).said[-2:]] == ["discard H-3", "discard S-8"]


def test_discards_count_for_the_declarer_and_the_other_half_for_the_opponents() -> None:
    played = after_words(dealt(), *TO_RUFER)
    for move in ("call S-K", "take 1", "discard H-3", "discard S-8", "discard H-Q"):
        played = played.after(move)
    state = to_the_end(played).state
    assert state.declarers == 0b0011  # the second hand holds the King of spades
    assert state.credited[0] == mask("H-3 S-8 H-Q")
    assert state.credited[2] == mask("C-K C-8 D-3")  # with the first of the two opponents
    assert state.credited[1] == state.credited[3] == 0
    assert sum(state.taken) + sum(state.credited) == loaded(K, "base").deck.all


def test_the_half_with_the_called_king_is_the_declarers_in_a_solorufer() -> None:
    talon = ["S-J", "S-K", "S-7", "C-K", "C-8", "D-3"]
    played = after_words(dealt(second="T-II", talon=talon), "forehand: bid solorufer", "second: pass", "third: pass",
                  "fourth: pass", "forehand: call S-K")  # fmt: skip
    assert played.step == "announcements"
    state = to_the_end(played).state
    assert state.declarers == 0b0001
    assert state.credited == (mask("S-J S-K S-7"), mask("C-K C-8 D-3"), 0, 0)


def test_an_untouched_talon_counts_for_nobody_in_a_bettel() -> None:
    played = after_words(
        dealt(), "forehand: bid bettel", "second: pass", "third: pass", "fourth: pass"
    )
    assert to_the_end(played).state.credited == (0, 0, 0, 0)


def test_the_last_trick_takes_the_talon_in_trischaken() -> None:
    played = after_words(dealt(), *TO_RUFER[:4], "forehand: bid trischaken")
    state = to_the_end(played).state
    assert state.credited[state.winners[-1]] == mask(" ".join(TALON))
    assert sum(state.points(1 << seat) for seat in range(4)) == 210  # thirds


def test_each_of_the_first_tricks_takes_a_card_of_it_in_vienna() -> None:
    played = after_words(dealt("wien"), *TO_RUFER[:4], "forehand: bid trischaken")
    state = to_the_end(played).state
    for card, winner in zip(TALON, state.winners, strict=False):
        assert state.credited[winner] & mask(card), f"{card} is not with {winner}"


def test_what_is_left_of_the_talon_goes_to_the_very_first_tricks(tmp_path: Path) -> None:
    """The first packet is taken, and the three cards of the other one lie for three tricks."""
    rule = "at: contracts.dreier.talon.counts_for, set: first_tricks"
    rules = changed(tmp_path, "koenigrufen", rule)
    opened = [
        move if move != "forehand: bid rufer" else "forehand: bid dreier" for move in TO_RUFER
    ]
    played = after_words(dealt(rules=rules), *opened).after("take 1")
    for move in ("discard H-3", "discard S-8", "discard H-Q"):
        played = played.after(move)
    state = to_the_end(played).state
    for card, winner in zip(("C-K", "C-8", "D-3"), state.winners, strict=False):
        assert state.credited[winner] & mask(card), card


def test_giving_up_ends_the_round_before_a_card_is_played() -> None:
    called = after_words(dealt(), *TO_RUFER).after("call C-K")
    assert texts(called) == {"take 1", "take 2", "concede"}
    over = called.after("concede")
    ledger = over.ledger()
    assert over.step == "over" and ledger is not None
    assert ledger.scores == (-3, 1, 1, 1)
    assert code(called.after("take 1"), "concede") == "discard_now"


GIVEN_UP = [
    ("value", "set: {per_difference: {points: 5, pays: 1}}"),
    ("value_times", "add: {fore: {when: {is: {who: forehand, among: declarers}}, times: 2}}"),
    (
        "value_adds",
        "add: {much: {when: {points_at_least: {side: declarers, points: 50}}, adds: 1}}",
    ),
    (
        "payments",
        "add: {lost: {when: {players: {who: losers, exactly: 2}}, from: losers, to: winners, total: 8}}",
    ),
]


def test_what_is_given_up_costs_what_a_loss_costs(tmp_path: Path) -> None:
    rules = changed(tmp_path, "koenigrufen", "at: contracts.rufer.lost_value, add: 3")
    ledger = after_words(dealt(rules=rules), *TO_RUFER).after("call C-K").after("concede").ledger()
    assert ledger is not None and ledger.scores == (-9, 3, 3, 3)
    for key, rule in GIVEN_UP:
        with pytest.raises(RulesFault) as fault:
            changed(tmp_path, "koenigrufen", f"at: contracts.rufer.{key}, {rule}")
        assert f"contracts.rufer.{key}: it may be given up before the play" in str(fault.value)


def test_taking_the_called_king_leaves_the_declarer_alone_with_it() -> None:
    played = after_words(dealt(), *TO_RUFER).after("call C-K").after("take 2")
    for move in ("discard H-3", "discard S-8", "discard H-Q"):
        played = played.after(move)
    assert played.state.declarers == 0b0001
    assert "announce king_ultimo" in texts(played)


def test_a_record_keeps_hands_and_talon() -> None:
    played = to_the_end(after_words(dealt(), *TO_RUFER).after("call S-K").after("take 2"))
    data = record(played)
    assert data["record"]["talon"] == TALON
    assert replay_data(data, played.game).ledger() == played.ledger()


def test_who_discarded_has_the_discards_wherever_the_partner_sits() -> None:
    """The second hand plays, the forehand is the partner; whose discards they are, shows where the
    points of one player are asked.
    """
    second = ["C-Q", "T-III", "C-J", "S-C", "S-Q", "D-Q", "D-C", "D-J", "H-C", "H-J", "S-10", "S-9"]
    rest = [card for card in loaded(K, "base").deck.by_id if card not in (*HAND, *TALON, *second)]
    played = deal(loaded(K, "base"), hands=[HAND, second, rest[:12], rest[12:]], talon=TALON)
    played = after_words(
        played, "forehand: open", "second: bid besserrufer", "third: pass", "fourth: pass",
        "forehand: pass", "second: call H-K", "second: take 1",
    )  # fmt: skip
    for card in ("C-Q", "S-Q", "D-Q"):
        played = played.after(f"discard {card}")
    state = to_the_end(played).state
    assert state.declarers == 0b0011 and state.declarer == 1
    assert state.credited == (0, mask("C-Q S-Q D-Q"), mask("C-K C-8 D-3"), 0)


# What everybody knows of cards that may have changed their place.


def test_a_promised_card_that_is_discarded_face_up_is_not_said_to_be_held() -> None:
    """The second hand skips a bid, which promises the XIX, and plays alone."""
    played = deal(loaded("hungarian-tarokk", "base"), seed=95)
    words = ("cut 5", "pass", "bid ketto", "pass", "pass", *["keep"] * 4, "discard S-10")
    played = reduce(Round.after, words, played)
    assert played.view(None).public.holds[1].ids == ["T-XIX"]
    assert played.after("discard T-XIX").view(None).public.holds[1].ids == []


def test_what_a_call_shows_is_not_known_after_the_exchange(tmp_path: Path) -> None:
    """Where any card may be discarded, a King that was passed over in the call may be among them,
    and the called card may have been taken from the talon.
    """
    game = changed(
        tmp_path,
        K,
        "at: call.choose, set: first_not_held",
        "at: call.cards, set: [H-K, T-XX, T-XIX, T-XVIII, T-XVII]",
        "at: exchange.discard, set: [{cards: tarock}, {cards: plain_cards}]",
    )
    words = ("cut 29", "open", "pass", "pass", "pass", "bid rufer")
    played = reduce(Round.after, (*words, "call T-XX"), deal(game, seed=4))
    assert played.view(None).public.holds[0].ids == ["H-K"]
    first, second = (played.after("take 1").after(f"discard {card}") for card in ("T-II", "T-XI"))
    assert first.view(None).public.holds[0].ids == []
    assert first.view(None).public == second.view(None).public

    played = reduce(Round.after, (*words, "call H-K"), deal(game, seed=33))
    assert "H-K" in played.view(None).public.lacks[0].ids
    played = played.after("take 1")
    assert "H-K" in played.hands[0].ids
    assert "H-K" not in played.view(None).public.lacks[0].ids
