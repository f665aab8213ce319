"""Bids: which contracts a hand may bid, and which card it calls."""

from __future__ import annotations

from functools import partial

from ..model import Contract, Refusal
from ..terms.hands import Hand, hand
from ..terms.roles import Seats, seats
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
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        self._rows: list[tuple[Contract, Seats | None, Hand | None]] = [
            (
                contract,
                find(contract.by) if contract.by else None,
                hand(contract.requires) if contract.requires else None,
            )
            for contract in (table.contracts[number] for number in self.ladder)
        ]
        self.of_move = {
            move: (table.contract_ids.index(contract), card) for (contract, card), move in table.moves.bids.items()
        }

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
            return [move for _, move in offers]
        above = self.rank[state.contract]
        return [move for rank, move in offers if rank > above]

    def _offers(self, state: State, seat: int) -> list[tuple[int, int]]:
        cards, found = state.hands[seat], []
        bids = self.table.moves.bids
        for rank, (contract, by, requires) in enumerate(self._rows):
            if by is not None and not by(state, 1 << seat) >> seat & 1:
                continue
            if requires is not None and not requires(cards):
                continue
            card = -1
            if contract.calls:
                card = self.first_to_call(cards)
                if card < 0:
                    continue
            found.append((rank, bids[contract.id, card]))
        return found

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why this seat may not make the bid, the more general reason first."""
        number, card = self.of_move[move]
        rank = self.rank[number]
        contract, by, requires = self._rows[rank]
        if state.contract >= 0 and rank <= self.rank[state.contract]:
            highest = self.table.contract_ids[state.contract]
            rule = (*self.table.game.auction.at, "ladder")
            return Refusal("bid_not_higher", rule, {"contract": contract.id, "highest": highest})
        if by is not None and not by(state, 1 << seat) >> seat & 1:
            return Refusal("only_by", (*contract.at, "by"), {"contract": contract.id, "role": contract.by})
        cards = state.hands[seat]
        if requires is not None and not requires(cards):
            return Refusal(
                "hand_requires", (*contract.at, "requires"), {"contract": contract.id, "condition": contract.requires}
            )
        if contract.calls:
            return self._why_not_call(cards, card)
        return None

    def _why_not_call(self, cards: int, card: int) -> Refusal | None:
        first = self.first_to_call(cards)
        if first < 0:
            mask = sum(1 << each for each in self.callable)
            return Refusal("cannot_call", ("call", "cards"), {"cards": mask})
        if cards >> card & 1:
            return Refusal("card_held", ("call", "choose"), {"card": card})
        if card != first:
            return Refusal("call_first", ("call", "choose"), {"card": first})
        return None
