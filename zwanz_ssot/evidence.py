"""Counts of the evidence for each rule set: sources, examples, mutants, positions, sentences and
refused false claims.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .examples import collect, run_files
from .library import BASE, Library, load
from .model import AllPass, Condition, Game, Role, Rung, Tricks, inside
from .problems import WrongCall
from .prose import Prose, languages
from .prose.shapes import single
from .source import read

COLUMNS = ("terms", "sources", "examples", "mutants", "positions", "sentences", "lies")
"""What is counted, in the order of a table."""

LieCounter = Callable[[Path, Path], Mapping[str, tuple[int, int]]]
"""From a folder of lies and one to build in: by rule set, the lies planted and those refused."""


@dataclass(frozen=True, slots=True)
class CountOf:
    """A number, and how many there should be (``of``) where that is known."""

    number: int
    of: int | None = None

    @property
    def is_gap(self) -> bool:
        """Whether there is none of it, or not all."""
        return not self.number or (self.of is not None and self.number != self.of)


@dataclass(frozen=True)
class Evidence:
    """A rule set, ``game:variant``, and its counts by column.

    A column that could not be counted for any rule set is missing.
    """

    rules: str
    counts: Mapping[str, CountOf]

    @property
    def gaps(self) -> tuple[str, ...]:
        """The columns in which something is missing."""
        return tuple(column for column, count in self.counts.items() if count.is_gap)

    def as_dict(self) -> dict[str, object]:
        """The counts for programs."""
        columns = {
            column: {"number": count.number, "of": count.of}
            for column, count in self.counts.items()
        }
        return {"rules": self.rules, **columns, "gaps": list(self.gaps)}


@dataclass(frozen=True)
class EvidenceInputs:
    """Where counts come from that are not made here.

    ``tests`` is the folder of a checkout, None in a package. ``mutants`` is a file that
    ``zwanz mutate --json`` wrote. ``count_lies`` builds the books that hold lies.
    """

    tests: Path | None
    mutants: Path | None
    count_lies: LieCounter

    @property
    def missing(self) -> Mapping[str, str]:
        """The columns that cannot be counted, and why."""
        found = {} if self.mutants else {"mutants": "no_mutants"}
        return found if self.tests else {**found, "positions": "no_checkout", "lies": "no_checkout"}


def evidence(known: Library, inputs: EvidenceInputs) -> tuple[Evidence, ...]:
    """The counts of every rule set of a folder of rules.

    `WrongCall` for a file of mutants that is none; raises as loading and examples do.
    """
    games = [
        load(game, variant, rules=known.root)
        for game in known.games()
        for variant in (BASE, *known.variants(game))
    ]
    by_column: dict[str, Mapping[str, CountOf]] = {"examples": _examples(known)}
    if inputs.mutants is not None:
        by_column["mutants"] = _mutants(inputs.mutants)
    if inputs.tests is not None:
        by_column["positions"] = _positions(inputs.tests / "perft")
        by_column["lies"] = _lies(inputs.tests / "lies", inputs.count_lies)
    return tuple(_of_game(game, by_column) for game in games)


def total(rows: Sequence[Evidence], column: str) -> CountOf | None:
    """A column of all rule sets added up; None where a sum says nothing: they share terms."""
    counts = [row.counts[column] for row in rows if column in row.counts]
    if not counts or column in ("terms", "sources"):
        return None
    of = [count.of for count in counts if count.of is not None]
    number = sum(count.number for count in counts)
    return CountOf(number, sum(of) if len(of) == len(counts) else None)


def _of_game(game: Game, by_column: Mapping[str, Mapping[str, CountOf]]) -> Evidence:
    name = f"{game.id}:{game.variant}"
    counts = {
        "terms": CountOf(len(set(_terms(game)))),
        "sources": CountOf(_sources(game)),
        "sentences": _sentences(game),
        **{column: found.get(name, CountOf(0)) for column, found in by_column.items()},
    }
    return Evidence(name, {column: counts[column] for column in COLUMNS if column in counts})


def _terms(game: Game) -> Iterator[str]:
    """The words of the rule language that the rules of a game use."""
    yield from (step.partition(".")[0] for step in game.order)
    for part in inside(game):
        if isinstance(part, Condition | Role | Rung | Tricks | AllPass):
            yield f"{type(part).__name__} {part.word}"


def _sources(game: Game) -> int:
    """How many sources its rules cite."""
    paths = single(game, Prose(game, "en").says)
    return len({cite.partition(" ")[0] for path in paths for cite in game.cites(path)})


def _sentences(game: Game) -> CountOf:
    """How many sentences its rules have in all languages, of one for each rule in each language."""
    every = [Prose(game, language) for language in languages()]
    paths = list(single(game, every[0].says))
    sentences = (prose.setting(path, game.at(path)) for prose in every for path in paths)
    return CountOf(sum(map(bool, sentences)), len(paths) * len(every))


def _examples(known: Library) -> Mapping[str, CountOf]:
    """How many examples hold, of all that there are."""
    found: dict[str, list[bool]] = {}
    for answer in run_files(collect(known.root), known.root):
        found.setdefault(f"{answer.game}:{answer.variant}", []).append(answer.ok)
    return {name: CountOf(sum(held), len(held)) for name, held in found.items()}


def _mutants(file: Path) -> Mapping[str, CountOf]:
    """How many mutants of each rule set were noticed, of those that its file does not mark."""
    try:
        rows: Sequence[Mapping[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
        found = {}
        for row in rows:
            noticed, wanted = row["check"] + row["examples"], row["mutants"] - row["marked"]
            found[str(row["rules"])] = CountOf(noticed, wanted)
        return found
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "zwanz mutate --json FILE writes one"
        raise WrongCall(f"{file} does not say what came of the mutants: {error}", hint) from None


def _positions(folder: Path) -> Mapping[str, CountOf]:
    """How many positions the reference counts have; a test compares them with the engine."""
    found: dict[str, int] = {}
    for file in sorted(folder.glob("*.yaml")):
        stated = read(file).data["perft"]
        name = f"{stated['game']}:{stated['variant']}"
        layers = (layer for entry in stated["counts"] for layer in entry["reached"])
        found[name] = found.get(name, 0) + sum(sum(layer.values()) for layer in layers)
    return {name: CountOf(number) for name, number in found.items()}


def _lies(folder: Path, count: LieCounter) -> Mapping[str, CountOf]:
    """How many lies in chapters of a rule set are refused, of those planted there."""
    with TemporaryDirectory(prefix="zwanz-") as built:
        found = count(folder, Path(built))
    return {name: CountOf(refused, planted) for name, (planted, refused) in found.items()}
