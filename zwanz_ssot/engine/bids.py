"""Bids: the contracts that a hand may bid, and the card that it calls or lays down with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from ..model import Condition, Contract, Promise, Refusal, Role, seats_in
from ..model.cards import bits
from ..model.identifiers import without_paths
from ..words.compiling import hand
from ..words.joints import demanded
from ..words.ladders import is_named
from ..words.registry import HandTest as Hand
from ..words.registry import Seats
from .call import CallableCards
from .plan import Plan
from .state import State, put

T = TypeVar("T")

_MANY = 1024
"""The most lists of bids that are kept in the cache. In 4,000 random rounds most rule sets need up
to 434, koenigrufen:wien 1,195; where any of 24 cards is called, all 18,518 take 6 MB, and only one
list in eight is found.
"""


class _Rung(NamedTuple):
    """A contract of the ladder, compiled."""

    contract: Contract
    by: Seats | None
    requires: Hand | None


class Bids:
    """The ladder of contracts. Ranks count from 0, the lowest; sets of them are bit masks.

    What a hand may bid is found once a round and kept in ``state.offers``: a set of ranks, and the
    cards that may be called with them.
    """

    def __init__(self, plan: Plan) -> None:
        # The ladder: what a contract asks of its bidder.
        self.plan = plan
        game = plan.game
        self.ladder = [plan.contract_ids.index(contract) for contract in game.auction.ladder]
        """By rank: the number of the contract."""
        self.rank = {contract: rank for rank, contract in enumerate(self.ladder)}
        self.callable = CallableCards(plan)
        self._calls = game.calls_in_bid
        contracts = [plan.contracts[number] for number in self.ladder]
        self._rungs = [
            _Rung(
                contract,
                plan.seats(contract.by) if contract.by else None,
                hand(contract.requires) if contract.requires else None,
            )
            for contract in contracts
        ]
        self._all = (1 << len(contracts)) - 1
        self._lays = _ranks(contract.lays_card for contract in contracts)
        self._with_call = _ranks(
            contract.calls and not contract.lays_card for contract in contracts
        )
        self._by = _once(self._seats_asked())
        self._required = _once(self._hands_asked())

        # What may be bid at one moment only, or not in restricted rounds.
        self._first_only = _ranks(contract.only == "as_first_word" for contract in contracts)
        self._last_only = _ranks(contract.only == "after_all_passed" for contract in contracts)
        self._moments = self._first_only | self._last_only
        """The ranks that may be bid at one moment only."""
        of_some = _ranks(contract.by is not None for contract in contracts)
        restricted = game.match.restricted_rounds
        self._restricted = (*restricted.at, "contracts") if restricted else ()
        self._unrestricted = _ranks(
            restricted is None or contract.id in restricted.contracts for contract in contracts
        )
        """The ranks that may be bid in restricted rounds, too."""
        self._tops = [
            (ranks & ~self._moments & ~of_some).bit_length() - 1
            for ranks in (self._all, self._unrestricted)
        ]
        """The highest rank that every seat may bid over another, in any round and in restricted
        ones.
        """

        # What may be bid over another bid, or beside an equal one.
        self._reaching = {
            number: _ranks(contract.reaches(number) for contract in contracts)
            for number in game.auction.numbers
        }
        """By number that was bid: the ranks that can be worth it."""
        self._held = game.auction.next_bid == "higher_or_held"
        self._held_once = game.auction.next_bid == "higher_or_held_once"
        self._senior = game.auction.next_bid == "higher_or_senior"
        self._equal = game.auction.next_bid == "higher_or_equal"
        self._ever_equal = [
            contract.only is None
            and (contract.joined is not None or (self._equal and is_named(contract.play.trump)))
            for contract in plan.contracts
        ]
        """By contract: whether a second bid of it is ever legal."""
        self._over = {
            contract: (self._all >> rank + 1 << rank + 1) & ~self._moments
            for contract, rank in self.rank.items()
        }
        """By contract: the ranks that can be bid over it."""

        # The moves.
        self._calling = [
            {card: move for (bid, card), move in plan.moves.bids.items() if bid == contract.id}
            for contract, _, _ in self._rungs
        ]
        """By rank: the moves that bid it, by the card that is called or laid down."""
        self._moves: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self.of_move = {
            move: (plan.contract_ids.index(contract), card)
            for (contract, card), move in plan.moves.bids.items()
        }
        """By move: the number of the contract, and the card that is called or laid down."""

    def _seats_asked(self) -> Iterator[tuple[Role, Seats, int]]:
        """Each role that alone may bid a rank, with its seats and the rank as a set."""
        for rank, (contract, by, _) in enumerate(self._rungs):
            if contract.by is not None and by is not None:
                yield contract.by, by, 1 << rank

    def _hands_asked(self) -> Iterator[tuple[Condition, Hand, int]]:
        """Each condition on a hand for a rank, with its test and the rank as a set."""
        for rank, (contract, _, _) in enumerate(self._rungs):
            if contract.requires is not None:
                for part in demanded(contract.requires):
                    yield part, hand(part), 1 << rank

    def open_to(self, state: State, seat: int) -> list[int]:
        """The bids that this seat may make now."""
        if state.contract < 0:
            now = self._all & ~self._not_now(state)
        else:
            now = self._over[state.contract]
            if self._ever_equal[state.contract] and self.equals(state, seat):
                now |= 1 << self.rank[state.contract] & ~self._moments
        if state.bid_number:
            now &= self._reaching[state.bid_number]
        if not now:
            return []

        # Of these, what the hand may bid.
        offer = state.offers[seat]
        if offer is None:
            offer = self._offer(state, seat)
            state.offers = put(state.offers, seat, offer)
        ranks, callable_ = offer
        ranks &= now
        if not ranks:
            return []

        # The moves, from the cache unless cards are laid down.
        if ranks & self._lays:
            return self._moves_of(ranks, callable_, state.hands[seat])
        bid = ranks, callable_
        found = self._moves.get(bid)
        if found is None:
            found = self._moves_of(ranks, callable_, 0)
            if len(self._moves) < _MANY:
                self._moves[bid] = found
        return found.copy()

    def _not_now(self, state: State) -> int:
        """Before the first bid: the ranks that may not be bid at this moment."""
        if state.must_bid >= 0:
            return self._first_only
        return self._last_only if is_first_word(state) else self._moments

    def equals(self, state: State, seat: int) -> bool:
        """Whether the seat may bid the contract of the highest bid again: to join it, or to have it
        settled by suit.
        """
        if state.declarer == seat or state.joined >> seat & 1:
            return False
        contract = self.plan.contracts[state.contract]
        if contract.joined is not None:
            return state.joined.bit_count() < contract.joined.most
        return self._equal and is_named(contract.play.trump) and state.named[seat] < 0

    def any_word(self, state: State, seats: int) -> bool:
        """Whether any of these seats may have a bid over the highest one, whatever its hand."""
        if self.rank[state.contract] < self._tops[state.restricted]:
            return seats != 0
        above = self._over[state.contract]
        if state.restricted:
            above &= self._unrestricted
        for by, ranks in self._by if above else ():
            if ranks & above and any(by(state, 1 << seat) >> seat & 1 for seat in seats_in(seats)):
                return True
        if self._held and seats & 1 and state.declarer != 0:
            return True
        if self._held_once and not state.held and seats & state.bidders & ~(1 << state.declarer):
            return True
        if self._senior and seats & (1 << state.declarer) - 1:
            return True
        again = self._ever_equal[state.contract]
        return again and any(self.equals(state, seat) for seat in seats_in(seats))

    def _offer(self, state: State, seat: int) -> tuple[int, tuple[int, ...]]:
        """The ranks that this seat may bid at any moment, and the cards that it may call."""
        cards = state.hands[seat]
        ranks = self._unrestricted if state.restricted else self._all
        for by, asked_by in self._by:
            if not by(state, 1 << seat) >> seat & 1:
                ranks &= ~asked_by
        for requires, asked_by in self._required:
            if not requires(cards):
                ranks &= ~asked_by
        callable_ = self.callable.by(cards) if self._with_call else ()
        if not callable_:
            ranks &= ~self._with_call
        return ranks, callable_

    def _moves_of(self, ranks: int, callable_: tuple[int, ...], cards: int) -> list[int]:
        """The moves that bid these ranks: calling one of the cards, or laying down any of the
        hand's.
        """
        found = list[int]()
        for rank in bits(ranks):
            bids = self._calling[rank]
            if self._lays >> rank & 1:
                found += [bids[laid] for laid in bits(cards)]
            elif self._calls and self._with_call >> rank & 1:
                found += map(bids.__getitem__, callable_)
            else:
                found.append(bids[-1])
        return found

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why this seat may not make the bid, the more general reason first; None if it may."""
        number, card = self.of_move[move]
        rank = self.rank[number]
        contract = self._rungs[rank][0]
        refused = self._why_not_now(state, seat, number) or self._why_not_by(state, seat, number)
        if refused is not None:
            return refused
        cards = state.hands[seat]
        if contract.lays_card:
            if cards >> card & 1:
                return None
            return Refusal("not_in_hand", (*contract.at, "lays_card"), {"card": card})
        return self._why_no_call(contract, cards, card)

    def _why_no_call(self, contract: Contract, cards: int, card: int = -1) -> Refusal | None:
        """Why a hand may not play a contract that calls: it can call no card or, where one is
        called with the bid, not this one.
        """
        if not contract.calls:
            return None
        may = self.callable.by(cards)
        return self.callable.why_not(cards, card if self._calls or not may else may[0])

    def _why_not_now(self, state: State, seat: int, number: int) -> Refusal | None:
        """Why the contract may not be bid at this moment, whatever the hand."""
        rank = self.rank[number]
        contract = self._rungs[rank][0]
        if state.contract >= 0:
            highest = self.rank[state.contract]
            if rank < highest or (rank == highest and not self.equals(state, seat)):
                return self._not_higher(state, seat, contract)
        not_now = self._moments if state.contract >= 0 else self._not_now(state)
        if not_now >> rank & 1:
            args = {"contract": contract.id}
            return Refusal(f"only_{contract.only}", (*contract.at, "only"), args)
        if not contract.reaches(state.bid_number):
            below = {"contract": contract.id, "number": state.bid_number}
            return Refusal("below_number", (*contract.at, "value"), below)
        if state.restricted and not self._unrestricted >> rank & 1:
            return Refusal("restricted_round", self._restricted, {"contract": contract.id})
        return None

    def _not_higher(self, state: State, seat: int, contract: Contract) -> Refusal:
        highest = self.plan.contracts[state.contract]
        args = {"contract": contract.id, "highest": highest.id}
        if (
            contract is highest
            and contract.joined is not None
            and state.joined
            and state.declarer != seat
        ):
            return Refusal("joined_already", (*contract.at, "joined", "most"), args)
        if contract is highest and state.named[seat] >= 0:
            return Refusal("settled_already", (*self.plan.game.auction.at, "suit_order"), args)
        return Refusal("bid_not_higher", (*self.plan.game.auction.at, "ladder"), args)

    def _why_not_by(self, state: State, seat: int, number: int) -> Refusal | None:
        """Why this seat, or this hand, may not bid the contract."""
        contract, by, requires = self._rungs[self.rank[number]]
        if by is not None and not by(state, 1 << seat) >> seat & 1:
            args = {"contract": contract.id, "role": contract.by}
            return Refusal("only_by", (*contract.at, "by"), args)
        if requires is not None and not requires(state.hands[seat]):
            needed = {"contract": contract.id, "condition": contract.requires}
            return Refusal("hand_requires", (*contract.at, "requires"), needed)
        return None

    def steps_between(self, state: State, seat: int, lowest: int, rank: int) -> int:
        """How many contracts from rank ``lowest`` to below ``rank`` are not for others only."""
        rungs = self._rungs[lowest:rank]
        return sum(by is None or bool(by(state, 1 << seat) >> seat & 1) for _, by, _ in rungs)

    def may_hold(self, state: State, seat: int) -> bool:
        """Whether this seat may take over the highest bid of another, by what everybody knows."""
        if not (self._senior or self._held_once or self._held):
            return False
        if state.declarer == seat or state.joined >> seat & 1:
            return False
        return self._why_not_held_openly(state, seat) is None

    def why_not_held(self, state: State, seat: int) -> Refusal | None:
        """Why this seat may not take over the highest bid of another; None if it may."""
        refused = self._why_not_held_openly(state, seat)
        refused = refused or self._why_not_by(state, seat, state.contract)
        contract = self.plan.contracts[state.contract]
        return refused or self._why_no_call(contract, state.hands[seat])

    def _why_not_held_openly(self, state: State, seat: int) -> Refusal | None:
        """Why a seat may not hold, by what everybody knows."""
        at = (*self.plan.game.auction.at, "next_bid")
        if state.contract < 0:
            return Refusal("nothing_bid", at)
        if self._senior and seat > state.declarer:
            return Refusal("only_senior_holds", at)
        if self._held_once and state.held:
            return Refusal("held_already", at)
        if self._held_once and not state.bidders >> seat & 1:
            return Refusal("only_bidder_holds", at)
        if self._held and seat != 0:
            return Refusal("only_forehand_holds", at)
        return None


