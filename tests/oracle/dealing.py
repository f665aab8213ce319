"""A round, and how its cards come into the hands."""

from __future__ import annotations

from .cards import CARDS


class Dealing:
    """What is known of a round. Seat 0 is the forehand, seat 3 the dealer."""

    CUTS = True

    def __init__(
        self, pack: list[str] | None, hands: list[list[str]] | None = None, stakes: int = 1
    ) -> None:
        self.stakes = stakes
        self.step = "deal"
        self.turn: int | None = 2
        self.thrown_in: str | None = None
        self.hands: list[list[str]] = [[], [], [], []]
        self.dealt: list[list[str]] = [[], [], [], []]
        self.stacks: dict[int, list[str]] = {}
        # the auction
        self.words_in_turn = 0  # words of this turn
        self.bid_this_turn = False
        self.passes = 0
        self.contract: str | None = None
        self.declarer: int | None = None
        self.called: str | None = None
        self.agreed: set[int] = set()
        self.announced: dict[tuple[str, str], int] = {}  # (bonus, side) -> who said it
        self.doubled: dict[tuple[str, str], int] = {}  # (item, side) -> how often
        # the play
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[tuple[int, list[tuple[int, str]]]] = []  # winner, cards
        self.pack = pack or []
        if hands is not None:
            self.take_up([list(hand) for hand in hands])
        elif not self.CUTS:
            self.give(self.pack)

    def give(self, pack: list[str]) -> None:
        """Two packets of five, forehand first."""
        hands: list[list[str]] = [[], [], [], []]
        for packet in range(8):
            hands[packet % 4] += pack[packet * 5 : packet * 5 + 5]
        self.take_up(hands)

    def take_up(self, hands: list[list[str]]) -> None:
        assert sorted(card for hand in hands for card in hand) == sorted(CARDS)
        self.hands = hands
        self.dealt = [list(hand) for hand in hands]
        self.check_misdeal()

    def check_misdeal(self) -> None:
        self.begin_auction()

    def begin_auction(self) -> None:
        self.step, self.turn = "auction", 0

    def deal_moves(self) -> set[str]:
        if self.stacks:
            return {f"take {number}" for number in self.stacks}
        return {"knock"} | {f"cut {count}" for count in range(3, 38)}

    def do_deal(self, move: str) -> None:
        word, _, number = move.partition(" ")
        if word == "cut":
            self.give(self.pack[int(number) :] + self.pack[: int(number)])
        elif word == "knock":
            self.stacks = {n: self.pack[n * 10 - 10 : n * 10] for n in (1, 2, 3, 4)}
            self.turn = 0
        else:
            assert self.turn is not None
            self.hands[self.turn] = self.stacks.pop(int(number))
            self.turn += 1
            if self.turn == 3:
                (last,) = self.stacks.values()
                self.take_up([*self.hands[:3], last])

    # Throwing in is not in the base game.

    def misdeal_moves(self) -> set[str]:
        raise AssertionError("no such step")

    def do_misdeal(self, move: str) -> None:
        raise AssertionError("no such step")

    # Who plays with whom.

    def declarers(self) -> list[int]:
        assert self.declarer is not None
        if self.called is None:
            return [self.declarer]
        partner = next(seat for seat in range(4) if self.called in self.dealt[seat])
        return sorted([self.declarer, partner])

    def defenders(self) -> list[int]:
        return [seat for seat in range(4) if seat not in self.declarers()]

    def side_of(self, seat: int) -> str:
        return "declarers" if seat in self.declarers() else "defenders"

    def members(self, side: str) -> list[int]:
        return self.declarers() if side == "declarers" else self.defenders()

    @staticmethod
    def other(side: str) -> str:
        return "defenders" if side == "declarers" else "declarers"
