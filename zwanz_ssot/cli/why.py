"""``zwanz why``: names the rule that allows or refuses a move in a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import print_json, show
from ..game_names import resolve_game, rule_set_names
from ..library import BASE, is_rule_file, library
from ..model import SEATS
from ..problems import WrongCall, repeated
from .framework import (
    GAME,
    CommandWithExamples,
    WholeNumber,
    echo_other_rules,
    is_given,
    json_option,
    lang_option,
    means_record,
    rules_option,
    seed_type,
    the_one,
    variant_option,
)

if TYPE_CHECKING:
    from ..engine import Round
    from ..prose import Prose
    from ..prose.phrases import Phrases

_MANY = 12
"""The most legal moves that are listed, where the typed move means none."""


@click.command("why", cls=CommandWithExamples)
@click.argument("words", nargs=-1, required=True, metavar="[RECORD|GAME] MOVE")
@click.option(
    "--after", type=WholeNumber(min=0), help="The position after this many moves of the round."
)
@click.option(
    "--seed",
    type=seed_type,
    help="The round of the simple players that `zwanz play --auto --seed` prints.",
)
@click.option("--contract", help="A position in the play: the contract,")
@click.option("--hand", metavar="CARDS", help="the whole hand of the player whose turn it is,")
@click.option("--trick", metavar="CARDS", default="", help="and what lies on the table, in order.")
@click.option(
    "--side",
    type=click.Choice(("declarers", "defenders")),
    default="declarers",
    help="With --hand: the side of this player.",
)
@click.option(
    "--announced",
    multiple=True,
    metavar="BONUS",
    help="With --hand: what this player has announced.",
)
@click.option("--called", metavar="CARD", default="", help="With --hand: the card that was called.")
@click.option(
    "--trump", metavar="SUIT", default="", help="With --hand: the suit that was named as trumps."
)
@click.option("--game", type=GAME, help="Which game, where there are several.")
@variant_option
@lang_option
@rules_option
@json_option
def command(
    words: tuple[str, ...],
    after: int | None,
    seed: int | None,
    contract: str | None,
    hand: str | None,
    trick: str,
    side: str,
    announced: tuple[str, ...],
    called: str,
    trump: str,
    game: str | None,
    variant: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Say which rule allows or refuses a move.

    The rule is shown with its sentence, file and line. The position is that of a RECORD (after some
    of its moves), of the round of a seed, or of a hand and a trick on the table; with these two, a
    GAME or a file of house rules may stand in its place. A MOVE is the text of a move, a card, or
    the beginning of one of them; `third: double game` is said by third, out of turn.
    """
    from ..positions import StatedTrick, from_seed, from_trick, position_after, record_file
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..record import replay_file

    stated = seed is not None or hand is not None
    record = Path(words[0]) if means_record(words[0], stated) else None
    is_house = record is None and is_rule_file(words[0])
    typed = words[1:] if record else words
    if game is None and (is_house or (record is None and _names_a_game(words, rules))):
        game, typed = words[0], words[1:]
    the_one({"a RECORD": record, "--seed": seed, "--hand": hand})
    if (hand is None) != (contract is None):
        raise click.UsageError("--contract and --hand go together")
    chosen_side = is_given("side")
    if hand is None and (trick or announced or chosen_side or called or trump):
        *most, last = ("--trick", "--side", "--announced", "--called", "--trump")
        text = f"{', '.join(most)} and {last} say more of a --hand: they go with it"
        raise click.UsageError(text)
    if hand is not None and after is not None:
        raise click.UsageError("--after counts moves of a round: it goes without --hand")
    if record is not None and game is not None:
        raise click.UsageError("a RECORD names its game: --game goes without it")
    if record is not None:
        record_file(record)
    if not typed:
        raise click.UsageError("Missing argument 'MOVE'.")

    if record is not None:
        replayed = replay_file(record, rules, variant)
        at = position_after(replayed.round, after)
        echo_other_rules(replayed, variant, Phrases(lang), err=as_json)
    elif seed is not None:
        at = from_seed(resolve_game(game, variant, rules), seed, after or 0)
    else:
        prose = Prose(resolve_game(game, variant, rules), lang)
        trick_so_far = StatedTrick(
            str(contract), str(hand), trick, side, announced, called=called, trump=trump
        )
        at = from_trick(prose, trick_so_far)
    unquoted = bool(trick) and len(typed) > 1
    _answer(at, " ".join(typed), Prose(at.game, lang), Phrases(lang), as_json, unquoted)


def _names_a_game(words: tuple[str, ...], rules: Path | None) -> bool:
    """Whether the first of several words names a game or a variant, so that a move follows."""
    names = rule_set_names(library(rules)) - {BASE}
    return len(words) > 1 and (words[0] in names or ":" in words[0])


def _answer(
    at: Round, text: str, prose: Prose, phrases: Phrases, as_json: bool, unquoted: bool
) -> None:
    """Print whether the typed move is legal, and why. ``unquoted`` says that some of it may belong
    to ``--trick``.
    """
    from ..engine.moves import seat_and_move
    from ..explain.legality import judge, verdict_data, verdict_text
    from ..move_parser import MoveParser
    from ..terminal.transcript import position_text

    speaker, text = seat_and_move(text)
    if speaker is not None and speaker >= at.game.table.players:
        raise WrongCall(f"nobody sits at {SEATS[speaker]!r} in this game")
    parsed = MoveParser(prose).parse(text, at, speaker)
    unknown = phrases("not_understood", text=repeated(text)).removesuffix(".")
    if parsed.several:
        raise WrongCall(phrases("several", moves=", ".join(map(str, parsed.several))))
    if parsed.move is None and parsed.near:
        raise WrongCall(unknown, phrases("nearest", move=parsed.near))
    if parsed.move is None and unquoted:
        raise WrongCall(unknown, 'several cards of --trick go in quotes: --trick "H-K H-Q"')
    if parsed.move is None and speaker is not None and not at.moves(speaker):
        raise WrongCall(unknown, f"{SEATS[speaker]} may say nothing there")
    if parsed.move is None:
        raise WrongCall(unknown, f"legal moves are: {_some_moves(at, speaker)}")
    verdict = judge(at, parsed.move, prose, phrases, speaker)
    if as_json:
        seat = None if at.turn is None else SEATS[at.turn]
        position = {"game": at.game.id, "variant": at.game.variant, "to_move": seat}
        if speaker is not None:
            position["speaker"] = SEATS[speaker]
        print_json({**position, **verdict_data(verdict, prose)})
        return
    where = position_text(at, prose, phrases, speaker)
    show(where, "", verdict_text(verdict, prose, phrases))


def _some_moves(at: Round, seat: int | None) -> str:
    """The legal moves; of many only the first ones and the last."""
    texts = [str(move) for move in at.moves(seat)]
    if len(texts) > _MANY:
        texts = [*texts[: _MANY - 1], "…", texts[-1]]
    return ", ".join(texts)
