"""The play: ten tricks or however many there are."""

from __future__ import annotations

from functools import partial

from ..model import Refusal
from ..terms.roles import seats
from .plan import Plan
from .state import State
from .trick import Tricks


class PlayRoom:
    """Playing a contract to the last trick."""

    kind = "play"

    def __init__(self, table: Plan) -> None:
        self.table = table
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        plays = [contract.play for contract in table.contracts]
        self.tricks = [Tricks(play, table.game.deck) for play in plays]
        self._first = [find(play.first_lead) for play in plays]
        self._held = [[(1 << rule.card, find(rule.by)) for rule in play.hold_back] for play in plays]

    def enter(self, state: State) -> None:
        """Find who leads, and who holds which cards back."""
        state.leader = state.turn = self._first[state.contract](state, 0).bit_length() - 1
        for card, by in self._held[state.contract]:
            who = by(state, 0)
            for seat in range(state.players):
                if who >> seat & 1:
                    state.held[seat] |= card

    def legal(self, state: State) -> int:
        """The cards that may be played now, as a set."""
        turn = state.turn
        trick = state.trick
        led = state.played[-state.in_trick] if trick else 0
        return self.tricks[state.contract].legal(state.hands[turn], trick, led, state.held[turn])

    def moves(self, state: State) -> list[int]:
        """The cards that may be played now."""
        cards, found = self.legal(state), []
        while cards:
            low = cards & -cards
            found.append(low.bit_length() - 1)
            cards ^= low
        return found

    def apply(self, state: State, card: int) -> None:
        """Play a card; the fourth one ends the trick, the last trick the play."""
        seat, players = state.turn, state.table.players
        bit = 1 << card
        state.hands[seat] ^= bit
        state.trick |= bit
        state.played.append(card)
        state.in_trick += 1
        if state.in_trick < players:
            state.turn = seat + 1 if seat + 1 < players else 0
            return
        in_order = state.played[-players:]
        best = self.tricks[state.contract].winner(state.trick, in_order[0])
        winner = (seat + 1 + in_order.index(best)) % players
        state.taken[winner] |= state.trick
        state.winners.append(winner)
        state.winning.append(best)
        state.trick = state.in_trick = 0
        state.turn = winner
        if len(state.winners) == state.table.tricks:
            self.table.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a card may not be played."""
        made = self.table.moves.all[move]
        if made.kind != "play":
            return Refusal("wrong_step", ("play",), {"step": "play"})
        turn = state.turn
        led = state.played[-state.in_trick] if state.trick else 0
        tricks = self.tricks[state.contract]
        return tricks.why_not(move, state.hands[turn], state.trick, led, state.held[turn])
