"""The play: the tricks, what is said during them, and an early end."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import CALLED_CARD, Path, Play, Refusal, seats_in
from ..model.cards import bits
from ..words.ladders import trump_varies
from ..words.registry import RoleFact, Seats, Test
from .in_play_calls import IN_PLAY_WORDS, InPlayCalls
from .plan import Plan
from .settlement import speaks_of
from .state import State, put, unite
from .trick import CardObligations, TrickRules, in_force, narrowed


def _freed_before(play: Play) -> list[tuple[int, int]]:
    """The rules that keep a card back only before some trick: each as its bit, and the number of
    that trick, from 1.
    """
    return [
        (1 << number, rule.before_trick)
        for number, rule in enumerate(play.hold_back)
        if rule.before_trick
    ]


def _holds_called(play: Play) -> bool:
    return any(rule.card == CALLED_CARD for rule in play.hold_back)


_ALL_THERE: frozenset[Path] = frozenset()


class PlayStep:
    """From the first lead to the last trick, or until the objective is lost or a side has the
    points that end the play.
    """

    kind = "play"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._players, self._cards, self._size = plan.players, plan.cards, plan.tricks
        plays = [contract.play for contract in plan.contracts]
        self._plays = plays
        self._first = [plan.seats(play.first_lead) for play in plays]

        # By contract: who keeps back which cards, and until when.
        self._holders = [self._seats_holding(play) for play in plays]
        self._free = [_freed_before(play) for play in plays]
        self._holds_called = [_holds_called(play) for play in plays]
        """Whether the called card may be held back."""

        # By contract: the rules for tricks, made when they are first needed.
        self._fixed = [
            not trump_varies(play.trump) and not play.ranking_if_called for play in plays
        ]
        """Whether trumps and ranking are the same in every round."""
        self._tricks: dict[
            tuple[int, str | None, str | None, int, frozenset[Path]], TrickRules
        ] = {}
        self._conditional = [self._rungs_with_conditions(play) for play in plays]
        """By contract: the rungs that have a condition."""
        self._rungs_vary = any(self._conditional)
        """Whether any rung of the game has a condition."""

        self.in_play_calls = InPlayCalls(plan)
        self._ends_at = [(play.ends_at_points or 0) * plan.unit for play in plays]
        """By contract: the points of a side with which the play ends; 0 where it goes on."""
        self._allowed_words = self.in_play_calls.at_turn
        self.talks = [bool(play.says.words) for play in plays]
        """By contract: whether anything is ever said."""
        self._obligations = [CardObligations(plan, number) for number in range(len(plays))]
        self._lost: list[Test | None] = [
            plan.words.hopeless(contract.objective)
            if contract.objective is not None and contract.play.ends_when == "aim_failed"
            else None
            for contract in plan.contracts
        ]
        self._each = [
            contract.objective is not None and speaks_of(contract.objective, RoleFact.EACH_DECLARER)
            for contract in plan.contracts
        ]
        """By contract: whether each declarer has to reach the objective by himself."""
        self._may_end = [
            lost is not None or points > 0
            for lost, points in zip(self._lost, self._ends_at, strict=True)
        ]
        """By contract: whether the play may end before the last trick."""

    def _rungs_with_conditions(self, play: Play) -> list[tuple[Path, Test]]:
        return [
            (rung.at, self.plan.words.test(rung.when))
            for rung in (*play.lead, *play.follow)
            if rung.when is not None
        ]

    def _a_side_has(self, state: State, points: int) -> bool:
        """Whether a side, or a seat where there are no declarers, has this many card points by its
        tricks and declarations, in parts of a point.
        """
        has = self.in_play_calls.declarations.counting(state)
        for worth, mask in self.plan.worth:
            has = [
                it + worth * (c & mask).bit_count() for it, c in zip(has, state.taken, strict=True)
            ]
        if not state.declarers:
            return max(has) >= points
        ours = sum(has[seat] for seat in seats_in(state.declarers))
        return max(ours, sum(has) - ours) >= points

    def _seats_holding(self, play: Play) -> list[Seats]:
        """By rule: the seats that keep its card back."""
        return [self.plan.seats(rule.by) for rule in play.hold_back]

    def tricks(self, state: State) -> TrickRules:
        """The rules for tricks in the contract of this round, with its trump suit and ranking."""
        number = state.contract
        play, deck = self._plays[number], self.plan.game.deck
        trump, ranking = play.trump.suit, play.ranking
        if not self._fixed[number]:
            trump, ranking = in_force(play, deck, state.called_card, state.trump)
        called = state.called_card if self._holds_called[number] else CALLED_CARD
        left_out = _ALL_THERE
        if self._conditional[number]:
            rungs, own = self._conditional[number], 1 << max(0, state.turn)
            left_out = frozenset(at for at, holds in rungs if not holds(state, own))
        key = number, trump, ranking, called, left_out
        found = self._tricks.get(key)
        if found is None:
            found = self._tricks[key] = TrickRules(play, deck, trump, ranking, called, left_out)
        return found

    def enter(self, state: State) -> None:
        """Set who leads, who holds which cards back, and the obligations of announcers."""
        state.rules = self.tricks(state)
        state.leader = state.turn = self._first[state.contract](state, 0).bit_length() - 1
        for seat, card in enumerate(state.laid):
            if card >= 0:
                state.tied = put(state.tied, seat, 1 << card)
        self.in_play_calls.enter(state)
        self._keep_back(state)
        self._bind(state)

    def _keep_back(self, state: State) -> None:
        """Set which cards each seat holds back, by the contract and the announcements."""
        if self._holders[state.contract]:
            state.held_back = self.kept_back(state, len(state.winners) + 1)

    def kept_back(self, state: State, trick: int) -> tuple[int, ...]:
        """By seat: the rules by which it holds a card back in this trick, from 1, as a set."""
        freed = sum(rule for rule, number in self._free[state.contract] if number <= trick)
        held = (0,) * state.players
        for number, by in enumerate(self._holders[state.contract]):
            for seat in seats_in(by(state, 0)):
                held = unite(held, seat, 1 << number & ~freed)
        return held

    def _bind(self, state: State) -> None:
        """Set what binds seats beside the rules for tricks."""
        obligations = self._obligations[state.contract]
        if obligations:
            state.owed = obligations.owed(state.announced_by, state.called_card, state.players)
        state.bound = bool(state.owed) or any(state.tied)

    def legal(self, state: State) -> int:
        """The cards that may be played now, as a set."""
        turn, rules = state.turn, state.rules
        hand = state.hands[turn]
        if not hand & hand - 1:  # the last card of a hand is always legal
            return hand
        assert rules is not None
        trick, played = state.trick, state.played
        led = played[-state.in_trick] if trick else 0
        cards = rules.legal(hand, trick, led, state.held_back[turn], played)
        return self._bound(state, cards) if state.bound else cards

    def _bound(self, state: State, cards: int) -> int:
        """Those of the legal cards that declarations, a laid card and announcements allow."""
        if state.tied[state.turn] and (tied := self._tied_to(state, cards)):
            return tied
        owed = state.owed[state.turn] if state.owed else ()
        return narrowed(cards, owed, len(state.winners)) if owed else cards

    def _tied_to(self, state: State, cards: int) -> int:
        """The card that was laid down with the bid, whatever is led; or the cards of a declared
        pair that are among the legal ``cards``.
        """
        tied = state.tied[state.turn]
        laid = self.in_play_calls.declarations.has_laid(state, state.turn)
        return tied if laid else tied & cards

    def tied_to(self, state: State) -> int:
        """The cards of which one must be played, as it was declared or laid down; 0: any card."""
        turn, rules = state.turn, state.rules
        if not state.tied[turn]:
            return 0
        assert rules is not None
        led = state.played[-state.in_trick] if state.trick else 0
        held, played = state.held_back[turn], state.played
        return self._tied_to(state, rules.legal(state.hands[turn], state.trick, led, held, played))

    def moves(self, state: State) -> list[int]:
        """The cards that may be played now, the lowest bit first, then what may be said before."""
        return [*bits(self.legal(state)), *self.words(state)]

    def words(self, state: State) -> Sequence[int]:
        """What the seat whose turn it is may say before its card."""
        allowed = self._allowed_words[state.contract][len(state.winners)][not state.trick]
        if not allowed:
            return ()
        found: list[int] = []
        self.in_play_calls.add_moves(state, state.turn, allowed, found)
        return found

    def apply(self, state: State, move: int) -> None:
        """Say something, or play a card."""
        if move < self._cards:
            self.play_card(state, move)
        else:
            self.say(state, state.turn, move)

    def play_card(self, state: State, card: int) -> None:
        """Play a legal card. The last card of a trick ends it, and the last trick ends the play."""
        seat, players = state.turn, self._players
        bit = 1 << card
        state.hands[seat] ^= bit
        state.trick = trick = state.trick | bit
        state.played.append(card)
        state.in_trick = in_trick = state.in_trick + 1
        if state.bound:
            state.tied = put(state.tied, seat, 0)
        if in_trick < players:
            state.turn = seat + 1 if seat + 1 < players else 0
            if self._rungs_vary and self._conditional[state.contract]:
                state.rules = self.tricks(state)
            return

        # The trick is full: its winner takes it, and leads.
        in_order, rules = state.played[-players:], state.rules
        assert rules is not None
        best = rules.winner(trick, in_order[0], in_order)
        winner = (seat + 1 + in_order.index(best)) % players
        state.taken[winner] |= trick
        state.winners.append(winner)
        state.winning_cards.append(best)
        state.trick = state.in_trick = 0
        state.turn = winner
        if self._rungs_vary and self._conditional[state.contract]:
            state.rules = self.tricks(state)

        # Free the cards that are kept back only before the next trick; then end the play.
        tricks = len(state.winners)
        for rule, number in self._free[state.contract]:
            if number == tricks + 1:
                state.held_back = tuple([held & ~rule for held in state.held_back])
        if tricks == self._size or (self._may_end[state.contract] and self._ends_early(state)):
            self._end(state)

    def _ends_early(self, state: State) -> bool:
        """Whether the objective is lost, by each of those who play for it alone, or a side has the
        points that end the play.
        """
        lost, points = self._lost[state.contract], self._ends_at[state.contract]
        own = state.declarers
        each = [1 << seat for seat in seats_in(own)] if self._each[state.contract] else [own]
        if lost is not None and all(lost(state, side) for side in each):
            return True
        return bool(points) and self._a_side_has(state, points)

    def say(self, state: State, seat: int, move: int) -> None:
        """Make a move other than playing a card, in turn or out of turn."""
        before = state.contract
        self.in_play_calls.apply(state, seat, move)
        if state.contract != before:
            state.rules = self.tricks(state)
            state.held_back = (0,) * state.players
        self._keep_back(state)
        self._bind(state)

    def _end(self, state: State) -> None:
        self.in_play_calls.declarations.count(state)
        self.plan.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the seat to move may not make this move; None if it may."""
        made = self.plan.moves.all[move]
        if made.kind in IN_PLAY_WORDS:
            return self.in_play_calls.why_not(state, state.turn, move)
        if made.kind != "play":
            return Refusal("wrong_step", ("play",), {"step": self.kind})
        turn, rules, hand = state.turn, state.rules, state.hands[state.turn]
        assert rules is not None
        tied = self.tied_to(state)
        if tied >> move & 1:
            return None
        if tied and (hand & ~state.tied[turn]) >> move & 1:
            return self._why_tied(state, tied)
        led = state.played[-state.in_trick] if state.trick else 0
        held, played = state.held_back[turn], state.played
        refused = rules.why_not(move, hand, state.trick, led, held, played)
        if refused is None and state.owed:
            cards = rules.legal(hand, state.trick, led, held, played)
            obligations, now = self._obligations[state.contract], len(state.winners)
            return obligations.why_not(move, cards, state.owed[turn], now)
        return refused

    def _why_tied(self, state: State, tied: int) -> Refusal:
        rule = self.tied_by(state)
        code = "lead_declared" if rule[-1] == "binds" else "laid_card"
        return Refusal(code, rule, {"cards": tied})

    def tied_by(self, state: State) -> Path:
        """The path of the rule that ties the seat to certain cards: of a declared pair, or of the
        card that was laid down with its bid.
        """
        for move in reversed(state.declared_pairs[state.turn]):
            pair = self.in_play_calls.declarations.pairs[move]
            if pair.cards == state.tied[state.turn]:
                return (*pair.rule.at, "binds")
        return (*self.plan.contracts[state.contract].at, "lays_card")
