"""Cards that change hands before the play: taking the talon and discarding, or passing cards.
Discards and the rest of the talon are credited at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import SIDES, Contract, Discard, Exchange, Refusal, Seat, TalonUse
from ..model.cards import bits
from ..model.identifiers import DECLARERS, item_of
from ..words.registry import Test
from .plan import Plan
from .state import State, binding_promise, in_packets, unite


class TalonStep:
    """Where the talon is shared, each player takes his packet before the exchange."""

    kind = "talon"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        talons = [contract.talon for contract in plan.contracts]
        self._packets_of = [talon.packets if talon else () for talon in talons]
        self._lost_without = [talon.lost_without if talon else None for talon in talons]

    def enter(self, state: State) -> None:
        """Give each player his packet; end the round if the declarer lacks what he must hold."""
        if is_shared(state):
            share(state, self._packets_of[state.contract])
            wanted = self._lost_without[state.contract]
            held = state.hands[state.declarer]
            if wanted and (held & wanted.cards.mask).bit_count() < wanted.at_least:
                state.conceded = True
                self.plan.find_sides(state)
                self.plan.end_round(state)
                return
        self.plan.leave(state)

    def moves(self, state: State) -> list[int]:
        """Nothing: nobody has a choice."""
        return []

    def apply(self, state: State, move: int) -> None:
        """Never called, as there are no moves."""
        raise AssertionError("nobody moves while the talon is taken")

    def why_not(self, state: State, move: int) -> Refusal | None:
        """The refusal of any move."""
        return Refusal("wrong_step", ("order",), {"step": self.kind})


class ExchangeStep:
    """Taking the talon and discarding. Where the talon is shared, all players discard in turn; else
    the declarer alone acts.
    """

    kind = "exchange"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules = plan.game.exchange
        assert rules is not None
        self.rules: Exchange = rules
        self._rungs = [self._ladder(contract) for contract in plan.contracts]
        suits = plan.game.deck.suits
        self._declarer_shows = sum(suits[suit].mask for suit in rules.declarer_shows)
        """The cards that the declarer discards face up."""
        self._size = plan.tricks
        self._promised = {rule.card: (*rule.at, "card") for rule in plan.game.auction.promises}
        """By card: the rule by which it is promised."""
        talons = [contract.talon for contract in plan.contracts]
        self._packets_of = [talon.packets if talon else () for talon in talons]
        """By contract: the packets of the talon; empty where they are as dealt."""

    def _ladder(self, contract: Contract) -> tuple[Discard, ...]:
        return (contract.talon.discard if contract.talon else ()) or self.rules.discard

    def enter(self, state: State) -> None:
        """Take the talon where there is no choice; end the step where nothing is taken."""
        use = self._use(state)
        if state.talon_taken:
            self._discard_in_turn(state)
            return
        if packets := self._packets_of[state.contract]:
            state.talon = in_packets(state.talon_cards, packets)
        if use is None or use.takes == "nothing":
            self.plan.leave(state)
            return
        state.turn = state.declarer
        if use.takes == "all":
            for number in range(len(state.talon)):
                self._take(state, number)
        elif use.takes == "shared":
            share(state, ())
            self._discard_in_turn(state)

    def moves(self, state: State) -> list[int]:
        """The packets to take, and conceding if allowed; then the cards to discard."""
        moves = self.plan.moves
        if not state.talon_taken:
            takes = [moves.takes[number] for number in self._packets(state)]
            return takes + self._concessions(state)
        return [moves.discards[card] for card in bits(self._discards(state))]

    def apply(self, state: State, move: int) -> None:
        """Take a packet, concede, or discard. Conceding or the last discard ends the step."""
        made = self.plan.moves.all[move]
        if made.kind == "take":
            self._take(state, made.count or 0)
        elif made.kind == "concede":
            state.conceded = True
            if made.item is not None:
                state.conceded_with = item_of(self.plan.bonus_ids.index(made.item))
            self._end(state)
            self.plan.end_round(state)
        else:
            assert made.card is not None
            bit = made.card.bit
            number, _ = self.rung(state, state.hands[state.turn])
            state.hands[state.turn] ^= bit
            state.discarded |= bit
            state.discarded_by = unite(state.discarded_by, state.turn, bit)
            by_declarer = state.turn == state.declarer and self._declarer_shows & bit
            if by_declarer or self._rungs[state.contract][number].shown:
                state.discards_shown |= bit
                state.may_have_gone(state.turn, bit)
            elif state.shown_holding[state.turn]:
                state.may_have_gone(state.turn, bit | self._hidden(state))
            if state.hands[state.turn].bit_count() == self._size:
                self._go_on(state)

    def _hidden(self, state: State) -> int:
        """The cards that the seat to move may discard face down, for all that others know."""
        found = 0
        for rung in self._rungs[state.contract]:
            found |= 0 if rung.shown else rung.cards.mask
        if state.turn == state.declarer:
            found &= ~self._declarer_shows
        promised = binding_promise(state)
        return found & ~(1 << promised) if promised >= 0 and state.turn == state.promiser else found

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a packet, a discard or conceding is refused; None if it is legal."""
        made, at = self.plan.moves.all[move], self.rules.at
        if made.kind not in ("take", "concede", "discard"):
            return Refusal("wrong_step", at, {"step": self.kind})
        if state.talon_taken:
            if made.kind != "discard" or made.card is None:
                return Refusal("discard_now", (*at, "discard"))
            return self._why_not_discard(state, made.card.index)
        if made.kind == "discard":
            return Refusal("take_first", at)
        if made.kind == "take":
            if (made.count or 0) >= len(state.talon):
                return Refusal("no_such_packet", ("talon", "packets"), {"count": len(state.talon)})
            return None if made.count in self._packets(state) else self._too_few(state)
        if move in self._concessions(state):
            return None
        in_talon = state.called_card >= 0 and state.in_talon(state.called_card)
        code = "conceded_otherwise" if in_talon else "not_conceded"
        return Refusal(code, (*at, "called_card_in_talon"))

    def rung(self, state: State, hand: int) -> tuple[int, int]:
        """The first rung of the discard of which the hand has cards: ``(number, cards)``. A
        promised card is left out as long as others may go.
        """
        hand = self._free(state, hand)
        for number, rung in enumerate(self._rungs[state.contract]):
            if cards := hand & rung.cards.mask:
                return number, cards
        raise AssertionError("a hand that can discard nothing")

    def _free(self, state: State, hand: int) -> int:
        """The hand without the card that its holder has promised, unless no other may go."""
        promised = binding_promise(state)
        if promised < 0 or state.turn != state.promiser:
            return hand
        free = hand & ~(1 << promised)
        ladder = self._rungs[state.contract]
        return free if any(free & rung.cards.mask for rung in ladder) else hand

    def ladder(self, contract: int) -> tuple[Discard, ...]:
        """The rungs of what may be discarded in a contract."""
        return self._rungs[contract]

    def _why_not_discard(self, state: State, card: int) -> Refusal | None:
        hand = state.hands[state.turn]
        if not hand >> card & 1:
            return Refusal("not_in_hand", self.rules.at, {"card": card})
        number, cards = self.rung(state, hand)
        if cards >> card & 1:
            return None if self._discards(state) >> card & 1 else self._too_few(state)
        if not self._free(state, hand) >> card & 1:
            return Refusal("promised_card", self._promised[card], {"card": card})
        ladder = self._rungs[state.contract]
        if any(rung.cards.mask >> card & 1 for rung in ladder):
            return Refusal("discard_first", ladder[number].at, {"card": card, "cards": cards})
        return Refusal("never_discarded", ladder[0].at[:-1], {"card": card})

    # Cards that may not be discarded

    def _packets(self, state: State) -> list[int]:
        """The packets that may be taken: those after which the hand can keep what it must, if there
        are any; else all.
        """
        packets, hand = range(len(state.talon)), state.hands[state.turn]
        use = self._use(state)
        if use is None or use.keeps is None:
            return list(packets)
        kept = [number for number in packets if self._can_keep(state, hand | state.talon[number])]
        return kept or list(packets)

    def _discards(self, state: State) -> int:
        """The cards that may be discarded now: those after which the hand can keep what it must, if
        there are any; else the whole rung.
        """
        hand = state.hands[state.turn]
        _, cards = self.rung(state, hand)
        use = self._use(state)
        if use is None or use.keeps is None:
            return cards
        single = [1 << card for card in bits(cards)]
        return sum(bit for bit in single if self._can_keep(state, hand ^ bit)) or cards

    def _can_keep(self, state: State, hand: int) -> bool:
        """Whether the hand can discard down to its size and still hold what it must."""
        use = self._use(state)
        assert use is not None and use.keeps is not None
        wanted = use.keeps.cards.mask
        held, excess = (hand & wanted).bit_count(), hand.bit_count() - self._size
        # Discard the cards of a rung before those of the next one, unwanted cards first; a promised
        # card is last of all.
        free = self._free(state, hand)
        for left in (free, hand & ~free):
            for rung in self._rungs[state.contract]:
                cards = left & rung.cards.mask
                gone = min(excess, cards.bit_count())
                held -= max(0, gone - (cards & ~wanted).bit_count())
                excess -= gone
                left &= ~cards
        return held >= use.keeps.at_least

    def _too_few(self, state: State) -> Refusal:
        use = self._use(state)
        assert use is not None and use.keeps is not None
        return Refusal(
            "must_keep", use.keeps.at, {"count": use.keeps.at_least, "cards": use.keeps.cards.mask}
        )

    def _use(self, state: State) -> TalonUse | None:
        return self.plan.contracts[state.contract].talon

    def _concessions(self, state: State) -> list[int]:
        """The moves that concede, while the called card is in the talon: one with each bonus that
        had to be announced, or one without.
        """
        called = state.called_card
        if self.rules.called_card_in_talon != "may_be_conceded" or called < 0:
            return []
        if not state.in_talon(called):
            return []
        concedes = self.plan.moves.concedes
        bonuses = self.plan.must_announce(state)
        return [concedes[bonus] for bonus in bonuses] or [concedes[""]]

    def _discard_in_turn(self, state: State) -> None:
        """Give the turn to the first seat that has to discard; the declarer begins."""
        state.turn = state.declarer
        if state.hands[state.turn].bit_count() == self._size:
            self._go_on(state)

    def _go_on(self, state: State) -> None:
        """Give the turn to the next seat that holds too many cards, or end the step."""
        for seat in (taker(state, number) for number in range(state.players)):
            if state.hands[seat].bit_count() > self._size:
                state.turn = seat
                return
        self._end(state)
        self.plan.leave(state)

    def _take(self, state: State, number: int) -> None:
        state.talon_taken |= 1 << number
        state.hands[state.turn] |= state.talon[number]
        use = self._use(state)
        is_seen = use is not None and use.seen_by == "everyone"
        cards = state.talon[number] if is_seen else self.plan.game.deck.all
        state.may_have_come(state.turn, cards)

    def _end(self, state: State) -> None:
        state.exchanged = tuple(state.hands)
        self.plan.find_sides(state)


