"""The rulebook with contracts borrowed from Königrufen; there is no talon, and no announcement but
the bid.
"""

from __future__ import annotations

from .cards import TRULL, suit_cards_in
from .plain import Line, Plain


class Rulebook(Plain):
    CUTS = False
    LADDER = ("rufer", "picolo", "farbensolo", "solo", "solodreier", "valat_called", "valat_alone")
    CALLING = ("rufer", "valat_called")
    # A hand of ten can hold XX to XI: then the X is called.
    CALLABLE = (
        "T-XX", "T-XIX", "T-XVIII", "T-XVII", "T-XVI", "T-XV", "T-XIV", "T-XIII", "T-XII", "T-XI", "T-X",
    )  # fmt: skip
    VALUES = {  # noqa: RUF012
        "rufer": 1,
        "picolo": 2,
        "farbensolo": 4,
        "solo": 4,
        "solodreier": 10,
        "valat_called": 12,
        "valat_alone": 12,
    }
    ANNOUNCED = ()
    DOUBLES = 0

    def give(self, pack: list[str]) -> None:
        """One card at a time."""
        self.take_up([pack[seat::4] for seat in range(4)])

    # Everybody may pass; when all four do, Trischaken is played. Nothing is asked of the hand for a
    # Farberl. The normal game is called by the forehand; a Valat with a partner by whoever bids it.

    def may_pass(self, seat: int) -> bool:
        return True

    def do_auction(self, move: str) -> None:
        """Nothing can be added to a bid, so it is the whole turn."""
        super().do_auction(move)
        if move != "pass":
            self.end_turn()

    def may_play(self, seat: int, contract: str) -> bool:
        return seat == 0 or contract != "rufer"

    def nobody_bid(self) -> None:
        self.contract = "trischaken"
        self.begin_play()

    def first_leader(self) -> int:
        if self.contract == "picolo":
            assert self.declarer is not None
            return self.declarer
        return 0

    # Farberl: who cannot follow plays suit cards while there are any; tarock is followed with
    # tarock. Picolo and Trischaken: who can beat must. Picolo: cards kept back while another is
    # legal.

    def legal(self, seat: int) -> list[str]:
        cards = super().legal(seat)
        if self.contract in ("picolo", "trischaken"):
            cards = self.beating(seat, cards)
        if self.contract == "picolo":
            kept = ["T-I", "T-Sk"] if seat == self.declarer else ["T-I"]
            return [card for card in cards if card not in kept] or cards
        return cards

    def when_void(self, hand: list[str]) -> list[str]:
        if self.contract == "farbensolo":
            return suit_cards_in(hand) or hand
        return super().when_void(hand)

    def beating(self, seat: int, cards: list[str]) -> list[str]:
        """Those that would take the trick as it lies, if any would."""
        if not self.trick:
            return cards
        return [card for card in cards if self.winner([*self.trick, (seat, card)]) == seat] or cards

    # Settlement.

    def game_won(self) -> bool:
        if self.contract == "picolo":
            return self.tricks_of(self.declarers()) == 1
        if self.contract == "solodreier":
            return self.points_of(self.declarers()) >= 36
        if self.contract in ("valat_called", "valat_alone"):
            return self.tricks_of(self.declarers()) == 10
        return super().game_won()

    def counts(self, item: str) -> bool:
        """Trull and Pagat in games with points or all tricks to win, the Pagat not in a Farberl; no
        other bonus.
        """
        if self.contract == "picolo":
            return False
        return item == "trull" or (item == "pagat_ultimo" and self.contract != "farbensolo")

    def wins(self, item: str, side: str) -> bool:
        if item != "trull":
            return super().wins(item, side)
        if side != "declarers":
            return False
        if self.contract == "farbensolo":  # there it was in the declarer's hand
            return self.holder_of_all(TRULL) in self.declarers()
        return all(self.trick_winner_of(card) in self.declarers() for card in TRULL)

    def trick_winner_of(self, card: str) -> int:
        return self.tricks[self.trick_with(card) - 1][0]

    def lines(self) -> list[Line]:
        """In a Farberl the Trull is a bonus of its own."""
        if self.contract == "trischaken":
            return [self.trischaken()]
        found = super().lines()
        if self.contract != "farbensolo":
            return found
        return [it._replace(item="trull_in_hand") if it.item == "trull" else it for it in found]

    def trischaken(self) -> Line:
        """Most points lose. One loser pays each of the three others, two pay one each, three all
        pay the fourth; where all four tie nobody pays.
        """
        taken = [self.points_of([seat]) for seat in range(4)]
        losers = [seat for seat in range(4) if taken[seat] == max(taken)]
        factor = self.stakes
        if max(taken) > 35:
            factor *= 2
        if 0 in losers:
            factor *= 2
        pays = {1: 15, 2: 5, 3: 5, 4: 0}[len(losers)] * factor
        gets = {1: 5, 2: 5, 3: 15, 4: 0}[len(losers)] * factor
        each = tuple(-pays if seat in losers else gets for seat in range(4))
        return Line("game", tuple(losers), False, "lost", 5, factor, each)
