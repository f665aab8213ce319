"""The play: ten tricks or however many there are."""

from __future__ import annotations

from functools import partial

from ..model import Refusal
from ..terms.roles import seats
from .plan import Plan
from .state import State
from .trick import Tricks, in_force


class PlayRoom:
    """Playing a contract to the last trick."""

    kind = "play"

    def __init__(self, table: Plan) -> None:
        self.table = table
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        self._plays = [contract.play for contract in table.contracts]
        self._first = [find(play.first_lead) for play in self._plays]
        self._held = [[(1 << rule.card, find(rule.by)) for rule in play.hold_back] for play in self._plays]
        self._same = [not play.trump_from and not play.ranking_if_called for play in self._plays]
        """By contract: whether trumps and ranking are the same in every round."""
        self._tricks: dict[tuple[int, str | None, str | None], Tricks] = {}

    def tricks(self, state: State) -> Tricks:
        """The rules for tricks in the contract of this round, with its trump suit and its ranking."""
        number = state.contract
        play, deck = self._plays[number], self.table.game.deck
        trump, ranking = (
            (play.trump, play.ranking) if self._same[number] else in_force(play, deck, state.called_card, state.trump)
        )
        found = self._tricks.get((number, trump, ranking))
        if found is None:
            found = self._tricks[number, trump, ranking] = Tricks(play, deck, trump, ranking)
        return found

    def enter(self, state: State) -> None:
        """Find who leads, and who holds which cards back."""
        state.rules = self.tricks(state)
        state.leader = state.turn = self._first[state.contract](state, 0).bit_length() - 1
        for card, by in self._held[state.contract]:
            who = by(state, 0)
            for seat in range(state.players):
                if who >> seat & 1:
                    state.held[seat] |= card

    def legal(self, state: State) -> int:
        """The cards that may be played now, as a set."""
        turn, trick, rules = state.turn, state.trick, state.rules
        assert rules is not None
        led = state.played[-state.in_trick] if trick else 0
        return rules.legal(state.hands[turn], trick, led, state.held[turn])

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
        in_order, rules = state.played[-players:], state.rules
        assert rules is not None
        best = rules.winner(state.trick, in_order[0])
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
        turn, rules = state.turn, state.rules
        assert rules is not None
        led = state.played[-state.in_trick] if state.trick else 0
        return rules.why_not(move, state.hands[turn], state.trick, led, state.held[turn])
