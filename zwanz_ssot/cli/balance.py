"""``zwanz balance``: what the rules make of a game, or what a change of them does to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import counted, plain_table, print_json, show
from ..game_names import resolve_game
from ..problems import WrongCall
from .framework import (
    FINE,
    RULE_SET,
    CommandWithExamples,
    first_seed_option,
    game_argument,
    jobs_option,
    json_option,
    players_option,
    rules_option,
    variant_option,
)

if TYPE_CHECKING:
    from ..analysis.balance import Balance, Interval, Name

_LARGE = 100
"""From here on figures have no decimals."""
_NOTE = (
    "In brackets intervals of 95 %; differences of shares are in percentage points. An asterisk "
    "marks a paired difference whose interval excludes "
    "0; of twenty figures that are alike about one is marked by chance."
)


@click.command("balance", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option("--against", type=RULE_SET, help="Another rule set, played with the same cards.")
@click.option(
    "--rounds", type=click.IntRange(min=2), default=1000, show_default=True, help="How many rounds."
)
@players_option
@first_seed_option
@jobs_option
@click.option("--markdown", is_flag=True, help="Answer in Markdown, for a pull request.")
@rules_option
@json_option
def command(
    game: str | None,
    variant: str | None,
    against: str | None,
    rounds: int,
    players: str | None,
    seed: int,
    jobs: int | None,
    markdown: bool,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Count what the rules make of a game.

    Players play many rounds: how often each contract is bid, by which seat, and won, what it brings
    the declarer, what each item brings, and the seats against each other. With --against the
    same cards are played by other rules, and what differs is marked.
    """
    from ..analysis.balance import balance, data
    from ..analysis.simulation import USUAL

    if markdown and as_json:
        raise click.UsageError("--markdown or --json")
    sets = [resolve_game(game, variant, rules)]
    if against is not None:
        sets.append(resolve_game(against, None, rules))
        if sets[0].deck.id != sets[1].deck.id or sets[0].table.players != sets[1].table.players:
            text = "these rule sets cannot be played with the same cards"
            raise WrongCall(text, "compare two with one pack and as many players")
    found: list[Balance] = []
    for each in sets:
        with counted("rounds") as progress:
            who = players or USUAL
            found.append(
                balance(each, rounds, seed=seed, players=who, jobs=jobs, progress=progress)
            )
    if as_json:
        print_json(data(found[0], found[1] if len(found) > 1 else None))
        return FINE
    titles = {"contract": "Contracts", "item": "Settlement", "seat": "Seats"}
    names = [f"{each.game.id}:{each.game.variant}" for each in found]
    called = names if len(names) == 1 else [f"A {names[0]}", f"B {names[1]}"]
    parts: list[Any] = [f"{', '.join(called)}: {rounds} rounds", ""]
    for table, title in titles.items():
        rows = _rows(found, table)
        parts += _markdown(title, rows, names) if markdown else _text(title, rows, names)
        parts.append("")
    show(*parts, _NOTE) if not markdown else click.echo("\n".join([*parts, _NOTE]))
    return FINE


def _rows(found: list[Balance], table: str) -> list[list[str]]:
    """The cells of a table: what is counted, each rule set, and the difference."""
    from ..analysis.balance import difference

    names: dict[Name, None] = {}
    for each in found:
        names |= dict.fromkeys(name for name in each.figures if name[0] == table)
    rows = []
    for name in names:
        cells = [each.interval(name) for each in found]
        share = any(each.figures[name].is_share for each in found if name in each.figures)
        if not any(cell is not None and cell.value for cell in cells):
            continue
        row = [f"{name[1]}, {name[2]}", *(_cell(cell, share) for cell in cells)]
        if len(found) > 1:
            differs = difference(found[0], found[1], name)
            mark = " *" if differs is not None and differs.excludes_zero else ""
            row.append(_cell(differs, share, paired=True) + mark)
        rows.append(row)
    return rows


def _cell(interval: Interval | None, share: bool, *, paired: bool = False) -> str:
    if interval is None:
        return "–"
    times, places = (100, 1) if share else (1, 2)
    sign = "+" if paired else ""
    known = [each for each in (interval.value, interval.low, interval.high) if each is not None]
    if max(map(abs, known)) >= _LARGE:
        places = 0
    value, *ends = (
        None if each is None else f"{each * times:{sign}.{places}f}".replace("-", "−")
        for each in (interval.value, interval.low, interval.high)
    )
    unit = " %" if share and not paired else ""
    if None in ends:
        return f"{value}{unit} (too few)"
    return f"{value}{unit} ({ends[0]}, {ends[1]})"


def _heads(title: str, names: list[str]) -> list[str]:
    if len(names) == 1:
        return [title, names[0]]
    return [title, "A", "B", "B − A"]


def _text(title: str, rows: list[list[str]], names: list[str]) -> list[Any]:
    table = plain_table(*_heads(title, names))
    for row in rows:
        table.add_row(*row)
    return [table]


def _markdown(title: str, rows: list[list[str]], names: list[str]) -> list[Any]:
    heads = _heads(title, names)
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return ["| " + " | ".join(line).replace("*", "\\*") + " |" for line in lines]
