"""The encyclopaedia."""

from __future__ import annotations

from .cards import TRULL, same_suit, suit_cards_in, tarocks_in
from .plain import Plain


class Wikipedia(Plain):
    PASSES_THAT_END = 4  # until everybody has said it, the last speaker too
    DOUBLES = 4  # kontra, retour, supre, resupre

    # No tarock: the cards must be thrown in. One: they may be. All are asked in turn.

    def check_misdeal(self) -> None:
        counts = [len(tarocks_in(hand)) for hand in self.dealt]
        if 0 in counts:
            self.step, self.turn, self.thrown_in = "over", None, "no_tarock"
        else:
            self.step, self.turn = "misdeal", 0

    def misdeal_moves(self) -> set[str]:
        assert self.turn is not None
        return {"keep", "throw-in"} if len(tarocks_in(self.dealt[self.turn])) == 1 else {"keep"}

    def do_misdeal(self, move: str) -> None:
        assert self.turn is not None
        if move == "throw-in":
            self.step, self.turn, self.thrown_in = "over", None, "one_tarock"
        elif self.turn == 3:
            self.begin_auction()
        else:
            self.turn += 1

    # Who has passed may still bid.

    def may_bid(self, seat: int) -> bool:
        return self.words_in_turn == 0 and seat != self.declarer

    # Absolut and Valat against the game say kontra with them, the Pagat needs it.

    def may_announce(self, seat: int, bonus: str) -> bool:
        if bonus == "pagat_ultimo" and self.side_of(seat) == "defenders":
            kontra = self.doubled.get(("game", "declarers"), 0) >= 1
            return kontra and super().may_announce(seat, bonus)
        return super().may_announce(seat, bonus)

    def announce_with(self, seat: int, bonus: str) -> None:
        against = self.side_of(seat) == "defenders" and bonus in ("absolut", "valat")
        if against and self.doubled.get(("game", "declarers"), 0) == 0:
            self.doubled["game", "declarers"] = 1

    # Suit solo: who cannot follow plays suit cards while there are any; tarock is followed with
    # tarock.

    def when_void(self, hand: list[str]) -> list[str]:
        if self.contract == "farbensolo":
            return suit_cards_in(hand) or hand
        return super().when_void(hand)

    # The three of the Trull in one trick: the Pagat takes it; in a suit solo only when tarock was
    # led.

    def best(self, cards: list[str]) -> str:
        together = all(card in cards for card in TRULL)
        if together and (self.contract != "farbensolo" or len(same_suit(TRULL, cards[0])) == 3):
            return "T-I"
        return super().best(cards)

    def silent_value(self, item: str) -> int:
        return 2 if item == "four_kings" else super().silent_value(item)

    def double_rounds(self) -> int:
        return 4 if any(line.item == "mondfang" for line in self.lines()) else 0
