"""Positions to ask about: from a record, from a seed, or stated as a hand and a trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .engine import Move, Round, View, deal, table
from .engine.state import State, put
from .files import is_file
from .model import SIDES, Game, Refusal
from .model.identifiers import item_of
from .move_parser import read_cards
from .perft import after as steps_under
from .players import NAMES, Player, chosen, seated
from .problems import IllegalMove, WrongCall, did_you_mean, hint_for_unknown, repeated
from .prose import Prose
from .record import replay
from .words.ladders import is_called, is_named


@dataclass(frozen=True)
class StatedTrick:
    """A position in the play as a person writes it, with cards in any notation."""

    contract: str
    hand: str
    trick: str = ""
    side: str = SIDES[0]
    announced: Sequence[str] = ()
    called: str = ""
    """The called card; empty: none."""
    trump: str = ""
    """The trump suit that was named, by its id; empty: none."""


def played_out(played: Round, players: Sequence[Player] = ()) -> Round:
    """A round played to its end by ``players``, by seat; without any, by the simple ones."""
    at_table = players or seated(NAMES[0], played.game.table.players)
    while (seat := played.turn) is not None:
        played = played.after(chosen(at_table[seat], played))
    return played


def steps(played: Round) -> Iterator[tuple[int, Move, View]]:
    """The moves of a round: the seat, the move, and the seat's view before it."""
    current = played.begun()
    for seat, move in played.history:
        yield seat, move, current.view(seat)
        current = current.after(move, seat)


def from_record(
    file: Path, after: int | None, rules: Path | None, variant: str | None = None
) -> Round:
    """A recorded round after ``after`` moves, or after all of them. ``variant`` replaces the one
    that the record names.

    Raises WrongCall without such a file, with too high a number, or where nobody is to move.
    """
    return position_after(replay(record_file(file), rules, variant), after)


def refuse_other_games(files: Sequence[Path], rounds: Sequence[Round], hint: str) -> None:
    """Raise `WrongCall` where these recorded rounds are not all played by the same rules."""
    for file, each in zip(files, rounds, strict=True):
        if each.game != rounds[0].game:
            name, first = (game.own_file or game for game in (each.game, rounds[0].game))
            raise WrongCall(f"{file} is a round of {name}, {files[0]} of {first}", hint)


def record_file(file: Path) -> Path:
    """Return the file. Raises WrongCall where there is none."""
    if not is_file(file):
        raise WrongCall(f"there is no record {str(file)!r}")
    return file


def from_seed(game: Game, seed: int, after: int) -> Round:
    """The round of the simple players with the cards of a seed, after ``after`` moves."""
    return position_after(played_out(deal(game, seed=seed)), after)


def after_moves(start: Round, moves: Iterable[str]) -> Round:
    """The position after moves, given as texts. Raises WrongCall for one that is not legal."""
    for move in moves:
        try:
            start = start.after(move)
        except IllegalMove as illegal:
            assert isinstance(illegal.because, Refusal)
            why = Prose(start.game, "en").refusal(illegal.because).removesuffix(".")
            raise WrongCall(f"'{repeated(move)}' is not legal there: {why}") from None
    return start


def under_contract(start: Round, contract: str, step: str | None, last: bool) -> Round:
    """The first position of a step under a contract.

    Without ``step`` it is the first one after the auction; with ``last`` the one before the last
    tricks. Raises WrongCall for a contract or a step that these cards do not lead to.
    """
    known = start.game.contracts
    if contract not in known:
        raise WrongCall(f"there is no contract {contract!r}", hint_for_unknown(contract, known))
    found = list(steps_under(start, contract))
    if not found:
        raise WrongCall(f"with these cards nobody comes to {contract!r}", "try another --deal")
    if last:
        if len(found) < 2 or found[-1].step != found[-2].step:
            raise WrongCall(
                f"{contract!r} does not come to the last tricks with these cards",
                "try another --deal",
            )
        return found[-1]
    first = next((each for each in found if step is None or each.step == step), None)
    if first is None:
        there = ", ".join(dict.fromkeys(each.step for each in found))
        raise WrongCall(f"{contract!r} has no step {step!r}", f"there are {there}")
    return first


