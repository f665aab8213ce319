"""``zwanz trace`` and ``zwanz report``: the evidence for every rule, from its source to its code,
and what is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import places
from ..console import busy, plain_table, print_json, print_problems, show
from ..files import write_files
from ..game_names import resolve_game
from ..problems import WrongCall
from ..prose.phrases import Phrases
from .framework import (
    FINE,
    PROBLEMS,
    RULE_SET,
    CommandWithExamples,
    jobs_option,
    json_option,
    lang_option,
    out_option,
    rules_option,
)

if TYPE_CHECKING:
    from rich.table import Table

    from zwanz_renderer.tracing import GameTrace

    from ..trace.coverage import CountOf, Evidence


@click.command("trace", cls=CommandWithExamples)
@click.argument("game", type=RULE_SET, required=False)
@out_option
@lang_option
@jobs_option
@rules_option
def trace_command(
    game: str | None, out: Path, lang: str, jobs: int | None, rules: Path | None
) -> int:
    """Trace every rule from its source to the code.

    Writes OUT/GAME.trace.LANG.html: each rule with its sources, its sentence in every language, an
    example that meets it and one that just misses it, its code and its places in the books. GAME
    may be GAME:VARIANT; without it every game is traced. Missing evidence is reported as a problem
    at the line of the rule.
    """
    from zwanz_renderer import pages
    from zwanz_renderer.tracing import page, trace_all, words

    phrases = Phrases(lang)
    words(lang)  # refuses an unknown language
    languages = pages.languages()
    problems = 0
    wanted = _wanted(game, rules)
    traces = trace_all(wanted, languages, rules, jobs)
    for each in wanted:
        with busy(f"tracing {each}"):
            traced = next(traces)
        name = f"{traced.id}.trace.{lang}.html"
        path = write_files({name: page(traced, lang).encode()}, out)[name]
        print_problems(traced.problems)
        problems += len(traced.problems)
        click.echo(f"{path}  {_summary(traced, phrases)}")
    return PROBLEMS if problems else FINE


def _wanted(game: str | None, rules: Path | None) -> dict[str, tuple[str, ...]]:
    """The variants to trace, by game."""
    from ..library import BASE, library

    known = library(rules)
    if game is None:
        return {each: (BASE, *known.variants(each)) for each in known.games()}
    found = resolve_game(game, None, rules)
    every = (BASE, *known.variants(found.id))
    if found.variant not in every:
        raise WrongCall(
            f"{game} is not among the rule sets, and only these are traced",
            "put it under GAME/variants in a folder of rules, and name that folder with --rules",
        )
    return {found.id: every if game == found.id else (found.variant,)}


def _summary(traced: GameTrace, phrases: Phrases) -> str:
    summary = phrases("traced", n=len(traced.entries), sentences=traced.sentences)
    if traced.problems:
        summary += f", {phrases('traced_lacking', n=len(traced.problems))}"
    return summary


_NONE = "–"
"""What is shown for a number that could not be counted."""
_FEW_KEYS = 20
"""As many sentences to be translated are listed by their keys; more are counted by section."""


@click.command("report", cls=CommandWithExamples)
@click.argument("game", type=RULE_SET, required=False)
@click.option(
    "--mutants",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file that `zwanz mutate --json FILE` wrote.",
)
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
@click.option("--whole", is_flag=True, help="Count what cannot be counted here as a gap, too.")
@lang_option
@rules_option
@json_option
def report_command(
    game: str | None,
    mutants: Path | None,
    markdown: bool,
    whole: bool,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Count the evidence for the rules.

    GAME may be GAME:VARIANT; without it every game is counted. A row for every rule set: the words
    of the rule language that it uses, its sources, its examples, how many of its mutants are
    noticed, the positions that another implementation has counted, its sentences in all languages,
    and the lies in its chapters that are caught. A gap is a number that is zero or less than it
    should be; with one, the exit code is 1. Positions and lies come from a checkout; an installed
    package does not have them.
    """
    from ..library import library
    from ..trace.coverage import EvidenceInputs, evidence

    if markdown and as_json:
        raise click.UsageError("give either --markdown or --json")
    phrases = Phrases(lang)
    inputs = EvidenceInputs(places.tests(), mutants, _count_lies)
    wanted = {f"{id}:{each}" for id, variants in _wanted(game, rules).items() for each in variants}
    rows = [row for row in evidence(library(rules), inputs) if row.rules in wanted]
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
        few = len(keys) <= _FEW_KEYS
        listed = phrases.listed(keys) if few else phrases("report_all_keys")
        click.echo(phrases("labelled", name=count, text=listed))
        if not few:
            _print_sections(keys)
    summary = phrases("report_gaps", n=gaps) if gaps else phrases("report_whole")
    if missing:
        columns = phrases.listed([phrases(f"report_{column}") for column in missing])
        summary = phrases("report_uncounted", summary=summary, columns=columns)
    click.echo(click.style(summary, fg="red" if gaps else "green"))
    return code


def _untranslated() -> Mapping[str, Sequence[str]]:
    """The keys of sentences that are still shown in English, for each language that has any."""
    from ..prose import languages
    from ..prose.template import words

    keys = {language: words(language).untranslated for language in languages()}
    return {language: found for language, found in keys.items() if found}


def _print_sections(keys: Sequence[str]) -> None:
    """Print how many of the keys are in each section of a words file."""
    sections = Counter(key.partition(".")[0] for key in keys)
    width = max(map(len, sections))
    for section, count in sections.items():
        click.echo(f"  {section:<{width}}  {count:>4}")


def _count_lies(folder: Path, built: Path) -> Mapping[str, tuple[int, int]]:
    """The lies planted and refused, by rule set. Imports the books only here."""
    from zwanz_renderer.false_claims import caught

    return caught(folder, built)


def _print_missing(missing: Mapping[str, str], phrases: Phrases) -> None:
    for column, why in missing.items():
        name = f"{_NONE} {phrases(f'report_{column}')}"
        click.echo(phrases("labelled", name=name, text=phrases(f"report_{why}")))


def _heads(phrases: Phrases) -> list[str]:
    from ..trace.coverage import COLUMNS

    return [phrases("report_rules"), *(phrases(f"report_{column}") for column in COLUMNS)]


def _cells(row: Evidence) -> list[str]:
    from ..trace.coverage import COLUMNS

    return [row.rules, *(_cell(row.counts.get(column)) for column in COLUMNS)]


def _totals(rows: Sequence[Evidence], phrases: Phrases) -> list[str]:
    from ..trace.coverage import COLUMNS, total

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
    from ..diff.report import markdown_row

    heads = _heads(phrases)
    totals = [f"**{cell}**" for cell in _totals(rows, phrases)]
    body = [markdown_row(_cells(row)) for row in rows]
    return [markdown_row(heads), f"|---|{'---:|' * (len(heads) - 1)}", *body, markdown_row(totals)]


def _cell(count: CountOf | None) -> str:
    """A count, and what it should be where it is less."""
    if count is None:
        return _NONE
    number = f"{count.number:,}".replace(",", "\u202f")
    return number if count.of in (None, count.number) else f"{number} / {count.of}"
