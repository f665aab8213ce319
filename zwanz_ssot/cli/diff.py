"""``zwanz diff``: what two variants do differently, as sentences with their sources."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import click

from ..console import print_json
from ..diff.behaviour import BehaviourChange, altered_data, altered_markdown, print_altered
from ..diff.rules import as_markdown, data, differences, print_told
from ..problems import WrongCall
from .group import CommandWithExamples
from .options import FILES, RULE_SET, json_option, lang_option, pick, rules_option

if TYPE_CHECKING:
    from ..model import Game, Path
    from ..prose.phrases import Phrases


@click.command("diff", cls=CommandWithExamples)
@click.argument("a", type=RULE_SET)
@click.argument("b", type=RULE_SET, required=False)
@click.argument("paths", nargs=-1)
@lang_option
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
@click.option(
    "--tries",
    type=click.IntRange(min=0),
    default=200,
    show_default=True,
    help="Examples tried at most.",
)
@click.option("--play/--no-play", default=True, help="Tell what it alters in play, or not.")
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
    rules: FilePath | None,
    as_json: bool,
) -> None:
    """Say how two variants or two revisions differ, as sentences.

    Each sentence says what is different when B is played instead of A, with its source. A and B are
    GAME:VARIANT, a VARIANT alone where only one game has it, or the file of a variant of your own;
    the variant `base` is the game without any changes. What this alters in play is told below: the
    examples of B that come out otherwise by the rules of A (those of A by the rules of B, where B
    has none), and where the same cards lead to more or fewer positions.

    A and B, or A..B, may also be two git revisions of the folder's repository, with PATHS to look
    at. Then every game and variant is told, and the examples of B are held against the rules of A.
    """
    from ..prose.phrases import Phrases

    if markdown and as_json:
        raise click.UsageError("either --markdown or --json")
    phrases = Phrases(lang)
    if revisions := _revisions(a, b, paths, rules):
        from ..diff import revisions as changed

        form = "markdown" if markdown else "json" if as_json else "text"
        changed.tell(*revisions, lang=lang, tries=tries, play=play, form=form)
        return
    if b is None:
        raise click.UsageError("Missing argument 'B'.")
    before, after = pick(a, rules=rules), pick(b, rules=rules)
    if before.id != after.id:
        raise WrongCall(phrases("different_games", a=a, b=b))
    told = list(differences(before, after, lang))
    altered = (
        _altered(before, after, [each.path for each in told], rules, tries, lang)
        if play and told
        else BehaviourChange()
    )
    games = {after.variant: after}
    if as_json:
        head = {"game": after.id, "a": before.variant, "b": after.variant}
        print_json({**head, "differences": [*map(data, told)], **altered_data(altered)})
        return
    heading = _heading(before, after, len(told), phrases)
    if markdown:
        click.echo("\n".join(as_markdown(f"**{heading}**", told, phrases)))
        click.echo("\n".join(altered_markdown(altered, games, lang, phrases)), nl=altered.tells)
    else:
        print_told(heading, told)
        click.echo(nl=altered.tells)
        print_altered(altered, games, lang, phrases)


def _revisions(
    a: str, b: str | None, paths: tuple[str, ...], rules: FilePath | None
) -> tuple[str, str, tuple[str, ...]] | None:
    """The two git revisions and the paths that are meant; None where rule sets are. What the rules
    have a name for is a rule set.
    """
    from ..library import BASE, library

    if ".." in a and not a.endswith(FILES):
        old, _, new = a.partition("..")
        return old or "HEAD", new or "HEAD", (*([b] if b is not None else ()), *paths)
    if b is None:
        return None
    shelf = library(rules)
    named = {
        BASE,
        *shelf.games(),
        *(variant for game in shelf.games() for variant in shelf.variants(game)),
    }
    if any(each in named or ":" in each or each.endswith(FILES) for each in (a, b)):
        if paths:
            raise click.UsageError("paths go with two revisions of git")
        return None
    from ..diff.revisions import is_revision

    return (a, b, paths) if paths or is_revision(a) or is_revision(b) else None


def _altered(
    before: Game, after: Game, paths: list[Path], rules: FilePath | None, tries: int, lang: str
) -> BehaviourChange:
    from ..diff.behaviour import between, moved
    from ..library import library

    flips = between(before, after, paths, library(rules).root, tries, lang)
    return BehaviourChange(flips, moved(after.variant, before, after))


def _heading(before: Game, after: Game, count: int, phrases: Phrases) -> str:
    a, b = before.variant, after.variant
    return (
        phrases("differences", n=count, a=a, b=b) if count else phrases("no_differences", a=a, b=b)
    )
