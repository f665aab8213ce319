"""The call: the declarer names the trump suit where the contract wants it, then the card of a
partner.

May stand between two dealings: who holds the card is found when the cards are there.
"""

from __future__ import annotations

from ..model import Contract, Refusal
from .callable_cards import CallableCards
from .plan import Plan
from .state import State


class CallRoom:
    """Trumps and partner, where these are not said with the bid."""

    kind = "call"

    def __init__(self, table: Plan) -> None:
        self.table = table
        call = table.game.call
        self._at = call.at if call else table.game.play.at
        self._callable = CallableCards(table)

    def enter(self, state: State) -> None:
        """Give the declarer the word, if the contract has anything to name."""
        state.turn = state.declarer
        if self._names(state):
            state.trump = state.named[
                state.declarer
            ]  # said in the auction already, to settle equal bids
        self._next(state)

    def moves(self, state: State) -> list[int]:
        """The suits that may be trumps; then the cards that may be called."""
        if self._names(state):
            return list(self.table.moves.trumps.values())
        calls = self.table.moves.calls
        return [calls[card] for card in self._callable.by(state.hands[state.turn])]

    def apply(self, state: State, move: int) -> None:
        """Name it."""
        made, seat = self.table.moves.all[move], state.turn
        if made.kind == "trump":
            assert made.suit is not None
            state.trump = made.suit
        else:
            assert made.card is not None
            held, lacked = self._callable.shown_by(made.card)
            state.called_card = made.card
            state.told_holds[seat] |= held
            state.told_lacks[seat] |= lacked
        self._next(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the suit or the card may not be named."""
        made, at = self.table.moves.all[move], self._at
        if self._names(state):
            wrong = "trump_first" if made.kind == "call" else "wrong_step"
            return None if made.kind == "trump" else Refusal(wrong, at, {"step": self.kind})
        if made.kind != "call" or made.card is None:
            return Refusal("wrong_step", at, {"step": self.kind})
        return self._callable.why_not(state.hands[state.turn], made.card)

    def _next(self, state: State) -> None:
        contract = self._contract(state)
        if self._names(state) or (contract.calls and state.called_card < 0):
            return
        if contract.calls:
            self.table.find_sides(state)
        self.table.leave(state)

    def _contract(self, state: State) -> Contract:
        return self.table.contracts[state.contract]

    def _names(self, state: State) -> bool:
        return state.trump < 0 and self._contract(state).play.trump_from == "named"
