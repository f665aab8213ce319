"""The single rules of a game; the examples that fail when one is changed or a condition in it is
reversed; and the evidence for each rule set, counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import Any

from ..examples import Case, collect, run_files
from ..library import BASE, Checking, Library, bare, load, written
from ..model import AllPass, Condition, Game, Path, Role, Rung, Tricks, Where, inside
from ..mutation.bench import Bench, RuleSet
from ..mutation.mutants import Mutant, mutated
from ..mutation.results import EquivalentMark, marks
from ..paths import dotted, is_within
from ..problems import RulesFault, WrongCall
from ..prose import Prose, languages
from ..prose.shapes import single
from ..schema import check as check_shape
from ..source import Document, read, spell
from ..words.compiling import observing

SOUND = 3
"""The most changes that are tried of a rule; further ones seldom find another example."""
NO_OTHER = "the rules have no other word for it"
_LAST = ("dropped", "swapped")
"""Kinds of changes that are tried last: those that leave out or reorder, not replace, a value."""


class Alternative:
    """One change of a rule, and the rule sets with it, each built when it is needed."""

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
        """A rule set with this change; None if the check refuses it."""
        found = self._found(rules)
        return found if isinstance(found, Game) else None

    def refused(self, rules: RuleSet) -> str:
        """Why the check refuses a rule set with this change; empty if it does not."""
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
    """The possible changes of rules. ``sets`` are the rule sets by their variants."""

    def __init__(self, bench: Bench, sets: Mapping[str, RuleSet]) -> None:
        self.sets = sets
        self._bench = bench
        self._mutants: dict[FilePath, tuple[Mutant, ...]] = {}
        self._known: dict[
            tuple[Path, Where | None, tuple[str, ...]], tuple[tuple[Alternative, ...], str]
        ] = {}

    def sound(self, rule: Rule) -> tuple[Alternative, ...]:
        """Up to `SOUND` changes of a rule that the check accepts in its first rule set."""
        return self._readings(rule)[0]

    def settled(self, rule: Rule) -> str:
        """Why there is no change of a rule to try; empty if there is one."""
        sound, why = self._readings(rule)
        return "" if sound else why

    def needless(self, rule: Rule, condition: Condition) -> str:
        """Why nothing changes without a condition, or without a part around it, as a mark in the
        rules says; empty without a mark.
        """
        around = {
            dotted(condition.at[:end]) for end in range(len(rule.path), len(condition.at) + 1)
        }
        files = self._written(rule.path, self.sets[rule.variants[0]].game)
        found = (mark for path in files for mark in marks(written(path)))
        return next(
            (mark.why for mark in found if mark.at in around and mark.when in (None, "dropped")),
            "",
        )

    def _readings(self, rule: Rule) -> tuple[tuple[Alternative, ...], str]:
        key = rule.path, rule.where, rule.variants
        if key not in self._known:
            self._known[key] = self._look(rule)
        return self._known[key]

    def _look(self, rule: Rule) -> tuple[tuple[Alternative, ...], str]:
        first = self.sets[rule.variants[0]]
        at = first.game.written_at(rule.path)
        mutants = [
            (path, mutant)
            for path in self._written(at, first.game)
            for mutant in self._within(path, dotted(at))
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
            # A variant may replace what is changed: then the change has no effect on the rule.
            if game is not None and game.at(rule.path) != rule.value:
                sound.append(reading)
            if len(sound) == SOUND:
                break
        return tuple(sound), why or NO_OTHER

    def _written(self, at: Path, game: Game) -> Iterator[FilePath]:
        """The files of a rule and its parts, that of the variant before the game's."""
        inside = (where for path, where in game.marks.items() if path[: len(at)] == at)
        found = (game.where(at), *inside)
        files = dict.fromkeys(where.file for where in found if where is not None)
        return (self._files[file] for file in reversed(files) if file in self._files)

    @cached_property
    def _files(self) -> Mapping[str, FilePath]:
        """The rule files by their absolute paths, as in places of rules."""
        return {str(path.absolute()): path for path in self._bench.library.files()}

    def _within(self, path: FilePath, rule: str) -> Iterator[Mutant]:
        """The changes of the rule at a path in a file, without names that do not exist, and without
        those of the ``was`` that a variant states.
        """
        if path not in self._mutants:
            self._mutants[path] = tuple(self._bench.mutants(path))
        found = (each for each in self._mutants[path] if is_within(each.path, rule))
        return (mutant for mutant in found if mutant.kind != "garbled" and not mutant.in_guard)

    def _marks(self, path: FilePath, mutant: Mutant) -> list[EquivalentMark]:
        return [mark for mark in marks(written(path)) if mark.covers(mutant)]


