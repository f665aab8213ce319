"""``zwanz trace``: every rule from its source to the code, as a page; and what is missing on the
way.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import print_problems
from ..files import write_files
from ..prose.phrases import Phrases
from .exit_codes import FINE, PROBLEMS
from .group import CommandWithExamples
from .options import RULE_SET, lang_option, out_option, pick, rules_option

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
        click.echo(f"{path}  {_told(traced, phrases)}")
    return PROBLEMS if problems else FINE


def _wanted(game: str | None, rules: Path | None) -> dict[str, tuple[str, ...]]:
    """The games that are meant, each with those of its variants that are."""
    from ..library import BASE, library

    shelf = library(rules)
    if game is None:
        return {each: (BASE, *shelf.variants(each)) for each in shelf.games()}
    found = pick(game, None, rules)
    return {found.id: (BASE, *shelf.variants(found.id)) if game == found.id else (found.variant,)}


def _told(traced: GameTrace, phrases: Phrases) -> str:
    rules, lacking = len(traced.entries), len(traced.problems)
    said = phrases("traced", n=rules, sentences=traced.sentences)
    return f"{said}, {phrases('traced_lacking', n=lacking)}" if lacking else said
