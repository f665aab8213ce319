"""The deal: shuffling, cutting or knocking, packets, the talon, and stacks to choose from.

The misdeal: hands that must or may be thrown in before anything is said.
"""

from __future__ import annotations

from random import Random

from ..model import DealStep, Refusal
from ..words.compiling import hand
from .plan import Plan
from .state import State, in_packets


def shuffled(cards: int, random: Random) -> tuple[int, ...]:
    """The cards 0 to ``cards - 1`` in random order.

    Each card draws a number by ``random.random()``, and the pack is sorted by these numbers. Python
    guarantees the sequence of ``random`` for a seed, but not that of ``shuffle``.
    """
    draw = random.random
    keys = [draw() for _ in range(cards)]
    return tuple(sorted(range(cards), key=keys.__getitem__))


_CUT, _STACKS = 0, 1
"""What the dealing step waits for: a cut, or a stack to be taken after a knock."""


class DealingStep:
    """One dealing. The pack is in ``state.pack``; without a pack the hands are in
    ``state.given_hands``.
    """

    kind = "deal"

    def __init__(self, rule: DealStep, plan: Plan) -> None:
        self.rule = rule
        self.plan = plan
        self._first = plan.seats(rule.first)
        self._cutter = plan.seats(rule.cut.by) if rule.cut else None
        self._leaves = rule.cut.leaves if rule.cut else 0
        self._own = sum(rule.packets)
        # What the dealings before this one took from the pack.
        dealings = list(plan.game.deals.values())
        before = dealings[: dealings.index(rule)]
        self._held = sum(sum(other.packets) for other in before)
        laid = sum(0 in other.packets for other in before) * sum(plan.talon)
        self._begins = plan.players * self._held + laid
        # The moves of the cutter, who leaves at least some cards on either side of the cut.
        cards = len(plan.game.deck.cards)
        self._bits = [1 << card for card in range(cards)]
        self._cuts: list[int] = []
        if rule.cut:
            self._cuts += plan.moves.cuts[self._leaves - 1 : cards - self._leaves]
            if rule.cut.knock:
                self._cuts.append(plan.moves.knock)

    def enter(self, state: State) -> None:
        """Give the cutter the turn; deal where nobody cuts."""
        if state.pack is None:
            for seat, cards in enumerate(state.given_hands):
                own = cards[self._held : self._held + self._own]
                state.hands[seat] |= sum(1 << card for card in own)
            self._end(state)
        elif self._cutter is None:
            self._deal(state, state.pack)
        else:
            state.deal_stage = _CUT
            state.turn = self._cutter(state, 0).bit_length() - 1

    def moves(self, state: State) -> list[int]:
        """The cuts, and the knock where it is allowed; after a knock, the stacks that are left."""
        if state.deal_stage == _CUT:
            return self._cuts
        return [self.plan.moves.takes[n] for n, cards in enumerate(state.stacks) if cards]

    def apply(self, state: State, move: int) -> None:
        """Cut, knock or take a stack."""
        made = self.plan.moves.all[move]
        pack = state.pack
        assert pack is not None
        if made.kind == "cut":
            state.cut = made.count or 0
            self._deal(state, pack)
        elif made.kind == "knock":
            size = len(pack) // state.players
            stacks = [pack[n * size : (n + 1) * size] for n in range(state.players)]
            state.stacks = tuple(sum(1 << card for card in stack) for stack in stacks)
            state.deal_stage = _STACKS
            state.turn = self._first(state, 0).bit_length() - 1
        else:
            self._take(state, made.count or 0)
            left = [n for n, cards in enumerate(state.stacks) if cards]
            if len(left) == 1:
                self._take(state, left[0])
                self._end(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a cut, a knock or a stack is refused."""
        made, at = self.plan.moves.all[move], self.rule.at
        if state.deal_stage == _CUT and made.kind == "cut":
            args = {"count": self._leaves}
            legal = move in self._cuts
            return None if legal else Refusal("cut_leaves", (*at, "cut", "leaves"), args)
        if state.deal_stage == _CUT and made.kind == "knock":
            return None if move in self._cuts else Refusal("no_knock", (*at, "cut"))
        if state.deal_stage == _STACKS and made.kind == "take":
            left = state.stacks[made.count or 0]
            return None if left else Refusal("stack_taken", (*at, "cut", "knock"))
        return Refusal("wrong_step", at, {"step": self.kind})

    def _take(self, state: State, number: int) -> None:
        state.hands[state.turn] = state.stacks[number]
        state.stacks = tuple(0 if n == number else cards for n, cards in enumerate(state.stacks))
        state.turn = (state.turn + 1) % state.players

    def _deal(self, state: State, pack: tuple[int, ...]) -> None:
        """Deal, and end the step."""
        self.lay(state, pack)
        self._end(state)

    def lay(self, state: State, pack: tuple[int, ...]) -> None:
        """Deal the packets of this dealing in turn, from where the earlier ones ended."""
        if state.cut:
            pack = pack[state.cut :] + pack[: state.cut]
        hands, players = state.hands, state.players
        first = self._first(state, 0).bit_length() - 1
        seats = [(first + place) % players for place in range(players)]
        bits = [self._bits[card] for card in pack]
        at = self._begins
        for packet in self.rule.packets:
            if packet == 0:
                packet = sum(self.plan.talon)
                state.talon_cards += pack[at : at + packet]
                state.talon = in_packets(state.talon_cards, self.plan.talon)
                at += packet
                continue
            for seat in seats:
                hands[seat] |= sum(bits[at : at + packet])
                at += packet

    def _end(self, state: State) -> None:
        state.dealt = tuple(state.hands)
        if state.contract >= 0:
            self.plan.find_sides(state)
        self.plan.leave(state)


class MisdealStep:
    """Throwing the cards in: at once where a hand must be, then by choice in turn."""

    kind = "misdeal"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        reasons = [(reason, hand(reason.when)) for reason in plan.game.misdeal]
        self.must = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "must"]
        self.may = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "may"]

    def enter(self, state: State) -> None:
        """Throw the cards in where a hand must be; else give all a turn where any hand may be."""
        for reason, test in self.must:
            for cards in state.hands:
                if test(cards):
                    self.plan.throw_in(state, reason)
                    return
        if self.may:
            state.turn = 0
        else:
            self.plan.leave(state)

    def reasons(self, cards: int) -> list[str]:
        """The reasons for which this hand may be thrown in."""
        return [reason for reason, test in self.may if test(cards)]

    def moves(self, state: State) -> list[int]:
        """Keeping the cards, and throwing them in where the hand has a reason."""
        moves = self.plan.moves
        if self.reasons(state.hands[state.turn]):
            return [moves.keep, moves.throw_in]
        return [moves.keep]

    def apply(self, state: State, move: int) -> None:
        """Keep the cards and give the turn on, or throw them in and end the round."""
        if move == self.plan.moves.throw_in:
            self.plan.throw_in(state, self.reasons(state.hands[state.turn])[0])
        elif state.turn + 1 < state.players:
            state.turn += 1
        else:
            self.plan.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the cards may not be thrown in."""
        moves = self.plan.moves
        if move not in (moves.keep, moves.throw_in):
            return Refusal("wrong_step", ("misdeal",), {"step": self.kind})
        if move == moves.keep or self.reasons(state.hands[state.turn]):
            return None
        return Refusal("no_reason", ("misdeal", "reasons"))
