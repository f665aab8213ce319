"""The highest bid: how it is made, joined, taken over, settled by suit against an equal one."""

from __future__ import annotations

from ..model import Refusal
from .bids import Bids
from .plan import Plan
from .sayings import Sayings
from .state import State


class Standing:
    """What becomes of the highest bid of an auction."""

    def __init__(self, table: Plan, bids: Bids, sayings: Sayings) -> None:
        self.table = table
        self.bids = bids
        self.sayings = sayings
        rules = table.game.auction
        self._at = (*rules.at, "suit_order")
        suits = table.game.deck.suits
        self._place = {suits[suit].index: place for place, suit in enumerate(rules.suit_order)}
        self._cancels_announcements = "announcements" in rules.overcall_cancels
        self._cancels_doubles = "doubles" in rules.overcall_cancels
        self._lays = [contract.lays_card for contract in table.contracts]
        self._clean = (-1,) * table.players

    def bid(self, state: State, contract: int, card: int) -> None:
        """Bid a contract with the card that is called or laid down, -1 for none."""
        seat = state.turn
        if contract != state.contract:
            self.take(state, contract, -1 if self._lays[contract] else card)
        elif self.table.contracts[contract].joined is not None:
            state.joined |= 1 << seat
            self.table.find_sides(state)
        else:
            first = () if state.named[state.declarer] >= 0 else (state.declarer,)
            state.naming = (*first, seat)
        if self._lays[contract]:
            state.laid[seat] = card

    def take(self, state: State, contract: int, card: int) -> None:
        """The speaker has the highest bid now; all that hung on the one before is gone."""
        seat = state.turn
        state.contract, state.declarer, state.called_card = contract, seat, card
        state.must = -1
        state.joined = 0
        state.laid[:] = self._clean
        state.named[:] = self._clean
        self.table.find_sides(state)
        if card >= 0:
            held, lacked = self.bids.callable.shown_by(card)
            state.told_holds[seat] |= held
            state.told_lacks[seat] |= lacked
        self._cancel(state)
        state.shown = 1 << seat

    def _cancel(self, state: State) -> None:
        """A higher bid wipes out what was said before it."""
        if self._cancels_doubles:
            state.levels = [0] * len(state.levels)
        if self._cancels_announcements:
            state.said = [-1] * len(state.said)
            state.items = []
            state.closed_by = -1
            state.silent = 0
            state.lies = False
        if not state.items:
            state.items = self.sayings.first_items()

    def name(self, state: State, suit: int) -> None:
        """Name a trump suit; once both have, the higher one stands, and the earlier of two equal
        ones.
        """
        seat = state.turn
        state.named[seat] = suit
        state.naming = state.naming[1:]
        if state.naming:
            return
        named = list(state.named)
        if self._place[suit] < self._place[named[state.declarer]]:
            self.take(state, state.contract, -1)
            state.named = named

    def why_not_name(self, state: State, move: int) -> Refusal | None:
        """Why no suit may be named, or nothing but a suit may be said."""
        naming = move in self.table.moves.names
        if naming == bool(state.naming):
            return None
        return Refusal("nothing_to_name" if naming else "name_suit", self._at)
