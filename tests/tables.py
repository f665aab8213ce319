"""Rounds for tests: hands stated in part, the rest dealt in the order of the pack; words said in
one line.
"""

from __future__ import annotations

from collections.abc import Mapping

from conftest import loaded

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import SEATS


def dealt(
    variant: str, hands: Mapping[str, str], game: str = "zwanzigerrufen", stakes: int = 1
) -> Round:
    """A round in which these seats hold at least these cards, written with spaces between them."""
    rules = loaded(game, variant)
    held = [hands.get(seat, "").split() for seat in SEATS[: rules.table.players]]
    size = len(rules.deck.cards) // rules.table.players
    left = [card.id for card in rules.deck.cards if not any(card.id in hand for hand in held)]
    for hand in held:
        take = size - len(hand)
        hand += left[:take]
        left = left[take:]
    return deal(rules, hands=held, stakes=stakes)


def said(played: Round, *words: str) -> Round:
    """The round after these words, each ``seat: move; move`` with the closing pass written out."""
    for line in words:
        seat, _, moves = line.partition(": ")
        for move in moves.split("; "):
            assert played.turn is not None and SEATS[played.turn] == seat, (
                f"{line}: it is {played.turn}'s turn"
            )
            played = played.after(move)
    return played


def code(played: Round, move: str) -> str | None:
    """Why a move is refused, in one word; None when it is legal."""
    refusal = played.why_not(move)
    return refusal.code if refusal else None


def texts(played: Round) -> set[str]:
    """The legal moves."""
    return {str(move) for move in played.moves()}
