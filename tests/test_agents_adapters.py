"""PettingZoo's and OpenSpiel's own suites, for every rule set; `scripts/agents-proof` runs them
longer, with the benchmark and whole playthroughs.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import numpy as np
import pyspiel
from absl.flags import FLAGS
from conftest import VARIANTS, loaded
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from zwanz_ssot import WrongCall
from zwanz_ssot.agents.aec import RoundEnv
from zwanz_ssot.agents.spiel import SpielGame, SpielState

SAID_ANYWAY = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "not have an action mask",
    "Action mask numpy array is all zeros",
    "observation_space",
)
"""What the suite warns of: observations are a tensor with a mask, and those who have nothing to
decide get a mask of zeros.
"""
each_variant = pytest.mark.parametrize(("game", "variant"), VARIANTS)


@pytest.fixture
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the long proof was asked for."""
    asked: bool = request.config.getoption("--agents")
    return asked


def seeded(game: str, variant: str, **options: Any) -> RoundEnv:
    """An environment that deals and acts alike in each run, also where a suite gives no seed."""
    env = RoundEnv(loaded(game, variant), **options)
    env.reset(seed=11)
    for space in env.action_spaces.values():
        space.seed(11)
    return env


@each_variant
def test_the_environment_passes_the_suites_of_pettingzoo(
    game: str, variant: str, long: bool
) -> None:
    make = partial(seeded, game, variant)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # of what other tests left open
        api_test(make(), num_cycles=1000 if long else 15)
    found = [str(each.message) for each in caught]
    assert [text for text in found if not any(known in text for known in SAID_ANYWAY)] == []
    if long:
        seed_test(make, num_cycles=500)
        render_test(make)
        performance_benchmark(make())


@pytest.mark.parametrize(("game", "variant"), VARIANTS[::6])
def test_seeds_and_renderings_pass_the_suites_of_pettingzoo(game: str, variant: str) -> None:
    make = partial(seeded, game, variant)
    seed_test(make, num_cycles=12)
    render_test(make)


@each_variant
def test_the_game_passes_the_suite_of_openspiel(game: str, variant: str, long: bool) -> None:
    """Random rounds, each written down and read again at every step."""
    spiel = pyspiel.load_game(f"zwanz(game={game},variant={variant})")
    pyspiel.random_sim_test(spiel, num_sims=20 if long else 1, serialize=long, verbose=False)


@pytest.mark.sample(4)
@each_variant
def test_a_playthrough_of_openspiel_is_replayed_to_the_same_text(
    game: str, variant: str, tmp_path: Path
) -> None:
    """All that OpenSpiel asks of a game and of each state on the way, as its own tests keep it."""
    # It brings a fifth of what all processes would load to collect the tests.
    generate_playthrough = import_module("open_spiel.python.algorithms.generate_playthrough")
    made = generate_playthrough.playthrough(f"zwanz(game={game},variant={variant})", None, seed=5)
    assert "# State 0" in made and "IsTerminal() = True" in made
    file = tmp_path / "playthrough.txt"
    file.write_text(made, encoding="utf-8")
    FLAGS.mark_as_parsed()
    kept, again = generate_playthrough.replay(str(file))
    assert again == kept


def at_a_decision(game: str, variant: str, seed: int, decisions: int) -> Any:
    """A state of OpenSpiel some way into a random round."""
    random = np.random.RandomState(seed)
    state = SpielGame({"game": game, "variant": variant}).new_initial_state()
    while not state.is_terminal() and decisions:
        decisions -= not state.is_chance_node()
        state.apply_action(int(random.choice(state.legal_actions())))
    return state


def test_a_state_of_openspiel_is_serialised_and_cloned() -> None:
    state = at_a_decision("anrufen", "base", 1, 9)
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(state) and again.history() == state.history()
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_ismcts_can_deal_the_hidden_cards_of_openspiel_anew() -> None:
    state: SpielState = at_a_decision("koenigrufen-russbach", "base", 2, 6)
    player, random = state.current_player(), np.random.RandomState(3)
    other = state.resample_from_infostate(player, random.random_sample)
    assert other.current_player() == player
    assert other.legal_actions() == state.legal_actions()
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.history() != state.history()


@pytest.mark.parametrize(
    ("game", "variant"), [("zwanzigerrufen", "directnet"), ("koenigrufen-russbach", "base")]
)
@pytest.mark.parametrize("decisions", [0, 3, 9, 20])
def test_states_dealt_anew_are_reached_by_their_actions(
    game: str, variant: str, decisions: int
) -> None:
    state = at_a_decision(game, variant, 5, decisions)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    random = np.random.RandomState(3)
    for player in range(state.num_players()):
        other = state.resample_from_infostate(player, random.random_sample)
        known = state.information_state_string(player)
        assert other.information_state_string(player) == known
        again = state.get_game().deserialize_state(other.serialize())
        assert again.round == other.round


