"""Bids of numbers: the whole story of them is told again from what was said."""

from __future__ import annotations

from dataclasses import dataclass

from zwanz_ssot.model import Contract

from .position import Position
from .roles import one


@dataclass(frozen=True)
class Numbers:
    """How far the numbers have come."""

    number: int = 0
    """The highest that was bid; 0: none."""
    asks: int | None = None
    """Who may bid a number now."""
    answers: int | None = None
    """Who has to hold the number, or pass."""
    left: int | None = None
    """Who names a contract."""


def numbers(position: Position) -> Numbers:
    """Told from the words since all passed last."""
    auction, players = position.game.auction, position.players
    if not auction.numbers:
        return Numbers()
    spoken = [word.text for word in position.said("auction") if word.chance == position.chance]
    words, highest = iter(spoken), 0
    first = one(position, auction.first)
    *asking, left = [(first + place) % players for place in range(players)]
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
    if not highest:
        word = next(words, None)
        if word is None:
            return Numbers(asks=left)
        if word == "pass":
            return Numbers()
        highest = int(word.split()[1])
    return Numbers(highest, left=left)


def may_say(position: Position) -> list[str] | None:
    """What is said while numbers are bid; None when they are not."""
    now = numbers(position)
    if now.answers is not None:
        return ["hold", "pass"]
    if now.asks is None:
        return None
    values = position.game.auction.numbers
    return [*(f"number {value}" for value in values if value > now.number), "pass"]


def enough(position: Position, contract: Contract) -> bool:
    """Whether a contract can be worth the number: one that is worth the same in every round has to
    be worth as much.
    """
    steps = contract.per_difference or contract.per_top or contract.value_adds
    if contract.becomes or steps or contract.lost_times > 1 or contract.overbid:
        return True
    return contract.value >= numbers(position).number
