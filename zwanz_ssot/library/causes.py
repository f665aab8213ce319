"""Finds the change of a variant that causes a problem in the rules below it.

A change may break a rule of a file that its author did not write. The problem is then told at the
change, and the text names the place of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from ..overlay import Difference
from ..paths import dotted, is_within
from ..problems import Mark, Problem

_MOST_TRIALS = 24
"""The most rule sets that are built to find causes. A variant of the project's own has fewer
changes.
"""
_LINE = re.compile(r"\bline (\d+)")


@dataclass
class Causes:
    """The causes of the ``problems`` that a variant's changes have brought.

    ``without`` gives the problems that the rules have without one of the ``changes``. ``place`` is
    for problems that no single change causes.
    """

    changes: Sequence[Difference]
    problems: frozenset[Problem]
    place: Mark
    without: Callable[[Difference], frozenset[Problem]]
    _tried: dict[Mark, frozenset[Problem]] = field(default_factory=dict)

    def told(self, problem: Problem) -> Problem:
        """A problem at its cause. A key that a change has dropped needs no other place."""
        there = problem.mark
        assert there is not None
        dropped = f"{problem.path}.{problem.key}" if problem.key else ""
        for change in self.changes:
            if dropped and dotted(change.path) == dropped:
                return replace(problem, mark=change.mark)
        cause = self._cause(problem)
        here = cause.mark if cause is not None else self.place
        text = _seen_from(problem.text, there.file, here.file)
        if problem.code == "sense.name" and text.startswith("there is no "):
            text += " any more"
        aside = f"{PurePath(there.file).name}:{there.line}"
        text += f", see {aside}" if text.endswith(")") else f" ({aside})"
        # What a hint means to replace stands in the other file.
        hint = _left_over(problem) or _seen_from(problem.hint, there.file, here.file)
        return replace(problem, mark=here, text=text, hint=hint)

    def _cause(self, problem: Problem) -> Difference | None:
        """The change without which the rules do not have a problem, the nearest one first."""
        if len(self.changes) <= 1:
            return self.changes[0] if self.changes else None
        ordered = sorted(self.changes, key=lambda change: _distance(change, problem))
        brings_no_other = [each for each in ordered if self._without(each) <= self.problems]
        for change in (*brings_no_other, *ordered):
            if problem not in self._without(change):
                return change
        return ordered[0] if _distance(ordered[0], problem) < _FAR else None

    def _without(self, change: Difference) -> frozenset[Problem]:
        if change.mark not in self._tried:
            if len(self._tried) >= _MOST_TRIALS:
                return self.problems
            self._tried[change.mark] = self.without(change)
        return self._tried[change.mark]


_FAR = 3


def _distance(change: Difference, problem: Problem) -> int:
    """How far a change is from a problem: 0 where it is of the rule, `_FAR` if it is not named."""
    path, said = dotted(change.path), f"{problem.text} {problem.hint}"
    if is_within(problem.path, path) or is_within(path, problem.path):
        return 0
    if _names(said, path):
        return 1
    return 2 if _names(said, str(change.path[-1])) else _FAR


def _names(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", text) is not None


def _seen_from(text: str, there: str, here: str) -> str:
    """A text about the file ``there`` as it reads in the file ``here``: each line with its file."""
    text = _LINE.sub(lambda found: f"{PurePath(there).name}:{found[1]}", text)
    return re.sub(rf"{re.escape(here)}:(\d+)", r"line \1", text)


def _left_over(problem: Problem) -> str:
    """A hint where a rule names something that a variant's changes have removed."""
    if problem.code != "sense.name":
        return ""
    around, _, last = problem.path.rpartition(".")
    return f"change {around}, too" if last.isdigit() else f"drop or change {problem.path}, too"
