"""Which rules of two games differ: each difference as a sentence with its sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..contrast import MISSING, Contrast, compare
from ..model import Game, Path
from ..prose import Prose
from ..prose.shapes import said_whole
from ..source import dotted

_NO_RULES = ("source", "open", "not_used")
"""Keys whose values are about rules, but are no rules."""


@dataclass(frozen=True)
class RuleDifference:
    """A rule that differs: its path, a sentence, both values, the sources of both."""

    path: Path
    sentence: str
    old: Any
    new: Any
    sources: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def cited(self) -> tuple[str, ...]:
        """The sources of the new rule; without any, those of the old one."""
        return tuple(dict.fromkeys(self.sources[1] or self.sources[0]))


def differences(before: Game, after: Game, lang: str) -> Iterator[RuleDifference]:
    """Every rule that differs, in the order of the rules.

    Left out are rules that read the same in this language, and those about something that the new
    rules do not have.
    """
    old_prose = Prose(_with_names_of(before, after), lang, after)
    new_prose = Prose(_with_names_of(after, before), lang)
    for each in _rules(before, after, compare(before.data, after.data)):
        was = None if each.old is MISSING else each.old
        now = None if each.new is MISSING else each.new
        prose = old_prose if now is None else new_prose  # only the old rules name what is gone
        sources = (before.cites(each.path) if was is not None else (), after.cites(each.path))
        if sentence := prose.difference(each.path, was, now):
            yield RuleDifference(each.path, sentence, was, now, sources)


def _with_names_of(game: Game, other: Game) -> Game:
    """A game with the names of another one merged in, for sentences."""
    kontra = game.kontra
    if kontra and other.kontra:
        kontra = replace(kontra, names={**other.kontra.names, **kontra.names})
    return replace(
        game,
        contracts={**other.contracts, **game.contracts},
        bonuses={**other.bonuses, **game.bonuses},
        kontra=kontra or other.kontra,
    )


def _rules(before: Game, after: Game, contrasts: tuple[Contrast, ...]) -> Iterator[Contrast]:
    """The contrasts of rules.

    What one sentence says as a whole (a condition, a name in all its languages) becomes one
    contrast, if another word stands in it or if more than one thing in it differs.
    """
    inside: dict[Path, list[Contrast]] = {}
    for each in contrasts:
        if not any(step in _NO_RULES for step in each.path):
            inside.setdefault(said_whole(each.path), []).append(each)
    for path, some in inside.items():
        one = some[0]
        if len(some) == 1 and "name" not in one.path[:-1] and MISSING not in (one.old, one.new):
            yield one
        else:
            yield Contrast(path, before.at(path), after.at(path))


def difference_data(difference: RuleDifference) -> Mapping[str, Any]:
    """A difference, for programs."""
    a, b = difference.sources
    return {
        "path": dotted(difference.path),
        "sentence": difference.sentence,
        "a": difference.old,
        "b": difference.new,
        "sources": {"a": list(a), "b": list(b)},
    }