def position_after(played: Round, after: int | None) -> Round:
    """A round after ``after`` of its moves, or after all. Raises WrongCall with too high a number,
    or where nobody is to move.
    """
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
    current = played.begun()
    for seat, move in played.history[:after]:
        current = current.after(move, seat)
    if current.turn is None:
        raise WrongCall(
            "the round is over there, and nobody is to move", f"--after is at most {made - 1}"
        )
    return current


def from_trick(prose: Prose, stated: StatedTrick) -> Round:
    """The position that is stated. The leader of the trick is seat 0.

    Raises WrongCall for a contract, a card, a suit or an announcement that does not exist, for an
    impossible hand or trick, and where the trumps of the contract are not stated.
    """
    game = prose.game
    compiled = table(game)
    if stated.contract not in game.contracts:
        hint = (
            did_you_mean(stated.contract, game.contracts)
            or f"known are {', '.join(game.contracts)}"
        )
        raise WrongCall(f"there is no contract {stated.contract!r}", hint)
    hand, lying = read_cards(prose, stated.hand), read_cards(prose, stated.trick)
    _check(prose, hand, lying, compiled.tricks)

    # The contract, the sides and the announcements. Another declarer sits after the mover.
    state = State(compiled)
    mover = len(lying)
    state.step = next(n for n, step in enumerate(compiled.steps) if step.kind == "play")
    state.contract = compiled.contract_ids.index(stated.contract)
    state.declarer = mover if stated.side == SIDES[0] else (mover + 1) % compiled.players
    state.declarers = 1 << state.declarer if compiled.contracts[state.contract].declarers else 0
    for bonus in stated.announced:
        if bonus not in compiled.moves.announces:
            known = ", ".join(compiled.moves.announces)
            hint = did_you_mean(bonus, compiled.moves.announces) or f"known are {known}"
            raise WrongCall(f"nobody can announce {bonus!r}", hint)
        item = item_of(compiled.bonus_ids.index(bonus), SIDES.index(stated.side))
        state.announcers = put(state.announcers, item, mover)

    _state_trumps(prose, state, stated)

    # The mover's hand, and the trick.
    state.hands[mover] = sum(1 << card for card in hand)
    compiled.play_step.enter(state)
    state.leader, state.turn = 0, mover
    state.played, state.in_trick = lying, len(lying)
    state.trick = sum(1 << card for card in lying)
    return Round(compiled, state, ())


def _state_trumps(prose: Prose, state: State, stated: StatedTrick) -> None:
    """Note the called card and the named suit, and refuse a position without its trumps."""
    game, suits = prose.game, prose.game.deck.suits
    contract = game.contracts[stated.contract]
    called, trump = read_cards(prose, stated.called), contract.play.trump
    if called and not contract.calls:
        raise WrongCall(f"no card is called in {contract.id}", "leave out --called")
    if len(called) > 1:
        raise WrongCall("one card is called", "--called names it")
    if stated.trump and stated.trump not in suits:
        raise WrongCall(f"there is no suit {stated.trump!r}", hint_for_unknown(stated.trump, suits))
    if stated.trump and not is_named(trump):
        raise WrongCall(f"nobody names the trumps of {contract.id}", "leave out --trump")
    if called:
        state.called_card = called[0]
    if stated.trump:
        state.trump = suits[stated.trump].index
    if is_called(trump) and state.called_card < 0:
        raise WrongCall(
            f"the trumps of {contract.id} are the suit of the called card", "say it with --called"
        )
    if is_named(trump) and state.trump < 0:
        raise WrongCall(f"the trumps of {contract.id} are named", "say the suit with --trump")


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
