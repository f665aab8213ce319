"""Cards passed before the play: to whom by turns, in secret, in records and matches."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random

import pytest
from changed import changed
from naive import begin
from test_perft_references import compare

from zwanz_ssot.engine import Match, Round, View, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.record import replay, write

GAMES = Path(__file__).parent.parent / "docs" / "games"


@pytest.fixture(scope="module")
def hearts() -> Game:
    return load("hearts", rules=GAMES)


def first_three(played: Round) -> list[str]:
    """The first three cards of the seat to move."""
    assert played.turn is not None
    return played.hands[played.turn].ids[:3]


def passed(played: Round) -> Round:
    """Each seat gives the first three cards of its hand."""
    while played.step == "passing":
        for card in first_three(played):
            played = played.after(f"give {card}")
    return played


@pytest.mark.parametrize(("number", "to"), [(1, 1), (2, 3), (3, 2), (5, 1), (6, 3)])
def test_cards_go_left_right_and_across_by_turns(hearts: Game, number: int, to: int) -> None:
    """Clockwise: the next player sits on the left."""
    begun = deal(hearts, seed=3, number=number)
    after = passed(begun)
    for seat in range(4):
        given = set(begun.hands[seat].ids[:3])
        assert not given & set(after.hands[seat].ids)
        assert given <= set(after.hands[(seat + to) % 4].ids)
        assert len(after.hands[seat]) == 13


@pytest.mark.parametrize("number", [4, 8])
def test_in_every_fourth_round_nothing_is_passed(hearts: Game, number: int) -> None:
    assert deal(hearts, seed=3, number=number).step == "play"


def test_the_left_is_the_player_before_where_play_goes_the_other_way(tmp_path: Path) -> None:
    rules = tmp_path / "counter.yaml"
    rules.write_text(
        "variant: counter\nof: hearts\nname: {en: Counter, de: Gegen}\nchanges:\n"
        "  - {at: table.direction, set: counterclockwise, source: custom}\n",
        encoding="utf-8",
    )
    game = load("hearts", str(rules), rules=GAMES)
    begun = deal(game, seed=3)
    assert begun.view(0).passes_to == 3
    after = passed(begun)
    assert set(begun.hands[0].ids[:3]) <= set(after.hands[3].ids)
    for seed in range(6):
        number = 1 + seed % 4
        own = begin(game, seed, number=number)
        compare(deal(game, seed=seed, number=number), own, Random(seed), 0.3)


def test_nobody_sees_what_comes_before_all_have_given(hearts: Game) -> None:
    begun = deal(hearts, seed=3)
    at = begun
    for _ in range(11):
        at = at.after(f"give {first_three(at)[0]}")
    assert at.turn == 3
    for seat in range(3):
        view = at.view(seat)
        assert set(view.hand.ids) < set(begun.hands[seat].ids)
        assert len(view.hand) == 10
        spoken = [str(move) for who, move in view.said if who != seat]
        assert set(spoken) == {"give"}
    assert {str(move) for _, move in at.view(None).said} == {"give"}
    last = at.after(f"give {first_three(at)[0]}")
    assert {str(move) for who, move in last.view(0).said if who == 3} == {"give"}


def test_a_view_says_to_whom_one_gives(hearts: Game) -> None:
    begun = deal(hearts, seed=3, number=3)
    view = begun.view(1)
    assert view.passes_to == 3
    assert View.from_dict(view.as_dict(), hearts) == view
    assert begun.view(None).passes_to is None
    assert passed(begun).view(1).passes_to is None


def test_a_card_that_is_not_held_cannot_be_given(hearts: Game) -> None:
    begun = deal(hearts, seed=3)
    given = first_three(begun)[0]
    at = begun.after(f"give {given}")
    refused = at.why_not(f"give {given}")
    assert refused is not None and refused.code == "not_in_hand"
    refused = at.why_not(f"play {first_three(at)[0]}")
    assert refused is not None and refused.code == "wrong_step"


def test_a_match_turns_the_direction_with_each_round(hearts: Game) -> None:
    match, random = Match(hearts), Random(1)
    ways = []
    for _ in range(5):
        played = match.deal(seed=7)
        ways.append(played.view(0).passes_to)
        while not played.over:
            played = played.after(random.choice(played.moves()))
        match = match.after(played)
    assert ways == [1, 3, 2, None, 1]


def test_records_and_pickles_remember_which_round_it_was(hearts: Game, tmp_path: Path) -> None:
    played = passed(deal(hearts, seed=3, number=2))
    assert played.as_dict()["record"]["number"] == 2
    assert Round.from_dict(played.as_dict(), hearts) == played
    assert pickle.loads(pickle.dumps(played)) == played
    assert played.moves_made() == tuple(str(move) for _, move in played.history)
    file = tmp_path / "round.yaml"
    file.write_text(write(played), encoding="utf-8")
    assert replay(file, GAMES) == played


def test_the_number_makes_no_difference_where_nothing_is_passed(tmp_path: Path) -> None:
    game = changed(tmp_path, "zwanzigerrufen", "at: settlement.unit, set: {en: coins, de: Taler}")
    assert deal(game, seed=1, number=3) == deal(game, seed=1)
    with pytest.raises(WrongCall):
        deal(game, seed=1, number=0)


def test_sides_are_made_by_the_cards_after_the_passing(tmp_path: Path) -> None:
    """The Queens of Clubs make the sides of Doppelkopf; who gives one away is no more a declarer."""
    rules = tmp_path / "passed.yaml"
    rules.write_text(
        "variant: passed\nof: doppelkopf\nname: {en: Passed, de: Getauscht}\nchanges:\n"
        "  - {at: passing, add: {cards: 1, to: [left]}, source: custom}\n"
        "  - {at: order, set: [deal.all, passing, auction, play, settlement], source: custom}\n",
        encoding="utf-8",
    )
    game = load("doppelkopf", str(rules), rules=GAMES)
    rest = [card.id for card in game.deck.cards if card.id not in ("C-Qa", "C-Qb")]
    hands = [["C-Qa", *rest[:11]], rest[11:23], ["C-Qb", *rest[23:34]], rest[34:46]]
    at = deal(game, hands=hands)
    for card in ("C-Qa", rest[11], "C-Qb", rest[34]):
        at = at.after(f"give {card}")
    for _ in range(4):
        at = at.after("pass")
    assert at.state.declarers == 0b1010
    for seed in range(6):
        compare(deal(game, seed=seed), begin(game, seed), Random(seed), 0.3)


def test_cards_that_a_call_has_shown_may_have_been_given_away(tmp_path: Path) -> None:
    """Whoever has to call the first Heart that he lacks holds those before it, until he passes
    cards.
    """
    game = changed(
        tmp_path,
        "koenigrufen-russbach",
        "at: call.choose, set: first_not_held",
        "at: order, set: [deal.first_batch, call, deal.second_batch, passing, play, settlement]",
        "at: passing, add: {cards: 1, to: [left]}",
    )
    hands = [
        [f"{suit}-{rank}" for suit in suits for rank in ranks]
        for suits, ranks in (
            ("HB", ["A", "K", "O", "U"]),
            ("HB", ["10", "9", "8", "7"]),
            ("EL", ["A", "K", "O", "U"]),
            ("EL", ["10", "9", "8", "7"]),
        )
    ]

    def known(played: Round) -> list[list[str]]:
        views = [played.view(seat) for seat in (None, 1, 3)]
        return [view.public.holds[0].ids for view in views if view is not None]

    played = deal(game, hands=hands).after("call H-10")
    assert known(played) == [["H-A"]] * 3
    played = played.after("give H-A")
    assert known(played) == [[]] * 3
    while played.step == "passing":
        played = played.after(played.moves()[0])
    assert known(played) == [[]] * 3 and "H-A" in played.hands[1]
    for seed in range(6):
        compare(deal(game, seed=seed), begin(game, seed), Random(seed), 0.3)
