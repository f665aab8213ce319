"""How conditions come out while examples run, and which examples notice if one comes out
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ..examples import Case
from ..model import Condition, Game, Path
from ..words.observer import observing

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
