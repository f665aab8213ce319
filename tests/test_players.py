"""Players: they play every rule set to its end, from nothing but views, the same way each time."""

from __future__ import annotations

from random import Random

import pytest
from conftest import VARIANTS, loaded

import zwanz_ssot
from zwanz_ssot import Round, View, WrongCall
from zwanz_ssot.model.cards import bits
from zwanz_ssot.players import NAMES, Player, named, seated
from zwanz_ssot.players.sampling import SamplingPlayer, Strength
from zwanz_ssot.players.worlds import Worlds

TINY = Strength(compiled=2, plain=2)


def tiny(seed: int = 0) -> SamplingPlayer:
    return SamplingPlayer(TINY, seed, compiled=False)


def played(start: Round, players: tuple[Player, ...]) -> list[View]:
    """The views in which the players chose, with more than one move; the round is played out."""
    views = []
    while start.turn is not None:
        view = start.view(start.turn)
        if len(view.moves) > 1:
            views.append(view)
        start = start.after(players[start.turn].choose(view))
    return views


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_sampling_players_play_a_round_to_its_end(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    start = zwanz_ssot.deal(rules, seed=2)
    views = played(start, (tiny(),) * rules.table.players)
    for view in views[:: max(1, len(views) // 4)]:
        again = View.from_dict(view.as_dict(), rules)
        assert tiny().choose(again) == tiny().choose(view)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_worlds_are_rounds_that_look_the_same(game: str, variant: str) -> None:
    """In a world the seat sees what it sees in the real round."""
    rules = loaded(game, variant)
    players = seated("random", rules.table.players, seed=5)
    found, random = 0, Random(5)
    for seed in range(3):
        for view in played(zwanz_ssot.deal(rules, seed=seed), players)[::3]:
            worlds = Worlds(view)
            for state in worlds.states(random, 2):
                found += 1
                kind = worlds.compiled.steps[state.step].kind
                assert (kind, state.turn, state.hands[state.turn]) == (
                    *(view.step, view.turn),
                    view.hand.mask,
                )
                legal = worlds.compiled.steps[state.step].moves(state)
                assert {worlds.compiled.moves.all[n] for n in legal} == set(view.moves)
                assert [view.game.deck.cards[card] for card in state.played] == [
                    card for _, card in view.played
                ]
                every = [card for hand in state.hands for card in bits(hand)]
                assert len(every) == len(set(every))
                for seat, hand in enumerate(state.hands):
                    assert view.public.holds[seat].mask & ~hand == 0 or view.step != "play"
                    assert view.public.lacks[seat].mask & hand == 0 or seat == view.seat
    assert found > 20


def test_a_level_is_part_of_the_name() -> None:
    assert {"simple", "random", "sampling", "sampling:quick", "sampling:strong"} <= set(NAMES)
    with pytest.raises(WrongCall, match="did you mean 'sampling:strong'"):
        named("sampling:stong")


def test_a_table_needs_a_name_for_each_seat() -> None:
    with pytest.raises(WrongCall, match="3 players are named for 4 seats"):
        seated("simple,simple,random", 4)


def test_whoever_has_no_move_does_not_choose() -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    for name in NAMES:
        with pytest.raises(WrongCall):
            named(name).choose(round.view("third"))
