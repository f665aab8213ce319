"""One round, played by the engine and by the oracle; AssertionError at any difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod

from zwanz_ssot.engine import Round

from . import rare
from .plain import Line, Plain

Chooser = Callable[[Plain, list[str]], str]


@dataclass
class Compared:
    """What was compared: how many positions, and how often each rare thing was among them."""

    positions: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)


def engine_lines(played: Round) -> list[Line]:
    """The engine's ledger in the oracle's form."""
    ledger = played.ledger()
    assert ledger is not None
    for line in ledger.lines:
        if any(line.each):
            assert line.winners == tuple(
                seat for seat, amount in enumerate(line.each) if amount > 0
            )
            assert line.losers == tuple(seat for seat, amount in enumerate(line.each) if amount < 0)
    return sorted(
        Line(
            line.item,
            line.claimants,
            line.announced,
            line.verdict,
            line.value,
            prod(factor.times for factor in line.factors),
            line.each,
        )
        for line in ledger.lines
    )


def compare(played: Round, oracle: Plain, choose: Chooser, counted: Compared, name: str) -> None:
    """Play both to the end with the moves that `choose` makes; `told` names the round in a
    failure.
    """
    moves: list[str] = []
    while True:
        where = f"{name}\n{oracle.dealt}\n{moves}"
        assert (played.step, played.turn) == (oracle.step, oracle.turn), where
        if oracle.step == "over":
            break
        counted.positions[oracle.step] += 1
        mine = oracle.moves()
        theirs = [str(move) for move in played.moves()]
        assert len(theirs) == len(set(theirs)), where
        assert set(theirs) == mine, (
            f"engine only {set(theirs) - mine}, oracle only {mine - set(theirs)}: {where}"
        )
        counted.seen.update(rare.position(oracle))
        move = choose(oracle, sorted(mine))
        moves.append(move)
        played = played.after(move)
        oracle.do(move)
    assert played.thrown_in == oracle.thrown_in, where
    counted.seen.update(rare.end(oracle, moves))
    if oracle.thrown_in is not None:
        assert played.ledger() is None, where
        return
    theirs_only = set(engine_lines(played)) - set(oracle.lines())
    mine_only = set(oracle.lines()) - set(engine_lines(played))
    assert engine_lines(played) == sorted(oracle.lines()), (
        f"engine {theirs_only}, oracle {mine_only}: {where}"
    )
    ledger = played.ledger()
    assert ledger is not None
    assert ledger.scores == oracle.scores(), where
    assert ledger.double_rounds == oracle.double_rounds(), where
