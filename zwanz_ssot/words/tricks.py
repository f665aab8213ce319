"""Words about one trick: what lies in it, in which order, what it was led with. And the names of
tricks: ``last``, ``every_trick``, ``{first: n}``, ``{number: n}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..model import Tricks
from .limits import Args, Bounds, Remark, always, never, no_such_card
from .moments import IN_TRICK
from .registry import CARDS, ORDER, TRICKS, Asks, TrickTest, condition, trick_name


@trick_name("last", single=True)
def last(number: int, tricks: int) -> range:
    """The last trick."""
    return range(tricks - 1, tricks)


@trick_name("every_trick")
def every_trick(number: int, tricks: int) -> range:
    """Every trick."""
    return range(tricks)


@trick_name("first", counted=True)
def first(number: int, tricks: int) -> range:
    """The first so many tricks."""
    return range(number)


@trick_name("number", counted=True, single=True)
def numbered(number: int, tricks: int) -> range:
    """The trick of this number, counted from 1."""
    return range(number - 1, number)


@dataclass(frozen=True, slots=True)
class TrickSpan:
    """Which tricks are meant, in a round of known length."""

    numbers: range
    """The numbers of the tricks, from 0."""
    single: bool
    """Whether it is one trick by its name, and not by chance."""


def span(tricks: Tricks, size: int) -> TrickSpan:
    """The tricks that are meant in a round of ``size`` tricks."""
    word = TRICKS[tricks.word]
    return TrickSpan(word.span(tricks.count, size), word.single)


def is_single(tricks: Tricks) -> bool:
    """Whether it is one trick by its name."""
    return TRICKS[tricks.word].single


@condition("led", asks=Asks.TRICK, moments=(IN_TRICK,), args={"cards": CARDS}, bare=True)
def led(cards: int) -> TrickTest:
    """The trick was led with one of these cards."""
    return lambda trick, led, played: led & cards != 0


@led.has_limits
def _always_led(args: Args, bounds: Bounds) -> Iterator[Remark]:
    yield from no_such_card(args)
    if args["cards"].mask == bounds.deck.all:
        yield always("every trick is led with one of these cards", key=True)


@led.never_with("led")
def _led_with_both(first: Args, second: Args, bounds: Bounds) -> bool:
    return not first["cards"].mask & second["cards"].mask


@condition("trick_has", asks=Asks.TRICK, moments=(IN_TRICK,), args={"cards": CARDS}, bare=True)
def trick_has(cards: int) -> TrickTest:
    """All these cards lie in the one trick."""
    return lambda trick, led, played: trick & cards == cards


@trick_has.has_limits
def _too_many_in_one(args: Args, bounds: Bounds) -> Iterator[Remark]:
    count = args["cards"].mask.bit_count()
    if count > bounds.players:
        text = f"{count} cards never lie in a trick of {bounds.players}"
        hint = "a set means all of its cards; one of several is {any: …}"
        yield never(text, hint, key=True)
    yield from no_such_card(args)


@trick_has.never_with("trick_has")
def _too_many_together(first: Args, second: Args, bounds: Bounds) -> bool:
    together = first["cards"].mask | second["cards"].mask
    return bool(together.bit_count() > bounds.players)


@trick_has.never_with("led")
def _led_from_outside(whole: Args, lead: Args, bounds: Bounds) -> bool:
    """The cards fill the trick, so it is led with one of them."""
    cards = whole["cards"].mask
    return cards.bit_count() == bounds.players and not cards & lead["cards"].mask


@condition("fall_in_order", asks=Asks.TRICK, moments=(IN_TRICK,), args={"order": ORDER}, bare=True)
def fall_in_order(order: tuple[int, ...]) -> TrickTest:
    """These cards all lie in the one trick, each played after the one before it."""
    mask = sum(1 << card for card in order)

    def holds(cards: int, led: int, played: Sequence[int]) -> bool:
        if cards & mask != mask:
            return False
        places = [played.index(card) if card in played else len(played) for card in order]
        return all(one < then for one, then in pairwise(places))

    return holds


@fall_in_order.has_limits
def _too_many_in_order(args: Args, bounds: Bounds) -> Iterator[Remark]:
    count = len(args["order"])
    if count > bounds.players:
        yield never(f"{count} cards never lie in a trick of {bounds.players}", key=True)
