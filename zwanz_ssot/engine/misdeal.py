"""Hands with which the cards must or may be thrown in.

Where somebody may, everybody is asked in turn: to be asked must tell the others nothing.
"""

from __future__ import annotations

from ..model import Refusal
from ..terms.hands import hand
from .plan import Plan
from .state import State


class MisdealRoom:
    """Throwing in, before anything is said."""

    kind = "misdeal"

    def __init__(self, table: Plan) -> None:
        self.table = table
        reasons = [(reason, hand(reason.when)) for reason in table.game.misdeal]
        self.must = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "must"]
        self.may = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "may"]

    def enter(self, state: State) -> None:
        """Throw the cards in when a hand demands it; else ask, where anybody may."""
        for reason, test in self.must:
            for cards in state.hands:
                if test(cards):
                    self.table.throw_in(state, reason)
                    return
        if self.may:
            state.turn = 0
        else:
            self.table.leave(state)

    def reasons(self, cards: int) -> list[str]:
        """The reasons for which this hand may be thrown in."""
        return [reason for reason, test in self.may if test(cards)]

    def moves(self, state: State) -> list[int]:
        """Keep the cards, or throw them in with a reason in the own hand."""
        moves = self.table.moves
        return (
            [moves.keep, moves.throw_in] if self.reasons(state.hands[state.turn]) else [moves.keep]
        )

    def apply(self, state: State, move: int) -> None:
        """Keep, and ask the next one; or end the round."""
        if move == self.table.moves.throw_in:
            self.table.throw_in(state, self.reasons(state.hands[state.turn])[0])
        elif state.turn + 1 < state.players:
            state.turn += 1
        else:
            self.table.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the cards may not be thrown in."""
        moves = self.table.moves
        if move not in (moves.keep, moves.throw_in):
            return Refusal("wrong_step", ("misdeal",), {"step": "misdeal"})
        if move == moves.keep or self.reasons(state.hands[state.turn]):
            return None
        return Refusal("no_reason", ("misdeal", "reasons"))
