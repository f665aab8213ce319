"""Rule sets in which one rule is read otherwise: the changes of `mutate` that still make sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path as FilePath

from ..library import BASE, Checking, bare, written
from ..model import Condition, Game, Path, Where
from ..mutation.bench import Bench, RuleSet
from ..mutation.equivalent import EquivalentMark, marks
from ..mutation.mutants import Mutant, mutated
from ..paths import dotted, is_within
from ..problems import RulesFault
from ..schema import check as check_shape
from ..source import Document
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
        changes of what a variant says that there was.
        """
        if path not in self._mutants:
            self._mutants[path] = tuple(self._bench.mutants(path))
        found = (each for each in self._mutants[path] if is_within(each.path, rule.dotted))
        return (mutant for mutant in found if mutant.kind != "garbled" and not mutant.in_guard)

    def _marks(self, path: FilePath, mutant: Mutant) -> list[EquivalentMark]:
        return [mark for mark in marks(written(path)) if mark.covers(mutant)]
