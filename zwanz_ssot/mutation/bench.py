"""The bench on which mutants are tried: rules and examples read once, a time limit for each mutant.

`mutate` tries all mutants of a selection, in several processes, and holds the results against the
marks in the files.
"""

from __future__ import annotations

import ctypes
import re
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from pathlib import Path as FilePath
from random import Random
from types import FrameType

from .. import examples
from ..library import BASE, KINDS, Checking, Library, bare, kind_of, library, load_deck, written
from ..model import Deck, Game
from ..paths import is_within
from ..places import here
from ..problems import Problem, ProblemList, RulesFault, WrongCall, ZwanzError
from ..schema import fits
from ..source import Document
from ..workers import chunked, shared, stopping
from .mutants import Mutant, NameLists, mutants, mutated
from .results import FileResults, MutantOutcome, MutationResults, counted, marks, stale

SECONDS = 60.0
"""Seconds of processor time after which a mutant is taken to be endless; the longest known takes
two.
"""


class MutantTimeout(BaseException):
    """A mutant took too long. No `Exception`, so that no handler on the way catches it."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `MutantTimeout` after this much processor time of the thread, or of the process where
    it is the first one. Only Unix has such clocks; other systems have no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        with _limited_thread(seconds):
            yield
        return
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise MutantTimeout

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _limited_thread(seconds: float) -> Iterator[None]:
    """The same for a thread that gets no signals: another one looks at its clock."""
    if not hasattr(time, "pthread_getcpuclockid"):
        yield
        return
    thread = threading.get_ident()
    clock = time.pthread_getcpuclockid(thread)
    end = time.clock_gettime(clock) + seconds
    left, lock = threading.Event(), threading.Lock()

    def look() -> None:
        while not left.wait(min(seconds, 1)):
            with lock:  # so that none is raised behind the end
                if not left.is_set() and time.clock_gettime(clock) >= end:
                    timeout = ctypes.py_object(MutantTimeout)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), timeout)
                    return

    watch = threading.Thread(target=look, daemon=True)
    watch.start()
    try:
        yield
    finally:
        with lock:
            left.set()
        watch.join()


_NO_RULES = frozenset(["data", "marks", "changes", "open", "not_used", "disputes"])
"""The fields of a game that have no part in playing it."""


@dataclass(frozen=True)
class RuleSet:
    """A game in one variant, and the file that it is written in."""

    path: FilePath
    game: Game

    @property
    def name(self) -> str:
        """``game:variant``."""
        return f"{self.game.id}:{self.game.variant}"


@dataclass
class Bench:
    """Sound rules in the folder ``root`` (else the shipped ones), and their examples."""

    root: FilePath | None = None
    _cases: dict[str, list[examples.Case]] = field(default_factory=dict)
    _words: dict[tuple[FilePath, int], frozenset[str]] = field(default_factory=dict)

    @cached_property
    def library(self) -> Library:
        """The folder of the rules."""
        return library(self.root)

    @cached_property
    def sets(self) -> tuple[RuleSet, ...]:
        """Every game in every variant. Raises `RulesFault` where the rules are not sound."""
        checking = Checking(self.library)
        for path in self.library.files():
            checking.look_at(path)
        found = []
        for game, variant in self.library.rule_sets():
            path = self._file_of(game, variant)
            built = checking.built[path.absolute()]
            assert isinstance(built, Game)
            found.append(RuleSet(path, built))
        return tuple(found)

    def _file_of(self, game: str, variant: str) -> FilePath:
        return (
            self.library.root / game / "game.yaml"
            if variant == BASE
            else self.library.variant_file(game, variant)
        )

    # the mutants of a file

    def kind(self, path: FilePath) -> str:
        """The schema of a rule file."""
        return KINDS[kind_of(written(path)) or ""]

    def rules_of(self, path: FilePath) -> str:
        """The rule set in a file, or the name of a file with none."""
        own = next((each.name for each in self.sets if each.path == path), None)
        return own or path.relative_to(self.library.root).with_suffix("").as_posix()

    def mutants(self, path: FilePath) -> Iterator[Mutant]:
        """The mutants of a file, in its order."""
        document, schema = written(path), self.kind(path)
        own = next((each.game for each in self.sets if each.path == path), None)
        deck = load_deck(document.data["deck"], rules=self.root) if schema == "deck" else None
        return mutants(bare(document), schema, NameLists(self.library, own, deck))

    # trying one

    def outcome(self, path: FilePath, mutant: Mutant) -> MutantOutcome:
        """What notices a mutant of a file."""
        rules = self.rules_of(path)
        try:
            with limited():
                return self._tried(path, mutant, rules)
        except MutantTimeout:
            return MutantOutcome(rules, mutant, "endless")
        except Exception as error:
            return MutantOutcome(
                rules, mutant, "crash", detail=f"{type(error).__name__}: {error}".splitlines()[0]
            )

    def _tried(self, path: FilePath, mutant: Mutant, rules: str) -> MutantOutcome:
        document = mutated(bare(written(path)), mutant)
        if not fits(document, self.kind(path), mutant.at):
            return MutantOutcome(rules, mutant, "check")
        library = replace(
            self.library, replacements={path.absolute(): document}, guarded=mutant.in_guard
        )
        touched = self.touched(path)
        checking = Checking(library)
        checking.built = {
            each.path.absolute(): each.game for each in self.sets if each not in touched
        }
        others: list[tuple[Game, list[examples.Case]]] = []
        try:
            for each in touched:
                game = checking.game(each.path, "game" if each.game.variant == BASE else "variant")
                if same_rules(game, each.game):
                    continue
                cases = self._nearest_first(each, mutant)
                if _noticed(game, cases[:_NEAREST]):
                    return MutantOutcome(rules, mutant, "examples")
                others.append((game, cases[_NEAREST:]))
            for own in (path, *self._about(touched)):
                checking.look_at(own)
        except RulesFault:
            return MutantOutcome(rules, mutant, "check")
        if any(_noticed(game, cases) for game, cases in others):
            return MutantOutcome(rules, mutant, "examples")
        return MutantOutcome(rules, mutant, "survived", not others)

    def touched(self, path: FilePath) -> tuple[RuleSet, ...]:
        """The rule sets that may change with a file."""
        kind = self.kind(path)
        if kind == "game":
            return tuple(each for each in self.sets if each.path.is_relative_to(path.parent))
        if kind == "overlay":
            return tuple(each for each in self.sets if path in self._chain(each))
        if kind == "deck":
            return tuple(
                each for each in self.sets if each.game.deck.id == written(path).data["deck"]
            )
        return self.sets if kind == "sources" else ()

    def _chain(self, rules: RuleSet) -> Iterator[FilePath]:
        """The file of a rule set, and those of the variants below it."""
        path = rules.path
        yield path
        while "of" in (data := written(path).data):
            game, _, variant = data["of"].partition(":")
            path = self._file_of(game, variant or BASE)
            yield path

    def _about(self, touched: tuple[RuleSet, ...]) -> Iterator[FilePath]:
        """The files that refer to rules by their paths."""
        folders = dict.fromkeys(self.library.root / each.game.id for each in touched)
        files = [
            *(folder / "disputes.yaml" for folder in folders),
            self.library.root / "glossary.yaml",
        ]
        return (file for file in files if folders and file.exists())

    # examples

    def _nearest_first(self, rules: RuleSet, mutant: Mutant) -> list[examples.Case]:
        """The examples of a rule set: first those that have most words in common with a mutant.

        Of all mutants that an example notices, most are noticed by one of the first three: a tenth
        of the runs that the order of the files would take. So the others run last, after what the
        check takes for all rule sets. The order depends on the mutant alone,
        so that results are the same whoever tries it and when.
        """
        words = _words(f"{mutant.path} {mutant.description}")

        def strange(case: examples.Case) -> int:
            return -len(words & self._words[case.source, case.number])

        return sorted(self.cases(rules), key=strange)

    def cases(self, rules: RuleSet) -> list[examples.Case]:
        """The examples of a rule set, without the rules that they claim to show."""
        if rules.name not in self._cases:
            game = rules.game.id
            self._cases |= {each.name: [] for each in self.sets if each.game.id == game}
            games: examples.LoadedGames = {}
            for path in examples.collect(self.root):
                if path.parent.parent.name == game:
                    found = examples.cases(path, self.root, games)
                    for case in found:
                        self._words[case.source, case.number] = _words_of_example(case)
                    for case in _plain(found):
                        self._cases[f"{game}:{case.game.variant}"].append(case)
        return self._cases[rules.name]

    def read_examples(self, paths: Iterable[FilePath]) -> None:
        """Read the examples for the mutants of these files.

        Raises `RulesFault` if an example does not hold without a mutant: it would notice them all.
        """
        problems = ProblemList()
        for rules in dict.fromkeys(each for path in paths for each in self.touched(path)):
            for case in self.cases(rules):
                try:
                    answer = case.run()
                except RulesFault as fault:
                    problems.extend(fault.problems)
                    continue
                if not answer.ok:
                    text = f"this example does not hold in {rules.name} as the rules stand"
                    problems.add(
                        answer.mark,
                        answer.example,
                        text,
                        "zwanz examples tells why",
                        "mutant.example",
                    )
        problems.raise_if_any()


_NEAREST = 4
"""So many examples of a rule set are run before the check looks at the next one."""


def _noticed(game: Game, cases: Iterable[examples.Case]) -> bool:
    """True if an example does not hold with these rules."""
    for case in cases:
        try:
            holds = replace(case, game=game).run().ok
        except ZwanzError:
            holds = False
        if not holds:
            return True
    return False


_WORD = re.compile(r"[\w-]+")
_FOR_PEOPLE = frozenset(["title", "source", "because"])


def _words(text: str) -> frozenset[str]:
    """The names and numbers in a text; those of a path stand between its dots."""
    return frozenset(_WORD.findall(text))


def _words_of_example(case: examples.Case) -> frozenset[str]:
    """What an example is about: all words of it that are not for people alone."""
    return _words(str({key: part for key, part in case.entry.items() if key not in _FOR_PEOPLE}))


def same_rules(a: Game, b: Game) -> bool:
    """True if two games are played alike."""
    return _same_deck(a.deck, b.deck) and all(
        getattr(a, each.name) == getattr(b, each.name)
        for each in fields(Game)
        if each.name not in _NO_RULES and each.name != "deck"
    )


def _same_deck(a: Deck, b: Deck) -> bool:
    return a is b or all(
        getattr(a, each.name) == getattr(b, each.name)
        for each in fields(Deck)
        if each.name != "data"
    )


def _plain(cases: Sequence[examples.Case]) -> Iterator[examples.Case]:
    documents: dict[int, Document] = {}
    for case in cases:
        whole = case.document
        if id(whole) not in documents:
            entries = [
                {key: part for key, part in entry.items() if key != "shows"}
                for entry in whole.data["examples"]
            ]
            documents[id(whole)] = replace(whole, data={**whole.data, "examples": entries})
        yield replace(case, document=documents[id(whole)])


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
    dask: str | None = None,
    progress: Progress | None = None,
) -> MutationResults:
    """Try the mutants of ``selection`` (without it, of all rules) in the folder ``rules`` (else the
    shipped one).

    ``jobs`` and ``dask`` are told at `zwanz_ssot.workers.shared`; the results are the same whoever
    shares them. Raises `RulesFault` if the
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
    chunks = chunked(range(len(tasks)), _CHUNK)
    # A cluster has the rules elsewhere: the lines told are those of the mutants here.
    root = work.bench.library.root
    tried = partial(_tried, rules if dask is None else root, chosen)
    outcomes: list[MutantOutcome] = []
    with closing(shared(tried, chunks, jobs=jobs, dask=dask, brought=[root])) as results:
        for some in results:
            outcomes += some
            if progress is not None:
                progress(len(outcomes), len(tasks))
    if dask is not None:
        outcomes = [
            replace(outcome, mutant=mutant)
            for outcome, (_, mutant) in zip(outcomes, tasks, strict=True)
        ]
    return _results(work, outcomes)


@dataclass(frozen=True)
class _Work:
    """The bench and the tasks of a process; the order of tasks is the same in all."""

    bench: Bench
    files: list[FilePath]
    tasks: list[tuple[FilePath, Mutant]]
    whole: bool


_WORK: dict[tuple[FilePath | None, Selection], _Work] = {}
"""The work at hand. A forked process inherits it; any other begins anew."""


def _begin(rules: FilePath | None, selection: Selection) -> _Work:
    key = (rules, selection)
    if key not in _WORK:
        _WORK.clear()
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


def _tried(rules: FilePath | None, selection: Selection, chunk: range) -> list[MutantOutcome]:
    work = _begin(rules and here(rules), selection)
    outcomes = []
    for number in chunk:
        if stopping():
            break
        outcomes.append(work.bench.outcome(*work.tasks[number]))
    return outcomes


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
