"""Rounds for other engines: chosen so that each rule is met, or made of examples and records."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import VARIANTS, loaded

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import Round, deal, table
from zwanz_ssot.examples import cases, collect
from zwanz_ssot.model import Game
from zwanz_ssot.vectors import (
    Coverage,
    aimed_rounds,
    example_rounds,
    may_meet,
    vectors,
    whole,
)
from zwanz_ssot.vectors.aiming import AimedRound
from zwanz_ssot.vectors.coverage import Meeting, ObservedGame, may_decide, may_say
from zwanz_ssot.vectors.files import carried_of

MIRROR = Path(__file__).parent / "mirror_engine.py"


def coverage(game: Game, rounds: int) -> Coverage:
    """What so many aimed rounds meet."""
    found = Coverage(game)
    for each in aimed_rounds(game, rounds):
        pack = [game.deck.cards[card].id for card in each.pack]
        found.add(pack, each.carried, _texts(game, each))
    return found


def _texts(game: Game, aimed: AimedRound) -> tuple[str, ...]:
    every = table(game).moves.all
    played = deal(game, pack=[game.deck.cards[card].id for card in aimed.pack])
    for seat, move in aimed.moves:
        played = played.after(str(every[move]), seat)
    return played.moves_made()


def test_rounds_are_aimed_at_conditions_that_alone_decide() -> None:
    """The whole Trull in a trick, which does not win it: only because of what was led."""
    game = loaded("koenigrufen", "wien")
    observed = ObservedGame(game)
    met = set()
    for each in aimed_rounds(game, 20):
        state = observed.dealt(each.pack, each.carried)
        for seat, move in each.moves:
            observed.move(state, seat, move)
        observed.end(state)
        met |= observed.meetings
    led = next(each for each in may_decide(game) if "led" in game.at(each.rule))
    assert str(led) == "contracts.farbendreier.play.wins.0.when.1 (decides)"
    assert led in met


def met_by(game: Game, rounds: int) -> set[Meeting]:
    """What so many aimed rounds meet, also what is not listed where it is never met."""
    observed, met = ObservedGame(game), set[Meeting]()
    for each in aimed_rounds(game, rounds):
        state = observed.dealt(each.pack, each.carried)
        for seat, move in each.moves:
            observed.moves(state)
            observed.move(state, seat, move)
        observed.end(state)
        met |= observed.meetings
    return met


def test_a_majority_is_just_reached_and_just_missed() -> None:
    """Fifty points against forty, and the other way round."""
    game = loaded("anrufen", "base")
    close = [each for each in may_meet(game) if each.rule[:2] == ("contracts", "simple")]
    assert {"just_held", "just_failed"} <= {each.how for each in close}
    assert {*close} <= met_by(game, 120)


def test_words_of_the_play_are_said_upon_each_other_and_left_unsaid() -> None:
    """A Contra after the partner has raised, and after he has not, though he could."""
    game = loaded("anrufen", "base")
    wanted = {"double upon raise", "double without raise", "raise upon double"}
    assert wanted <= {each.how for each in may_say(game)}
    assert wanted <= {each.how for each in met_by(game, 120)}
    assert may_say(loaded("zwanzigerrufen", "directnet")) == ()


def test_aimed_rounds_are_whole_and_the_same_for_a_seed() -> None:
    game = loaded("rufmariasch", "base")
    found = list(aimed_rounds(game, 10, seed=3))
    assert found == list(aimed_rounds(game, 10, seed=3)) != list(aimed_rounds(game, 10, seed=4))
    every = table(game).moves.all
    for each in found:
        played = deal(game, pack=[game.deck.cards[card].id for card in each.pack])
        for seat, move in each.moves:
            played = played.after(str(every[move]), seat)
        assert played.over


@pytest.mark.sample(0)
def test_200_aimed_rounds_meet_all_that_rounds_of_a_game_can_meet() -> None:
    """A bonus for cards in one hand goes to the side of whoever holds them, so that the condition
    is not asked where nobody does.
    """
    never = coverage(loaded("zwanzigerrufen", "directnet"), 200).never_met
    assert [str(each) for each in never] == [
        "bonuses.trull.won (failed)",
        "bonuses.four_kings.won (failed)",
    ]


def test_a_pack_that_is_knocked_upon_is_met() -> None:
    """The players take their stacks in turn, which few rounds come to by chance."""
    game = loaded("zwanzigerrufen", "base")
    knock = ("deal", "all", "cut", "knock")
    assert knock in {each.rule for each in may_meet(game)}
    assert knock not in {each.rule for each in coverage(game, 40).never_met}
    plain = loaded("anrufen", "base")
    assert not [each for each in may_meet(plain) if each.rule[-1] == "knock"]


def test_aimed_rounds_meet_more_than_random_ones() -> None:
    game = loaded("koenigrufen", "base")
    random = Coverage(game)
    for line in vectors(game, 30):
        if "round" in line:
            round_data = line["round"]
            moves = [step["move"] for step in round_data["steps"]]
            random.add(round_data["deal"]["pack"], carried_of(round_data), moves)
    missed = len(coverage(game, 30).never_met)
    assert missed < len(random.never_met) / 2 < len(may_meet(game)) / 2


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_round_of_given_hands_is_dealt_from_a_pack(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    shuffled = deal(rules, seed=11).deal
    size, players = rules.hand_size, rules.table.players
    ids = [card.id for card in shuffled]
    hands = [ids[n : n + size] for n in range(0, size * players, size)]
    given = deal(rules, hands=hands, talon=ids[size * players :] if rules.talon else None)
    played = whole(given)
    assert played.over and played.state.pack is not None
    begun = Round.from_dict(played.as_dict(), rules)
    assert begun == played
    assert [set(hand) for hand in hands] == _dealt(played)


def _dealt(played: Round) -> list[set[str]]:
    deck = played.game.deck
    return [set(deck.shown(hand)) for hand in played.state.dealt]


def test_examples_become_rounds_with_what_they_state() -> None:
    game = loaded("zwanzigerrufen", "directnet")
    files = [path for path in collect() if path.name == "auction-valat.yaml"]
    every = [case for path in files for case in cases(path) if case.game.variant == "directnet"]
    found = {each.example: each.played for each in example_rounds(game, every)}
    assert len(found) > 3 and all(played.over for played in found.values())
    for case in every:
        if case.id in found:
            spoken = [str(move) for _, move in found[case.id].history]
            turns = [words for row in case.entry.get("says", ()) for words in row.values()]
            bids = {words for words in turns if str(words).startswith("bid ")}
            assert bids <= {*spoken}


def test_an_engine_is_put_the_examples() -> None:
    args = ["judge", "rufmariasch", "--examples", "--rounds", "2", "--limit", "60", "--json"]
    answer = CliRunner().invoke(zwanz, [*args, "--", sys.executable, str(MIRROR)])
    assert answer.exit_code == 0, answer.output
    assert '"rounds": 2,' not in answer.output
