"""The misdeal: hands with which the cards must or may be thrown in before anything is said."""

from __future__ import annotations

from ..model import Refusal
from ..words.compiling import hand
from .plan import Plan
from .state import State


class MisdealStep:
    """From the first seat that may throw in to the last."""

    kind = "misdeal"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        reasons = [(reason, hand(reason.when)) for reason in plan.game.misdeal]
        self.must = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "must"]
        self.may = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "may"]

    def enter(self, state: State) -> None:
        """Throw the cards in where a hand demands it; else give the word to all in turn, where
        anybody may.
        """
        for reason, test in self.must:
            for cards in state.hands:
                if test(cards):
                    self.plan.throw_in(state, reason)
                    return
        if self.may:
            state.turn = 0
        else:
            self.plan.leave(state)

    def reasons(self, cards: int) -> list[str]:
        """The reasons for which this hand may be thrown in."""
        return [reason for reason, test in self.may if test(cards)]

    def moves(self, state: State) -> list[int]:
        """Keep the cards, or throw them in with a reason in the own hand."""
        moves = self.plan.moves
        if self.reasons(state.hands[state.turn]):
            return [moves.keep, moves.throw_in]
        return [moves.keep]

    def apply(self, state: State, move: int) -> None:
        """Keep the cards and give the word on, or throw them in and end the round."""
        if move == self.plan.moves.throw_in:
            self.plan.throw_in(state, self.reasons(state.hands[state.turn])[0])
        elif state.turn + 1 < state.players:
            state.turn += 1
        else:
            self.plan.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the cards may not be thrown in."""
        moves = self.plan.moves
        if move not in (moves.keep, moves.throw_in):
            return Refusal("wrong_step", ("misdeal",), {"step": self.kind})
        if move == moves.keep or self.reasons(state.hands[state.turn]):
            return None
        return Refusal("no_reason", ("misdeal", "reasons"))
