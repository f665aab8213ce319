"""One game, traced: its rules with their proofs, and where the books of its rule sets say them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path as FilePath

from zwanz_ssot.model import Name, Source
from zwanz_ssot.mutation.bench import Bench
from zwanz_ssot.problems import Problem, in_order
from zwanz_ssot.trace.counterfactuals import Counterfactuals
from zwanz_ssot.trace.rules import Rule
from zwanz_ssot.trace.tracing import Traced, Tracer, faults, nowhere

from .places import Book, BookPlace

Books = Mapping[tuple[str, str], tuple[BookPlace, ...]]
"""By variant and language, where a book says a rule."""


@dataclass(frozen=True)
class TraceEntry:
    """A rule, its proofs and its places."""

    traced: Traced
    books: Books


@dataclass(frozen=True)
class GameTrace:
    """All rules of a game in some of its variants.

    ``names`` are the names of the variants; files are named from the folder ``root``.
    """

    id: str
    name: Name
    root: FilePath
    names: Mapping[str, Name]
    entries: tuple[TraceEntry, ...]
    sources: Mapping[str, Source]
    titles: Mapping[tuple[str, str], Name]
    """The names of contracts and bonuses, by the path that they have in the rules."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is missing, by file and line."""
        return in_order(problem for entry in self.entries for problem in lacking(entry))

    @property
    def sentences(self) -> int:
        """How many sentences the rules have, in all languages."""
        return sum(
            len(saying.said) for entry in self.entries for saying in entry.traced.rule.sayings
        )


def lacking(entry: TraceEntry) -> Iterator[Problem]:
    """What a rule lacks: proofs, or a place in a book."""
    yield from faults(entry.traced)
    silent: dict[str, list[str]] = {}
    for (variant, lang), places in entry.books.items():
        if not places:
            silent.setdefault(variant, []).append(lang)
    if silent:
        yield nowhere(entry.traced.rule, silent)


def trace(
    game: str, variants: Sequence[str], langs: Sequence[str], rules: FilePath | None = None
) -> GameTrace:
    """Trace a game in some of its variants. Raises as loading does."""
    bench = Bench(rules)
    sets = [each for each in bench.sets if each.game.id == game and each.game.variant in variants]
    tracer = Tracer(bench, sets)
    traced = tracer.rules(langs)
    games = [each.game for each in sets]
    books = [Book(each, lang) for each in games for lang in langs]
    entries = [
        TraceEntry(each, dict(_books(each.rule, books, tracer.counterfactuals))) for each in traced
    ]
    titles: dict[tuple[str, str], Name] = {}
    sources: dict[str, Source] = {}
    for each in games:
        titles |= {("contracts", id): contract.name for id, contract in each.contracts.items()}
        titles |= {("bonuses", id): bonus.name for id, bonus in each.bonuses.items()}
        sources |= each.sources
    return GameTrace(
        game,
        games[0].game_name,
        bench.library.root.resolve().parent,
        {each.variant: each.name for each in games},
        tuple(entries),
        sources,
        titles,
    )


def _books(
    rule: Rule, books: Sequence[Book], otherwise: Counterfactuals
) -> Iterator[tuple[tuple[str, str], tuple[BookPlace, ...]]]:
    """The places of a rule in each book whose rule set has it."""
    readings = otherwise.sound(rule)
    for book in books:
        variant = book.game.variant
        if variant in rule.sets:
            with_it = (reading.game(otherwise.sets[variant]) for reading in readings)
            yield (
                (variant, book.lang),
                book.places(rule.path, [game for game in with_it if game is not None]),
            )


def trace_all(
    wanted: Mapping[str, Sequence[str]],
    langs: Sequence[str],
    rules: FilePath | None = None,
    jobs: int | None = None,
) -> Iterator[GameTrace]:
    """Trace several games in the given variants, in `jobs` processes (default: one a processor).

    The traces come in the order of `wanted`.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(wanted))
    if jobs == 1:
        for game, variants in wanted.items():
            yield trace(game, variants, langs, rules)
        return
    with ProcessPoolExecutor(jobs) as pool:
        found = {
            game: pool.submit(trace, game, variants, langs, rules)
            for game, variants in _longest_first(wanted)
        }
        yield from (found[game].result() for game in wanted)


def _longest_first(wanted: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    """The games with the most variants, which take the longest, begin."""
    return iter(sorted(wanted.items(), key=lambda item: len(item[1]), reverse=True))
