"""``zwanz diff``: what two variants do differently, as sentences with their sources."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import click

from ..problems import WrongCall
from .contrasts import differences
from .contrasts_told import as_markdown, data, print_told
from .group import Taught
from .options import RULE_SET, json_option, lang_option, rules_option
from .output import print_json
from .picking import FILES, pick

if TYPE_CHECKING:
    from ..model import Game
    from .phrases import Phrases

@click.command("diff", cls=Taught)
@click.argument("a", type=RULE_SET)
@click.argument("b", type=RULE_SET, required=False)
@click.argument("paths", nargs=-1)
@lang_option
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
@click.option(
    "--tries", type=click.IntRange(min=0), default=200, show_default=True, help="How many examples of revisions."
)
@rules_option
@json_option
def command(
    a: str,
    b: str | None,
    paths: tuple[str, ...],
    lang: str,
    markdown: bool,
    tries: int,
    rules: FilePath | None,
    as_json: bool,
) -> None:
    """Say how two variants or two revisions differ, as sentences.

    Each sentence says what is different when B is played instead of A, with its source. A and B are
    GAME:VARIANT, a VARIANT alone where only one game has it, or the file of a variant of your own; the variant
    `base` is the game without any changes.

    A and B, or A..B, may also be two git revisions of the folder's repository, with PATHS to look at. Then every
    game and variant is told, and the examples of B are held against the rules of A.
    """
    from .phrases import Phrases

    if markdown and as_json:
        raise click.UsageError("either --markdown or --json")
    phrases = Phrases(lang)
    if revisions := _revisions(a, b, paths, rules):
        from . import changed

        changed.tell(*revisions, lang=lang, tries=tries, form="markdown" if markdown else "json" if as_json else "text")
        return
    if b is None:
        raise click.UsageError("Missing argument 'B'.")
    before, after = pick(a, rules=rules), pick(b, rules=rules)
    if before.id != after.id:
        raise WrongCall(phrases("different_games", a=a, b=b))
    told = list(differences(before, after, lang))
    if as_json:
        print_json({"game": after.id, "a": before.variant, "b": after.variant, "differences": [*map(data, told)]})
    elif markdown:
        heading = _heading(before, after, len(told), phrases)
        click.echo("\n".join(as_markdown(f"**{heading}**", told, phrases)))
    else:
        print_told(_heading(before, after, len(told), phrases), told)


def _revisions(
    a: str, b: str | None, paths: tuple[str, ...], rules: FilePath | None
) -> tuple[str, str, tuple[str, ...]] | None:
    """The two git revisions and the paths that are meant; None where rule sets are. What the rules have a name
    for is a rule set."""
    from ..loading import BASE, library

    if ".." in a and not a.endswith(FILES):
        old, _, new = a.partition("..")
        return old or "HEAD", new or "HEAD", (*([b] if b is not None else ()), *paths)
    if b is None:
        return None
    shelf = library(rules)
    named = {BASE, *shelf.games(), *(variant for game in shelf.games() for variant in shelf.variants(game))}
    if any(each in named or ":" in each or each.endswith(FILES) for each in (a, b)):
        if paths:
            raise click.UsageError("paths go with two revisions of git")
        return None
    from .revisions import is_revision

    return (a, b, paths) if paths or is_revision(a) or is_revision(b) else None


def _heading(before: Game, after: Game, count: int, phrases: Phrases) -> str:
    a, b = before.variant, after.variant
    return phrases("differences", n=count, a=a, b=b) if count else phrases("no_differences", a=a, b=b)