Key = tuple[Path, str]
"""A condition by its path and its word."""


def key_of(condition: Condition) -> Key:
    """The key of a condition."""
    return condition.at, condition.word


class _Recorder:
    """An observer that records how each condition comes out in each example."""

    def __init__(self) -> None:
        self.number = 0
        self.came_out: dict[Key, dict[int, set[bool]]] = {}

    def notify(self, condition: Condition, holds: bool) -> bool:
        self.came_out.setdefault(key_of(condition), {}).setdefault(self.number, set()).add(holds)
        return holds


@dataclass(frozen=True)
class _Denier:
    """An observer that reverses each answer of one condition, or that always gives `answer`."""

    key: Key
    answer: bool | None = None

    def notify(self, condition: Condition, holds: bool) -> bool:
        if key_of(condition) != self.key:
            return holds
        return not holds if self.answer is None else self.answer


@dataclass(frozen=True)
class ConditionCoverage:
    """The examples of one rule set, and how the conditions came out in each of them."""

    game: Game
    cases: Sequence[Case]
    came_out: Mapping[Key, Mapping[int, Set[bool]]]
    """The results, perhaps both, by condition and number of the example."""

    def positive(self, condition: Condition) -> list[int]:
        """The numbers of the examples in which a condition held, first those where
        it always did.
        """
        return self._came_out(condition, True)

    def near_miss(self, condition: Condition) -> list[int]:
        """The numbers of the examples in which it failed, those first in which it always did."""
        return self._came_out(condition, False)

    def _came_out(self, condition: Condition, how: bool) -> list[int]:
        found = self.came_out.get(key_of(condition), {})
        return sorted(
            (number for number, ways in found.items() if how in ways),
            key=lambda number: len(found[number]),
        )

    def denying(self, condition: Condition) -> DeniedCondition:
        """The rule set with a condition denied."""
        return DeniedCondition(self, condition)


class DeniedCondition:
    """A rule set with one condition denied."""

    def __init__(self, coverage: ConditionCoverage, condition: Condition) -> None:
        self._coverage = coverage
        self._key = key_of(condition)
        # Other objects, so that each is compiled with its observer.
        self._games = {answer: replace(coverage.game) for answer in (None, True, False)}
        self._known: dict[tuple[int, bool | None], bool] = {}

    def notices(self, number: int, held: bool) -> bool:
        """Whether an example no longer holds with the condition reversed; or, as that may be asked
        of several seats, if it never comes out as it is said to have ``held``.
        """
        return self._fails(number, None) or self._fails(number, not held)

    def _fails(self, number: int, answer: bool | None) -> bool:
        if (number, answer) not in self._known:
            with observing(_Denier(self._key, answer)):
                self._known[number, answer] = not holds(
                    replace(self._coverage.cases[number], game=self._games[answer])
                )
        return self._known[number, answer]


def cover(game: Game, cases: Iterable[Case]) -> ConditionCoverage:
    """Run the examples of a rule set and record how its conditions come out."""
    own, recorder, observed = tuple(cases), _Recorder(), replace(game)
    with observing(recorder):
        for recorder.number, case in enumerate(own):
            holds(replace(case, game=observed))
    return ConditionCoverage(game, own, recorder.came_out)


def holds(case: Case) -> bool:
    """Whether an example holds. False also where running it fails."""
    try:
        return case.run().ok
    except Exception:
        return False


# The single rules of a game

