"""How two games differ: each difference as a sentence with its sources, for a terminal, in Markdown, for
programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..console import show

if TYPE_CHECKING:
    from ..contrast import Contrast
    from ..model import Game, Path
    from ..prose.phrases import Phrases


_NO_RULES = ("source", "open", "not_used")
"""Keys whose values say something about the rules, and are none."""


@dataclass(frozen=True)
class RuleDifference:
    """One difference: its place, its sentence, who says what holds in the first and in the second."""

    path: Path
    sentence: str
    old: Any
    new: Any
    sources: tuple[tuple[str, ...], tuple[str, ...]]


def differences(before: Game, after: Game, lang: str) -> Iterator[RuleDifference]:
    """Every rule that is not the same in both, in the order of the rules; none that reads the same
    in this language, or is about something that the new rules do not have.
    """
    from ..contrast import MISSING, compare
    from ..prose import Prose

    old, new = Prose(_knowing(before, after), lang, after), Prose(_knowing(after, before), lang)
    for each in _rules(before, after, compare(before.data, after.data)):
        was = None if each.old is MISSING else each.old
        now = None if each.new is MISSING else each.new
        speaker = old if now is None else new  # what is gone has its name in the old rules alone
        sources = (before.cites(each.path) if was is not None else (), after.cites(each.path))
        if sentence := speaker.difference(each.path, was, now):
            yield RuleDifference(each.path, sentence, was, now, sources)


def _knowing(game: Game, other: Game) -> Game:
    """A game that also knows the names of what only the other one has."""
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
    """The contrasts of rules. What is said as one (a condition, a name in all its languages) is one
    contrast as a whole where another word stands in it, or where more than one thing in it is
    different.
    """
    from ..contrast import MISSING, Contrast
    from ..prose.shapes import said_whole

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


def _cited(told: RuleDifference) -> str:
    """Who says the new rule; where it is gone and nobody says so, who said the old one."""
    return ", ".join(dict.fromkeys(told.sources[1] or told.sources[0]))


def print_told(heading: str, told: list[RuleDifference]) -> None:
    """A heading and the differences below it, for a terminal."""
    from rich.padding import Padding
    from rich.text import Text

    from ..source import dotted

    show(Text(heading, style="bold"))
    for each in told:
        cited = _cited(each)
        under = Text(dotted(each.path), style="cyan")
        if cited:
            under.append(f"  {cited}", style="dim")
        show(Text(), Padding(Text(each.sentence), (0, 0, 0, 2)), Padding(under, (0, 0, 0, 2)))


def as_markdown(heading: str, told: list[RuleDifference], phrases: Phrases) -> Iterator[str]:
    """A heading and a table of the differences, line by line."""
    from ..source import dotted

    yield heading
    if told:
        heads = [phrases(f"column_{key}") for key in ("difference", "rule", "source")]
        yield ""
        yield f"| {' | '.join(heads)} |"
        yield "| --- | --- | --- |"
    for each in told:
        cells = (each.sentence, f"`{dotted(each.path)}`", _cited(each))
        row = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| {row} |"


def data(told: RuleDifference) -> Mapping[str, Any]:
    """A difference, for programs."""
    from ..source import dotted

    a, b = told.sources
    return {
        "path": dotted(told.path),
        "sentence": told.sentence,
        "a": told.old,
        "b": told.new,
        "sources": {"a": list(a), "b": list(b)},
    }
