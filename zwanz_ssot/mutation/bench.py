"""Tries mutants: the rules and examples are read once, and each mutant has a time limit.

`mutate` tries all mutants of a selection, in several processes, and compares the results with the
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
from .results import FileResults, MutantOutcome, MutationResults, counts_by_end, marks, stale

SECONDS = 60.0
"""Processor seconds after which a mutant counts as endless; the slowest known takes two."""


class MutantTimeout(BaseException):
    """A mutant took too long. It is no `Exception`, so that no handler in between catches it."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `MutantTimeout` after this much processor time: of the process in its main thread, of
    the thread in any other. Only Unix has such clocks; on other systems there is no limit.
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
    """The limit for a thread, which gets no signals: a second thread watches its clock."""
    if not hasattr(time, "pthread_getcpuclockid"):
        yield
        return
    thread = threading.get_ident()
    clock = time.pthread_getcpuclockid(thread)
    end = time.clock_gettime(clock) + seconds
    left, lock = threading.Event(), threading.Lock()

    def look() -> None:
        while not left.wait(min(seconds, 1)):
            with lock:  # never raise after the end of the block
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
"""The fields of a game that do not change how it is played."""


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
    """Rules without problems in the folder ``root``, by default the shipped one, with examples."""

    root: FilePath | None = None
    _cases: dict[str, list[examples.Case]] = field(default_factory=dict)
    _words: dict[tuple[FilePath, int], frozenset[str]] = field(default_factory=dict)

    @cached_property
    def library(self) -> Library:
        """The folder of the rules."""
        return library(self.root)

    @cached_property
    def sets(self) -> tuple[RuleSet, ...]:
        """Every game in every variant. Raises `RulesFault` for rules with problems."""
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
        """The name of the rule set in a file; that of the file where it has none."""
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
        """Try a mutant of a file: what kills it, or whether it survives."""
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
        """Try a mutant without a time limit."""
        document = mutated(bare(written(path)), mutant)
        if not fits(document, self.kind(path), mutant.at):
            return MutantOutcome(rules, mutant, "check")
        library = replace(
            self.library, replacements={path.absolute(): document}, guarded=mutant.in_guard
        )

        # Build each rule set that may change, and run its most likely examples; check the files
        # that refer to rules; then run the other examples.
        touched = self.touched(path)
        checking = Checking(library, causes=False)
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
        """The rule sets that a change of a file may change."""
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
        """The file of a rule set, that of its parent, and so on to the base."""
        path = rules.path
        yield path
        while "of" in (data := written(path).data):
            game, _, variant = data["of"].partition(":")
            path = self._file_of(game, variant or BASE)
            yield path

    def _about(self, touched: tuple[RuleSet, ...]) -> Iterator[FilePath]:
        """The files that refer to rules of these sets by their paths."""
        folders = dict.fromkeys(self.library.root / each.game.id for each in touched)
        files = [
            *(folder / "disputes.yaml" for folder in folders),
            self.library.root / "glossary.yaml",
        ]
        return (file for file in files if folders and file.exists())

    # examples

    def _nearest_first(self, rules: RuleSet, mutant: Mutant) -> list[examples.Case]:
        """The examples of a rule set, those first that have most words in common with a mutant.

        Most mutants that any example kills are killed by one of the first three, in a tenth of the
        runs that the order of the files takes. So the others run last, after the check. The order
        depends on the mutant alone, so that results are the same in each process.
        """
        words = _words(f"{mutant.path} {mutant.description}")

        def fewest_words(case: examples.Case) -> int:
            return -len(words & self._words[case.source, case.number])

        return sorted(self.cases(rules), key=fewest_words)

    def cases(self, rules: RuleSet) -> list[examples.Case]:
        """The examples of a rule set, without their ``shows``: else a rule that is dropped would be
        noticed by its path alone.
        """
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

        Raises `RulesFault` if an example does not hold without a mutant, as it would kill them all.
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
                        "zwanz examples says why",
                        "mutant.example",
                    )
        problems.raise_if_any()


_NEAREST = 4
"""How many examples of a rule set run before the check (`Bench._nearest_first` says why)."""


