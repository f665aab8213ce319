"""Bids, announcements and doubles, one turn after the other."""

from __future__ import annotations

from .cards import suit_cards_in
from .dealing import Dealing


class Auction(Dealing):
    """The auction of the base game."""

    PASSES_THAT_END = 3
    DOUBLES = 3  # kontra, rekontra, subkontra
    LADDER: tuple[str, ...] = ("rufer", "farbensolo", "solo")
    CALLABLE: tuple[str, ...] = ("T-XX", "T-XIX", "T-XVIII", "T-XVII", "T-XVI")
    CALLING: tuple[str, ...] = ("rufer",)
    ANNOUNCED: tuple[str, ...] = ("absolut", "pagat_ultimo", "valat")

    def auction_moves(self) -> set[str]:
        assert self.turn is not None
        moves = set()
        if self.may_bid(self.turn):
            for contract in self.LADDER:
                if self.is_higher(contract) and self.may_play(self.turn, contract):
                    if contract in self.CALLING:
                        card = self.card_to_call(self.turn)
                        if card is not None:
                            moves.add(f"bid {contract} {card}")
                    else:
                        moves.add(f"bid {contract}")
        if self.contract is not None:
            mine = self.side_of(self.turn)
            for bonus in self.ANNOUNCED:
                if (bonus, mine) not in self.announced and self.may_announce(self.turn, bonus):
                    moves.add(f"announce {bonus}")
            for item, owner in [("game", "declarers"), *self.announced]:
                if self.may_double(self.turn, item, owner):
                    moves.add("double game" if item == "game" else f"double {item} {owner}")
        if self.may_pass(self.turn):
            moves.add("pass")
        return moves

    def may_bid(self, seat: int) -> bool:
        """Whether the speaker may bid: at the beginning of a turn, not over an own bid, and not
        after agreeing.
        """
        return self.words_in_turn == 0 and seat != self.declarer and seat not in self.agreed

    def is_higher(self, contract: str) -> bool:
        return self.contract is None or self.LADDER.index(contract) > self.LADDER.index(
            self.contract
        )

    def may_play(self, seat: int, contract: str) -> bool:
        if contract in self.CALLING:
            return seat == 0
        if contract == "farbensolo":
            return len(suit_cards_in(self.hands[seat])) >= 5
        return True

    def card_to_call(self, seat: int) -> str | None:
        for card in self.CALLABLE:
            if card not in self.hands[seat]:
                return card
        return None

    def may_announce(self, seat: int, bonus: str) -> bool:
        if bonus == "pagat_ultimo":
            return self.contract != "farbensolo" and "T-I" in self.hands[seat]
        return True

    def may_double(self, seat: int, item: str, owner: str) -> bool:
        times = self.doubled.get((item, owner), 0)
        speaker = self.other(owner) if times % 2 == 0 else owner
        return times < self.DOUBLES and self.side_of(seat) == speaker

    def may_pass(self, seat: int) -> bool:
        return self.contract is not None

    def do_auction(self, move: str) -> None:
        assert self.turn is not None
        words = move.split()
        if words[0] == "pass":
            self.end_turn()
            return
        self.words_in_turn += 1
        if words[0] == "bid":
            self.contract, self.declarer = words[1], self.turn
            self.called = words[2] if len(words) == 3 else None
            self.announced, self.doubled = {}, {}
            self.bid_this_turn = True
        elif words[0] == "announce":
            self.announced[words[1], self.side_of(self.turn)] = self.turn
            self.announce_with(self.turn, words[1])
        else:
            item = (words[1], words[2] if len(words) == 3 else "declarers")
            self.doubled[item] = self.doubled.get(item, 0) + 1

    def announce_with(self, seat: int, bonus: str) -> None:
        """Note what an announcement says besides."""

    def agrees(self) -> bool:
        """Whether the turn that ends now was agreement: additions alone, or a bare pass."""
        return not self.bid_this_turn or self.words_in_turn > 1

    def end_turn(self) -> None:
        assert self.turn is not None
        self.passes = self.passes + 1 if self.words_in_turn == 0 else 0
        if self.agrees():
            self.agreed.add(self.turn)
        self.words_in_turn, self.bid_this_turn = 0, False
        self.turn = (self.turn + 1) % 4
        if self.contract is None:
            if self.passes == 4:
                self.nobody_bid()
        elif self.passes == self.PASSES_THAT_END:
            self.begin_play()

    def nobody_bid(self) -> None:
        raise AssertionError("the forehand has to bid")

    def begin_play(self) -> None:
        self.step, self.turn = "play", self.first_leader()

    def first_leader(self) -> int:
        return 0
