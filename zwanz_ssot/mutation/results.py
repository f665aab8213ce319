"""What came of the mutants: outcomes one by one, rows of a table, and all of it as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..problems import Problem, in_order
from .mutants import Mutant

End = Literal["check", "examples", "survived", "marked", "crash", "endless"]
"""What noticed a mutant; ``survived``: nothing did; ``marked``: nothing, and the file says why;
``crash`` and ``endless``: the program met it with something else than problems, or came to no end.
"""
_CHANGES_NOTHING = "the rules are the same with it: leave the value out, or mark it"


@dataclass(frozen=True)
class MutantOutcome:
    """What came of one mutant. ``same``: the rules that are built with it are the same."""

    file: str
    mutant: Mutant
    end: End
    same: bool = False
    detail: str = ""

    @property
    def problem(self) -> Problem:
        """A mutant that was not met as it should be, as a problem at its line."""
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
        """Those that were met with no problems, but with an error or no end."""
        return self.counts["crash"] + self.counts["endless"]

    def as_dict(self) -> dict[str, Any]:
        """The numbers by name."""
        counts = {str(end): count for end, count in self.counts.items()}
        return {"rules": self.rules, "file": self.file, "mutants": self.mutants, **counts}


@dataclass(frozen=True)
class MutationResults:
    """What came of all mutants that were tried."""

    rows: tuple[FileResults, ...]
    outcomes: tuple[MutantOutcome, ...]
    stale: tuple[Problem, ...] = ()
    """Marks of what changes nothing that are about nothing, or about something that an example
    notices.
    """

    @property
    def survivors(self) -> tuple[MutantOutcome, ...]:
        """What nothing noticed, though it is not marked."""
        return tuple(outcome for outcome in self.outcomes if outcome.end == "survived")

    @property
    def faults(self) -> tuple[MutantOutcome, ...]:
        """What the program met with an error of its own, or with no end."""
        return tuple(outcome for outcome in self.outcomes if outcome.end in ("crash", "endless"))

    @property
    def marked(self) -> int:
        """How many survive with a reason."""
        return sum(row.counts["marked"] for row in self.rows)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that should not be, by file and line."""
        return in_order(
            [*(outcome.problem for outcome in (*self.survivors, *self.faults)), *self.stale]
        )

    def as_dict(self) -> dict[str, Any]:
        """All of it as data: ``rows``, ``survivors``, ``faults``, ``stale``, ``marked``."""
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
