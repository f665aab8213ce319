"""The auction: bids, announcements and doubles in turn; the highest bid, how it is made, joined, taken
over, settled by suit against an equal one.
"""

from __future__ import annotations

from ..model import ALL_PASSED, Refusal
from .announcements import Announcing, Sayings
from .bids import Bids, is_first_word
from .plan import Plan
from .state import State


class HighBid:
    """What becomes of the highest bid of an auction."""

    def __init__(self, table: Plan, bids: Bids, sayings: Sayings) -> None:
        self.table = table
        self.bids = bids
        self.sayings = sayings
        rules = table.game.auction
        self._at = (*rules.at, "suit_order")
        suits = table.game.deck.suits
        self._place = {suits[suit].index: place for place, suit in enumerate(rules.suit_order)}
        self._cancels_announcements = "announcements" in rules.overcall_cancels
        self._cancels_doubles = "doubles" in rules.overcall_cancels
        self._lays = [contract.lays_card for contract in table.contracts]
        self._clean = (-1,) * table.players

    def bid(self, state: State, contract: int, card: int) -> None:
        """Bid a contract with the card that is called or laid down, -1 for none."""
        seat = state.turn
        if contract != state.contract:
            self.take(state, contract, -1 if self._lays[contract] else card)
        elif self.table.contracts[contract].joined is not None:
            state.joined |= 1 << seat
            self.table.find_sides(state)
        else:
            first = () if state.named[state.declarer] >= 0 else (state.declarer,)
            state.naming = (*first, seat)
        if self._lays[contract]:
            state.laid[seat] = card

    def take(self, state: State, contract: int, card: int) -> None:
        """The speaker has the highest bid now; all that hung on the one before is gone."""
        seat = state.turn
        state.contract, state.declarer, state.called_card = contract, seat, card
        state.must = -1
        state.joined = 0
        state.laid[:] = self._clean
        state.named[:] = self._clean
        self.table.find_sides(state)
        if card >= 0:
            held, lacked = self.bids.callable.shown_by(card)
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
            state.silent = 0
            state.lies = False
        if not state.items:
            state.items = self.sayings.first_items()

    def name(self, state: State, suit: int) -> None:
        """Name a trump suit; once both have, the higher one stands, and the earlier of two equal
        ones.
        """
        seat = state.turn
        state.named[seat] = suit
        state.naming = state.naming[1:]
        if state.naming:
            return
        named = list(state.named)
        if self._place[suit] < self._place[named[state.declarer]]:
            self.take(state, state.contract, -1)
            state.named = named

    def why_not_name(self, state: State, move: int) -> Refusal | None:
        """Why no suit may be named, or nothing but a suit may be said."""
        naming = move in self.table.moves.names
        if naming == bool(state.naming):
            return None
        return Refusal("nothing_to_name" if naming else "name_suit", self._at)


