"""Bids of numbers, worked out anew each time from the words that were said."""

from __future__ import annotations

from dataclasses import dataclass

from zwanz_ssot.model import Contract

from .position import Position
from .roles import one


@dataclass(frozen=True)
class Numbers:
    """The state of the bids of numbers."""

    number: int = 0
    """The highest number that was bid; 0 if none was."""
    asks: int | None = None
    """The seat that may bid a number now."""
    answers: int | None = None
    """The seat that must hold the number or pass now."""
    left: int | None = None
    """The seat that is left, and names a contract."""


def numbers(position: Position) -> Numbers:
    """The state after the words since all passed last."""
    auction, players = position.game.auction, position.players
    if not auction.numbers:
        return Numbers()
    spoken = [word.text for word in position.said("auction") if word.chance == position.chance]
    words, highest = iter(spoken), 0
    first = one(position, auction.first)
    *asking, left = [(first + place) % players for place in range(players)]
    # Each asks whoever is left so far, until one of the two passes.
    for asker in asking:
        while True:
            word = next(words, None)
            if word is None:
                return Numbers(highest, asks=asker)
            if word == "pass":
                break
            highest = int(word.split()[1])
            answer = next(words, None)
            if answer is None:
                return Numbers(highest, answers=left)
            if answer == "pass":
                left = asker
                break
    # Nobody has asked: the last one may still bid a number.
    if not highest:
        word = next(words, None)
        if word is None:
            return Numbers(asks=left)
        if word == "pass":
            return Numbers()
        highest = int(word.split()[1])
    return Numbers(highest, left=left)


def may_say(position: Position) -> list[str] | None:
    """The words while numbers are bid; None after that."""
    now = numbers(position)
    if now.answers is not None:
        return ["hold", "pass"]
    if now.asks is None:
        return None
    values = position.game.auction.numbers
    return [*(f"number {value}" for value in values if value > now.number), "pass"]


def enough(position: Position, contract: Contract) -> bool:
    """Whether a contract can be worth the number: its value must reach it, unless the value may
    grow.
    """
    steps = contract.per_difference or contract.per_top or contract.value_adds
    if contract.becomes or steps or contract.lost_times > 1 or contract.overbid:
        return True
    return contract.value >= numbers(position).number
