"""A game compiled for play: its rooms in order, its moves, its cards as masks. Made once a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..model import Game
from ..terms.outcome import Words
from .auction import AuctionRoom
from .deal import DealRoom
from .misdeal import MisdealRoom
from .moves import MoveList
from .play import PlayRoom
from .room import Room
from .settlement import Settling
from .state import State


class Table:
    """What play needs of a game, compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.table.players
        self.index = {card.id: card.index for card in game.deck.cards}
        self.bonus_ids = tuple(game.bonuses)
        self.contract_ids = tuple(game.contracts)
        self.contracts = tuple(game.contracts.values())
        self.items = 1 + 2 * len(self.bonus_ids)
        self.tricks = sum(sum(step.packets) for step in game.deals.values())
        self.last_trick = game.last_trick
        by_worth: dict[int, int] = {}
        for card in game.deck.cards:
            if card.points:
                by_worth[card.points] = by_worth.get(card.points, 0) | card.bit
        self.worth = tuple(by_worth.items())
        self.words = Words(self.index, self.bonus_ids)
        self.moves = MoveList(game)
        self.play_room = PlayRoom(self)
        makers: dict[str, Callable[[], Room]] = {
            "misdeal": lambda: MisdealRoom(self),
            "auction": lambda: AuctionRoom(self),
            "play": lambda: self.play_room,
        }
        self.rooms: tuple[Room, ...] = tuple(
            DealRoom(game.deals[step.partition(".")[2]], self) if step.startswith("deal.") else makers[step]()
            for step in game.order
            if step != "settlement"
        )
        self.settling = Settling(self)

    def leave(self, state: State) -> None:
        """End the step and enter the next one."""
        state.step += 1
        if state.step < len(self.rooms):
            self.rooms[state.step].enter(state)
        else:
            state.turn = -1


@lru_cache(maxsize=64)
def table(game: Game) -> Table:
    """The compiled game."""
    return Table(game)
