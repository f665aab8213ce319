"""``scripts/fuzz``: make files, try each in a process that may die of it, report what failed."""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
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
from .runner import warm
from .workspace import Workspace, restored, take, workspace

LOOK = 5
"""After so many seconds is looked whether a process hangs."""
PART = 1000
"""How many files one process tries; then its memory, with the games that it keeps, is freed."""
ADDRESSES = 6 << 30
"""The most bytes of memory that a process may ask for."""
HUNG = 200
"""A process that takes so many processor seconds for one file is killed: it is in code that Python
cannot interrupt.
"""


@dataclass
class Count:
    """The results of some files, added up."""

    files: Counter[str] = field(default_factory=Counter)
    sound: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    """Seconds of the processor, by kind of file."""
    rounds: int = 0
    peak: int = 0
    slowest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """How many files there were."""
        return sum(self.files.values())

    @classmethod
    def of(cls, data: dict[str, Any]) -> Count:
        """A count from the data of a file."""
        return cls(**{k: Counter(v) if isinstance(v, dict) else v for k, v in data.items()})

    def add(self, other: Count) -> None:
        """Add the results of other files."""
        self.files += other.files
        self.sound += other.sound
        self.seconds += other.seconds
        self.rounds += other.rounds
        self.peak = max(self.peak, other.peak)
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults


@dataclass
class Sums:
    """The results of all files before `reached`; a file at `path` keeps them from one run to the
    next.

    Parts may end in any order. They are added in theirs, so that a run that was cut can go on.
    """

    first: int
    reached: int
    count: Count = field(default_factory=Count)
    path: Path | None = None
    _later: dict[int, tuple[range, Count]] = field(default_factory=dict)

    @classmethod
    def of(cls, first: int, path: Path | None) -> Sums:
        """The results that a file keeps, else none."""
        if path is None or not path.exists():
            return cls(first, first, path=path)
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(data["first"], data["reached"], Count.of(data["count"]), path)

    def finish(self, part: range, count: Count) -> None:
        """Add a finished part, and write down the results of all before."""
        self._later[part.start] = part, count
        while self.reached in self._later:
            part, count = self._later.pop(self.reached)
            self.reached = part.stop
            self.count.add(count)
        if self.path is not None:
            data = {"first": self.first, "reached": self.reached, "count": vars(self.count)}
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(data, indent=1), encoding="utf-8")
            new.replace(self.path)

    def later(self) -> list[Count]:
        """The results of finished parts that wait for an earlier one."""
        return [count for _, count in self._later.values()]


@dataclass
class Worker:
    """A process that tries the files of a part, beginning with `next`, and its results so far."""

    part: range
    next: int
    workspace: int
    count: Count
    process: Any = None
    end: Any = None
    worked_at_answer: float = 0.0

    def start(self, kinds: tuple[str, ...]) -> None:
        """Start the process, or a new one behind the file that the last one died of."""
        context = get_context("fork")
        self.end, theirs = context.Pipe(duplex=False)
        asked = (range(self.next, self.part.stop), kinds, self.workspace, theirs)
        self.process = context.Process(target=work, args=asked, daemon=True)
        self.process.start()
        theirs.close()
        self.worked_at_answer = 0.0

    def worked(self) -> float:
        """The processor seconds of the process so far."""
        try:
            times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


