"""The auction: one round of speech with bids, announcements and doubles.

A turn is: perhaps a bid, then announcements and doubles, closed by ``pass``. A turn of a bare pass is a word
of agreement, and so many of them in a row end the auction.
"""

from __future__ import annotations

from functools import partial

from ..model import Refusal
from ..terms.roles import seats
from .bids import Bids
from .plan import Plan
from .sayings import Sayings
from .state import State


class AuctionRoom:
    """From the first word to the contract."""

    kind = "auction"

    def __init__(self, table: Plan) -> None:
        self.table = table
        rules = table.game.auction
        self.rules = rules
        self.bids = Bids(table)
        self.sayings = Sayings(table)
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        self._first = find(rules.first)
        self._sides = [[find(role) for role in contract.declarers] for contract in table.contracts]
        self._must_bid = rules.opening == "must_bid"
        self._raise_own = rules.own_bid == "may_be_raised"
        self._agreeing_bars = rules.after_agreeing == "no_bid"
        self._ends = rules.ends_after_passes
        self._fallback = table.contract_ids.index(rules.if_all_pass) if rules.if_all_pass else -1
        self._cancels_announcements = "announcements" in rules.overcall_cancels
        self._cancels_doubles = "doubles" in rules.overcall_cancels
        self._pass = table.moves.pass_

    def enter(self, state: State) -> None:
        """Give the first speaker the word."""
        state.turn = self._first(state, 0).bit_length() - 1

    def moves(self, state: State) -> list[int]:
        """All that the speaker may say."""
        seat = state.turn
        found: list[int] = []
        if not state.spoke and not state.barred >> seat & 1 and (state.declarer != seat or self._raise_own):
            found = self.bids.open_to(state, seat)
        if state.contract < 0:
            if not (self._must_bid and not state.spoke):
                found.append(self._pass)
            return found
        self.sayings.add_moves(state, seat, found)
        if self.sayings.must_double(state, seat) is None:
            found.append(self._pass)
        return found

    def apply(self, state: State, move: int) -> None:
        """Say it."""
        if move == self._pass:
            self._pass_on(state)
            return
        state.passes = 0
        state.spoke = True
        bid = self.bids.of_move.get(move)
        if bid is not None:
            self._bid(state, *bid)
            return
        if self._agreeing_bars:
            state.barred |= 1 << state.turn
        state.shown |= 1 << state.turn
        self.sayings.apply(state, move)

    def _bid(self, state: State, contract: int, card: int) -> None:
        seat = state.turn
        state.contract, state.declarer, state.called_card = contract, seat, card
        state.declarers = 0
        for role in self._sides[contract]:
            state.declarers |= role(state, 1 << seat)
        if card >= 0:
            held, lacked = self.bids.shown_by_calling(card)
            state.told_holds[seat] |= held
            state.told_lacks[seat] |= lacked
        self._cancel(state)
        state.shown = 1 << seat

    def _cancel(self, state: State) -> None:
        """A higher bid wipes out what was said before it."""
        if self._cancels_doubles:
            state.levels = [0] * len(state.levels)
        if self._cancels_announcements:
            state.said = [-1] * len(state.said)
            state.items = []
            state.closed_by = -1
        if not state.items:
            state.items = self.sayings.first_items()

    def _pass_on(self, state: State) -> None:
        seat = state.turn
        if state.spoke:
            state.spoke = False
        else:
            state.passes += 1
            if self._agreeing_bars:
                state.barred |= 1 << seat
        if state.contract < 0:
            if state.passes == state.players:
                state.contract = self._fallback
                self.table.leave(state)
                return
        elif state.passes >= self._ends:
            self.table.leave(state)
            return
        state.turn = seat + 1 if seat + 1 < state.players else 0

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why it may not be said."""
        seat, at = state.turn, self.rules.at
        made = self.table.moves.all[move]
        if made.kind == "bid":
            if state.spoke:
                return Refusal("bid_first", (*at, "in_one_turn"))
            if state.declarer == seat and not self._raise_own:
                return Refusal("own_bid", (*at, "own_bid"))
            if state.barred >> seat & 1:
                return Refusal("agreed", (*at, "after_agreeing"))
            return self.bids.why_not(state, seat, move)
        if move == self._pass:
            if state.contract < 0:
                forced = self._must_bid and not state.spoke
                return Refusal("must_bid", (*at, "opening")) if forced else None
            rule = self.sayings.must_double(state, seat)
            if rule is None:
                return None
            return Refusal("forced", rule.at, {"word": rule.say, "item": rule.item, "condition": rule.when})
        if made.kind in ("announce", "double"):
            if state.contract < 0:
                return Refusal("nothing_bid", at)
            return self.sayings.why_not(state, seat, move)
        return Refusal("wrong_step", at, {"step": "auction"})
