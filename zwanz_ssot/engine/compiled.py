"""A compiled game: its plan, the steps of a round in order, and its settlement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, Protocol

from ..model import Carried, Game, Refusal
from ..model.cards import bits
from ..problems import of_kind
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
    """One step of a round. It changes the state in place. `moves` and `why_not` are about the seat
    whose turn it is, and must agree: a move is offered exactly if `why_not` gives None.
    """

    kind: str
    """``deal``, ``misdeal``, ``passing``, ``naming``, ``auction``, ``call``, ``talon``,
    ``exchange``, ``announcements`` or ``play``.
    """

    def enter(self, state: State) -> None:
        """Begin the step. It may end at once, by ``state.plan.leave(state)``."""

    def moves(self, state: State) -> list[int]:
        """The numbers of all legal moves; never empty."""

    def apply(self, state: State, move: int) -> None:
        """Make a legal move."""

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the move is not legal; None when it is."""


class CompiledGame(Plan):
    """The plan of a game, with its steps and its settlement."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.play_step = PlayStep(self)
        self.speaks_out_of_turn = self.play_step.in_play_calls.speaks_out_of_turn
        """Whether the rules let any seat speak out of turn."""
        self.steps: tuple[Step, ...] = tuple(self._made(game))
        kinds = [step.kind for step in self.steps]
        opens = ("talon", "exchange") if game.exchange else ("announcements", "play")
        self.exchange_begins = min(kinds.index(kind) for kind in opens if kind in kinds)
        self.settlement = Settler(self)
        self._talon_credit = TalonCredit(self) if game.talon else None
        self._blank = State(self)
        self._plays: dict[int, tuple[Move, ...]] = {}
        """The moves that play the cards of a mask, for those met first."""
        self.programs: dict[Any, Any] = {}
        """The contracts as the kernel has lowered them (`zwanz_ssot.kernel.playouts`)."""

    def _made(self, game: Game) -> Iterator[Step]:
        """The steps in the order of the rules, without the settlement."""
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
        """The legal moves of seats whose turn it is not, each as ``(seat, number of the move)``.
        Only the play of some games has any.
        """
        if not self.speaks_out_of_turn or state.over or self.steps[state.step].kind != "play":
            return []
        return self.play_step.in_play_calls.out_of_turn(state)

    def moves_now(self, state: State) -> tuple[Move, ...]:
        """Every legal move of the seat whose turn it is. In the play, cards are taken from their
        bit mask, without a list of numbers.
        """
        step, play = self.steps[state.step], self.play_step
        if step is not play:
            every = self.moves.all
            return tuple([every[n] for n in step.moves(state)])
        cards = play.legal(state)
        found = self._plays.get(cards)
        if found is None:
            every = self.moves.all
            found = tuple([every[card] for card in bits(cards)])
            if len(self._plays) < _MOST_PLAYS:
                self._plays[cards] = found
        if play.talks[state.contract] and (words := play.words(state)):
            every = self.moves.all
            found += tuple([every[n] for n in words])
        return found

    def moves_of(self, state: State, seat: int) -> tuple[Move, ...]:
        """Every legal move of a seat: in its turn as `moves_now`, else out of turn."""
        if seat == state.turn:
            return self.moves_now(state)
        every = self.moves.all
        return tuple([every[n] for speaker, n in self.out_of_turn(state) if speaker == seat])

    def make(self, state: State, seat: int, move: int) -> None:
        """Make a legal move of a seat, in turn or out of turn."""
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
        """The state of a round before the deal, with what earlier rounds leave to it."""
        state = self._blank.copy()
        state.stakes = carried.stakes
        state.doubled_for = carried.doubled_seats
        state.restricted = carried.restricted
        state.number = carried.number
        return state

    def finish(self, state: State) -> None:
        """At the end of a round, credit discards and talon to seats, and find a partner who is
        known only by the result.
        """
        if self._talon_credit is not None:
            self._talon_credit.share_out(state)
        self.settlement.close(state, state.contract)


_MOST_PLAYS = 4096
"""How many sets of legal cards keep their moves: most that are met are of one suit, and come again.
They take half a megabyte, and halve the time of `CompiledGame.moves_now`.
"""
_COMPILED: dict[int, CompiledGame] = {}
"""The compiled games used last, by the ``id`` of their rules. Each keeps its rules alive, so that
no other game gets this ``id``.
"""
_KEEPING = Lock()
"""Held while one is taken or kept: the tables of a server are played in several threads."""
_MOST = 64
"""The 17 shipped rule sets and house rules beside them: up to 1 MB each, compiled in 1 to 4 ms."""


def table(game: Game) -> CompiledGame:
    """The compiled game of this object, from a cache. An equal game that is another object is
    compiled anew, so that `zwanz_ssot.trace` can change its own one. Raises `WrongCall` for what is
    no game.
    """
    with _KEEPING:
        found = _COMPILED.pop(id(game), None)
    if found is None:
        of_kind("game", Game, game)
        found = CompiledGame(game)
    with _KEEPING:
        while len(_COMPILED) >= _MOST:
            del _COMPILED[next(iter(_COMPILED))]
        _COMPILED[id(game)] = found
    return found
