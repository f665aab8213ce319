"""Auctions of other tables than Zwanzigerrufen's: opening without a contract, holding, joining,
laid cards, equal bids settled by suit, second chances. Each is played in a small game that has
nothing but that auction.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from changed import changed, played_by_both
from tables import after_words, code, texts

from zwanz_ssot import places
from zwanz_ssot.engine import Match, Round, deal, table
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.engine.state import State
from zwanz_ssot.library import load
from zwanz_ssot.model import ALL_PASSED, SEATS, Game
from zwanz_ssot.move_parser import MoveParser
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.phrases import Phrases
from zwanz_ssot.record import record, replay_data
from zwanz_ssot.terminal.dialogue import Person
from zwanz_ssot.terminal.transcript import Transcript

GAME = """
game: small
name: {en: Small, de: Klein}
deck: french-24
order: [deal.all, auction, play, settlement]
table:
  players: 4
  direction: clockwise
  forehand: {next_to: dealer}
  first_dealer: by_lot
  next_dealer: {next_to: dealer}
deal: {all: {packets: [3, 3], first: forehand}}
auction:
  first: forehand
  in_one_turn: [bid, pass]
  own_bid: stands
  after_agreeing: no_word
  overcall_cancels: []
  ends_when: one_is_left
  %AUCTION%
contracts:
  %CONTRACTS%
play:
  first_lead: forehand
  trump: none
  lead: [any_card]
  follow: [suit_led, any_card]
  beat: never
  wins: [{best_of: suit_led}]
count: {last_trick: 0}
settlement: {unit: {en: points, de: Punkte}, each_pays: evenly, missed_announcement: nothing}
match: {settle: every_round}
"""
AIM = "objective: {tricks_won: {side: each_declarer, exactly: 0}}"
NAMED = (
    GAME.replace("auction, play", "auction, call, play")
    .replace("\ncontracts:", "\ncall: {cards: all, choose: not_held}\ncontracts:")
    .replace("trump: none", "trump: named")
    .replace("[suit_led, any_card]", "[suit_led, trump, any_card]")
    .replace("wins: [", "wins: [{best_of: trump}, ")
)
"""The same, with trumps and a card named after the auction."""
ALONE = f"{{name: {{en: NAME, de: NAME}}, declarers: [declarer], {AIM}, value: 1, source: [custom]"
NOBODY = "{name: {en: All, de: Alle}, declarers: [], losers: {most: card_points}, value: 1, source: [custom]"
KR = (
    *(
        "trischaken",
        "rufer",
        "piccolo",
        "bettel",
        "solorufer",
        "besserrufer",
        "farbendreier",
        "sechserdreier",
    ),
    *("dreier", "solodreier"),
)


def contracts(
    ladder: tuple[str, ...], special: dict[str, str], nobody: tuple[str, ...] = ()
) -> str:
    """The contracts of a ladder, each with what is special of it; or one that is wholly so."""
    plain = {key: NOBODY if key in nobody else ALONE for key in (*ladder, *nobody)}
    rows = {
        key: (own if (own := special.get(key, "")).startswith("{") else plain[key] + own).replace(
            "NAME", key
        )
        for key in plain
    }
    return "\n  ".join(f"{key}: {row}}}" for key, row in rows.items())


def small(
    folder: Path,
    auction: str,
    ladder: tuple[str, ...],
    special: dict[str, str],
    nobody: tuple[str, ...],
    game: str = GAME,
) -> Game:
    """A game with this auction."""
    rules = folder / "rules"
    shutil.copytree(places.data("rules") / "decks", rules / "decks")
    shutil.copy(places.data("rules") / "sources.yaml", rules)
    (rules / "small").mkdir()
    bids = "[" + ", ".join(ladder) + "]"
    after_words = contracts(tuple(key for key in ladder if key not in nobody), special, nobody)
    text = game.replace("%AUCTION%", auction.format(ladder=bids)).replace(
        "%CONTRACTS%", after_words
    )
    (rules / "small" / "game.yaml").write_text(text, encoding="utf-8")
    return load("small", rules=rules)


@pytest.fixture(scope="module")
def holding(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Opening without a contract, holding, games of one moment: the auction of Königrufen."""
    auction = """opening: placeholder
  ladder: {ladder}
  next_bid: higher_or_held
  if_all_pass: [{{must_bid: forehand}}]"""
    special = {
        "trischaken": ", by: forehand, only: after_all_passed, play: {first_lead: forehand}",
        "rufer": ", by: forehand, only: after_all_passed",
        "besserrufer": ", requires: {hand_has: {who: speaker, cards: {rank: '9'}, at_least: 1}}",
        "sechserdreier": ", by: forehand, only: as_first_word",
    }
    return small(tmp_path_factory.mktemp("holding"), auction, KR, special, ("trischaken",))


