"""Rounds in which only some contracts may be bid, because of the round before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed
from conftest import loaded
from naive import begin
from test_perft_references import compare

from zwanz_ssot.engine import Match, Round, deal
from zwanz_ssot.model import Game, Ledger
from zwanz_ssot.problems import RulesFault, WrongCall

RULE = "{contracts: [trischaken, bettel, dreier], after: [score_of_zero]}"


@pytest.fixture
def rules(tmp_path: Path) -> Game:
    """Königrufen with restricted rounds."""
    return changed(tmp_path, "koenigrufen", f"at: match.restricted_rounds, add: {RULE}")


def begun(rules: Game, *, restricted: bool) -> Round:
    """A round after the cut: forehand speaks first."""
    return deal(rules, seed=3, restricted=restricted).after("cut 20")


def bids(played: Round) -> set[str]:
    """The contracts that may be bid."""
    return {str(move.contract) for move in played.moves() if move.kind == "bid"}


def test_only_the_contracts_named_may_be_bid(rules: Game) -> None:
    free, restricted = begun(rules, restricted=False), begun(rules, restricted=True)
    assert bids(free) > {"bettel", "dreier", "besserrufer"}
    assert bids(restricted) == {"bettel", "dreier"}
    refusal = restricted.why_not("bid piccolo")
    assert refusal is not None and refusal.code == "restricted_round"
    assert refusal.rule == ("match", "restricted_rounds", "contracts")
    # Nobody can go higher, so the auction is over.
    assert restricted.after("bid dreier").step != "auction"


def test_who_has_to_bid_is_bound_as_well(rules: Game) -> None:
    at = begun(rules, restricted=True).after("open")
    for _ in range(3):
        at = at.after("pass")
    assert bids(at) == {"trischaken", "bettel", "dreier"}


def test_both_implementations_play_restricted_rounds_alike(rules: Game) -> None:
    for seed in range(30):
        random = Random(f"restricted {seed}")
        compare(
            deal(rules, seed=seed, restricted=True),
            begin(rules, seed, restricted=True),
            random,
            0.3,
        )


def ledger(*scores: int) -> Ledger:
    return Ledger((), scores)


def test_a_score_that_comes_to_zero_restricts_one_round(rules: Game) -> None:
    match = Match(rules)
    assert not match.restricted
    match = match.settled(ledger(3, -1, -1, -1))
    assert not match.restricted
    players = [match.player_at(seat) for seat in range(4)]
    back = [-match.scores[player] if player == 0 else 1 for player in players]
    match = match.settled(ledger(*back))
    assert match.scores[0] == 0 and match.restricted
    dealt = match.deal(seed=3).after("cut 20")
    assert dealt.carried.restricted and "besserrufer" not in bids(dealt)
    # Who stays at zero has come to it before.
    still = [0 if match.player_at(seat) == 0 else 1 for seat in range(4)]
    assert not match.settled(ledger(*still)).restricted


def test_cards_thrown_in_restrict_the_round_that_is_dealt_instead(tmp_path: Path) -> None:
    rules = changed(
        tmp_path,
        "koenigrufen",
        "at: match.restricted_rounds, add: {contracts: [dreier], after: [thrown_in]}",
        "at: misdeal, add: {reasons: {no_tarock: {when: {hand_has: {who: anyone, cards: tarock,"
        " exactly: 0}}, thrown_in: must, deals_again: dealer}}}",
        "at: order, set: [deal.all, misdeal, auction, call, exchange, announcements, play,"
        " settlement]",
    )
    match = Match(rules, dealer=2)
    again = match.again("no_tarock")
    assert again.restricted and again.dealer == 2 and again.rounds == 0
    assert not again.settled(ledger(2, 2, -2, -2)).restricted


def test_a_record_of_a_restricted_round_is_played_again(rules: Game) -> None:
    played = begun(rules, restricted=True).after("bid dreier")
    data = played.as_dict()
    assert data["record"]["restricted"] is True
    assert Round.from_dict(data, rules) == played
    assert played != begun(rules, restricted=False).after("bid dreier")


def test_what_the_rules_do_not_know_is_refused(rules: Game) -> None:
    with pytest.raises(WrongCall, match="no restricted rounds"):
        deal(loaded("koenigrufen", "base"), seed=3, restricted=True)
    with pytest.raises(WrongCall, match="nobody has double rounds of his own"):
        deal(rules, seed=3, doubled_for=["second"])


@pytest.mark.parametrize(
    "call",
    [
        "at: call.own, add: [H-K]",
        "at: call.if_all_held, add: [{rank: Q}, {rank: C}, {rank: J}]",
        "at: call.choose, set: free",
    ],
)
def test_who_has_to_bid_may_bid_what_calls_if_any_hand_can_call(tmp_path: Path, call: str) -> None:
    rule = "at: match.restricted_rounds, add: {contracts: [rufer], after: [score_of_zero]}"
    any_hand = "at: contracts.rufer.requires, drop: true"
    rules = changed(tmp_path, "koenigrufen", rule, any_hand, call)
    kings = [card.id for card in rules.deck.cards if card.id.endswith("-K")]
    rest = [card.id for card in rules.deck.cards if card.id not in kings]
    hands = [[*kings, *rest[:8]], rest[8:20], rest[20:32], rest[32:44]]
    at = deal(rules, hands=hands, talon=rest[44:], restricted=True).after("open")
    for _ in range(3):
        at = at.after("pass")
    assert bids(at) == {"rufer"}


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("{contracts: [solo], after: [thrown_in]}", "there is no contract 'solo'"),
        ("{contracts: [rufer], after: [thrown_in]}", "may have no hand for any of these"),
    ],
)
def test_restricted_rounds_that_cannot_be_played_are_refused(
    rule: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(RulesFault, match=sentence):
        changed(tmp_path, "koenigrufen", f"at: match.restricted_rounds, add: {rule}")
