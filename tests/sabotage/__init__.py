"""How much the judge catches: mistakes in single lines of the second implementation, each of which
200 aimed rounds have to find.

``scripts/sabotages`` tries all of them.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from zwanz_ssot.model import Game
from zwanz_ssot.paths import dotted
from zwanz_ssot.vectors import Engine, EngineBroken, Judge, aimed_vectors, text

from .mistakes import Mistake

__all__ = ["Caught", "Mistake", "caught", "rounds", "tried"]

NAIVE = Path(__file__).parent.parent / "naive"
LIMIT = 600.0


class Caught(NamedTuple):
    """A mistake, and where the judge saw it first."""

    mistake: Mistake
    round: int
    """The number of the round; 0 if it was not caught."""
    where: str
    """The kind of difference, and the rule that was named."""


def rounds(game: Game, count: int, seed: int = 0) -> list[str]:
    """Aimed rounds, each as a line."""
    return [text(line) for line in aimed_vectors(game, count, seed)]


def spoil(folder: Path, mistake: Mistake) -> None:
    """Copy the second implementation into a folder, with the mistake in it."""
    shutil.copytree(NAIVE, folder / "naive", ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "naive" / mistake.file
    script = file.read_text(encoding="utf-8")
    assert script.count(mistake.was) == 1, f"{mistake.file} has changed: {mistake.was!r}"
    file.write_text(script.replace(mistake.was, mistake.becomes), encoding="utf-8")


def caught(game: Game, lines: Iterable[str], mistake: Mistake) -> Caught:
    """Judge a spoilt engine until anything differs."""
    with TemporaryDirectory() as folder:
        spoil(Path(folder), mistake)
        command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {folder!r})\n" + _RUN]
        with Engine(command, LIMIT) as engine:
            judge = Judge(game, engine)

            def until_it_differs() -> Iterator[Any]:
                for line in lines:
                    if not judge.times and not judge.undecided:
                        yield json.loads(line)

            try:
                judge.play(until_it_differs())
            except EngineBroken as broken:
                return Caught(mistake, judge.rounds + 1, f"it broke: {broken}")
    found = next(iter(judge.in_order), None)
    if found is None:
        return Caught(mistake, 0, "not caught")
    return Caught(mistake, found.round, f"{found.kind} {dotted(found.rule)}")


_RUN = "from naive import answering; answering.main()"


def tried(
    game: Game, lines: list[str], mistakes: Iterable[Mistake], report: Callable[[Caught], None]
) -> list[Caught]:
    """Try all of these mistakes, and report each as soon as its result is known."""
    found = []
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for each in workers.map(lambda mistake: caught(game, lines, mistake), mistakes):
            report(each)
            found.append(each)
    return found
