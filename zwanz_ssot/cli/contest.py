"""``zwanz contest``: what one player gains on others."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import counted, plain_table, print_json, show
from ..game_names import resolve_game
from .framework import (
    FINE,
    PLAYERS,
    CommandWithExamples,
    first_seed_option,
    game_argument,
    jobs_option,
    json_option,
    rules_option,
    variant_option,
)


@click.command("contest", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option("--player", type=PLAYERS, default="sampling", show_default=True, help="Whom to try.")
@click.option("--others", type=PLAYERS, help="All the others: simple, unless told.")
@click.option(
    "--deals", type=click.IntRange(min=2), default=100, show_default=True, help="How many deals."
)
@first_seed_option
@jobs_option
@rules_option
@json_option
def command(
    game: str | None,
    variant: str | None,
    player: str,
    others: str | None,
    deals: int,
    seed: int,
    jobs: int | None,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Tell what a player gains a round on others.

    Each deal is played once by the others alone and once with the player in each seat; what it
    gains is its score less that of the other player in the same seat. The interval is of 95 %, over
    deals.
    """
    from ..analysis.contest import contest
    from ..analysis.simulation import USUAL

    chosen, against = resolve_game(game, variant, rules), others or USUAL
    with counted("deals") as progress:
        found = contest(chosen, deals, player, against, seed=seed, jobs=jobs, progress=progress)
    low, high = found.interval
    if as_json:
        figures = {"value": found.gain, "low": low, "high": high}
        timed = {"mean": found.seconds, "longest": found.slowest}
        print_json({"deals": deals, "gain": figures, "words": found.words, "seconds": timed})
        return FINE
    rows = plain_table(f"{player} against {against}", f"{chosen.id}:{chosen.variant}")
    rows.add_row("points a round", f"{found.gain:+.2f} ({low:+.2f}, {high:+.2f})".replace("-", "−"))
    rounds = deals * chosen.table.players
    for kind, many in found.words.items():
        rows.add_row(f"{kind}, in {rounds} rounds", str(many))
    rows.add_row("a choice, of processor time", f"{1000 * found.seconds:.1f} ms")
    rows.add_row("the longest", f"{1000 * found.slowest:.0f} ms")
    show(rows)
    return FINE
