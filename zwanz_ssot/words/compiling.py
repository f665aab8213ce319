"""Compiles conditions and roles to functions, so that nothing is looked up by name in play.

An observer sees the result of each condition and may override it. Only conditions that are compiled
while an observer is set are wrapped, so that play without one costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from typing import Any, Protocol, TypeVar

from ..model import CALLED_CARD, Condition, Path, Role
from ..model.cards import bits
from ..model.identifiers import GAME, GAME_ITEM, items_of
from ..paths import dotted
from ..problems import RulesAreSilent
from .cards import CALLED, span
from .facts import Facts
from .registry import (
    CONDITIONS,
    JOINTS,
    ROLES,
    Argument,
    Asks,
    ConditionWord,
    HandTest,
    Kind,
    Measure,
    Seats,
    Test,
    TrickTest,
    parts,
)

Compiled = TypeVar("Compiled", bound=Callable[..., bool])


class Observer(Protocol):
    """Sees the results of conditions."""

    def notify(self, condition: Condition, holds: bool) -> bool:
        """Take note of the result ``holds`` of a condition; returns the result to use."""
        ...


_observers: list[Observer] = []


@contextmanager
def observing(observer: Observer) -> Iterator[None]:
    """Wrap all conditions that are compiled in the ``with`` block; they keep the observer."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.pop()


def observed(condition: Condition, compiled: Compiled) -> Compiled:
    """A condition that notifies the innermost observer, if there is one and it has a path."""
    if not _observers or not condition.at:
        return compiled
    observer = _observers[-1]

    def asked(*of: object) -> bool:
        return observer.notify(condition, compiled(*of))

    return asked  # type: ignore[return-value]


