"""The tree below a position, counted depth by depth, by the step and the contract of the positions
reached.

As in chess every line of play counts: a position that two orders of words lead to counts twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from ..engine import Round, Table
from ..engine.state import State

OVER, THROWN_IN = "over", "thrown_in"
"""Steps of positions in which nobody is to move."""

Reached = Mapping[str, int]
"""How many positions, by ``STEP CONTRACT``, or ``STEP`` alone where nothing is bid."""
Tell = Callable[[int], None]

_TOLD = 2
"""So many moves deep it is told how far the count has come; deeper it would take longer than
counting.
"""
_Counts = list[Counter[tuple[int, int, bool]]]


def counted(start: Round, depth: int, tell: Tell | None = None) -> tuple[Reached, ...]:
    """The positions after one move, two … ``depth`` moves. A round that ends counts where it ends,
    and no deeper. ``tell`` hears now and then how many have been counted.
    """
    counts: _Counts = [Counter() for _ in range(depth)]
    if depth and start.turn is not None:
        _count(start.state, 0, counts, tell)
    return tuple(
        {_name(start.table, *key): layer[key] for key in sorted(layer)} for layer in counts
    )


def below(start: Round, depth: int, tell: Tell | None = None) -> dict[str, int]:
    """How many positions lie exactly ``depth`` moves ahead, by the first of these moves, in the
    order of their texts.
    """
    found = {}
    for move in sorted(map(str, start.moves())) if depth else ():
        last = counted(start.after(move), depth - 1, tell)[-1] if depth > 1 else {"": 1}
        found[move] = sum(last.values())
    return found


def named(position: Round) -> str:
    """The step and the contract of a position: ``play solo``, ``auction``, ``over solo``."""
    state = position.state
    return _name(position.table, state.step, state.contract, state.thrown_in is not None)


def _count(state: State, ply: int, counts: _Counts, tell: Tell | None) -> None:
    room, here, deeper = state.table.rooms[state.step], counts[ply], ply + 1 < len(counts)
    for move in room.moves(state):
        after = state.copy()
        room.apply(after, move)
        here[after.step, after.contract, after.thrown_in is not None] += 1
        if deeper and not after.over:
            _count(after, ply + 1, counts, tell)
    if tell is not None and ply <= _TOLD:
        tell(sum(layer.total() for layer in counts))


def _name(table: Table, step: int, contract: int, thrown_in: bool) -> str:
    said = table.rooms[step].kind if step < len(table.rooms) else THROWN_IN if thrown_in else OVER
    return said if contract < 0 else f"{said} {table.contract_ids[contract]}"