_WHOLE = 10_000
"""More characters than any rule has, so that it is spelt in full."""


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """A condition in a rule, and its clause by language."""

    condition: Condition
    clauses: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Wording:
    """A rule's sentence by language, and the variants with this sentence."""

    variants: tuple[str, ...]
    sentences: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule."""

    path: Path
    value: Any
    where: Where | None
    sources: tuple[str, ...]
    """Its cites; those of the nearest part around it where it has none."""
    wordings: tuple[Wording, ...]
    parts: tuple[ConditionPart, ...]
    variants: tuple[str, ...]
    """The variants that have this rule from the same place in a file."""

    @property
    def dotted(self) -> str:
        """The path as people write it."""
        return dotted(self.path)

    @property
    def sentences(self) -> Mapping[str, str]:
        """The first wording: a sentence by language."""
        return self.wordings[0].sentences


def rules(games: Sequence[Game], languages: Sequence[str]) -> tuple[Rule, ...]:
    """The rules of all rule sets of a game, by section. A shared rule comes once."""
    prose = {game.variant: [Prose(game, language) for language in languages] for game in games}

    # Rule sets share a rule if its path, its place in a file and its value are the same.
    having: dict[tuple[Any, ...], list[Game]] = {}
    for game in games:
        for path in single(game, prose[game.variant][0].says):
            value = spell(game.at(path), _WHOLE)
            having.setdefault((path, game.where(path), value), []).append(game)

    conditions = {game.variant: tuple(_conditions(game)) for game in games}
    found = [
        _rule(path, sets, prose, conditions[sets[0].variant]) for (path, *_), sets in having.items()
    ]

    # Sections in the order in which the rule sets have them.
    sections = list(dict.fromkeys(key for game in games for key in game.data))
    return tuple(sorted(found, key=lambda rule: sections.index(str(rule.path[0]))))


def _rule(
    path: Path,
    games: Sequence[Game],
    prose: Mapping[str, Sequence[Prose]],
    conditions: Sequence[Condition],
) -> Rule:
    first = games[0]
    parts = [each for each in conditions if each.at[: len(path)] == path]
    return Rule(
        path,
        first.at(path),
        first.where(path),
        first.cites(path),
        _wordings(path, games, prose),
        tuple(_part(each, prose[first.variant]) for each in parts),
        tuple(each.variant for each in games),
    )


def _wordings(
    path: Path, games: Sequence[Game], prose: Mapping[str, Sequence[Prose]]
) -> tuple[Wording, ...]:
    """The sentences of a rule, each with its variants."""
    variants: dict[tuple[str, ...], list[str]] = {}
    for game in games:
        sentences = tuple(each.setting(path, game.at(path)) for each in prose[game.variant])
        variants.setdefault(sentences, []).append(game.variant)
    languages = [each.language for each in prose[games[0].variant]]
    return tuple(
        Wording(tuple(sets), dict(zip(languages, sentences, strict=True)))
        for sentences, sets in variants.items()
    )


def _part(condition: Condition, prose: Sequence[Prose]) -> ConditionPart:
    return ConditionPart(condition, {each.language: each.condition(condition) for each in prose})


def _conditions(game: Game) -> Iterator[Condition]:
    """Every condition of a game, and every condition in it, once."""
    seen = set()
    for part in inside(game):
        if isinstance(part, Condition) and part.at and (part.at, part.word) not in seen:
            seen.add((part.at, part.word))
            yield part


# ---------------------------------------------------------------------------------------- evidence

COLUMNS = ("terms", "sources", "examples", "mutants", "positions", "sentences", "lies")
"""The columns of the table: what is counted."""

LieCounter = Callable[[FilePath, FilePath], Mapping[str, tuple[int, int]]]
"""Takes a folder of lies and one to build in; returns, by rule set, how many lies were planted and
refused.
"""


@dataclass(frozen=True, slots=True)
class CountOf:
    """A number, and what it should be (``of``), where that is known."""

    number: int
    of: int | None = None

    @property
    def is_gap(self) -> bool:
        """Whether the number is 0 or not what it should be."""
        return not self.number or (self.of is not None and self.number != self.of)


@dataclass(frozen=True)
class Evidence:
    """A rule set, ``game:variant``, and its counts by column.

    A column that could not be counted for any rule set is missing.
    """

    rules: str
    counts: Mapping[str, CountOf]

    @property
    def gaps(self) -> tuple[str, ...]:
        """The columns in which something is missing."""
        return tuple(column for column, count in self.counts.items() if count.is_gap)

    def as_dict(self) -> dict[str, object]:
        """The counts for programs."""
        columns = {
            column: {"number": count.number, "of": count.of}
            for column, count in self.counts.items()
        }
        return {"rules": self.rules, **columns, "gaps": list(self.gaps)}


@dataclass(frozen=True)
class EvidenceInputs:
    """The inputs of the counts that cannot be made from the rules alone.

    ``tests`` is the folder of a checkout, None in a package. ``mutants`` is a file that
    ``zwanz mutate --json`` wrote. ``count_lies`` builds the books that hold lies.
    """

    tests: FilePath | None
    mutants: FilePath | None
    count_lies: LieCounter

    @property
    def missing(self) -> Mapping[str, str]:
        """The columns that cannot be counted, with the reason: a key of the phrases."""
        found = {} if self.mutants else {"mutants": "no_mutants"}
        return found if self.tests else {**found, "positions": "no_checkout", "lies": "no_checkout"}


def evidence(known: Library, inputs: EvidenceInputs) -> tuple[Evidence, ...]:
    """The counts of every rule set of a folder of rules.

    Raises `WrongCall` for a file that does not hold results of mutants, and `RulesFault` for rules
    or examples with problems.
    """
    games = [load(game, variant, rules=known.root) for game, variant in known.rule_sets()]
    by_column: dict[str, Mapping[str, CountOf]] = {"examples": _examples(known)}
    if inputs.mutants is not None:
        by_column["mutants"] = _mutants(inputs.mutants)
    if inputs.tests is not None:
        by_column["positions"] = _positions(inputs.tests / "perft")
        by_column["lies"] = _lies(inputs.tests / "lies", inputs.count_lies)
    return tuple(_of_game(game, by_column) for game in games)


def total(rows: Sequence[Evidence], column: str) -> CountOf | None:
    """The sum of a column over all rule sets; None for terms and sources, which rule sets share."""
    counts = [row.counts[column] for row in rows if column in row.counts]
    if not counts or column in ("terms", "sources"):
        return None
    of = [count.of for count in counts if count.of is not None]
    number = sum(count.number for count in counts)
    return CountOf(number, sum(of) if len(of) == len(counts) else None)


def _of_game(game: Game, by_column: Mapping[str, Mapping[str, CountOf]]) -> Evidence:
    name = f"{game.id}:{game.variant}"
    counts = {
        "terms": CountOf(len(set(_terms(game)))),
        "sources": CountOf(_sources(game)),
        "sentences": _sentences(game),
        **{column: found.get(name, CountOf(0)) for column, found in by_column.items()},
    }
    return Evidence(name, {column: counts[column] for column in COLUMNS if column in counts})


def _terms(game: Game) -> Iterator[str]:
    """The words of the rule language that the rules of a game use."""
    yield from (step.partition(".")[0] for step in game.order)
    for part in inside(game):
        if isinstance(part, Condition | Role | Rung | Tricks | AllPass):
            yield f"{type(part).__name__} {part.word}"


def _sources(game: Game) -> int:
    """How many sources the rules cite."""
    paths = single(game, Prose(game, "en").says)
    return len({cite.partition(" ")[0] for path in paths for cite in game.cites(path)})


def _sentences(game: Game) -> CountOf:
    """How many sentences there are, of one for each rule in each language."""
    every = [Prose(game, language) for language in languages()]
    paths = list(single(game, every[0].says))
    sentences = (prose.setting(path, game.at(path)) for prose in every for path in paths)
    return CountOf(sum(map(bool, sentences)), len(paths) * len(every))


def _examples(known: Library) -> Mapping[str, CountOf]:
    """How many examples hold, of all that there are."""
    found: dict[str, list[bool]] = {}
    for answer in run_files(collect(known.root), known.root):
        found.setdefault(f"{answer.game}:{answer.variant}", []).append(answer.ok)
    return {name: CountOf(sum(held), len(held)) for name, held in found.items()}


def _mutants(file: FilePath) -> Mapping[str, CountOf]:
    """How many mutants of each rule set were killed, of those that no mark covers."""
    try:
        rows: Sequence[Mapping[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
        found = {}
        for row in rows:
            noticed, wanted = row["check"] + row["examples"], row["mutants"] - row["marked"]
            found[str(row["rules"])] = CountOf(noticed, wanted)
        return found
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "zwanz mutate --json FILE writes one"
        raise WrongCall(f"{file} does not hold the results of mutants: {error}", hint) from None


def _positions(folder: FilePath) -> Mapping[str, CountOf]:
    """How many positions the reference counts cover; a test compares them with the engine."""
    found: dict[str, int] = {}
    for file in sorted(folder.glob("*.yaml")):
        stated = read(file).data["perft"]
        name = f"{stated['game']}:{stated['variant']}"
        layers = (layer for entry in stated["counts"] for layer in entry["reached"])
        found[name] = found.get(name, 0) + sum(sum(layer.values()) for layer in layers)
    return {name: CountOf(number) for name, number in found.items()}


def _lies(folder: FilePath, count: LieCounter) -> Mapping[str, CountOf]:
    """How many lies in chapters of a rule set are refused, of those planted there."""
    with TemporaryDirectory(prefix="zwanz-") as built:
        found = count(folder, FilePath(built))
    return {name: CountOf(refused, planted) for name, (planted, refused) in found.items()}
