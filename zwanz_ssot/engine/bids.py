"""Bids: which contracts a hand may bid, and which card it calls or lays down with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from ..model import Cards, Condition, Contract, Refusal, Role, seats_in
from ..words.compiling import hand
from ..words.registry import HandTest, Seats
from .call import CallableCards
from .plan import Plan
from .state import State

T = TypeVar("T")


class Bids:
    """The ladder of contracts. What a hand may bid is found once a round and kept in
    ``state.offers``: the ranks, as a set, and the cards that may be called with them.
    """

    def __init__(self, table: Plan) -> None:
        self.table = table
        game = table.game
        self.ladder = [table.contract_ids.index(contract) for contract in game.auction.ladder]
        self.rank = {contract: rank for rank, contract in enumerate(self.ladder)}
        self.callable = CallableCards(table)
        self._calls = game.calls_in_bid
        find = table.seats
        self._rows: list[tuple[Contract, Seats | None, HandTest | None]] = [
            (
                contract,
                find(contract.by) if contract.by else None,
                hand(contract.requires) if contract.requires else None,
            )
            for contract in (table.contracts[number] for number in self.ladder)
        ]
        contracts = [contract for contract, _, _ in self._rows]
        self._all = (1 << len(contracts)) - 1
        self._lays = _ranks(contract.lays_card for contract in contracts)
        self._with_call = _ranks(
            contract.calls and not contract.lays_card for contract in contracts
        )
        self._by = _once(
            (contract.by, by, 1 << rank) for rank, (contract, by, _) in enumerate(self._rows) if by
        )
        self._required = _once(
            (part, hand(part), 1 << rank)
            for rank, contract in enumerate(contracts)
            for part in (_parts(contract.requires) if contract.requires else ())
        )
        self._first_only = _ranks(contract.only == "as_first_word" for contract in contracts)
        self._last_only = _ranks(contract.only == "after_all_passed" for contract in contracts)
        self._moments = self._first_only | self._last_only
        self.top = (self._all & ~self._moments).bit_length() - 1
        """The highest rank that can be bid over another."""
        self._held = game.auction.next_bid == "higher_or_held"
        self._tied = game.auction.next_bid == "higher_or_equal"
        self._equal_ones = [
            contract.joined is not None or (self._tied and contract.play.trump.word == "named")
            for contract in table.contracts
        ]
        """By contract: whether it may ever be bid once more."""
        self._over = {
            contract: (self._all >> rank + 1 << rank + 1) & ~self._moments
            for contract, rank in self.rank.items()
        }
        self._moves: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self.of_move = {
            move: (table.contract_ids.index(contract), card)
            for (contract, card), move in table.moves.bids.items()
        }

    def open_to(self, state: State, seat: int) -> list[int]:
        """The bids that this seat may make now."""
        if state.contract < 0:
            now = self._all & ~self._shut(state)
        else:
            now = self._over[state.contract]
            if self._equal_ones[state.contract] and self.equals(state, seat):
                now |= 1 << self.rank[state.contract] & ~self._moments
        if not now:
            return []
        offer: tuple[int, tuple[int, ...]] | None = state.offers[seat]
        if offer is None:
            offer = state.offers[seat] = self._offer(state, seat)
        ranks, callable_ = offer
        ranks &= now
        if not ranks:
            return []
        if ranks & self._lays:
            return self._moves_of(ranks, callable_, state.hands[seat])
        found = self._moves.get(offer := (ranks, callable_))
        if found is None:
            found = self._moves[offer] = self._moves_of(ranks, callable_, 0)
        return found.copy()

    def _shut(self, state: State) -> int:
        """The ranks whose moment it is not, while nothing has been bid."""
        if state.must >= 0:
            return self._first_only
        return self._last_only if is_first_word(state) else self._moments

    def equals(self, state: State, seat: int) -> bool:
        """Whether the seat may bid what is the highest bid already: to join it, or to have it
        settled by suit.
        """
        if state.declarer == seat or state.joined >> seat & 1:
            return False
        contract = self.table.contracts[state.contract]
        if contract.joined is not None:
            return state.joined.bit_count() < contract.joined.most
        return self._tied and contract.play.trump.word == "named" and state.named[seat] < 0

    def any_word(self, state: State, seats: int) -> bool:
        """Whether any hand could speak against the highest bid from one of these seats."""
        if self.rank[state.contract] < self.top:
            return seats != 0
        if self._held and seats & 1 and state.declarer != 0:
            return True
        return any(self.equals(state, seat) for seat in seats_in(seats))

    def _offer(self, state: State, seat: int) -> tuple[int, tuple[int, ...]]:
        """The ranks that this seat may ever bid with its hand, and the cards that it may call."""
        cards, ranks = state.hands[seat], self._all
        for by, asking in self._by:
            if not by(state, 1 << seat) >> seat & 1:
                ranks &= ~asking
        for requires, asking in self._required:
            if not requires(cards):
                ranks &= ~asking
        callable_ = self.callable.by(cards) if self._with_call else ()
        if not callable_:
            ranks &= ~self._with_call
        return ranks, callable_

    def _moves_of(self, ranks: int, callable_: tuple[int, ...], cards: int) -> list[int]:
        """The moves that bid these ranks: calling one of the cards, or laying down any of the
        hand's.
        """
        bids, found = self.table.moves.bids, []
        for rank, (contract, _, _) in enumerate(self._rows):
            if not ranks >> rank & 1:
                continue
            if contract.lays_card:
                found += [
                    bids[contract.id, laid]
                    for laid in range(cards.bit_length())
                    if cards >> laid & 1
                ]
            elif contract.calls and self._calls:
                found += [bids[contract.id, card] for card in callable_]
            else:
                found.append(bids[contract.id, -1])
        return found

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why this seat may not make the bid, the more general reason first."""
        number, card = self.of_move[move]
        rank = self.rank[number]
        contract = self._rows[rank][0]
        refused = self._why_not_now(state, seat, number) or self._why_not_by(state, seat, number)
        if refused is not None:
            return refused
        cards = state.hands[seat]
        if contract.lays_card:
            return (
                None
                if cards >> card & 1
                else Refusal("not_in_hand", (*contract.at, "lays_card"), {"card": card})
            )
        if not contract.calls:
            return None
        may = self.callable.by(cards)
        return self.callable.why_not(cards, card if self._calls or not may else may[0])

    def _why_not_now(self, state: State, seat: int, number: int) -> Refusal | None:
        """Why the contract may not be bid by anybody just now."""
        rank = self.rank[number]
        contract = self._rows[rank][0]
        if state.contract >= 0:
            highest = self.rank[state.contract]
            if rank < highest or (rank == highest and not self.equals(state, seat)):
                return self._not_higher(state, seat, contract)
        shut = self._moments if state.contract >= 0 else self._shut(state)
        if shut >> rank & 1:
            return Refusal(
                f"only_{contract.only}", (*contract.at, "only"), {"contract": contract.id}
            )
        return None

    def _not_higher(self, state: State, seat: int, contract: Contract) -> Refusal:
        highest = self.table.contracts[state.contract]
        args = {"contract": contract.id, "highest": highest.id}
        if (
            contract is highest
            and contract.joined is not None
            and state.joined
            and state.declarer != seat
        ):
            return Refusal("joined_already", (*contract.at, "joined", "most"), args)
        if contract is highest and state.named[seat] >= 0:
            return Refusal("settled_already", (*self.table.game.auction.at, "suit_order"), args)
        return Refusal("bid_not_higher", (*self.table.game.auction.at, "ladder"), args)

    def _why_not_by(self, state: State, seat: int, number: int) -> Refusal | None:
        """Why this seat, or this hand, may not bid the contract."""
        contract, by, requires = self._rows[self.rank[number]]
        if by is not None and not by(state, 1 << seat) >> seat & 1:
            return Refusal(
                "only_by", (*contract.at, "by"), {"contract": contract.id, "role": contract.by}
            )
        if requires is not None and not requires(state.hands[seat]):
            args = {"contract": contract.id, "condition": contract.requires}
            return Refusal("hand_requires", (*contract.at, "requires"), args)
        return None

    def why_not_held(self, state: State, seat: int) -> Refusal | None:
        """Why this seat may not take over the highest bid of another."""
        at = (*self.table.game.auction.at, "next_bid")
        if state.contract < 0:
            return Refusal("nothing_bid", at)
        if seat != 0:
            return Refusal("only_forehand_holds", at)
        return self._why_not_by(state, seat, state.contract)


