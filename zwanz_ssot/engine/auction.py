"""The auction: bids, announcements and doubles in turn. The highest bid may be joined, taken over,
or settled by suit against an equal one.
"""

from __future__ import annotations

from ..model import ALL_PASSED, NO_KONTRA, Refusal
from ..model.identifiers import DECLARERS, DEFENDERS, GAME_ITEM, bonus_of, item_of
from .announcements import announcer_after_exchange
from .announcer import Announcer
from .bids import Bids, Promises, is_first_word
from .plan import Plan
from .state import State, put

_KINDS = ("bid", "number", "hold", "open", "name", "pass", "announce", "double")
"""The kinds of move in an auction."""


def _of_their_sides(state: State, counting: int) -> tuple[int, ...]:
    """By item: who announced it, when a bid has made other sides, of the bonuses ``counting``. Of
    two who announced the same and are now of one side, the first in the order of play stands for
    it.
    """
    announcers = [-1] * len(state.announcers)
    for item, seat in enumerate(state.announcers):
        if seat >= 0 and counting >> bonus_of(item) & 1:
            side = DECLARERS if state.declarers >> seat & 1 else DEFENDERS
            own = item_of(bonus_of(item), side)
            announcers[own] = seat if announcers[own] < 0 else min(seat, announcers[own])
    return tuple(announcers)


class HighBid:
    """Sets the highest bid of an auction, and drops what belonged to the one before."""

    def __init__(self, plan: Plan, bids: Bids, announcer: Announcer) -> None:
        self.plan = plan
        self.bids = bids
        self.announcer = announcer
        rules = plan.game.auction
        self._at = (*rules.at, "suit_order")
        suits = plan.game.deck.suits
        self._place = {suits[suit].index: place for place, suit in enumerate(rules.suit_order)}
        """By number of a suit: its place in ``suit_order``; 0 wins among equal bids."""
        self._cancels_announcements = "announcements" in rules.overcall_cancels
        self._cancels_doubles = "doubles" in rules.overcall_cancels
        self._lays = [contract.lays_card for contract in plan.contracts]
        self._undoubled = [contract.kontra == NO_KONTRA for contract in plan.contracts]
        self._individual = [contract.kontra == "individual" for contract in plan.contracts]
        self._has_duels = any(self._individual)
        self._counting = [
            sum(1 << n for n, it in enumerate(plan.game.bonuses.values()) if it.counts_in(contract))
            for contract in plan.contracts
        ]
        """By contract: the bonuses that count in it, as a set of their numbers."""
        self._any_laid, self._any_named = any(self._lays), bool(plan.moves.names)
        self._nothing = (-1,) * plan.players

    def bid(self, state: State, contract: int, card: int) -> None:
        """Bid a contract for the seat to move; ``card`` is called or laid down, -1 for none."""
        seat = state.turn
        if contract != state.contract:
            self.take(state, contract, -1 if self._lays[contract] else card)
        elif self.plan.contracts[contract].joined is not None:
            state.joined |= 1 << seat
            self.plan.find_sides(state)
        else:
            # An equal bid: both bidders name a suit, the first one only once.
            first = () if state.named[state.declarer] >= 0 else (state.declarer,)
            state.naming = (*first, seat)
        if self._lays[contract]:
            state.laid = put(state.laid, seat, card)

    def take(self, state: State, contract: int, card: int) -> None:
        """Make this the highest bid, by the seat to move; drop what belonged to the one before."""
        seat, before = state.turn, state.contract
        state.contract, state.declarer, state.called_card = contract, seat, card
        state.must_bid = -1
        state.held = False
        state.joined = 0
        if self._any_laid:
            state.laid = self._nothing
        if self._any_named:
            state.named = self._nothing
        self.plan.find_sides(state)
        if card >= 0:
            held, lacked = self.bids.callable.shown_by(card)
            state.show(seat, held, lacked)
        if before >= 0:
            self._cancel(state, before)
        state.doublable = self.announcer.first_items(state)
        state.shown = 1 << seat

    def _cancel(self, state: State, before: int) -> None:
        """Drop the announcements and doubles that a higher bid cancels by the rules. Doubles of the
        game are always dropped where single opponents double, and where the bidder began them,
        doubles of what was announced where that is dropped, and all of them where nothing is
        doubled; announcements of bonuses that do not count in the new contract are, too.
        """
        if self._cancels_doubles or self._undoubled[state.contract]:
            state.levels = (0,) * len(state.levels)
            state.doublers = 0
        elif (
            self._individual[before]
            or self._individual[state.contract]
            or state.first_doublers[GAME_ITEM] == state.declarer
        ):
            state.levels, state.doublers = put(state.levels, GAME_ITEM, 0), 0
        if self._has_duels:
            state.duels = (0,) * state.players
        if self._cancels_announcements:
            state.announcers = (-1,) * len(state.announcers)
            state.levels = (state.levels[GAME_ITEM], *(0,) * (len(state.levels) - 1))
            state.closed_by = 0
            state.muted = 0
            state.first_turn_over = False
        elif max(state.announcers) >= 0:
            counting = self._counting[state.contract]
            state.announcers = _of_their_sides(state, counting)
            state.closed_by &= counting

    def name(self, state: State, suit: int) -> None:
        """Name a trump suit. Once both bidders have, the higher suit gets the bid; of equal suits,
        the earlier one.
        """
        seat = state.turn
        state.named = put(state.named, seat, suit)
        state.naming = state.naming[1:]
        if state.naming:
            return
        named, laid = state.named, state.laid[seat]
        if self._place[suit] < self._place[named[state.declarer]]:
            self.take(state, state.contract, -1)
            state.named = named
            state.laid = put(state.laid, seat, laid)
        else:
            state.laid = put(state.laid, seat, -1)

    def why_not_name(self, state: State, move: int) -> Refusal | None:
        """Why a suit may not be named, or nothing else may be done before; None otherwise."""
        names_suit = move in self.plan.moves.names
        if names_suit == bool(state.naming):
            return None
        return Refusal("nothing_to_name" if names_suit else "name_suit", self._at)


