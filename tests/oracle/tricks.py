"""What may be played, and who takes it."""

from __future__ import annotations

from .auction import Auction
from .cards import points, same_suit, strongest, suit_cards_in, tarocks_in


class Tricks(Auction):
    """The play of the base game, and what the tricks hold."""

    def play_moves(self) -> set[str]:
        assert self.turn is not None
        return {f"play {card}" for card in self.legal(self.turn)}

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            return self.may_lead(hand)
        led = self.trick[0][1]
        return same_suit(hand, led) or self.when_void(hand)

    def may_lead(self, hand: list[str]) -> list[str]:
        if self.contract == "farbensolo":
            return suit_cards_in(hand) or hand
        return hand

    def when_void(self, hand: list[str]) -> list[str]:
        return tarocks_in(hand) or hand

    def do_play(self, move: str) -> None:
        assert self.turn is not None
        card = move.removeprefix("play ")
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            winner = self.winner(self.trick)
            self.tricks.append((winner, self.trick))
            self.trick, self.turn = [], winner
            if len(self.tricks) == 10:
                self.step, self.turn = "over", None

    def winner(self, trick: list[tuple[int, str]]) -> int:
        """Who takes the trick, or would take it as it lies now."""
        cards = [card for _, card in trick]
        best = self.best(cards)
        return next(seat for seat, card in trick if card == best)

    def best(self, cards: list[str]) -> str:
        if self.contract != "farbensolo" and tarocks_in(cards):
            return strongest(tarocks_in(cards))
        return strongest(same_suit(cards, cards[0]))

    def captured(self, seats: list[int]) -> list[str]:
        return [card for winner, trick in self.tricks if winner in seats for _, card in trick]

    def points_of(self, seats: list[int]) -> int:
        return points(self.captured(seats))

    def tricks_of(self, seats: list[int]) -> int:
        return len([winner for winner, _ in self.tricks if winner in seats])

    def player_of(self, card: str) -> int:
        return next(seat for seat in range(4) if card in self.dealt[seat])

    def trick_with(self, card: str) -> int:
        """The number of the trick in which a card fell, from 1."""
        return next(
            n for n, (_, trick) in enumerate(self.tricks, 1) if card in [c for _, c in trick]
        )

    def holder_of_all(self, cards: list[str]) -> int | None:
        for seat in range(4):
            if all(card in self.dealt[seat] for card in cards):
                return seat
        return None
