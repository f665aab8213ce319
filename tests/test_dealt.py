"""Bonuses for what a hand was dealt, by number (`was_dealt`)."""

from __future__ import annotations

from random import Random

import pytest
from changed import changed
from naive import after, begin, settle

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.examples.outcomes import StatedFacts, StatedOutcome
from zwanz_ssot.model import Game

TAROCKS = (
    "at: bonuses.many_tarocks, add: {name: {en: Eight Tarocks, de: Acht Tarock}, "
    "goes_to: either_side, won: {was_dealt: {who: claimants, cards: tarock, at_least: 8}}, "
    "value: {silent: 1}, source: [custom]}"
)
NO_TAROCK = (
    "at: bonuses.no_tarock, add: {name: {en: No Tarock, de: Kein Tarock}, "
    "goes_to: {side_of: declarer}, won: {was_dealt: {who: declarer, cards: tarock, exactly: 0}}, "
    "value: {silent: 3}, source: [custom]}"
)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("dealt")
    return changed(folder, "zwanzigerrufen:directnet", TAROCKS, NO_TAROCK)


def dealt(rules: Game, tarocks: int) -> Round:
    """Forehand has so many tarocks and plays a Solo to its end, the first card each time."""
    cards = [card.id for card in rules.deck.cards]
    trumps = [card for card in cards if card.startswith("T-")]
    plain = [card for card in cards if not card.startswith("T-")]
    own = [*trumps[:tarocks], *plain[: 10 - tarocks]]
    rest = [*trumps[tarocks:], *plain[10 - tarocks :]]
    # Of the others nobody gets more than seven tarocks, or none.
    hands = [own, *([*rest[n::3]] for n in range(3))]
    at = deal(rules, hands=hands).after("bid solo")
    while not at.over:
        at = at.after("pass" if "pass" in at.moves() else at.moves()[0])
    return at


@pytest.mark.parametrize(("tarocks", "lines"), [(7, 0), (8, 1), (9, 1)])
def test_eight_tarocks_in_a_hand_are_paid_and_seven_are_not(
    rules: Game, tarocks: int, lines: int
) -> None:
    ledger = dealt(rules, tarocks).ledger()
    assert ledger is not None
    found = [line for line in ledger.lines if line.item == "many_tarocks"]
    assert len(found) == lines
    assert all(line.each == (6, -2, -2, -2) for line in found)  # a Solo doubles each bonus


def test_cards_played_since_make_no_difference(rules: Game) -> None:
    """What counts is what was dealt, not what is left."""
    at = dealt(rules, 8)
    assert not any(at.hands)
    assert any(line.item == "many_tarocks" for line in at.ledger().lines)  # type: ignore[union-attr]


def test_both_implementations_settle_them_alike(rules: Game) -> None:
    settled = 0
    for seed in range(60):
        played, own, random = deal(rules, seed=seed), begin(rules, seed), Random(seed)
        while not played.over:
            moves = sorted(str(move) for move in played.moves())
            move = "pass" if "pass" in moves else random.choice(moves)
            played, own = played.after(move), after(own, move)
        ledger, expected = played.ledger(), settle(own)
        assert (ledger is None) == (expected is None)
        if ledger is not None and expected is not None:
            assert tuple(ledger.scores) == expected[0], seed
            settled += any(line.item in ("many_tarocks", "no_tarock") for line in ledger.lines)
    assert settled


def test_a_stated_round_knows_what_was_said_to_be_dealt_or_played(rules: Game) -> None:
    state = deal(rules, seed=1).state
    outcome = StatedOutcome(dealt={3: 0, 4: 1}, played={5: (0, 0)})
    facts = StatedFacts(state, outcome)
    assert facts.dealt_to(0) == 1 << 3 | 1 << 5
    assert facts.dealt_to(1) == 1 << 4
    assert facts.dealt_to(2) == 0