def test_ismcts_of_openspiel_in_python_chooses_a_legal_action() -> None:
    state = at_a_decision("zwanzigerrufen", "directnet", 2, 1)
    random = np.random.RandomState(3)
    bot = ISMCTSBot(
        game=state.get_game(),
        evaluator=RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=5,
        random_state=random,
    )
    assert bot.step(state) in state.legal_actions()


def test_what_openspiel_is_told_of_a_game() -> None:
    slovenian = SpielGame({"game": "slovenian-tarok"})
    assert slovenian.utility_sum() is None
    game = SpielGame({"game": "rufmariasch"})
    # 32 cards; by hand (test_agents): 146 decisions at the most.
    assert (game.max_chance_outcomes(), game.max_game_length()) == (32, 146)
    assert (game.num_players(), game.utility_sum()) == (4, 0.0)
    assert game.information_state_tensor_size() == game.rules.layout.size


def test_an_environment_deals_anew_what_is_thrown_in_and_can_be_pickled() -> None:
    rules = loaded("zwanzigerrufen", "directnet")
    env = RoundEnv(rules, render_mode="ansi")
    for seed in range(40):
        env.reset(seed=seed)
        assert not env.round.over
    again = pickle.loads(pickle.dumps(env))
    assert again.render() == env.render()
    cards = [card.id for card in rules.deck.cards]
    env.reset(options={"pack": [*cards[20:], *cards[:20]]})
    assert [card.id for card in env.round.deal] == [*cards[20:], *cards[:20]]
    with pytest.raises(WrongCall, match="thrown in at once"):
        env.reset(options={"pack": [*cards[:5], *cards[-5:], *cards[5:-5]]})
    with pytest.raises(WrongCall, match="no render mode"):
        RoundEnv(rules, render_mode="rgb_array")


def test_rewards_are_the_scores_of_the_ledger() -> None:
    env = RoundEnv(loaded("zwanzigerrufen", "directnet"))
    env.reset(seed=7)
    got = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        got[agent] += reward
        env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[0]))
    ledger = env.round.round.ledger()
    assert ledger is not None
    assert tuple(got.values()) == ledger.scores


def test_an_environment_that_has_not_begun_says_so() -> None:
    env = RoundEnv(loaded("zwanzigerrufen", "directnet"), render_mode="ansi")
    asks = (lambda: env.step(0), lambda: env.observe("player_0"), env.render, env.last)
    for ask in (*asks, env.agent_iter):
        with pytest.raises(WrongCall, match="no round has begun; call reset first"):
            ask()


def test_an_agent_that_is_not_there_is_told_with_those_that_are() -> None:
    env = RoundEnv(loaded("zwanzigerrufen", "directnet"))
    env.reset(seed=7)
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(WrongCall, match=r"no agent 'player_9'; there are player_0, .*player_3"):
            ask("player_9")


@pytest.mark.parametrize("action", ["x", 1.5, [0]])
def test_what_is_no_number_is_no_action(action: Any) -> None:
    env = RoundEnv(loaded("zwanzigerrufen", "directnet"))
    env.reset(seed=7)
    with pytest.raises(WrongCall, match="is no action"):
        env.step(action)


def test_a_game_without_a_name_is_the_first_one() -> None:
    game = pyspiel.load_game("zwanz")
    assert game.rules.game == loaded("zwanzigerrufen", "base")
    assert game.get_parameters() == {"game": "zwanzigerrufen", "variant": "base"}


def test_the_training_ends_in_a_sentence_where_there_is_no_such_game() -> None:
    script = Path(__file__).parent.parent / "docs" / "agents" / "train.py"
    done = subprocess.run(
        [sys.executable, script, "nix"], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1 and "there is no game 'nix'" in done.stderr


@pytest.mark.parametrize("seed", [-1, "seven", 1.5, True])
def test_an_environment_takes_no_other_seed_than_a_deal(seed: Any) -> None:
    env = RoundEnv(loaded("zwanzigerrufen", "directnet"))
    with pytest.raises(WrongCall, match="seed is a whole number from 0 on"):
        env.reset(seed=seed)
    env.reset(seed=np.int64(7))  # type: ignore[arg-type]
    first = env.round
    env.reset(seed=7)
    assert env.round == first
