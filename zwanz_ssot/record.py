"""Records: writes the deal and the moves of a round as YAML, and replays them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

import yaml

from .engine import Round, deal
from .files import is_file
from .library import load, load_named, refuse_other_kind
from .model import SEATS, Carried, Game, Refusal
from .paths import dotted
from .problems import IllegalMove, Problem, ProblemList, RulesFault, WrongCall, of_kind, repeated
from .prose import Prose
from .schema import check
from .source import Document, read

__all__ = ["record", "replay", "write"]


def record(played: Round, seed: int | None = None) -> dict[str, Any]:
    """A round as plain data: `Round.as_dict`, with ``seed``, if given, in place of the pack. Raises
    WrongCall for a seed that gives another pack.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.record import record
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen"), seed=7)
    >>> record(round, seed=7)
    {'record': {'game': 'zwanzigerrufen', 'variant': 'base', 'seed': 7, 'moves': []}}
    >>> record(round, seed=99)
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: the pack of this round was not shuffled from seed 99; leave the \
seed out to write the pack itself
    """
    of_kind("round", Round, played)
    data = played.as_dict()
    if seed is None:
        return data
    entry = data["record"]
    if "pack" not in entry or deal(played.game, seed=seed).deal != played.deal:
        text = f"the pack of this round was not shuffled from seed {seed}"
        raise WrongCall(text, "leave the seed out to write the pack itself")
    seeded = ((key, value) if key != "pack" else ("seed", seed) for key, value in entry.items())
    return {"record": dict(seeded)}


def write(
    played: Round,
    seed: int | None = None,
    beside: FilePath | str | None = None,
    players: Sequence[str] = (),
) -> str:
    """The record as YAML text, with the names of ``players`` by seat, if there are any.

    A record of house rules has the path of their file, relative to ``beside``, the folder of the
    record (by default the working folder), and their `Game.rules_digest`.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> from zwanz_ssot.record import write
    >>> print(write(zwanz_ssot.deal(game, seed=7), seed=7), end="")
    record:
      game: zwanzigerrufen
      variant: directnet
      seed: 7
      moves: []
    """
    data = record(played, seed)
    entry = data["record"]
    head = {"game": entry.pop("game"), "variant": entry.pop("variant")}
    if (own := played.game.own_file) is not None:
        head["variant"] = _way(FilePath(own), FilePath(beside or "").absolute())
        head["rules"] = played.game.rules_digest
    if any(players):
        head["players"] = {SEATS[seat]: name for seat, name in enumerate(players) if name}
    data["record"] = head | entry
    return yaml.safe_dump(
        data,
        sort_keys=False,
        allow_unicode=True,
        width=120,
        default_flow_style=None,
    )


def is_record(path: FilePath) -> bool:
    """Whether a file holds the record of a round, and not rules. Raises as `read`."""
    if not is_file(path):
        return False
    data = read(path).data
    return isinstance(data, dict) and "record" in data


def _way(file: FilePath, folder: FilePath) -> str:
    """The path of a file relative to a folder, or as it is where there is no relative one."""
    try:
        return FilePath(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        return str(file)


def replay(
    path: FilePath | str,
    rules: FilePath | str | None = None,
    variant: FilePath | str | None = None,
) -> Round:
    """Replay the record in a file with the rules that it names, from a folder of ``rules`` if one
    is given, or with another ``variant``, which may be the path of a file. Raises `RulesFault` with
    each problem at its line: a move that is not legal, a move by the wrong seat, other scores.

    >>> from tempfile import TemporaryDirectory
    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> with TemporaryDirectory() as folder:
    ...     path = FilePath(folder, "round.yaml")
    ...     size = path.write_text(write(round), encoding="utf-8")
    ...     replay(path) == round
    True
    """
    return replay_file(path, rules, variant).round


@dataclass(frozen=True, slots=True)
class ReplayedRecord:
    """What a record says: its round, and the names of players by seat. ``has_changed_rules`` if it
    was played with other rules than those it was replayed with.
    """

    round: Round
    players: Mapping[str, str]
    has_changed_rules: bool


def replay_file(
    path: FilePath | str,
    rules: FilePath | str | None = None,
    variant: FilePath | str | None = None,
) -> ReplayedRecord:
    """A record with all that it says. It is read once; arguments and errors are those of `replay`.

    >>> from tempfile import TemporaryDirectory
    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> with TemporaryDirectory() as folder:
    ...     path = FilePath(folder, "round.yaml")
    ...     size = path.write_text(write(round, players=["Ann"]), encoding="utf-8")
    ...     found = replay_file(path)
    >>> found.round == round, found.players, found.has_changed_rules
    (True, {'forehand': 'Ann'}, False)
    """
    of_kind("path", str | FilePath, path)
    path, rules = FilePath(path), None if rules is None else FilePath(rules)
    document = read(path)
    refuse_other_kind(document, "record")
    if faults := check(document, "record"):
        raise RulesFault(faults)
    game = _rules_of(document, path, rules, variant)
    entry = document.data["record"]
    changed_rules = entry.get("rules", game.rules_digest) != game.rules_digest
    try:
        played = _replayed(document, game)
    except RulesFault as fault:
        if not changed_rules:
            raise
        at = ("record", "rules")
        text = "the rules have changed since this round was recorded"
        if variant is not None:
            text = "this round was recorded by other rules than those named"
        changed = Problem(document.mark(at), dotted(at), text, "", "record")
        raise RulesFault([changed, *fault.problems]) from None
    return ReplayedRecord(played, entry.get("players", {}), changed_rules)


def _rules_of(
    document: Document, path: FilePath, rules: FilePath | None, variant: FilePath | str | None
) -> Game:
    """The rules to replay a record with. Raises `WrongCall` for an unknown ``variant``, and
    `RulesFault` for an unknown one in the record.
    """
    if variant is not None:
        return load(document.data["record"]["game"], variant, rules=rules)
    return load_named(document, "record", rules=rules, folder=path.parent)


def replay_data(data: dict[str, Any], game: Game) -> Round:
    """Replay a record that is plain data of the right shape. Raises as `replay`, without lines."""
    return _replayed(Document("record", data, {}, {}), game)


def _replayed(document: Document, game: Game) -> Round:
    entry = document.data["record"]
    problems = ProblemList()

    def error(path: tuple[str | int, ...], text: str, hint: str = "") -> None:
        mark = (
            document.mark(path)
            if isinstance(path[-1], int)
            else document.keys.get(path) or document.mark(path)
        )
        problems.add(mark, dotted(path), text, hint, "record")

    # The seats, of which the game may have fewer than the record names.
    seats = SEATS[: game.table.players]
    by_seat = ("players", "hands", "scores")
    named = [("record", key, seat) for key in by_seat for seat in entry.get(key, ())]
    moves = enumerate(entry["moves"])
    for path in (*named, *(("record", "moves", at, seat) for at, row in moves for seat in row)):
        if path[-1] not in seats:
            error(path, f"there is no seat '{path[-1]}'", f"seats are {', '.join(seats)}")

    # The deal.
    try:
        dealt: dict[str, Any] = {key: entry[key] for key in ("seed", "pack") if key in entry}
        if "hands" in entry:
            dealt["hands"] = [entry["hands"].get(seat, []) for seat in seats]
        if "talon" in entry and "hands" not in entry:
            error(("record", "talon"), "the talon is stated beside the hands only", "take it out")
        if len(dealt) != 1:
            error(("record",), "exactly one of seed, pack and hands says how the cards were dealt")
        problems.raise_if_any()
        left = Carried.of(entry).as_dict()
        played = deal(game, talon=entry.get("talon"), **left, **dealt)
    except WrongCall as wrong:
        error(("record", *dealt), wrong.text, wrong.hint)
        problems.raise_if_any()
        raise

    # The moves, up to the first that is wrong.
    for number, row in enumerate(entry["moves"]):
        ((seat, text),) = row.items()
        at = ("record", "moves", number)
        if played.turn is None or not played.is_for(seat, text):
            now = "nobody: the round is over" if played.turn is None else SEATS[played.turn]
            error(at, f"it is not {seat} to move here, but {now}")
            break
        try:
            played = played.after(text, seat)
        except IllegalMove as illegal:
            error((*at, seat), f"'{repeated(text)}' is not legal here", _reason(game, illegal))
            break
    problems.raise_if_any()

    # The question and the scores at the end, if the record states them.
    silent = played.silent()
    question = silent.path if silent else None
    if entry.get("rules_are_silent", question) != question:
        text = (
            f"the rules are silent about {question} here"
            if question
            else "the rules settle this round"
        )
        error(("record", "rules_are_silent"), text, "" if question else "take it out")
    ledger = None if silent else played.ledger()
    if "scores" in entry and ledger is None:
        how = "was thrown in" if played.thrown_in is not None else "is not over yet"
        how = "is not settled by the rules" if silent else how
        error(("record", "scores"), f"the round {how}, so there are no scores", "take them out")
    elif "scores" in entry and ledger is not None:
        for seat, amount in enumerate(ledger.scores):
            recorded = entry["scores"].get(SEATS[seat], 0)
            if recorded != amount:
                error(
                    ("record", "scores", SEATS[seat]),
                    f"the round gives {SEATS[seat]} {amount}, not {recorded}",
                )
    problems.raise_if_any()
    return played


def _reason(game: Game, illegal: IllegalMove) -> str:
    """Why the rules refuse a move, as the rest of a sentence."""
    assert isinstance(illegal.because, Refusal)
    sentence = Prose(game, "en").refusal(illegal.because).removesuffix(".")
    return sentence[:1].lower() + sentence[1:]
