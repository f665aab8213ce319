"""The call: the declarer names the trump suit where the contract wants it, then calls the card of a
partner. Also the naming of trumps before the auction.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Game, Refusal
from ..words.ladders import is_named
from .plan import Plan
from .state import State, binding_promise

_TOGETHER = 10
"""The most cards of one `_NotHeld`, which bounds it to 1,024 entries. With 24 cards to call, a hand
took 0.7 µs by 5, 0.55 by 10, 0.36 by all, which had 18,585 entries after 20,000 hands.
"""


class _NotHeld(dict[int, tuple[int, ...]]):
    """A cache: those of some cards that a hand lacks, in order, by which of ``mask`` it holds."""

    def __init__(self, cards: Sequence[int]) -> None:
        super().__init__()
        self._cards = cards
        self.mask = sum(1 << card for card in set(cards))

    def __missing__(self, held: int) -> tuple[int, ...]:
        found = self[held] = tuple([card for card in self._cards if not held >> card & 1])
        return found


def _parts_of(cards: Sequence[int]) -> list[_NotHeld]:
    starts = range(0, len(cards), _TOGETHER)
    return [_NotHeld(cards[start : start + _TOGETHER]) for start in starts]


class CallableCards:
    """``call`` of the rules: the cards that a hand may call, and what its call shows."""

    def __init__(self, plan: Plan) -> None:
        call = plan.game.call
        self._at = call.at if call else ("call",)
        self._choose = call.choose if call else "free"
        self._cards, self._others = (call.cards, call.if_all_held) if call else ((), ())
        self._own = call.own if call else ()
        self._no_discards = call is not None and call.own_discards == "never"
        self._mask = sum(1 << card for card in {*self._cards, *self._others, *self._own})
        self._lines = [_parts_of(cards) for cards in (self._cards, self._others)]
        self._gets_more = _deals_after(plan.game, "auction" if plan.game.calls_in_bid else "call")
        """Whether cards are dealt after the call."""
        self._shown = {
            card: self._shown_by(card) for card in (*self._others, *self._cards, *self._own)
        }

    def by(self, hand: int, discarded: int = 0) -> tuple[int, ...]:
        """The cards that this hand may call, in the order of the rules; none if it holds them all.
        ``discarded`` are the discards of the caller.
        """
        if self._no_discards and discarded & self._mask:
            gone = hand | discarded
            return tuple(card for card in self._by(gone) if not discarded >> card & 1)
        return self._by(hand)

    def _by(self, hand: int) -> tuple[int, ...]:
        if self._choose == "free":
            return self._cards
        own = tuple([card for card in self._own if hand >> card & 1]) if self._own else ()
        for line in self._lines:
            found: tuple[int, ...] = ()
            for part in line:
                found += part[hand & part.mask]
            if found:
                return (found[:1] if self._choose == "first_not_held" else found) + own
        return own

    def why_not(self, hand: int, card: int, discarded: int = 0) -> Refusal | None:
        """Why this hand may not call that card; None if it may."""
        may = self.by(hand, discarded)
        if card in may:
            return None
        if self._no_discards and discarded >> card & 1:
            return Refusal("card_discarded", (*self._at, "own_discards"), {"card": card})
        if not may:
            return Refusal(
                "cannot_call",
                (*self._at, "cards"),
                {"cards": sum(1 << each for each in self._cards)},
            )
        if self._choose != "free" and hand >> card & 1:
            return Refusal("card_held", (*self._at, "choose"), {"card": card})
        if self._choose == "first_not_held" and card in self._cards:
            return Refusal("call_first", (*self._at, "choose"), {"card": may[0]})
        return Refusal(
            "not_callable", (*self._at, "cards"), {"cards": sum(1 << each for each in may)}
        )

    def shown_by(self, card: int) -> tuple[int, int]:
        """What a call shows of the caller's hand, as two sets: cards that it holds or has
        discarded, and cards that it neither holds nor gets when more are dealt.
        """
        return self._shown[card]

    def _shown_by(self, card: int) -> tuple[int, int]:
        if self._choose == "free" or card in self._own:
            return 0, 0
        line = self._cards if card in self._cards else self._others
        passed = self._cards if line is self._others else ()
        if self._choose == "first_not_held":
            passed = (*passed, *line[: line.index(card)])
        held = sum(1 << each for each in dict.fromkeys(passed))
        return held, 0 if self._gets_more else 1 << card


def _deals_after(game: Game, step: str) -> bool:
    """Whether cards are dealt after a step of the round."""
    if step not in game.order:
        return False
    return any(later.startswith("deal.") for later in game.order[game.order.index(step) :])


class CallStep:
    """The declarer names trumps and calls a card, where this is not done with the bid."""

    kind = "call"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        call = plan.game.call
        self._at = call.at if call else plan.game.play.at
        self._callable = CallableCards(plan)
        self._named = [is_named(contract.play.trump) for contract in plan.contracts]
        """By contract: whether its trump suit is named."""
        self._discards = self._ever_discarded(plan) if self._after_exchange(plan.game) else 0
        """The cards that may lie among the discards when a card is called."""
        self._promises = {rule.card: (*rule.at, "card") for rule in plan.game.auction.promises}
        """By card: the rule by which it is promised."""

    @staticmethod
    def _after_exchange(game: Game) -> bool:
        order = game.order
        return "exchange" in order and order.index("exchange") < order.index("call")

    @staticmethod
    def _ever_discarded(plan: Plan) -> int:
        exchange, found = plan.game.exchange, 0
        talons = [contract.talon for contract in plan.contracts]
        ladders = [talon.discard for talon in talons if talon] + [
            exchange.discard if exchange else ()
        ]
        for rung in (rung for ladder in ladders for rung in ladder):
            found |= rung.cards.mask
        return found

    def enter(self, state: State) -> None:
        """Give the declarer the turn; end the step if the contract has nothing to name or call."""
        state.turn = state.declarer
        if self._names(state):
            # He may have named it in the auction, to settle equal bids.
            state.trump = state.named[state.declarer]
        self._next(state)

    def moves(self, state: State) -> list[int]:
        """The suits that may be trumps; then the cards that may be called."""
        if self._names(state):
            return list(self.plan.moves.trumps.values())
        calls = self.plan.moves.calls
        promised = binding_promise(state)
        if promised >= 0:
            return [calls[promised]]
        hand = state.hands[state.turn]
        may = self._callable.by(hand, self._laid_away(state))
        return list(map(calls.__getitem__, may))

    def apply(self, state: State, move: int) -> None:
        """Name the trump suit, or call the card."""
        made, seat = self.plan.moves.all[move], state.turn
        if made.kind == "trump":
            assert made.suit is not None
            state.trump = made.suit.index
        else:
            assert made.card is not None
            held, lacked = (0, 0)
            if binding_promise(state) < 0:
                held, lacked = self._callable.shown_by(made.card.index)
            held &= ~self._discards  # these may be among the discards
            state.called_card = made.card.index
            state.show(seat, held, lacked)
            # The seat that has promised this card is now known to be the partner.
            if binding_promise(state) >= 0 and state.hands[state.promiser] & made.card.bit:
                state.shown |= 1 << state.promiser
        self._next(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the suit or the card may not be named; None if it may."""
        made, at = self.plan.moves.all[move], self._at
        if self._names(state):
            wrong = "trump_first" if made.kind == "call" else "wrong_step"
            return None if made.kind == "trump" else Refusal(wrong, at, {"step": self.kind})
        if made.kind != "call" or made.card is None:
            return Refusal("wrong_step", at, {"step": self.kind})
        promised = binding_promise(state)
        if promised >= 0:
            if made.card.index == promised:
                return None
            return Refusal("call_promised", self._promises[promised], {"card": promised})
        hand = state.hands[state.turn]
        return self._callable.why_not(hand, made.card.index, self._laid_away(state))

    def _laid_away(self, state: State) -> int:
        """What the caller has discarded."""
        return state.discarded_by[state.turn] if self._discards else 0

    def _next(self, state: State) -> None:
        calls = self.plan.contracts[state.contract].calls
        if self._names(state) or (calls and state.called_card < 0):
            return
        if calls:
            self.plan.find_sides(state)
        self.plan.leave(state)

    def _names(self, state: State) -> bool:
        return state.trump < 0 and self._named[state.contract]


