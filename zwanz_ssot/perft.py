"""Perft: counts positions by the number of moves, to compare engines; checks files of counts."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path as FilePath
from typing import Any

from .engine import CompiledGame, Move, Round, deal
from .engine.state import State
from .library import load_named
from .model import Game
from .paths import dotted
from .problems import IllegalMove, Problem, RulesFault
from .schema import check
from .source import Document, Path, read
from .workers import shared

OVER, THROWN_IN = "over", "thrown_in"
"""Steps of positions in which nobody is to move."""

Reached = Mapping[str, int]
"""The number of positions, by ``STEP CONTRACT``, or by ``STEP`` where there is no contract."""
Progress = Callable[[int], None]
"""Is called now and then with the number of positions counted so far."""

_PROGRESS_DEPTH = 2
"""The depth down to which progress is reported; deeper it would take longer than counting."""
_Counts = list[Counter[tuple[int, int, bool]]]
"""The numbers of positions by step, contract and whether thrown in; one counter per ply."""


def position_counts(
    start: Round,
    depth: int,
    progress: Progress | None = None,
    *,
    jobs: int | None = 1,
    dask: str | None = None,
) -> tuple[Reached, ...]:
    """The positions after one move, two, … ``depth`` moves.

    A round that ends counts at the move that ends it, and no deeper. ``jobs`` and ``dask`` are
    those of `zwanz_ssot.workers.shared`: each worker counts below one of the positions two moves
    ahead.
    """
    counts: _Counts = [Counter() for _ in range(depth)]
    if depth <= _SPLIT or start.turn is None or (jobs == 1 and dask is None):
        if depth and start.turn is not None:
            _count(start.table, start.state, 0, counts, progress)
    else:
        heads = [*_ahead(start.table, start.state, _SPLIT)]
        _count(start.table, start.state, 0, counts[:_SPLIT], None)
        below_head = partial(_below, start, depth - _SPLIT)
        brought = start.game.loaded_from
        with closing(shared(below_head, heads, jobs=jobs, dask=dask, brought=brought)) as found:
            for part in found:
                for layer, more in zip(counts[_SPLIT:], part, strict=True):
                    layer.update(more)
                if progress is not None:
                    progress(sum(layer.total() for layer in counts))
    return tuple(
        {_name(start.table, *key): layer[key] for key in sorted(layer)} for layer in counts
    )


_SPLIT = 2
"""The number of moves after which the work is divided: there are some dozens of positions then."""
_Head = tuple[int, ...]
"""A way to a position: at each ply, the number of the move among `_moves`."""


def _moves(table: CompiledGame, state: State) -> Iterator[tuple[int, int]]:
    """Each legal move with its seat, also out of turn."""
    for move in table.steps[state.step].moves(state):
        yield state.turn, move
    yield from table.out_of_turn(state)


def _ahead(table: CompiledGame, state: State, plies: int) -> Iterator[_Head]:
    """The ways to the positions ``plies`` moves ahead, without rounds that have ended."""
    if not plies:
        yield ()
        return
    for number, (seat, move) in enumerate(_moves(table, state)):
        after = state.copy()
        table.make(after, seat, move)
        if not after.over:
            for head in _ahead(table, after, plies - 1):
                yield number, *head


def _below(start: Round, depth: int, head: _Head) -> _Counts:
    """The counts below the position that a way leads to."""
    table, state = start.table, start.state.copy()
    for number in head:
        seat, move = next(islice(_moves(table, state), number, None))
        table.make(state, seat, move)
    counts: _Counts = [Counter() for _ in range(depth)]
    _count(table, state, 0, counts, None)
    return counts


def below(
    start: Round,
    depth: int,
    progress: Progress | None = None,
    *,
    jobs: int | None = 1,
    dask: str | None = None,
) -> dict[str, int]:
    """The number of positions exactly ``depth`` moves ahead, by the first move, sorted.

    The other arguments are those of `position_counts`.
    """
    found = {}
    for move in sorted(start.texts()) if depth else ():
        last: Reached = {"": 1}
        if depth > 1:
            last = position_counts(start.after(move), depth - 1, progress, jobs=jobs, dask=dask)[-1]
        found[move] = sum(last.values())
    return found


def named(position: Round) -> str:
    """The step and the contract of a position: ``play solo``, ``auction``, ``over solo``."""
    state = position.state
    return _name(position.table, state.step, state.contract, state.thrown_in is not None)


def _count(
    table: CompiledGame, state: State, ply: int, counts: _Counts, progress: Progress | None
) -> None:
    here, deeper = counts[ply], ply + 1 < len(counts)
    for seat, move in _moves(table, state):
        after = state.copy()
        table.make(after, seat, move)
        here[after.step, after.contract, after.thrown_in is not None] += 1
        if deeper and not after.over:
            _count(table, after, ply + 1, counts, progress)
    if progress is not None and ply <= _PROGRESS_DEPTH:
        progress(sum(layer.total() for layer in counts))


def _name(table: CompiledGame, step: int, contract: int, thrown_in: bool) -> str:
    kind = THROWN_IN if thrown_in else OVER
    if step < len(table.steps):
        kind = table.steps[step].kind
    return kind if contract < 0 else f"{kind} {table.contract_ids[contract]}"


QUIET = ("pass", "keep", "play", "discard")
"""The kinds of moves that `quiet` prefers, in this order."""
LAST_TRICKS = 3
"""The number of last tricks from which a round can be counted to its end."""
BEFORE = ("deal", "misdeal", "auction")
"""The steps until the auction ends. A game without an auction has its contract in them already."""
_OPEN, PLAY = "open", "play"


def way(dealt: Round, contract: str) -> Round | None:
    """The first position after the auction under a contract, by the fewest moves.

    Only quiet moves, openings and a bid of the contract are tried; None if they do not lead there.
    """
    waiting = deque([dealt])
    while waiting:
        here = waiting.popleft()
        if here.turn is None:
            continue
        if _contract(here) == contract and here.step not in BEFORE:
            return here
        moves = sorted(here.moves(), key=str)
        opening = [move for move in moves if move.kind == _OPEN]
        naming = [move for move in moves if move.contract == contract]
        waiting.extend(
            here.after(move) for move in dict.fromkeys((quiet(here), *opening, *naming[:1]))
        )
    return None


def before(dealt: Round) -> Iterator[Round]:
    """The first position of each step up to the auction, reached by quiet moves."""
    here, step = dealt, ""
    while here.turn is not None and here.step in BEFORE:
        if here.step != step:
            yield here
        step, here = here.step, here.after(quiet(here))


def after(dealt: Round, contract: str) -> Iterator[Round]:
    """The first position of each step after the auction under a contract; then the one before the
    last tricks. Nothing if `way` finds none with these cards.
    """
    here, step = way(dealt, contract), ""
    while here is not None and here.turn is not None:
        last = here.step == PLAY and len(here.state.winners) == here.table.tricks - LAST_TRICKS
        if last or here.step != step:
            yield here
        if last:
            return
        step, here = here.step, here.after(quiet(here))


def quiet(here: Round) -> Move:
    """The first move, by its text, of the first kind in `QUIET` that is legal; else of any kind."""
    moves = sorted(here.moves(), key=str)
    return next((move for kind in QUIET for move in moves if move.kind == kind), moves[0])


def _contract(here: Round) -> str | None:
    number = here.state.contract
    return here.table.contract_ids[number] if number >= 0 else None


@dataclass(frozen=True)
class Recount:
    """A file recounted: the rule set, the number of positions, each difference at its line."""

    game: str
    variant: str
    contracts: tuple[str, ...]
    """The contracts of the entries that name one."""
    positions: int
    differences: tuple[Problem, ...]


def recount(
    path: FilePath,
    rules: FilePath | None = None,
    progress: Progress | None = None,
    *,
    jobs: int | None = 1,
    dask: str | None = None,
) -> Recount:
    """Compare the counts in a file with those of the engine. ``jobs`` and ``dask`` are those of
    `zwanz_ssot.workers.shared`: each worker counts from one of the file's positions.

    Raises `RulesFault` for a file of another shape or about rules that do not exist.
    """
    document = read(path)
    if faults := check(document, "perft"):
        raise RulesFault(faults)
    game = load_named(document, "perft", rules=rules)
    counts = document.data["perft"]["counts"]
    contracts = [entry.get("contract") for entry in counts]
    done, differences = 0, list[Problem]()
    task, brought = partial(_recounted, game), game.loaded_from
    with closing(shared(task, counts, jobs=jobs, dask=dask, brought=brought)) as answers:
        for number, found in enumerate(answers):
            at: Path = ("perft", "counts", number)
            if isinstance(found, str):
                text = f"the rules refuse this way: {found}"
                differences.append(_problem(document, (*at, "way"), text))
                continue
            stated = counts[number]["reached"]
            differences += _differences(document, (*at, "reached"), found, stated)
            done += sum(sum(layer.values()) for layer in stated)
            if progress is not None:
                progress(done)
    known = tuple(dict.fromkeys(contract for contract in contracts if contract))
    return Recount(game.id, game.variant, known, done, tuple(differences))


def _recounted(game: Game, entry: Mapping[str, Any]) -> tuple[Reached, ...] | str:
    """The counts from the start of an entry, as deep as it states; or the reason why a move on the
    way there is not legal.
    """
    start = deal(game, seed=entry["seed"])
    try:
        for move in entry["way"]:
            start = start.after(move)
    except IllegalMove as illegal:
        return str(illegal.because)
    return position_counts(start, len(entry["reached"]))


def _differences(
    document: Document, at: Path, found: tuple[Reached, ...], stated: list[Reached]
) -> list[Problem]:
    problems = []
    for number, (here, there) in enumerate(zip_longest(found, stated)):
        for name in sorted({*here, *there}):
            if here.get(name, 0) != there.get(name, 0):
                path = (*at, number, name) if name in there else (*at, number)
                text = f"'{name}' is reached {here.get(name, 0)} times, not {there.get(name, 0)}"
                problems.append(_problem(document, path, text))
    return problems


def _problem(document: Document, path: Path, text: str) -> Problem:
    return Problem(document.mark(path), dotted(path), text, "", "perft")


__all__ = [
    "LAST_TRICKS",
    "OVER",
    "THROWN_IN",
    "Progress",
    "Reached",
    "Recount",
    "after",
    "before",
    "below",
    "named",
    "position_counts",
    "recount",
    "way",
]
