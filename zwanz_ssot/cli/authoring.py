"""For authors of rules: ``zwanz new`` makes a folder for house rules; ``schema`` and ``lsp`` help
an editor.
"""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

import click

from ..game_names import resolve_game
from ..paths import parse_step
from ..problems import NotInstalled, WrongCall
from .framework import (
    FILE,
    RULE_SET,
    CommandWithExamples,
    ToWrite,
    begins,
    lang_option,
    rules_option,
)


@click.command("new", cls=CommandWithExamples)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--from", "origin", type=RULE_SET, help="The rules that yours are a variant of.")
@click.option(
    "--game", metavar="NAME", help="Instead of --from: a new game with this name in files."
)
@click.option("--name", help="The name of your rules; by default that of the folder.")
@click.option(
    "--repository",
    metavar="URL",
    help="Where pre-commit finds this project; by default it uses the installed zwanz.",
)
@click.option(
    "--revision",
    metavar="TAG",
    help="The version of it that pre-commit takes; goes with --repository.",
)
@lang_option
def new_command(
    folder: Path,
    origin: str | None,
    game: str | None,
    name: str | None,
    repository: str | None,
    revision: str | None,
    lang: str,
) -> None:
    """Begin house rules of your own, or a game, in a new folder.

    With `--from` it holds a variant with an example of a change, examples, a README, a hook for
    pre-commit, a script that checks everything, and a workflow that runs it on GitHub. With
    `--game` it holds a small game that can be played and printed, with a variant, examples,
    chapters, packs, schemas, a README and such a script; `--rules FOLDER` then makes any command
    use it. Existing files are never overwritten.
    """
    from ..library import is_rule_file
    from ..prose.phrases import Phrases
    from ..scaffold import PreCommitSource, new_game, scaffold

    phrases = Phrases(lang)
    if (origin is None) == (game is None):
        text = "name one of --from and --game"
        raise click.UsageError(text if game is None else "--from and --game do not go together")
    called = name.strip() if name is not None else None
    if called == "":
        raise click.UsageError("--name is empty")
    if game is not None:
        if repository or revision:
            raise click.UsageError("--repository and --revision go with --from")
        new_game(folder, game, lang, called)
        click.echo(phrases("scaffold_made", folder=folder))
        click.echo(phrases("scaffold_game_next", folder=shlex.quote(str(folder)), game=game))
        return
    assert origin is not None
    if is_rule_file(origin):
        raise WrongCall(phrases("scaffold_file", origin=origin), phrases("scaffold_file_hint"))
    if (repository is None) != (revision is None):
        raise click.UsageError("--repository and --revision go together")
    source = PreCommitSource(repository, revision) if repository and revision else None
    scaffold(folder, resolve_game(origin), lang, called, source)
    click.echo(phrases("scaffold_made", folder=folder))
    click.echo(phrases("scaffold_next", folder=shlex.quote(str(folder))))


# Schemas for editors


@click.command("schema", cls=CommandWithExamples)
@click.option(
    "--for",
    "file",
    type=FILE,
    metavar="FILE",
    required=True,
    help="The file of a variant, or of examples.",
)
@click.option(
    "--out",
    type=ToWrite("JSON schema", begins('{"$schema":')),
    metavar="FILE",
    help="The file to write; by default it is printed.",
)
@rules_option
def schema_command(file: Path, out: Path | None, rules: Path | None) -> None:
    """Write a JSON schema for house rules.

    For a variant it has every path of the rules that it changes, with the value there and the
    values that are allowed. Many editors have yaml-language-server, which completes and explains
    with the schema if the file begins with the line `# yaml-language-server: $schema=FILE`.
    """
    from ..editor_schema import examples_schema, overlay_schema
    from ..files import write_file
    from ..game_names import resolve_game
    from ..library import written

    data = written(file).data
    if "examples" in data:
        made = examples_schema()
    elif isinstance(data.get("of"), str):
        made = overlay_schema(resolve_game(data["of"], rules=rules))
    else:
        raise WrongCall(f"{file} is neither a variant nor examples", "name one with of:")
    text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, [text.encode()])
        place = Path(os.path.relpath(out, file.parent)).as_posix()  # an editor looks from there
        click.echo(f"# yaml-language-server: $schema={place}")


# The language server

_LOCAL = "127.0.0.1"
_PACKAGES = frozenset({"pygls", "lsprotocol", "cattrs", "attrs"})


class _Address(click.ParamType):  # type: ignore[type-arg]
    """HOST:PORT, or a port of this machine."""

    name = "address"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, int]:
        """Host and port. Refuses anything else."""
        if isinstance(value, tuple):
            return value
        host, _, port = str(value).rpartition(":")
        number = parse_step(port)
        if not isinstance(number, int) or number > 65535:
            self.fail(f"{value!r} is no HOST:PORT", param, ctx)
        return host.strip("[]") or _LOCAL, number


@click.command("lsp", cls=CommandWithExamples)
@click.option(
    "--tcp",
    type=_Address(),
    metavar="[HOST:]PORT",
    help=f"Wait for editors at a socket, of {_LOCAL} without HOST. By default the editor starts "
    "this command and uses its input and output.",
)
@lang_option
@rules_option
def lsp_command(tcp: tuple[str, int] | None, lang: str, rules: Path | None) -> None:
    """Help an editor while rules and chapters are written.

    The editor starts this command; `zwanz docs editors` says how. It is a server for the Language
    Server Protocol.
    """
    try:
        from ..language_server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise NotInstalled("zwanz lsp needs pygls; install it with: pip install pygls") from None
    if tcp is None:
        server.serve_stdio(lang, rules)
    else:
        host, port = tcp
        server.serve_tcp(
            host, port, lang, rules, lambda chosen: click.echo(f"{host}:{chosen}", err=True)
        )
