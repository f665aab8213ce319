"""Rounds that are only supposed: these hands, and a contract that is bid and played."""

from __future__ import annotations

from collections.abc import Sequence

from .auction import AuctionRoom
from .state import State
from .table import Table


def supposed(
    compiled: Table,
    hands: Sequence[int],
    talon: Sequence[int],
    contract: str,
    bids: Sequence[tuple[int, int]],
) -> State:
    """The state after an auction in which nothing was said but this contract: by a seat with the
    card that it calls or lays down, -1 for none; by another one after it, who joins. Without bids
    everybody has passed.

    ``hands`` are sets of cards by seat, ``talon`` cards in the order of its packets. Whether the
    hands could bid so is not asked.
    """
    state = State(compiled)
    state.hands = list(hands)
    state.dealt = tuple(hands)
    state.talon_cards = tuple(talon)
    at = 0
    for size in compiled.talon:
        state.talon += (sum(1 << card for card in talon[at : at + size]),)
        at += size
    state.step = next(
        number for number, room in enumerate(compiled.rooms) if room.kind == "auction"
    )
    room = compiled.rooms[state.step]
    state.contract = -1 if bids else compiled.contract_ids.index(contract)
    assert isinstance(room, AuctionRoom)
    for state.turn, card in bids:
        room.standing.bid(state, compiled.contract_ids.index(contract), card)
    compiled.leave(state)
    return state
