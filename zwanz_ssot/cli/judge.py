"""``zwanz vectors`` and ``zwanz judge``: rounds to test other engines, and an engine judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import print_json, show
from ..files import write_file
from ..game_names import resolve_game
from .framework import (
    FINE,
    MISSING,
    PROBLEMS,
    TO_WRITE,
    CommandWithExamples,
    Seconds,
    game_argument,
    json_option,
    lang_option,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from ..model import Game

_ROUNDS = 100
"""Rounds that an engine is asked about without --rounds."""


@click.command("vectors", cls=CommandWithExamples)
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
def vectors_command(
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
    from ..prose.phrases import Phrases
    from ..vectors import text, vectors

    phrases = Phrases(lang)
    chosen = resolve_game(game, variant, rules)
    lines = (text(line).encode() + b"\n" for line in vectors(chosen, rounds, seed))
    if out is None:
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()
        return
    write_file(out, lines)
    click.echo(phrases("vectors_written", n=rounds, file=out))


class _BeforeCommand(CommandWithExamples):
    """A command whose own options end at ``--``; the command of an engine follows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command of the engine into the context, and parse the rest."""
        place = args.index("--") if "--" in args else len(args)
        ctx.meta["engine"] = args[place + 1 :]
        return super().parse_args(ctx, args[:place])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the usage line."""
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
def judge_command(
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
    from ..explain.judge_report import judge_data, judge_text
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..vectors import Engine, EngineBroken, Judge, vectors

    if file:
        chosen, lines = _of_file(file, game, variant, rules)
    else:
        chosen = resolve_game(game, variant, rules)
        lines = vectors(chosen, rounds or _ROUNDS, seed or 0)
    prose, phrases = Prose(chosen, lang), Phrases(lang)
    with Engine(engine, limit) as running:
        judge = Judge(chosen, running)
        broken = None
        try:
            judge.play(lines)
        except EngineBroken as error:
            broken = str(error)
    if as_json:
        print_json({**judge_data(judge, prose, phrases), "broken": broken})
    elif broken is None or judge.found:
        show(judge_text(judge, prose, phrases))
    if broken is not None:
        click.echo(f"{click.style('zwanz:', bold=True)} {broken}", err=True)
        return MISSING
    return PROBLEMS if judge.found else FINE


def _of_file(
    file: Path, game: str | None, variant: str | None, rules: Path | None
) -> tuple[Game, Iterator[dict[str, Any]]]:
    """The game of a file of vectors, and its lines.

    A file cannot name a variant that lies in another file: that one is given beside it.
    """
    from ..vectors import read

    lines = read(file)
    first = next(lines)
    head = first["vectors"]
    if game is None and variant is None:
        game, variant = head["game"], head["variant"]
    return resolve_game(game, variant, rules), chain([first], lines)
