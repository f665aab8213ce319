"""``zwanz vectors``: random rounds with everything that can be asked of them, for the tests of
other engines.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .group import Taught
from .options import TO_WRITE, game_argument, lang_option, rules_option, seed_type, variant_option
from .output import put
from .picking import pick


@click.command("vectors", cls=Taught)
@game_argument
@variant_option
@click.option(
    "--rounds", type=click.IntRange(min=1), default=10, show_default=True, help="How many rounds."
)
@click.option(
    "--seed",
    type=seed_type,
    default=0,
    show_default=True,
    help="The same seed gives the same bytes.",
)
@click.option("--out", type=TO_WRITE, help="Write to this file.")
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

    One round a line, as JSON: the deal, every move with all legal ones and the reason of each
    refusal, what each seat knows, and the settlement, as `schema/vectors.schema.json` has it.
    """
    from ..vectors import text, vectors
    from .phrases import Phrases

    phrases = Phrases(lang)
    lines = (
        text(line).encode() + b"\n" for line in vectors(pick(game, variant, rules), rounds, seed)
    )
    if out is None:
        answer = sys.stdout.buffer
        answer.writelines(lines)
        answer.flush()
        return
    put(out, lines)
    click.echo(phrases("vectors_written", n=rounds, file=out))
