"""Marks of equivalent mutants in rule files: changes that make no difference, and why.

idle:
  - at: deal.all.packets          # this value and all in it
    when: swapped                 # this change of it alone; without it, every change
    to: never                     # this other name alone
    why: the order of two packets shows in nothing that is asked of a round
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..paths import is_within
from ..problems import Mark, Problem
from ..source import Document
from .mutants import Mutant
from .results import MutantOutcome


@dataclass(frozen=True)
class EquivalentMark:
    """One mark. ``when`` None means every change, ``to`` None every other value."""

    at: str
    when: str | None
    to: str | None
    why: str
    mark: Mark

    def covers(self, mutant: Mutant) -> bool:
        """True if the mark is about a mutant. A mark cannot excuse a source or path that is
        wrong.
        """
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

    A mark is wrong if an example kills a mutant that it covers, if the check kills all of them, or
    if it covers none although every mutant of the file was tried (``whole``). A single name that
    the check refuses does not contradict it.
    """
    tried = list(outcomes)
    for each in marked:
        about = [outcome for outcome in tried if each.covers(outcome.mutant)]
        refused = [outcome for outcome in about if outcome.end == "check"]
        noticed = next((outcome for outcome in about if outcome.end == "examples"), None)
        if refused and len(refused) == len(about):
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
