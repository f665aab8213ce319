"""Examples run with an ear at the rules: which conditions held, and which examples would notice if
one did not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ..examples import Case
from ..model import Condition, Game, Path
from ..terms.ear import listening

Key = tuple[Path, str]
"""A condition: where it stands, and its word."""


def key_of(condition: Condition) -> Key:
    """What a condition is known by."""
    return condition.at, condition.word


class _Recorder:
    """An ear that notes what it hears, example by example."""

    def __init__(self) -> None:
        self.number = 0
        self.came_out: dict[Key, dict[int, set[bool]]] = {}

    def hears(self, condition: Condition, holds: bool) -> bool:
        self.came_out.setdefault(key_of(condition), {}).setdefault(self.number, set()).add(holds)
        return holds


@dataclass(frozen=True)
class _Denier:
    """An ear that turns one condition round."""

    key: Key

    def hears(self, condition: Condition, holds: bool) -> bool:
        return holds != (key_of(condition) == self.key)


@dataclass(frozen=True)
class ConditionCoverage:
    """The examples of one rule set, and what each of them has heard of the conditions."""

    game: Game
    cases: Sequence[Case]
    came_out: Mapping[Key, Mapping[int, Set[bool]]]
    """By condition and number of the example: how it came out there, perhaps both ways."""

    def positive(self, condition: Condition) -> list[int]:
        """The examples in which the condition held; those come first in which it did so always."""
        return self._came_out(condition, True)

    def near_miss(self, condition: Condition) -> list[int]:
        """The examples in which it did not hold, likewise."""
        return self._came_out(condition, False)

    def _came_out(self, condition: Condition, how: bool) -> list[int]:
        found = self.came_out.get(key_of(condition), {})
        return sorted(
            (number for number, ways in found.items() if how in ways),
            key=lambda number: len(found[number]),
        )

    def denying(self, condition: Condition) -> DeniedCondition:
        """The rule set in which the condition holds where it does not, and the other way round."""
        return DeniedCondition(self, condition)


class DeniedCondition:
    """A rule set with one condition turned round; the examples that notice it."""

    def __init__(self, coverage: ConditionCoverage, condition: Condition) -> None:
        self._coverage = coverage
        self._ear = _Denier(key_of(condition))
        self._game = replace(coverage.game)  # compiled anew, with the ear in it
        self._known: dict[int, bool] = {}

    def notices(self, number: int) -> bool:
        """Whether this example comes out otherwise."""
        if number not in self._known:
            with listening(self._ear):
                self._known[number] = not holds(
                    replace(self._coverage.cases[number], game=self._game)
                )
        return self._known[number]


def cover(game: Game, cases: Iterable[Case]) -> ConditionCoverage:
    """Run the examples of a rule set, listening."""
    own, recorder, listened = tuple(cases), _Recorder(), replace(game)
    with listening(recorder):
        for recorder.number, case in enumerate(own):
            holds(replace(case, game=listened))
    return ConditionCoverage(game, own, recorder.came_out)


def holds(case: Case) -> bool:
    """Whether an example comes out as it says. Rules that have lost what it speaks of, or that no
    longer go together, are noticed, too.
    """
    try:
        return case.run().ok
    except Exception:
        return False
