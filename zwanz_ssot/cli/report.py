"""``zwanz report``: for every rule set, what its rules are proved by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import places
from ..console import plain_table, print_json, show
from ..prose.phrases import Phrases
from .exit_codes import FINE, PROBLEMS
from .group import CommandWithExamples
from .options import json_option, lang_option, rules_option

if TYPE_CHECKING:
    from rich.table import Table

    from ..evidence import CountOf, Evidence

_NONE = "–"


@click.command("report", cls=CommandWithExamples)
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
    from ..evidence import EvidenceInputs, evidence
    from ..library import library

    if markdown and as_json:
        raise click.UsageError("either --markdown or --json")
    phrases = Phrases(lang)
    inputs = EvidenceInputs(places.tests(), mutants, _count_lies)
    rows = evidence(library(rules), inputs)
    missing = inputs.missing
    untranslated = _untranslated()
    gaps = sum(len(row.gaps) for row in rows) + (len(missing) * len(rows) if whole else 0)
    code = PROBLEMS if gaps else FINE
    if as_json:
        data = [row.as_dict() for row in rows]
        print_json({"rule_sets": data, "not_counted": missing, "to_be_translated": untranslated})
        return code
    if markdown:
        click.echo("\n".join(_markdown(rows, phrases)))
    else:
        show(_table(rows, phrases))
        _print_missing(missing, phrases)
    for language, keys in untranslated.items():
        count = phrases("report_untranslated", language=language, n=len(keys))
        click.echo(f"{count}: {', '.join(keys)}")
    summary = phrases("report_gaps", n=gaps) if gaps else phrases("report_whole")
    click.echo(click.style(summary, fg="red" if gaps else "green"))
    return code


def _untranslated() -> Mapping[str, Sequence[str]]:
    """By language, the sentences that are still shown in English; none of a whole language."""
    from ..prose import languages
    from ..prose.template import words

    keys = {language: words(language).untranslated for language in languages()}
    return {language: found for language, found in keys.items() if found}


def _count_lies(folder: Path, built: Path) -> Mapping[str, tuple[int, int]]:
    """Lies planted and refused by rule set; imports the books only if they are asked for."""
    from zwanz_renderer.false_claims import caught

    return caught(folder, built)


def _print_missing(missing: Mapping[str, str], phrases: Phrases) -> None:
    for column, why in missing.items():
        click.echo(f"{_NONE} {phrases(f'report_{column}')}: {phrases(f'report_{why}')}")


def _heads(phrases: Phrases) -> list[str]:
    from ..evidence import COLUMNS

    return [phrases("report_rules"), *(phrases(f"report_{column}") for column in COLUMNS)]


def _cells(row: Evidence) -> list[str]:
    from ..evidence import COLUMNS

    return [row.rules, *(_cell(row.counts.get(column)) for column in COLUMNS)]


def _totals(rows: Sequence[Evidence], phrases: Phrases) -> list[str]:
    from ..evidence import COLUMNS, total

    return [phrases("report_all"), *(_cell(total(rows, column)) for column in COLUMNS)]


def _table(rows: Sequence[Evidence], phrases: Phrases) -> Table:
    table = plain_table(*_heads(phrases))
    table.columns[0].no_wrap = True
    for row in rows:
        table.add_row(*_cells(row), style="red" if row.gaps else None)
    table.add_section()
    table.add_row(*_totals(rows, phrases), style="bold")
    return table


def _markdown(rows: Sequence[Evidence], phrases: Phrases) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    heads = _heads(phrases)
    totals = [f"**{cell}**" for cell in _totals(rows, phrases)]
    body = [line(_cells(row)) for row in rows]
    return [line(heads), f"|---|{'---:|' * (len(heads) - 1)}", *body, line(totals)]


def _cell(count: CountOf | None) -> str:
    """A count, with how many there should be where they are not all there."""
    if count is None:
        return _NONE
    number = f"{count.number:,}".replace(",", "\u202f")
    return number if count.of in (None, count.number) else f"{number} / {count.of}"
