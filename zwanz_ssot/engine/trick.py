"""Tricks: what may be led and played, who wins. Compiled once a contract."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Deck, Path, Play, Refusal, Rung
from ..terms.tricks import Trick
from ..terms.tricks import trick as read_trick


class Tricks:
    """The rules of one contract for tricks, as masks."""

    def __init__(self, play: Play, deck: Deck) -> None:
        self.play = play
        self.deck = deck
        self.trump = deck.suits[play.trump].mask if play.trump else 0
        masks = [suit.mask for suit in deck.suits.values()]
        self.suit_of = tuple(next(mask for mask in masks if mask >> card.index & 1) for card in deck.cards)
        self.lead = tuple(self._rung(rung, 0) for rung in play.lead)
        ladders = {mask: tuple(self._rung(rung, mask) for rung in play.follow) for mask in masks}
        self.follow = tuple(ladders[mask] for mask in self.suit_of)
        """By the led card: the rungs of the ladder, as sets."""
        self.beat = play.beat == "if_possible"
        self._special: tuple[tuple[int, Trick | None], ...] = tuple(
            (1 << win.card if win.card is not None else 0, read_trick(win.when) if win.when else None)
            for win in play.wins
        )
        self._best = tuple(win.best_of for win in play.wins)
        self._simple = all(when is None and not card for card, when in self._special)
        self._trumps_win = self._simple and self._best == ("trump", "suit_led")

    def _rung(self, rung: Rung, led: int) -> int:
        if rung.cards is not None:
            return rung.cards.mask
        return {"suit_led": led, "trump": self.trump, "any_card": self.deck.all}[rung.word]

    def winner(self, trick: int, led: int) -> int:
        """The winning card of a trick: ``trick`` a set of cards, ``led`` the card that was led."""
        if self._trumps_win:
            return ((trick & self.trump) or (trick & self.suit_of[led])).bit_length() - 1
        for best, (card, when) in zip(self._best, self._special, strict=True):
            if card:
                if trick & card and (when is None or when(trick, 1 << led)):
                    return card.bit_length() - 1
                continue
            of = trick & (self.trump if best == "trump" else self.suit_of[led])
            if of and (when is None or when(trick, 1 << led)):
                return of.bit_length() - 1
        raise AssertionError("a trick without a winner")

    def rung(self, hand: int, trick: int, led: int) -> tuple[int, int]:
        """The first rung the hand can serve, with its cards: ``(number, cards)``. ``trick`` 0: to lead."""
        for number, mask in enumerate(self.follow[led] if trick else self.lead):
            if cards := hand & mask:
                return number, cards
        raise AssertionError("a hand that can play nothing")

    def legal(self, hand: int, trick: int, led: int, held: int) -> int:
        """The cards that may be played: of the first rung the hand can serve, those that would win where the
        trick must be headed and any would, less the cards held back as long as another remains."""
        for mask in self.follow[led] if trick else self.lead:
            if cards := hand & mask:
                break
        if self.beat and trick:
            cards = self.heading(cards, trick, led) or cards
        return cards & ~held or cards

    def heading(self, cards: int, trick: int, led: int) -> int:
        """Those of the cards that would win the trick as it lies."""
        heading, left = 0, cards
        while left:
            card = left & -left
            left ^= card
            if self.winner(trick | card, led) == card.bit_length() - 1:
                heading |= card
        return heading

    def why_not(self, card: int, hand: int, trick: int, led: int, held: int) -> Refusal | None:
        """Why a card may not be played: the same stages as `legal`, and the rule of the one that says no."""
        bit = 1 << card
        if not hand & bit:
            return Refusal("not_in_hand", ("play",), {"card": card})
        number, cards = self.rung(hand, trick, led)
        rungs: Sequence[Rung] = self.play.follow if trick else self.play.lead
        if not cards & bit:
            rung = rungs[number]
            of = "must_play_of" if trick else "must_lead_of"
            code = {"suit_led": "must_follow", "trump": "must_trump"}.get(rung.word, of)
            return Refusal(code, rung.at, {"cards": cards})
        if self.beat and trick and (heading := self.heading(cards, trick, led)):
            cards = heading
            if not cards & bit:
                return Refusal("must_beat", self._at("beat"), {"cards": cards})
        if cards & ~held and held & bit:
            rule = next(rule for rule in self.play.hold_back if rule.card == card)
            return Refusal("held_back", rule.at, {"card": card, "cards": cards & ~held})
        return None

    def _at(self, key: str) -> Path:
        return (*self.play.at, key)
