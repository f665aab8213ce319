"""A game compiled: its plan, the steps of its rounds in their order, its settlement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ..model import Carried, Game, Refusal
from .announcements import AnnouncementsStep
from .auction import AuctionStep
from .call import CallStep, NamingStep
from .deal import DealingStep, MisdealStep
from .exchange import ExchangeStep, PassingStep, TalonCredit, TalonStep
from .in_play_calls import IN_PLAY_WORDS
from .moves import Move
from .plan import Plan
from .play import PlayStep
from .settlement import Settler
from .state import State

_NOTHING = Carried()


class Step(Protocol):
    """One step of a round. It changes the state in place, and answers for the seat whose turn it
    is. `moves` and `why_not` must agree: a move is offered where nothing speaks against it.
    """

    kind: str
    """``deal``, ``misdeal``, ``passing``, ``naming``, ``auction``, ``call``, ``exchange``,
    ``announcements`` or ``play``.
    """

    def enter(self, state: State) -> None:
        """Begin the step; it may end at once, by ``state.plan.leave(state)``."""

    def moves(self, state: State) -> list[int]:
        """Every legal move, by its number; never empty."""

    def apply(self, state: State, move: int) -> None:
        """Make a legal move."""

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the move is not legal; None when it is."""


class CompiledGame(Plan):
    """A game ready to be played."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.play_step = PlayStep(self)
        self.speaks_out_of_turn = self.play_step.in_play_calls.speaks_out_of_turn
        """Whether anything is ever said by a seat whose turn it is not."""
        self.steps: tuple[Step, ...] = tuple(self._made(game))
        self.settlement = Settler(self)
        self._talon_credit = TalonCredit(self) if game.talon else None
        self._blank = State(self)
        self.programs: dict[Any, Any] = {}
        """What the kernel has made of its contracts (`zwanz_ssot.kernel.playouts`)."""

    def _made(self, game: Game) -> Iterator[Step]:
        """The steps in the order of the rules; the settlement is none of them."""
        makers: dict[str, Callable[[Plan], Step]] = {
            "misdeal": MisdealStep,
            "passing": PassingStep,
            "auction": AuctionStep,
            "call": CallStep,
            "naming": NamingStep,
            "talon": TalonStep,
            "exchange": ExchangeStep,
            "announcements": AnnouncementsStep,
        }
        for name in game.order:
            kind, _, which = name.partition(".")
            if kind == "deal":
                yield DealingStep(game.deals[which], self)
            elif kind == "play":
                yield self.play_step
            elif kind != "settlement":
                yield makers[kind](self)

    def out_of_turn(self, state: State) -> list[tuple[int, int]]:
        """What the seats may say whose turn it is not: each word with its seat. Empty in most
        games, and wherever each waits for the turn.
        """
        if not self.speaks_out_of_turn or state.over or self.steps[state.step].kind != "play":
            return []
        return self.play_step.in_play_calls.out_of_turn(state)

    def moves_now(self, state: State) -> tuple[Move, ...]:
        """Every legal move of the seat whose turn it is. Most are cards, so those are taken from
        their set, without a list of numbers.
        """
        step, every = self.steps[state.step], self.moves.all
        if step is not self.play_step:
            return tuple([every[n] for n in step.moves(state)])
        cards, of_bit = self.play_step.legal(state), self.moves.of_bit
        found = []
        while cards:
            low = cards & -cards
            cards ^= low
            found.append(of_bit[low])
        if self.play_step.talks[state.contract]:
            found += [every[n] for n in self.play_step.words(state)]
        return tuple(found)

    def make(self, state: State, seat: int, move: int) -> None:
        """Make a legal move, at one's turn or out of it."""
        if seat == state.turn:
            self.steps[state.step].apply(state, move)
        else:
            self.play_step.say(state, seat, move)

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why a seat may not make this move; None when it may."""
        if state.over:
            return Refusal("wrong_step", (), {"step": "over"})
        step = self.steps[state.step]
        if seat == state.turn:
            return step.why_not(state, move)
        kind = self.moves.all[move].kind
        if step.kind != "play" or kind not in IN_PLAY_WORDS:
            return Refusal("not_your_turn", ())
        return self.play_step.in_play_calls.why_not(state, seat, move)

    def begin(self, carried: Carried = _NOTHING) -> State:
        """The state of a round before the deal, with what earlier rounds have left to it."""
        state = self._blank.copy()
        state.stakes = carried.stakes
        state.doubled_for = carried.doubled_seats
        state.restricted = carried.restricted
        state.number = carried.number
        return state

    def finish(self, state: State) -> None:
        """At the end of a round, find whose the talon's cards are, and who played with whom."""
        if self._talon_credit is not None:
            self._talon_credit.share_out(state)
        self.settlement.close(state, state.contract)


_COMPILED: dict[int, CompiledGame] = {}
"""The games compiled last, by the identity of their rules, which each of them keeps alive."""
_MOST = 64


def table(game: Game) -> CompiledGame:
    """The game compiled, once. It belongs to this very object: an equal game is compiled anew,
    which is how `zwanz_ssot.trace` gets one that it can listen to.
    """
    found = _COMPILED.pop(id(game), None)
    if found is None:
        found = CompiledGame(game)
        while len(_COMPILED) >= _MOST:
            del _COMPILED[next(iter(_COMPILED))]
    _COMPILED[id(game)] = found
    return found
