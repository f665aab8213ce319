"""Pairs of cards that are declared for their points."""

from __future__ import annotations

from typing import NamedTuple

from ..model import Declaration, Refusal
from .moves import Move
from .plan import Plan
from .state import State


class Pair(NamedTuple):
    """What one move declares."""

    rule: Declaration
    suit: int
    """The cards of its suit."""
    cards: int


class Declarations:
    """Declaring pairs, and what they count."""

    def __init__(self, table: Plan) -> None:
        self.table = table
        deck = table.game.deck
        suits = tuple(deck.suits.values())
        self.pairs: dict[int, Pair] = {}
        for (key, suit), move in table.moves.declares.items():
            rule = table.game.declarations[key]
            cards = deck.mask(f"{suits[suit].letter}-{rank}" for rank in rule.ranks)
            self.pairs[move] = Pair(rule, suits[suit].mask, cards)
        self._counts = {
            rule.id: table.words.test(rule.counts_if)
            for rule in table.game.declarations.values()
            if rule.counts_if is not None
        }

    def add_moves(self, state: State, found: list[int]) -> None:
        """Add every pair that the seat may declare now to ``found``."""
        seat = state.turn
        hand = state.hands[seat]
        for move, (_, _, cards) in self.pairs.items():
            if hand & cards == cards and move not in state.pairs[seat] and not state.tied[seat]:
                found.append(move)

    def points(self, state: State, pair: Pair) -> int:
        """What a pair is worth in this round, in card points."""
        assert state.rules is not None
        return pair.rule.in_trump if pair.suit & state.rules.trump else pair.rule.elsewhere

    def apply(self, state: State, move: int) -> None:
        """Declare a pair."""
        pair, seat = self.pairs[move], state.turn
        points = self.points(state, pair)
        state.pairs[seat] += (move,)
        state.declared_points[seat] += points * self.table.unit
        if pair.rule.binds == "lead_one":
            state.tied[seat] = pair.cards
        if self.tells(state, pair):
            state.told_holds[seat] |= pair.cards

    def tells(self, state: State, pair: Pair) -> bool:
        """Whether the others learn which cards are declared: they are shown, led, or the only ones
        of their worth.
        """
        assert state.rules is not None
        rule = pair.rule
        alone = rule.in_trump != rule.elsewhere and bool(pair.suit & state.rules.trump)
        return alone or rule.shown == "cards" or rule.binds == "lead_one"

    def heard(self, state: State, move: Move) -> Move:
        """A declaration as the others hear it."""
        pair = self.pairs[self.table.moves.number[move.text]]
        if self.tells(state, pair):
            return move
        points = self.points(state, pair)
        return Move("declare", f"declare {pair.rule.id} {points}", item=pair.rule.id, count=points)

    def count(self, state: State) -> None:
        """At the end: find what counts of what was declared."""
        for seat, moves in enumerate(state.pairs):
            for move in moves:
                pair = self.pairs[move]
                test = self._counts.get(pair.rule.id)
                if test is None or test(state, 1 << seat):
                    state.declared_counts[seat] += self.points(state, pair) * self.table.unit

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a pair may not be declared."""
        pair, seat = self.pairs[move], state.turn
        at = pair.rule.at
        if move in state.pairs[seat]:
            return Refusal("declared_already", at, {"cards": pair.cards})
        if missing := pair.cards & ~state.hands[seat]:
            return Refusal("not_held", (*at, "ranks"), {"cards": missing})
        if state.tied[seat]:
            return Refusal("lead_it_first", (*at, "binds"), {"cards": state.tied[seat]})
        return None
