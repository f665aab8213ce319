"""How conditions come out while examples run, which examples notice the opposite answer, and rule
sets with one rule changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath

from ..examples import Case
from ..library import BASE, Checking, bare, written
from ..model import Condition, Game, Path, Where
from ..mutation.bench import Bench, RuleSet
from ..mutation.mutants import Mutant, mutated
from ..mutation.results import EquivalentMark, marks
from ..paths import dotted, is_within
from ..problems import RulesFault
from ..schema import check as check_shape
from ..source import Document
from ..words.compiling import observing
from .rules import Rule

SOUND = 3
"""How many other readings of a rule are looked for; more would seldom find another example."""
NO_OTHER = "the rules have no other word for it"
_LAST = ("dropped", "swapped")
"""Changes that leave something out are tried after those that say something else."""


class Alternative:
    """One change of a rule, and the rule sets with it, each built when it is first needed."""

    def __init__(self, bench: Bench, path: FilePath, mutant: Mutant) -> None:
        self.mutant = mutant
        self._bench = bench
        self._path = path
        self._document: Document = mutated(bare(written(path)), mutant)
        library = bench.library
        self._misshapen = check_shape(self._document, bench.kind(path), mutant.at)
        self._library = type(library)(
            library.root, {path.absolute(): self._document}, guarded=False
        )
        self._known: dict[str, Game | str] = {}

    def game(self, rules: RuleSet) -> Game | None:
        """A rule set with this reading; None if it makes no sense there."""
        found = self._found(rules)
        return found if isinstance(found, Game) else None

    def refused(self, rules: RuleSet) -> str:
        """Why this reading makes no sense in a rule set; empty if it does."""
        found = self._found(rules)
        return found if isinstance(found, str) else ""

    def _found(self, rules: RuleSet) -> Game | str:
        if self._misshapen:
            return self._misshapen[0].text
        variant = rules.game.variant
        if variant not in self._known:
            try:
                kind = "game" if variant == BASE else "variant"
                self._known[variant] = Checking(self._library).game(rules.path, kind)
            except RulesFault as fault:
                self._known[variant] = fault.problems[0].text
        return self._known[variant]


class Counterfactuals:
    """The other readings of rules. ``sets`` are the rule sets by their variants."""

    def __init__(self, bench: Bench, sets: Mapping[str, RuleSet]) -> None:
        self.sets = sets
        self._bench = bench
        self._mutants: dict[FilePath, tuple[Mutant, ...]] = {}
        self._known: dict[
            tuple[Path, Where | None, tuple[str, ...]], tuple[tuple[Alternative, ...], str]
        ] = {}

    def sound(self, rule: Rule) -> tuple[Alternative, ...]:
        """A few other readings of a rule that make sense in the first rule set that has it."""
        return self._readings(rule)[0]

    def settled(self, rule: Rule) -> str:
        """Why a rule has no other reading, or needs none; empty if it has some."""
        sound, why = self._readings(rule)
        return "" if sound else why

    def needless(self, rule: Rule, condition: Condition) -> str:
        """Why nothing changes if a condition is left out, as a mark says; empty without a mark."""
        at = condition.at
        if not isinstance(at[-1], int) or at[-2] == "any":  # one of several that must all hold
            return ""
        files = self._written(rule, self.sets[rule.sets[0]].game)
        found = (mark for path in files for mark in marks(written(path)))
        return next(
            (
                mark.why
                for mark in found
                if mark.at == dotted(at) and mark.when in (None, "dropped")
            ),
            "",
        )

    def _readings(self, rule: Rule) -> tuple[tuple[Alternative, ...], str]:
        key = rule.path, rule.where, rule.sets
        if key not in self._known:
            self._known[key] = self._look(rule)
        return self._known[key]

    def _look(self, rule: Rule) -> tuple[tuple[Alternative, ...], str]:
        first = self.sets[rule.sets[0]]
        mutants = [
            (path, mutant)
            for path in self._written(rule, first.game)
            for mutant in self._within(path, rule)
        ]
        mutants.sort(key=lambda each: each[1].kind in _LAST)
        idle = [mark for path, mutant in mutants for mark in self._marks(path, mutant)]
        why, sound = idle[0].why if idle else "", []
        for path, mutant in mutants:
            if self._marks(path, mutant):
                continue
            reading = Alternative(self._bench, path, mutant)
            why = why or reading.refused(first)
            game = reading.game(first)
            if (
                game is not None and game.at(rule.path) != rule.value
            ):  # a variant may have put aside what is changed
                sound.append(reading)
            if len(sound) == SOUND:
                break
        return tuple(sound), why or NO_OTHER

    def _written(self, rule: Rule, game: Game) -> Iterator[FilePath]:
        """The files in which a rule and its parts are written, the variant's before the game's."""
        inside = (
            where for path, where in game.marks.items() if path[: len(rule.path)] == rule.path
        )
        files = dict.fromkeys(where.file for where in (rule.where, *inside) if where is not None)
        return (self._files[file] for file in reversed(files) if file in self._files)

    @cached_property
    def _files(self) -> Mapping[str, FilePath]:
        """Rule files by the names that marks have for them."""
        return {written(path).file: path for path in self._bench.library.files()}

    def _within(self, path: FilePath, rule: Rule) -> Iterator[Mutant]:
        """The changes of a rule that could be meant: without names that do not exist, and without
        changes whose old value a variant states.
        """
        if path not in self._mutants:
            self._mutants[path] = tuple(self._bench.mutants(path))
        found = (each for each in self._mutants[path] if is_within(each.path, rule.dotted))
        return (mutant for mutant in found if mutant.kind != "garbled" and not mutant.in_guard)

    def _marks(self, path: FilePath, mutant: Mutant) -> list[EquivalentMark]:
        return [mark for mark in marks(written(path)) if mark.covers(mutant)]


Key = tuple[Path, str]
"""A condition: where it stands, and its word."""


def key_of(condition: Condition) -> Key:
    """The key of a condition."""
    return condition.at, condition.word


class _Recorder:
    """An observer that records how each condition comes out, by example."""

    def __init__(self) -> None:
        self.number = 0
        self.came_out: dict[Key, dict[int, set[bool]]] = {}

    def notify(self, condition: Condition, holds: bool) -> bool:
        self.came_out.setdefault(key_of(condition), {}).setdefault(self.number, set()).add(holds)
        return holds


@dataclass(frozen=True)
class _Denier:
    """An observer that turns the result of one condition round."""

    key: Key

    def notify(self, condition: Condition, holds: bool) -> bool:
        return holds != (key_of(condition) == self.key)


@dataclass(frozen=True)
class ConditionCoverage:
    """The examples of one rule set, and how the conditions came out in each of them."""

    game: Game
    cases: Sequence[Case]
    came_out: Mapping[Key, Mapping[int, Set[bool]]]
    """By condition and number of the example: the results there, perhaps both."""

    def positive(self, condition: Condition) -> list[int]:
        """The numbers of the examples in which a condition held; first those in which it always
        did.
        """
        return self._came_out(condition, True)

    def near_miss(self, condition: Condition) -> list[int]:
        """The numbers of the examples in which a condition failed; first those in which it always
        did.
        """
        return self._came_out(condition, False)

    def _came_out(self, condition: Condition, how: bool) -> list[int]:
        found = self.came_out.get(key_of(condition), {})
        return sorted(
            (number for number, ways in found.items() if how in ways),
            key=lambda number: len(found[number]),
        )

    def denying(self, condition: Condition) -> DeniedCondition:
        """The rule set with a condition that holds exactly where it does not."""
        return DeniedCondition(self, condition)


class DeniedCondition:
    """A rule set with one condition turned round; the examples that notice it."""

    def __init__(self, coverage: ConditionCoverage, condition: Condition) -> None:
        self._coverage = coverage
        self._ear = _Denier(key_of(condition))
        self._game = replace(coverage.game)  # compiled anew, with the ear in it
        self._known: dict[int, bool] = {}

    def notices(self, number: int) -> bool:
        """True if an example no longer holds."""
        if number not in self._known:
            with observing(self._ear):
                self._known[number] = not holds(
                    replace(self._coverage.cases[number], game=self._game)
                )
        return self._known[number]


def cover(game: Game, cases: Iterable[Case]) -> ConditionCoverage:
    """Run the examples of a rule set and record how its conditions come out."""
    own, recorder, listened = tuple(cases), _Recorder(), replace(game)
    with observing(recorder):
        for recorder.number, case in enumerate(own):
            holds(replace(case, game=listened))
    return ConditionCoverage(game, own, recorder.came_out)


def holds(case: Case) -> bool:
    """True if an example comes out as it says; False also if the rules break down in it."""
    try:
        return case.run().ok
    except Exception:
        return False