def _noticed(game: Game, cases: Iterable[examples.Case]) -> bool:
    """Whether an example does not hold with these rules."""
    for case in cases:
        try:
            holds = replace(case, game=game).holds()
        except ZwanzError:
            holds = False
        if not holds:
            return True
    return False


_WORD = re.compile(r"[\w-]+")
_FOR_PEOPLE = frozenset(["title", "source", "because"])
"""Keys of an example that do not change its result."""


def _words(text: str) -> frozenset[str]:
    """The names and numbers in a text; a path counts as the names between its dots."""
    return frozenset(_WORD.findall(text))


def _words_of_example(case: examples.Case) -> frozenset[str]:
    """The words of an example, without those that are for people."""
    return _words(str({key: part for key, part in case.entry.items() if key not in _FOR_PEOPLE}))


def same_rules(a: Game, b: Game) -> bool:
    """Whether two games are played alike."""
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
    """The examples without ``shows``; those of one file still share a document."""
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
"""Called every few mutants with the number of mutants done and the number of all."""
_CHUNK = 48
"""Mutants that a process tries in one go."""


@dataclass(frozen=True)
class Selection:
    """Which mutants are tried: those of a game, a variant or a file; of these only those below the
    path ``only``; of these a random ``sample`` of that size, of each file its share. By default
    all.
    """

    game: str | None = None
    variant: str | None = None
    file: FilePath | None = None
    only: str = ""
    sample: int | None = None
    seed: int = 0

    def files(self, bench: Bench) -> list[FilePath]:
        """The files whose mutants are tried."""
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
    """Try the mutants of a ``selection``, by default all, in the folder ``rules``, by default the
    shipped one.

    `zwanz_ssot.workers.shared` explains ``jobs`` and ``dask``; results do not depend on them.
    Raises `RulesFault` for rules with problems before any change, `WrongCall` if nothing is
    selected.
    """
    chosen = selection or Selection()
    _WORK.clear()
    work = _begin(rules, chosen)
    tasks = work.tasks
    if not tasks:
        raise WrongCall(
            "there is nothing to change there",
            "zwanz games lists what there is; --only takes a dotted path",
        )
    chunks = chunked(range(len(tasks)), _CHUNK)
    # A cluster reads the rules in other folders: its outcomes get the mutants, and lines, of this
    # one.
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
    """The bench and the tasks of a process. All processes have the same tasks in the same order."""

    bench: Bench
    files: list[FilePath]
    tasks: list[tuple[FilePath, Mutant]]
    whole: bool


_WORK: dict[tuple[FilePath | None, Selection], _Work] = {}
"""The work of this process. A forked process inherits it; any other one makes it anew."""


def _begin(rules: FilePath | None, selection: Selection) -> _Work:
    """The work of a selection, made once in each process."""
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
            tasks = _sampled(tasks, selection.sample, Random(selection.seed))
        bench.read_examples(files)
        _WORK[key] = _Work(bench, files, tasks, len(tasks) == every and not selection.only)
    return _WORK[key]


def _sampled(
    tasks: Sequence[tuple[FilePath, Mutant]], count: int, chance: Random
) -> list[tuple[FilePath, Mutant]]:
    """So many of the tasks, of each file its share but for one, in their order."""
    mixed = sorted(range(len(tasks)), key=lambda at: (tasks[at][0], chance.random()))
    start, step = chance.random(), len(tasks) / count
    return [tasks[at] for at in sorted(mixed[int((start + each) * step)] for each in range(count))]


def _tried(rules: FilePath | None, selection: Selection, chunk: range) -> list[MutantOutcome]:
    work = _begin(rules and here(rules), selection)
    outcomes = []
    for number in chunk:
        if stopping():
            break
        outcomes.append(work.bench.outcome(*work.tasks[number]))
    return outcomes


def _results(work: _Work, outcomes: Sequence[MutantOutcome]) -> MutationResults:
    """The results by file; survivors that a mark covers count as marked."""
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
            rows.append(
                FileResults(work.bench.rules_of(path), document.file, counts_by_end(settled))
            )
    return MutationResults(tuple(rows), tuple(judged), tuple(problems))
