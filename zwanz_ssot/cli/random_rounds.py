"""``zwanz random``: many rounds with random moves, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import plain_table, print_json, show
from ..game_names import resolve_game
from .framework import (
    CommandWithExamples,
    game_argument,
    json_option,
    lang_option,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..round_statistics import RoundCounts


@click.command("random", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--rounds", type=click.IntRange(min=1), default=2000, show_default=True, help="How many rounds."
)
@click.option(
    "--seed",
    type=seed_type,
    default=0,
    show_default=True,
    help="The same seed gives the same rounds.",
)
@lang_option
@rules_option
@json_option
def command(
    game: str | None,
    variant: str | None,
    rounds: int,
    seed: int,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Count what many random rounds come to.

    Useful after a change of rules: is every contract reached, is anything never won, how often are
    cards thrown in?
    """
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..round_statistics import count_rounds

    chosen = resolve_game(game, variant, rules)
    prose = Prose(chosen, lang)
    counts = count_rounds(chosen, rounds, seed)
    if as_json:
        print_json(counts.as_dict())
        return
    _print(counts, prose, Phrases(lang))


def _print(counts: RoundCounts, prose: Prose, phrases: Phrases) -> None:
    from ..terminal.transcript import silence

    game, rounds = counts.game, counts.rounds
    name = game.game_name.said(prose.language)
    show(phrases("statistics", n=rounds, game=name, variant=game.variant), "")

    table = _table(phrases, "contract", "rounds", "share", "won", "points", "score")
    for contract, row in counts.by_contract().items():
        cells = [str(row.rounds), _percent(row.rounds, rounds), "–", "–", "–"]
        if row.rounds and not row.alone:
            points, score = row.points / row.rounds, row.declarer / row.rounds
            cells[2:] = [_percent(row.won, row.rounds), f"{points:.1f}", f"{score:+.1f}"]
        table.add_row(prose.contract(contract), *(_as_written(cell, phrases) for cell in cells))
    show(table)

    if counts.bonuses:
        table = _table(phrases, "bonus", "times", "share")
        for bonus, announced, verdict, times in counts.by_bonus():
            result = phrases("announced" if announced else "silent", verdict=phrases(verdict))
            share = _as_written(_percent(times, rounds), phrases)
            table.add_row(f"{prose.bonus(bonus)}, {result}", str(times), share)
        show("", table)

    if counts.thrown_in:
        table = _table(phrases, "reason", "times", "share")
        for reason in game.deals_again:
            times = counts.thrown_in[reason]
            share = _as_written(_percent(times, rounds), phrases)
            table.add_row(prose.thrown_in(reason), str(times), share)
        show("", table)

    for path, times in sorted(counts.silent.items()):
        share = _as_written(_percent(times, rounds), phrases)
        show("", f"{silence(prose, phrases, path)} {share}")
    show("", phrases("random_note"))


def _table(phrases: Phrases, *columns: str) -> Table:
    return plain_table(*(phrases(f"column_{key}") for key in columns))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _as_written(number: str, phrases: Phrases) -> str:
    """A number with the decimal sign of the language, and a minus sign for a hyphen."""
    return number.replace(".", phrases("decimal")).replace("-", "−")
