"""The deal: packs from seeds, cutting or knocking, packets, the talon and stacks to choose from; hands
with which the cards must or may be thrown in.
"""

from __future__ import annotations

from random import Random

from ..model import DealStep, Refusal
from ..words.compiling import hand
from .plan import Plan
from .state import State


def shuffled(cards: int, random: Random) -> tuple[int, ...]:
    """A pack of ``cards`` cards in random order.

    Each card draws a number by ``random.random()``, whose sequence Python promises to keep for a
    seed, and the pack is sorted by it; ``shuffle`` itself makes no such promise.
    """
    draw = random.random
    keys = [draw() for _ in range(cards)]
    return tuple(sorted(range(cards), key=keys.__getitem__))


_CUT, _STACKS = 0, 1


class DealRoom:
    """One dealing step. The pack lies in ``state.pack``; without a pack the hands are in
    ``state.given``.
    """

    kind = "deal"

    def __init__(self, step: DealStep, table: Plan) -> None:
        self.step = step
        self.table = table
        find = table.seats
        self._first = find(step.first)
        self._cutter = find(step.cut.by) if step.cut else None
        self._leaves = step.cut.leaves if step.cut else 0
        self._own = sum(step.packets)
        before = list(table.game.deals.values())
        before = before[: before.index(step)]
        self._held = sum(sum(other.packets) for other in before)
        laid = sum(0 in other.packets for other in before) * sum(table.talon)
        self._begins = table.players * self._held + laid
        cards = len(table.game.deck.cards)
        self._bits = [1 << card for card in range(cards)]
        allowed = table.moves.cuts[self._leaves - 1 : cards - self._leaves] if step.cut else []
        self._cuts = [*allowed, *([table.moves.knock] if step.cut and step.cut.knock else [])]

    def enter(self, state: State) -> None:
        """Let the cutter speak where there is one; else deal."""
        if state.pack is None:
            for seat, cards in enumerate(state.given):
                state.hands[seat] |= sum(
                    1 << card for card in cards[self._held : self._held + self._own]
                )
            self._end(state)
        elif self._cutter is None:
            self._deal(state, state.pack)
        else:
            state.dealing = _CUT
            state.turn = self._cutter(state, 0).bit_length() - 1

    def moves(self, state: State) -> list[int]:
        """Cuts and perhaps the knock; or the stacks that are left."""
        if state.dealing == _CUT:
            return self._cuts
        return [self.table.moves.takes[n] for n, cards in enumerate(state.stacks) if cards]

    def apply(self, state: State, move: int) -> None:
        """Cut, knock or take a stack."""
        made = self.table.moves.all[move]
        pack = state.pack
        assert pack is not None
        if made.kind == "cut":
            state.cut = made.count or 0
            self._deal(state, pack)
        elif made.kind == "knock":
            size = len(pack) // state.players
            state.stacks = tuple(
                sum(1 << card for card in pack[n * size : (n + 1) * size])
                for n in range(state.players)
            )
            state.dealing = _STACKS
            state.turn = self._first(state, 0).bit_length() - 1
        else:
            self._take(state, made.count or 0)
            left = [n for n, cards in enumerate(state.stacks) if cards]
            if len(left) == 1:
                self._take(state, left[0])
                self._end(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a cut, a knock or a stack is refused."""
        made, at = self.table.moves.all[move], self.step.at
        if state.dealing == _CUT:
            if made.kind == "cut":
                rule = (*at, "cut", "leaves")
                return (
                    None
                    if move in self._cuts
                    else Refusal("cut_leaves", rule, {"count": self._leaves})
                )
            if made.kind == "knock":
                return None if move in self._cuts else Refusal("no_knock", (*at, "cut"))
        elif made.kind == "take":
            return (
                None
                if state.stacks[made.count or 0]
                else Refusal("stack_taken", (*at, "cut", "knock"))
            )
        return Refusal("wrong_step", at, {"step": "deal"})

    def _take(self, state: State, number: int) -> None:
        state.hands[state.turn] = state.stacks[number]
        state.stacks = tuple(0 if n == number else cards for n, cards in enumerate(state.stacks))
        state.turn = (state.turn + 1) % state.players

    def _deal(self, state: State, pack: tuple[int, ...]) -> None:
        if state.cut:
            pack = pack[state.cut :] + pack[: state.cut]
        hands, players = state.hands, state.players
        first = self._first(state, 0).bit_length() - 1
        seats = [(first + place) % players for place in range(players)]
        bits = [self._bits[card] for card in pack]
        at = self._begins
        for packet in self.step.packets:
            if packet == 0:
                state.talon_cards += pack[at : at + sum(self.table.talon)]
                at = self._lay_talon(state, bits, at)
                continue
            for seat in seats:
                hands[seat] |= sum(bits[at : at + packet])
                at += packet
        self._end(state)

    def _lay_talon(self, state: State, bits: list[int], at: int) -> int:
        packets = []
        for size in self.table.talon:
            packets.append(sum(bits[at : at + size]))
            at += size
        state.talon = tuple(packets)
        return at

    def _end(self, state: State) -> None:
        state.dealt = tuple(state.hands)
        if state.contract >= 0:
            self.table.find_sides(state)
        self.table.leave(state)


class MisdealRoom:
    """Throwing in, before anything is said."""

    kind = "misdeal"

    def __init__(self, table: Plan) -> None:
        self.table = table
        reasons = [(reason, hand(reason.when)) for reason in table.game.misdeal]
        self.must = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "must"]
        self.may = [(reason.id, test) for reason, test in reasons if reason.thrown_in == "may"]

    def enter(self, state: State) -> None:
        """Throw the cards in when a hand demands it; else ask, where anybody may."""
        for reason, test in self.must:
            for cards in state.hands:
                if test(cards):
                    self.table.throw_in(state, reason)
                    return
        if self.may:
            state.turn = 0
        else:
            self.table.leave(state)

    def reasons(self, cards: int) -> list[str]:
        """The reasons for which this hand may be thrown in."""
        return [reason for reason, test in self.may if test(cards)]

    def moves(self, state: State) -> list[int]:
        """Keep the cards, or throw them in with a reason in the own hand."""
        moves = self.table.moves
        return (
            [moves.keep, moves.throw_in] if self.reasons(state.hands[state.turn]) else [moves.keep]
        )

    def apply(self, state: State, move: int) -> None:
        """Keep, and ask the next one; or end the round."""
        if move == self.table.moves.throw_in:
            self.table.throw_in(state, self.reasons(state.hands[state.turn])[0])
        elif state.turn + 1 < state.players:
            state.turn += 1
        else:
            self.table.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the cards may not be thrown in."""
        moves = self.table.moves
        if move not in (moves.keep, moves.throw_in):
            return Refusal("wrong_step", ("misdeal",), {"step": "misdeal"})
        if move == moves.keep or self.reasons(state.hands[state.turn]):
            return None
        return Refusal("no_reason", ("misdeal", "reasons"))
