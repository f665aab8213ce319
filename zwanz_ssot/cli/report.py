"""``zwanz report``: for every rule set, what its rules are proved by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .ending import FINE, PROBLEMS
from .group import Taught
from .options import json_option, lang_option, rules_option
from .output import print_json, show
from .phrases import Phrases
from .proofs import COLUMNS, Count, Figures, Inputs, figures

if TYPE_CHECKING:
    from rich.table import Table

_NOTHING = "–"


@click.command("report", cls=Taught)
@click.option(
    "--mutants",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What `zwanz mutate --json FILE` wrote.",
)
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
@click.option("--whole", is_flag=True, help="What cannot be counted here is a gap, too.")
@lang_option
@rules_option
@json_option
def command(
    mutants: Path | None, markdown: bool, whole: bool, lang: str, rules: Path | None, as_json: bool
) -> int:
    """Print what proves the rules.

    A row for every rule set: the words of the rule language that it uses, its sources, its
    examples, how many of its mutants are noticed, the positions that another implementation has
    counted, its sentences in all languages, and the lies in its chapters that are caught. A gap, a
    number that is nothing or not all of what it should be, is exit code 1. Positions and lies are
    those of a checkout; an installed package does not have them.
    """
    from ..loading import library

    if markdown and as_json:
        raise click.UsageError("either --markdown or --json")
    phrases = Phrases(lang)
    shelf = library(rules)
    inputs = Inputs(_tests(), mutants)
    rows = figures(shelf, inputs)
    missing = inputs.missing
    if as_json:
        print_json(_data(rows, missing))
    elif markdown:
        click.echo("\n".join(_markdown(rows, phrases)))
    else:
        show(_table(rows, phrases))
        for column, why in missing.items():
            click.echo(f"{_NOTHING} {phrases(f'report_{column}')}: {phrases(f'report_{why}')}")
    gaps = sum(len(row.gaps) for row in rows) + (len(missing) * len(rows) if whole else 0)
    if not as_json:
        colour = "red" if gaps else "green"
        click.echo(
            click.style(
                phrases("report_gaps", n=gaps) if gaps else phrases("report_whole"), fg=colour
            )
        )
    return PROBLEMS if gaps else FINE


def _tests() -> Path | None:
    """The tests of a checkout; None where the package is installed."""
    folder = Path(__file__).resolve().parents[2] / "tests"
    return folder if (folder / "perft").is_dir() else None


def _table(rows: Sequence[Figures], phrases: Phrases) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(phrases("report_rules"), no_wrap=True)
    for column in COLUMNS:
        table.add_column(phrases(f"report_{column}"), justify="right")
    for row in rows:
        cells = [_cell(row.counts.get(column)) for column in COLUMNS]
        table.add_row(row.rules, *cells, style="red" if row.gaps else None)
    table.add_section()
    table.add_row(
        phrases("report_all"), *(_cell(_sum(rows, column)) for column in COLUMNS), style="bold"
    )
    return table


def _markdown(rows: Sequence[Figures], phrases: Phrases) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    names = [phrases(f"report_{column}") for column in COLUMNS]
    told = [
        line([row.rules, *(_cell(row.counts.get(column)) for column in COLUMNS)]) for row in rows
    ]
    total = line(
        [
            f"**{phrases('report_all')}**",
            *(f"**{_cell(_sum(rows, column))}**" for column in COLUMNS),
        ]
    )
    return [line([phrases("report_rules"), *names]), f"|---|{'---:|' * len(names)}", *told, total]


def _data(rows: Sequence[Figures], missing: object) -> dict[str, object]:
    told = [
        {
            "rules": row.rules,
            **{
                column: {"number": each.number, "of": each.of}
                for column, each in row.counts.items()
            },
            "gaps": list(row.gaps),
        }
        for row in rows
    ]
    return {"rule_sets": told, "not_counted": missing}


def _sum(rows: Sequence[Figures], column: str) -> Count | None:
    """All rule sets together; None where a sum says nothing."""
    counts = [row.counts[column] for row in rows if column in row.counts]
    if not counts or column in ("terms", "sources"):
        return None
    of = [each.of for each in counts if each.of is not None]
    return Count(sum(each.number for each in counts), sum(of) if len(of) == len(counts) else None)


def _cell(count: Count | None) -> str:
    if count is None:
        return _NOTHING
    number = f"{count.number:,}".replace(",", "\u202f")
    return number if count.of in (None, count.number) else f"{number} / {count.of}"
