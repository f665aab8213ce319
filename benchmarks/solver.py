"""The solver: positions with all cards open, as many as are asked for of a contract, from deals by
chance. Nodes are the same on every machine; times are of the processor.
"""

from __future__ import annotations

import statistics
import time
from random import Random

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.kernel import NotSolved, solve
from zwanz_ssot.kernel.machine import can_compile
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.positions import under_contract
from zwanz_ssot.problems import WrongCall

NODES = 5_000_000
SETS = (
    ("zwanzigerrufen", "directnet", "solo", 8, 20),
    ("zwanzigerrufen", "directnet", "solo", 9, 12),
    ("zwanzigerrufen", "directnet", "solo", 10, 100),
    ("zwanzigerrufen", "directnet", "farbensolo", 10, 12),
    ("koenigrufen", "wien", "solodreier", 8, 12),
    ("koenigrufen", "wien", "bettel", 12, 8),
    ("koenigrufen", "wien", "piccolo", 12, 8),
)
"""Game, variant, contract, tricks to play, and how many positions."""
ANOTHER_DEAL = 1000
"""Added to a seed whose cards do not lead to the position."""


def position(game: Game, contract: str, tricks: int, seed: int) -> Round:
    """A position with so many tricks to play, after random cards."""
    while True:
        try:
            found = under_contract(deal(game, seed=seed), contract, "play", False)
        except WrongCall:
            seed += ANOTHER_DEAL
            continue
        random, left = Random(seed), game.table.players * tricks
        while found.step == "play" and sum(hand.bit_count() for hand in found.state.hands) > left:
            found = found.after(random.choice(found.moves()))
        if found.step == "play":
            return found
        seed += ANOTHER_DEAL


def report() -> None:
    """Print nodes and times of each set, for the value alone and for each legal card."""
    if not can_compile():
        print("the solver: numba is not installed")
        return
    print("positions solved with all cards open, the median, the 90th percentile and the most")
    print("    (bar for ten cards: 100 ms in the median, the hard tenth under 2 s)")
    for name, variant, contract, tricks, many in SETS:
        game = load(name, variant)
        positions = [position(game, contract, tricks, seed) for seed in range(many)]
        solve(positions[0], nodes=1, compiled=True)
        for cards in (False, True):
            nodes, times, not_solved = list[int](), list[float](), 0
            for each in positions:
                start = time.process_time()
                found = solve(each, nodes=NODES, cards=cards, compiled=True)
                times.append(1000 * (time.process_time() - start))
                nodes.append(found.nodes)
                not_solved += isinstance(found, NotSolved)
            nodes.sort()
            times.sort()
            tenth = 9 * many // 10
            figures = f"{statistics.median(nodes):,.0f} {nodes[tenth]:,} {nodes[-1]:,} nodes"
            figures += f", {statistics.median(times):.0f} {times[tenth]:.0f} {times[-1]:.0f} ms"
            what = "each card" if cards else "value alone"
            print(f"    {name}:{variant} {contract}, {tricks} tricks, {what}: {figures}", end="")
            print(f", {not_solved} of {many} not solved in {NODES:,} nodes" if not_solved else "")
