"""How many cards of a kind a hand can hold, alone and together with another demand."""

from __future__ import annotations

from ...model import Condition, Path
from .part import Sense


def hand(sense: Sense, condition: Condition, here: Path) -> None:
    """Note a demand that no hand meets, or that every hand meets."""
    args = condition.args
    least, most = _range(sense, condition)
    for key in ("at_least", "exactly"):
        if args.get(key, 0) > most:
            sense.never((*here, key), f"a hand never holds {args[key]} of them, at most {most}")
    for key in ("at_most", "exactly"):
        if args.get(key, least) < least:
            sense.never((*here, key), f"every hand holds {least} of them or more")
    if args.get("at_least", least + 1) <= least:
        sense.always((*here, "at_least"), f"every hand holds {least} of them or more")
    if args.get("at_most", most - 1) >= most:
        sense.always((*here, "at_most"), f"a hand never holds more than {most} of them")


def together(sense: Sense, first: Condition, second: Condition) -> bool:
    """Whether one hand can meet two demands, each of which some hand meets."""
    a, b = first.args["cards"].mask, second.args["cards"].mask
    (a_low, a_high), (b_low, b_high) = _wanted(sense, first), _wanted(sense, second)
    if a_low > a_high or b_low > b_high:
        return True  # told already
    size, both = sense.site.hand_size, (a & b).bit_count()
    outside = (sense.deck.all & ~(a | b)).bit_count()
    fits_in = a_low + b_low - min(both, a_low, b_low) <= size
    fills = a_high + b_high + outside >= size
    a_within_b = a & ~b or a_low <= b_high
    b_within_a = b & ~a or b_low <= a_high
    return bool(fits_in and fills and a_within_b and b_within_a)


def _range(sense: Sense, condition: Condition) -> tuple[int, int]:
    """How many of the cards a hand holds, at least and at most, whatever is dealt."""
    size, have = sense.site.hand_size, condition.args["cards"].mask.bit_count()
    return max(0, size - (len(sense.deck.cards) - have)), min(have, size)


def _wanted(sense: Sense, condition: Condition) -> tuple[int, int]:
    args = condition.args
    least, most = _range(sense, condition)
    low = args.get("exactly", args.get("at_least", least))
    high = args.get("exactly", args.get("at_most", most))
    return max(low, least), min(high, most)
