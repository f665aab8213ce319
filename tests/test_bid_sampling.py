"""What the simple players bid: hands whose prospects can be told by hand, in games of several
kinds.
"""

from __future__ import annotations

import pytest
from conftest import loaded

from zwanz_ssot.engine import Round, deal, hypothetical, table
from zwanz_ssot.players.simple import choose
from zwanz_ssot.positions import played_out

GRADEN = "koenigrufen-graden"


def dealt(game: str, variant: str, hand: list[str]) -> Round:
    """A round in which forehand has this hand, and nothing has been said."""
    rules = loaded(game, variant)
    rest = [card.id for card in rules.deck.cards if card.id not in hand]
    size = rules.hand_size
    hands = [hand, *(rest[n * size : (n + 1) * size] for n in range(rules.table.players - 1))]
    return deal(
        rules, hands=hands, talon=rest[size * (rules.table.players - 1) :] if rules.talon else None
    )


@pytest.mark.parametrize(
    ("hand", "bids"),
    [
        # Ace, King, Queen of two suits take all six tricks while the King is second: nothing surer
        # is worth as much.
        (["H-A", "H-K", "H-Q", "S-A", "S-K", "S-Q"], {"bid koenigmord"}),
        # Six sure tricks with the Ten second, and King and Queen beside each other: the dearest
        # game of all.
        (["H-A", "H-10", "H-K", "H-Q", "S-A", "S-10"], {"bid hundertermord"}),
        # Five sure tricks. The sixth goes to whoever has the Ace of diamonds, or to whoever happens
        # to win it.
        (
            ["H-A", "H-K", "H-Q", "S-A", "S-K", "D-9"],
            {"bid durchmarsch_mit", "bid durchmarsch_am_letzten"},
        ),
        # The lowest cards of three suits: whatever is led, there is a card below it.
        (
            ["H-9", "H-10", "S-9", "S-J", "C-9", "C-10"],
            {f"bid plauderer {card}" for card in ("H-9", "H-10", "S-9", "S-J", "C-9", "C-10")},
        ),
        # Four sure tricks and two more to be found in other hands; two Aces for a game without
        # tricks.
        (["H-A", "H-K", "H-Q", "S-A", "C-9", "D-9"], {"pass"}),
        # Neither high nor low.
        (["H-A", "H-9", "D-Q", "S-K", "S-J", "C-Q"], {"pass"}),
    ],
)
def test_games_about_tricks(hand: list[str], bids: set[str]) -> None:
    played = dealt(GRADEN, "base", hand)
    assert str(choose(played.game, played.view(0))) in bids


def test_games_about_points() -> None:
    # The ten highest tarocks and two Kings: no other card wins a trick but one led with a third
    # suit.
    strong = [
        "T-Sk",
        "T-XXI",
        "T-XX",
        "T-XIX",
        "T-XVIII",
        "T-XVII",
        "T-XVI",
        "T-XV",
        "T-XIV",
        "T-XIII",
        "H-K",
        "S-K",
    ]
    played = dealt("koenigrufen", "base", strong)
    assert str(choose(played.game, played.view(0))) == "bid solodreier"
    # The lowest cards of all five suits: whoever takes a trick with them has no luck at all.
    low = ["T-III", "T-II", "H-4", "H-3", "H-2", "D-4", "D-3", "D-2", "S-7", "S-8", "C-7", "C-8"]
    played = dealt("koenigrufen", "base", low)
    assert str(choose(played.game, played.view(0))) == "bid bettel_ouvert"


def test_most_rounds_are_played_though_nobody_has_to_bid() -> None:
    rules = loaded(GRADEN, "base")
    rounds = [played_out(deal(rules, seed=seed)) for seed in range(30)]
    declared = [
        played for played in rounds if played.contract is not None and played.contract.declarers
    ]
    assert len(declared) > len(rounds) / 2
    scores = [
        ledger.scores[played.state.declarer] for played in declared if (ledger := played.ledger())
    ]
    assert sum(scores) > 0


def test_a_supposed_round_stands_after_the_auction() -> None:
    compiled = table(loaded(GRADEN, "base"))
    masks = [compiled.game.deck.all & (0b111111 << 6 * seat) for seat in range(4)]
    low = [(mask & -mask).bit_length() - 1 for mask in masks]
    state = hypothetical(compiled, masks, (), "bettler", [(2, low[2]), (3, low[3])])
    assert compiled.steps[state.step].kind == "play"
    assert (state.declarer, state.declarers, state.turn) == (2, 0b1100, 2)
    assert state.laid == (-1, -1, low[2], low[3]) and state.tied[2] == 1 << low[2]
    state = hypothetical(compiled, masks, (), "schurln", [])
    assert (state.declarer, state.declarers, state.turn) == (-1, 0, 0)


@pytest.mark.parametrize(
    ("game", "variant", "seeds"),
    [
        ("zwanzigerrufen", "wikipedia", 40),
        ("zwanzigerrufen", "base", 80),
        ("koenigrufen", "wien", 30),
    ],
)
def test_every_seat_bids_also_who_cut_or_kept_his_cards(
    game: str, variant: str, seeds: int
) -> None:
    rules, bidders = loaded(game, variant), set()
    for seed in range(seeds):
        if len(bidders) == rules.table.players:
            break
        played = deal(rules, seed=seed)
        while (seat := played.turn) is not None and played.step != "play":
            move = choose(rules, played.view(seat))
            if move.kind == "bid":
                bidders.add(int(seat))
            played = played.after(move)
    assert bidders == {0, 1, 2, 3}
