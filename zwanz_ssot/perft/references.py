"""Reference counts: positions that another implementation of the rules has counted, held against
this engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path as FilePath

from ..engine import Round, deal
from ..loading import load_named
from ..model import Game
from ..problems import IllegalMove, Problem, RulesFault
from ..shape import check
from ..source import Document, Path, read
from .counting import Reached, Tell, counted


@dataclass(frozen=True)
class Recount:
    """What came of recounting a file: the rule set, how many positions were compared, every
    difference at its line.
    """

    game: str
    variant: str
    contracts: tuple[str, ...]
    """Those that are counted from."""
    positions: int
    differences: tuple[Problem, ...]


def recount(path: FilePath, rules: FilePath | None = None, tell: Tell | None = None) -> Recount:
    """Count again with the engine what a file states. Raises `RulesFault` for a file of another
    shape or about rules that there are not.
    """
    document = read(path)
    if faults := check(document, "perft"):
        raise RulesFault(faults)
    game = load_named(document, "perft", rules=rules)
    done, contracts = 0, []
    differences: list[Problem] = []
    for number, entry in enumerate(document.data["perft"]["counts"]):
        at: Path = ("perft", "counts", number)
        contracts.append(entry.get("contract"))
        try:
            start = _start(game, entry["seed"], entry["way"])
        except IllegalMove as illegal:
            text = f"the rules refuse this way: {illegal.because}"
            differences.append(
                Problem(
                    document.mark((*at, "way")), document.dotted((*at, "way")), text, "", "perft"
                )
            )
            continue
        found = counted(start, len(entry["reached"]), tell and partial(_further, tell, done))
        differences += _differences(document, (*at, "reached"), found, entry["reached"])
        done += sum(sum(layer.values()) for layer in entry["reached"])
    known = tuple(dict.fromkeys(contract for contract in contracts if contract))
    return Recount(game.id, game.variant, known, done, tuple(differences))


def _start(game: Game, seed: int, way: list[str]) -> Round:
    start = deal(game, seed=seed)
    for move in way:
        start = start.after(move)
    return start


def _further(tell: Tell, before: int, more: int) -> None:
    tell(before + more)


def _differences(
    document: Document, at: Path, found: tuple[Reached, ...], stated: list[Reached]
) -> list[Problem]:
    told = []
    for number, (here, there) in enumerate(zip_longest(found, stated)):
        for name in sorted({*here, *there}):
            if here.get(name, 0) != there.get(name, 0):
                path = (*at, number, name) if name in there else (*at, number)
                text = f"'{name}' is reached {here.get(name, 0)} times, not {there.get(name, 0)}"
                told.append(Problem(document.mark(path), document.dotted(path), text, "", "perft"))
    return told
