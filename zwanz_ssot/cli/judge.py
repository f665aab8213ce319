"""``zwanz vectors`` and ``judge``: write test vectors for other engines, and judge one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..console import console, print_json, show
from ..files import write_file
from ..game_names import resolve_game
from ..library import is_rule_file
from ..problems import WrongCall
from .framework import (
    ENGINE,
    FINE,
    MISSING,
    PROBLEMS,
    CommandWithExamples,
    Seconds,
    ToWrite,
    WholeNumber,
    begins,
    ended_by_signals,
    game_argument,
    json_option,
    lang_option,
    refuse_inputs,
    refuse_others_than_records,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from ..engine import Round
    from ..model import Game
    from ..vectors import BareOutcome, Judge, SingleTrick

_WRITTEN = 10
"""The rounds that are written by default."""
_ROUNDS = 200
"""The default number of rounds that an engine plays."""
_MOST = 1_000_000
"""The most rounds that are chosen: those of a run are remembered, so that none comes twice."""
_RECORD = "round-{}.yaml"
"""The name of the record of a round in which an engine differs."""


def _holds_known(file: Path) -> bool:
    from ..vectors import read_known

    try:
        read_known(file)
    except WrongCall:
        return False
    return True


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("vectors", cls=CommandWithExamples)
@click.argument("words", nargs=-1, metavar="[GAME | RECORD...]")
@variant_option
@click.option(
    "--rounds", type=WholeNumber(min=1, max=_MOST), help=f"How many rounds; by default {_WRITTEN}."
)
@click.option("--seed", type=seed_type, help="The same seed gives the same bytes; by default 0.")
@click.option("--aimed", is_flag=True, help="Choose rounds so that each rule is met.")
@click.option(
    "--out", type=ToWrite("file of vectors", begins('{"vectors":')), help="Write to this file."
)
@lang_option
@rules_option
def vectors_command(
    words: tuple[str, ...],
    variant: str | None,
    rounds: int | None,
    seed: int | None,
    aimed: bool,
    out: Path | None,
    lang: str,
    rules: Path | None,
) -> None:
    """Write test vectors for other engines.

    Each line is a round as JSON: the deal, every move with all legal ones and the reason of each
    refusal, what each seat knows, and the settlement (see `schema/vectors.schema.json`). RECORDs
    are your own rounds, as `zwanz play --record` writes them; an unfinished round is played on by
    chance.
    """
    from ..prose.phrases import Phrases
    from ..record import is_record
    from ..vectors import aimed_vectors, text, vectors, vectors_of

    phrases = Phrases(lang)
    records = [Path(word) for word in words if is_rule_file(word) and is_record(Path(word))]
    if records:
        if len(records) < len(words) or variant or aimed or rounds is not None or seed is not None:
            raise click.UsageError("records have a game and rounds of their own: give nothing else")
        played = _of_records(records, rules)
        if out is not None and (own := played[0].game.own_file) is not None:
            refuse_inputs(out, [Path(own)])
        written, lines = len(played), vectors_of(played[0].game, [("", each) for each in played])
    else:
        if len(words) > 1:
            raise click.UsageError(f"one game, or records of rounds; {words[1]} is no record")
        chosen = resolve_game(words[0] if words else None, variant, rules)
        written = rounds or _WRITTEN
        lines = (aimed_vectors if aimed else vectors)(chosen, written, seed or 0)
    encoded = (text(line).encode() + b"\n" for line in lines)
    if out is None:
        sys.stdout.buffer.writelines(encoded)
        sys.stdout.buffer.flush()
        return
    write_file(out, encoded)
    click.echo(phrases("vectors_written", n=written, file=out))


def _of_records(files: list[Path], rules: Path | None) -> list[Round]:
    """The rounds of records, played to their end. Raises `WrongCall` for several games."""
    from ..positions import refuse_other_games
    from ..record import replay
    from ..vectors import whole

    played = [whole(replay(file, rules)) for file in files]
    refuse_other_games(files, played, "write vectors of one game at a time")
    return played


class _BeforeCommand(CommandWithExamples):
    """A command whose options end at ``--``, where the command of an engine follows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command of the engine into the context, and parse the rest."""
        place = args.index("--") if "--" in args else len(args)
        ctx.meta[ENGINE] = args[place + 1 :]
        return super().parse_args(ctx, args[:place])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the usage line."""
        return [*super().collect_usage_pieces(ctx), "--", "ENGINE..."]