@pytest.fixture(scope="module")
def joining(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Bids with a laid card that one other player may join, and a game for all when nobody bids."""
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher
  if_all_pass: [{{play: schurln}}]"""
    pays = "payments: {two: {when: {players: {who: declarers, exactly: 2}}, from: defenders, to: declarers, total: 2}}"
    laid = f", lays_card: true, joined: {{name: {{en: Guest, de: Gast}}, most: 1}}, {pays}"
    special = {"bettler": laid, "plauderer": laid}
    ladder = ("bettler", "mit", "plauderer", "allein")
    return small(tmp_path_factory.mktemp("joining"), auction, ladder, special, ("schurln",))


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Equal bids settled by suit, and a second chance: the auction of Anrufen."""
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher_or_equal
  suit_order: [hearts, diamonds, spades, clubs]
  if_all_pass: [second_chance, {{deal_again: dealer}}]"""
    ladder = ("simple", "hundred", "none", "all")
    partner = ALONE.replace("[declarer]", "[declarer, {holder_of: called_card}], calls: true")
    special = {
        "none": ", play: {trump: none, follow: [suit_led, any_card], wins: [{best_of: suit_led}]}",
        "all": partner.replace("each_declarer", "declarers"),
    }
    return small(tmp_path_factory.mktemp("settled"), auction, ladder, special, (), NAMED)


def dealt(game: Game, **hands: str) -> Round:
    """A round in which these seats hold at least these cards."""
    held = [hands.get(seat, "").split() for seat in SEATS[:4]]
    left = [card.id for card in game.deck.cards if not any(card.id in hand for hand in held)]
    for hand in held:
        take = 6 - len(hand)
        hand += left[:take]
        left = left[take:]
    return deal(game, hands=held)


# Königrufen


def test_a_contract_named_after_the_opening_goes_to_the_highest_bidder(holding: Game) -> None:
    played = after_words(
        *(
            dealt(holding),
            "forehand: open",
            "second: pass",
            "third: bid bettel",
            "fourth: bid solorufer",
        ),
        *("forehand: pass", "third: bid farbendreier", "fourth: pass"),
    )
    assert played.step == "play" and played.contract is not None
    assert (played.contract.id, played.state.declarer) == ("farbendreier", 2)


def test_forehand_holds_and_the_others_pass(holding: Game) -> None:
    held = dealt(holding, forehand="H-9", fourth="S-9")
    held = after_words(
        held, "forehand: open", "second: bid piccolo", "third: pass", "fourth: bid besserrufer"
    )
    held = after_words(held, "forehand: hold", "second: pass", "fourth: pass")
    assert held.step == "play" and held.contract is not None
    assert (held.contract.id, held.state.declarer, held.state.declarers) == (
        "besserrufer",
        0,
        0b0001,
    )


def test_forehand_holds_a_higher_contract_over_the_own_first_word(holding: Game) -> None:
    played = after_words(
        dealt(holding),
        "forehand: bid sechserdreier",
        "second: pass",
        "third: bid dreier",
        "fourth: pass",
    )
    played = after_words(played, "forehand: hold", "third: pass")
    assert played.step == "play" and played.contract is not None
    assert (played.contract.id, played.state.declarer) == ("dreier", 0)


def test_an_opening_contract_binds(holding: Game) -> None:
    played = after_words(
        dealt(holding), "forehand: bid piccolo", "second: pass", "third: pass", "fourth: pass"
    )
    assert played.step == "play" and played.contract is not None
    assert (played.contract.id, played.state.declarer) == ("piccolo", 0)


def test_forehand_opens_or_bids_and_may_not_pass(holding: Game) -> None:
    played = dealt(holding)
    assert code(played, "pass") == "must_open"
    assert code(played, "hold") == "nothing_bid"
    assert code(played, "bid rufer") == "only_after_all_passed"
    assert code(played, "bid sechserdreier") is None
    opened = played.after("open")
    assert opened.turn == 1
    assert code(opened, "open") == "opened_already"
    assert code(opened, "bid sechserdreier") == "only_as_first_word"


def test_after_three_passes_forehand_must_name_a_game(holding: Game) -> None:
    played = after_words(
        dealt(holding), "forehand: open", "second: pass", "third: pass", "fourth: pass"
    )
    assert (played.step, played.turn) == ("auction", 0)
    assert code(played, "pass") == "must_bid_now"
    assert code(played, "open") == "opened_already"
    assert code(played, "bid sechserdreier") == "only_as_first_word"
    assert {"bid trischaken", "bid rufer", "bid piccolo", "bid solodreier"} <= texts(played)
    alone = played.after("bid rufer")
    assert (alone.step, alone.state.declarer) == ("play", 0)
    everybody = played.after("bid trischaken")
    assert (everybody.step, everybody.state.declarers) == ("play", 0)


def test_only_forehand_holds_and_only_what_the_hand_may_bid(holding: Game) -> None:
    played = dealt(holding, second="H-9 D-9 S-9 C-9")
    played = after_words(played, "forehand: open", "second: bid besserrufer")
    assert code(played, "hold") == "only_forehand_holds"
    played = after_words(played, "third: pass", "fourth: pass")
    assert code(played, "hold") == "hand_requires"
    assert "hold" not in texts(played)


@pytest.fixture(scope="module")
def senior(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Holding by whoever sits before the highest bidder."""
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher_or_senior
  if_all_pass: [{{must_bid: forehand}}]"""
    return small(tmp_path_factory.mktemp("senior"), auction, ("three", "two", "one"), {}, ())


def test_whoever_sits_before_the_highest_bidder_may_hold(senior: Game) -> None:
    bid = after_words(dealt(senior), "forehand: pass", "second: pass", "third: bid three")
    assert code(bid, "hold") == "only_senior_holds"
    two = after_words(dealt(senior), "forehand: bid three", "second: bid two", "third: pass")
    assert code(two, "hold") == "only_senior_holds"
    held = after_words(two, "fourth: pass", "forehand: hold")
    assert str(held.turn) == "second" and code(held, "hold") == "only_senior_holds"
    higher = after_words(held, "second: bid one")
    assert texts(higher) == {"hold", "pass"}
    assert after_words(higher, "forehand: hold").step == "play"


def test_a_middle_seat_holds_against_a_later_one(senior: Game) -> None:
    other = after_words(dealt(senior), "forehand: pass", "second: bid two", "third: bid one")
    last = after_words(other, "fourth: pass")
    assert str(last.turn) == "second" and texts(last) == {"hold", "pass"}
    assert last.after("hold").step == "play"
    assert last.after("pass").state.declarer == 2


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Holding by whoever has bid before, once."""
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher_or_held_once
  if_all_pass: [{{must_bid: forehand}}]"""
    return small(tmp_path_factory.mktemp("once"), auction, ("three", "two", "one"), {}, ())


def test_whoever_has_bid_may_hold_once(once: Game) -> None:
    """A: three; B: two; D: one; A holds; B bids no more: D would have to go higher."""
    two = after_words(dealt(once), "forehand: bid three", "second: bid two")
    assert code(two, "hold") == "only_bidder_holds"
    one = after_words(two, "third: pass", "fourth: bid one")
    assert texts(one) == {"hold", "pass"}
    held = one.after("hold")
    assert held.step == "play" and held.state.declarer == 0
    back = after_words(one, "forehand: pass", "second: hold")
    assert back.step == "play" and back.state.declarer == 1


def test_a_held_bid_is_not_held_again(once: Game) -> None:
    two = after_words(
        dealt(once), "forehand: bid three", "second: bid two", "third: pass", "fourth: pass"
    )
    held = two.after("hold")
    assert str(held.turn) == "second" and texts(held) == {"bid one", "pass"}
    assert code(held, "hold") == "held_already"
    assert held.after("pass").state.declarer == 0
    assert texts(held.after("bid one")) == {"hold", "pass"}


def test_who_has_joined_a_bid_does_not_hold_it(tmp_path: Path) -> None:
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher_or_held
  if_all_pass: [{{deal_again: dealer}}]"""
    pays = "payments: {two: {when: {players: {who: declarers, exactly: 2}}, from: defenders, to: declarers, total: 2}}"
    joined = {"two": f", joined: {{name: {{en: Guest, de: Gast}}, most: 1}}, {pays}"}
    passes = GAME.replace("ends_when: one_is_left", "ends_after_passes: 4")
    raised = passes.replace("own_bid: stands", "own_bid: may_be_raised")
    free = raised.replace("after_agreeing: no_word", "after_agreeing: free")
    game = small(tmp_path, auction, ("two", "one"), joined, (), free)
    bid = after_words(dealt(game), "forehand: pass", "second: bid two", "third: pass")
    assert "hold" in texts(bid.after("pass"))
    at = after_words(bid, "fourth: pass", "forehand: bid two", "second: pass", "third: pass")
    at = after_words(at, "fourth: pass")
    assert texts(at) == {"bid one", "pass"} and code(at, "hold") == "own_bid"
    for seed in range(20):
        played_by_both(game, seed, quiet=0.5)


def test_a_hand_that_can_call_nothing_does_not_hold_a_contract_that_calls(tmp_path: Path) -> None:
    """Whoever holds the only card that may be called could go no further in the call."""
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher_or_held
  if_all_pass: [{{deal_again: dealer}}]"""
    partner = ALONE.replace("[declarer]", "[declarer, {holder_of: called_card}], calls: true")
    calling = {"calls": partner.replace("each_declarer", "declarers")}
    one_card = NAMED.replace("cards: all", "cards: [H-A]")
    one_card = one_card.replace(
        "auction:\n  first: forehand", "auction:\n  first: {next_to: forehand}"
    )
    game = small(tmp_path, auction, ("calls", "one"), calling, (), one_card)
    words = ("second: bid calls", "third: pass", "fourth: pass")
    bid = after_words(dealt(game, forehand="H-A"), *words)
    assert texts(bid) == {"bid one", "pass"} and code(bid, "hold") == "cannot_call"
    assert code(after_words(dealt(game, third="H-A"), *words), "hold") is None
    held = [played_by_both(game, seed, quiet=0.3).history for seed in range(20)]
    assert any(str(move) == "hold" for history in held for _, move in history)


def test_the_second_implementation_finds_who_may_hold(tmp_path: Path) -> None:
    game = changed(tmp_path, "koenigrufen", "at: auction.next_bid, set: higher_or_held_once")
    held = 0
    for seed in range(25):
        history = played_by_both(game, seed, quiet=0.3).history
        held += any(str(move) == "hold" for _, move in history)
    assert held > 3


def test_the_second_implementation_finds_the_same_seniority(tmp_path: Path) -> None:
    game = changed(tmp_path, "koenigrufen", "at: auction.next_bid, set: higher_or_senior")
    held = 0
    for seed in range(25):
        held += any(
            str(move) == "hold" for _, move in played_by_both(game, seed, quiet=0.3).history
        )
    assert held


def test_holding_may_be_done_again_and_again(holding: Game) -> None:
    played = after_words(
        *(
            dealt(holding),
            "forehand: open",
            "second: bid piccolo",
            "third: pass",
            "fourth: pass",
            "forehand: hold",
        ),
        *(
            "second: bid bettel",
            "forehand: hold",
            "second: bid dreier",
            "forehand: hold",
            "second: pass",
        ),
    )
    assert played.contract is not None and (played.contract.id, played.state.declarer) == (
        "dreier",
        0,
    )


def test_a_pass_is_final_and_leaves_the_auction(holding: Game) -> None:
    played = after_words(
        dealt(holding), "forehand: open", "second: pass", "third: bid piccolo", "fourth: pass"
    )
    assert played.turn == 0
    assert (
        after_words(played, "forehand: bid bettel").turn == 2
    )  # the second player is not asked again
    assert after_words(played, "forehand: pass").step == "play"


def test_nothing_goes_beyond_the_highest_contract(holding: Game) -> None:
    played = after_words(dealt(holding), "forehand: open", "second: bid solodreier")
    assert played.turn == 2 and texts(played) == {"pass"}  # forehand may still hold it
    assert after_words(played, "third: pass", "fourth: pass", "forehand: hold").state.declarer == 0
    own = dealt(holding).after("bid solodreier")
    assert (own.step, own.state.declarer) == ("play", 0)


# Graden


def test_a_second_player_joins_and_a_third_may_not(joining: Game) -> None:
    played = dealt(joining, forehand="H-9", second="D-A", third="S-A")
    played = after_words(played, "forehand: bid bettler H-9")
    assert code(played, "bid bettler H-9") == "not_in_hand"
    played = after_words(played, "second: bid bettler D-A")
    assert code(played, "bid bettler S-A") == "joined_already"
    played = after_words(played, "third: pass", "fourth: pass")
    state = played.state
    assert played.step == "play"
    assert (state.declarer, state.joined, state.declarers) == (0, 0b0010, 0b0011)
    cards = joining.deck.by_id
    assert state.laid == (cards["H-9"].index, cards["D-A"].index, -1, -1)
    assert state.hands[0] & cards["H-9"].bit


def test_the_auction_ends_with_the_one_who_joins_last(joining: Game) -> None:
    played = dealt(joining, second="H-9", fourth="D-A")
    played = after_words(
        played,
        "forehand: pass",
        "second: bid bettler H-9",
        "third: pass",
        "fourth: bid bettler D-A",
    )
    assert (played.step, played.state.joined) == ("play", 0b1000)


def test_a_higher_bid_cancels_both_and_gives_the_cards_back(joining: Game) -> None:
    played = dealt(joining, forehand="H-9", second="D-A")
    played = after_words(
        played,
        "forehand: bid bettler H-9",
        "second: bid bettler D-A",
        "third: bid mit",
        "fourth: pass",
    )
    state = played.state
    assert (state.declarer, state.joined, state.declarers) == (2, 0, 0b0100)
    assert state.laid == (-1,) * 4
    again = after_words(
        played, "forehand: bid plauderer H-9", "second: bid plauderer D-A", "third: pass"
    )
    assert again.contract is not None
    assert (again.step, again.contract.id, again.state.joined) == ("play", "plauderer", 0b0010)


def test_what_was_laid_down_is_hidden_from_the_others(joining: Game) -> None:
    played = after_words(dealt(joining, forehand="H-9"), "forehand: bid bettler H-9")
    assert [str(move) for _, move in played.view(0).said] == ["bid bettler H-9"]
    assert [str(move) for _, move in played.view(1).said] == ["bid bettler"]
    assert record(played)["record"]["moves"] == [{"forehand": "bid bettler H-9"}]


def test_another_card_laid_down_looks_the_same_to_the_others(joining: Game) -> None:
    start = dealt(joining, forehand="H-9 S-9", second="D-A")
    rest = ("second: bid bettler D-A", "third: pass", "fourth: pass")
    one, other = (
        after_words(start, f"forehand: bid bettler {card}", *rest) for card in ("H-9", "S-9")
    )
    assert one.view(0) != other.view(0)
    assert all(one.view(seat) == other.view(seat) for seat in (1, 2, 3))


def test_when_nobody_bids_all_play_against_all(joining: Game) -> None:
    played = after_words(
        dealt(joining), "forehand: pass", "second: pass", "third: pass", "fourth: pass"
    )
    assert played.contract is not None and (played.step, played.contract.id) == ("play", "schurln")


# Anrufen


def test_the_higher_suit_stands_between_equal_bids(settled: Game) -> None:
    played = after_words(dealt(settled), "forehand: bid simple", "second: bid simple")
    assert (played.turn, texts(played)) == (0, {"name H", "name D", "name S", "name C"})
    assert code(played, "pass") == "name_suit"
    lower = after_words(played, "forehand: name D", "second: name S")
    assert (lower.turn, lower.state.declarer) == (2, 0)
    same = after_words(played, "forehand: name S", "second: name S")
    assert same.state.declarer == 0
    higher = after_words(played, "forehand: name S", "second: name H")
    assert (higher.turn, higher.state.declarer) == (2, 1)
    assert code(higher, "name H") == "nothing_to_name"


def test_a_bid_that_was_cancelled_is_not_made_again_but_a_higher_one_is(settled: Game) -> None:
    played = after_words(
        dealt(settled),
        "forehand: bid simple",
        "second: bid simple",
        "forehand: name H",
        "second: name D",
    )
    played = after_words(played, "third: pass", "fourth: pass")
    assert played.turn == 1
    assert code(played, "bid simple") == "settled_already"
    assert after_words(played, "second: bid hundred").state.declarer == 1


def test_a_third_equal_bid_meets_the_suit_that_was_named(settled: Game) -> None:
    played = after_words(
        dealt(settled),
        "forehand: bid simple",
        "second: bid simple",
        "forehand: name D",
        "second: name S",
    )
    played = after_words(played, "third: bid simple")
    assert played.turn == 2  # diamonds have been named; only the third player names a suit
    assert after_words(played, "third: name H").state.declarer == 2
    assert after_words(played, "third: name C").state.declarer == 0


def test_without_trumps_equal_bids_cannot_be_settled(settled: Game) -> None:
    played = after_words(dealt(settled), "forehand: bid none")
    assert code(played, "bid none") == "bid_not_higher"


def test_four_passes_give_a_second_chance_and_four_more_a_new_deal(settled: Game) -> None:
    all_pass = ("forehand: pass", "second: pass", "third: pass", "fourth: pass")
    played = after_words(dealt(settled), *all_pass)
    assert (played.step, played.turn) == ("auction", 0)
    assert {"bid simple", "pass"} <= texts(played)
    over = after_words(played, *all_pass)
    assert (over.step, over.thrown_in, over.ledger()) == ("over", ALL_PASSED, None)
    assert Match(settled, dealer=2).after(over).dealer == 2


def test_the_dealer_can_be_made_to_bid(tmp_path: Path) -> None:
    auction = """opening: may_pass
  ladder: {ladder}
  next_bid: higher
  if_all_pass: [second_chance, {{must_bid: dealer}}]"""
    game = small(tmp_path, auction, ("simple", "hundred"), {}, ())
    all_pass = ("forehand: pass", "second: pass", "third: pass", "fourth: pass")
    played = after_words(after_words(dealt(game), *all_pass), *all_pass)
    assert (played.turn, texts(played)) == (3, {"bid simple", "bid hundred"})
    assert after_words(played, "fourth: bid simple").step == "play"


def test_a_second_chance_after_an_opening_asks_everybody(tmp_path: Path) -> None:
    auction = """opening: placeholder
  ladder: {ladder}
  next_bid: higher
  if_all_pass: [second_chance, {{must_bid: forehand}}]"""
    game = small(tmp_path, auction, ("simple", "hundred"), {}, ())
    played = after_words(
        dealt(game), "forehand: open", "second: pass", "third: pass", "fourth: pass"
    )
    assert played.turn == 0 and code(played, "pass") is None
    played = after_words(played, "forehand: pass", "second: pass", "third: pass")
    assert played.turn == 3 and code(played, "bid hundred") is None
    assert code(after_words(played, "fourth: pass"), "pass") == "must_bid_now"


# all of them


@pytest.mark.parametrize("name", ["holding", "senior", "joining", "settled"])
def test_a_move_is_refused_exactly_when_it_is_none(
    name: str, request: pytest.FixtureRequest
) -> None:
    compiled, random = table(request.getfixturevalue(name)), Random(9)
    every = [n for n, move in enumerate(compiled.moves.all) if move.kind != "play"]
    seen = set()
    for _ in range(400):
        state = State(compiled)
        pack = list(range(24))
        random.shuffle(pack)
        state.pack = tuple(pack)
        compiled.leave(state)
        while not state.over and compiled.steps[state.step].kind == "auction":
            room = compiled.steps[state.step]
            moves = room.moves(state)
            assert moves and len(set(moves)) == len(moves)
            assert {move for move in every if room.why_not(state, move) is None} == set(moves)
            seen |= {compiled.moves.all[move].kind for move in moves}
            room.apply(state, moves[-1] if random.random() < 0.5 else random.choice(moves))
    assert seen == {
        "holding": {"open", "hold", "bid", "pass"},
        "senior": {"hold", "bid", "pass"},
        "settled": {"bid", "pass", "name"},
    }.get(name, {"bid", "pass"})


@pytest.mark.parametrize("name", ["holding", "senior", "joining", "settled"])
def test_whole_rounds_are_played_and_replayed(name: str, request: pytest.FixtureRequest) -> None:
    game = request.getfixturevalue(name)
    reached = set()
    for state, ledger in random_rounds(game, 600, seed=3):
        if ledger is None:
            assert state.thrown_in == ALL_PASSED
        else:
            reached.add(table(game).contract_ids[state.contract])
            assert sum(ledger.scores) == 0
    assert reached == set(game.contracts)
    random = Random(4)
    for seed in range(50):
        played = deal(game, seed=seed)
        while played.step != "over":
            played = played.after(random.choice(played.moves()))
        again = replay_data(record(played), game)
        assert (again.ledger(), again.thrown_in) == (played.ledger(), played.thrown_in)


def test_a_person_at_the_table_is_not_told_which_card_was_laid_down(
    joining: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    prose = Prose(joining, "en")
    person = Person(Transcript(prose, Phrases("en")), MoveParser(prose), 1)
    played = dealt(joining, forehand="H-9")
    bid = next(move for move in played.moves() if str(move) == "bid bettler H-9")
    person._make(played, 0, bid, 1)
    assert capsys.readouterr().out == "Forehand: bids the bettler\n"


# Calling with the bid


@pytest.mark.parametrize(
    ("choose", "may_call"),
    [("first_not_held", {"H-10"}), ("not_held", {"H-10", "S-A"}), ("free", {"H-A", "H-10", "S-A"})],
)
def test_the_card_called_with_a_bid_is_chosen_as_in_a_step_of_its_own(
    tmp_path: Path, choose: str, may_call: set[str]
) -> None:
    """A hand with the first of three cards that may be called."""
    partner = ALONE.replace("[declarer]", "[declarer, {holder_of: called_card}], calls: true")
    game = GAME.replace(
        "\ncontracts:", f"\ncall: {{cards: [H-A, H-10, S-A], choose: {choose}}}\ncontracts:"
    )
    auction = "opening: must_bid\n  ladder: {ladder}\n  next_bid: higher"
    special = {"pair": partner.replace("each_declarer", "declarers")}
    played = dealt(
        small(tmp_path, auction, ("pair", "alone"), special, (), game), forehand="H-A H-K S-10"
    )
    assert {text for text in texts(played) if "pair" in text} == {
        f"bid pair {card}" for card in may_call
    }
    refused = {card: code(played, f"bid pair {card}") for card in {"H-A", "H-10", "S-A"} - may_call}
    assert refused == {
        card: why
        for card, why in {"H-A": "card_held", "S-A": "call_first"}.items()
        if card not in may_call
    }


def test_a_pass_promises_where_who_sits_before_holds(tmp_path: Path) -> None:
    """Whoever has bid and passes against a Two promises the XX, whichever way bids are held."""
    game = changed(tmp_path, "hungarian-tarokk", "at: auction.next_bid, set: higher_or_senior")
    assert "old_hold" not in {each.id for each in game.not_used}
    hands = [
        ["T-XX", "T-XXI", "T-II", "T-III", "T-V", "H-Q", "H-J", "D-Q", "C-Q"],
        ["T-Sk", "T-IIII", "T-VI", "T-VII", "H-C", "D-C", "C-C", "S-C", "H-1"],
        ["T-I", "T-VIII", "T-IX", "T-X", "D-J", "C-J", "S-J", "D-1", "S-Q"],
        ["T-XI", "T-XII", "T-XIII", "T-XIV", "C-10", "S-10", "H-K", "D-K", "C-K"],
    ]
    talon = ["T-XIX", "T-XVIII", "T-XVII", "T-XVI", "T-XV", "S-K"]
    two = after_words(
        deal(game, hands=hands, talon=talon),
        "forehand: bid harom",
        "second: bid ketto",
        "third: pass",
    )
    spoken = after_words(two, "fourth: pass", "forehand: pass")
    assert spoken.state.promiser == 0 and "T-XX" in spoken.game.deck.shown(
        1 << spoken.state.promised
    )
    held = after_words(two, "fourth: pass", "forehand: hold", "second: pass")
    assert held.state.declarer == 0 and held.state.promiser == -1
    hands[0][0], talon[0] = talon[0], hands[0][0]
    without = deal(game, hands=hands, talon=talon)
    again = after_words(
        without, "forehand: bid harom", "second: bid ketto", "third: pass", "fourth: pass"
    )
    assert code(again, "pass") == "pass_promises" and "hold" in texts(again)


def test_the_second_implementation_finds_the_same_promises(tmp_path: Path) -> None:
    game = changed(tmp_path, "hungarian-tarokk", "at: auction.next_bid, set: higher_or_senior")
    rounds = [played_by_both(game, seed, quiet=0.1) for seed in range(25)]
    assert any(each.state.promised >= 0 for each in rounds)
