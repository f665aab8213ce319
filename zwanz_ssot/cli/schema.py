"""``zwanz schema``: a JSON schema for editors that complete and explain by one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..problems import WrongCall
from .framework import FILE, TO_WRITE, CommandWithExamples, rules_option


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
    "--out", type=TO_WRITE, metavar="FILE", help="The file to write; otherwise it is printed."
)
@rules_option
def command(file: Path, out: Path | None, rules: Path | None) -> None:
    """Write a JSON schema for house rules.

    For a variant it has every path of the rules that it changes, with what stands there and what
    may stand there. yaml-language-server, which many editors have, completes and explains with it
    where the file begins with the line `# yaml-language-server: $schema=FILE`.
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
        click.echo(f"# yaml-language-server: $schema={out}")
