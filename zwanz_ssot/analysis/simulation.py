"""Many rounds, played by players and settled, as rows of data.

`round_row` plays one round; `simulate` plays many, in several processes or on a cluster;
`write_rows` writes them to a file. A round depends on the seed and its number only, so the rows are
the same on any number of processes, and after an interruption.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from ..engine import Match, Round, deal, table
from ..engine.public import levels_of
from ..engine.random_play import random_round
from ..engine.state import State
from ..files import write_file
from ..model import SEATS, Carried, Game, Ledger, Line, seats_in
from ..model.identifiers import DECLARERS, DEFENDERS
from ..players import NAMES, chosen, prepare, refuse_own, refuse_unknown, seated
from ..problems import NotInstalled, RulesAreSilent, WrongCall
from ..workers import chunked, shared, stopping

Row = dict[str, Any]
"""A round as data (`round_row`)."""
Progress = Callable[[int, int], None]
"""Called every few rounds with the number of rounds done and the number of all."""

PART = ".part"
"""The ending of the name of a file with unfinished rows."""
SIDES = ("declarers", "defenders", "alone")
"""The sides that claim items of a settlement; ``alone`` where all play against all."""

_CHUNK = 20
"""Rounds that a process plays in one go: half a second of work of the simple players."""

USUAL = NAMES[0]
"""The player by default."""
_BY_CHANCE = "random"


def _played(game: Game, seed: int, number: int, players: str) -> State:
    """A round at its end. Random players are those of the engine, which are much faster."""
    if players == _BY_CHANCE:
        return random_round(table(game), Random(seed), Carried(number=number))
    return _to_end(deal(game, seed=seed, number=number), players, seed).state


def _to_end(played: Round, players: str, seed: int) -> Round:
    """A round played to its end by players whose chance comes from the seed."""
    at_table = seated(players, played.game.table.players, seed=seed)
    while (seat := played.turn) is not None:
        played = played.after(chosen(at_table[seat], played))
    return played


def round_row(game: Game, number: int, *, seed: int = 0, players: str = USUAL) -> Row:
    """Play the round of this number, from 1, and return its row. ``seed + number - 1`` deals the
    cards, as in `zwanz play`, and seeds the players' chance.

    ``players`` is a name for all, or one for each seat, with commas (`zwanz_ssot.players.seated`).
    Raises `WrongCall` for unknown players and for numbers below 1.

    >>> import zwanz_ssot
    >>> row = round_row(zwanz_ssot.load("zwanzigerrufen", "directnet"), 4)
    >>> row["seed"], row["contract"], row["declarer"], row["partners"], row["won_by"], row["points"]
    (3, 'rufer', 'forehand', ['third'], 'defenders', 39)
    >>> row["scores"]
    {'forehand': -1, 'second': 1, 'third': -1, 'fourth': 1}
    """
    if number < 1:
        raise WrongCall(f"the first round is 1, there is no round {number}")
    state = _played(game, seed + number - 1, number, players)
    silent, ledger = "", None
    if not state.thrown_in:
        try:
            ledger = table(game).settlement.settle(state, state.contract, state.stakes)
        except RulesAreSilent as unsettled:
            silent = unsettled.path
    return {
        "number": number,
        "seed": seed + number - 1,
        "dealer": SEATS[state.dealer],
        "thrown_in": state.thrown_in or None,
        "rules_are_silent": silent or None,
        **_declared(game, state),
        "announced": _announced(game, state),
        "doubled": dict(levels_of(state)),
        "won_by": _winners(state, ledger) if ledger else None,
        "items": [_item(state, line) for line in ledger.lines] if ledger else [],
        "replaced": [item for item, _ in ledger.replaced] if ledger else [],
        "scores": _scores(state, ledger, bool(silent)),
    }


def _declared(game: Game, state: State) -> Row:
    """The contract, its declarer and partners, and the card points of their side."""
    played = state.contract >= 0 and not state.thrown_in
    sides = state.declarers if played else 0
    partners = [seat for seat in seats_in(sides) if seat != state.declarer]
    points: float | None = None
    if sides:
        parts = state.points(sides)
        points = parts if game.unit == 1 else parts / game.unit
    return {
        "contract": table(game).contract_ids[state.contract] if played else None,
        "declarer": SEATS[state.declarer] if played and state.declarer >= 0 else None,
        "partners": [SEATS[seat] for seat in partners],
        "called_card": game.deck.cards[state.called_card].id if state.called_card >= 0 else None,
        "points": points,
    }


def _announced(game: Game, state: State) -> list[str]:
    """Each announced bonus with the seat that announced it."""
    return [
        f"{bonus} {SEATS[seat]}"
        for number, bonus in enumerate(game.bonuses)
        for seat in seats_in(state.announced_by(number))
    ]


def _winners(state: State, ledger: Ledger) -> str | None:
    """The side that has won the game, by the line of the game or the one that replaces it; None
    where all play against all.
    """
    if not state.declarers:
        return None
    # A line that replaces the game may itself be replaced: a double game by a Valat.
    instead = {item: rule[1] for item, rule in ledger.replaced}
    standing = {line.item: line for line in reversed(ledger.lines)}
    deciding = "game"
    while deciding not in standing and deciding in instead:
        deciding = str(instead.pop(deciding))
    line = standing.get(deciding)
    if line is None:
        return None
    won = any(state.declarers >> seat & 1 for seat in line.winners)
    return SIDES[DECLARERS] if won else SIDES[DEFENDERS]


def _item(state: State, line: Line) -> Row:
    """A line of a settlement. ``amount`` is its worth to the side that claims it, negative where
    that side pays; ``each`` is what every seat gets.
    """
    side = "alone"
    if state.declarers:
        ours = any(state.declarers >> seat & 1 for seat in line.claimants)
        side = SIDES[DECLARERS] if ours else SIDES[DEFENDERS]
    return {
        "item": line.item,
        "side": side,
        "announced": line.announced,
        "verdict": line.verdict,
        "factors": [factor.word for factor in line.factors],
        "amount": line.amount if line.verdict == "won" else -line.amount,
        "each": {SEATS[seat]: amount for seat, amount in enumerate(line.each)},
    }


def _scores(state: State, ledger: Ledger | None, silent: bool) -> dict[str, int | None]:
    """The scores by seat: zero where cards were thrown in, None where the rules are silent."""
    names = SEATS[: state.players]
    if ledger is not None:
        return dict(zip(names, ledger.scores, strict=True))
    return dict.fromkeys(names, None if silent else 0)


def simulate(
    game: Game,
    rounds: int,
    *,
    seed: int = 0,
    players: str = USUAL,
    jobs: int | None = None,
    dask: str | None = None,
    first: int = 1,
) -> Generator[Row, None, None]:
    """Play the rounds ``first`` to ``rounds``, and yield their rows in order.

    `zwanz_ssot.workers.shared` explains ``jobs`` and ``dask``. Closing the iterator ends the work.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> [row["number"] for row in simulate(game, 3, players="random", jobs=1)]
    [1, 2, 3]
    """
    refuse_unknown(players)
    if dask is None:
        prepare(players)  # before each process would
    else:
        refuse_own(players)
    chunks = chunked(range(first, rounds + 1), _CHUNK)
    play = partial(_rows, game, seed, players)
    with closing(shared(play, chunks, jobs=jobs, dask=dask, brought=game.loaded_from)) as played:
        for rows in played:
            yield from rows


def _rows(game: Game, seed: int, players: str, numbers: range) -> list[Row]:
    rows = []
    for number in numbers:
        if stopping():
            break
        rows.append(round_row(game, number, seed=seed, players=players))
    return rows


EVENING = 20
"""The rounds of an evening where a match has no end by the rules. Where it has one, an evening
stops after ten times as many.
"""
_APART = 1000
"""The distance of the seeds of two evenings: more than the rounds of any evening."""


@dataclass(frozen=True)
class Evening:
    """A match; where it has no end by the rules, `EVENING` rounds of it."""

    number: int
    rounds: int
    """How many rounds were dealt."""
    ended: bool
    """Whether it came to its end, and was not stopped before."""
    scores: tuple[int, ...]
    """The final scores by player, with what is added at the end of a match."""


def evening(game: Game, number: int, *, seed: int = 0, players: str = USUAL) -> Evening:
    """Play the evening of this number, from 1: rounds that carry over what the rules say. Its first
    deal has the seed ``seed + 1000 * (number - 1)``, each further one the next seed.

    `round_row` explains ``players``.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> evening(game, 1, players="random").rounds
    20
    """
    match, dealt = Match(game), 0
    endless = match.target is None and not game.match.stock and game.match.deals is None
    first = seed + _APART * (number - 1)
    while not match.over and dealt < (EVENING if endless else 10 * EVENING):
        cards = first + dealt
        played = _to_end(match.deal(seed=cards), players, cards)
        match, dealt = match.after(played), dealt + 1
    return Evening(number, dealt, endless or match.over, match.final_scores)


def simulate_evenings(
    game: Game,
    evenings: int,
    *,
    seed: int = 0,
    players: str = USUAL,
    jobs: int | None = None,
    dask: str | None = None,
) -> Generator[Evening, None, None]:
    """Play evenings, and yield them in order from number 1. `simulate` explains the arguments.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> [each.number for each in simulate_evenings(game, 2, players="random", jobs=1)]
    [1, 2]
    """
    if dask is None:
        prepare(players)  # before each process would
    else:
        refuse_own(players)
    play = partial(evening, game, seed=seed, players=players)
    numbers = range(1, evenings + 1)
    with closing(shared(play, numbers, jobs=jobs, dask=dask, brought=game.loaded_from)) as played:
        yield from played


def write_rows(
    game: Game,
    rounds: int,
    out: Path,
    *,
    seed: int = 0,
    players: str = USUAL,
    jobs: int | None = None,
    dask: str | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> int:
    """Play rounds, and write their rows to a file: ``.jsonl`` (as from `round_row`), ``.csv`` or
    ``.parquet`` (as from `flat`). Returns how many rounds an earlier call had played.

    Until all are played, the rows are kept in a file beside it whose name ends in ``.part``. It
    stays after an interruption, and ``resume`` goes on from it. Raises `WrongCall` where ``out``
    has another ending, where the rows of an earlier call are in the way, where there is nothing to
    resume or more than is wanted, and for seeds that Parquet cannot hold; `NotInstalled` for
    Parquet without pyarrow.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     out = Path(folder, "rows.jsonl")
    ...     before = write_rows(game, 2, out, players="random", jobs=1)
    ...     print(before, len(out.read_text("utf-8").splitlines()))
    0 2
    """
    written = _writer(out)
    if written is _parquet and seed + rounds - 1 > _PARQUET_MOST:
        hint = f"its numbers end at {_PARQUET_MOST}; write .csv or .jsonl"
        raise WrongCall(f"Parquet cannot hold the seed {seed + rounds - 1}", hint)
    seated(players, game.table.players)
    part = out.with_name(out.name + PART)
    head = _head(game, seed, players)
    done = _resumed(part, head, rounds) if resume else 0
    if not resume:
        _start(part, head)
    if progress is not None:
        progress(done, rounds)
    rows = simulate(game, rounds, seed=seed, players=players, jobs=jobs, dask=dask, first=done + 1)
    number = done
    try:
        with part.open("a", encoding="utf-8") as kept, closing(rows):
            for number, row in enumerate(rows, start=done + 1):
                kept.write(_line(row))
                if number % _CHUNK == 0:
                    kept.flush()
                    if progress is not None:
                        progress(number, rounds)
    except WrongCall:
        if not number:
            part.unlink()  # nothing to resume
        raise
    if progress is not None:
        progress(rounds, rounds)
    write_file(out, written(game, _kept(part)))
    part.unlink()
    return done


def _head(game: Game, seed: int, players: str) -> Row:
    """The first line of a file of unfinished rows: what they were played with."""
    return {
        "game": game.id,
        "variant": game.variant,
        "rules": game.rules_digest,
        "players": players,
        "seed": seed,
    }


def _line(data: Row) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _start(part: Path, head: Row) -> None:
    """Begin a file of unfinished rows. Raises `WrongCall` where there is one."""
    try:
        with part.open("x", encoding="utf-8") as begun:
            begun.write(_line(head))
    except FileExistsError:
        hint = "--resume goes on with them; remove the file to begin anew"
        raise WrongCall(f"{part} holds the rows of an earlier call", hint) from None


def _resumed(part: Path, head: Row, rounds: int) -> int:
    """How many of these rounds the file holds. A row that is not complete is cut off. Raises
    `WrongCall` for a file that holds other rows, or more.
    """
    if not part.is_file():
        raise WrongCall(f"there is no {part} to go on with", "leave --resume out")
    strange = WrongCall(f"{part} does not hold rows of a simulation", "remove it to begin anew")

    # Count the rows and the bytes of complete lines.
    done, whole, found = 0, 0, None
    with part.open("rb") as kept:
        for line in kept:
            if not line.endswith(b"\n"):
                break
            try:
                data = json.loads(line)
            except ValueError:
                raise strange from None
            if found is None:
                found = data
            elif not isinstance(data, dict) or data.get("number") != done + 1:
                raise strange
            else:
                done += 1
            whole += len(line)

    # The head has to be that of this call.
    if not isinstance(found, dict) or found.keys() != head.keys():
        raise strange
    for key, value in head.items():
        if found[key] != value:
            text = f"{part} holds rows of other {key}: {found[key]}, not {value}"
            raise WrongCall(text, "call it as before, or remove the file to begin anew")
    if done > rounds:
        hint = f"say --rounds {done}, or remove the file to begin anew"
        raise WrongCall(f"{part} holds {done} rounds, more than the {rounds} wanted", hint)
    os.truncate(part, whole)
    return done


def _kept(part: Path) -> Iterator[Row]:
    """The rows in a file of unfinished rows."""
    with part.open(encoding="utf-8") as kept:
        next(kept)
        for line in kept:
            yield json.loads(line)


def columns(game: Game) -> dict[str, type]:
    """The columns of the rows from `flat`, each with the type of its cells.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> columns(game)["seed"], columns(game)["points"]
    (<class 'int'>, <class 'float'>)
    """
    sides = SIDES if any(not each.declarers for each in game.contracts.values()) else SIDES[:2]
    items = [f"{item} {side}" for item in ("game", *game.bonuses) for side in sides]
    seats = SEATS[: game.table.players]
    return {
        **dict.fromkeys(("number", "seed"), int),
        **dict.fromkeys(("dealer", "thrown_in", "rules_are_silent"), str),
        **dict.fromkeys(("contract", "declarer", "partners", "called_card"), str),
        "points": float,
        **dict.fromkeys(("announced", "doubled", "won_by", "replaced"), str),
        **dict.fromkeys(items, int),
        **{f"score {seat}": int for seat in seats},
    }


def flat(game: Game, row: Row) -> Row:
    """A row without lists. Their entries are joined in one text; each item and side has a column
    with what the item is worth to that side.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> row = flat(game, round_row(game, 4))
    >>> row["partners"], row["game declarers"], row["score second"]
    ('third', -1, 1)
    """
    cells: Row = dict.fromkeys(columns(game))
    for name, value in row.items():
        if isinstance(value, list) and name != "items":
            cells[name] = "; ".join(value)
        elif name == "doubled":
            cells[name] = "; ".join(f"{item} {times}" for item, times in value.items())
        elif name in cells:
            cells[name] = value
    for item in row["items"]:
        name = f"{item['item']} {item['side']}"
        cells[name] = (cells[name] or 0) + item["amount"]
    for seat, score in row["scores"].items():
        cells[f"score {seat}"] = score
    return cells


_Writer = Callable[[Game, Iterable[Row]], Iterable[bytes]]


def _jsonl(game: Game, rows: Iterable[Row]) -> Iterator[bytes]:
    return (_line(row).encode() for row in rows)


def _csv(game: Game, rows: Iterable[Row]) -> Iterator[bytes]:
    text = StringIO()
    table = csv.DictWriter(text, list(columns(game)), lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow(flat(game, row))
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


_BATCH = 10_000
"""Rows in a row group of a Parquet file."""
_PARQUET_MOST = 2**63 - 1
"""The largest number in a column of a Parquet file."""


def _parquet(game: Game, rows: Iterable[Row]) -> Iterator[bytes]:
    import pyarrow
    from pyarrow import parquet

    types = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in columns(game).items()])
    out, left = BytesIO(), iter(rows)
    with parquet.ParquetWriter(out, schema) as table:
        while some := [flat(game, row) for row in islice(left, _BATCH)]:
            table.write_table(pyarrow.Table.from_pylist(some, schema))
    yield out.getvalue()


_WRITERS: Mapping[str, _Writer] = {".jsonl": _jsonl, ".csv": _csv, ".parquet": _parquet}


def _writer(out: Path) -> _Writer:
    """The function that writes a file of this name. Raises `WrongCall` for another ending."""
    if out.suffix not in _WRITERS:
        *most, last = _WRITERS
        hint = f"name a file that ends in {', '.join(most)} or {last}"
        raise WrongCall(f"rows cannot be written to {out}", hint)
    if out.exists() and not out.is_file():
        raise WrongCall(f"rows cannot be written to {out}", "it is no ordinary file")
    if out.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise NotInstalled("for Parquet install pyarrow: pip install pyarrow")
    return _WRITERS[out.suffix]
