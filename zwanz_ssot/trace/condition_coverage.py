"""Examples run with an ear at the rules: which conditions held, and which examples would notice if
one did not.
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
    """What a condition is known by."""
    return condition.at, condition.word


class _Notes:
    """An ear that notes what it hears, example by example."""

    def __init__(self) -> None:
        self.number = 0
        self.came_out: dict[Key, dict[int, set[bool]]] = {}

    def notify(self, condition: Condition, holds: bool) -> bool:
        self.came_out.setdefault(key_of(condition), {}).setdefault(self.number, set()).add(holds)
        return holds


@dataclass(frozen=True)
class _Denies:
    """An ear that turns one condition round."""

    key: Key

    def notify(self, condition: Condition, holds: bool) -> bool:
        return holds != (key_of(condition) == self.key)


@dataclass(frozen=True)
class Heard:
    """The examples of one rule set, and what each of them has heard of the conditions."""

    game: Game
    cases: Sequence[Case]
    came_out: Mapping[Key, Mapping[int, Set[bool]]]
    """By condition and number of the example: how it came out there, perhaps both ways."""

    def met(self, condition: Condition) -> list[int]:
        """The examples in which the condition held; those come first in which it did so always."""
        return self._came_out(condition, True)

    def missed(self, condition: Condition) -> list[int]:
        """The examples in which it did not hold, likewise."""
        return self._came_out(condition, False)

    def _came_out(self, condition: Condition, how: bool) -> list[int]:
        found = self.came_out.get(key_of(condition), {})
        return sorted(
            (number for number, ways in found.items() if how in ways),
            key=lambda number: len(found[number]),
        )

    def denying(self, condition: Condition) -> Turned:
        """The rule set in which the condition holds where it does not, and the other way round."""
        return Turned(self, condition)


class Turned:
    """A rule set with one condition turned round; the examples that notice it."""

    def __init__(self, heard: Heard, condition: Condition) -> None:
        self._heard = heard
        self._ear = _Denies(key_of(condition))
        self._game = replace(heard.game)  # compiled anew, with the ear in it
        self._known: dict[int, bool] = {}

    def notices(self, number: int) -> bool:
        """Whether this example comes out otherwise."""
        if number not in self._known:
            with observing(self._ear):
                self._known[number] = not holds(replace(self._heard.cases[number], game=self._game))
        return self._known[number]


def hear(game: Game, cases: Iterable[Case]) -> Heard:
    """Run the examples of a rule set, listening."""
    own, notes, listened = tuple(cases), _Notes(), replace(game)
    with observing(notes):
        for notes.number, case in enumerate(own):
            holds(replace(case, game=listened))
    return Heard(game, own, notes.came_out)


def holds(case: Case) -> bool:
    """Whether an example comes out as it says. Rules that have lost what it speaks of, or that no
    longer go together, are noticed, too.
    """
    try:
        return case.run().ok
    except Exception:
        return False
