"""Words about a round: what was said, and how it came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from ..model import CALLED_CARD, Condition, Tricks
from ..paths import dotted
from ..problems import RulesAreSilent
from .ear import heard
from .facts import Facts
from .hands import hand
from .roles import others, seats

Test = Callable[[Facts, int], bool]
"""From a round and the seats that speak or claim, to whether the condition holds."""


class ConditionCompiler:
    """Compiles conditions for one game."""

    def __init__(self, cards: Mapping[str, int], bonuses: Sequence[str], unit: int = 1) -> None:
        """``cards`` gives the index of a card id, ``bonuses`` the ids of the bonuses in their
        order; a card point has ``unit`` parts.
        """
        self.cards = cards
        self.unit = unit
        self.bonuses = tuple(bonuses)

    def test(self, condition: Condition) -> Test:
        """The function that tells whether a condition holds."""
        return heard(condition, self._test(condition))

    def _test(self, condition: Condition) -> Test:
        word, args = condition.word, condition.args
        if word in ("all", "any"):
            parts = tuple(self.test(part) for part in args["of"])
            return reduce(_both if word == "all" else _either, parts)
        if word == "not":
            inner = self.test(args["of"])
            return lambda facts, own: not inner(facts, own)
        if "by_declared" in args:
            return self._by_declared(condition)
        found: Test = getattr(self, f"_{word}")(args)
        return found

    def _points_at_least(self, args: Mapping[str, Any]) -> Test:
        whose, least = seats(args["side"], self.cards, self.bonuses), needed(args, self.unit)
        return lambda facts, own: facts.points(whose(facts, own)) >= least

    def _by_declared(self, condition: Condition) -> Test:
        """As many points as the side has to take after what it declared."""
        whose = seats(condition.args["side"], self.cards, self.bonuses)

        def holds(facts: Facts, own: int) -> bool:
            side = whose(facts, own)
            return facts.points(side) >= after_declaring(condition, facts, side, self.unit)

        return holds

    def _majority(self, args: Mapping[str, Any]) -> Test:
        whose = seats(args["side"], self.cards, self.bonuses)

        def holds(facts: Facts, own: int) -> bool:
            side = whose(facts, own)
            return facts.points(side) > facts.points(others(facts, side))

        return holds

    def _has_taken(self, args: Mapping[str, Any]) -> Test:
        whose, mask = seats(args["side"], self.cards, self.bonuses), int(args["cards"].mask)
        return lambda facts, own: facts.taken_by(whose(facts, own)) & mask == mask

    def _players(self, args: Mapping[str, Any]) -> Test:
        who = seats(args["who"], self.cards, self.bonuses)
        if "exactly" in args:
            exactly = int(args["exactly"])
            return lambda facts, own: who(facts, own).bit_count() == exactly
        least = int(args["at_least"])
        return lambda facts, own: who(facts, own).bit_count() >= least

    def _in_talon(self, args: Mapping[str, Any]) -> Test:
        card = _card(args["card"])
        return lambda facts, own: (index := card(facts)) >= 0 and facts.in_talon(index)

    def _tricks_won(self, args: Mapping[str, Any]) -> Test:
        whose = seats(args["side"], self.cards, self.bonuses)
        if "exactly" in args:
            exactly = int(args["exactly"])
            return lambda facts, own: facts.won(whose(facts, own)) == exactly
        if "at_least" in args:
            least = int(args["at_least"])
            return lambda facts, own: facts.won(whose(facts, own)) >= least
        which: Tricks = args["all_of"]
        if which.word in ("last", "number"):
            number = which.count - 1 if which.word == "number" else -1

            def won(facts: Facts, own: int) -> bool:
                winner = facts.winner_of(number % facts.tricks)
                return winner >= 0 and bool(whose(facts, own) >> winner & 1)

            return won
        count = which.count
        return lambda facts, own: facts.won_first(whose(facts, own), count)

    def _hand_has(self, args: Mapping[str, Any]) -> Test:
        """The speaker's own hand; nobody else's is known."""
        test = hand(Condition("hand_has", args, ()))
        return lambda facts, own: test(facts.hand(own.bit_length() - 1))

    def _card_wins_trick(self, args: Mapping[str, Any]) -> Test:
        card, within = _card(args["card"]), _within(args["trick"])

        def holds(facts: Facts, own: int) -> bool:
            index = card(facts)
            trick = facts.trick_of(index) if index >= 0 else -1
            return trick >= 0 and within(facts, trick) and facts.winning_card(trick) == index

        return holds

    def _card_in_trick(self, args: Mapping[str, Any]) -> Test:
        card, within = _card(args["card"]), _within(args["trick"])

        def holds(facts: Facts, own: int) -> bool:
            index = card(facts)
            trick = facts.trick_of(index) if index >= 0 else -1
            return trick >= 0 and within(facts, trick)

        return holds

    def _card_beaten_by(self, args: Mapping[str, Any]) -> Test:
        card, by = int(args["card"]), int(args["by"])

        def holds(facts: Facts, own: int) -> bool:
            trick = facts.trick_of(card)
            return trick >= 0 and facts.winning_card(trick) == by

        return holds

    def _dealt_to_one(self, args: Mapping[str, Any]) -> Test:
        mask: int = args["cards"].mask
        return lambda facts, own: facts.holder_of_all(mask) >= 0

    def _is(self, args: Mapping[str, Any]) -> Test:
        who = seats(args["who"], self.cards, self.bonuses)
        on = seats(args["among"], self.cards, self.bonuses)

        def holds(facts: Facts, own: int) -> bool:
            meant = who(facts, own)
            return meant != 0 and meant & ~on(facts, own) == 0

        return holds

    def _doubled(self, args: Mapping[str, Any]) -> Test:
        if args["item"] == "game":
            return lambda facts, own: facts.level(0) > 0
        item = 1 + 2 * self.bonuses.index(args["item"])
        return lambda facts, own: facts.level(item) > 0 or facts.level(item + 1) > 0

    def _announced(self, args: Mapping[str, Any]) -> Test:
        bonus = self.bonuses.index(args["item"])
        return lambda facts, own: facts.announcer(bonus) >= 0


def _both(one: Test, other: Test) -> Test:
    return lambda facts, own: one(facts, own) and other(facts, own)


def _either(one: Test, other: Test) -> Test:
    return lambda facts, own: one(facts, own) or other(facts, own)


def _within(tricks: Tricks) -> Callable[[Facts, int], bool]:
    if tricks.word == "last":
        return lambda facts, trick: trick == facts.tricks - 1
    count = tricks.count
    if tricks.word == "number":
        return lambda facts, trick: trick == count - 1
    return lambda facts, trick: trick < count


def _card(card: int) -> Callable[[Facts], int]:
    """The card that is meant: this one, or whichever was called."""
    return (lambda facts: facts.called()) if card == CALLED_CARD else (lambda facts: card)


def needed(args: Mapping[str, Any], unit: int) -> int:
    """How much ``points`` and ``thirds`` come to, in parts of a point."""
    return int(args["points"]) * unit + int(args.get("thirds", 0))


def after_declaring(condition: Condition, facts: Facts, side: int, unit: int) -> int:
    """How much the side has to take after what it declared. Raises `RulesAreSilent` where no row
    says it.
    """
    rows: Mapping[int, int] = condition.args["by_declared"]
    declared = facts.declared(side) // unit
    if declared not in rows:
        raise RulesAreSilent(dotted((*condition.at, condition.word, "by_declared")), "")
    return rows[declared] * unit