class Promises:
    """``auction.promises`` of the rules: bids and passes that promise a card. Only the first
    promise of a round counts.
    """

    def __init__(self, plan: Plan, bids: Bids) -> None:
        self._bids = bids
        rules = plan.game.auction.promises
        self._skipping = {rule.bid_skips: rule for rule in rules if rule.bid_skips is not None}
        self._passing = {
            plan.contract_ids.index(rule.pass_against): rule
            for rule in rules
            if rule.pass_against is not None
        }
        self._requires = {
            rule.id: hand(rule.requires) for rule in rules if rule.requires is not None
        }

    def by_bid(self, state: State, seat: int, move: int) -> Promise | None:
        """The promise of a bid of this seat; None, too, where no other seat is left to bid."""
        if not self._skipping or state.promised >= 0:
            return None
        if not (1 << state.players) - 1 & ~state.barred & ~(1 << seat):
            return None
        contract, _ = self._bids.of_move[move]
        lowest, skipped = 0, 0
        if state.contract >= 0:
            lowest = self._bids.rank[state.contract] + 1
            skipped = self._bids.may_hold(state, seat)
        skipped += self._bids.steps_between(state, seat, lowest, self._bids.rank[contract])
        return self._skipping.get(skipped)

    def by_pass(self, state: State, seat: int) -> Promise | None:
        """The promise that a pass of this seat makes, if any."""
        rule = self._passing.get(state.contract)
        if rule is None or state.promised >= 0 or state.spoke or state.barred >> seat & 1:
            return None
        if state.held or not state.bidders >> seat & 1:
            return None
        return rule if self._bids.may_hold(state, seat) else None

    def kept(self, state: State, seat: int, moves: list[int]) -> list[int]:
        """Those of the bids that promise nothing, or a card that the seat may promise."""
        return [move for move in moves if self.why_not(state, seat, move) is None]

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why the seat may not make the promise of this bid; None if it may."""
        return self._refused(self.by_bid(state, seat, move), state.hands[seat], "bid_promises")

    def why_no_pass(self, state: State, seat: int) -> Refusal | None:
        """Why the seat may not make the promise of a pass; None if it may."""
        return self._refused(self.by_pass(state, seat), state.hands[seat], "pass_promises")

    def _refused(self, promise: Promise | None, cards: int, code: str) -> Refusal | None:
        if promise is None:
            return None
        if not cards >> promise.card & 1:
            key = "bid_skips" if promise.bid_skips is not None else "pass_against"
            return Refusal(code, (*promise.at, key), {"card": promise.card})
        required = self._requires.get(promise.id)
        if required is None or required(cards):
            return None
        args = {"card": promise.card, "condition": promise.requires}
        return Refusal("promise_requires", (*promise.at, "requires"), args)

    @staticmethod
    def make(state: State, seat: int, promise: Promise | None) -> None:
        """Note a promise. Everybody then knows who holds the card."""
        if promise is not None:
            state.promised, state.promiser = promise.card, seat
            state.show(seat, 1 << promise.card)


def is_first_word(state: State) -> bool:
    """Whether nobody has bid, opened or passed yet."""
    return state.contract < 0 and not (state.opened or state.passes or state.times_all_passed)


def _ranks(marked: Iterable[bool]) -> int:
    """The ranks that are marked, as a set."""
    return sum(1 << rank for rank, mark in enumerate(marked) if mark)


def _once(
    asked: Iterable[tuple[Condition | Role, T, int]],
) -> list[tuple[T, int]]:
    """Each test once, with the set of ranks that ask it. Conditions that differ only in their path
    are one.
    """
    found: dict[object, tuple[T, int]] = {}
    for words, test, rank in asked:
        key = without_paths(words)
        first, ranks = found.get(key, (test, 0))
        found[key] = first, ranks | rank
    return list(found.values())
