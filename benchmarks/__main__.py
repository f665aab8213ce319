"""Prints three figures: a cold ``zwanz check`` of everything, random rounds a second, what a book takes.

Machines differ and are shared: the median of several runs is printed, with the least and the most.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.loading import BASE, library, load

REPEAT = 5
ROUNDS = 4000


def spread(figures: list[float], digits: int = 2) -> str:
    """Median, least and most."""
    return f"{statistics.median(figures):.{digits}f}  ({min(figures):.{digits}f} to {max(figures):.{digits}f})"


def timed(act: Callable[[], object]) -> float:
    """Seconds of wall time."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def cold_check() -> None:
    """A new process that checks every rule file."""
    subprocess.run([sys.executable, "-m", "zwanz_ssot", "check"], check=True, capture_output=True)


def rounds_a_second(game: str, variant: str) -> float:
    """From deal to ledger, in this process."""
    rules = load(game, variant)
    for _ in random_rounds(rules, 200):
        pass

    def play() -> None:
        for _ in random_rounds(rules, ROUNDS, seed=1):
            pass

    return ROUNDS / timed(play)


def book(game: str, variant: str) -> tuple[float, float]:
    """Seconds and megabytes at the most of a cold process that builds one book."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "zwanz_ssot", "book", game, "--variant", variant, "--lang", "en"]
        seconds = timed(lambda: subprocess.run([*command, "--out", folder], check=True, capture_output=True))
        sizes = {path.suffix: path.stat().st_size / 1e6 for path in Path(folder).iterdir()}
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    told = ", ".join(f"{suffix[1:]} {size:.2f} MB" for suffix, size in sorted(sizes.items()))
    print(f"    {seconds:6.2f} s   {peak:5.0f} MB of memory   {told}")
    return seconds, peak


def main() -> None:
    """Print the figures."""
    shelf = library()
    print("zwanz check of everything, cold start (goal: under 1 s)")
    cold_check()
    print(f"    {spread([timed(cold_check) for _ in range(REPEAT)])} s")
    print("random rounds a second, deal to ledger, one process (goal: 5000)")
    for game in shelf.games():
        for variant in (BASE, *shelf.variants(game)):
            print(f"    {game}:{variant}  {spread([rounds_a_second(game, variant) for _ in range(REPEAT)], 0)}")
    for game in shelf.games():
        for variant in shelf.variants(game):
            print(f"the book {game}:{variant}, cold start")
            book(game, variant)


if __name__ == "__main__":
    main()
