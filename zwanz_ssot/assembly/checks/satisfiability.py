"""Conditions that no round can meet, or that every round meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from ...model import Condition, Path
from .part import CheckContext, every
from .scopes import conditions


def hand(context: CheckContext, condition: Condition, here: Path) -> None:
    """Note a demand that no hand meets, or that every hand meets."""
    args = condition.args
    least, most = _range(context, condition)
    for key in ("at_least", "exactly"):
        if args.get(key, 0) > most:
            context.never((*here, key), f"a hand never holds {args[key]} of them, at most {most}")
    for key in ("at_most", "exactly"):
        if args.get(key, least) < least:
            context.never((*here, key), f"every hand holds {least} of them or more")
    if args.get("at_least", least + 1) <= least:
        context.always((*here, "at_least"), f"every hand holds {least} of them or more")
    if args.get("at_most", most - 1) >= most:
        context.always((*here, "at_most"), f"a hand never holds more than {most} of them")


def together(context: CheckContext, first: Condition, second: Condition) -> bool:
    """Whether one hand can meet two demands, each of which some hand meets."""
    a, b = first.args["cards"].mask, second.args["cards"].mask
    (a_low, a_high), (b_low, b_high) = _wanted(context, first), _wanted(context, second)
    if a_low > a_high or b_low > b_high:
        return True  # told already
    size, both = context.resolver.hand_size, (a & b).bit_count()
    outside = (context.deck.all & ~(a | b)).bit_count()
    fits_in = a_low + b_low - min(both, a_low, b_low) <= size
    fills = a_high + b_high + outside >= size
    a_within_b = a & ~b or a_low <= b_high
    b_within_a = b & ~a or b_low <= a_high
    return bool(fits_in and fills and a_within_b and b_within_a)


def _range(context: CheckContext, condition: Condition) -> tuple[int, int]:
    """How many of the cards a hand holds, at least and at most, whatever is dealt."""
    size, have = context.resolver.hand_size, condition.args["cards"].mask.bit_count()
    return max(0, size - (len(context.deck.cards) - have)), min(have, size)


def _wanted(context: CheckContext, condition: Condition) -> tuple[int, int]:
    args = condition.args
    least, most = _range(context, condition)
    low = args.get("exactly", args.get("at_least", least))
    high = args.get("exactly", args.get("at_most", most))
    return max(low, least), min(high, most)


Look = Callable[[CheckContext, Condition, Path], None]
_OTHER_SIDE = {"declarers": "defenders", "defenders": "declarers"}


def check(context: CheckContext) -> None:
    """Note conditions that never or always hold, and what stands in a list in vain."""
    for condition, _ in conditions(context.game):
        if not context.sound(condition.at):
            continue
        for part in every(condition):
            look = _LOOKS.get(part.word)
            if look:
                look(context, part, (*part.at, part.word))


def _points(context: CheckContext, condition: Condition, here: Path) -> None:
    if "by_declared" in condition.args:
        if "points" in condition.args:
            text = "how many points are needed is said twice"
            context.unfit((*here, "points"), text, "keep one of points and by_declared", key=True)
        return
    unit, most = context.game.unit, _most(context)
    if "points" not in condition.args:
        context.unfit(here, "it is not said how many points", "add points", key=True)
        return
    if condition.args.get("thirds", 0) >= unit:
        text = f"a point has {unit} parts here" if unit > 1 else "cards are counted one by one here"
        context.unfit((*here, "thirds"), text, "take thirds out, or see count.packets", key=True)
    points = condition.args["points"] * unit + condition.args.get("thirds", 0)
    if points > most:
        context.never((*here, "points"), f"there are only {most // unit} card points in a round")
    elif points == 0:
        context.always((*here, "points"), "every side has no points or more", "write at least one")


def _most(context: CheckContext) -> int:
    """All card points of a round, in parts of a point; where something is declared, there may be
    more.
    """
    return (
        context.game.worth_of_all
        + context.game.count.last_trick * context.game.unit
        + _declared(context)
    )


def _declared(context: CheckContext) -> int:
    """The most that can be declared: one pair of each suit, one of them of trumps."""
    total, suits = 0, len(context.deck.suits)
    for rule in context.game.data.get("declarations", {}).values():
        points = rule.get("points", {})
        total += points.get("trump", 0) + (suits - 1) * points.get("elsewhere", 0)
    return total * context.game.unit


def _tricks_won(context: CheckContext, condition: Condition, here: Path) -> None:
    for key in ("exactly", "at_least"):
        if condition.args.get(key, 0) > context.resolver.tricks:
            context.never((*here, key), f"a round has only {context.resolver.tricks} tricks")


def _trick_has(context: CheckContext, condition: Condition, here: Path) -> None:
    count = condition.args["cards"].mask.bit_count()
    if count > context.resolver.players:
        text = f"{count} cards never lie in a trick of {context.resolver.players}"
        context.never(
            here, text, "a set means all of its cards; one of several is {any: …}", key=True
        )
    _no_card(context, condition, here)


def _fall_in_order(context: CheckContext, condition: Condition, here: Path) -> None:
    count = len(condition.args["order"])
    if count > context.resolver.players:
        context.never(
            here, f"{count} cards never lie in a trick of {context.resolver.players}", key=True
        )


def _no_card(context: CheckContext, condition: Condition, here: Path) -> None:
    mask = condition.args["cards"].mask
    if mask == 0:
        context.never(here, "the pack has no such card", key=True)
    elif condition.word == "led" and mask == context.deck.all:
        context.always(here, "every trick is led with one of these cards", key=True)


def _dealt_to_one(context: CheckContext, condition: Condition, here: Path) -> None:
    count, size = condition.args["cards"].mask.bit_count(), context.resolver.hand_size
    if count > size:
        context.never(here, f"nobody is dealt {count} cards; a hand has {size}", key=True)
    _no_card(context, condition, here)


def _beaten(context: CheckContext, condition: Condition, here: Path) -> None:
    if condition.args["card"] == condition.args["by"]:
        context.never(here, "no card is beaten by itself", key=True)


def _in_talon(context: CheckContext, condition: Condition, here: Path) -> None:
    if context.game.talon is None:
        context.never(here, "there is no talon in this game", key=True)


def _is(context: CheckContext, condition: Condition, here: Path) -> None:
    who, among = condition.args["who"], condition.args["among"]
    if who.word == among.word and who.arg is None:
        context.always(here, f"the {who.word} are always among the {among.word}", key=True)
    elif who.word == "declarer" and among.word in ("declarers", "defenders"):
        note = context.always if among.word == "declarers" else context.never
        how = "always" if among.word == "declarers" else "never"
        note(here, f"the declarer is {how} among the {among.word}", key=True)


def _all(context: CheckContext, condition: Condition, here: Path) -> None:
    inner: Sequence[Condition] = condition.args["of"]
    for first, second in combinations(inner, 2):
        said = _same(context, first, second)
        if said == "same":
            text = f"this says the same as line {context.resolver.line(first.at)}"
            context.resolver.error(second.at, text, "keep one of them", code="sense.twice")
        elif said == "opposite" or _exclude(context, first, second):
            text = f"this and line {context.resolver.line(first.at)} cannot hold together"
            hint = "a list wants all of its conditions; write {any: […]} for one of them"
            context.never((*second.at, second.word), text, hint, key=True)


def _any(context: CheckContext, condition: Condition, here: Path) -> None:
    for first, second in combinations(condition.args["of"], 2):
        said = _same(context, first, second)
        if said == "same":
            text = f"this says the same as line {context.resolver.line(first.at)}"
            context.resolver.error(second.at, text, "keep one of them", code="sense.twice")
        elif said == "opposite":
            text = f"one of this and line {context.resolver.line(first.at)} always holds"
            context.always((*second.at, second.word), text, key=True)


def _same(context: CheckContext, first: Condition, second: Condition) -> str:
    """``same``, ``opposite`` or nothing."""
    one, other = context.game.at(first.at), context.game.at(second.at)
    if one == other:
        return "same"
    return "opposite" if {"not": one} == other or one == {"not": other} else ""


def _exclude(context: CheckContext, first: Condition, second: Condition) -> bool:
    """Whether two conditions of one list exclude each other."""
    words = {first.word, second.word}
    if words == {"hand_has"}:
        return not together(context, first, second)
    if words == {"points_at_least"}:
        sides = first.args["side"].word, second.args["side"].word
        both = (
            sum(condition.args.get("points", 0) for condition in (first, second))
            * context.game.unit
        )
        return _OTHER_SIDE.get(sides[0]) == sides[1] and bool(both > _most(context))
    if words == {"led"}:
        return not first.args["cards"].mask & second.args["cards"].mask
    if words == {"trick_has"}:
        both_sets = first.args["cards"].mask | second.args["cards"].mask
        return bool(both_sets.bit_count() > context.resolver.players)
    if words == {"led", "trick_has"}:
        whole, led = (first, second) if first.word == "trick_has" else (second, first)
        cards = whole.args["cards"].mask
        return cards.bit_count() == context.resolver.players and not cards & led.args["cards"].mask
    return False


_LOOKS: dict[str, Look] = {
    "points_at_least": _points,
    "tricks_won": _tricks_won,
    "trick_has": _trick_has,
    "fall_in_order": _fall_in_order,
    "led": _no_card,
    "dealt_to_one": _dealt_to_one,
    "card_beaten_by": _beaten,
    "in_talon": _in_talon,
    "is": _is,
    "hand_has": hand,
    "all": _all,
    "any": _any,
}
