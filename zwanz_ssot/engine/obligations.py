"""Obligations: what the announcers of a card owe it in the play.

``announced_cards`` of the rules says it for bonuses like "the Pagat takes the last trick": the card
has to be played in its trick (``due``), and of several announced cards the first in an order is
given up before the others (``given_up``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..model import CALLED_CARD, Condition, Refusal, Tricks
from ..model.identifiers import items_of
from ..words.cards import span
from ..words.joints import ALL
from ..words.registry import card_and_trick, parts
from .plan import Plan


class OwedCard(NamedTuple):
    """A card that its announcer owes. ``bit`` is the card as a set of one; tricks count from 0."""

    bit: int
    trick: int
    due: bool
    """Whether it must be played in its trick."""
    in_order: bool
    """Whether it has a place in the order in which several are given up."""


class _ObligedBonus(NamedTuple):
    """A bonus whose card is owed: its items, the card (or `CALLED_CARD`), and the rest as in
    `OwedCard`.
    """

    items: tuple[int, int]
    card: int
    trick: int
    due: bool
    in_order: bool


class CardObligations:
    """The rules of one contract for announced cards, compiled."""

    def __init__(self, plan: Plan, contract: int) -> None:
        self.rule = plan.contracts[contract].play.announced_cards
        self._bonuses = tuple(self._obliged(plan))

    def _obliged(self, plan: Plan) -> Iterable[_ObligedBonus]:
        rule = self.rule
        if rule is None:
            return
        # The order of ``given_up`` is the order in which cards are given up; the others follow.
        for key in dict.fromkeys((*rule.given_up, *rule.due)):
            named = named_card(plan.game.bonuses[key].won)
            if named is not None:
                card, tricks = named
                yield _ObligedBonus(
                    items_of(plan.bonus_ids.index(key)),
                    card,
                    span(tricks, plan.tricks).numbers[0],
                    due=key in rule.due,
                    in_order=key in rule.given_up,
                )

    def __bool__(self) -> bool:
        """Whether anything can be owed in this contract."""
        return bool(self._bonuses)

    def owed(self, announcers: Sequence[int], called: int, players: int) -> OwedBySeat:
        """What each seat owes, in the order of giving up; empty when nobody announced a card.

        ``announcers`` is the seat that announced each item, ``called`` the card that was called.
        """
        announced = [
            bonus
            for bonus in self._bonuses
            if announcers[bonus.items[0]] >= 0 or announcers[bonus.items[1]] >= 0
        ]
        if not announced:
            return ()
        found: list[list[OwedCard]] = [[] for _ in range(players)]
        for bonus in announced:
            card = called if bonus.card == CALLED_CARD else bonus.card
            if card < 0:  # no card is called in this contract
                continue
            owed = OwedCard(1 << card, bonus.trick, bonus.due, bonus.in_order)
            for seat in {announcers[item] for item in bonus.items} - {-1}:
                found[seat].append(owed)
        return tuple(map(tuple, found))

    def why_not(self, card: int, cards: int, owed: Sequence[OwedCard], now: int) -> Refusal | None:
        """Why one of these legal cards may not be played in trick ``now`` by a seat that owes
        ``owed``.
        """
        left = narrowed(cards, owed, now)
        if left >> card & 1:
            return None
        assert self.rule is not None
        due = any(each.due and each.bit == left and each.trick == now for each in owed)
        code, key = ("due_now", "due") if due else ("give_up_first", "given_up")
        return Refusal(code, (*self.rule.at, key), {"cards": left})


OwedBySeat = tuple[tuple[OwedCard, ...], ...]


def narrowed(cards: int, owed: Iterable[OwedCard], now: int) -> int:
    """What may be played of these legal cards in trick ``now``; ``owed`` stand in the order of
    giving up.
    """
    # A card that is due now goes before everything else.
    for bit, trick, due, _ in owed:
        if due and cards & bit and trick == now:
            return bit
    # Of the cards that are owed to later tricks the first may be given up, the others may not. Two
    # bonuses may owe the same card.
    first = 0
    for bit, trick, _, in_order in owed:
        if in_order and cards & bit and trick > now:
            first = first or bit
            if bit != first:
                cards &= ~bit
    return cards


def named_card(condition: Condition) -> tuple[int, Tricks] | None:
    """The card and the trick that a condition names; None where it names none."""
    if condition.word != ALL:
        return card_and_trick(condition)
    for part in parts(condition):
        named = named_card(part)
        if named is not None:
            return named
    return None
