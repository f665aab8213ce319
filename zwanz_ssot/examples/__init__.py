"""Examples: situations with the answers that follow from the rules, run by the rules themselves.

There are four kinds of examples. Each has a file that compares what is expected with what the rules
say: ``hands`` (one hand), ``rounds`` (a round, or the beginning of one), ``tricks`` (one trick),
``outcomes`` (a round that is over, without its play).

``reading`` turns a file into cases and runs them. ``case_context`` holds what a case needs while it
runs, and its answer as data and as text. ``dealing`` deals the cards that an example leaves open,
and makes the stated moves. ``brief_auction`` reads an auction that is stated by its result.
``settled`` compares settlements.

    for answer in run_files(collect()):
        print(as_text(answer, "en"))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..library import library, load_variant_file
from ..model import Game
from ..problems import Problem, ProblemList, RulesFault
from .case_context import Answer, Decisive, Mismatch, as_text, report
from .outcomes import StatedFacts, StatedOutcome
from .reading import (
    Case,
    LoadedGames,
    NamedRuleSets,
    cases,
    derived,
    is_about,
    sound_cases,
)

__all__ = [
    "Answer",
    "Case",
    "Decisive",
    "LoadedGames",
    "Mismatch",
    "NamedRuleSets",
    "StatedFacts",
    "StatedOutcome",
    "about",
    "as_text",
    "cases",
    "collect",
    "derived",
    "is_about",
    "report",
    "run",
    "run_files",
    "run_inherited",
    "sound_cases",
]


def run(path: Path, rules: Path | None = None) -> list[Answer]:
    """Run every example of a file in every rule set that it names. Raises `RulesFault` with all
    problems of the file.

    >>> file = library().root / "rufmariasch" / "examples" / "cards.yaml"
    >>> {(answer.example, answer.ok) for answer in run(file)}
    {('order-of-the-cards', True)}
    """
    return run_files([path], rules)


def run_files(paths: Sequence[Path], rules: Path | None = None) -> list[Answer]:
    """Run every example of these files in every rule set that it names. ``rules`` is a folder of
    rules instead of the shipped one. Raises `RulesFault` with all problems of all files. An
    expectation that does not follow from the rules is no problem: its answer says so.

    >>> folder = library().root / "rufmariasch" / "examples"
    >>> all(answer.ok for answer in run_files([folder / "cards.yaml", folder / "tricks.yaml"]))
    True
    """
    problems = ProblemList()
    answers: list[Answer] = []
    games: LoadedGames = {}
    for path in paths:
        try:
            found, faults = sound_cases(path, rules, games)
        except RulesFault as fault:
            problems.extend(fault.problems)
            continue
        problems.extend(faults)
        of_variants: list[tuple[str, Problem]] = []
        for case in found:
            try:
                answers.append(case.run())
            except RulesFault as fault:
                of_variants += [(case.game.variant, problem) for problem in fault.problems]
        problems.extend(_of_all_variants(of_variants))
    problems.raise_if_any()
    return answers


def _of_all_variants(found: Iterable[tuple[str, Problem]]) -> Iterator[Problem]:
    """One problem for each that several variants have; it names them all."""
    variants: dict[Problem, list[str]] = {}
    for variant, problem in found:
        text = re.sub(rf"(?<![\w-]){re.escape(variant)}(?![\w-])", "{variants}", problem.text)
        variants.setdefault(replace(problem, text=text), []).append(variant)
    for problem, names in variants.items():
        *others, last = names
        named = f"{', '.join(others)} and {last}" if others else last
        yield replace(problem, text=problem.text.replace("{variants}", named))


def about(game: Game, rules: Path | None = None) -> list[Case]:
    """The examples in a folder of rules that hold in a rule set. A variant in a file of the user
    inherits those of its parent, except those that name it under ``not_in``; some of them may be
    about rules that it drops. Raises `RulesFault` for files with problems.

    >>> from zwanz_ssot.library import load
    >>> game = load("rufmariasch", "named-trump")
    >>> {case.game.variant for case in about(game)}
    {'named-trump'}
    """
    lineage = library(rules).lineage(game.id, game.variant, game.own_file)
    named = game.variant if game.own_file is None else lineage[1]
    games: LoadedGames = {}
    found = []
    for file in sorted((library(rules).root / game.id / "examples").glob("*.yaml")):
        for case in cases(file, rules, games):
            if case.game.variant == named and is_about(case.document, case.number, lineage):
                found.append(replace(case, game=game))
    return found


def run_inherited(
    path: Path, rules: Path | None = None
) -> tuple[str, list[Answer], list[tuple[Case, RulesFault]]]:
    """Run the examples of the parent of a variant file with the rules of the variant. Returns the
    name of the parent, an answer for each example, and those that do not fit the variant, with why:
    they are about rules that it drops, or state what it does not let happen. Examples that name the
    variant under ``not_in`` are left out. Raises `RulesFault` for rules with problems.

    >>> file = library().variant_file("rufmariasch", "named-trump")
    >>> parent, answers, foreign = run_inherited(file)
    >>> parent
    'base'
    >>> all(answer.variant == "named-trump" for answer in answers)
    True
    """
    game = load_variant_file(path, rules=rules)
    lineage = library(rules).lineage(game.id, game.variant, game.own_file)
    parent = lineage[1]
    answers: list[Answer] = []
    foreign: list[tuple[Case, RulesFault]] = []
    for case in about(game, rules):
        try:
            answers.append(case.run())
        except RulesFault as fault:
            foreign.append((case, fault))
    return parent, answers, foreign


def collect(rules: Path | None = None) -> list[Path]:
    """The example files of all games, ``<rules>/<game>/examples/*.yaml``.

    >>> library().root / "rufmariasch" / "examples" / "cards.yaml" in collect()
    True
    """
    return sorted(library(rules).root.glob("*/examples/*.yaml"))