class NamingStep:
    """A trump suit is named before the auction."""

    kind = "naming"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules = plan.game.naming
        assert rules is not None
        self._at, self._by = rules.at, plan.seats(rules.by)
        self._held = rules.suits == "held"
        self._suits = [
            (plan.game.deck.suits[suit.id].mask if self._held else -1, move)
            for move, suit in (
                (move, plan.moves.all[move].suit) for move in plan.moves.trumps.values()
            )
            if suit is not None
        ]
        """By suit: the cards of which one must be held (-1: any), and the move that names it."""

    def enter(self, state: State) -> None:
        """Give the turn to the seat that names the suit."""
        state.turn = self._by(state, 0).bit_length() - 1

    def moves(self, state: State) -> list[int]:
        """The suits that may be named."""
        hand = state.hands[state.turn]
        return [move for cards, move in self._suits if hand & cards]

    def apply(self, state: State, move: int) -> None:
        """Name the suit."""
        suit = self.plan.moves.all[move].suit
        assert suit is not None
        state.trump = suit.index
        self.plan.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the suit may not be named; None if it may."""
        made = self.plan.moves.all[move]
        if made.kind != "trump" or made.suit is None:
            return Refusal("wrong_step", self._at, {"step": self.kind})
        if self._held and not state.hands[state.turn] & made.suit.mask:
            return Refusal("suit_not_held", (*self._at, "suits"))
        return None
