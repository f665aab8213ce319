"""The rules of a game one by one, each with its place, its sources, its sentences and the
conditions in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model import Condition, Game, Path, Where, inside
from ..prose import Prose
from ..prose.shapes import single
from ..source import dotted, spell

_WHOLE = 10_000
"""More letters than any rule has: it is spelt in full."""


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """A condition in a rule, and its clause by language."""

    condition: Condition
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Saying:
    """A rule's sentence by language, and the variants with this sentence."""

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
    """The rules of a game's rule sets, section by section; a rule that several have comes once."""
    prose = {game.variant: [Prose(game, language) for language in languages] for game in games}

    # Rule sets have a rule in common if it stands at one path, in one place, with one value.
    having: dict[tuple[Any, ...], list[Game]] = {}
    for game in games:
        for path in single(game, prose[game.variant][0].says):
            value = spell(game.at(path), _WHOLE)
            having.setdefault((path, game.where(path), value), []).append(game)

    conditions = {game.variant: tuple(_conditions(game)) for game in games}
    found = [
        _rule(path, sets, prose, conditions[sets[0].variant]) for (path, *_), sets in having.items()
    ]

    # Sections in the order in which the rule sets have them.
    sections = list(dict.fromkeys(key for game in games for key in game.data))
    return tuple(sorted(found, key=lambda rule: sections.index(str(rule.path[0]))))


def _rule(
    path: Path,
    games: Sequence[Game],
    prose: Mapping[str, Sequence[Prose]],
    conditions: Sequence[Condition],
) -> Rule:
    first = games[0]
    parts = [each for each in conditions if each.at[: len(path)] == path]
    return Rule(
        path,
        first.at(path),
        first.where(path),
        first.cites(path),
        _sayings(path, games, prose),
        tuple(_part(each, prose[first.variant]) for each in parts),
        tuple(each.variant for each in games),
    )


def _sayings(
    path: Path, games: Sequence[Game], prose: Mapping[str, Sequence[Prose]]
) -> tuple[Saying, ...]:
    """The sentences of a rule, each with its variants."""
    variants: dict[tuple[str, ...], list[str]] = {}
    for game in games:
        sentences = tuple(each.setting(path, game.at(path)) for each in prose[game.variant])
        variants.setdefault(sentences, []).append(game.variant)
    languages = [each.language for each in prose[games[0].variant]]
    return tuple(
        Saying(tuple(sets), dict(zip(languages, sentences, strict=True)))
        for sentences, sets in variants.items()
    )


def _part(condition: Condition, prose: Sequence[Prose]) -> ConditionPart:
    return ConditionPart(condition, {each.language: each.condition(condition) for each in prose})


def _conditions(game: Game) -> Iterator[Condition]:
    """Every condition of a game, and every condition in it, once."""
    seen = set()
    for part in inside(game):
        if isinstance(part, Condition) and part.at and (part.at, part.word) not in seen:
            seen.add((part.at, part.word))
            yield part
