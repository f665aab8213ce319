"""``zwanz trace``: every rule from its source to the code, as a page; and what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import print_problems
from ..files import write_files
from ..game_names import resolve_game
from ..prose.phrases import Phrases
from .exit_codes import FINE, PROBLEMS
from .group import CommandWithExamples
from .options import RULE_SET, lang_option, out_option, rules_option

if TYPE_CHECKING:
    from zwanz_renderer.tracing.game import GameTrace


@click.command("trace", cls=CommandWithExamples)
@click.argument("game", type=RULE_SET, required=False)
@out_option
@lang_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="How many processes; without it one for each processor.",
)
@rules_option
def command(game: str | None, out: Path, lang: str, jobs: int | None, rules: Path | None) -> int:
    """Trace every rule from its source to the code.

    Writes OUT/GAME.trace.LANG.html: each rule with its sources, its sentence in every language, an
    example that meets it and one that just misses it, its code and its places in the books. GAME
    may be GAME:VARIANT; without it every game is traced. What a rule lacks is told as a problem at
    its line.
    """
    from zwanz_renderer import pages
    from zwanz_renderer.tracing.game import trace_all
    from zwanz_renderer.tracing.page import page, words

    phrases = Phrases(lang)
    words(lang)  # refuses a language that there is not
    languages = pages.languages()
    problems = 0
    for traced in trace_all(_wanted(game, rules), languages, rules, jobs):
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
    whole = game == found.id
    return {found.id: (BASE, *known.variants(found.id)) if whole else (found.variant,)}


def _summary(traced: GameTrace, phrases: Phrases) -> str:
    summary = phrases("traced", n=len(traced.entries), sentences=traced.sentences)
    if traced.problems:
        summary += f", {phrases('traced_lacking', n=len(traced.problems))}"
    return summary
