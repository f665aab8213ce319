"""Prints what the project promises about time: a cold ``zwanz check`` of everything, random rounds
a second, what the kernel plays, how far the solver sees, what more workers bring, what a book
takes.

    python -m benchmarks [check] [engine] [kernel] [solver] [scale] [book]

Machines differ and are shared: the median of several runs is printed, with the least and the most.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks import book, kernel, scale, solver
from benchmarks import engine as rounds
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.library import library, load

REPEAT = 5
ROUNDS = 4000


def spread(figures: list[float], digits: int = 2) -> str:
    """Median, least and most."""
    least, middle, most = min(figures), statistics.median(figures), max(figures)
    return f"{middle:.{digits}f}  ({least:.{digits}f} to {most:.{digits}f})"


def timed(act: Callable[[], object]) -> float:
    """The wall-clock seconds of a call."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def cold_check() -> None:
    """A new process that checks every rule file."""
    subprocess.run([sys.executable, "-m", "zwanz_ssot", "check"], check=True, capture_output=True)


def rounds_a_second(game: str, variant: str) -> float:
    """Random rounds a second, from deal to ledger, in this process."""
    rules = load(game, variant)
    for _ in random_rounds(rules, 200):
        pass

    def play() -> None:
        for _ in random_rounds(rules, ROUNDS, seed=1):
            pass

    return ROUNDS / timed(play)


def check() -> None:
    """Print the seconds of ``zwanz check``."""
    print("zwanz check of everything, cold start (goal: under 1 s)")
    cold_check()
    print(f"    {spread([timed(cold_check) for _ in range(REPEAT)])} s")


def engine() -> None:
    """Print the random rounds a second of each rule set, and some beside other engines."""
    print("random rounds a second, deal to ledger, one process (goal: 5000)")
    for game, variant in library().rule_sets():
        speeds = [rounds_a_second(game, variant) for _ in range(REPEAT)]
        print(f"    {game}:{variant}  {spread(speeds, 0)}")
    rounds.report(REPEAT)


def full_book() -> None:
    """Print the table of the usual book."""
    print("the full book, cold start, beside the plain way")
    book.report(book.USUAL, "en", REPEAT)


def many_rounds() -> None:
    """Print what the kernel plays."""
    kernel.report(REPEAT)


def shared_work() -> None:
    """Print what more processes bring, and a cluster."""
    scale.report(REPEAT)


PARTS: dict[str, Callable[[], None]] = {
    "check": check,
    "engine": engine,
    "kernel": many_rounds,
    "solver": solver.report,
    "scale": shared_work,
    "book": full_book,
}


def main(arguments: list[str] | None = None) -> None:
    """Print the parts that are named, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; all of them by default")
    asked = parser.parse_args(arguments).parts
    if unknown := set(asked) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    for name, part in PARTS.items():
        if not asked or name in asked:
            part()


if __name__ == "__main__":
    main()