class AuctionRoom:
    """From the first word to the contract."""

    kind = "auction"

    def __init__(self, table: Plan) -> None:
        self.table = table
        rules = table.game.auction
        self.rules = rules
        self.bids = Bids(table)
        self.sayings = Sayings(table, rules.in_one_turn)
        self.standing = HighBid(table, self.bids, self.sayings)
        find = table.seats
        self._first = find(rules.first)
        self._must_bid = rules.opening == "must_bid"
        self._placeholder = rules.opening == "placeholder"
        self._raise_own = rules.own_bid == "may_be_raised"
        self._agreeing_bars = rules.after_agreeing != "free"
        self._silences = rules.after_agreeing == "no_word"
        self._ends = 0 if rules.ends_when else rules.ends_after_passes or 0
        self._adds = bool({"announce", "double"} & set(rules.in_one_turn))
        self._with_bid = [contract.announces_with_bid for contract in table.contracts]
        self._announcing = Announcing(table) if any(self._with_bid) else None
        self._all_pass = [
            (
                after,
                find(after.who) if after.who else None,
                table.contract_ids.index(after.contract) if after.contract else -1,
            )
            for after in rules.if_all_pass
        ]
        moves = table.moves
        self._pass, self._open, self._hold, self._names = (
            moves.pass_,
            moves.open,
            moves.hold,
            moves.names,
        )

    def enter(self, state: State) -> None:
        """Give the first speaker the word."""
        state.turn = self._first(state, 0).bit_length() - 1

    def moves(self, state: State) -> list[int]:
        """All that the speaker may say."""
        seat = state.turn
        if state.naming:
            return list(self._names)
        found: list[int] = []
        if state.spoke and self._announcing is not None:
            self._announcing.add_announcements(state, seat, found)
            found.append(self._pass)
            return found
        if (
            not state.spoke
            and not state.barred >> seat & 1
            and (state.declarer != seat or self._raise_own)
        ):
            found = self.bids.open_to(state, seat)
            if (
                self._hold >= 0
                and seat == 0
                and state.contract >= 0
                and self.bids.why_not_held(state, seat) is None
            ):
                found.append(self._hold)
        if state.contract < 0:
            if self._placeholder and is_first_word(state):
                found.append(self._open)
            elif self._must_speak(state) is None:
                found.append(self._pass)
            return found
        if self._adds:
            self.sayings.add_moves(state, seat, found)
            if self.sayings.must_double(state, seat) is not None:
                return found
        found.append(self._pass)
        return found

    def _must_speak(self, state: State) -> Refusal | None:
        """Why the speaker may not pass although nothing has been bid."""
        if state.must >= 0:
            return Refusal("must_bid_now", (*self._all_pass[state.chances - 1][0].at, "must_bid"))
        if self._placeholder and is_first_word(state):
            return Refusal("must_open", (*self.rules.at, "opening"))
        if self._must_bid and not state.spoke:
            return Refusal("must_bid", (*self.rules.at, "opening"))
        return None

    def apply(self, state: State, move: int) -> None:
        """Say it."""
        if move == self._pass:
            self._pass_on(state)
            return
        state.passes = 0
        bid = self.bids.of_move.get(move)
        if bid is not None:
            self.standing.bid(state, *bid)
        elif move == self._hold:
            self.standing.take(state, state.contract, -1)
        elif move == self._open:
            state.opened = True
        elif move in self._names:
            self.standing.name(state, self._names[move])
        elif self._announcing is not None:
            self._announcing.apply(state, move)
        else:
            if self._agreeing_bars:
                state.barred |= 1 << state.turn
            state.shown |= 1 << state.turn
            self.sayings.apply(state, move)
        if state.naming:
            state.turn = state.naming[0]
        elif self._adds or (state.contract >= 0 and self._with_bid[state.contract]):
            state.spoke = True
        else:
            self._next(state)

    def _pass_on(self, state: State) -> None:
        if state.spoke:
            state.spoke = False
            if (
                self._announcing is not None
            ):  # with the bid all is announced that the bidder announces
                self._announcing.close(state)
        else:
            state.passes += 1
            if self._agreeing_bars:
                state.barred |= 1 << state.turn
        self._next(state)

    def _next(self, state: State) -> None:
        """Give the word to the next one who still has it, or end the auction."""
        if state.contract < 0:
            if state.passes == state.players - state.opened:
                self._all_have_passed(state)
                return
        elif self._is_over(state):
            self.table.leave(state)
            return
        silent = self._silent(state) if self._silences else 0
        seat, players = state.turn, state.players
        while True:
            seat = seat + 1 if seat + 1 < players else 0
            if not silent >> seat & 1:
                break
        state.turn = seat

    def _silent(self, state: State) -> int:
        """The seats that have nothing more to say, while others may still bid against them."""
        if self._ends or state.contract < 0:
            return state.barred
        return state.barred | state.joined | 1 << state.declarer

    def _is_over(self, state: State) -> bool:
        if self._ends:
            nobody = self._silences and state.barred.bit_count() == state.players
            return nobody or state.passes >= self._ends
        return not self.bids.any_word(state, (1 << state.players) - 1 & ~self._silent(state))

    def _all_have_passed(self, state: State) -> None:
        after, who, contract = self._all_pass[state.chances]
        state.chances += 1
        state.passes = state.barred = 0
        state.opened = False
        if after.word == "play":
            state.contract = contract
            self.table.leave(state)
        elif after.word == "deal_again":
            self.table.throw_in(state, ALL_PASSED)
        elif who is None:
            self.enter(state)
        else:
            seats_meant = who(state, 0)
            state.turn = state.must = seats_meant.bit_length() - 1
            if self._silences:
                state.barred = (1 << state.players) - 1 & ~seats_meant

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why it may not be said."""
        made = self.table.moves.all[move]
        if made.kind not in _SAID:
            return Refusal("wrong_step", self.rules.at, {"step": "auction"})
        refused = self.standing.why_not_name(state, move)
        if refused is not None or made.kind == "name":
            return refused
        if made.kind in ("bid", "hold"):
            return self._why_not_bid(state, move)
        if made.kind == "open":
            return (
                None
                if is_first_word(state)
                else Refusal("opened_already", (*self.rules.at, "opening"))
            )
        if move == self._pass:
            return self._why_not_pass(state)
        if state.contract < 0:
            return Refusal("nothing_bid", self.rules.at)
        if self._announcing is not None and state.spoke and made.kind == "announce":
            return self._announcing.why_not(state, state.turn, move)
        if not self._adds:
            return Refusal("wrong_step", self.rules.at, {"step": "auction"})
        return self.sayings.why_not(state, state.turn, move)

    def _why_not_bid(self, state: State, move: int) -> Refusal | None:
        seat, at = state.turn, self.rules.at
        if state.spoke:
            return Refusal("bid_first", (*at, "in_one_turn"))
        if state.declarer == seat and (move == self._hold or not self._raise_own):
            return Refusal("own_bid", (*at, "own_bid"))
        if state.barred >> seat & 1:
            return Refusal("agreed", (*at, "after_agreeing"))
        if move == self._hold:
            return self.bids.why_not_held(state, seat)
        return self.bids.why_not(state, seat, move)

    def _why_not_pass(self, state: State) -> Refusal | None:
        if state.contract < 0:
            return self._must_speak(state)
        rule = self.sayings.must_double(state, state.turn) if self._adds else None
        if rule is None:
            return None
        return Refusal(
            "forced", rule.at, {"word": rule.say, "item": rule.item, "condition": rule.when}
        )


_SAID = ("bid", "hold", "open", "name", "pass", "announce", "double")
