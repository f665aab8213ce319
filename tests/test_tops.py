"""Values that grow with the highest trumps held or missed (`contracts.*.value.per_top`)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from naive import after, begin, settle

from zwanz_ssot.engine import deal
from zwanz_ssot.engine.settlement import trumps_in_order
from zwanz_ssot.library import load
from zwanz_ssot.model import Game

GAMES = Path(__file__).parent.parent / "docs" / "games"


@pytest.fixture(scope="module")
def skat() -> Game:
    return load("skat", rules=GAMES)


def test_trumps_are_counted_from_the_highest_down(skat: Game) -> None:
    clubs = skat.contracts["clubs"]
    order = [skat.deck.cards[card].id for card in trumps_in_order(clubs.play, skat.deck)]
    assert order == ["C-J", "S-J", "H-J", "D-J", "C-A", "C-10", "C-K", "C-Q", "C-9", "C-8", "C-7"]
    grand = skat.contracts["grand"]
    assert len(trumps_in_order(grand.play, skat.deck)) == 4


@pytest.mark.parametrize(
    ("own", "in_talon", "contract", "tops"),
    [
        ("C-J", "D-7 D-8", "grand", 1),
        ("C-J S-J", "D-7 D-8", "grand", 2),
        ("C-J H-J D-J", "D-7 D-8", "grand", 1),  # the second one is missing
        ("C-J H-J D-J", "S-J D-8", "grand", 4),  # it lay in the talon
        ("S-J H-J D-J", "D-7 D-8", "grand", 1),  # without one
        ("H-J D-J", "D-7 D-8", "grand", 2),
        ("", "D-7 D-8", "grand", 4),
        ("", "C-J D-8", "grand", 1),
        ("", "D-7 D-8", "hearts", 4),  # without four, with the Ace
        (
            "C-J S-J H-J D-J H-10",
            "D-7 D-8",
            "hearts",
            6,
        ),  # with four, Ace and Ten; the King is missing
    ],
)
def test_with_and_without(skat: Game, own: str, in_talon: str, contract: str, tops: int) -> None:
    """The declarer holds these Jacks, the Ace of Hearts, and plain cards."""
    held, talon = own.split(), in_talon.split()
    fill = ["H-A", "C-A", "C-10", "C-K", "S-A", "S-10", "S-K", "D-A", "D-10", "D-K"]
    first = [*held, *fill][:10]
    rest = [card.id for card in skat.deck.cards if card.id not in (*first, *talon)]
    at = deal(skat, hands=[first, rest[:10], rest[10:]], talon=talon)
    for move in ("pass", "pass", "number 18", "bid with_skat"):
        at = at.after(move)
    while not at.over:
        at = at.after(f"raise {contract}" if at.step == "announcements" else at.moves()[0])
    ledger = at.ledger()
    assert ledger is not None
    game, base = ledger.lines[0], skat.contracts[contract].base
    assert game.measured["tops"] == tops
    # Schneider and Schwarz add the base value once more each, for whichever side.
    taken = at.state.taken[0] | at.state.discarded
    points = sum(card.points for card in skat.deck.cards if taken & card.bit)
    tricks = at.state.winners.count(0)
    more = (not 30 < points < 90) + (tricks in (0, 10))
    assert abs(game.each[1]) == base * (tops + 1 + more) * (1 if game.verdict == "won" else 2)


def test_both_implementations_settle_skat_alike(skat: Game) -> None:
    seen = set()
    for seed in range(25):
        played, own, random = deal(skat, seed=seed), begin(skat, seed), Random(seed)
        while not played.over:
            moves = sorted(str(move) for move in played.moves())
            move = random.choice(moves)
            played, own = played.after(move), after(own, move)
        ledger, expected = played.ledger(), settle(own)
        assert (ledger is None) == (expected is None)
        if ledger is not None and expected is not None:
            assert tuple(ledger.scores) == expected[0], seed
            seen.add(ledger.lines[0].measured.get("tops"))
    assert {1, 2} <= seen
