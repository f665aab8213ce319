"""``zwanz play`` and ``zwanz replay``: rounds in the terminal, against simple players or among them, and
a recorded round told again.
"""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from ..console import print_json, show
from ..model import SEATS
from ..problems import WrongCall
from .group import CommandWithExamples
from .options import (
    RECORD,
    TO_WRITE,
    game_argument,
    json_option,
    lang_option,
    pick,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from ..model import Game
    from ..terminal.match import DealtRound, MatchOptions
    from ..terminal.transcript import Transcript


_SEEDS = 1_000_000


@click.command("play", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--seed", type=seed_type, help="The cards of the first deal; later deals count on from it."
)
@click.option(
    "--seat",
    type=click.Choice(SEATS),
    default="forehand",
    show_default=True,
    help="Where you sit first.",
)
@click.option("--auto", is_flag=True, help="Let the simple players play alone, and print it all.")
@click.option(
    "--rounds", type=click.IntRange(min=1), help="How many rounds; with --auto one, else no end."
)
@click.option("--target", type=click.IntRange(min=1), help="The score that ends the match.")
@click.option("--record", type=TO_WRITE, help="Write the round to this file.")
@lang_option
@rules_option
@json_option
def play_command(
    game: str | None,
    variant: str | None,
    seed: int | None,
    seat: str,
    auto: bool,
    rounds: int | None,
    target: int | None,
    record: Path | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Play in the terminal against simple players.

    They keep the rules and know only what a player may know. Without GAME it is the library's
    first. A move that the rules refuse is explained, with the rule that says so; `?` explains what
    you may do. With
    --record the second round and every further one is written to a file with its number.
    """
    if as_json and not auto:
        raise click.UsageError("--json tells of whole rounds: it goes with --auto")
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..terminal.match import MatchOptions
    from ..terminal.transcript import Transcript

    chosen = pick(game, variant, rules)
    teller = Transcript(Prose(chosen, lang), Phrases(lang))
    first = SystemRandom().randrange(_SEEDS) if seed is None else seed
    stay = MatchOptions(first, rounds or (1 if auto and target is None else _SEEDS), target, record)
    if auto:
        _auto(chosen, teller, stay, as_json)
        return
    place = SEATS.index(seat)
    if place >= chosen.table.players:
        raise WrongCall(f"nobody sits at {seat!r} in this game")
    from ..terminal.dialogue import sit_down

    sit_down(chosen, teller, stay, place)


def _auto(game: Game, teller: Transcript, stay: MatchOptions, as_json: bool) -> None:
    from ..terminal.match import by_player, rounds, show_account, show_scores, simple, write_record

    played: list[DealtRound] = []
    for dealt in rounds(game, stay, lambda dealt: simple(dealt.round)):
        played.append(dealt)
        write_record(stay.record, dealt)
        if not as_json:
            show(
                teller.heading(dealt.match.rounds + 1, dealt.round, dealt.seed),
                teller.whole(dealt.round),
            )
            show_account(teller, dealt)
            click.echo()
    if as_json:
        print_json(
            {"rounds": [_data(dealt) for dealt in played], "scores": by_player(played[-1].after)}
        )
    elif stay.rounds > 1:
        show_scores(teller, played[-1])


def _data(dealt: DealtRound) -> dict[str, Any]:
    from ..record import record
    from ..terminal.account import ledger_data

    ledger = None if dealt.round.silent() else dealt.round.ledger()
    return {
        **record(dealt.round, dealt.seed),
        "thrown_in": dealt.round.thrown_in,
        "ledger": ledger_data(dealt.round.game, ledger) if ledger else None,
    }


@click.command("replay", cls=CommandWithExamples)
@click.argument("record", type=RECORD)
@lang_option
@rules_option
@json_option
def replay_command(record: Path, lang: str, rules: Path | None, as_json: bool) -> None:
    """Play a recorded round again.

    It is printed with its settlement. A move that the rules refuse, a player out of turn and scores
    that do not come out are told at their line.
    """
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..record import record as recorded
    from ..record import replay
    from ..terminal.account import account, ledger_data
    from ..terminal.match import silence
    from ..terminal.transcript import Transcript

    played = replay(record, rules)
    teller = Transcript(Prose(played.game, lang), Phrases(lang))
    silent = played.silent()
    ledger = None if silent else played.ledger()
    if as_json:
        data = {
            **recorded(played),
            "thrown_in": played.thrown_in,
            "ledger": ledger_data(played.game, ledger) if ledger else None,
        }
        print_json(data)
        return
    show(teller.heading(1, played, None), teller.whole(played))
    if silent:
        show(silence(teller.prose, teller.phrases, silent.path))
    if ledger is not None:
        show(account(teller.prose, teller.phrases, played, ledger))
