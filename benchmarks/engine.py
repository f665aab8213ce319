"""The engine: random rounds, beside OpenSpiel, jass-kit and rlcard where these are installed.

All take turns in one process and are measured by its processor time. Games have rounds of different
lengths, so decisions are compared, and ratios of one run say more than its figures.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from benchmarks.kernel import BEFORE_THE_PLAY, state_moves
from zwanz_ssot.engine import deal, table
from zwanz_ssot.engine.random_play import random_round, random_rounds
from zwanz_ssot.library import load
from zwanz_ssot.model import Carried, Game

OURS = (
    ("zwanzigerrufen", "directnet"),
    ("zwanzigerrufen", "wikipedia"),
    ("zwanzigerrufen", "rulebook"),
    ("koenigrufen", "wien"),
    ("rufmariasch", "base"),
)
ROUNDS, PUBLIC, SLOW = 400, 60, 20
"""How many rounds are timed at once: of quick players, through the public API, and of slow
players.
"""
REFERENCE = "OpenSpiel tarok, forced Solo, driven from Python"


class Runner(NamedTuple):
    """Plays whole rounds at random, and counts the moves that were chosen."""

    name: str
    rounds: int
    play: Callable[[], int]


def ours() -> Iterator[Runner]:
    """Our engine on bare states, and one rule set through the public API."""
    for name, variant in OURS:
        rules = load(name, variant)
        decisions = _decisions(rules)

        def many(rules: Game = rules, decisions: int = decisions) -> int:
            for _ in random_rounds(rules, ROUNDS, seed=1):
                pass
            return decisions

        yield Runner(f"{name}:{variant}, rounds and ledgers", ROUNDS, many)
    rules, random = load(*OURS[0]), Random(1)

    def public(views: bool) -> int:
        count = 0
        for seed in range(PUBLIC):
            round = deal(rules, seed=seed)
            while round.turn is not None:
                moves = round.view(round.turn).moves if views else round.moves()
                round = round.after(random.choice(moves))
                count += 1
            round.ledger()
        return count

    name = ":".join(OURS[0])
    yield Runner(f"{name}, Round.moves and Round.after", PUBLIC, lambda: public(False))
    yield Runner(f"{name}, Round.view and Round.after", PUBLIC, lambda: public(True))


def _decisions(rules: Game) -> int:
    """How many moves the rounds of `random_rounds` have."""
    compiled, random, count = table(rules), Random(1), 0
    for number in range(1, ROUNDS + 1):
        log: list[tuple[int, int]] = []
        random_round(compiled, random, Carried(number=number), log)
        count += len(log)
    return count


def openspiel() -> Iterator[Runner]:
    """OpenSpiel's ``tarok``, with random bids and with a forced Solo."""
    pyspiel: Any = import_module("pyspiel")
    game, random = pyspiel.load_game("tarok"), Random(1)

    def play(forced: bool) -> int:
        count = 0
        for _ in range(ROUNDS):
            state, bidding = game.new_initial_state(), forced
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                    continue
                legal = state.legal_actions()
                move = random.choice(legal)
                if bidding:
                    named = state_moves(state)
                    move = named.get(BEFORE_THE_PLAY, named.get("Pass", move))
                    bidding = BEFORE_THE_PLAY in named or "Pass" in named
                state.apply_action(move)
                count += 1
            state.returns()
        return count

    yield Runner("OpenSpiel tarok, bids at random, driven from Python", ROUNDS, lambda: play(False))
    yield Runner(REFERENCE, ROUNDS, lambda: play(True))


def jass_kit() -> Iterator[Runner]:
    """jass-kit's Schieber."""
    sim = import_module("jass.game.game_sim")
    rules = import_module("jass.game.rule_schieber").RuleSchieber()
    util = import_module("jass.game.game_util")
    const = import_module("jass.game.const")
    random = Random(1)

    def play() -> int:
        count = 0
        for number in range(SLOW * 4):
            game = sim.GameSim(rule=rules)
            game.init_from_cards(dealer=number % 4, hands=util.deal_random_hand())
            game.action_trump(random.randrange(const.MAX_TRUMP + 1))
            count += 1
            while not game.is_done():
                legal = rules.get_valid_cards_from_obs(game.get_observation())
                game.action_play_card(random.choice([n for n, ok in enumerate(legal) if ok]))
                count += 1
        return count

    yield Runner("jass-kit Schieber", SLOW * 4, play)


def rlcard() -> Iterator[Runner]:
    """rlcard's bridge."""
    env = import_module("rlcard").make("bridge", config={"seed": 1})
    random = Random(1)

    def play() -> int:
        count = 0
        for _ in range(SLOW):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                count += 1
        return count

    yield Runner("rlcard bridge", SLOW, play)


PEERS = {"open_spiel": openspiel, "jass-kit": jass_kit, "rlcard": rlcard}


def report(cycles: int) -> None:
    """Print rounds and decisions a second of processor time, and the ratio of decisions to
    OpenSpiel's.
    """
    runners = list(ours())
    for package, made in PEERS.items():
        try:
            runners += made()
        except ModuleNotFoundError as missing:
            print(f"    {package} is not here ({missing.name} is missing)")
    figures: dict[str, list[tuple[float, float]]] = {runner.name: [] for runner in runners}
    for cycle in range(-1, cycles):  # the first one fills caches
        for runner in runners:
            start = time.process_time()
            decisions = runner.play()
            seconds = time.process_time() - start
            if cycle >= 0:
                figures[runner.name].append((runner.rounds / seconds, decisions / seconds))
    print("whole rounds at random, a second of processor time, in turn: rounds, and decisions with")
    print(
        "    least and most; decisions as a ratio to OpenSpiel's forced Solo (goal 0.3, compiled 1)"
    )
    reference = figures.get(REFERENCE)
    theirs = statistics.median(each for _, each in reference) if reference else 0
    for name, taken in figures.items():
        rounds = statistics.median(each for each, _ in taken)
        speeds = [each for _, each in taken]
        middle = statistics.median(speeds)
        ratio = f"  {middle / theirs:.2f}" if theirs else ""
        spread = f"{middle:.0f}  ({min(speeds):.0f} to {max(speeds):.0f})"
        print(f"    {name}  {rounds:.0f}  {spread}{ratio}")
