"""Words about cards, hands and tricks.

Groups of cards: ``all``, and the filters ``suit``, ``rank`` and ``not``. A hand: what it holds now.
A trick: its cards, their order and the card led; and the names of tricks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..model import Deck, Path, Tricks
from ..problems import to_write
from .limits import (
    BEFORE_AUCTION,
    IN_AUCTION,
    IN_BID,
    IN_TRICK,
    Args,
    Bounds,
    Moment,
    Remark,
    always,
    never,
    no_such_card,
)
from .registry import (
    CARDS,
    COUNT,
    HAND_OF,
    NUMBER,
    ORDER,
    TRICKS,
    Asks,
    HandTest,
    TrickTest,
    card_group,
    condition,
    hand_to_look_at,
    optional,
    trick_name,
)

CALLED = "called_card"
"""The called card in the rules; in the model it is `zwanz_ssot.model.CALLED_CARD`."""
ALL_CARDS = "all"
"""The whole pack in the rules."""


@card_group(ALL_CARDS, filters=False)
def whole_pack(deck: Deck) -> int:
    """Every card of the pack."""
    return deck.all


@card_group("suit", names=lambda deck: deck.suits)
def of_suit(deck: Deck, suit: str) -> int:
    """All cards of this suit; none of a suit that the pack does not have."""
    return deck.suits[suit].mask if suit in deck.suits else 0


@card_group("rank", names=lambda deck: dict.fromkeys(card.rank for card in deck.cards))
def of_rank(deck: Deck, rank: str) -> int:
    """All cards of this rank, one in each suit that has it."""
    return sum(card.bit for card in deck.cards if card.rank == rank)


@card_group("not")
def all_but(deck: Deck, cards: int) -> int:
    """All cards but these."""
    return deck.all & ~cards


@condition(
    "hand_has",
    asks=Asks.HAND,
    moments=(BEFORE_AUCTION, IN_BID, IN_AUCTION),
    args={
        "who": HAND_OF,
        "cards": CARDS,
        "at_least": optional(COUNT),
        "at_most": optional(NUMBER),
        "exactly": optional(NUMBER),
    },
)
def hand_has(
    who: None,
    cards: int,
    at_least: int | None = None,
    at_most: int | None = None,
    exactly: int | None = None,
) -> HandTest:
    """A hand holds so many of these cards at this moment."""
    if at_least is not None:
        least = at_least
        return lambda hand: (hand & cards).bit_count() >= least
    if at_most is not None:
        most = at_most
        return lambda hand: (hand & cards).bit_count() <= most
    return lambda hand: (hand & cards).bit_count() == exactly


@hand_has.is_misplaced
def _another_hand(args: Args, moment: Moment) -> tuple[Path, str, str] | None:
    """Nobody can look into another hand."""
    known = hand_to_look_at(moment)
    if args["who"].word == known:
        return None
    return ("who",), f"nobody can look into this hand {moment.phrase}", to_write(known)


@hand_has.has_limits
def _of_any_hand(args: Args, bounds: Bounds) -> Iterator[Remark]:
    """A number that no hand reaches, or that every hand reaches."""
    least, most = _range(args, bounds)
    for key in ("at_least", "exactly"):
        if args.get(key, 0) > most:
            yield never(f"a hand never holds {args[key]} of them, at most {most}", at=(key,))
    for key in ("at_most", "exactly"):
        if args.get(key, least) < least:
            yield never(f"every hand holds {least} of them or more", at=(key,))
    if args.get("at_least", least + 1) <= least:
        yield always(f"every hand holds {least} of them or more", at=("at_least",))
    if args.get("at_most", most - 1) >= most:
        yield always(f"a hand never holds more than {most} of them", at=("at_most",))


@hand_has.never_with("hand_has")
def _no_hand_meets_both(first: Args, second: Args, bounds: Bounds) -> bool:
    """Whether no hand meets two demands, each of which some hand meets."""
    a, b = first["cards"].mask, second["cards"].mask
    (a_low, a_high), (b_low, b_high) = _wanted(first, bounds), _wanted(second, bounds)
    if a_low > a_high or b_low > b_high:
        return False  # one of them is never met, which has its own remark

    # A hand meets both if it has room for the fewest cards that they ask for, and can be filled
    # with the most that they allow. If all cards of one demand are among those of the other, it
    # must not ask for more of them than the other allows.
    size, both = bounds.hand_size, (a & b).bit_count()
    outside = (bounds.deck.all & ~(a | b)).bit_count()
    fits_in = a_low + b_low - min(both, a_low, b_low) <= size
    fills = a_high + b_high + outside >= bounds.least_hand
    a_within_b = a & ~b or a_low <= b_high
    b_within_a = b & ~a or b_low <= a_high
    return not (fits_in and fills and a_within_b and b_within_a)


def _range(args: Args, bounds: Bounds) -> tuple[int, int]:
    """The least and the most of the cards that a hand can hold."""
    have = args["cards"].mask.bit_count()
    others = len(bounds.deck.cards) - have
    return max(0, bounds.least_hand - others), min(have, bounds.hand_size)


def _wanted(args: Args, bounds: Bounds) -> tuple[int, int]:
    """The least and the most of the cards that a demand allows."""
    least, most = _range(args, bounds)
    low = args.get("exactly", args.get("at_least", least))
    high = args.get("exactly", args.get("at_most", most))
    return max(low, least), min(high, most)


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
    """Tricks of a round of known length."""

    numbers: range
    """The tricks, counted from 0."""
    single: bool
    """Whether the word always means one trick."""


def span(tricks: Tricks, size: int) -> TrickSpan:
    """The tricks that are meant in a round of ``size`` tricks."""
    word = TRICKS[tricks.word]
    return TrickSpan(word.span(tricks.count, size), word.single)


def is_single(tricks: Tricks) -> bool:
    """Whether the word always means one trick."""
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
