"""``zwanz vectors`` and ``zwanz judge``: random rounds for the tests of other engines, and another engine
asked about every step of them; where it differs, the rule at stake.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..console import print_json, show
from ..explain.legality import DecidingRule, Verdict, about, judge, verdict_data
from ..files import write_file
from ..model import SEATS
from ..problems import repeated
from ..prose import Prose
from ..prose.phrases import Phrases
from ..vectors import Discrepancy, Judge
from .exit_codes import FINE, MISSING, PROBLEMS
from .group import CommandWithExamples
from .options import (
    TO_WRITE,
    Seconds,
    game_argument,
    json_option,
    lang_option,
    pick,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Game


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
    lines = (
        text(line).encode() + b"\n" for line in vectors(pick(game, variant, rules), rounds, seed)
    )
    if out is None:
        answer = sys.stdout.buffer
        answer.writelines(lines)
        answer.flush()
        return
    write_file(out, lines)
    click.echo(phrases("vectors_written", n=rounds, file=out))


_LONGEST = 200
_WHOLE = ("", "legal", "line")
"""Parts that are all of an answer."""

_HEADINGS = {
    "turn": "differs_turn",
    "too_many": "differs_too_many",
    "too_few": "differs_too_few",
    "refusal": "differs_refusal",
    "view": "differs_view",
    "thrown_in": "differs_thrown_in",
    "silent": "differs_silent",
    "line": "differs_line",
    "score": "differs_score",
    "sorry": "differs_sorry",
}


def told(judged: Judge, prose: Prose, phrases: Phrases) -> RenderableType:
    """A summary, and the first difference of each kind."""
    name = f"{judged.game.id}:{judged.game.variant}"
    parts: list[RenderableType] = []
    for kind, difference in judged.found.items():
        heading = phrases(_HEADINGS[kind])
        moves = phrases("judged_moves", n=difference.step)
        where = phrases("differs_at", round=difference.round, moves=moves, n=judged.times[kind])
        parts += [Text.assemble((heading, "bold red"), (f"  {where}", "dim"))]
        parts += [Padding(each, (0, 0, 0, 2)) for each in _difference(difference, prose, phrases)]
        parts.append(Text())
    if judged.not_asked:
        parts.append(
            Text(phrases("not_judged", questions=", ".join(judged.not_asked)), style="dim")
        )
    key = "judge_differs" if judged.found else "judge_agrees"
    kinds = len(judged.found)
    rounds = phrases("judged_rounds", n=judged.rounds)
    said = phrases(
        key, engine=repeated(judged.engine_name, _LONGEST), game=name, rounds=rounds, n=kinds
    )
    return Group(*parts, Text(said, style="red" if judged.found else "green"))


def _difference(
    difference: Discrepancy, prose: Prose, phrases: Phrases
) -> Iterator[RenderableType]:
    of, part = repeated(difference.of), difference.part
    if of and part not in _WHOLE:
        of = phrases("differs_of", of=of, part=part)
    if of:
        yield Text(of)
    if difference.kind == "sorry":
        yield Text(repeated(str(difference.got), _LONGEST))
    elif part != "legal":
        right, said = _short(difference.expected), _short(difference.got)
        yield Text(phrases("differs_values", right=right, said=said))
    for ground in _grounds(difference, prose, phrases).grounds:
        if ground.text:
            yield Text(ground.text)
        yield Padding(about(ground.rule, prose, phrases), (0, 0, 0, 2))


def _grounds(difference: Discrepancy, prose: Prose, phrases: Phrases) -> Verdict:
    """The rules at stake: those that allow or refuse a move, or the one behind the difference."""
    if difference.kind in ("too_many", "too_few", "refusal"):
        legal = any(str(move) == difference.of for move in difference.at.moves())
        if legal or difference.at.why_not(difference.of) is not None:
            return judge(difference.at, difference.of, prose, phrases)
    return Verdict("", "", (DecidingRule(difference.rule, ""),) if difference.rule else ())


def told_data(judged: Judge, prose: Prose, phrases: Phrases) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": judged.game.id,
        "variant": judged.game.variant,
        "engine": judged.engine_name,
        "rounds": judged.rounds,
        "asked": dict(judged.asked),
        "not_judged": list(judged.not_asked),
        "differences": [
            {
                "kind": each.kind,
                "times": judged.times[each.kind],
                "round": each.round,
                "step": each.step,
                "to_move": None if each.at.turn is None else SEATS[each.at.turn],
                "of": each.of,
                "part": each.part,
                "expected": each.expected,
                "got": each.got,
                "because": verdict_data(_grounds(each, prose, phrases), prose)["because"],
            }
            for each in judged.found.values()
        ],
    }


def _short(value: Any) -> str:
    return repeated(json.dumps(value, ensure_ascii=False), _LONGEST)


_ROUNDS = 100


class _BeforeCommand(CommandWithExamples):
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
    from ..prose import Prose
    from ..vectors import Engine, EngineBroken, Judge, vectors

    pass
    from ..prose.phrases import Phrases

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
