"""Results of mutation: single outcomes, rows of a table, and both as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..problems import Problem, in_order
from .mutants import Mutant

End = Literal["check", "examples", "survived", "marked", "crash", "endless"]
"""How a mutant ended: killed by the ``check`` or by the ``examples``; ``survived``; ``marked``,
survived with a reason in the file; ``crash``, the program failed; ``endless``, it took too long.
"""
_CHANGES_NOTHING = "the rules are the same with it: leave the value out, or mark it"


@dataclass(frozen=True)
class MutantOutcome:
    """How one mutant ended. ``same``: the rules built with it are equal to those without."""

    file: str
    mutant: Mutant
    end: End
    same: bool = False
    detail: str = ""

    @property
    def problem(self) -> Problem:
        """A mutant that survived, crashed or had no end, as a problem at its line."""
        mutant = self.mutant
        if self.end == "survived":
            hint = (
                _CHANGES_NOTHING
                if self.same
                else "write an example that comes out otherwise, or mark it"
            )
            text = f"nothing notices {mutant.description}"
            return Problem(
                mutant.mark,
                mutant.path,
                text,
                f"{hint} under idle with the reason",
                "mutant.survived",
            )
        text = f"{mutant.description} is met with {self.detail or 'no end'}"
        return Problem(
            mutant.mark,
            mutant.path,
            text,
            "it should be a problem of the rules",
            f"mutant.{self.end}",
        )

    def as_dict(self) -> dict[str, Any]:
        """The parts by name."""
        mutant = self.mutant
        return {
            "file": mutant.mark.file,
            "line": mutant.mark.line,
            "path": mutant.path,
            "kind": mutant.kind,
            "change": mutant.description,
            "end": self.end,
            "same": self.same,
            "detail": self.detail,
        }


@dataclass(frozen=True)
class FileResults:
    """The mutants of one file, counted. ``rules`` is the rule set, ``game:variant``, or what else
    the file is.
    """

    rules: str
    file: str
    counts: Mapping[End, int] = field(default_factory=dict)

    @property
    def mutants(self) -> int:
        """All of them."""
        return sum(self.counts.values())

    @property
    def killed(self) -> int:
        """Those that were noticed."""
        return self.counts["check"] + self.counts["examples"]

    @property
    def faulty(self) -> int:
        """Those at which the program failed or did not end."""
        return self.counts["crash"] + self.counts["endless"]

    def as_dict(self) -> dict[str, Any]:
        """The numbers by name."""
        counts = {str(end): count for end, count in self.counts.items()}
        return {"rules": self.rules, "file": self.file, "mutants": self.mutants, **counts}


@dataclass(frozen=True)
class MutationResults:
    """The results of all mutants that were tried."""

    rows: tuple[FileResults, ...]
    outcomes: tuple[MutantOutcome, ...]
    stale: tuple[Problem, ...] = ()
    """Marks that match no mutant, or one that an example kills."""

    @property
    def survivors(self) -> tuple[MutantOutcome, ...]:
        """The mutants that survived without a mark."""
        return tuple(outcome for outcome in self.outcomes if outcome.end == "survived")

    @property
    def faults(self) -> tuple[MutantOutcome, ...]:
        """The mutants at which the program failed or did not end."""
        return tuple(outcome for outcome in self.outcomes if outcome.end in ("crash", "endless"))

    @property
    def marked(self) -> int:
        """How many survive with a reason."""
        return sum(row.counts["marked"] for row in self.rows)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems by file and line: survivors, faults, wrong marks."""
        return in_order(
            [*(outcome.problem for outcome in (*self.survivors, *self.faults)), *self.stale]
        )

    def as_dict(self) -> dict[str, Any]:
        """The results as data: ``rows``, ``survivors``, ``faults``, ``stale``, ``marked``."""
        return {
            "mutants": sum(row.mutants for row in self.rows),
            "rows": [row.as_dict() for row in self.rows],
            "survivors": [outcome.as_dict() for outcome in self.survivors],
            "faults": [outcome.as_dict() for outcome in self.faults],
            "stale": [problem.as_dict() for problem in self.stale],
            "marked": [outcome.as_dict() for outcome in self.outcomes if outcome.end == "marked"],
        }


def counted(outcomes: Iterable[MutantOutcome]) -> dict[End, int]:
    """How many outcomes of each kind there are."""
    counts: dict[End, int] = dict.fromkeys(
        ("check", "examples", "survived", "marked", "crash", "endless"), 0
    )
    for outcome in outcomes:
        counts[outcome.end] += 1
    return counts
