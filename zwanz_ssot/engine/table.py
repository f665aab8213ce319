"""The table of a game: its plan, and the rooms of a round in their order. Made once a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..model import Game
from .announcements import AnnouncementsRoom
from .auction import AuctionRoom
from .call import CallRoom
from .deal import DealRoom
from .exchange import ExchangeRoom
from .misdeal import MisdealRoom
from .plan import Plan
from .play import PlayRoom
from .room import Room
from .settlement import Settling
from .state import State


class Table(Plan):
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
        self.settling = Settling(self)

    def finish(self, state: State) -> None:
        """See whose the spoils are, and who played with whom."""
        super().finish(state)
        self.settling.close(state, state.contract)


@lru_cache(maxsize=64)
def table(game: Game) -> Table:
    """The compiled game."""
    return Table(game)
