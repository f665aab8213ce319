"""The kernel: rounds played by chance and settled, beside the engine and beside OpenSpiel's C++.

All take turns in one process and are measured by its processor time: machines differ and are
shared, and ratios of one run say more than its figures.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import NamedTuple

from zwanz_ssot.engine import CompiledGame, table
from zwanz_ssot.engine.random_play import random_rounds, random_start
from zwanz_ssot.engine.state import State
from zwanz_ssot.kernel.machine import can_compile
from zwanz_ssot.kernel.playouts import not_lowered, playouts
from zwanz_ssot.library import BASE, library, load

POSITIONS, REPEATS, PLAIN = 250, 200, 250
"""The number of positions, and how often each is played by compiled code and by plain Python."""
ROLLOUTS = 4000
"""The number of OpenSpiel's rollouts."""
BEFORE_THE_PLAY = "Solo without"


class Runner(NamedTuple):
    """Plays rounds, all of them once with `play`; `cards` is how many cards each has."""

    name: str
    rounds: int
    cards: int
    play: Callable[[], object]


def starts(compiled: CompiledGame, contract: str | None = None) -> list[State]:
    """Positions at the first lead, of a contract or of any."""
    random, found = Random(1), list[State]()
    while len(found) < POSITIONS:
        state = random_start(compiled, random)
        if state is None:
            continue
        if contract is None or compiled.contract_ids[state.contract] == contract:
            found.append(state)
    return found


def ours() -> Iterator[Runner]:
    """The kernel in several games, and the engine."""
    for name, game, variant, contract in (
        ("any contract", "zwanzigerrufen", "directnet", None),
        ("Solo", "zwanzigerrufen", "directnet", "solo"),
        ("any contract", "zwanzigerrufen", "rulebook", None),
        ("any contract", "koenigrufen", "wien", None),
        ("any contract", "anrufen", BASE, None),
    ):
        compiled = table(load(game, variant))
        states, cards = starts(compiled, contract), compiled.players * compiled.tricks
        label = f"{game}:{variant}, {name}"
        if can_compile():
            yield Runner(
                f"{label}, kernel with numba",
                POSITIONS * REPEATS,
                cards,
                lambda compiled=compiled, states=states: playouts(  # type: ignore[misc]
                    compiled, states, 1, repeats=REPEATS, compiled=True
                ),
            )
        yield Runner(
            f"{label}, kernel in plain Python",
            PLAIN,
            cards,
            lambda compiled=compiled, states=states: playouts(  # type: ignore[misc]
                compiled, states[:PLAIN], 1, compiled=False
            ),
        )
    rules = load("zwanzigerrufen", "directnet")
    yield Runner(
        "zwanzigerrufen:directnet, whole rounds by the engine",
        PLAIN,
        40,
        lambda: [None for _ in random_rounds(rules, PLAIN, 1)],
    )


def openspiel() -> Runner | None:
    """Rollouts of a forced Solo in ``tarok``, all of them in C++: one simulation of its tree search
    asks the evaluator for so many.
    """
    if find_spec("pyspiel") is None:
        return None
    pyspiel = import_module("pyspiel")
    game, random = pyspiel.load_game("tarok"), Random(1)
    state = game.new_initial_state()
    while (
        state.is_chance_node()
        or "Pass" in state_moves(state)
        or BEFORE_THE_PLAY in state_moves(state)
    ):
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
            continue
        moves = state_moves(state)
        state.apply_action(moves.get(BEFORE_THE_PLAY, moves.get("Pass")))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    return Runner(
        "OpenSpiel tarok, forced Solo, rollouts in C++",
        ROLLOUTS,
        48,
        lambda: search.mcts_search(state),
    )


def state_moves(state: object) -> dict[str, int]:
    """The legal actions by OpenSpiel's names for them."""
    seat, legal = state.current_player(), state.legal_actions()  # type: ignore[attr-defined]
    return {state.action_to_string(seat, move): move for move in legal}  # type: ignore[attr-defined]


def report(cycles: int) -> None:
    """Print rounds and cards a second of processor time, and the ratio of cards to OpenSpiel's."""
    print("contracts that the kernel plays, of all")
    for game, variant in library().rule_sets():
        rules = load(game, variant)
        missing = not_lowered(rules)
        played = len(rules.contracts) - len(missing)
        words = "".join(f"; {contract}: {word}" for contract, word in missing.items())
        print(f"    {game}:{variant}  {played} of {len(rules.contracts)}{words}")

    peer = openspiel()
    runners = [*ours(), *([peer] if peer else [])]
    taken: dict[str, list[float]] = {runner.name: [] for runner in runners}
    for cycle in range(-1, cycles):  # the first one compiles, and fills caches
        for runner in runners:
            start = time.process_time()
            runner.play()
            if cycle >= 0:
                taken[runner.name].append(time.process_time() - start)
    print("rounds played by chance and settled, a second of processor time, from the first lead")
    print("    (goal 600,000 of Zwanzigerrufen; first bar 250,000); median, least and most;")
    print("    cards a second as a ratio to OpenSpiel's (goal 3)")
    theirs = statistics.median(taken[peer.name]) / (ROLLOUTS * peer.cards) if peer else None
    for runner in runners:
        speeds = [runner.rounds / seconds for seconds in taken[runner.name]]
        each = statistics.median(taken[runner.name]) / (runner.rounds * runner.cards)
        ratio = f"  {theirs / each:.2f}" if theirs else ""
        figures = f"{statistics.median(speeds):.0f}  ({min(speeds):.0f} to {max(speeds):.0f})"
        print(f"    {runner.name}  {figures}{ratio}")
