"""``zwanz judge``: another engine, asked about every step of many rounds; where it differs, the
rule at stake.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .ending import FINE, MISSING, PROBLEMS
from .group import Taught
from .options import (
    Seconds,
    game_argument,
    json_option,
    lang_option,
    rules_option,
    seed_type,
    variant_option,
)
from .output import print_json, show
from .picking import pick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Game

_ROUNDS = 100


class _BeforeCommand(Taught):
    """A command whose own options end at ``--``; what follows is the engine's command as it stands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what follows ``--`` aside."""
        place = args.index("--") if "--" in args else len(args)
        ctx.meta["engine"] = args[place + 1 :]
        return super().parse_args(ctx, args[:place])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """How to call it."""
        return [*super().collect_usage_pieces(ctx), "--", "ENGINE..."]


@click.command("judge", cls=_BeforeCommand)
@game_argument
@variant_option
@click.option(
    "--rounds", type=click.IntRange(min=1), help=f"How many rounds to play; without it {_ROUNDS}."
)
@click.option("--seed", type=seed_type, help="The same seed gives the same rounds; without it 0.")
@click.option(
    "--vectors",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play the rounds of this file instead, as `zwanz vectors` writes it.",
)
@click.option(
    "--limit", type=Seconds(), default=10, show_default=True, help="Seconds for each answer."
)
@lang_option
@rules_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    variant: str | None,
    rounds: int | None,
    seed: int | None,
    file: Path | None,
    limit: float,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Hold another engine against the rules.

    The engine is a program that answers in JSON Lines, as `docs/protocol.md` has it. It is asked
    about every step of many rounds; the first difference of each kind is shown, with the rule at
    stake. Exit code 1 tells of differences, 3 of an engine that died, hung or printed what is no
    answer.
    """
    engine = ctx.meta["engine"]
    if not engine:
        raise click.UsageError("which engine? Its command goes behind --")
    if file is not None and (rounds is not None or seed is not None):
        raise click.UsageError(
            "--rounds and --seed are for random rounds; a file of vectors has its own"
        )
    from ..prose import Prose
    from ..vectors import Engine, EngineBroken, Judge, vectors
    from .differing import told, told_data
    from .phrases import Phrases

    chosen, lines = (
        _of_file(file, game, variant, rules) if file else (pick(game, variant, rules), None)
    )
    prose, phrases = Prose(chosen, lang), Phrases(lang)
    with Engine(engine, limit) as running:
        judge = Judge(chosen, running)
        broken = None
        try:
            judge.play(lines or vectors(chosen, rounds or _ROUNDS, seed or 0))
        except EngineBroken as error:
            broken = str(error)
    if as_json:
        print_json({**told_data(judge, prose, phrases), "broken": broken})
    elif broken is None or judge.found:
        show(told(judge, prose, phrases))
    if broken is not None:
        click.echo(f"{click.style('zwanz:', bold=True)} {broken}", err=True)
        return MISSING
    return PROBLEMS if judge.found else FINE


def _of_file(
    file: Path, game: str | None, variant: str | None, rules: Path | None
) -> tuple[Game, Iterator[dict[str, Any]]]:
    """The game of a file of vectors, and its lines. A variant of one's own has to be named beside
    the file.
    """
    from itertools import chain

    from ..vectors import read

    lines = read(file)
    first = next(lines)
    head = first["vectors"]
    own = game is None and variant is None
    chosen = pick(head["game"], head["variant"], rules) if own else pick(game, variant, rules)
    return chosen, chain([first], lines)
