"""Positions counted one layer after the other, and the files that hold the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from zwanz_ssot.model import Game

from . import Position, after, begin, kind, legal_moves
from .ways import Way, before, under, wild

FOLDER = Path(__file__).parent.parent / "perft"
HEAD = """\
# Positions counted by the second implementation, tests/naive: written by `python -m tests.naive --write`.
# Each entry: the moves from the deal of a seed, then how many positions one move, two moves … lead to.
"""
MOST, LAST = 4000, 10_000
"""The most positions that are counted from a start, and from the last tricks, which are played to
the end.
"""
WILD = 12
"""The number of random ways that are tried in each rule set."""
SEEDS = 200


def reached(position: Position) -> str:
    """The step that a position has reached, and its contract."""
    return kind(position) if position.contract is None else f"{kind(position)} {position.contract}"


def layers(start: Position, most: int) -> Iterator[Counter[str]]:
    """How many positions there are after one move, after two, and so on.

    Counting stops before all together are more than `most`, but not before the first layer.
    """
    here, counted, first = [start], 0, True
    while here:
        moves = [(position, move) for position in here for move in legal_moves(position)]
        if not moves or (counted + len(moves) > most and not first):
            return
        here, counted, first = (
            [after(position, move) for position, move in moves],
            counted + len(moves),
            False,
        )
        yield Counter(reached(position) for position in here)


def follow(game: Game, seed: int, way: list[str]) -> Position:
    """The position that a way leads to."""
    position = begin(game, seed)
    for move in way:
        assert move in legal_moves(position), f"{move} is not legal after {position.words}"
        position = after(position, move)
    return position


def counts(game: Game) -> Iterator[dict[str, Any]]:
    """Every entry of a rule set."""
    for way, position in before(begin(game, 0)):
        yield entry(0, None, way, position)
    for contract in game.contracts:
        seed, starts = _seed(game, contract)
        for way, position in starts:
            yield entry(seed, contract, way, position)
    for number in range(WILD):
        way, position = wild(begin(game, number), number)
        if not position.over:
            yield entry(number, None, way, position)


def _seed(game: Game, contract: str) -> tuple[int, list[tuple[Way, Position]]]:
    """The first seed with which a contract comes to its last tricks, else can be bid at all; and
    its ways.
    """
    first: tuple[int, list[tuple[Way, Position]]] | None = None
    for seed in range(SEEDS):
        starts = list(under(begin(game, seed), contract))
        if starts and first is None:
            first = seed, starts
        if len(starts) > 1 and kind(starts[-1][1]) == kind(starts[-2][1]):
            return seed, starts
    assert first is not None, f"nobody comes to {contract}"
    return first


def entry(seed: int, contract: str | None, way: Way, position: Position) -> dict[str, Any]:
    """One start, counted."""
    start: dict[str, Any] = {"seed": seed}
    if contract is not None:
        start["contract"] = contract
    start["way"] = list(way)
    most = LAST if contract is not None and position.tricks else MOST
    start["reached"] = [dict(sorted(layer.items())) for layer in layers(position, most)]
    return start


def file(game: Game) -> Path:
    """The file of the counts of a rule set."""
    return FOLDER / f"{game.id}-{game.variant}.yaml"


def write(game: Game) -> int:
    """Count a rule set and write its file; returns the number of positions."""
    entries = list(counts(game))
    document = {"perft": {"game": game.id, "variant": game.variant, "counts": entries}}
    text = yaml.safe_dump(document, sort_keys=False, width=120, default_flow_style=None)
    file(game).write_text(HEAD + text, encoding="utf-8")
    return sum(sum(layer.values()) for each in entries for layer in each["reached"])
