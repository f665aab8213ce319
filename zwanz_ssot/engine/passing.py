"""Cards passed before the play: each player gives some away, and nobody sees what comes before all
have given.
"""

from __future__ import annotations

from ..model import Refusal, Seat
from .plan import Plan
from .state import State


def offset(way: str, players: int, *, clockwise: bool) -> int:
    """How many seats on in the order of play the cards go; 0 where none are passed. In clockwise
    play the next player sits on the left.

    >>> offset("left", 4, clockwise=True), offset("left", 4, clockwise=False)
    (1, 3)
    >>> offset("across", 4, clockwise=True), offset("nobody", 4, clockwise=True)
    (2, 0)
    """
    if way in ("left", "right"):
        return 1 if (way == "left") == clockwise else players - 1
    return players // 2 if way == "across" else 0


class PassingStep:
    """From the forehand on each seat gives its cards one by one; then all take up what they got."""

    kind = "passing"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules, table = plan.game.passing, plan.game.table
        assert rules is not None
        self.rules = rules
        clockwise = table.direction == "clockwise"
        self._offsets = [offset(way, plan.players, clockwise=clockwise) for way in rules.to]

    def offset(self, state: State) -> int:
        """How many seats on the cards go in this round of the match."""
        return self._offsets[(state.number - 1) % len(self._offsets)]

    def receiver(self, state: State, seat: Seat | None) -> Seat | None:
        """Who gets the cards of a seat; of an onlooker nobody."""
        return None if seat is None else Seat((seat + self.offset(state)) % state.players)

    def enter(self, state: State) -> None:
        """Begin, unless this is a round in which nothing is passed."""
        if not self.offset(state):
            self.plan.leave(state)
            return
        state.given = (0,) * state.players
        state.turn = 0

    def moves(self, state: State) -> list[int]:
        """The cards of the hand."""
        gives, cards, found = self.plan.moves.gives, state.hands[state.turn], []
        while cards:
            low = cards & -cards
            found.append(gives[low.bit_length() - 1])
            cards ^= low
        return found

    def apply(self, state: State, move: int) -> None:
        """Give a card; with the last one of the last seat all take up theirs."""
        made = self.plan.moves.all[move]
        assert made.card is not None
        seat, bit = state.turn, made.card.bit
        state.hands[seat] ^= bit
        own = state.given[seat] | bit
        state.given = (*state.given[:seat], own, *state.given[seat + 1 :])
        if own.bit_count() < self.rules.cards:
            return
        if seat + 1 < state.players:
            state.turn = seat + 1
        else:
            self._take_up(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a card is not given."""
        made, at = self.plan.moves.all[move], self.rules.at
        if made.kind != "give" or made.card is None:
            return Refusal("wrong_step", at, {"step": self.kind})
        if state.hands[state.turn] & made.card.bit:
            return None
        return Refusal("not_in_hand", at, {"card": made.card.index})

    def _take_up(self, state: State) -> None:
        """Put the cards given into the hands they were given to."""
        to = self.offset(state)
        for seat, cards in enumerate(state.given):
            state.hands[(seat + to) % state.players] |= cards
        state.exchanged = tuple(state.hands)
        if state.contract >= 0:
            self.plan.find_sides(state)
        self.plan.leave(state)
