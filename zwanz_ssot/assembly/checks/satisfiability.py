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
from .part import CheckContext
from .scopes import conditions


def check(sense: CheckContext) -> None:
    """Note conditions that never or always hold, and what stands in a list in vain."""
    bounds = _bounds(sense)
    for condition, _ in conditions(sense.game):
        if not sense.sound(condition.at):
            continue
        for part in every(condition):
            if part.word in _LISTS:
                _LISTS[part.word](sense, part, bounds)
                continue
            word = CONDITIONS.get(part.word)
            if word is not None and word.limits is not None:
                for remark in word.limits(part.args, bounds):
                    _note(sense, part, remark)


def _bounds(sense: CheckContext) -> Bounds:
    """What is certain of every round. Where something is declared, there may be more points than
    those of the cards.
    """
    game, site = sense.game, sense.site
    points = game.worth_of_all + game.count.last_trick * game.unit + _declared(sense)
    return Bounds(
        deck=sense.deck,
        players=site.players,
        hand_size=site.hand_size,
        tricks=site.tricks,
        unit=game.unit,
        most_points=points,
        has_talon=game.talon is not None,
    )


def _declared(sense: CheckContext) -> int:
    """The most that can be declared: one pair of each suit, one of them of trumps."""
    total, suits = 0, len(sense.deck.suits)
    for rule in sense.game.data.get("declarations", {}).values():
        points = rule.get("points", {})
        total += points.get("trump", 0) + (suits - 1) * points.get("elsewhere", 0)
    return total * sense.game.unit


def _note(sense: CheckContext, condition: Condition, remark: Remark) -> None:
    note = {"never": sense.never, "always": sense.always, "unfit": sense.unfit}[remark.kind]
    at = (*condition.at, condition.word, *remark.at)
    note(at, remark.text, remark.hint, key=remark.key)


def _all(sense: CheckContext, condition: Condition, bounds: Bounds) -> None:
    for first, second in combinations(condition.args["of"], 2):
        said = _same(sense, first, second)
        if said == "same":
            _twice(sense, first, second)
        elif said == "opposite" or _exclude(first, second, bounds):
            text = f"this and line {sense.site.line(first.at)} cannot hold together"
            hint = "a list wants all of its conditions; write {any: […]} for one of them"
            sense.never((*second.at, second.word), text, hint, key=True)


def _any(sense: CheckContext, condition: Condition, bounds: Bounds) -> None:
    for first, second in combinations(condition.args["of"], 2):
        said = _same(sense, first, second)
        if said == "same":
            _twice(sense, first, second)
        elif said == "opposite":
            text = f"one of this and line {sense.site.line(first.at)} always holds"
            sense.always((*second.at, second.word), text, key=True)


_LISTS: dict[str, Callable[[CheckContext, Condition, Bounds], None]] = {ALL: _all, ANY: _any}


def _twice(sense: CheckContext, first: Condition, second: Condition) -> None:
    text = f"this says the same as line {sense.site.line(first.at)}"
    sense.site.error(second.at, text, "keep one of them", code="sense.twice")


def _same(sense: CheckContext, first: Condition, second: Condition) -> str:
    """``same``, ``opposite`` or nothing."""
    one, other = sense.game.at(first.at), sense.game.at(second.at)
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
