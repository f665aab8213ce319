"""All mutants of a selection, tried in several processes and held against the marks in the
files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from random import Random

from ..library import written
from ..paths import is_within
from ..problems import Problem, WrongCall
from .bench import Bench
from .mutants import Mutant
from .results import FileResults, MutantOutcome, MutationResults, counted, marks, stale

Progress = Callable[[int, int], None]
"""Called after each few mutants with how many are done, and of how many."""
_CHUNK = 48


@dataclass(frozen=True)
class Selection:
    """Which mutants are tried: those of a game, a variant or a file, below a path (``only``), and
    at random ``sample`` of them. By default all.
    """

    game: str | None = None
    variant: str | None = None
    file: FilePath | None = None
    only: str = ""
    sample: int | None = None
    seed: int = 0

    def files(self, bench: Bench) -> list[FilePath]:
        """The files with mutants that were chosen."""
        if self.file is not None:
            return [bench.library.root / self.file]
        if self.game is None:
            return list(bench.library.files())
        sets = [
            each
            for each in bench.sets
            if each.game.id == self.game and self.variant in (None, each.game.variant)
        ]
        return [each.path for each in sets]


def mutate(
    selection: Selection | None = None,
    *,
    rules: FilePath | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> MutationResults:
    """Try the mutants of ``selection`` (without it, of all rules) in the folder ``rules`` (else the
    shipped one).

    ``jobs`` is how many processes share them; by default one for each processor, and with 1 there
    is no other process. The results are the same however many there are. Raises `RulesFault` if the
    rules are not sound as they stand, `WrongCall` if nothing is selected.
    """
    chosen = selection or Selection()
    _WORK.clear()
    work = _begin(rules, chosen)
    tasks = work.tasks
    if not tasks:
        raise WrongCall(
            "there is nothing to change there",
            "zwanz games tells what there is; --only is a dotted path",
        )
    chunks = [
        range(start, min(start + _CHUNK, len(tasks))) for start in range(0, len(tasks), _CHUNK)
    ]
    outcomes: list[MutantOutcome] = []
    for some in _shared_out(chunks, jobs or os.cpu_count() or 1, rules, chosen):
        outcomes += some
        if progress is not None:
            progress(len(outcomes), len(tasks))
    return _results(work, outcomes)


@dataclass(frozen=True)
class _Work:
    """The bench and the tasks of a process; the order of tasks is the same in all."""

    bench: Bench
    files: list[FilePath]
    tasks: list[tuple[FilePath, Mutant]]
    whole: bool


_WORK: dict[tuple[FilePath | None, Selection], _Work] = {}
"""The work at hand. A forked process inherits it; a spawned one begins anew."""


def _begin(rules: FilePath | None, selection: Selection) -> _Work:
    key = (rules, selection)
    if key not in _WORK:
        bench = Bench(rules)
        files = selection.files(bench)
        tasks = [
            (path, mutant)
            for path in files
            for mutant in bench.mutants(path)
            if not selection.only or is_within(mutant.path, selection.only)
        ]
        every = len(tasks)
        if selection.sample is not None and selection.sample < every:
            picked = sorted(Random(selection.seed).sample(range(every), selection.sample))
            tasks = [tasks[number] for number in picked]
        bench.read_examples(files)
        _WORK[key] = _Work(bench, files, tasks, len(tasks) == every and not selection.only)
    return _WORK[key]


def _shared_out(
    chunks: Sequence[range], jobs: int, rules: FilePath | None, selection: Selection
) -> Iterator[list[MutantOutcome]]:
    if jobs == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield _tried(chunk)
        return
    with ProcessPoolExecutor(
        min(jobs, len(chunks)), initializer=_begin, initargs=(rules, selection)
    ) as pool:
        yield from pool.map(_tried, chunks)


def _tried(chunk: range) -> list[MutantOutcome]:
    (work,) = _WORK.values()
    work.bench.forget()
    return [work.bench.outcome(*work.tasks[number]) for number in chunk]


def _results(work: _Work, outcomes: Sequence[MutantOutcome]) -> MutationResults:
    by_file: dict[FilePath, list[MutantOutcome]] = {path: [] for path in work.files}
    for (path, _), outcome in zip(work.tasks, outcomes, strict=True):
        by_file[path].append(outcome)
    rows: list[FileResults] = []
    judged: list[MutantOutcome] = []
    problems: list[Problem] = []
    for path, some in by_file.items():
        document = written(path)
        marked = marks(document)
        problems += stale(marked, some, whole=work.whole)
        settled = [
            replace(outcome, end="marked")
            if outcome.end == "survived" and any(each.covers(outcome.mutant) for each in marked)
            else outcome
            for outcome in some
        ]
        judged += settled
        if settled:
            rows.append(FileResults(work.bench.rules_of(path), document.file, counted(settled)))
    return MutationResults(tuple(rows), tuple(judged), tuple(problems))
