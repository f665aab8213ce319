"""The online table."""

from __future__ import annotations

from .cards import GLATZEN, TRULL, tarocks_in
from .plain import Line, Plain


class Directnet(Plain):
    CUTS = False

    # No or one tarock, or all four Glatzen: the cards are dealt anew, nobody is asked.

    def check_misdeal(self) -> None:
        if any(len(tarocks_in(hand)) <= 1 for hand in self.dealt):
            self.thrown_in = "few_tarocks"
        elif any(all(card in hand for card in GLATZEN) for hand in self.dealt):
            self.thrown_in = "all_glatzen"
        if self.thrown_in is None:
            self.begin_auction()
        else:
            self.step, self.turn = "over", None

    # After a Valat only the Valat is doubled. The opponents' Absolut waits for the kontra on the
    # game.

    def valat_announced(self) -> bool:
        return ("valat", "declarers") in self.announced or ("valat", "defenders") in self.announced

    def may_announce(self, seat: int, bonus: str) -> bool:
        if self.valat_announced():
            return False
        if bonus == "absolut" and self.side_of(seat) == "defenders":
            return self.doubled.get(("game", "declarers"), 0) >= 1
        return super().may_announce(seat, bonus)

    def may_double(self, seat: int, item: str, owner: str) -> bool:
        if self.valat_announced() and item != "valat":
            return False
        return super().may_double(seat, item, owner)

    # An opponent of a called game who holds the Trull has to say kontra.

    def may_pass(self, seat: int) -> bool:
        if (
            self.contract == "rufer"
            and self.side_of(seat) == "defenders"
            and all(card in self.hands[seat] for card in TRULL)
            and self.doubled.get(("game", "declarers"), 0) == 0
            and not self.valat_announced()
        ):
            return False
        return super().may_pass(seat)

    # Who has announced the Pagat keeps it as long as another card is legal.

    def legal(self, seat: int) -> list[str]:
        cards = super().legal(seat)
        if seat in [who for (bonus, _), who in self.announced.items() if bonus == "pagat_ultimo"]:
            return [card for card in cards if card != "T-I"] or cards
        return cards

    # The three of the Trull in one trick: the Pagat takes it, never in a suit solo.

    def best(self, cards: list[str]) -> str:
        if self.contract != "farbensolo" and all(card in cards for card in TRULL):
            return "T-I"
        return super().best(cards)

    # Both solos double the bonuses; a Valat, won or missed, is all that counts.

    def bonus_factor(self) -> int:
        return 2 if self.contract in ("solo", "farbensolo") else 1

    def lines(self) -> list[Line]:
        found = super().lines()
        return [line for line in found if line.item == "valat"] or found
