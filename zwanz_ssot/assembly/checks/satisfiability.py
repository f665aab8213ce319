"""Conditions that no round can meet, or that every round meets.

What a word can never or always hold of it says itself (`zwanz_ssot.words.registry`); lists of
conditions are looked at here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ...model import Condition
from ...words.joints import ALL, ANY, NOT
from ...words.limits import Bounds, Remark
from ...words.registry import CONDITIONS, every
from ..resolver import CheckContext
from .scopes import conditions


def check(context: CheckContext) -> None:
    """Note conditions that never or always hold, and what stands in a list in vain."""
    bounds = _bounds(context)
    for condition, _ in conditions(context.game):
        if not context.sound(condition.at):
            continue
        for part in every(condition):
            if part.word in _LISTS:
                _LISTS[part.word](context, part, bounds)
                continue
            word = CONDITIONS.get(part.word)
            if word is not None and word.limits is not None:
                for remark in word.limits(part.args, bounds):
                    _note(context, part, remark)


def _bounds(context: CheckContext) -> Bounds:
    """What is certain of every round. Where something is declared, there may be more points than
    those of the cards.
    """
    game, resolver = context.game, context.resolver
    points = game.worth_of_all + game.count.last_trick * game.unit + _declared(context)
    return Bounds(
        deck=context.deck,
        players=resolver.players,
        hand_size=resolver.hand_size,
        tricks=resolver.tricks,
        unit=game.unit,
        most_points=points,
        has_talon=game.talon is not None,
    )


def _declared(context: CheckContext) -> int:
    """The most that can be declared: one pair of each suit, one of them of trumps."""
    total, suits = 0, len(context.deck.suits)
    for rule in context.game.data.get("declarations", {}).values():
        points = rule.get("points", {})
        total += points.get("trump", 0) + (suits - 1) * points.get("elsewhere", 0)
    return total * context.game.unit


def _note(context: CheckContext, condition: Condition, remark: Remark) -> None:
    note = {"never": context.never, "always": context.always, "unfit": context.unfit}[remark.kind]
    at = (*condition.at, condition.word, *remark.at)
    note(at, remark.text, remark.hint, key=remark.key)


def _all(context: CheckContext, condition: Condition, bounds: Bounds) -> None:
    for first, second in combinations(condition.args["of"], 2):
        said = _same(context, first, second)
        if said == "same":
            _twice(context, first, second)
        elif said == "opposite" or _exclude(first, second, bounds):
            text = f"this and line {context.resolver.line(first.at)} cannot hold together"
            hint = "a list wants all of its conditions; write {any: […]} for one of them"
            context.never((*second.at, second.word), text, hint, key=True)


def _any(context: CheckContext, condition: Condition, bounds: Bounds) -> None:
    for first, second in combinations(condition.args["of"], 2):
        said = _same(context, first, second)
        if said == "same":
            _twice(context, first, second)
        elif said == "opposite":
            text = f"one of this and line {context.resolver.line(first.at)} always holds"
            context.always((*second.at, second.word), text, key=True)


_LISTS: dict[str, Callable[[CheckContext, Condition, Bounds], None]] = {ALL: _all, ANY: _any}


def _twice(context: CheckContext, first: Condition, second: Condition) -> None:
    text = f"this says the same as line {context.resolver.line(first.at)}"
    context.resolver.error(second.at, text, "keep one of them", code="sense.twice")


def _same(context: CheckContext, first: Condition, second: Condition) -> str:
    """``same``, ``opposite`` or nothing."""
    one, other = context.game.at(first.at), context.game.at(second.at)
    if one == other:
        return "same"
    return "opposite" if {NOT: one} == other or one == {NOT: other} else ""


def _exclude(first: Condition, second: Condition, bounds: Bounds) -> bool:
    """Whether two conditions of one list exclude each other, as one of their words knows."""
    for one, other in ((first, second), (second, first)):
        word = CONDITIONS.get(one.word)
        excludes = word.excludes.get(other.word) if word is not None else None
        if excludes is not None and excludes(one.args, other.args, bounds):
            return True
    return False
