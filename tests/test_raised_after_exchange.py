"""What the declarer may play instead, once he has exchanged and before anything is announced."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed
from conftest import loaded
from naive import after, begin, legal_moves, settle

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game
from zwanz_ssot.prose import Prose


@pytest.fixture
def rules(tmp_path: Path) -> Game:
    """Königrufen in which a Farbendreier may become a Dreier after the exchange."""
    rule = "at: contracts.farbendreier.raised_after_exchange, add: [dreier]"
    return changed(tmp_path, "koenigrufen", rule)


def exchanged(rules: Game) -> Round:
    """A Farbendreier after the exchange, before the first word of its declarer."""
    at = deal(rules, seed=3)
    while at.step != "announcements":
        moves = [str(move) for move in at.moves()]
        wish = [move for move in moves if move in ("bid farbendreier", "pass")]
        at = at.after(wish[0] if wish else moves[0])
    assert at.contract is not None and at.contract.id == "farbendreier"
    return at


def test_the_declarer_plays_another_contract(rules: Game) -> None:
    at = exchanged(rules)
    assert "raise dreier" in at.moves()
    raised = at.after("raise dreier")
    assert raised.contract is not None and raised.contract.id == "dreier"
    # The turn goes on: bonuses may be announced to the new contract, and there is no way back.
    assert raised.turn == at.turn and "pass" in raised.moves()
    assert not [move for move in raised.moves() if move.kind == "raise"]


def test_what_has_been_said_settles_it(rules: Game) -> None:
    at = exchanged(rules)
    announcement = next(move for move in at.moves() if move.kind == "announce")
    refused = at.after(announcement).why_not("raise dreier")
    assert refused is not None and refused.code == "only_declarer_raises"
    assert refused.rule == ("contracts", "farbendreier", "raised_after_exchange")
    other = at.after("pass").why_not("raise dreier")
    assert other is not None and other.code == "only_declarer_raises"
    again = at.after("raise dreier").why_not("raise dreier")
    assert again is not None and again.code == "not_raised_to"


def test_it_is_settled_as_the_contract_it_became(rules: Game) -> None:
    at = exchanged(rules).after("raise dreier")
    while not at.over:
        moves = at.moves()
        at = at.after("pass" if "pass" in moves else moves[0])
    ledger = at.ledger()
    assert ledger is not None
    assert ledger.lines[0].value == rules.contracts["dreier"].value


def test_both_implementations_play_it_alike(rules: Game) -> None:
    raised = 0
    for seed in range(25):
        random = Random(seed)
        at, own = deal(rules, seed=seed), begin(rules, seed)
        while not at.over:
            moves = sorted(str(move) for move in at.moves())
            assert moves == legal_moves(own), [str(move) for _, move in at.history]
            wish = [move for move in moves if move in ("open", "bid farbendreier", "raise dreier")]
            quiet = ["pass"] if "pass" in moves and random.random() < 0.9 else []
            move = [*wish, *quiet, random.choice(moves)][0]
            raised += move == "raise dreier"
            at, own = at.after(move), after(own, move)
        ledger = at.ledger()
        assert ledger is not None and settle(own) == (ledger.scores, ledger.paid or ledger.scores)
    assert raised > 10


def test_who_has_seen_the_talon_has_seen_it() -> None:
    """The Colour Valat is played without the talon; a Solo that becomes one has turned it up."""
    at = deal(loaded("slovenian-tarok", "base"), seed=5).after("cut 20").after("bid solo_one")
    for _ in range(4):
        at = at.after("pass")
    at = at.after("take 1").after(next(iter(at.after("take 1").moves())))
    raised = at.after("raise colour_valat")
    for seat in range(4):
        assert None not in raised.view(seat).talon
        assert raised.view(seat).talon == at.view(seat).talon


def test_what_was_taken_and_discarded_in_it_is_known_as_before(tmp_path: Path) -> None:
    """What a Solo Ace may discard face down is not known to be held after it has been raised, and
    what it took beside it is.
    """
    own = "at: contracts.solo_one.talon.discard, add: [{cards: all}]"
    game = changed(tmp_path, "slovenian-tarok", own)
    for seed in range(5):
        at = deal(game, seed=seed).after("cut 20").after("bid solo_one")
        for _ in range(4):
            at = at.after("pass")
        at = at.after("take 1")
        for discard in at.moves():
            spoken = at.after(discard)
            for seat in range(4):
                assert (
                    spoken.after("raise colour_valat").view(seat).public == spoken.view(seat).public
                )


BIDS = (
    "at: order, set: [deal.all, auction, exchange, announcements, play, settlement]",
    "at: auction.opening, set: may_pass",
    "at: exchange.called_card_in_talon, set: is_played",
    "at: auction.next_bid, set: higher",
    "at: auction.in_one_turn, set: [bid, pass, announce, double]",
    "at: auction.overcall_cancels, set: [announcements, doubles]",
    "at: contracts.besserrufer.must_announce, drop: true",
    "at: contracts.solodreier.announces_with_bid, drop: true",
    "at: announcements.in_one_turn, set: [pass]",
    "at: announcements.speaks_for, add: own_side",
)
"""Königrufen in which everything is announced and doubled in the auction."""


@pytest.mark.parametrize("key", ["becomes", "raised_after_exchange"])
def test_what_was_announced_with_the_bid_does_not_settle_it(tmp_path: Path, key: str) -> None:
    at = "at: contracts.farbendreier"
    drops = [f"{at}.{each}, drop: true" for each in ("objective", "value") if key == "becomes"]
    rules = changed(tmp_path, "koenigrufen", *BIDS, f"{at}.{key}, add: [dreier]", *drops)
    played, own = deal(rules, seed=3), begin(rules, 3)
    words = ["bid farbendreier", "announce valat", "pass"]
    while played.step != "announcements":
        moves = sorted(str(move) for move in played.moves())
        assert moves == legal_moves(own)
        move = next((word for word in words if word in moves), moves[0])
        played, own = played.after(move), after(own, move)
    quiet = [] if key == "becomes" else ["pass"]
    assert sorted(map(str, played.moves())) == legal_moves(own) == [*quiet, "raise dreier"]


def test_it_is_said(rules: Game) -> None:
    rule = ("contracts", "farbendreier", "raised_after_exchange")
    assert Prose(rules, "en").setting(rule, ["dreier"]) == (
        "In the Suit Dreier the declarer may play Dreier instead, after the exchange and before "
        "anything is announced."
    )
