"""All rules of a game with their proofs. A missing proof is a problem at the line of the rule.

A rule is proved by an example that meets it and the most similar one that just misses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any

from ..examples import Case
from ..model import Condition, Game, Path
from ..mutation.bench import Bench, RuleSet
from ..problems import Mark, Problem
from ..source import dotted, spell
from .code import Code, Readers, words
from .coverage import (
    Alternative,
    ConditionCoverage,
    ConditionPart,
    Counterfactuals,
    Rule,
    cover,
    holds,
    rules,
)

_NO_SITUATION = frozenset(
    {"example", "title", "in", "not_in", "source", "because", "shows", "expect"}
)
Trait = tuple[str | int, ...]
Traits = Mapping[Trait, int]
"""The single values of a situation by the keys that lead to them. A number is the value of its
trait; any other value is the last part of the trait, whose value is 0.
"""


def traits(entry: Mapping[str, Any]) -> Traits:
    """The traits of an example's situation. The order of a list makes no difference."""
    situation = {key: value for key, value in entry.items() if key not in _NO_SITUATION}
    return dict(_traits((), situation))


def similarity(one: Traits, other: Traits) -> float:
    """How alike two situations are, from 0 (nothing in common) to 1 (the same).

    This is the Dice coefficient of their traits. Two numbers count less, the more they differ.
    """
    common = one.keys() & other.keys()
    alike = sum(1 / (1 + abs(one[trait] - other[trait])) for trait in common)
    return 2 * alike / (len(one) + len(other) or 1)


