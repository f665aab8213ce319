"""``zwanz examples``: situations and what follows from them, held against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from .ending import FINE, PROBLEMS
from .group import Taught
from .options import FILE, json_option, lang_option, rules_option, spread
from .output import print_json


@click.command("examples", cls=Taught)
@click.argument("files", nargs=-1, type=FILE, metavar="[FILES]...")
@lang_option
@rules_option
@json_option
def command(files: tuple[Path, ...], lang: str, rules: Path | None, as_json: bool) -> int:
    """Run examples, and hold them against the rules.

    Without FILES all examples that are shipped are run; of a folder, every .yaml file in it. What
    does not follow is shown with what was expected, what the rules give, and the rule that decided.
    The answers of
    --json have a published schema, answers.schema.json.
    """
    from ..examples import collect, report, run_files, told

    answers = run_files(spread(files) or collect(rules), rules)
    failing = [answer for answer in answers if not answer.ok]
    if as_json:
        print_json(report(answers))
    else:
        for answer in failing:
            click.echo(told(answer, lang))
        click.echo(_summary(len(answers), len(failing)), err=bool(failing))
    return PROBLEMS if failing else FINE


def _summary(count: int, failing: int) -> str:
    said = f"{count} {'example' if count == 1 else 'examples'}"
    if failing:
        return click.style(
            f"{failing} of {said} {'does' if failing == 1 else 'do'} not hold", fg="red"
        )
    return click.style(
        f"{said}, {'and it holds' if count == 1 else 'all of them hold'}", fg="green"
    )
