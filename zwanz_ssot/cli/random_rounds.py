"""``zwanz random``: many rounds with random moves, counted: a quick look at whether rules make
sense.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import print_json, show
from ..problems import RulesAreSilent
from ..terminal.match import silence
from .group import CommandWithExamples
from .options import (
    game_argument,
    json_option,
    lang_option,
    pick,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ..engine.random_play import Outcome
    from ..engine.state import State
    from ..model import Game
    from ..prose import Prose
    from ..prose.phrases import Phrases


_GAME = "game"


@dataclass
class Played:
    """The rounds of one contract, added up."""

    rounds: int = 0
    won: int = 0
    points: float = 0
    declarer: int = 0
    alone: bool = True
    """Whether there is no declaring side: everybody plays for himself."""


@dataclass
class RoundCounts:
    """What random rounds came to."""

    rounds: int = 0
    contracts: dict[str, Played] = field(default_factory=dict)
    bonuses: Counter[tuple[str, bool, str]] = field(default_factory=Counter)
    """By bonus, whether it was announced, and how it came out."""
    thrown_in: Counter[str] = field(default_factory=Counter)

    silent: Counter[str] = field(default_factory=Counter)
    """How often the rules did not say what follows, by the rule in question."""

    def add(self, state: State, ledger: Outcome) -> None:
        """Count one round."""
        self.rounds += 1
        if isinstance(ledger, RulesAreSilent):
            self.silent[ledger.path] += 1
            return
        if ledger is None:
            self.thrown_in[str(state.thrown_in)] += 1
            return
        row = self.contracts.setdefault(state.plan.contract_ids[state.contract], Played())
        row.rounds += 1
        if state.declarers:
            row.alone = False
            row.points += state.points(state.declarers) / state.plan.unit
            row.declarer += ledger.scores[state.declarer]
        for line in ledger.lines:
            if line.item != _GAME:
                self.bonuses[line.item, line.announced, line.verdict] += 1
            elif line.verdict == "won":
                row.won += 1


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
    from ..engine.random_play import random_rounds
    from ..prose import Prose
    from ..prose.phrases import Phrases

    chosen = pick(game, variant, rules)
    prose = Prose(chosen, lang)
    count = RoundCounts()
    for state, ledger in random_rounds(chosen, rounds, seed):
        count.add(state, ledger)
    if as_json:
        print_json(_data(chosen, count, seed))
        return
    _print(chosen, count, prose, Phrases(lang))


def _print(game: Game, count: RoundCounts, prose: Prose, phrases: Phrases) -> None:
    name = game.game_name.said(prose.language)
    show(phrases("statistics", n=count.rounds, game=name, variant=game.variant), "")
    table = _table(phrases, "contract", "rounds", "share", "won", "points", "score")
    for contract in game.contracts:
        row = count.contracts.get(contract, Played())
        told = ["–"] * 3
        if row.rounds and not row.alone:
            points, score = row.points / row.rounds, row.declarer / row.rounds
            told = [_percent(row.won, row.rounds), f"{points:.1f}", f"{score:+.1f}"]
        cells = [str(row.rounds), _percent(row.rounds, count.rounds), *told]
        table.add_row(prose.contract(contract), *(_as_written(cell, phrases) for cell in cells))
    show(table)
    if count.bonuses:
        table = _table(phrases, "bonus", "times", "share")
        for (bonus, announced, verdict), times in sorted(
            count.bonuses.items(), key=lambda row: _order(game, row[0])
        ):
            said = phrases("announced" if announced else "silent", verdict=phrases(verdict))
            share = _as_written(_percent(times, count.rounds), phrases)
            table.add_row(f"{prose.bonus(bonus)}, {said}", str(times), share)
        show("", table)
    if count.thrown_in:
        table = _table(phrases, "reason", "times", "share")
        for reason in game.deals_again:
            times = count.thrown_in[reason]
            share = _as_written(_percent(times, count.rounds), phrases)
            table.add_row(prose.thrown_in(reason), str(times), share)
        show("", table)
    for path, times in sorted(count.silent.items()):
        share = _as_written(_percent(times, count.rounds), phrases)
        show("", f"{silence(prose, phrases, path)} {share}")
    show("", phrases("random_note"))


def _order(game: Game, key: tuple[str, bool, str]) -> tuple[int, bool, str]:
    bonus, announced, verdict = key
    return list(game.bonuses).index(bonus), not announced, verdict


def _table(phrases: Phrases, *columns: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, key in enumerate(columns):
        table.add_column(phrases(f"column_{key}"), justify="right" if number else "left")
    return table


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _as_written(number: str, phrases: Phrases) -> str:
    """A number with the decimal sign of the language, and a minus that is one."""
    return number.replace(".", phrases("decimal")).replace("-", "−")


def _data(game: Game, count: RoundCounts, seed: int) -> dict[str, Any]:
    contracts: Sequence[str] = list(game.contracts)
    rows = {contract: count.contracts.get(contract, Played()) for contract in contracts}
    return {
        "game": game.id,
        "variant": game.variant,
        "seed": seed,
        "rounds": count.rounds,
        "contracts": {
            contract: {
                "rounds": row.rounds,
                "won": None if row.alone else row.won,
                "declarers_points": None if row.alone else row.points / row.rounds,
                "declarer_score": None if row.alone else row.declarer / row.rounds,
            }
            for contract, row in rows.items()
        },
        "bonuses": [
            {"bonus": bonus, "announced": announced, "verdict": verdict, "times": times}
            for (bonus, announced, verdict), times in sorted(
                count.bonuses.items(), key=lambda row: _order(game, row[0])
            )
        ],
        "rules_are_silent": dict(sorted(count.silent.items())),
        "thrown_in": {reason: count.thrown_in[reason] for reason in game.deals_again},
    }
