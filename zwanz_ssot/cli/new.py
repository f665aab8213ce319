"""``zwanz new``: a folder for house rules, with what checks them in any repository."""

from __future__ import annotations

from pathlib import Path

import click

from ..game_names import resolve_game
from ..problems import WrongCall
from .framework import RULE_SET, CommandWithExamples, lang_option


@click.command("new", cls=CommandWithExamples)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--from", "origin", type=RULE_SET, required=True, help="The rules that yours are a variant of."
)
@click.option("--name", help="What your rules are called; otherwise as the folder.")
@click.option(
    "--repository",
    metavar="URL",
    help="Where pre-commit finds this project; otherwise the installed zwanz.",
)
@click.option(
    "--revision",
    metavar="TAG",
    help="Which version of it pre-commit takes; goes with --repository.",
)
@lang_option
def command(
    folder: Path,
    origin: str,
    name: str | None,
    repository: str | None,
    revision: str | None,
    lang: str,
) -> None:
    """Begin house rules of your own in a new folder.

    It holds a variant with an example of a change, examples, a README, a hook for pre-commit, a
    script that checks everything, and a workflow that runs it on GitHub. What exists already is
    never written over.
    """
    from ..library import is_rule_file
    from ..prose.phrases import Phrases
    from ..scaffold import PreCommitSource, scaffold

    phrases = Phrases(lang)
    if is_rule_file(origin):
        raise WrongCall(phrases("scaffold_file", origin=origin), phrases("scaffold_file_hint"))
    if (repository is None) != (revision is None):
        raise click.UsageError("--repository and --revision go together")
    if name is not None and not name.strip():
        raise click.UsageError("--name is empty")
    source = PreCommitSource(repository, revision) if repository and revision else None
    scaffold(folder, resolve_game(origin), lang, name.strip() if name else None, source)
    click.echo(phrases("scaffold_made", folder=folder))
    click.echo(phrases("scaffold_next", folder=folder))
