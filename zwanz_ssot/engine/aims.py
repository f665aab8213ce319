"""Aims that have failed before the last trick."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..model import Condition, Tricks
from ..terms.roles import seats
from .plan import Plan
from .state import State

Failed = Callable[[State], bool]


def failed(condition: Condition, table: Plan) -> Failed:
    """Whether an aim can no longer be reached. Of aims that are not about tricks it is never
    certain.
    """
    parts = condition.args.get("of", ())
    if condition.word == "all":
        tests = [failed(part, table) for part in parts]
        return lambda state: any(test(state) for test in tests)
    if condition.word == "any":
        tests = [failed(part, table) for part in parts]
        return lambda state: all(test(state) for test in tests)
    if condition.word != "tricks_won":
        return lambda state: False
    args = condition.args
    find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
    whose = find(args["side"])
    if "exactly" in args:
        exactly = int(args["exactly"])
        return lambda state: (
            not 0 <= exactly - state.won(whose(state, state.declarers)) <= left(state)
        )
    if "at_least" in args:
        least = int(args["at_least"])
        return lambda state: state.won(whose(state, state.declarers)) + left(state) < least
    which: Tricks = args["all_of"]
    if which.word not in ("first", "every_trick"):
        return lambda state: False
    count = which.count

    def lost_one(state: State) -> bool:
        mine = whose(state, state.declarers)
        return any(not mine >> winner & 1 for winner in state.winners[:count])

    return lost_one


def left(state: State) -> int:
    """How many tricks are still to be played."""
    return state.tricks - len(state.winners)
