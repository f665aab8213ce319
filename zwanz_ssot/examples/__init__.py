"""Examples: a situation and what follows from it, run by the rules themselves.

``answer`` what comes out; ``told`` says it; ``reading`` a file as cases; ``desk`` names and
comparing. What an example can be about: ``hands``, ``rounds`` (with ``course`` what was said and
played, ``dealing`` the cards that are left open), ``tricks``, ``outcomes`` (with ``short`` what was
said in short, ``stated`` the facts); ``settled`` compares settlements.

    for answer in run_files(collect()):
        print(told(answer, "en"))
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..library import library
from ..problems import ProblemList, RulesFault
from .answer import Answer, Decisive, Mismatch, as_text, report
from .reading import Case, cases

__all__ = [
    "Answer",
    "Case",
    "Decisive",
    "Mismatch",
    "cases",
    "collect",
    "report",
    "run",
    "run_files",
    "as_text",
]


def run(path: Path, rules: Path | None = None) -> list[Answer]:
    """Every example of a file in every rule set it names. Raises `RulesFault` with all problems of
    the file.
    """
    return run_files([path], rules)


def run_files(paths: Sequence[Path], rules: Path | None = None) -> list[Answer]:
    """Every example of these files in every rule set it names; ``rules`` is a folder of rules in
    place of the shipped one. Raises `RulesFault` with all problems of all files; wrong expectations
    are answers, no problems.
    """
    problems = ProblemList()
    answers: list[Answer] = []
    for path in paths:
        try:
            found = cases(path, rules)
        except RulesFault as fault:
            problems.extend(fault.problems)
            continue
        for case in found:
            try:
                answers.append(case.run())
            except RulesFault as fault:
                problems.extend(fault.problems)
    problems.raise_if_any()
    return answers


def collect(rules: Path | None = None) -> list[Path]:
    """The example files of all games, ``<rules>/<game>/examples/*.yaml``."""
    return sorted(library(rules).root.glob("*/examples/*.yaml"))
