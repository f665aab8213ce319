"""``zwanz check``, ``zwanz games`` and ``zwanz examples``: every problem of the rules, what there is to
play, and whether the examples hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ..console import print_json, print_problems, show
from ..explain.legality import short
from ..problems import Problem, RulesFault, in_order
from .exit_codes import FINE, PROBLEMS
from .group import CommandWithExamples
from .options import FILE, json_option, lang_option, rules_option, spread


@click.command("check", cls=CommandWithExamples)
@click.argument("files", nargs=-1, type=FILE, metavar="[FILES]...")
@rules_option
@json_option
def check_command(files: tuple[Path, ...], rules: Path | None, as_json: bool) -> int:
    """Say all that is wrong in rules, at its line.

    Without FILES all rules that are shipped are looked at. A FILE may be a game, a variant, a pack,
    sources, disputes, examples or the record of a round; of a folder, every .yaml file in it.
    """
    from ..library import library

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
    from ..library import check, written

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


@click.command("games", cls=CommandWithExamples)
@lang_option
@rules_option
@json_option
def games_command(lang: str, rules: Path | None, as_json: bool) -> None:
    """List the games, their variants, and the languages."""
    from ..library import BASE, library, load
    from ..prose import Prose, languages

    shelf = library(rules)
    every = {
        game: {
            variant: load(game, variant, rules=rules) for variant in (BASE, *shelf.variants(game))
        }
        for game in shelf.games()
    }
    for variants in every.values():
        Prose(variants[BASE], lang)  # refuses a language that there is not
    if as_json:
        games = [
            {
                "game": game,
                "name": dict(variants[BASE].game_name.texts),
                "variants": [
                    {"variant": key, "name": dict(each.name.texts)}
                    for key, each in variants.items()
                ],
            }
            for game, variants in every.items()
        ]
        print_json({"games": games, "languages": list(languages())})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("Game", style="bold")
    table.add_column("Variant", style="cyan")
    table.add_column("Name")
    for game, variants in every.items():
        for number, (key, each) in enumerate(variants.items()):
            table.add_row(game if number == 0 else "", key, each.name.said(lang))
    show(table, f"\nLanguages: {', '.join(languages())}")


@click.command("examples", cls=CommandWithExamples)
@click.argument("files", nargs=-1, type=FILE, metavar="[FILES]...")
@lang_option
@rules_option
@json_option
def examples_command(files: tuple[Path, ...], lang: str, rules: Path | None, as_json: bool) -> int:
    """Run examples, and hold them against the rules.

    Without FILES all examples that are shipped are run; of a folder, every .yaml file in it. What
    does not follow is shown with what was expected, what the rules give, and the rule that decided.
    The answers of
    --json have a published schema, answers.schema.json.
    """
    from ..examples import as_text, collect, report, run_files

    answers = run_files(spread(files) or collect(rules), rules)
    failing = [answer for answer in answers if not answer.ok]
    if as_json:
        print_json(report(answers))
    else:
        for answer in failing:
            click.echo(as_text(answer, lang))
        click.echo(_examples_summary(len(answers), len(failing)), err=bool(failing))
    return PROBLEMS if failing else FINE


def _examples_summary(count: int, failing: int) -> str:
    said = f"{count} {'example' if count == 1 else 'examples'}"
    if failing:
        return click.style(
            f"{failing} of {said} {'does' if failing == 1 else 'do'} not hold", fg="red"
        )
    return click.style(
        f"{said}, {'and it holds' if count == 1 else 'all of them hold'}", fg="green"
    )
