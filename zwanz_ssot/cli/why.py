"""``zwanz why``: a position and a move, and the rule that allows or refuses it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import print_json, show
from ..problems import WrongCall, repeated
from .group import CommandWithExamples
from .options import GAME, json_option, lang_option, pick, rules_option, seed_type, variant_option

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..engine import Round
    from ..prose import Prose
    from ..prose.phrases import Phrases

_MANY = 12
_RECORDS = (".yaml", ".yml")


@click.command("why", cls=CommandWithExamples)
@click.argument("words", nargs=-1, required=True, metavar="[RECORD] MOVE")
@click.option(
    "--after", type=click.IntRange(min=0), help="The position after so many moves of the round."
)
@click.option(
    "--seed",
    type=seed_type,
    help="A round of the simple players, as `zwanz play --auto --seed` prints it.",
)
@click.option("--contract", help="A position in the play: the contract,")
@click.option("--hand", metavar="CARDS", help="the whole hand of whoever is to play,")
@click.option("--trick", metavar="CARDS", default="", help="and what lies on the table, in order.")
@click.option(
    "--side",
    type=click.Choice(("declarers", "defenders")),
    default="declarers",
    help="With --hand: whose hand it is.",
)
@click.option(
    "--announced",
    multiple=True,
    metavar="BONUS",
    help="With --hand: what this player has announced.",
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
    game: str | None,
    variant: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Say which rule allows or refuses a move.

    It is shown with its sentence, file and line. The position is that of a RECORD (after so many of
    its moves), of a round from a seed, or of a hand and a trick on the table. A MOVE is its text, a
    card, or the beginning of one of them.
    """
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from ..terminal.position import StatedTrick, of_record, of_seed, of_trick

    record = Path(words[0]) if words[0].endswith(_RECORDS) else None
    told = words[1:] if record else words
    given = [
        name
        for name, there in (("a RECORD", record), ("--seed", seed), ("--hand", hand))
        if there is not None
    ]
    if len(given) != 1:
        raise click.UsageError(
            f"the position: one of RECORD, --seed and --hand (given: {', '.join(given) or 'none'})"
        )
    if (hand is None) != (contract is None):
        raise click.UsageError("--contract and --hand go together")
    if not told:
        raise click.UsageError("Missing argument 'MOVE'.")
    if record is not None:
        if not record.exists():
            raise WrongCall(f"there is no record {str(record)!r}")
        at = of_record(record, after, rules)
    elif seed is not None:
        at = of_seed(pick(game, variant, rules), seed, after or 0)
    else:
        prose = Prose(pick(game, variant, rules), lang)
        at = of_trick(prose, StatedTrick(str(contract), str(hand), trick, side, announced))
    _answer(at, " ".join(told), Prose(at.game, lang), Phrases(lang), as_json)


def _answer(at: Round, text: str, prose: Prose, phrases: Phrases, as_json: bool) -> None:
    from ..explain.legality import judge, told, verdict_data
    from ..terminal.move_parser import MoveParser
    from ..terminal.position import seat_name

    meant = MoveParser(prose).understand(text, at)
    said = phrases("not_understood", text=repeated(text))
    if meant.several:
        raise WrongCall(phrases("several", moves=", ".join(map(str, meant.several))))
    if meant.move is None and meant.near:
        raise WrongCall(said, phrases("nearest", move=meant.near))
    if meant.move is None:
        raise WrongCall(said, f"one may: {_few(at)}")
    verdict = judge(at, meant.move, prose, phrases)
    if as_json:
        rules = {"game": at.game.id, "variant": at.game.variant, "to_move": seat_name(at)}
        print_json({**rules, **verdict_data(verdict, prose)})
        return
    show(_position(at, prose, phrases), "", told(verdict, prose, phrases))


def _few(at: Round) -> str:
    """Some of the legal moves."""
    texts = [str(move) for move in at.moves()]
    return ", ".join(texts if len(texts) <= _MANY else [*texts[: _MANY - 1], "…", texts[-1]])


def _position(at: Round, prose: Prose, phrases: Phrases) -> RenderableType:
    from rich.text import Text

    from ..explain import card_text

    state = at.state
    who = (
        phrases("to_move", seat=prose.seat(state.turn)) if at.history or not state.in_trick else ""
    )
    hand = card_text.hand_row(prose, state.hands[state.turn])
    parts = [Text(who)] if who else []
    if state.hands[state.turn]:
        parts.append(Text.assemble((f"{phrases('your_hand')}: ", "dim"), hand))
    if state.in_trick:
        table = card_text.cards(prose, state.played[-state.in_trick :])
        parts.append(Text.assemble((f"{phrases('on_table')}: ", "dim"), table))
    return Text("\n").join(parts)