def share(state: State, sizes: Sequence[int]) -> None:
    """Give each player his packet. ``sizes`` are those of the contract; empty: as dealt."""
    if sizes:
        state.talon = in_packets(state.talon_cards, sizes)
    for number in range(state.players):
        seat = taker(state, number)
        state.talon_taken |= 1 << number
        state.hands[seat] |= state.talon[number]
        state.may_have_come(seat, state.plan.game.deck.all)


def taker(state: State, number: int) -> int:
    """The seat that gets this packet of a shared talon. The declarer gets the first one."""
    return (state.declarer + number) % state.players


def is_shared(state: State) -> bool:
    """Whether each player takes a packet of the talon."""
    contract = state.exchange_contract
    use = state.plan.contracts[contract].talon if contract >= 0 else None
    return use is not None and use.takes == "shared"


class TalonCredit:
    """Credits discards and talon at the end. What counts for a side goes to the player who
    discarded it or, if he is not of the side, to the declarer; else to the first seat of the side,
    and to nobody where the side is empty.
    """

    def __init__(self, plan: Plan) -> None:
        self._uses = tuple(contract.talon for contract in plan.contracts)
        self._to_declarers = [self._given(plan, use) for use in self._uses]
        """By contract: the condition under which all that nobody took goes to the declarers."""
        exchange = plan.game.exchange
        self._discards_for = exchange.discards_count_for if exchange else ""

    @staticmethod
    def _given(plan: Plan, use: TalonUse | None) -> Test | None:
        if use is None or use.to_declarers_if is None:
            return None
        return plan.words.test(use.to_declarers_if)

    def share_out(self, state: State) -> None:
        """Fill ``state.credited`` at the end of a round."""
        use = self._uses[state.contract]
        for seat, cards in enumerate(state.discarded_by if state.discarded else ()):
            side = self._discards_for
            if side == "each_side":
                side = SIDES[seat != state.declarer]
            if cards:
                self._credit(state, side, cards, seat)
        if use is None:
            return
        given = self._to_declarers[state.contract]
        if given is not None and given(state, state.declarers):
            for number, packet in enumerate(state.talon):
                if not state.talon_taken >> number & 1:
                    self._credit(state, SIDES[DECLARERS], packet)
            return
        called = shared = 0
        if state.called_card >= 0 and use.packet_of_called_card:
            called = 1 << state.called_card
        for number, packet in enumerate(state.talon):
            if state.talon_taken >> number & 1:
                continue
            # A rule of its own says who gets the packet with the called card.
            if packet & called:
                self._credit(state, use.packet_of_called_card, packet)
            elif use.counts_for == "first_tricks":
                shared |= packet
            elif use.counts_for == "last_trick_winner" and state.winners:
                state.credit(state.winners[-1], packet)
            elif use.counts_for in SIDES:
                self._credit(state, use.counts_for, packet)
        left = [card for card in state.talon_cards if shared >> card & 1]
        for winner, card in zip(state.winners, left, strict=False):
            state.credit(winner, 1 << card)

    @staticmethod
    def _credit(state: State, side: str, cards: int, discarder: int = -1) -> None:
        seats = state.declarers
        if side != SIDES[0]:
            seats = (1 << state.players) - 1 & ~seats
        first = (seats & -seats).bit_length() - 1
        of_side = (seat for seat in (discarder, state.declarer) if seat >= 0 and seats >> seat & 1)
        if seats:
            state.credit(next(of_side, first), cards)


