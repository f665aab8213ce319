"""The functions that give a rule its meaning: those that read it while rounds are played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path as FilePath
from random import Random
from types import CodeType

from .. import engine
from .. import words as language
from ..engine import Match, deal
from ..examples import Case
from ..model import Game, Path
from ..prose import shapes
from ..words.registry import meanings
from .access_tracing import watched
from .condition_coverage import holds

_ROOT = FilePath(str(language.__file__)).resolve().parent.parent
_ROOMS = tuple(str(FilePath(str(room.__file__)).resolve().parent) for room in (engine, language))
_SEED, _ROUNDS = 20, 3


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """A function, and where it begins: ``zwanz_ssot/…``."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} {self.file}:{self.line}"


class Readers:
    """Which functions read the rules at a place. Rules under different names are one place."""

    def __init__(self) -> None:
        self.of: dict[Path, dict[Code, None]] = {}

    def note(self, path: Path, reader: CodeType) -> None:
        """Note that a function has read a rule; functions outside of the engine do not count."""
        if reader.co_filename.startswith(_ROOMS):
            self.of.setdefault(place(path), {}).setdefault(_code(reader))

    def look(self, game: Game, cases: Iterable[Case]) -> None:
        """Run the examples of a rule set, and play some rounds of it."""
        seen = watched(game, self.note)
        for case in cases:
            holds(replace(case, game=seen))
        match, random = Match(seen), Random(_SEED)
        for seed in range(_ROUNDS):
            round = deal(seen, seed=seed)
            while round.turn is not None:
                round.view(round.turn)
                round = round.after(random.choice(round.moves()))
            match = match if match.over else match.after(round)

    def code(self, path: Path) -> tuple[Code, ...]:
        """The functions that read the rule at a path, or something in it."""
        at = place(path)
        near = (
            found
            for other, found in self.of.items()
            if other[: len(at)] == at or at[: len(other)] == other
        )
        return tuple(sorted({code for found in near for code in found}))


def place(path: Path) -> Path:
    """A path with ``*`` for each name that the rules give to something."""
    return tuple(
        shapes.ANY
        if (shape := shapes.shape(path[:number])) is not None and shape.kind == "map"
        else step
        for number, step in enumerate(path)
        if isinstance(step, str)
    )


@cache
def _code(reader: CodeType) -> Code:
    name = reader.co_qualname.replace(".<locals>", "").replace("<lambda>", "").rstrip(".")
    name = name.removesuffix(".<listcomp>").removesuffix(".<genexpr>").removesuffix(".<dictcomp>")
    return Code(_shown(FilePath(reader.co_filename)), reader.co_firstlineno, name)


def _shown(file: FilePath) -> str:
    return file.resolve().relative_to(_ROOT.parent).as_posix()


@cache
def words() -> Mapping[str, tuple[Code, ...]]:
    """The functions that give a word of the rules its meaning, as the registry has them."""
    found: dict[str, dict[Code, None]] = {}
    for word, function in meanings():
        found.setdefault(word, {}).setdefault(_code(function.__code__))
    return {word: tuple(codes) for word, codes in found.items()}
