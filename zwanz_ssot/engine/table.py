"""The table of a game: its plan, and the steps of a round in their order. Made once a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..model import Game, Refusal
from .announcements import AnnouncementsRoom
from .auction import AuctionRoom
from .call import CallRoom
from .deal import DealRoom, MisdealRoom
from .exchange import ExchangeRoom
from .plan import Plan
from .play import PlayRoom
from .settlement import Settler
from .state import State


class Room(Protocol):
    """One step of a round."""

    kind: str
    """``deal``, ``misdeal``, ``auction`` or ``play``."""

    def enter(self, state: State) -> None:
        """Begin the step; it may end at once, by ``state.table.leave(state)``."""

    def moves(self, state: State) -> list[int]:
        """Every legal move of the seat whose turn it is; never empty."""

    def apply(self, state: State, move: int) -> None:
        """Make a legal move."""

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the move is not legal; None when it is."""


class CompiledGame(Plan):
    """A game ready to be played."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.play_room = PlayRoom(self)
        makers: dict[str, Callable[[], Room]] = {
            "misdeal": lambda: MisdealRoom(self),
            "auction": lambda: AuctionRoom(self),
            "call": lambda: CallRoom(self),
            "exchange": lambda: ExchangeRoom(self),
            "announcements": lambda: AnnouncementsRoom(self),
            "play": lambda: self.play_room,
        }
        self.rooms: tuple[Room, ...] = tuple(
            DealRoom(game.deals[step.partition(".")[2]], self)
            if step.startswith("deal.")
            else makers[step]()
            for step in game.order
            if step != "settlement"
        )
        self.settling = Settler(self)

    def finish(self, state: State) -> None:
        """See whose the spoils are, and who played with whom."""
        super().finish(state)
        self.settling.close(state, state.contract)


_COMPILED: dict[int, CompiledGame] = {}
"""The games compiled last, by the identity of their rules, which each of them keeps alive."""
_MOST = 64


def table(game: Game) -> CompiledGame:
    """The compiled game. It belongs to this very object: an equal game is compiled anew, which is
    how `zwanz_ssot.trace` gets one that it can listen to.
    """
    found = _COMPILED.pop(id(game), None)
    if found is None:
        found = CompiledGame(game)
        while len(_COMPILED) >= _MOST:
            del _COMPILED[next(iter(_COMPILED))]
    _COMPILED[id(game)] = found
    return found
