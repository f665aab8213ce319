"""``zwanz check``: every problem of the rules, together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..problems import Problem, RulesFault, in_order
from .ending import FINE, PROBLEMS
from .group import Taught
from .options import FILE, json_option, rules_option, spread
from .output import print_json, print_problems
from .places import short


@click.command("check", cls=Taught)
@click.argument("files", nargs=-1, type=FILE, metavar="[FILES]...")
@rules_option
@json_option
def command(files: tuple[Path, ...], rules: Path | None, as_json: bool) -> int:
    """Say all that is wrong in rules, at its line.

    Without FILES all rules that are shipped are looked at. A FILE may be a game, a variant, a pack,
    sources, disputes, examples or the record of a round; of a folder, every .yaml file in it.
    """
    from ..loading import library

    chosen = spread(files)
    shelf = library(rules)
    looked_at = chosen or shelf.files()
    problems = in_order(_problems(looked_at, rules))
    if as_json:
        names = [short(str(file)) for file in looked_at]
        print_json({"files": names, "problems": [each.as_dict() for each in problems]})
    else:
        print_problems(problems)
        click.echo(_summary(len(looked_at), problems), err=bool(problems))
    return PROBLEMS if problems else FINE


def _problems(files: Iterable[Path], rules: Path | None) -> Iterator[Problem]:
    """The problems of files, each by what it is about; rules are looked at together, so that a game
    is built once.
    """
    from ..loading import check, written

    of_rules = []
    for file in files:
        try:
            data = written(file).data
            if "record" in data:
                from ..record import replay

                replay(file, rules)
            elif "examples" in data:
                from ..examples import run_files

                run_files([file], rules)
            else:
                of_rules.append(file)
        except RulesFault as fault:
            yield from fault.problems
    if of_rules:
        yield from check(of_rules, rules=rules)


def _summary(count: int, problems: tuple[Problem, ...]) -> str:
    files = f"{count} {'file' if count == 1 else 'files'}"
    if not problems:
        return click.style(f"{files}, no problems", fg="green")
    faulty = len({problem.mark.file if problem.mark else problem.path for problem in problems})
    said = f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'}"
    return click.style(f"{said} in {faulty} {'file' if faulty == 1 else 'files'}", fg="red")
