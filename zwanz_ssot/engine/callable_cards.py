"""The cards that a hand may call, whether it names one with its bid or in a step of its own."""

from __future__ import annotations

from ..model import Refusal
from .plan import Plan

_MANY = 1024
"""So many answers are remembered."""


class CallableCards:
    """``call`` of the rules: which cards are called, which of these a hand may choose, and what its
    choice shows.
    """

    def __init__(self, table: Plan) -> None:
        call = table.game.call
        self._at = call.at if call else ("call",)
        self._choose = call.choose if call else "free"
        self._cards, self._others = (call.cards, call.if_all_held) if call else ((), ())
        self._mask = sum(1 << card for card in {*self._cards, *self._others})
        self._known: dict[int, tuple[int, ...]] = {}
        """What may be called, by which of the cards in question are held."""

    def by(self, hand: int) -> tuple[int, ...]:
        """The cards that this hand may call, in the order of the rules; none when it holds them
        all.
        """
        held = hand & self._mask
        found = self._known.get(held)
        if found is None:
            found = self._by(held)
            if len(self._known) < _MANY:
                self._known[held] = found
        return found

    def _by(self, hand: int) -> tuple[int, ...]:
        if self._choose == "free":
            return self._cards
        for cards in (self._cards, self._others):
            found = tuple(card for card in cards if not hand >> card & 1)
            if found:
                return found[:1] if self._choose == "first_not_held" else found
        return ()

    def why_not(self, hand: int, card: int) -> Refusal | None:
        """Why this hand may not call that card."""
        may = self.by(hand)
        if card in may:
            return None
        if not may:
            return Refusal(
                "cannot_call",
                (*self._at, "cards"),
                {"cards": sum(1 << each for each in self._cards)},
            )
        if self._choose != "free" and hand >> card & 1:
            return Refusal("card_held", (*self._at, "choose"), {"card": card})
        if self._choose == "first_not_held" and card in self._cards:
            return Refusal("call_first", (*self._at, "choose"), {"card": may[0]})
        return Refusal(
            "not_callable", (*self._at, "cards"), {"cards": sum(1 << each for each in may)}
        )

    def shown_by(self, card: int) -> tuple[int, int]:
        """What a call shows of the caller's hand: cards that are in it, and cards that are not."""
        if self._choose == "free":
            return 0, 0
        line = self._cards if card in self._cards else self._others
        passed = self._cards if line is self._others else ()
        if self._choose == "first_not_held":
            passed = (*passed, *line[: line.index(card)])
        return sum(1 << each for each in dict.fromkeys(passed)), 1 << card
