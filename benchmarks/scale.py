"""Work that is shared: rows of simulated rounds a second, by one process, by more, and by a Dask
cluster on this machine.

All take turns and are measured by the clock, so a machine with other work tells little. Starting
the processes counts; the cluster has been started before. Players remember what they have found out
for a view, so no deal is played twice.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import count
from typing import NamedTuple

from zwanz_ssot.analysis.simulation import Row, simulate
from zwanz_ssot.library import load
from zwanz_ssot.model import Game

GAME = ("zwanzigerrufen", "directnet")
ROUNDS = 600
"""The number of rounds that are timed at once; the simple players play them."""


class Way(NamedTuple):
    """Plays rounds from a seed on, with so many workers."""

    name: str
    workers: int
    play: Callable[[int], object]


def _simulated(
    rules: Game, seed: int, *, jobs: int | None = None, dask: str | None = None
) -> list[Row]:
    return [*simulate(rules, ROUNDS, seed=seed, jobs=jobs, dask=dask)]


def processes(rules: Game, cores: int) -> Iterator[Way]:
    """One process, twice as many, and so on, up to one for each processor."""
    jobs = 1
    while True:
        name = f"{jobs} process{'es' if jobs > 1 else ''}"
        yield Way(name, jobs, partial(_simulated, rules, jobs=jobs))
        if jobs >= cores:
            return
        jobs = min(2 * jobs, cores)


@contextmanager
def cluster(rules: Game, cores: int) -> Iterator[Way | None]:
    """A Dask cluster with a worker for each processor; None where Dask is not installed."""
    try:
        dask = import_module("distributed")
    except ModuleNotFoundError:
        yield None
        return
    with dask.LocalCluster(
        n_workers=cores, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as started:
        address = started.scheduler_address
        name = f"Dask, {cores} worker{'s' if cores > 1 else ''}"
        yield Way(name, cores, partial(_simulated, rules, dask=address))


def report(cycles: int) -> None:
    """Print rows a second, as a ratio to one process, and what a worker does of its share."""
    rules, cores = load(*GAME), os.cpu_count() or 1
    with cluster(rules, cores) as by_dask:
        ways = [*processes(rules, cores), *([by_dask] if by_dask else [])]
        if not by_dask:
            print("    distributed is not here")
        speeds: dict[str, list[float]] = {way.name: [] for way in ways}
        seeds = count(step=ROUNDS)
        for cycle in range(-1, cycles):  # the first one loads all modules
            for way in ways:
                start = time.perf_counter()
                way.play(next(seeds))
                if cycle >= 0:
                    speeds[way.name].append(ROUNDS / (time.perf_counter() - start))
    alone = statistics.median(speeds[ways[0].name])
    print(f"rows of {':'.join(GAME)} a second on the clock, in turn; median, least and most;")
    print("    as a ratio to one process, and that of each worker (1: linear)")
    for way in ways:
        taken = speeds[way.name]
        middle = statistics.median(taken)
        spread = f"{middle:.1f}  ({min(taken):.1f} to {max(taken):.1f})"
        ratio = middle / alone
        print(f"    {way.name}  {spread}  {ratio:.2f}  {ratio / way.workers:.2f}")
