"""For each rule an example that meets it, and the most similar one that just misses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..examples import Case
from ..model import Condition, Game, Path
from ..mutation.bench import RuleSet
from ..problems import Mark
from ..source import spell
from .condition_coverage import Heard, hear, holds
from .counterfactuals import Alternative, Counterfactuals
from .rules import Rule

_NO_SITUATION = frozenset({"example", "title", "in", "source", "because", "shows", "expect"})
Trait = tuple[str | int, ...]
Traits = Mapping[Trait, int]
"""What can be said of a situation, one by one; to each a number, 0 where it has none."""


def traits(entry: Mapping[str, Any]) -> Traits:
    """A situation, taken apart: every single value with the way to it. The order of a list tells
    nothing.
    """
    return dict(
        _traits((), {key: value for key, value in entry.items() if key not in _NO_SITUATION})
    )


def likeness(one: Traits, other: Traits) -> float:
    """From 0, nothing in common, to 1, the same. Two numbers at one place are the more alike the
    nearer they are.
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


_MET, _MISSED = 12, 60
"""So many examples are looked at on either side of a condition."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example in a rule set: its name, its title by language, and where it is written."""

    name: str
    variant: str
    title: Mapping[str, str]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Witnesses:
    """An example on each side; None where there is none. ``settled`` says why there can be none:
    the only reading that makes sense, or a mark in the rules.
    """

    met: Example | None = None
    missed: Example | None = None
    settled: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        return bool(self.settled) or (self.met is not None and self.missed is not None)


class ExamplePool:
    """The examples of one rule set, and what they tell of its rules."""

    def __init__(self, rules: RuleSet, cases: Iterable[Case]) -> None:
        self.rules = rules
        self.heard: Heard = hear(rules.game, cases)
        self.cases: Sequence[Case] = self.heard.cases

    @cached_property
    def _traits(self) -> Sequence[Traits]:
        return [traits(case.entry) for case in self.cases]

    @cached_property
    def _texts(self) -> Sequence[str]:
        return [spell(case.entry, 100_000) for case in self.cases]

    def of_condition(self, condition: Condition) -> Witnesses:
        """An example in which a condition holds and one in which it does not, as alike as there
        are.
        """
        turned = self.heard.denying(condition)
        speaking = self._speaking(condition.at)
        met = self._first(self.heard.met(condition), speaking, turned.notices, _MET)
        missed = self._first(self.heard.missed(condition), speaking, turned.notices, _MISSED)
        missed = missed or [
            number for number in range(len(self.cases)) if self._denies(number, condition)
        ]
        pairs = [(one, other) for one in met for other in missed if one != other]
        if pairs:
            pair = max(
                pairs, key=lambda pair: likeness(self._traits[pair[0]], self._traits[pair[1]])
            )
            return Witnesses(self._example(pair[0]), self._example(pair[1]))
        one, other = (self._example(found[0]) if found else None for found in (met, missed))
        return Witnesses(one, other)

    def _denies(self, number: int, condition: Condition) -> bool:
        """Whether an example says itself that a bonus is not won; where it goes to nobody, nobody
        asks.
        """
        denied = self.cases[number].entry["expect"].get("not_won", ())
        return condition.at[:1] == ("bonuses",) and condition.at[1] in denied

    def decided(self, rule: Rule, readings: Sequence[Alternative]) -> Witnesses:
        """An example that a rule decides, and the one most like it in which it has no say."""
        order = self._in_order(range(len(self.cases)), self._speaking(rule.path))
        games = [game for reading in readings if (game := reading.game(self.rules)) is not None]
        met = next(
            (number for game in games for number in order if not self._holds(number, game)), None
        )
        if met is None:
            return Witnesses()
        near = sorted(
            (number for number in order if number != met),
            key=lambda number: likeness(self._traits[met], self._traits[number]),
            reverse=True,
        )
        missed = next(
            (number for number in near if all(self._holds(number, game) for game in games)), None
        )
        return Witnesses(self._example(met), self._example(missed) if missed is not None else None)

    def _example(self, number: int) -> Example:
        case = self.cases[number]
        mark = case.document.mark(("examples", case.number))
        return Example(case.entry["example"], case.game.variant, case.entry["title"], mark)

    def _holds(self, number: int, game: Game) -> bool:
        return holds(replace(self.cases[number], game=game))

    def _speaking(self, path: Path) -> Mapping[int, int]:
        """How much an example speaks of a rule: what of its path it names."""
        return {
            number: sum(str(step) in text for step in path)
            for number, text in enumerate(self._texts)
        }

    def _in_order(self, numbers: Iterable[int], speaking: Mapping[int, int]) -> list[int]:
        return sorted(numbers, key=lambda number: -speaking[number])

    def _first(
        self,
        numbers: list[int],
        speaking: Mapping[int, int],
        notices: Callable[[int], bool],
        most: int,
    ) -> list[int]:
        found: list[int] = []
        for number in self._in_order(numbers, speaking):
            if notices(number):
                found.append(number)
                if len(found) == most:
                    break
        return found


def of_condition(
    condition: Condition, rule: Rule, grounds: Sequence[ExamplePool], otherwise: Counterfactuals
) -> Witnesses:
    """The sides of a condition in a rule; an example of any of the rule sets that have it will do.
    No example can just miss it where a mark says that nothing changes without it.
    """
    found = _joined(ground.of_condition(condition) for ground in grounds)
    if found.met is not None and found.missed is None:
        return replace(found, settled=otherwise.needless(rule, condition))
    return found


def of_setting(rule: Rule, grounds: Sequence[ExamplePool], otherwise: Counterfactuals) -> Witnesses:
    """The sides of a rule that is no condition; likewise."""
    if why := otherwise.settled(rule):
        return Witnesses(settled=why)
    readings = otherwise.sound(rule)
    found = _joined(ground.decided(rule, readings) for ground in grounds)
    if (
        found.met is None
    ):  # no example notices, but in another of the rule sets it may make no sense
        refused = (reading.refused(ground.rules) for reading in readings for ground in grounds)
        return Witnesses(settled=next(filter(None, refused), ""))
    return found


def _joined(several: Iterator[Witnesses]) -> Witnesses:
    """The first that is whole; else what each of them has."""
    met = missed = None
    for found in several:
        if found.whole:
            return found
        met, missed = met or found.met, missed or found.missed
    return Witnesses(met, missed)