def _traits(at: Trait, value: Any) -> Iterator[tuple[Trait, int]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _traits((*at, str(key)), inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _traits((*at, "…"), inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield at, value
    else:
        yield (*at, str(value)), 0


_MOST_POSITIVE, _MOST_NEAR_MISSES = 12, 60
"""The most examples that are compared on either side of a condition: at most 720 pairs."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example in a rule set: its name, its title by language, and where it is written."""

    name: str
    variant: str
    title: Mapping[str, str]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Witnesses:
    """An example that meets a rule and one that just misses it; None where there is none.

    ``settled`` says why there need be none: the check refuses every change of the rule, or a mark
    says that nothing changes.
    """

    positive: Example | None = None
    near_miss: Example | None = None
    settled: str = ""

    @property
    def whole(self) -> bool:
        """Whether both are there, or need not be."""
        return bool(self.settled) or (self.positive is not None and self.near_miss is not None)


class ExamplePool:
    """The examples of one rule set, and how the conditions in its rules came out in them."""

    def __init__(self, rules: RuleSet, cases: Iterable[Case]) -> None:
        self.rules = rules
        self.coverage: ConditionCoverage = cover(rules.game, cases)
        self.cases: Sequence[Case] = self.coverage.cases

    @cached_property
    def _traits(self) -> Sequence[Traits]:
        return [traits(case.entry) for case in self.cases]

    @cached_property
    def _texts(self) -> Sequence[str]:
        return [spell(case.entry, 100_000) for case in self.cases]

    def of_condition(self, condition: Condition) -> Witnesses:
        """An example in which a condition holds and the most similar one in which it does not."""
        # Only examples count that no longer hold when the condition is denied.
        denied = self.coverage.denying(condition)
        named = self._steps_named(condition.at)
        positive = self._first(
            self.coverage.positive(condition),
            named,
            lambda number: denied.notices(number, held=True),
            _MOST_POSITIVE,
        )
        near_miss = self._first(
            self.coverage.near_miss(condition),
            named,
            lambda number: denied.notices(number, held=False),
            _MOST_NEAR_MISSES,
        )
        near_miss = near_miss or [
            number for number in range(len(self.cases)) if self._denies(number, condition)
        ]

        # The most similar pair.
        pairs = [(one, other) for one in positive for other in near_miss if one != other]
        if pairs:
            pair = max(
                pairs, key=lambda pair: similarity(self._traits[pair[0]], self._traits[pair[1]])
            )
            return Witnesses(self._example(pair[0]), self._example(pair[1]))
        one, other = (self._example(found[0]) if found else None for found in (positive, near_miss))
        return Witnesses(one, other)

    def _denies(self, number: int, condition: Condition) -> bool:
        """Whether an example expects that the bonus of a condition is not won. The engine may not
        even ask the condition there, as where the bonus goes to nobody.
        """
        denied = self.cases[number].entry["expect"].get("not_won", ())
        return condition.at[:1] == ("bonuses",) and condition.at[1] in denied

    def decided(self, rule: Rule, readings: Sequence[Alternative]) -> Witnesses:
        """An example that a rule decides, and the most similar one that it does not decide.

        A rule decides an example that no longer holds with one of its changes.
        """
        order = self._in_order(range(len(self.cases)), self._steps_named(rule.path))
        games = [game for reading in readings if (game := reading.game(self.rules)) is not None]
        positive = next(
            (number for game in games for number in order if not self._holds(number, game)), None
        )
        if positive is None:
            return Witnesses()
        near = sorted(
            (number for number in order if number != positive),
            key=lambda number: similarity(self._traits[positive], self._traits[number]),
            reverse=True,
        )
        near_miss = next(
            (number for number in near if all(self._holds(number, game) for game in games)), None
        )
        return Witnesses(
            self._example(positive), self._example(near_miss) if near_miss is not None else None
        )

    def _example(self, number: int) -> Example:
        case = self.cases[number]
        mark = case.document.mark(("examples", case.number))
        return Example(case.entry["example"], case.game.variant, case.entry["title"], mark)

    def _holds(self, number: int, game: Game) -> bool:
        return holds(replace(self.cases[number], game=game))

    def _steps_named(self, path: Path) -> Mapping[int, int]:
        """How many parts of a rule's path each example contains."""
        return {
            number: sum(str(step) in text for step in path)
            for number, text in enumerate(self._texts)
        }

    def _in_order(self, numbers: Iterable[int], named: Mapping[int, int]) -> list[int]:
        """The examples that contain most parts of the path first."""
        return sorted(numbers, key=lambda number: -named[number])

    def _first(
        self,
        numbers: list[int],
        named: Mapping[int, int],
        notices: Callable[[int], bool],
        most: int,
    ) -> list[int]:
        """Up to ``most`` examples that notice a change."""
        found: list[int] = []
        for number in self._in_order(numbers, named):
            if notices(number):
                found.append(number)
                if len(found) == most:
                    break
        return found


def of_condition(
    condition: Condition, rule: Rule, pools: Sequence[ExamplePool], counterfactuals: Counterfactuals
) -> Witnesses:
    """The witnesses of a condition in a rule, from any of the rule sets that have it. One of them
    may be missing where a mark says that nothing changes without the condition. What a contract
    takes from another one may be seen there.
    """
    found = _joined(pool.of_condition(condition) for pool in pools)
    written = replace(condition, at=pools[0].rules.game.written_at(condition.at))
    if not found.whole and written != condition:
        there = _joined(pool.of_condition(written) for pool in pools)
        found = there if there.whole else found
    if (found.positive is None) != (found.near_miss is None):
        return replace(found, settled=counterfactuals.needless(rule, condition))
    return found


def of_setting(
    rule: Rule, pools: Sequence[ExamplePool], counterfactuals: Counterfactuals
) -> Witnesses:
    """The witnesses of a rule that is no condition, from any of the rule sets that have it."""
    if why := counterfactuals.settled(rule):
        return Witnesses(settled=why)
    readings = counterfactuals.sound(rule)
    found = _joined(pool.decided(rule, readings) for pool in pools)
    # No example notices: perhaps the check refuses the changes in these rule sets.
    if found.positive is None:
        refused = (reading.refused(pool.rules) for reading in readings for pool in pools)
        return Witnesses(settled=next(filter(None, refused), ""))
    return found


def _joined(several: Iterator[Witnesses]) -> Witnesses:
    """The first complete pair; else the first example on each side."""
    positive = near_miss = None
    for found in several:
        if found.whole:
            return found
        positive, near_miss = positive or found.positive, near_miss or found.near_miss
    return Witnesses(positive, near_miss)


@dataclass(frozen=True, slots=True)
class Proof:
    """The witnesses of a condition in a rule (``part``), or of the rule, and the functions that
    define the word of the condition.
    """

    part: ConditionPart | None
    witnesses: Witnesses
    code: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Traced:
    """A rule with its proofs and the functions that read it."""

    rule: Rule
    proofs: tuple[Proof, ...]
    code: tuple[Code, ...]


class Tracer:
    """Traces the rules of some variants of a game."""

    def __init__(self, bench: Bench, sets: Sequence[RuleSet]) -> None:
        self.sets = tuple(sets)
        self._readers = Readers()
        self.counterfactuals = Counterfactuals(
            bench, {each.game.variant: each for each in self.sets}
        )
        self._pools = {
            each.game.variant: ExamplePool(each, bench.cases(each)) for each in self.sets
        }
        for pool in self._pools.values():
            self._readers.look(pool.rules.game, pool.cases)

    def rules(self, languages: Sequence[str]) -> tuple[Traced, ...]:
        """Every rule with its evidence."""
        return tuple(map(self._traced, rules([each.game for each in self.sets], languages)))

    def _traced(self, rule: Rule) -> Traced:
        pools = [self._pools[variant] for variant in rule.variants]
        # What a contract takes from another one is seen in all rule sets that have it from there.
        game = pools[0].rules.game
        at = game.written_at(rule.path)
        if at != rule.path:
            there = [
                pool for pool in self._pools.values() if pool.rules.game.where(at) == game.where(at)
            ]
            pools += [pool for pool in there if pool not in pools]
        meaning = words()
        proofs = [
            Proof(
                part,
                of_condition(condition, rule, pools, self.counterfactuals),
                meaning.get(condition.word, ()),
            )
            for part in rule.parts
            for condition in (part.condition,)
        ]
        if not proofs:
            proofs.append(Proof(None, of_setting(rule, pools, self.counterfactuals), ()))
        return Traced(rule, tuple(proofs), self._readers.code(rule.path))


def faults(traced: Traced) -> Iterator[Problem]:
    """The problems of a rule without a source, or without one of its witnesses."""
    rule = traced.rule
    if not rule.sources:
        yield _problem(
            rule, "no source says this rule", "write source: beside it, or around it", "source"
        )
    for proof in traced.proofs:
        yield from _one_sided(rule, proof)


def nowhere(rule: Rule, silent: Mapping[str, Sequence[str]]) -> Problem:
    """The problem of a rule that books leave out; ``silent`` has their languages by variant."""
    books = "; ".join(f"{variant} ({', '.join(langs)})" for variant, langs in silent.items())
    text = f"no block says this rule in the book of {books}"
    return _problem(
        rule, text, "write [rule at=PATH] in a chapter, or a block that reads it", "place"
    )


def _one_sided(rule: Rule, proof: Proof) -> Iterator[Problem]:
    if proof.witnesses.whole:
        return
    part = proof.part
    path = f"{dotted(part.condition.at)}.{part.condition.word}" if part else ""
    traced = ", ".join(rule.variants)  # examples of other variants may show it
    if proof.witnesses.positive is None:
        text = (
            "no example notices when this condition does not hold"
            if part
            else "no example shows this rule at work"
        )
        yield _problem(rule, f"{text} ({traced})", _hint(rule), "met", path)
    if proof.witnesses.near_miss is None and (part or proof.witnesses.positive is not None):
        text = (
            "no example notices when this condition holds after all"
            if part
            else "every example hangs on this rule"
        )
        yield _problem(rule, f"{text} ({traced})", _hint(rule), "missed", path)


def _hint(rule: Rule) -> str:
    """The hint to write an example, with the folder of those of the rule's game."""
    if rule.where is None:
        return "write one, among the examples of the game"
    folder = FilePath(rule.where.mark.file).parent
    game = folder.parent if folder.name == "variants" else folder
    return f"write one, in {game.as_posix()}/examples/"


def _problem(rule: Rule, text: str, hint: str, code: str, path: str = "") -> Problem:
    mark = rule.where.mark if rule.where else None
    return Problem(mark, path or rule.dotted, text, hint, f"trace.{code}")
