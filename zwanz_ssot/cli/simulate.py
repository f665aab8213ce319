"""``zwanz simulate``: many rounds played and settled, a row for each in a file."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import counted
from ..game_names import resolve_game
from .framework import (
    FINE,
    TO_WRITE,
    CommandWithExamples,
    first_seed_option,
    game_argument,
    jobs_option,
    players_option,
    rules_option,
    variant_option,
)


@click.command("simulate", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--rounds", type=click.IntRange(min=1), default=1000, show_default=True, help="How many rounds."
)
@players_option
@first_seed_option
@jobs_option
@click.option("--out", type=TO_WRITE, required=True, help="The file: .jsonl, .csv or .parquet.")
@click.option("--resume", is_flag=True, help="Go on where an earlier call was interrupted.")
@rules_option
def command(
    game: str | None,
    variant: str | None,
    rounds: int,
    players: str | None,
    seed: int,
    jobs: int | None,
    out: Path,
    resume: bool,
    rules: Path | None,
) -> int:
    """Play many rounds, and write a row for each.

    It holds contract, declarer, partners, card points, announcements, doubling, every item of the
    settlement and the scores. The rows are the same however many processes play. Interrupted, the
    rows so far stay in a file beside it, from which --resume goes on.
    """
    from ..analysis.simulation import PART, USUAL, write_rows

    chosen = resolve_game(game, variant, rules)
    try:
        with counted("rounds") as progress:
            write_rows(
                chosen,
                rounds,
                out,
                seed=seed,
                players=players or USUAL,
                jobs=jobs,
                resume=resume,
                progress=progress,
            )
    except KeyboardInterrupt:
        click.echo(f"the rows so far are in {out}{PART}; --resume goes on", err=True)
        raise
    return FINE
