"""``scripts/fuzz``: make files, try each in a process that may die of it, tell what failed."""

from __future__ import annotations

import argparse
import faulthandler
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from . import CORPUS, KINDS, Mutant, Outcome, keep, made, smallest, tried
from .shelf import renew, warm

CHUNK = 400
"""So many files are one process: what is kept of games goes with it."""
ADDRESSES = 6 << 30
"""Bytes of memory that a process may ask for."""
HUNG = 60
"""Seconds of the processor without a word after which a process is ended from outside: it does what
Python does not interrupt.
"""


@dataclass
class Count:
    """What came of all files so far."""

    files: Counter[str] = field(default_factory=Counter)
    sound: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    peak: int = 0
    faults: dict[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many files there were."""
        return sum(self.files.values())


@dataclass
class Worker:
    """A process and the number of the file that it has in hand."""

    process: Any
    ends: Connection
    numbers: range
    at: int
    heard: float = 0.0

    def worked(self) -> float:
        """Seconds of the processor that the process has had."""
        try:
            times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


def work(numbers: range, kinds: tuple[str, ...], end: Connection) -> None:
    """Try files by their numbers, and tell of each."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.enable()
    renew()
    for number in numbers:
        mutant = _of(number, kinds)
        outcome = tried(mutant)
        small: Mutant | None = None
        if outcome.fault:
            small = smallest(mutant, outcome.fault)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        end.send((number, mutant.kind, outcome, small, peak))
    end.close()


def _of(number: int, kinds: tuple[str, ...]) -> Mutant:
    return made(number, kinds[number % len(kinds)] if kinds else None)


def chunks(first: int, count: int) -> Iterator[range]:
    """The numbers in parts."""
    for begin in range(first, first + count, CHUNK):
        yield range(begin, min(begin + CHUNK, first + count))


def run(options: argparse.Namespace) -> Count:
    """Try all files in processes, and keep what fails, once for each kind of fault."""
    count, begun = Count(), time.monotonic()
    kinds = tuple(options.kind or ())
    warm()
    context = get_context("fork")
    parts = chunks(options.seed, options.count if options.seconds is None else 10**12)
    workers: list[Worker] = []

    def begin(numbers: range) -> None:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(numbers, kinds, theirs), daemon=True)
        process.start()
        theirs.close()
        workers.append(Worker(process, ours, numbers, numbers.start))

    def over() -> bool:
        return options.seconds is not None and time.monotonic() - begun > options.seconds

    told = time.monotonic()
    while True:
        while len(workers) < options.jobs and not over() and (part := next(parts, None)):
            begin(part)
        if not workers:
            break
        ready = wait([each.ends for each in workers], timeout=5)
        for worker in list(workers):
            if worker.ends in ready:
                worker.heard = worker.worked()
                try:
                    number, kind, outcome, small, peak = worker.ends.recv()
                except EOFError:
                    workers.remove(worker)
                    worker.process.join()
                    if worker.at < worker.numbers.stop:
                        note(count, _of(worker.at, kinds), _died(worker), None, 0, options.keep)
                        begin(range(worker.at + 1, worker.numbers.stop))
                    continue
                mutant = _of(number, kinds) if outcome.fault else Mutant(kind, "", "")
                note(count, mutant, outcome, small, peak, options.keep)
                worker.at = number + 1
            elif worker.worked() - worker.heard > HUNG:
                worker.process.kill()
        if over():
            for worker in workers:
                worker.process.terminate()
            break
        if time.monotonic() - told > 30:
            told = time.monotonic()
            print(f"… {line(count, begun)}", file=sys.stderr, flush=True)
    print(line(count, begun))
    for kind in KINDS:
        if count.files[kind]:
            print(f"  {kind:9} {count.files[kind]:8} files, {count.sound[kind]:8} sound")
    return count


def _died(worker: Worker) -> Outcome:
    return Outcome(fault=f"the process ended with {worker.process.exitcode}")


def note(
    count: Count, mutant: Mutant, outcome: Outcome, small: Mutant | None, peak: int, folder: Path
) -> None:
    """Count a file; keep the first that fails in one way."""
    count.files[mutant.kind] += 1
    count.sound[mutant.kind] += outcome.sound
    count.rounds += outcome.rounds
    count.peak = max(count.peak, peak)
    if outcome.fault:
        sign = f"{mutant.kind}: {outcome.fault}"
        count.faults[sign] = count.faults.get(sign, 0) + 1
        if count.faults[sign] == 1:
            path = keep(small or mutant, outcome.fault, folder)
            print(f"seed {mutant.seed}, {sign}: {outcome.told}\n  {path}", flush=True)


def line(count: Count, begun: float) -> str:
    """All in a line."""
    seconds = time.monotonic() - begun
    return (
        f"{count.total} files in {seconds:.0f} s ({count.total / max(seconds, 0.1):.1f} a second), "
        f"{sum(count.sound.values())} sound, {count.rounds} rounds, at most {count.peak} MB, "
        f"{sum(count.faults.values())} that fail in {len(count.faults)} ways"
    )


def main(args: list[str]) -> int:
    """Try files. 0: none fails; 1: some do, and are kept."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first number (default: 1)")
    parser.add_argument("--count", type=int, default=1000, help="how many files (default: 1000)")
    parser.add_argument("--seconds", type=float, help="go on for so long instead")
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="files of this kind")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--keep", type=Path, metavar="DIR", default=CORPUS, help="for what fails")
    options = parser.parse_args(args)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was begun is cleared away
    return 1 if run(options).faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
