"""Bids: which contracts a hand may bid, and which card it calls or lays down with them."""

from __future__ import annotations

from functools import partial

from ..model import Contract, Refusal
from ..terms.hands import Hand, hand
from ..terms.roles import Seats, seats
from .call import all_to_call
from .plan import Plan
from .state import State


class Bids:
    """The ladder of contracts. What a hand may bid is found once a round and kept in ``state.offers``."""

    def __init__(self, table: Plan) -> None:
        self.table = table
        game = table.game
        self.ladder = [table.contract_ids.index(contract) for contract in game.auction.ladder]
        self.rank = {contract: rank for rank, contract in enumerate(self.ladder)}
        self.callable = game.call.cards if game.call else ()
        self._calls = game.calls_in_bid
        self._all_called = all_to_call(table)
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        self._rows: list[tuple[Contract, Seats | None, Hand | None]] = [
            (
                contract,
                find(contract.by) if contract.by else None,
                hand(contract.requires) if contract.requires else None,
            )
            for contract in (table.contracts[number] for number in self.ladder)
        ]
        contracts = [contract for contract, _, _ in self._rows]
        self._first_only = {rank for rank, contract in enumerate(contracts) if contract.only == "as_first_word"}
        self._last_only = {rank for rank, contract in enumerate(contracts) if contract.only == "after_all_passed"}
        self._moments = self._first_only | self._last_only
        self.top = max((rank for rank in self.rank.values() if rank not in self._moments), default=-1)
        """The highest rank that can be bid over another."""
        self._held = game.auction.next_bid == "higher_or_held"
        self._tied = game.auction.next_bid == "higher_or_equal"
        self.of_move = {
            move: (table.contract_ids.index(contract), card) for (contract, card), move in table.moves.bids.items()
        }

    def _nobody_to_call(self, cards: int) -> bool:
        """Whether a hand holds every card that it might call."""
        return self._all_called != 0 and cards & self._all_called == self._all_called

    def first_to_call(self, cards: int) -> int:
        """The first callable card that a hand does not hold; -1 when it holds them all."""
        for card in self.callable:
            if not cards >> card & 1:
                return card
        return -1

    def shown_by_calling(self, card: int) -> tuple[int, int]:
        """What calling a card shows of the caller's hand: the cards before it are there, the card itself is not."""
        before = self.callable[: self.callable.index(card)]
        return sum(1 << each for each in before), 1 << card

    def open_to(self, state: State, seat: int) -> list[int]:
        """The bids that this seat may make now."""
        offers = state.offers[seat]
        if offers is None:
            offers = state.offers[seat] = self._offers(state, seat)
        if state.contract < 0:
            shut = self._shut(state) if self._moments else ()
            return [move for rank, move in offers if rank not in shut] if shut else [move for _, move in offers]
        least = self.rank[state.contract] + (not self.equals(state, seat))
        shut = self._moments
        return [move for rank, move in offers if rank >= least and rank not in shut]

    def _shut(self, state: State) -> set[int]:
        """The ranks whose moment it is not, while nothing has been bid."""
        if state.must >= 0:
            return self._first_only
        return self._last_only if is_first_word(state) else self._moments

    def equals(self, state: State, seat: int) -> bool:
        """Whether the seat may bid what is the highest bid already: to join it, or to have it settled by suit."""
        if state.declarer == seat or state.joined >> seat & 1:
            return False
        contract = self.table.contracts[state.contract]
        if contract.joined is not None:
            return state.joined.bit_count() < contract.joined.most
        return self._tied and contract.play.trump_from == "named" and state.named[seat] < 0

    def has_word(self, state: State, seat: int) -> bool:
        """Whether any hand could speak against the highest bid from this seat."""
        held = self._held and seat == 0 and state.declarer != 0
        return held or self.rank[state.contract] < self.top or self.equals(state, seat)

    def _offers(self, state: State, seat: int) -> list[tuple[int, int]]:
        cards, found, own = state.hands[seat], [], 1 << seat
        bids = self.table.moves.bids
        first = self.first_to_call(cards) if self._calls else -1
        alone = first < 0 if self._calls else self._nobody_to_call(cards)
        for rank, (contract, by, requires) in enumerate(self._rows):
            if by is not None and not by(state, own) & own:
                continue
            if requires is not None and not requires(cards):
                continue
            if contract.lays_card:
                found += [(rank, bids[contract.id, card]) for card in range(cards.bit_length()) if cards >> card & 1]
            elif not contract.calls:
                found.append((rank, bids[contract.id, -1]))
            elif not alone:
                found.append((rank, bids[contract.id, first]))
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
            return None if cards >> card & 1 else Refusal("not_in_hand", (*contract.at, "lays_card"), {"card": card})
        if contract.calls and not self._calls and self._nobody_to_call(cards):
            return self._cannot_call()
        return self._why_not_call(cards, card) if contract.calls and self._calls else None

    def _why_not_now(self, state: State, seat: int, number: int) -> Refusal | None:
        """Why the contract may not be bid by anybody just now."""
        rank = self.rank[number]
        contract = self._rows[rank][0]
        if state.contract >= 0:
            highest = self.rank[state.contract]
            if rank < highest or (rank == highest and not self.equals(state, seat)):
                return self._not_higher(state, seat, contract)
        if rank in self._moments and (state.contract >= 0 or rank in self._shut(state)):
            return Refusal(f"only_{contract.only}", (*contract.at, "only"), {"contract": contract.id})
        return None

    def _not_higher(self, state: State, seat: int, contract: Contract) -> Refusal:
        highest = self.table.contracts[state.contract]
        args = {"contract": contract.id, "highest": highest.id}
        if contract is highest and contract.joined is not None and state.joined and state.declarer != seat:
            return Refusal("joined_already", (*contract.at, "joined", "most"), args)
        if contract is highest and state.named[seat] >= 0:
            return Refusal("settled_already", (*self.table.game.auction.at, "suit_order"), args)
        return Refusal("bid_not_higher", (*self.table.game.auction.at, "ladder"), args)

    def _why_not_by(self, state: State, seat: int, number: int) -> Refusal | None:
        """Why this seat, or this hand, may not bid the contract."""
        contract, by, requires = self._rows[self.rank[number]]
        if by is not None and not by(state, 1 << seat) >> seat & 1:
            return Refusal("only_by", (*contract.at, "by"), {"contract": contract.id, "role": contract.by})
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

    def _cannot_call(self) -> Refusal:
        return Refusal("cannot_call", ("call", "cards"), {"cards": sum(1 << each for each in self.callable)})

    def _why_not_call(self, cards: int, card: int) -> Refusal | None:
        first = self.first_to_call(cards)
        if first < 0:
            return self._cannot_call()
        if cards >> card & 1:
            return Refusal("card_held", ("call", "choose"), {"card": card})
        if card != first:
            return Refusal("call_first", ("call", "choose"), {"card": first})
        return None


def is_first_word(state: State) -> bool:
    """Whether nobody has said anything yet."""
    return state.contract < 0 and not (state.opened or state.passes or state.chances)
