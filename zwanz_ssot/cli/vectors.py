"""``zwanz vectors``: random rounds with everything that can be asked of them, for the tests of other engines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ..problems import WrongCall
from .group import Taught
from .options import game_argument, lang_option, rules_option, seed_type, variant_option
from .picking import pick


@click.command("vectors", cls=Taught)
@game_argument
@variant_option
@click.option("--rounds", type=click.IntRange(min=1), default=10, show_default=True, help="How many rounds.")
@click.option("--seed", type=seed_type, default=0, show_default=True, help="The same seed gives the same bytes.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@lang_option
@rules_option
def command(
    game: str | None,
    variant: str | None,
    rounds: int,
    seed: int,
    out: Path | None,
    lang: str,
    rules: Path | None,
) -> None:
    """Write test vectors for other engines.

    One round a line, as JSON: the deal, every move with all legal ones and the reason of each refusal, what each
    seat knows, and the settlement, as `schema/vectors.schema.json` has it.
    """
    from ..vectors import text, vectors

    if out is not None and not out.absolute().parent.is_dir():
        raise WrongCall(f"there is no folder {str(out.parent)!r} to write to")
    lines = vectors(pick(game, variant, rules), rounds, seed)
    if out is None:
        answer = sys.stdout.buffer
        for line in lines:
            answer.write(text(line).encode() + b"\n")
        answer.flush()
        return
    _write(out, lines)
    from .phrases import Phrases

    click.echo(Phrases(lang)("vectors_written", n=rounds, file=out))


def _write(out: Path, lines: Iterable[dict[str, Any]]) -> None:
    """Write aside, and move into place what is complete."""
    from ..vectors import text

    aside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            for line in lines:
                file.write(text(line).encode() + b"\n")
        aside.replace(out)
    finally:
        aside.unlink(missing_ok=True)
