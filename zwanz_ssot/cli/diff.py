"""``zwanz diff``: the differences between two variants or two revisions, with sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import busy, print_json, show
from ..game_names import resolve_game, rule_set_names
from ..library import is_rule_file
from ..problems import WrongCall, did_you_mean
from .framework import (
    FINE,
    PROBLEMS,
    RULE_SET,
    CommandWithExamples,
    WholeNumber,
    ended_by_signals,
    json_option,
    lang_option,
    rules_option,
)

if TYPE_CHECKING:
    from ..diff.report import DiffReport
    from ..prose.phrases import Phrases


@click.command("diff", cls=CommandWithExamples)
@click.argument("a", type=RULE_SET)
@click.argument("b", type=RULE_SET, required=False)
@click.argument("paths", nargs=-1)
@lang_option
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
@click.option(
    "--tries",
    type=WholeNumber(min=0),
    default=200,
    show_default=True,
    help="The most examples to run.",
)
@click.option("--play/--no-play", default=True, help="Compare how they play, or only the rules.")
@rules_option
@json_option
def command(
    a: str,
    b: str | None,
    paths: tuple[str, ...],
    lang: str,
    markdown: bool,
    tries: int,
    play: bool,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Say how two variants or two revisions differ, as sentences.

    Each sentence says what changes when B is played instead of A, with its source. A and B are
    GAME:VARIANT, a VARIANT alone where only one game has it, or the file of your own variant; the
    variant `base` is the game without any changes. Below follows what changes in play: the examples
    of B that come out otherwise by the rules of A (those of A by the rules of B, if B has none),
    and where the same cards lead to more or fewer positions.

    A and B, or A..B, may also be two git revisions of the repository of this folder, with PATHS to
    compare. Then every game and variant is compared, and the examples of B are run by the rules of
    A.
    """
    from ..prose.phrases import Phrases

    if markdown and as_json:
        raise click.UsageError("give either --markdown or --json")
    phrases, is_faulty = Phrases(lang), False
    if revisions := _revisions(a, b, paths, rules, phrases):
        from ..diff.report import of_revisions
        from ..diff.revisions import compare_revisions

        old, new, below = revisions
        with ended_by_signals(), busy(f"comparing {old} and {new}"):
            diff = compare_revisions(old, new, below, lang=lang, tries=tries, play=play)
            report = of_revisions(old, new, diff, phrases, lang)
            is_faulty = diff.is_faulty
    else:
        if b is None:
            raise click.UsageError("Missing argument 'B'.")
        with busy(f"comparing {a} and {b}"):
            report = _of_variants(a, b, rules, phrases, lang, tries, play)
    if as_json:
        print_json(report.data)
    elif markdown:
        from ..diff.report import markdown as as_markdown

        click.echo(as_markdown(report))
    else:
        _print(report)
    return PROBLEMS if is_faulty else FINE


def _of_variants(
    a: str, b: str, rules: Path | None, phrases: Phrases, lang: str, tries: int, play: bool
) -> DiffReport:
    from ..diff.report import of_variants
    from ..library import BASE, library

    before, after = resolve_game(a, rules=rules), resolve_game(b, rules=rules)
    # "base" alone means the base of the game of the other rule set.
    if a == BASE:
        before = resolve_game(after.id, rules=rules)
    elif b == BASE:
        after = resolve_game(before.id, rules=rules)
    if before.id != after.id:
        raise WrongCall(phrases("different_games", a=a, b=b))
    return of_variants(before, after, library(rules).root, phrases, lang, tries, play)


def _print(report: DiffReport) -> None:
    from ..diff.report import text

    for part in text(report):
        if isinstance(part, str):
            click.echo(part)  # never broken into lines
        else:
            show(part)


def _revisions(
    a: str, b: str | None, paths: tuple[str, ...], rules: Path | None, phrases: Phrases
) -> tuple[str, str, tuple[str, ...]] | None:
    """The two git revisions and the paths of a call; None where it names rule sets.

    A name that both the rules and git know is a rule set. Raises `WrongCall` for names that neither
    knows.
    """
    from ..diff.revisions import commit, is_revision
    from ..library import library

    if ".." in a and not is_rule_file(a):
        old, _, new = a.partition("..")
        return old or "HEAD", new or "HEAD", (*([b] if b is not None else ()), *paths)
    if b is None:
        return None
    known = rule_set_names(library(rules))
    if any(each in known or ":" in each or is_rule_file(each) for each in (a, b)):
        if paths:
            raise click.UsageError("paths go with two revisions of git")
        return None
    if paths or is_revision(a) or is_revision(b):
        return a, b, paths
    if not did_you_mean(a, known):
        try:
            commit(a, phrases)
        except WrongCall as wrong:
            raise WrongCall(f"there is no game or variant {a!r}", str(wrong)) from None
    return None
