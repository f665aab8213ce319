"""A position to ask about: a record up to a move, a round from a seed, or a contract, a hand and a
trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..engine import Round, deal, table
from ..engine.state import State
from ..model import SEATS, Game
from ..problems import WrongCall, did_you_mean
from ..prose import Prose
from .match import simple
from .move_parser import read_cards
from .transcript import begun

SIDES = ("declarers", "defenders")


@dataclass(frozen=True)
class StatedTrick:
    """What a person tells of a position in the play; cards in any notation."""

    contract: str
    hand: str
    trick: str = ""
    side: str = SIDES[0]
    announced: Sequence[str] = ()


def of_record(file: Path, after: int | None, rules: Path | None) -> Round:
    """A recorded round after so many moves; after all of them when no number is given."""
    from ..record import replay

    return _cut(replay(file, rules), after)


def of_seed(game: Game, seed: int, after: int) -> Round:
    """The round that the simple players play with the cards of a seed, after so many moves."""
    return _cut(simple(deal(game, seed=seed)), after)


def _cut(played: Round, after: int | None) -> Round:
    made = len(played.history)
    if after is None:
        if played.turn is None:
            raise WrongCall(
                "the round is over, and nobody is to move",
                f"say --after N, with N less than {made}",
            )
        return played
    if after > made:
        raise WrongCall(f"the round has {made} moves", f"--after is at most {made}")
    current = begun(played)
    for _, move in played.history[:after]:
        current = current.after(move)
    if current.turn is None:
        raise WrongCall(
            "the round is over there, and nobody is to move", f"--after is at most {made - 1}"
        )
    return current


def of_trick(prose: Prose, told: StatedTrick) -> Round:
    """A position in the play, made from what a person tells. The leader of the trick sits at seat
    0.
    """
    game = prose.game
    compiled = table(game)
    if told.contract not in game.contracts:
        hint = (
            did_you_mean(told.contract, game.contracts) or f"known are {', '.join(game.contracts)}"
        )
        raise WrongCall(f"there is no contract {told.contract!r}", hint)
    hand, lying = read_cards(prose, told.hand), read_cards(prose, told.trick)
    _check(prose, hand, lying, compiled.tricks)
    state = State(compiled)
    mover = len(lying)
    state.step = next(n for n, room in enumerate(compiled.steps) if room.kind == "play")
    state.contract = compiled.contract_ids.index(told.contract)
    state.declarer = mover if told.side == SIDES[0] else (mover + 1) % compiled.players
    state.declarers = 1 << state.declarer if compiled.contracts[state.contract].declarers else 0
    for bonus in told.announced:
        if bonus not in compiled.moves.announces:
            known = ", ".join(compiled.moves.announces)
            hint = did_you_mean(bonus, compiled.moves.announces) or f"known are {known}"
            raise WrongCall(f"nobody can announce {bonus!r}", hint)
        state.announcers[1 + 2 * compiled.bonus_ids.index(bonus) + SIDES.index(told.side)] = mover
    state.hands[mover] = sum(1 << card for card in hand)
    compiled.play_step.enter(state)
    state.leader, state.turn = 0, mover
    state.played, state.in_trick = lying, len(lying)
    state.trick = sum(1 << card for card in lying)
    return Round(compiled, state, ())


def _check(prose: Prose, hand: Sequence[int], lying: Sequence[int], size: int) -> None:
    every = [*hand, *lying]
    twice = sorted({prose.game.deck.cards[card].id for card in every if every.count(card) > 1})
    if twice:
        raise WrongCall(
            f"there is only one {twice[0]}", "a card stands once in --hand and --trick together"
        )
    players = prose.game.table.players
    if len(lying) >= players:
        raise WrongCall(
            f"a trick has {players} cards",
            f"--trick is what lies before the move: at most {players - 1}",
        )
    if not hand:
        raise WrongCall("the hand is empty", "--hand names its cards")
    if len(hand) > size:
        raise WrongCall(f"a hand has at most {size} cards", f"--hand has {len(hand)}")


def seat_name(at: Round) -> str | None:
    """Who is to move."""
    return None if at.turn is None else SEATS[at.turn]