class Compiler:
    """Compiles the words of one game.

    ``cards`` has the index of each card id, ``bonuses`` the ids of the bonuses in order; a round
    has ``tricks`` tricks, and a card point ``unit`` parts. ``equals`` has by card the set of cards
    equal to it, if the pack has equal cards: a word about one of them is about any of them.
    """

    def __init__(
        self,
        cards: Mapping[str, int],
        bonuses: Sequence[str] = (),
        *,
        tricks: int = 0,
        unit: int = 1,
        equals: Sequence[int] = (),
    ) -> None:
        self.cards = cards
        self._equals = equals
        self.bonuses = tuple(bonuses)
        self.tricks = tricks
        self.unit = unit
        self._kinds: Mapping[Kind, Callable[[Any, Path], Any]] = {
            Kind.ROLE: lambda value, at: self.seats(value),
            Kind.HAND_OF: lambda value, at: None,
            Kind.CARDS: lambda value, at: value.mask,
            Kind.CARD: lambda value, at: self._index(value),
            Kind.CARD_OR_CALLED: lambda value, at: self._card_or_called(value),
            Kind.ORDER: lambda value, at: value,
            Kind.TRICK: lambda value, at: span(value, self.tricks),
            Kind.NUMBER: lambda value, at: value,
            Kind.POINTS: lambda value, at: value * self.unit,
            Kind.BY_DECLARED: self._by_declared,
            Kind.BONUS: lambda value, at: self.bonuses.index(value),
            Kind.ITEM: lambda value, at: self._items(value),
            Kind.MEASURE: lambda value, at: value,
        }

    def hand(self, condition: Condition) -> HandTest:
        """The test of a hand, from a condition about one."""
        return self._compiled(condition, Asks.HAND)

    def trick(self, condition: Condition) -> TrickTest:
        """The test of a trick, from a condition about one."""
        return self._compiled(condition, Asks.TRICK)

    def test(self, condition: Condition) -> Test:
        """The test of a round; a condition about a hand is about the speaker's own."""
        return self._compiled(condition, Asks.ROUND)

    def _compiled(self, condition: Condition, asks: Asks) -> Callable[..., bool]:
        joint = JOINTS.get(condition.word)
        if joint is not None:
            inner = [self._compiled(part, asks) for part in parts(condition)]
            return observed(condition, joint.meaning(asks, inner))
        word = CONDITIONS[condition.word]
        test: Callable[..., bool] = word.meaning(**self._arguments(word, condition))
        if self._equals:
            test = _any_of(
                [
                    word.meaning(**self._arguments(word, each))
                    for each in self._of_each_card(word, condition)
                ]
            )
        if asks is Asks.ROUND and word.asks is Asks.HAND:
            test = _of_own_hand(test)
        return observed(condition, test)

    def seats(self, role: Role) -> Seats:
        """The function that finds a role's seats."""
        word = ROLES[role.word]
        found: Seats
        if word.arg is not None and self._equals and word.arg.kind in _OF_A_CARD:
            cards = self._each_card(role.arg)
            found = _all_together(
                [word.meaning(self._argument(word.arg, card, role.at)) for card in cards]
            )
        elif word.arg is not None:
            found = word.meaning(self._argument(word.arg, role.arg, role.at))
        elif word.takes_path:
            found = word.meaning(role.at)
        else:
            found = word.meaning
        return found

    def figures(self, condition: Condition) -> Measure:
        """The function that finds the figures behind a condition, if its word has any."""
        joint = JOINTS.get(condition.word)
        if joint is not None:
            inner = parts(condition)
            tests = [self.test(part) for part in inner]
            return joint.figures(tests, [self.figures(part) for part in inner])
        word = CONDITIONS[condition.word]
        if word.figures is None:
            return lambda facts, own: {}
        if self._equals:
            return self._figures_of_each_card(word, condition)
        return word.figures(**self._arguments(word, condition))

    def hopeless(self, condition: Condition) -> Test:
        """The test, during the play, whether a condition is out of reach; if unknown, never."""
        joint = JOINTS.get(condition.word)
        if joint is not None:
            return joint.hopeless([self.hopeless(part) for part in parts(condition)])
        word = CONDITIONS[condition.word]
        if word.hopeless is None:
            return lambda facts, own: False
        return word.hopeless(**self._arguments(word, condition))

    def _arguments(self, word: ConditionWord, condition: Condition) -> dict[str, Any]:
        at = (*condition.at, condition.word)
        return {
            name: self._argument(word.args[name], value, (*at, name))
            for name, value in condition.args.items()
        }

    def _argument(self, argument: Argument, value: Any, at: Path) -> Any:
        return self._kinds[argument.kind](value, at)

    def _of_each_card(self, word: ConditionWord, condition: Condition) -> Iterator[Condition]:
        """The condition, once for each combination of cards equal to those of its arguments."""
        names = [name for name in condition.args if word.args[name].kind in _OF_A_CARD]
        for cards in product(*(self._each_card(condition.args[name]) for name in names)):
            args = {**condition.args, **dict(zip(names, cards, strict=True))}
            yield replace(condition, args=args)

    def _each_card(self, card: Any) -> tuple[int | str, ...]:
        if card in (CALLED_CARD, CALLED):
            return (card,)
        return tuple(bits(self._equals[self._index(card)]))

    def _figures_of_each_card(self, word: ConditionWord, condition: Condition) -> Measure:
        """The figures for the first of equal cards that meets the condition; else for the first."""
        each = [self._arguments(word, it) for it in self._of_each_card(word, condition)]
        tests = [word.meaning(**args) for args in each]
        assert word.figures is not None
        figures = [word.figures(**args) for args in each]

        def found(facts: Facts, own: int) -> dict[str, int]:
            holding = (number for number, test in enumerate(tests) if test(facts, own))
            return figures[next(holding, 0)](facts, own)

        return found

    def _index(self, card: int | str) -> int:
        return card if isinstance(card, int) else self.cards[card]

    def _card_or_called(self, card: int | str) -> Callable[[Facts], int]:
        if card in (CALLED_CARD, CALLED):
            return lambda facts: facts.called()
        index = self._index(card)
        return lambda facts: index

    def _items(self, item: str) -> tuple[int, ...]:
        if item == GAME:
            return (GAME_ITEM,)
        return items_of(self.bonuses.index(item))

    def _by_declared(self, rows: Mapping[int, int], at: Path) -> Callable[[int], int]:
        """From points declared to points needed, in parts of a point, or `RulesAreSilent`."""
        unit = self.unit

        def needed(declared: int) -> int:
            points = declared // unit
            if points not in rows:
                raise RulesAreSilent(dotted(at), "")
            return rows[points] * unit

        return needed


_OF_A_CARD = (Kind.CARD, Kind.CARD_OR_CALLED)


def _any_of(tests: Sequence[Callable[..., bool]]) -> Callable[..., bool]:
    return tests[0] if len(tests) == 1 else lambda *of: any(test(*of) for test in tests)


def _all_together(found: Sequence[Seats]) -> Seats:
    if len(found) == 1:
        return found[0]

    def together(facts: Facts, own: int) -> int:
        seats = 0
        for each in found:
            seats |= each(facts, own)
        return seats

    return together


def hand(condition: Condition) -> HandTest:
    """The test of a hand, from a condition about one, for any game."""
    return _ANY_GAME.hand(condition)


def trick(condition: Condition) -> TrickTest:
    """The test of a trick, from a condition about one, for any game."""
    return _ANY_GAME.trick(condition)


def _of_own_hand(test: HandTest) -> Test:
    """The test of the speaker's own hand, the only one that the speaker knows."""
    return lambda facts, own: test(facts.hand(own.bit_length() - 1))


_ANY_GAME = Compiler({})
"""Conditions on hands and tricks have only sets of cards, and need no names of a game."""
