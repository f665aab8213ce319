"""Round after round, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from changed import changed
from conftest import loaded
from naive import after, begin, settle
from tables import dealt

from zwanz_ssot.engine import Match, Round, deal
from zwanz_ssot.engine.payments import evenly
from zwanz_ssot.model import Ledger, Role
from zwanz_ssot.problems import RulesFault, WrongCall

Z = "zwanzigerrufen"


def ledger(*scores: int, double_rounds: int = 0) -> Ledger:
    """A settlement that came to these scores."""
    return Ledger((), scores, (), double_rounds)


def test_the_deal_passes_on_and_scores_go_to_the_players() -> None:
    match = Match(loaded(Z, "base"))
    assert [match.player_at(seat) for seat in range(4)] == [
        1,
        2,
        3,
        0,
    ]  # player 0 deals, player 1 is forehand
    match = match.settled(ledger(3, -1, -1, -1))
    assert match.scores == (-1, 3, -1, -1)
    assert match.dealer == 1
    match = match.settled(ledger(1, 1, -1, -1))  # now player 2 is forehand
    assert match.scores == (-2, 2, 0, 0)
    assert match.rounds == 2


def test_a_match_of_lists_is_the_match_of_tuples_and_does_not_change_with_them() -> None:
    scores = [3, -1, -1, -1]
    match = Match(loaded(Z, "base"), scores=scores, paid=[0, 0, 0, 0])  # type: ignore[arg-type]
    scores[0] = 99
    same = Match(loaded(Z, "base"), scores=(3, -1, -1, -1))
    assert match == same and hash(match) == hash(same)


def test_after_a_misdeal_the_same_player_deals_again_and_nothing_counts() -> None:
    none = "S-K H-K H-Q H-C H-J H-1 D-K D-Q D-C D-J"
    thrown = dealt(
        "directnet", {"forehand": none, "second": "T-XX T-XIX", "third": "T-XVIII T-XVII"}
    )
    assert thrown.thrown_in
    match = Match(loaded(Z, "directnet"), dealer=2, scores=(1, 2, -3, 0), double_rounds=2)
    assert match.after(thrown) == match


def test_four_double_rounds_follow_a_captured_mond() -> None:
    match = Match(loaded(Z, "wikipedia"))
    assert match.stakes == 1
    match = match.settled(ledger(1, 1, -1, -1, double_rounds=4))
    stakes = []
    for _ in range(5):
        stakes.append(match.stakes)
        match = match.settled(ledger(0, 0, 0, 0))
    assert stakes == [2, 2, 2, 2, 1]


def test_further_double_rounds_are_added_and_never_count_more_than_double() -> None:
    match = replace(Match(loaded(Z, "wikipedia")), double_rounds=3)
    match = match.settled(ledger(0, 0, 0, 0, double_rounds=4))
    assert match.double_rounds == 2 + 4
    assert match.stakes == 2


def test_a_double_round_doubles_every_line() -> None:
    rules = loaded(Z, "directnet")
    for seed in range(40):
        single, double = deal(rules, seed=seed), deal(rules, seed=seed, stakes=2)
        if single.step == "over":
            continue
        for move in ("bid solo", "pass", "pass", "pass", "pass"):
            single, double = single.after(move), double.after(move)
        while single.step == "play":
            move = str(single.moves()[0])
            single, double = single.after(move), double.after(move)
        one, two = single.ledger(), double.ledger()
        assert one is not None and two is not None
        assert two.scores == tuple(2 * score for score in one.scores)


def test_the_target_ends_the_match() -> None:
    match = Match(loaded(Z, "rulebook"), target=5)
    assert not match.settled(ledger(4, 0, -2, -2)).over
    assert match.settled(ledger(5, -1, -2, -2)).over
    assert (
        not Match(loaded(Z, "rulebook")).settled(ledger(500, 0, 0, -500)).over
    )  # the rules name no number


def with_match(**changes: Any) -> Match:
    """A match of a game whose rules of the match differ in this."""
    rules = loaded(Z, "base")
    return Match(replace(rules, match=replace(rules.match, **changes)))


def test_a_stock_is_what_everybody_begins_with_and_who_has_nothing_left_ends_the_match() -> None:
    match = with_match(stock=10)
    assert match.scores == (10, 10, 10, 10)
    match = match.settled(ledger(-9, 3, 3, 3))  # player 1 is forehand
    assert match.scores == (13, 1, 13, 13)
    assert not match.over
    assert match.settled(ledger(1, 0, 0, -1)).over  # player 2 is forehand now, player 1 the fourth


def test_a_number_of_deals_ends_the_match() -> None:
    match = with_match(deals=2)
    assert not match.settled(ledger(0, 0, 0, 0)).over
    assert match.settled(ledger(0, 0, 0, 0)).settled(ledger(1, -1, 0, 0)).over


def test_what_is_paid_is_an_account_of_its_own() -> None:
    match = Match(loaded(Z, "base"))
    match = match.settled(Ledger((), (2, 2, -2, -2), paid=(4, 4, -4, -4)))
    assert match.scores == (-2, 2, 2, -2)
    assert match.paid == (-4, 4, 4, -4)


def test_forehand_sits_where_the_table_says() -> None:
    rules = loaded(Z, "base")
    before = replace(rules.table, forehand=Role("before", Role("dealer", None, ()), ()))
    match = Match(replace(rules, table=before), dealer=2)
    assert [match.player_at(seat) for seat in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize(
    ("winners", "losers", "each"),
    [
        (0b0011, 0b1100, (5, 5, -5, -5)),  # two against two: each pays one
        (0b0001, 0b1110, (15, -5, -5, -5)),  # one against three: from each
        (0b1101, 0b0010, (5, -15, 5, 5)),  # to each
        (0b1000, 0b0111, (-5, -5, -5, 15)),  # three lose together, one gets all
        (0b1111, 0b0000, (0, 0, 0, 0)),
    ],
)
def test_who_pays_whom(winners: int, losers: int, each: tuple[int, ...]) -> None:
    assert evenly(4, winners, losers, 5) == each


def test_double_rounds_of_ones_own_are_used_up_by_winning_as_declarer(tmp_path: Path) -> None:
    """After a Bettel everybody has one; it doubles what he plays, and goes when he wins."""
    rules = changed(
        tmp_path,
        "koenigrufen",
        "at: contracts.bettel.starts, add: {double_rounds: 1}",
        "at: match.double_rounds, add: each_declarer",
    )
    played = deal(rules, seed=5)
    while not played.over:
        moves = {str(move) for move in played.moves()}
        wish = sorted(moves & {"open", "bid bettel"}) or sorted(moves & {"pass"})
        played = played.after(wish[-1] if wish else played.moves()[0])
    ledger = played.ledger()
    assert ledger is not None and ledger.double_rounds == 1
    match = Match(rules).after(played)
    assert match.own_double_rounds == (1, 1, 1, 1) and match.stakes == 1

    # The next declarer has one: all that he plays counts double, and a won game uses it up.
    def round_of(match: Match, wish: str) -> tuple[Round, int]:
        played = match.deal(seed=11)
        while not played.over:
            moves = {str(move) for move in played.moves()}
            words = sorted(moves & {"open", wish}) or sorted(moves & {"pass"})
            played = played.after(words[-1] if words else played.moves()[0])
        declarer = played.declarer
        assert declarer is not None
        return played, match.player_at(declarer)

    for wish in ("bid bettel", "bid solodreier"):
        doubled, player = round_of(match, wish)
        plain, _ = round_of(Match(rules, dealer=match.dealer), wish)
        once, twice = plain.ledger(), doubled.ledger()
        assert once is not None and twice is not None
        assert [2 * score for score in once.scores] == list(twice.scores)
        assert [factor.word for factor in twice.lines[0].factors][-1] == "double_round"
        after = match.after(doubled)
        won = twice.scores[doubled.state.declarer] > 0
        begun = twice.double_rounds
        assert after.own_double_rounds[player] == 1 - won + begun
        others = [left for each, left in enumerate(after.own_double_rounds) if each != player]
        assert others == [1 + begun] * 3


def test_who_bids_a_klop_declares_nothing_that_a_round_of_his_own_would_double() -> None:
    """In a Klop all play against all, forehand too, who bids it."""
    rules = loaded("slovenian-tarok", "base")
    match = Match(rules, own_double_rounds=(1, 1, 1, 1))

    def klop(played: Round) -> Round:
        while not played.over:
            moves = {str(move): move for move in played.moves()}
            words = [word for word in ("bid klop", "pass") if word in moves]
            played = played.after(words[0] if words else played.moves()[0])
        return played

    seed = next(seed for seed in range(9) if klop(match.deal(seed=seed)).thrown_in is None)
    with_rounds, without = klop(match.deal(seed=seed)), klop(Match(rules).deal(seed=seed))
    assert with_rounds.declarer == 0 and with_rounds.state.doubled_for == 0b1111
    ledger, plain = with_rounds.ledger(), without.ledger()
    assert ledger is not None and plain is not None
    assert ledger.scores == plain.scores and ledger.lines[0].factors == ()
    assert match.after(with_rounds).own_double_rounds == (2, 2, 2, 2)
    own = begin(rules, seed)
    for _, move in with_rounds.history:
        own = after(own, str(move))
    assert settle(own, frozenset(range(4))) == (plain.scores, plain.scores)


def test_double_rounds_that_are_left_cost_at_the_end(tmp_path: Path) -> None:
    rules = changed(
        tmp_path,
        "koenigrufen",
        "at: contracts.bettel.starts, add: {double_rounds: 1}",
        "at: match.double_rounds, add: each_declarer",
        "at: match.double_rounds_left, add: 100",
    )
    match = Match(rules, scores=(5, 0, -5, 0), own_double_rounds=(2, 0, 1, 0))
    assert match.final_scores == (-195, 0, -105, 0)
    assert match.scores == (5, 0, -5, 0)


@pytest.mark.parametrize(
    ("meet", "doubled", "own"),
    [("queue", 4, (0, 0, 0, 0)), ("each_declarer", 0, (4, 4, 4, 4))],
)
def test_cards_thrown_in_are_followed_by_double_rounds(
    tmp_path: Path, meet: str, doubled: int, own: tuple[int, ...]
) -> None:
    """As some play Hungarian Tarokk: a whole round of deals. The hand thrown in uses none up."""
    rules = changed(
        tmp_path,
        "hungarian-tarokk",
        f"at: match.double_rounds, add: {meet}",
        "at: match.double_rounds_if_thrown_in, add: 4",
    )
    again = Match(rules).again("all_passed")
    assert (again.double_rounds, again.own_double_rounds) == (doubled, own)
    twice = again.again("all_passed")
    assert twice.double_rounds == 2 * doubled
    assert again.settled(ledger(0, 0, 0, 0)).double_rounds == max(0, doubled - 1)


def test_a_round_is_thrown_in_for_a_reason_of_the_rules() -> None:
    with pytest.raises(WrongCall, match="'rain' is no reason to throw the cards in; reasons are "):
        Match(loaded("zwanzigerrufen", "directnet")).again("rain")


def test_double_rounds_of_cards_thrown_in_need_both(tmp_path: Path) -> None:
    """What follows when some are running already, and cards that are thrown in."""
    four = "at: match.double_rounds_if_thrown_in, add: 4"
    with pytest.raises(RulesFault, match="double rounds are running already"):
        changed(tmp_path, "hungarian-tarokk", four)
    with pytest.raises(RulesFault, match="cards are never thrown in"):
        changed(tmp_path, "koenigrufen", four, "at: match.double_rounds, add: queue")


BUMMERL = (
    "at: match.target, add: 24",
    "at: match.loss_marks, add: {name: {en: Bummerl, de: Bummerl}, usual: 1, without_points: 2, after_leading: 4}",
)


@pytest.mark.parametrize(
    ("scores", "marks"),
    [
        ((24, 1, 24, 1), (0, 1, 0, 1)),
        ((24, 0, 24, 0), (0, 2, 0, 2)),  # a Schneider
        ((24, 0, 25, 7), (0, 2, 0, 1)),
        ((23, 0, 23, 0), (0, 0, 0, 0)),  # nobody has won yet
    ],
)
def test_what_is_marked_up_against_the_losers_of_a_match(
    scores: tuple[int, ...], marks: tuple[int, ...], tmp_path: Path
) -> None:
    match = Match(changed(tmp_path, "zwanzigerrufen", *BUMMERL), scores=scores)
    assert match.loss_marks == marks


def test_who_led_by_all_but_one_and_loses_is_marked_up_more(tmp_path: Path) -> None:
    rules = changed(tmp_path, "zwanzigerrufen", *BUMMERL)

    def after(*rounds: tuple[int, ...]) -> Match:
        match = Match(rules)
        for scores in rounds:
            seats = tuple(scores[match.player_at(seat)] for seat in range(4))
            match = match.settled(Ledger((), seats))
        return match

    # Twenty-three to nothing, then the others win; or they had a point when it was twenty-three.
    assert after((23, 0, 23, 0), (0, 12, 0, 12), (0, 12, 0, 12)).loss_marks == (4, 0, 4, 0)
    assert after((22, 0, 22, 0), (0, 1, 0, 1), (1, 0, 1, 0), (0, 23, 0, 23)).loss_marks == (
        1,
        0,
        1,
        0,
    )
    assert after((22, 0, 22, 0), (0, 24, 0, 24)).loss_marks == (1, 0, 1, 0)