@click.command("judge", cls=_BeforeCommand)
@game_argument
@variant_option
@click.option(
    "--rounds",
    type=WholeNumber(min=1, max=_MOST),
    help=f"How many rounds to play; by default {_ROUNDS}.",
)
@click.option("--seed", type=seed_type, help="The same seed gives the same rounds; by default 0.")
@click.option("--examples", is_flag=True, help="Judge it by the examples of the rules, too.")
@click.option(
    "--vectors",
    "file",
    type=_FILE,
    help="Play the rounds of this file, which `zwanz vectors` wrote, instead.",
)
@click.option("--known", type=_FILE, help="A file of differences that are accepted.")
@click.option(
    "--write-known",
    type=ToWrite("list of known differences", _holds_known, over="known"),
    help="Write all differences to such a file.",
)
@click.option(
    "--record",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the round of each difference to this folder, as a record.",
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
    examples: bool,
    file: Path | None,
    known: Path | None,
    write_known: Path | None,
    folder: Path | None,
    limit: float,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Compare another engine with the rules.

    The engine is a program that answers in JSON Lines; `zwanz docs protocol` explains how. It is
    asked about every step of many rounds, chosen so that each rule is met. Differences are shown
    once for each rule, and rules that were never met are listed. Exit code 1 means differences that
    are not known, 3 an engine that died, hung or gave no proper answer.
    """
    engine = ctx.meta[ENGINE]
    if not engine:
        raise click.UsageError("the command of the engine is missing: write it after --")
    if file is not None and (examples or rounds is not None or seed is not None):
        raise click.UsageError(
            "--rounds, --seed and --examples do not go with --vectors: the file has rounds of its "
            "own"
        )
    if folder is not None and folder.is_dir():
        refuse_others_than_records(folder.glob(_RECORD.format("[0-9]*")))
    from ..explain.judge_report import judge_data, judge_text
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..vectors import Engine, EngineBroken, Judge, aimed_vectors, read_known

    accepted = read_known(known) if known else frozenset()
    put = _Examples()
    if file:
        chosen, lines = _of_file(file, game, variant, rules)
    else:
        chosen = resolve_game(game, variant, rules)
        lines = aimed_vectors(chosen, rounds or _ROUNDS, seed or 0)
        if examples:  # numbered after the other rounds, so that these keep their numbers
            put = _of_examples(chosen, rules, (rounds or _ROUNDS) + 1)
            lines = chain(put.rounds, lines)
    prose, phrases = Prose(chosen, lang), Phrases(lang)
    with ended_by_signals(), Engine(engine, limit) as running:
        judge = Judge(chosen, running, accepted)
        judge.hands_left = put.hands_left
        broken = None
        try:
            with _progress() as count:
                judge.play(count(lines))
            if not judge.plays_rounds and not examples:
                text = "the engine answers nothing of a round"
                raise WrongCall(text, "--examples puts tricks and outcomes alone to it")
            judge.play_tricks(put.tricks)
            judge.play_outcomes(put.outcomes)
        except EngineBroken as error:
            broken = str(error)
            if judge.broke_in[0]:
                number, made = judge.broke_in
                moves = phrases("judged_moves", n=made)
                broken += f" ({phrases('differs_at', round=number, moves=moves, n=1)})"
    records = _written(judge, folder) if folder else {}
    if write_known:
        _write_known(judge, write_known)
    if as_json:
        print_json({**judge_data(judge, prose, phrases, records), "broken": broken})
    elif broken is None or judge.found:
        show(judge_text(judge, prose, phrases, records))
    if broken is not None:
        click.echo(f"{click.style('zwanz:', bold=True)} {broken}", err=True)
        return MISSING
    return PROBLEMS if judge.found else FINE


class _Examples(NamedTuple):
    """The questions that the examples of a rule set give."""

    rounds: Iterable[dict[str, Any]] = ()
    """The rounds, as vectors."""
    tricks: Sequence[SingleTrick] = ()
    """The tricks of examples that state no more."""
    outcomes: Sequence[BareOutcome] = ()
    """The outcomes of examples that state no play."""
    hands_left: int = 0
    """How many hands do not speak first, as their examples state, because somebody has to bid."""


def _of_examples(game: Game, rules: Path | None, first: int) -> _Examples:
    """The questions of the examples of a rule set; their rounds are numbered from ``first`` on."""
    from ..examples import about
    from ..vectors import example_outcomes, example_rounds, example_tricks, vectors_of

    every = about(game, rules)
    found = list(example_rounds(game, every))
    return _Examples(
        vectors_of(game, [(each.example, each.played) for each in found], first),
        list(example_tricks(game, every)),
        list(example_outcomes(game, every)),
        sum(not each.as_stated for each in found),
    )


def _written(judge: Judge, folder: Path) -> dict[int, Path]:
    """Write the records of the rounds in which differences were first met, and of the one in which
    the engine broke. Returns the files by number of the round. Number 0 is a single trick or an
    outcome, and is left out.
    """
    from ..record import write

    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    rounds = (*(each.round for each in judge.in_order), judge.broke_in[0])
    for number in filter(None, dict.fromkeys(rounds)):
        files[number] = folder / _RECORD.format(number)
        write_file(files[number], [write(judge.whole_round(number), beside=folder).encode()])
    return files


def _write_known(judge: Judge, file: Path) -> None:
    from ..vectors import written_known

    write_file(file, [written_known({*judge.known, *judge.found}).encode()])


@contextmanager
def _progress() -> Iterator[Callable[[Iterable[dict[str, Any]]], Iterator[dict[str, Any]]]]:
    """Gives a function that passes on lines of vectors, and on a terminal shows how many."""
    if not sys.stderr.isatty():
        yield iter
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console(err=True), transient=True) as bar:
        task = bar.add_task("rounds", total=None)

        def count(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
            of = 0
            for line in lines:
                yield line
                of += line.get("vectors", {}).get("rounds", 0)
                bar.update(task, total=of, advance="round" in line)

        yield count


def _of_file(
    file: Path, game: str | None, variant: str | None, rules: Path | None
) -> tuple[Game, Iterator[dict[str, Any]]]:
    """The game of a file of vectors, and its lines, held against the rules. The file cannot name a
    variant that lies in a file of the user: that one has to be given as an option.
    """
    from ..vectors import checked, read

    lines = read(file)
    first = next(lines)
    head = first["vectors"]
    if game is not None or variant is not None:
        chosen = resolve_game(game, variant, rules)
        return chosen, chain([first], checked(chosen, lines))
    try:
        chosen = resolve_game(head["game"], head["variant"], rules)
    except WrongCall as wrong:
        house = f"for house rules name their file as well: zwanz judge FILE --vectors {file}"
        raise WrongCall(wrong.text, f"{wrong.hint}; {house}") from None
    return chosen, chain([first], checked(chosen, lines))
