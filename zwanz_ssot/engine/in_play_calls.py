"""What is said during the play, at one's turn and before one's card: pairs declared for their
points, announcements, doubles, raises.
"""

from __future__ import annotations

from typing import NamedTuple

from ..model import Declaration, Refusal, Says
from .announcer import Announcer, Once
from .moves import Move
from .plan import Plan
from .state import State


class DeclaredPair(NamedTuple):
    """What a move declares."""

    rule: Declaration
    cards: int


class Declarations:
    """Declaring pairs, and what they count."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        deck = plan.game.deck
        suits = tuple(deck.suits.values())
        self.pairs: dict[int, DeclaredPair] = {}
        for (key, suit), move in plan.moves.declares.items():
            rule = plan.game.declarations[key]
            cards = deck.mask(f"{suits[suit].letter}-{rank}" for rank in rule.ranks)
            self.pairs[move] = DeclaredPair(rule, cards)
        self._counts = {
            rule.id: plan.words.test(rule.counts_if)
            for rule in plan.game.declarations.values()
            if rule.counts_if is not None
        }

    def add_moves(self, state: State, found: list[int]) -> None:
        """Add every pair that the seat may declare now to ``found``."""
        seat = state.turn
        if state.tied[seat]:
            return
        hand, declared = state.hands[seat], state.declared_pairs[seat]
        for move, (_, cards) in self.pairs.items():
            if hand & cards == cards and move not in declared:
                found.append(move)

    def points(self, state: State, pair: DeclaredPair) -> int:
        """What a pair is worth in this round, in card points."""
        assert state.rules is not None
        points = pair.rule.points
        return points.trump if self._is_trump(state, pair) else points.elsewhere

    @staticmethod
    def _is_trump(state: State, pair: DeclaredPair) -> bool:
        """Whether all cards of a pair are trumps."""
        assert state.rules is not None
        return not pair.cards & ~state.rules.trump

    def apply(self, state: State, move: int) -> None:
        """Declare a pair."""
        pair, seat = self.pairs[move], state.turn
        points = self.points(state, pair)
        state.declared_pairs[seat] += (move,)
        state.declared_points[seat] += points * self.plan.unit
        if pair.rule.binds == "lead_one":
            state.tied[seat] = pair.cards
        if self.shows_cards(state, pair):
            state.shown_holding[seat] |= pair.cards

    def shows_cards(self, state: State, pair: DeclaredPair) -> bool:
        """Whether the others learn which cards are declared: they are shown, led, or the only ones
        of their worth.
        """
        assert state.rules is not None
        rule = pair.rule
        alone = rule.points.trump != rule.points.elsewhere and self._is_trump(state, pair)
        return alone or rule.shown == "cards" or rule.binds == "lead_one"

    def heard(self, state: State, move: Move) -> Move:
        """A declaration as the others hear it."""
        pair = self.pairs[self.plan.moves.number[move.text]]
        if self.shows_cards(state, pair):
            return move
        points = self.points(state, pair)
        return Move("declare", f"declare {pair.rule.id} {points}", item=pair.rule.id, count=points)

    def count(self, state: State) -> None:
        """At the end: find what counts of what was declared."""
        for seat, points in enumerate(self.counting(state)):
            state.declared_counts[seat] += points

    def counting(self, state: State) -> list[int]:
        """What counts now of what each seat has declared, in parts of a point."""
        counted = [0] * state.players
        for seat, moves in enumerate(state.declared_pairs):
            for move in moves:
                pair = self.pairs[move]
                test = self._counts.get(pair.rule.id)
                if test is None or test(state, 1 << seat):
                    counted[seat] += self.points(state, pair) * self.plan.unit
        return counted

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a pair may not be declared."""
        pair, seat = self.pairs[move], state.turn
        at = pair.rule.at
        if move in state.declared_pairs[seat]:
            return Refusal("declared_already", at, {"cards": pair.cards})
        if missing := pair.cards & ~state.hands[seat]:
            return Refusal("not_held", (*at, "ranks"), {"cards": missing})
        if state.tied[seat]:
            return Refusal("lead_it_first", (*at, "binds"), {"cards": state.tied[seat]})
        return None


class InPlayCalls:
    """All that may be said before a card is played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.declarations = Declarations(plan)
        plays = [contract.play for contract in plan.contracts]
        self._words = [_by_moment(play.says) for play in plays]
        self.talks = [any(words) for words in self._words]
        """By contract: whether anything is ever said."""
        self._doubles = [
            "double" in play.says.first_trick + play.says.when_leading for play in plays
        ]
        self.announcer = Announcer(
            plan, step="play", at=("play",), words=plan.game.speech, once=Once.A_PLAYER
        )
        self.raises = [
            {
                plan.moves.raises[contract]: plan.contract_ids.index(contract)
                for contract in play.raised_to
            }
            for play in plays
        ]
        """By contract: the contracts that the partner may make of it, by their moves."""

    def enter(self, state: State) -> None:
        """Open the game to doubling, where it is doubled in the play."""
        if self._doubles[state.contract] and not state.doublable:
            state.doublable = self.announcer.first_items(state)

    def words(self, state: State) -> frozenset[str]:
        """What may be said at this moment of the play."""
        return self._words[state.contract][(not state.winners) * 2 + (not state.trick)]

    def add_moves(self, state: State, words: frozenset[str], found: list[int]) -> None:
        """Add everything of ``words`` that the seat may say now to ``found``."""
        if "declare" in words:
            self.declarations.add_moves(state, found)
        if "announce" in words:
            self.announcer.add_announcements(state, state.turn, found)
        if "double" in words:
            self.announcer.add_doubles(state, state.turn, found)
        if "raise" in words and self._is_partner(state):
            found += self.raises[state.contract]

    def apply(self, state: State, move: int) -> None:
        """Declare, announce, double or raise."""
        kind = self.plan.moves.all[move].kind
        if kind == "declare":
            self.declarations.apply(state, move)
        elif kind == "raise":
            state.contract = self.raises[state.contract][move]
            state.shown |= 1 << state.turn
        else:
            self.announcer.apply(state, move)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why it may not be said."""
        made = self.plan.moves.all[move]
        contract = self.plan.contracts[state.contract]
        if made.kind not in self.words(state):
            return Refusal("not_now", contract.play.says.at, {"word": made.kind})
        if made.kind == "declare":
            return self.declarations.why_not(state, move)
        if made.kind in ("announce", "double"):
            return self.announcer.why_not(state, state.turn, move)
        rule = (*contract.play.at, "raised_to")
        if move not in self.raises[state.contract]:
            return Refusal("not_raised_to", rule, {"contract": made.contract})
        return None if self._is_partner(state) else Refusal("only_partner_raises", rule)

    @staticmethod
    def _is_partner(state: State) -> bool:
        """Whether it is the turn of one who plays with the declarer."""
        return bool(state.declarers >> state.turn & 1) and state.turn != state.declarer


def _by_moment(says: Says) -> tuple[frozenset[str], ...]:
    """What may be said: following later on, leading later on, following in the first trick, leading
    to it.
    """
    first, leading = frozenset(says.first_trick), frozenset(says.when_leading)
    return frozenset(), leading, first, first | leading
