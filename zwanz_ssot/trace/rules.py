"""The rules of a game one by one, each with its place, its sources, its sentences and the
conditions in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model import Condition, Game, Path, Where, inside
from ..prose import Prose
from ..prose.enumeration import single
from ..source import dotted, spell


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """A condition in a rule, and what it says by language, as a clause."""

    condition: Condition
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Saying:
    """A rule's sentence by language, in the variants in which it reads so."""

    sets: tuple[str, ...]
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``sources`` are cites, of the nearest part around it that has some; ``sets`` names
    the variants that have this very rule, as it is written there.
    """

    path: Path
    value: Any
    where: Where | None
    sources: tuple[str, ...]
    sayings: tuple[Saying, ...]
    parts: tuple[ConditionPart, ...]
    sets: tuple[str, ...]

    @property
    def dotted(self) -> str:
        """The path as people write it."""
        return dotted(self.path)

    @property
    def said(self) -> Mapping[str, str]:
        """Its sentence by language, as it reads first."""
        return self.sayings[0].said


def rules(games: Sequence[Game], languages: Sequence[str]) -> tuple[Rule, ...]:
    """The rules of a game's rule sets, section by section; one that several have in common is told
    once.
    """
    found: dict[tuple[Any, ...], list[Game]] = {}
    prose = {game.variant: [Prose(game, language) for language in languages] for game in games}
    for game in games:
        for path in single(game, prose[game.variant][0].says):
            found.setdefault((path, game.where(path), spell(game.at(path), 10_000)), []).append(
                game
            )
    parts = {game.variant: tuple(_once(game)) for game in games}
    told = [
        _rule(path, having, prose, parts[having[0].variant]) for (path, *_), having in found.items()
    ]
    order = {
        key: number
        for number, key in enumerate(dict.fromkeys(key for game in games for key in game.data))
    }
    return tuple(sorted(told, key=lambda rule: order[str(rule.path[0])]))


def _rule(
    path: Path,
    games: Sequence[Game],
    prose: Mapping[str, Sequence[Prose]],
    parts: Sequence[Condition],
) -> Rule:
    sayings: dict[tuple[str, ...], list[str]] = {}
    for game in games:
        read = tuple(each.setting(path, game.at(path)) for each in prose[game.variant])
        sayings.setdefault(read, []).append(game.variant)
    game, speak = games[0], prose[games[0].variant]
    languages = [each.language for each in speak]
    return Rule(
        path,
        game.at(path),
        game.where(path),
        game.cites(path),
        tuple(
            Saying(tuple(sets), dict(zip(languages, read, strict=True)))
            for read, sets in sayings.items()
        ),
        tuple(
            ConditionPart(each, {said.language: said.condition(each) for said in speak})
            for each in parts
            if each.at[: len(path)] == path
        ),
        tuple(each.variant for each in games),
    )


def _once(game: Game) -> Iterator[Condition]:
    """Every condition of a game, and every condition in it, once."""
    seen = set()
    for part in inside(game):
        if isinstance(part, Condition) and part.at and (part.at, part.word) not in seen:
            seen.add((part.at, part.word))
            yield part