def _has_bid_it(state: State, seat: int) -> bool:
    """Whether the seat has made or joined the highest bid."""
    return state.declarer == seat or bool(state.joined >> seat & 1)


class NumberBids:
    """Numbers, bid before a contract is named: one player bids, another holds each or passes.

    The first seat bids to the player before him. The one who is left answers the next player, and
    so on round the table; the last one left names the contract. If nobody has bid a number, the
    player before the first seat may bid one.
    """

    def __init__(self, plan: Plan) -> None:
        self._pass, self._hold = plan.moves.pass_, plan.moves.hold
        self._moves = plan.moves.numbers
        self._first = plan.seats(plan.game.auction.first)
        self._at = (*plan.game.auction.at, "numbers")

    def enter(self, state: State) -> None:
        """Let the first seat bid to the player before him."""
        state.asker = state.turn = self._first_speaker(state)
        state.answerer = (state.asker - 1) % state.players

    def _first_speaker(self, state: State) -> int:
        return self._first(state, 0).bit_length() - 1

    def are_bid(self, state: State) -> bool:
        """Whether numbers are bid now."""
        return state.asker >= 0

    def moves(self, state: State) -> list[int]:
        """The higher numbers, or holding the number that was bid; and passing."""
        if state.turn == state.answerer:
            return [self._hold, self._pass]
        higher = [move for move, value in self._moves.items() if value > state.bid_number]
        return [*higher, self._pass]

    def apply(self, state: State, move: int) -> bool:
        """Make a move. True at the end: the seat to move names the contract, or nobody has bid."""
        if move != self._pass:
            state.passes = 0
            state.bid_number = self._moves.get(move, state.bid_number)
            if state.answerer < 0:
                return self._end(state, state.turn)
            state.turn = state.answerer if state.turn == state.asker else state.asker
            return False
        state.passes += 1
        state.barred |= 1 << state.turn
        if state.answerer < 0:
            return self._end(state, -1)
        left = state.answerer if state.turn == state.asker else state.asker

        # The next player bids to the one who is left; after all players he names the contract.
        following = (state.asker + 1) % state.players
        if following != (self._first_speaker(state) - 1) % state.players:
            state.asker, state.answerer, state.turn = following, left, following
            return False
        if state.bid_number:
            return self._end(state, left)
        state.asker, state.answerer, state.turn = left, -1, left
        return False

    @staticmethod
    def _end(state: State, left: int) -> bool:
        state.asker = state.answerer = -1
        if left >= 0:
            state.turn, state.passes = left, 0
            state.barred = (1 << state.players) - 1 & ~(1 << left)
        return True

    def why_not(self, state: State, move: int, kind: str) -> Refusal | None:
        """Why the seat to move may not make this move; None if it may."""
        if move in self.moves(state):
            return None
        if kind == "number" and state.turn != state.answerer:
            return Refusal("number_not_higher", self._at, {"number": state.bid_number})
        if kind in ("number", "hold"):
            answers = state.turn == state.answerer
            return Refusal("answer_number" if answers else "nothing_to_hold", self._at)
        return Refusal("numbers_first", self._at)