def work(numbers: range, kinds: tuple[str, ...], mine: int, end: Connection) -> None:
    """Try files by their numbers, and send an answer for each."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    for each in (signal.SIGTERM, signal.SIGINT):  # the first process gets these, and ends all
        signal.signal(each, signal.SIG_IGN)
    faulthandler.enable()
    gc.disable()  # it takes 7 % of the time, and 1000 files leave 150 MB of garbage
    take(mine)
    for number in numbers:
        begun = time.process_time()
        mutant = _of(number, kinds)
        outcome = tried(mutant)
        seconds = time.process_time() - begun
        small = smallest(mutant, outcome.fault) if outcome.fault else None
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        end.send((mutant.kind, outcome, small, peak, seconds, time.process_time()))
    end.close()


def _of(number: int, kinds: tuple[str, ...]) -> Mutant:
    return made(number, kinds[number % len(kinds)] if kinds else None)


def parts(first: int, stop: int) -> Iterator[range]:
    """The numbers in parts of `PART`."""
    for begin in range(first, stop, PART):
        yield range(begin, min(begin + PART, stop))


@dataclass
class Run:
    """A run: files tried in several processes. Of each kind of fault the first file is kept."""

    options: argparse.Namespace
    stopped: list[int]
    """The signals that have come; any ends the run."""
    sums: Sums
    begun: float = field(default_factory=time.monotonic)
    workers: list[Worker] = field(default_factory=list)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of files that are wanted; empty for all."""
        return tuple(self.options.kind or ())

    def over(self) -> bool:
        """Whether to end early: time is up, or a signal came."""
        seconds = self.options.seconds
        late = seconds is not None and time.monotonic() - self.begun > seconds
        return late or bool(self.stopped)

    def all(self) -> Count:
        """The results of all files, unfinished parts included."""
        count = Count()
        for each in (self.sums.count, *self.sums.later(), *(each.count for each in self.workers)):
            count.add(each)
        return count

    def go(self) -> Count:
        """Try all files."""
        stop = self.sums.first + self.options.count
        todo = parts(self.sums.reached, 10**15 if self.options.seconds else stop)
        reported = looked = time.monotonic()
        while not self.over():
            # A free workspace gets a worker with the next part.
            free = set(range(self.options.jobs)) - {each.workspace for each in self.workers}
            for number in sorted(free):
                if part := next(todo, None):
                    self.workers.append(Worker(part, part.start, number, Count()))
                    self.workers[-1].start(self.kinds)
            if not self.workers:
                break
            # Answers are taken as they come; a worker that hangs is killed, and its pipe ends.
            ready = wait([each.end for each in self.workers], timeout=2)
            for worker in [each for each in self.workers if each.end in ready]:
                self.receive(worker)
            if time.monotonic() - looked > LOOK:
                looked = time.monotonic()
                for worker in self.workers:
                    if worker.worked() - worker.worked_at_answer > HUNG:
                        worker.process.kill()
            if time.monotonic() - reported > 30:
                reported = time.monotonic()
                print(f"… {self.line(self.all())}", file=sys.stderr, flush=True)
        count = self.all()
        for worker in self.workers:
            worker.process.kill()
            worker.process.join()
        return count

    def receive(self, worker: Worker) -> None:
        """Note the answer of a process about a file; or, if it has ended, finish its part or
        restart it.
        """
        try:
            answer = worker.end.recv()
        except EOFError:
            worker.process.join()
            if worker.next < worker.part.stop:
                fault = f"the process ended with {worker.process.exitcode}"
                kind = _of(worker.next, self.kinds).kind
                self.note(worker, kind, Outcome(fault=fault), None, 0, 0.0)
                restored(_workspace(worker.workspace))
                worker.start(self.kinds)
            else:
                self.workers.remove(worker)
                self.sums.finish(worker.part, worker.count)
            return
        *found, worker.worked_at_answer = answer
        self.note(worker, *found)

    def note(
        self,
        worker: Worker,
        kind: str,
        outcome: Outcome,
        small: Mutant | None,
        peak: int,
        seconds: float,
    ) -> None:
        """Count a file; keep the first one of each fault."""
        count, number = worker.count, worker.next
        worker.next += 1
        count.files[kind] += 1
        count.sound[kind] += outcome.sound
        count.seconds[kind] += seconds
        count.rounds += outcome.rounds
        count.peak, count.slowest = max(count.peak, peak), max(count.slowest, seconds)
        if outcome.fault:
            sign = f"{kind}: {outcome.fault}"
            first = sign not in self.all().faults
            count.faults[sign] += 1
            if first:
                path = keep(small or _of(number, self.kinds), outcome.fault, self.options.keep)
                print(f"seed {number}, {sign}: {outcome.message}\n  {path}", flush=True)

    def line(self, count: Count) -> str:
        """The results in one line."""
        seconds = time.monotonic() - self.begun
        return (
            f"{count.total} files from seed {self.sums.first} on, all before {self.sums.reached}; "
            f"{seconds:.0f} s and {sum(count.seconds.values()):.0f} s of the processor, "
            f"{sum(count.sound.values())} sound, {count.rounds} rounds, "
            f"at most {count.slowest:.1f} s and {count.peak} MB, "
            f"{sum(count.faults.values())} that fail in {len(count.faults)} ways"
        )


def _workspace(number: int) -> Workspace:
    take(number)
    return workspace()


def main(args: list[str]) -> int:
    """Try files. Exit code 0: none fails; 1: some do, and are kept; 130, 143: a signal ended it
    early.
    """
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first number (default: 1)")
    parser.add_argument("--count", type=int, default=1000, help="how many files (default: 1000)")
    parser.add_argument("--seconds", type=float, help="go on for so long instead")
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="files of this kind")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--keep", type=Path, metavar="DIR", default=CORPUS, help="for what fails")
    parser.add_argument("--sums", type=Path, metavar="FILE", help="go on from the sums in it")
    options = parser.parse_args(args)
    stopped: list[int] = []
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda number, _: stopped.append(number))
    run = Run(options, stopped, Sums.of(options.seed, options.sums))
    warm(options.jobs)
    count = run.go()
    print(run.line(count))
    for kind in KINDS:
        if files := count.files[kind]:
            sound, each = count.sound[kind], 1000 * count.seconds[kind] / files
            print(f"  {kind:9} {files:8} files, {sound / files:5.0%} sound, {each:5.1f} ms each")
    return 1 if count.faults else 128 + stopped[0] if stopped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