# Passing cards before the play. Nobody sees what he gets before all have given.


def offset(way: str, players: int, *, clockwise: bool) -> int:
    """How many seats on, in the order of play, the cards go; 0 where none are passed. In clockwise
    play the next player sits on the left.

    >>> offset("left", 4, clockwise=True), offset("left", 4, clockwise=False)
    (1, 3)
    >>> offset("across", 4, clockwise=True), offset("nobody", 4, clockwise=True)
    (2, 0)
    """
    if way in ("left", "right"):
        return 1 if (way == "left") == clockwise else players - 1
    return players // 2 if way == "across" else 0


class PassingStep:
    """From the forehand on, each seat gives its cards one by one; then all take up theirs."""

    kind = "passing"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules, table = plan.game.passing, plan.game.table
        assert rules is not None
        self.rules = rules
        clockwise = table.direction == "clockwise"
        self._offsets = [offset(way, plan.players, clockwise=clockwise) for way in rules.to]

    def offset(self, state: State) -> int:
        """How many seats on the cards go in this round of the match."""
        return self._offsets[(state.number - 1) % len(self._offsets)]

    def receiver(self, state: State, seat: Seat | None) -> Seat | None:
        """The seat that gets the cards of a seat; None for an onlooker."""
        return None if seat is None else Seat((seat + self.offset(state)) % state.players)

    def enter(self, state: State) -> None:
        """Give the forehand the turn; end the step in a round in which nothing is passed."""
        if not self.offset(state):
            self.plan.leave(state)
            return
        state.given = (0,) * state.players
        state.turn = 0

    def moves(self, state: State) -> list[int]:
        """The cards of the hand."""
        return [self.plan.moves.gives[card] for card in bits(state.hands[state.turn])]

    def apply(self, state: State, move: int) -> None:
        """Give a card. After the last one of the last seat, all take up theirs."""
        made = self.plan.moves.all[move]
        assert made.card is not None
        seat, bit = state.turn, made.card.bit
        state.hands[seat] ^= bit
        state.given = unite(state.given, seat, bit)
        state.may_have_gone(seat, self.plan.game.deck.all)
        if state.given[seat].bit_count() < self.rules.cards:
            return
        if seat + 1 < state.players:
            state.turn = seat + 1
        else:
            self._take_up(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a card may not be given; None if it may."""
        made, at = self.plan.moves.all[move], self.rules.at
        if made.kind != "give" or made.card is None:
            return Refusal("wrong_step", at, {"step": self.kind})
        if state.hands[state.turn] & made.card.bit:
            return None
        return Refusal("not_in_hand", at, {"card": made.card.index})

    def _take_up(self, state: State) -> None:
        """Add the cards that were given to the hands of their receivers, and end the step."""
        to = self.offset(state)
        for seat, cards in enumerate(state.given):
            receiver = (seat + to) % state.players
            state.hands[receiver] |= cards
            state.may_have_come(receiver, self.plan.game.deck.all)
        state.exchanged = tuple(state.hands)
        if state.contract >= 0:
            self.plan.find_sides(state)
        self.plan.leave(state)
