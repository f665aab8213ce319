"""What the simple players bid where tricks count: hands worked out by the ranking of the contract."""

from __future__ import annotations

import pytest
from conftest import loaded

from zwanz_ssot.cli.players import choose
from zwanz_ssot.engine import deal

GAME = "koenigrufen-graden"


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        # Ace, King, Queen of two suits take all six tricks while the King is second, and here hold K and Q as well.
        (["H-A", "H-K", "H-Q", "S-A", "S-K", "S-Q"], "bid koenigmord"),
        # With the Ten second these six are the highest; no King and Queen for the Hundreds.
        (["H-A", "H-10", "H-K", "S-A", "S-10", "S-K"], "bid zehnermord"),
        # Six sure tricks, and King and Queen beside each other: the dearest game of all.
        (["H-A", "H-10", "H-K", "H-Q", "S-A", "S-10"], "bid hundertermord"),
        # Four sure tricks: a partner is called for the others.
        (["H-A", "H-K", "H-Q", "S-A", "C-9", "D-9"], "bid durchmarsch_mit"),
        # The lowest cards of three suits; a Nine is led.
        (["H-9", "H-10", "S-9", "S-J", "C-9", "C-10"], "bid plauderer H-9"),
        # Neither high nor low.
        (["H-A", "H-9", "D-Q", "S-K", "S-J", "C-Q"], "pass"),
    ],
)
def test_a_simple_player_bids_what_the_hand_can_hope_for(hand: list[str], bid: str) -> None:
    game = loaded(GAME, "base")
    rest = [card.id for card in game.deck.cards if card.id not in hand]
    played = deal(game, hands=[hand, rest[:6], rest[6:12], rest[12:]])
    assert str(choose(game, played.view(0))) == bid