def is_first_word(state: State) -> bool:
    """Whether nobody has said anything yet."""
    return state.contract < 0 and not (state.opened or state.passes or state.chances)


def _ranks(marked: Iterable[bool]) -> int:
    """The ranks that are marked, as a set."""
    return sum(1 << rank for rank, mark in enumerate(marked) if mark)


def _once(rows: Iterable[tuple[Condition | Role | None, T, int]]) -> list[tuple[T, int]]:
    """Each test once, with all the ranks that ask it: two that say the same are the same."""
    found: dict[object, tuple[T, int]] = {}
    for said, test, rank in rows:
        first, ranks = found.get(_sense(said), (test, 0))
        found[_sense(said)] = first, ranks | rank
    return list(found.values())


def _parts(condition: Condition) -> Iterator[Condition]:
    """The conditions that must all hold."""
    if condition.word == "all":
        for part in condition.args["of"]:
            yield from _parts(part)
    else:
        yield condition


def _sense(said: Any) -> object:
    """What a condition or a role says, wherever it stands."""
    if isinstance(said, Condition):
        return said.word, tuple((name, _sense(arg)) for name, arg in said.args.items())
    if isinstance(said, Role):
        return said.word, _sense(said.arg)
    if isinstance(said, Cards):
        return said.mask
    return tuple(_sense(part) for part in said) if isinstance(said, tuple) else said
