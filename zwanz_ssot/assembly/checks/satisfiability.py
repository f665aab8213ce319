"""Conditions that no round can meet, or that every round meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from ...model import Condition, Path
from .part import CheckContext, every
from .scopes import conditions


def hand(sense: CheckContext, condition: Condition, here: Path) -> None:
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


def together(sense: CheckContext, first: Condition, second: Condition) -> bool:
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


def _range(sense: CheckContext, condition: Condition) -> tuple[int, int]:
    """How many of the cards a hand holds, at least and at most, whatever is dealt."""
    size, have = sense.site.hand_size, condition.args["cards"].mask.bit_count()
    return max(0, size - (len(sense.deck.cards) - have)), min(have, size)


def _wanted(sense: CheckContext, condition: Condition) -> tuple[int, int]:
    args = condition.args
    least, most = _range(sense, condition)
    low = args.get("exactly", args.get("at_least", least))
    high = args.get("exactly", args.get("at_most", most))
    return max(low, least), min(high, most)


Look = Callable[[CheckContext, Condition, Path], None]
_OTHER_SIDE = {"declarers": "defenders", "defenders": "declarers"}


def check(sense: CheckContext) -> None:
    """Note conditions that never or always hold, and what stands in a list in vain."""
    for condition, _ in conditions(sense.game):
        if not sense.sound(condition.at):
            continue
        for part in every(condition):
            look = _LOOKS.get(part.word)
            if look:
                look(sense, part, (*part.at, part.word))


def _points(sense: CheckContext, condition: Condition, here: Path) -> None:
    if "by_declared" in condition.args:
        if "points" in condition.args:
            text = "how many points are needed is said twice"
            sense.unfit((*here, "points"), text, "keep one of points and by_declared", key=True)
        return
    unit, most = sense.game.unit, _most(sense)
    if "points" not in condition.args:
        sense.unfit(here, "it is not said how many points", "add points", key=True)
        return
    if condition.args.get("thirds", 0) >= unit:
        text = f"a point has {unit} parts here" if unit > 1 else "cards are counted one by one here"
        sense.unfit((*here, "thirds"), text, "take thirds out, or see count.packets", key=True)
    points = condition.args["points"] * unit + condition.args.get("thirds", 0)
    if points > most:
        sense.never((*here, "points"), f"there are only {most // unit} card points in a round")
    elif points == 0:
        sense.always((*here, "points"), "every side has no points or more", "write at least one")


def _most(sense: CheckContext) -> int:
    """All card points of a round, in parts of a point; where something is declared, there may be
    more.
    """
    return (
        sense.game.worth_of_all + sense.game.count.last_trick * sense.game.unit + _declared(sense)
    )


def _declared(sense: CheckContext) -> int:
    """The most that can be declared: one pair of each suit, one of them of trumps."""
    total, suits = 0, len(sense.deck.suits)
    for rule in sense.game.data.get("declarations", {}).values():
        points = rule.get("points", {})
        total += points.get("trump", 0) + (suits - 1) * points.get("elsewhere", 0)
    return total * sense.game.unit


def _tricks_won(sense: CheckContext, condition: Condition, here: Path) -> None:
    for key in ("exactly", "at_least"):
        if condition.args.get(key, 0) > sense.site.tricks:
            sense.never((*here, key), f"a round has only {sense.site.tricks} tricks")


def _trick_has(sense: CheckContext, condition: Condition, here: Path) -> None:
    count = condition.args["cards"].mask.bit_count()
    if count > sense.site.players:
        text = f"{count} cards never lie in a trick of {sense.site.players}"
        sense.never(
            here, text, "a set means all of its cards; one of several is {any: …}", key=True
        )
    _no_card(sense, condition, here)


def _fall_in_order(sense: CheckContext, condition: Condition, here: Path) -> None:
    count = len(condition.args["order"])
    if count > sense.site.players:
        sense.never(here, f"{count} cards never lie in a trick of {sense.site.players}", key=True)


def _no_card(sense: CheckContext, condition: Condition, here: Path) -> None:
    mask = condition.args["cards"].mask
    if mask == 0:
        sense.never(here, "the pack has no such card", key=True)
    elif condition.word == "led" and mask == sense.deck.all:
        sense.always(here, "every trick is led with one of these cards", key=True)


def _dealt_to_one(sense: CheckContext, condition: Condition, here: Path) -> None:
    count, size = condition.args["cards"].mask.bit_count(), sense.site.hand_size
    if count > size:
        sense.never(here, f"nobody is dealt {count} cards; a hand has {size}", key=True)
    _no_card(sense, condition, here)


def _beaten(sense: CheckContext, condition: Condition, here: Path) -> None:
    if condition.args["card"] == condition.args["by"]:
        sense.never(here, "no card is beaten by itself", key=True)


def _in_talon(sense: CheckContext, condition: Condition, here: Path) -> None:
    if sense.game.talon is None:
        sense.never(here, "there is no talon in this game", key=True)


def _is(sense: CheckContext, condition: Condition, here: Path) -> None:
    who, among = condition.args["who"], condition.args["among"]
    if who.word == among.word and who.arg is None:
        sense.always(here, f"the {who.word} are always among the {among.word}", key=True)
    elif who.word == "declarer" and among.word in ("declarers", "defenders"):
        note = sense.always if among.word == "declarers" else sense.never
        how = "always" if among.word == "declarers" else "never"
        note(here, f"the declarer is {how} among the {among.word}", key=True)


def _all(sense: CheckContext, condition: Condition, here: Path) -> None:
    inner: Sequence[Condition] = condition.args["of"]
    for first, second in combinations(inner, 2):
        said = _same(sense, first, second)
        if said == "same":
            text = f"this says the same as line {sense.site.line(first.at)}"
            sense.site.error(second.at, text, "keep one of them", code="sense.twice")
        elif said == "opposite" or _exclude(sense, first, second):
            text = f"this and line {sense.site.line(first.at)} cannot hold together"
            hint = "a list wants all of its conditions; write {any: […]} for one of them"
            sense.never((*second.at, second.word), text, hint, key=True)


def _any(sense: CheckContext, condition: Condition, here: Path) -> None:
    for first, second in combinations(condition.args["of"], 2):
        said = _same(sense, first, second)
        if said == "same":
            text = f"this says the same as line {sense.site.line(first.at)}"
            sense.site.error(second.at, text, "keep one of them", code="sense.twice")
        elif said == "opposite":
            text = f"one of this and line {sense.site.line(first.at)} always holds"
            sense.always((*second.at, second.word), text, key=True)


def _same(sense: CheckContext, first: Condition, second: Condition) -> str:
    """``same``, ``opposite`` or nothing."""
    one, other = sense.game.at(first.at), sense.game.at(second.at)
    if one == other:
        return "same"
    return "opposite" if {"not": one} == other or one == {"not": other} else ""


def _exclude(sense: CheckContext, first: Condition, second: Condition) -> bool:
    """Whether two conditions of one list exclude each other."""
    words = {first.word, second.word}
    if words == {"hand_has"}:
        return not together(sense, first, second)
    if words == {"points_at_least"}:
        sides = first.args["side"].word, second.args["side"].word
        both = (
            sum(condition.args.get("points", 0) for condition in (first, second)) * sense.game.unit
        )
        return _OTHER_SIDE.get(sides[0]) == sides[1] and bool(both > _most(sense))
    if words == {"led"}:
        return not first.args["cards"].mask & second.args["cards"].mask
    if words == {"trick_has"}:
        both_sets = first.args["cards"].mask | second.args["cards"].mask
        return bool(both_sets.bit_count() > sense.site.players)
    if words == {"led", "trick_has"}:
        whole, led = (first, second) if first.word == "trick_has" else (second, first)
        cards = whole.args["cards"].mask
        return cards.bit_count() == sense.site.players and not cards & led.args["cards"].mask
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
