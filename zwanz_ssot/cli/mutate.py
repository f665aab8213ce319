"""``zwanz mutate``: changes each value of the rules, and lists what nothing notices."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import plain_table, print_problems, show, showing_progress
from ..files import write_file
from ..game_names import resolve_game
from ..library import is_rule_file, kind_of, refuse_other_kind, written
from ..problems import WrongCall, did_you_mean
from .framework import (
    FINE,
    PROBLEMS,
    CommandWithExamples,
    ToWrite,
    WholeNumber,
    begins,
    dask_option,
    game_argument,
    jobs_option,
    rules_option,
    seed_type,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ..library import Library
    from ..mutation import MutationResults, Selection


@click.command("mutate", cls=CommandWithExamples)
@game_argument
@click.option(
    "--only",
    metavar="PATH",
    default="",
    help="Only rules whose path begins with PATH, such as contracts.solo.",
)
@click.option(
    "--sample",
    type=WholeNumber(min=1),
    metavar="N",
    help="Only N changes, chosen at random: of each file its share.",
)
@click.option(
    "--seed",
    type=seed_type,
    default=0,
    show_default=True,
    help="The same seed chooses the same changes.",
)
@jobs_option
@dask_option
@rules_option
@click.option(
    "--json",
    "out",
    type=ToWrite("list of mutants", begins('{"mutants":')),
    help="Write all results to this file.",
)
def command(
    game: str | None,
    only: str,
    sample: int | None,
    seed: int,
    jobs: int | None,
    dask: str | None,
    rules: Path | None,
    out: Path | None,
) -> int:
    """Change each value of the rules, and list what nothing notices.

    Numbers go up and down by one, names become their neighbours, conditions are negated, entries of
    lists are left out or swapped, optional values are left out. Each time the rules are checked and
    their examples run. GAME may be GAME:VARIANT, or a file of the rules such as
    decks/tarock-40.yaml; without it all rules are changed. A change that makes no difference is
    marked in its own file, under idle, with the reason.
    """
    from ..library import library
    from ..mutation import mutate

    selection = _selection(library(rules), game, only, sample, seed)
    with showing_progress("mutants") as progress:
        tally = mutate(selection, rules=rules, jobs=jobs, dask=dask, progress=progress)
    if out is not None:
        write_file(
            out, [json.dumps(tally.as_dict(), ensure_ascii=False, indent=1).encode() + b"\n"]
        )
    print_problems(tally.problems)
    show(_table(tally))
    click.echo(_summary(tally), err=bool(tally.problems))
    return PROBLEMS if tally.problems else FINE


def _selection(
    known: Library, game: str | None, only: str, sample: int | None, seed: int
) -> Selection:
    """What to mutate. Raises `WrongCall` for a game, a variant or a file that does not exist."""
    from ..mutation import Selection

    if game is None:
        return Selection(only=only, sample=sample, seed=seed)
    if is_rule_file(game):
        return Selection(file=_file(known, game), only=only, sample=sample, seed=seed)
    found = resolve_game(game, None, known.root)
    variant = None if game == found.id else found.variant
    return Selection(found.id, variant, None, only, sample, seed)


def _file(known: Library, name: str) -> Path:
    """A rule file, named from here or from the folder of the rules, relative to the latter."""
    files = {os.path.realpath(path): path for path in known.files()}
    for place in (Path(name), known.root / name):
        if (path := os.path.realpath(place)) in files:
            return files[path].relative_to(known.root)
    if Path(name).is_file():
        raise _elsewhere(name)
    names = [path.relative_to(known.root).as_posix() for path in known.files()]
    raise WrongCall(f"{name} is no file of these rules", did_you_mean(name, names))


def _elsewhere(name: str) -> WrongCall:
    """What is wrong with a file that is not among the rules. Raises it for one of another kind."""
    document = written(Path(name))
    if {"record", "examples"} & document.data.keys():
        refuse_other_kind(document, "variant")
    hint = "name one of the folder of rules, such as decks/tarock-40.yaml"
    if kind_of(document) is not None:
        hint = "put it into a folder of rules, and name that folder with --rules"
    return WrongCall(f"{name} is no file of these rules", hint)


def _table(results: MutationResults) -> Table:
    """A row for each file, and the sums."""
    heads = ("mutants", "by check", "by examples", "marked", "survived", "faults")
    table = plain_table("rules", *heads)
    rows = []
    for row in results.rows:
        counts = row.counts
        noticed = (counts["check"], counts["examples"])
        rows.append((row.mutants, *noticed, counts["marked"], counts["survived"], row.faulty))
        table.add_row(row.rules, *map(_cell, rows[-1]))
    if len(rows) > 1:
        sums = [sum(column) for column in zip(*rows, strict=True)]
        table.add_row("in all", *map(_cell, sums), style="bold")
    return table


def _cell(number: int) -> str:
    return str(number) if number else "·"


def _summary(results: MutationResults) -> str:
    number = sum(row.mutants for row in results.rows)
    mutants = f"{number} mutant" if number == 1 else f"{number} mutants"
    marked = f"{results.marked} marked as changing nothing"
    if not results.problems:
        return click.style(f"{mutants}, none unnoticed, {marked}", fg="green")
    parts = [f"{len(results.survivors)} of {mutants} unnoticed", marked]
    if results.faults:
        parts.append(f"{len(results.faults)} made the program fail")
    if results.stale:
        parts.append(f"{len(results.stale)} marks that do not hold")
    return click.style(", ".join(parts), fg="red")
