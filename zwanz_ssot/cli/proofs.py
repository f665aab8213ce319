"""What is counted of each rule set: the figures of ``zwanz report``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..problems import WrongCall

if TYPE_CHECKING:
    from ..loading import Library
    from ..model import Game

COLUMNS = ("terms", "sources", "examples", "mutants", "positions", "sentences", "lies")
"""What is counted, in the order of the table."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number; ``of`` is how many there should be, where only some might do."""

    number: int
    of: int | None = None

    @property
    def is_gap(self) -> bool:
        """Whether there is none of it, or not all."""
        return not self.number or (self.of is not None and self.number != self.of)


@dataclass(frozen=True)
class Figures:
    """A rule set, ``game:variant``, and its counts. A column that could not be counted at all is
    not in it.
    """

    rules: str
    counts: Mapping[str, Count]

    @property
    def gaps(self) -> tuple[str, ...]:
        """The columns in which something is missing."""
        return tuple(column for column, count in self.counts.items() if count.is_gap)


@dataclass(frozen=True)
class Inputs:
    """Where counts come from that are not made here. ``tests`` is the folder of a checkout; None in
    a package.
    """

    tests: Path | None
    mutants: Path | None

    @property
    def missing(self) -> Mapping[str, str]:
        """The columns that cannot be counted, and why."""
        found = {} if self.mutants else {"mutants": "no_mutants"}
        return found if self.tests else {**found, "positions": "no_checkout", "lies": "no_checkout"}


def figures(shelf: Library, inputs: Inputs) -> tuple[Figures, ...]:
    """The counts of every rule set of a folder of rules. `WrongCall` for a file of mutants that is
    none; raises as loading and examples do.
    """
    from ..loading import BASE, load

    games = [
        load(game, variant, rules=shelf.root)
        for game in shelf.games()
        for variant in (BASE, *shelf.variants(game))
    ]
    by_column: dict[str, Mapping[str, Count]] = {"examples": _examples(shelf)}
    if inputs.mutants is not None:
        by_column["mutants"] = _mutants(inputs.mutants)
    if inputs.tests is not None:
        by_column["positions"] = _positions(inputs.tests / "perft")
        by_column["lies"] = _lies(inputs.tests / "lies")
    return tuple(_figures(game, by_column) for game in games)


def _figures(game: Game, by_column: Mapping[str, Mapping[str, Count]]) -> Figures:
    name = f"{game.id}:{game.variant}"
    own = {
        "terms": Count(len(set(_words(game)))),
        "sources": Count(_sources(game)),
        "sentences": _sentences(game),
    }
    counted = {column: counts.get(name, Count(0)) for column, counts in by_column.items()}
    both = {**own, **counted}
    return Figures(name, {column: both[column] for column in COLUMNS if column in both})


def _words(game: Game) -> Iterator[str]:
    """The words of the rule language that the rules of a game say."""
    from ..model import AllPass, Condition, Role, Rung, Tricks, inside

    yield from (step.partition(".")[0] for step in game.order)
    for part in inside(game):
        if isinstance(part, Condition | Role | Rung | Tricks | AllPass):
            yield f"{type(part).__name__} {part.word}"


def _sources(game: Game) -> int:
    """How many sources say its rules."""
    from ..prose import Prose
    from ..prose.enumeration import single

    paths = single(game, Prose(game, "en").says)
    return len({cite.partition(" ")[0] for path in paths for cite in game.cites(path)})


def _sentences(game: Game) -> Count:
    """How many sentences its rules have in all languages; as many are wanted as there are rules, in
    each.
    """
    from ..prose import Prose, languages
    from ..prose.enumeration import single

    every = [Prose(game, language) for language in languages()]
    paths = list(single(game, every[0].says))
    said = sum(bool(prose.setting(path, game.at(path))) for prose in every for path in paths)
    return Count(said, len(paths) * len(every))


def _examples(shelf: Library) -> Mapping[str, Count]:
    """How many examples hold, of all that there are."""
    from ..examples import collect, run_files

    found: dict[str, list[bool]] = {}
    for answer in run_files(collect(shelf.root), shelf.root):
        found.setdefault(f"{answer.game}:{answer.variant}", []).append(answer.ok)
    return {name: Count(sum(held), len(held)) for name, held in found.items()}


def _mutants(file: Path) -> Mapping[str, Count]:
    """How many mutants of a rule set's own file were noticed, of all but those that its file marks."""
    try:
        rows: Sequence[Mapping[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
        return {
            str(row["rules"]): Count(row["check"] + row["examples"], row["mutants"] - row["marked"])
            for row in rows
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "zwanz mutate --json FILE writes one"
        raise WrongCall(f"{file} does not say what came of the mutants: {error}", hint) from None


def _positions(folder: Path) -> Mapping[str, Count]:
    """How many positions the reference counts compare; a test holds them against the engine."""
    from ..source import read

    found: dict[str, int] = {}
    for file in sorted(folder.glob("*.yaml")):
        stated = read(file).data["perft"]
        name = f"{stated['game']}:{stated['variant']}"
        layers = (layer for entry in stated["counts"] for layer in entry["reached"])
        found[name] = found.get(name, 0) + sum(sum(layer.values()) for layer in layers)
    return {name: Count(number) for name, number in found.items()}


def _lies(folder: Path) -> Mapping[str, Count]:
    """How many lies were planted in chapters of a rule set's book, and how many of them the book
    refuses.
    """
    from tempfile import TemporaryDirectory

    from zwanz_renderer.lies import caught

    with TemporaryDirectory(prefix="zwanz-") as aside:
        return {
            name: Count(refused, planted)
            for name, (planted, refused) in caught(folder, Path(aside)).items()
        }
