"""Words about one hand: what it holds at this moment."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Path
from .limits import Args, Bounds, Remark, always, never
from .moments import BEFORE_AUCTION, IN_AUCTION, IN_BID, Moment
from .registry import CARDS, HAND_OF, NUMBER, Asks, HandTest, condition, optional


@condition(
    "hand_has",
    asks=Asks.HAND,
    moments=(BEFORE_AUCTION, IN_BID, IN_AUCTION),
    args={
        "who": HAND_OF,
        "cards": CARDS,
        "at_least": optional(NUMBER),
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
    """How many of these cards a hand holds at this moment."""
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
    if args["who"].word == moment.hand:
        return None
    return ("who",), f"nobody can look into this hand {moment.said}", f"write {moment.hand}"


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
    """No hand meets two demands, each of which some hand meets."""
    a, b = first["cards"].mask, second["cards"].mask
    (a_low, a_high), (b_low, b_high) = _wanted(first, bounds), _wanted(second, bounds)
    if a_low > a_high or b_low > b_high:
        return False  # one of them is never met at all, which has its own remark
    size, both = bounds.hand_size, (a & b).bit_count()
    outside = (bounds.deck.all & ~(a | b)).bit_count()
    fits_in = a_low + b_low - min(both, a_low, b_low) <= size
    fills = a_high + b_high + outside >= size
    a_within_b = a & ~b or a_low <= b_high
    b_within_a = b & ~a or b_low <= a_high
    return not (fits_in and fills and a_within_b and b_within_a)


def _range(args: Args, bounds: Bounds) -> tuple[int, int]:
    """How many of the cards a hand holds, at least and at most, whatever is dealt."""
    size, have = bounds.hand_size, args["cards"].mask.bit_count()
    others = len(bounds.deck.cards) - have
    return max(0, size - others), min(have, size)


def _wanted(args: Args, bounds: Bounds) -> tuple[int, int]:
    """How many of the cards a demand allows, at least and at most."""
    least, most = _range(args, bounds)
    low = args.get("exactly", args.get("at_least", least))
    high = args.get("exactly", args.get("at_most", most))
    return max(low, least), min(high, most)
