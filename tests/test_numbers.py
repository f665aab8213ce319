"""Numbers bid before a contract is named (`auction.numbers`), contracts that fall short of them
(`value.overbid`) and contracts named after the exchange (`contracts.*.becomes`). Expected turns and
scores are worked out by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from changed import changed
from naive import after, begin, legal_moves, settle
from tables import code, texts
from transplants.parts import OUTSIDE

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.players import choose
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose, languages


@cache
def skat() -> Game:
    """Skat."""
    return load("skat", rules=OUTSIDE)


def house(folder: Path, *rules: str) -> Game:
    """Skat by house rules."""
    return changed(folder, "skat", *rules, rules=OUTSIDE)


def after_words(*words: str, rules: Game | None = None) -> Round:
    """A round after these words."""
    at = deal(rules or skat(), seed=3)
    for word in words:
        at = at.after(word)
    return at


@pytest.mark.parametrize(
    ("words", "turn", "may"),
    [
        ((), "second", {"number 18", "number 264", "pass"}),
        (("number 18",), "forehand", {"hold", "pass"}),
        (("number 18", "hold"), "second", {"number 20", "pass"}),
        (("number 18", "pass"), "third", {"number 20", "pass"}),
        (("number 18", "pass", "number 20"), "second", {"hold", "pass"}),
        (("number 18", "hold", "pass"), "third", {"number 20", "pass"}),
        (("pass", "number 23"), "forehand", {"hold", "pass"}),
        (("pass", "pass"), "forehand", {"number 18", "number 20", "pass"}),
        (("number 264", "hold"), "second", {"pass"}),  # there is no higher one
        (("number 18", "hold", "pass", "pass"), "forehand", {"bid with_skat", "bid null_hand"}),
        (("number 18", "pass", "number 20", "pass"), "third", {"bid with_skat"}),
        (("pass", "pass", "number 18"), "forehand", {"bid with_skat"}),
    ],
)
def test_who_bids_and_who_answers(words: tuple[str, ...], turn: str, may: set[str]) -> None:
    at = after_words(*words)
    assert str(at.turn) == turn and at.step == "auction" and may <= texts(at)
    assert "number 18" in texts(at) or not words or "number 18" not in may


@pytest.mark.parametrize(
    ("words", "move", "why"),
    [
        ((), "bid with_skat", "numbers_first"),
        ((), "hold", "nothing_to_hold"),
        (("number 18",), "number 20", "answer_number"),
        (("number 20", "hold"), "number 20", "number_not_higher"),
        (("number 18", "pass", "pass"), "pass", "must_name_contract"),
        (("number 18", "pass", "pass"), "number 20", "numbers_over"),
        (("number 18", "pass", "pass"), "hold", "numbers_over"),
        (("number 24", "pass", "pass", "bid with_skat"), "pass", "wrong_step"),
        (("number 36", "pass", "pass"), "bid null_hand", "below_number"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], move: str, why: str) -> None:
    assert code(after_words(*words), move) == why


def test_without_a_number_nobody_plays() -> None:
    at = after_words("pass", "pass", "pass")
    assert at.over and at.thrown_in == "all_passed" and at.ledger() is None


def exchanged(number: int) -> Round:
    """The second has bid a number and exchanged."""
    at = after_words(f"number {number}", "pass", "pass", "bid with_skat")
    while at.step == "exchange":
        at = at.after(at.moves()[0])
    return at


def test_the_game_is_named_after_the_exchange() -> None:
    at = exchanged(18)
    assert texts(at) == {
        f"raise {it}"
        for it in ("diamonds", "hearts", "spades", "clubs", "null", "null_ouvert", "grand")
    }
    assert code(at, "pass") == "must_raise"
    played = at.after("raise hearts")
    assert played.step == "play" and played.contract == skat().contracts["hearts"]
    refused = at.why_not("pass")
    assert refused is not None and refused.rule == ("contracts", "with_skat", "becomes")


def test_null_is_named_for_what_it_is_worth() -> None:
    at = exchanged(24)
    assert "raise null" not in texts(at) and "raise null_ouvert" in texts(at)
    assert code(at, "raise null") == "below_number"


def test_what_multiplies_a_value_does_not_reach_a_number(tmp_path: Path) -> None:
    twice = "{forehand: {when: {is: {who: forehand, among: declarers}}, times: 2}}"
    rules = house(tmp_path, f"at: contracts.null_hand.value_times, add: {twice}")
    at = after_words("number 36", "pass", "pass", rules=rules)
    own = begin(rules, 3)
    for word in ("number 36", "pass", "pass"):
        own = after(own, word)
    assert code(at, "bid null_hand") == "below_number"
    assert "bid null_hand" not in texts(at) and "bid null_hand" not in legal_moves(own)


def test_an_overbid_game_is_lost_whatever_was_taken() -> None:
    """Eleven trumps and every trick: with four and all seven, twelve, Schneider and Schwarz."""
    clubs = [f"C-{rank}" for rank in ("A", "10", "K", "Q", "9", "8")]
    forehand = ["C-J", "S-J", "H-J", "D-J", *clubs]
    rest = [card.id for card in skat().deck.cards if card.id not in (*forehand, "C-7", "S-A")]
    for number, score in ((168, 2 * 168), (170, -2 * 2 * 180)):
        at = deal(skat(), hands=[forehand, rest[:10], rest[10:]], talon=["C-7", "S-A"])
        for move in ("pass", "pass", f"number {number}", "bid with_skat", "discard S-A"):
            at = at.after(move)
        at = at.after("discard C-7").after("raise clubs")
        while not at.over:
            at = at.after(at.moves()[0])
        ledger = at.ledger()
        assert ledger is not None and ledger.scores[0] == score
        game = ledger.lines[0]
        assert game.measured.get("overbid") == (number if score < 0 else None)
        for language in languages():
            line = Prose(skat(), language).line(game)
            assert ("170" in line) == (score < 0)


@pytest.mark.parametrize("first", ["next_to: forehand", "forehand", "dealer"])
def test_both_implementations_bid_alike(first: str, tmp_path: Path) -> None:
    role = f"{{{first}}}" if ":" in first else first
    rules = skat() if ":" in first else house(tmp_path, f"at: auction.first, set: {role}")
    overbid = settled = 0
    for seed in range(60):
        at, own, random = deal(rules, seed=seed), begin(rules, seed), Random(seed)
        while not at.over:
            moves = sorted(at.texts())
            assert moves == legal_moves(own), seed
            # Passing is rarer than by chance, so that numbers grow.
            spoken = [move for move in moves if move not in ("pass", "number 264")]
            low = [move for move in spoken if not move.startswith("number ") or len(move) == 9]
            move = random.choice(low if low and random.random() < 0.7 else moves)
            at, own = at.after(move), after(own, move)
        ledger, expected = at.ledger(), settle(own)
        assert (ledger is None) == (expected is None)
        if ledger is not None and expected is not None:
            assert tuple(ledger.scores) == expected[0], seed
            overbid += "overbid" in ledger.lines[0].measured
            settled += 1
    assert 5 < overbid < settled


def test_simple_players_bid_for_what_they_hold() -> None:
    played = 0
    for seed in range(12):
        at = deal(skat(), seed=seed)
        while not at.over:
            assert at.turn is not None
            at = at.after(choose(skat(), at.view(at.turn)))
        played += at.ledger() is not None
    assert played > 3


def test_a_contract_becomes_another_without_numbers_too(tmp_path: Path) -> None:
    at = "at: contracts.farbendreier"
    drops = [f"{at}.{key}, drop: true" for key in DROPPED]
    rules = changed(tmp_path, "koenigrufen", f"{at}.becomes, add: [dreier]", *drops)
    became = 0
    for seed in range(40):
        played, own, random = deal(rules, seed=seed), begin(rules, seed), Random(seed)
        while not played.over:
            moves = sorted(played.texts())
            assert moves == legal_moves(own), seed
            wish = [move for move in moves if move in ("open", "bid farbendreier", "pass")]
            move = wish[0] if wish and played.step == "auction" else random.choice(moves)
            played, own = played.after(move), after(own, move)
            became += move == "raise dreier"
        ledger, expected = played.ledger(), settle(own)
        if ledger is not None and expected is not None:
            assert tuple(ledger.scores) == expected[0], seed
    assert became > 10


DROPPED = ("objective", "value")


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("at: auction.numbers, set: [20, 18]", "18 is not higher than 20"),
        ("at: auction.opening, set: must_bid", "names a contract, and nobody else speaks"),
        ("at: auction.own_bid, set: may_be_raised", "names a contract, and nobody else speaks"),
        (
            "at: auction.if_all_pass, set: [second_chance, {deal_again: dealer}]",
            "nobody has bid a number, so nobody names a contract",
        ),
        ("at: auction.ladder, set: [null_hand]", "may have no hand for any contract"),
        ("at: contracts.with_skat.becomes, set: ['null']", "none of these can be worth 264"),
        ("at: contracts.hearts.value, set: {base: 10, per_top: 10}", "worth less than the number"),
        ("at: contracts.hearts.lost_value, add: 20", "the value grows, so this is never paid"),
        ("at: contracts.hearts.becomes, add: [spades]", "becomes another contract before it"),
        ("at: contracts.null.value, set: {base: 23}", "nothing is added to the base"),
        ("at: auction.numbers, drop: true", "no numbers are bid in this game"),
        ("at: announcements.first, set: forehand", "nothing lets the declarer speak first"),
    ],
)
def test_what_does_not_fit_is_refused(rule: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(RulesFault) as fault:
        house(tmp_path, rule)
    assert sentence in str(fault.value)


EXTRA = "declarers: [declarer], talon: {takes: all, seen_by: taker, counts_for: nobody}"


def test_nothing_is_raised_to_a_contract_that_becomes_another(tmp_path: Path) -> None:
    """Null is worth 23: after a bid of 24, a game raised to this one could become nothing."""
    low = "at: contracts.low, add: {name: {en: Low, de: Klein}, becomes: ['null'], "
    raised = "at: contracts.diamonds.raised_after_exchange, add: [low]"
    with pytest.raises(RulesFault) as fault:
        house(tmp_path, f"{low}{EXTRA}, source: [custom]}}", raised)
    place = "contracts.diamonds.raised_after_exchange.0"
    assert f"{place}: 'low' becomes another contract itself; name that one" in str(fault.value)
    rule = "at: contracts.simple.play.raised_to, set: [hundred]"
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "anrufen", "at: contracts.hundred.becomes, add: [all_tricks]", rule)
    place = "contracts.simple.play.raised_to.0"
    assert f"{place}: 'hundred' becomes another contract itself" in str(fault.value)


NUMBERED = (
    "at: auction.numbers, add: [1, 2]",
    "at: auction.next_bid, set: higher",
    "at: auction.suit_order, drop: true",
    "at: auction.if_all_pass, set: [{deal_again: dealer}]",
)
"""Changes that let numbers be bid in Anrufen."""
MUCH = "{much: {when: {points_at_least: {side: declarers, points: 80}}, adds: 2}}"


def test_a_contract_that_only_a_raise_reaches_may_fall_short_of_the_number_too(
    tmp_path: Path,
) -> None:
    ladder = "at: auction.ladder, set: [simple, hundred, no_tricks, all_tricks]"
    adds = f"at: contracts.all_tricks_hundred.value_adds, add: {MUCH}"
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "anrufen", *NUMBERED, ladder, adds)
    (problem,) = fault.value.problems
    assert problem.path == "contracts.all_tricks_hundred.value"
    assert problem.hint == "add overbid to the value"
    value = "at: contracts.all_tricks_hundred.value, set: {base: 3, overbid: 3}"
    assert changed(tmp_path, "anrufen", *NUMBERED, ladder, adds, value).auction.numbers


def test_a_value_that_grows_by_additions_alone_may_fall_short_of_the_number(
    tmp_path: Path,
) -> None:
    """Won for 1, or for 3 with 80 points; lost for 2; beneath a number of 2, lost for twice 2."""
    value = "at: contracts.simple.value, set: {base: 1, lost_times: 2, overbid: 2}"
    adds = f"at: contracts.simple.value_adds, add: {MUCH}"
    raised = "at: contracts.simple.play.raised_to, drop: true"
    rules = changed(tmp_path, "anrufen", *NUMBERED, value, adds, raised)
    seen = set()
    for seed in range(60):
        at, own, random = deal(rules, seed=seed), begin(rules, seed), Random(seed)
        while not at.over:
            moves = sorted(at.texts())
            assert moves == legal_moves(own), seed
            wish = [move for move in moves if move == "bid simple"]
            wish += [move for move in moves if move == f"number {1 + seed % 2}"]
            low = [move for move in moves if not move.startswith("double")]
            move = random.choice(wish or low)
            at, own = at.after(move), after(own, move)
        ledger, expected = at.ledger(), settle(own)
        assert ledger is not None and expected is not None
        assert tuple(ledger.scores) == expected[0], seed
        game = ledger.lines[0]
        seen.add((game.value, "overbid" in game.measured))
    assert seen == {(1, False), (2, False), (3, False), (4, True)}


def test_it_is_told_in_every_language() -> None:
    at = ("contracts", "grand", "value", "overbid")
    found = {lang: Prose(skat(), lang).setting(at, 24) for lang in ("en", "de", "ja")}
    assert found == {
        "en": (
            "The Grand, worth less than the number that was bid, is lost, and worth the next "
            "multiple of 24 that reaches the number."
        ),
        "de": (
            "Grand, weniger wert als die gereizte Zahl, ist verloren und so viel wert wie das "
            "nächste Vielfache von 24, das sie erreicht."
        ),
        "ja": (
            "グランは、ビッドした数より価値が低いと負けで、価値は24の倍数のうちその数に届く"
            "最小のものになります。"
        ),
    }
    numbers = Prose(skat(), "en").setting(("auction", "numbers"), [18, 20])
    assert numbers.startswith("Numbers are bid first: 18 and 20. The first speaker bids")
