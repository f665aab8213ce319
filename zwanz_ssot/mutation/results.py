"""Results of mutation tests: outcomes of mutants and rows by file, both also as data; and the marks
of equivalent mutants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..paths import is_within
from ..problems import Mark, Problem, in_order
from ..source import Document
from .mutants import Mutant

End = Literal["check", "examples", "survived", "marked", "crash", "endless"]
"""How a mutant ended: killed by the ``check`` or by the ``examples``; ``survived``; ``marked``, it
survived with a reason in the file; ``crash``, the program failed; ``endless``, it took too long.
"""
_CHANGES_NOTHING = "the rules are the same with it: leave the value out, or mark it"


@dataclass(frozen=True)
class MutantOutcome:
    """How one mutant ended. ``same`` says whether the rules are equal with it and without it."""

    file: str
    mutant: Mutant
    end: End
    same: bool = False
    detail: str = ""

    @property
    def problem(self) -> Problem:
        """The problem at the line of a mutant that survived, crashed or did not end."""
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
        """The outcome as data."""
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
    """The mutants of one file, counted. ``rules`` is its rule set, ``game:variant``, or the name of
    the file where it has none.
    """

    rules: str
    file: str
    counts: Mapping[End, int] = field(default_factory=dict)

    @property
    def mutants(self) -> int:
        """How many mutants were tried."""
        return sum(self.counts.values())

    @property
    def killed(self) -> int:
        """How many were killed."""
        return self.counts["check"] + self.counts["examples"]

    @property
    def faulty(self) -> int:
        """How many made the program fail or did not end."""
        return self.counts["crash"] + self.counts["endless"]

    def as_dict(self) -> dict[str, Any]:
        """The row as data."""
        counts = {str(end): count for end, count in self.counts.items()}
        return {"rules": self.rules, "file": self.file, "mutants": self.mutants, **counts}


@dataclass(frozen=True)
class MutationResults:
    """The results of all mutants that were tried."""

    rows: tuple[FileResults, ...]
    outcomes: tuple[MutantOutcome, ...]
    stale: tuple[Problem, ...] = ()
    """Problems with marks that cover no mutant, or one that is killed."""

    @property
    def survivors(self) -> tuple[MutantOutcome, ...]:
        """The mutants that survived without a mark."""
        return tuple(outcome for outcome in self.outcomes if outcome.end == "survived")

    @property
    def faults(self) -> tuple[MutantOutcome, ...]:
        """The mutants that made the program fail or did not end."""
        return tuple(outcome for outcome in self.outcomes if outcome.end in ("crash", "endless"))

    @property
    def marked(self) -> int:
        """How many survived with a reason."""
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


def counts_by_end(outcomes: Iterable[MutantOutcome]) -> dict[End, int]:
    """The number of outcomes of each kind."""
    counts: dict[End, int] = dict.fromkeys(
        ("check", "examples", "survived", "marked", "crash", "endless"), 0
    )
    for outcome in outcomes:
        counts[outcome.end] += 1
    return counts


# Marks of equivalent mutants in rule files: changes that make no difference, with the reason.
#
#     idle:
#       - at: deal.all.packets          # this value and all in it
#         when: swapped                 # this change of it alone; without it, every change
#         to: never                     # this other name alone
#         why: the order of two packets shows in nothing that is asked of a round


@dataclass(frozen=True)
class EquivalentMark:
    """One mark. ``when`` None means every change, ``to`` None every other value."""

    at: str
    when: str | None
    to: str | None
    why: str
    mark: Mark

    def covers(self, mutant: Mutant) -> bool:
        """Whether the mark is about a mutant. A mark never covers an unknown source or path."""
        if mutant.kind == "garbled" or not is_within(mutant.path, self.at):
            return False
        return self.when in (None, mutant.kind) and self.to in (None, mutant.to)


def marks(document: Document) -> tuple[EquivalentMark, ...]:
    """The marks of a file."""
    return tuple(
        EquivalentMark(
            entry["at"],
            entry.get("when"),
            entry.get("to"),
            entry["why"],
            document.mark(("idle", number)),
        )
        for number, entry in enumerate(document.data.get("idle", ()))
    )


def stale(
    marked: Sequence[EquivalentMark], outcomes: Iterable[MutantOutcome], *, whole: bool
) -> Iterator[Problem]:
    """The marks that are wrong, as problems.

    A mark is wrong if an example kills a mutant that it covers, or, where every mutant of the file
    was tried (``whole``), if the check kills all of them or it covers none. A single name that the
    check refuses does not contradict it.
    """
    tried = list(outcomes)
    for each in marked:
        about = [outcome for outcome in tried if each.covers(outcome.mutant)]
        refused = [outcome for outcome in about if outcome.end == "check"]
        noticed = next((outcome for outcome in about if outcome.end == "examples"), None)
        if whole and refused and len(refused) == len(about):
            noticed = refused[0]
        if noticed is not None:
            who = "the check" if noticed.end == "check" else "an example"
            text = f"{who} notices {noticed.mutant.description} at {noticed.mutant.path}"
            hint = f"write when: or to: to mark some changes only ({noticed.mutant.kind} here), "
            hint += "or take the mark away"
            yield Problem(each.mark, each.at, text, hint, "mutant.stale")
        elif whole and not about:
            text = "nothing of the kind can be changed here"
            yield Problem(
                each.mark, each.at, text, "correct the path, or take the mark away", "mutant.stale"
            )