class AuctionStep:
    """From the first bid to the contract."""

    kind = "auction"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules = plan.game.auction
        self.rules = rules
        self.bids = Bids(plan)
        self.promises = Promises(plan, self.bids) if rules.promises else None
        self.announcer = Announcer(plan, step=self.kind, at=rules.at, words=rules.in_one_turn)
        self.high_bid = HighBid(plan, self.bids, self.announcer)
        self._numbers = NumberBids(plan) if rules.numbers else None
        self._first = plan.seats(rules.first)
        self._must_bid = rules.opening == "must_bid"
        self._placeholder = rules.opening == "placeholder"
        self._has_to_open = self._must_bid or self._placeholder
        self._raise_own = rules.own_bid != "stands"
        self._raise_alone = rules.own_bid == "raised_alone"
        self._passing_bars = rules.after_agreeing != "free"
        self._adding_bars = rules.after_agreeing == "no_bid"
        self._passing_silences = rules.after_agreeing == "no_word"
        self._ends = 0 if rules.ends_when else rules.ends_after_passes or 0
        """How many passes in a row end the auction; 0: it ends when no seat can bid any more."""
        self._adds = bool({"announce", "double"} & set(rules.in_one_turn))
        """Whether bonuses are announced and items doubled in the auction."""
        self._with_bid = [contract.announces_with_bid for contract in plan.contracts]
        self._with_bid_announcer = announcer_after_exchange(plan) if any(self._with_bid) else None
        self._all_pass = [
            (
                after,
                plan.seats(after.who) if after.who else None,
                plan.contract_ids.index(after.contract) if after.contract else -1,
            )
            for after in rules.if_all_pass
        ]
        moves = plan.moves
        self._pass, self._open = moves.pass_, moves.open
        self._hold = -1 if self._numbers is not None else moves.hold
        self._names = moves.names

    def enter(self, state: State) -> None:
        """Give the first seat the turn."""
        if self._numbers is not None:
            self._numbers.enter(state)
            return
        state.turn = self._first(state, 0).bit_length() - 1

    def moves(self, state: State) -> list[int]:
        """Every legal move of the seat to move."""
        seat = state.turn
        if self._numbers is not None and self._numbers.are_bid(state):
            return self._numbers.moves(state)
        if state.naming:
            return list(self._names)
        found: list[int] = []
        if state.spoke and self._with_bid_announcer is not None:
            self._with_bid_announcer.add_announcements(state, seat, found)
            found.append(self._pass)
            return found
        bars = state.spoke or state.barred >> seat & 1
        if not bars and (self._raise_own or not _has_bid_it(state, seat)):
            found = self.bids.open_to(state, seat)
            if self.promises is not None:
                found = self.promises.kept(state, seat, found)
            if self._hold >= 0 and self._may_hold(state, seat):
                found.append(self._hold)
        # Before the first bid a seat can only bid, open or pass.
        if state.contract < 0:
            if self._placeholder and is_first_word(state):
                found.append(self._open)
            elif self._may_pass(state):
                found.append(self._pass)
            return found
        if self.promises is not None and self.promises.why_no_pass(state, seat) is not None:
            return found
        if self._adds:
            announcer = self.announcer
            announcer.add_announcements(state, seat, found)
            announcer.add_doubles(state, seat, found)
            forced = announcer.forces[state.contract]
            if forced and announcer.must_double(state, seat) is not None:
                return found
        found.append(self._pass)
        return found

    def _may_hold(self, state: State, seat: int) -> bool:
        """Whether the seat may take over the highest bid of another."""
        return (
            not _has_bid_it(state, seat)
            and state.contract >= 0
            and self.bids.why_not_held(state, seat) is None
        )

    def _may_pass(self, state: State) -> bool:
        """Whether the seat to move may pass before the first bid."""
        if state.bid_number:
            return False
        if state.must_bid < 0 and not self._has_to_open:
            return True
        return self._must_speak(state) is None

    def _must_speak(self, state: State) -> Refusal | None:
        """Why the seat to move may not pass before the first bid; None if it may."""
        if state.bid_number:
            args = {"number": state.bid_number}
            return Refusal("must_name_contract", (*self.rules.at, "numbers"), args)
        if state.must_bid >= 0:
            after, _, _ = self._all_pass[state.times_all_passed - 1]
            return Refusal("must_bid_now", (*after.at, "must_bid"))
        if self._placeholder and is_first_word(state):
            return Refusal("must_open", (*self.rules.at, "opening"))
        if self._must_bid and not state.spoke:
            return Refusal("must_bid", (*self.rules.at, "opening"))
        return None

    def apply(self, state: State, move: int) -> None:
        """Make a move of the auction, and give the turn on where it ends."""
        if self._numbers is not None and self._numbers.are_bid(state):
            if self._numbers.apply(state, move) and not state.bid_number:
                self._all_have_passed(state)
            return
        if move == self._pass:
            self._pass_on(state)
            return
        state.passes = 0
        bid = self.bids.of_move.get(move)
        if bid is not None:
            if self.promises is not None:
                promise = self.promises.by_bid(state, state.turn, move)
                self.promises.make(state, state.turn, promise)
            state.bidders |= 1 << state.turn
            self.high_bid.bid(state, *bid)
        elif move == self._hold:
            state.bidders |= 1 << state.turn
            self.high_bid.take(state, state.contract, -1)
            state.held = True
        elif move == self._open:
            state.opened = True
        elif move in self._names:
            self.high_bid.name(state, self._names[move])
        elif self._with_bid_announcer is not None:
            self._with_bid_announcer.apply(state, state.turn, move)
        else:
            if self._adding_bars:
                state.barred |= 1 << state.turn
            self.announcer.apply(state, state.turn, move)
        # A seat that may add an announcement or a double keeps its turn. With the bid announces
        # whose bid stands: neither who joins it, nor who has lost against an equal one.
        if state.naming:
            state.turn = state.naming[0]
        elif self._adds or (state.turn == state.declarer and self._with_bid[state.contract]):
            state.spoke = True
        else:
            self._next(state)

    def _pass_on(self, state: State) -> None:
        """End the turn. It counts as a pass only if nothing was said in it."""
        if state.spoke:
            state.spoke = False
            if self._with_bid_announcer is not None:
                self._with_bid_announcer.end_bid(state)
        else:
            state.passes += 1
            if self.promises is not None:
                self.promises.make(state, state.turn, self.promises.by_pass(state, state.turn))
            if self._passing_bars:
                state.barred |= 1 << state.turn
        self._next(state)

    def _next(self, state: State) -> None:
        """Give the turn to the next seat that still has one, or end the auction."""
        if state.contract < 0:
            if state.passes == state.players - state.opened:
                self._all_have_passed(state)
                return
        elif self._is_over(state):
            if self._raise_alone and self._is_asked_again(state):
                state.turn = state.declarer
            else:
                self.plan.leave(state)
            return
        silent = self._silent(state) if self._passing_silences else 0
        seat, players = state.turn, state.players
        while True:
            seat = seat + 1 if seat + 1 < players else 0
            if not silent >> seat & 1:
                break
        state.turn = seat

    def _silent(self, state: State) -> int:
        """The seats that have no turn at present: those that have passed, and, where no number of
        passes ends the auction, those whose bid stands.
        """
        if self._ends or state.contract < 0:
            return state.barred
        return state.barred | state.joined | 1 << state.declarer

    def _is_over(self, state: State) -> bool:
        everybody = (1 << state.players) - 1
        if self._ends:
            nobody = self._passing_silences and state.barred == everybody
            return nobody or state.passes >= self._ends
        return not self.bids.any_word(state, everybody & ~self._silent(state))

    def _is_asked_again(self, state: State) -> bool:
        """Whether the only bidder may now raise the highest bid, as nobody else is left: once,
        after the last move of another.
        """
        alone = 1 << state.declarer
        spoke_last = state.turn == state.declarer
        return not spoke_last and state.bidders == alone and self.bids.any_word(state, alone)

    def _all_have_passed(self, state: State) -> None:
        """Apply the rule for the first, second … time that all have passed."""
        after, who, contract = self._all_pass[state.times_all_passed]
        state.times_all_passed += 1
        state.passes = state.barred = 0
        state.opened = False
        if after.contract is not None:
            state.contract = contract
            self.plan.find_sides(state)
            self.plan.leave(state)
        elif after.deal_again is not None:
            self.plan.throw_in(state, ALL_PASSED)
        elif who is None:
            self.enter(state)
        else:
            bidder = who(state, 0)
            state.turn = state.must_bid = bidder.bit_length() - 1
            if self._passing_silences:
                state.barred = (1 << state.players) - 1 & ~bidder

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the seat to move may not make this move; None if it may."""
        made = self.plan.moves.all[move]
        wrong_step = Refusal("wrong_step", self.rules.at, {"step": self.kind})
        if made.kind not in _KINDS:
            return wrong_step
        if self._numbers is not None and self._numbers.are_bid(state):
            return self._numbers.why_not(state, move, made.kind)
        if made.kind == "number" or (made.kind == "hold" and self._hold < 0):
            return Refusal("numbers_over", (*self.rules.at, "numbers"))
        refused = self.high_bid.why_not_name(state, move)
        if refused is not None or made.kind == "name":
            return refused
        if made.kind in ("bid", "hold"):
            return self._why_not_bid(state, move)
        if made.kind == "open":
            first = is_first_word(state)
            return None if first else Refusal("opened_already", (*self.rules.at, "opening"))
        if move == self._pass:
            return self._why_not_pass(state)
        if state.contract < 0:
            return Refusal("nothing_bid", self.rules.at)
        if self._with_bid_announcer is not None and state.spoke and made.kind == "announce":
            return self._with_bid_announcer.why_not(state, state.turn, move)
        if not self._adds:
            return wrong_step
        return self.announcer.why_not(state, state.turn, move)

    def _why_not_bid(self, state: State, move: int) -> Refusal | None:
        seat, at = state.turn, self.rules.at
        if state.spoke:
            return Refusal("bid_first", (*at, "in_one_turn"))
        if _has_bid_it(state, seat) and (move == self._hold or not self._raise_own):
            return Refusal("own_bid", (*at, "own_bid"))
        if state.barred >> seat & 1:
            return Refusal("agreed", (*at, "after_agreeing"))
        if move == self._hold:
            return self.bids.why_not_held(state, seat)
        refused = self.bids.why_not(state, seat, move)
        if refused is None and self.promises is not None:
            return self.promises.why_not(state, seat, move)
        return refused

    def _why_not_pass(self, state: State) -> Refusal | None:
        if state.contract < 0:
            return self._must_speak(state)
        if self.promises is not None:
            refused = self.promises.why_no_pass(state, state.turn)
            if refused is not None:
                return refused
        rule = self.announcer.must_double(state, state.turn) if self._adds else None
        return None if rule is None else self.announcer.must_not_pass(rule)
