"""``zwanz diff``: what two variants do differently, as sentences with their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from ..problems import WrongCall
from .group import Taught
from .options import RULE_SET, json_option, lang_option, rules_option
from .output import print_json, show
from .picking import pick

if TYPE_CHECKING:
    from ..contrast import Contrast
    from ..model import Game, Path
    from .phrases import Phrases

_NO_RULES = ("source", "open", "not_used")
"""Keys whose values say something about the rules, and are none."""


@dataclass(frozen=True)
class Told:
    """One difference: its place, its sentence, who says what holds in the first and in the second."""

    path: Path
    sentence: str
    old: Any
    new: Any
    sources: tuple[tuple[str, ...], tuple[str, ...]]


@click.command("diff", cls=Taught)
@click.argument("a", type=RULE_SET)
@click.argument("b", type=RULE_SET)
@lang_option
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
@rules_option
@json_option
def command(a: str, b: str, lang: str, markdown: bool, rules: FilePath | None, as_json: bool) -> None:
    """Say how two variants differ, as sentences.

    Each sentence says what is different when B is played instead of A, with its source. A and B are
    GAME:VARIANT, a VARIANT alone where only one game has it, or the file of a variant of your own; the variant
    `base` is the game without any changes.
    """
    from .phrases import Phrases

    if markdown and as_json:
        raise click.UsageError("either --markdown or --json")
    before, after = pick(a, rules=rules), pick(b, rules=rules)
    phrases = Phrases(lang)
    if before.id != after.id:
        raise WrongCall(phrases("different_games", a=a, b=b))
    told = list(differences(before, after, lang))
    if as_json:
        print_json({"game": after.id, "a": before.variant, "b": after.variant, "differences": [*map(_data, told)]})
    elif markdown:
        click.echo("\n".join(_markdown(before, after, told, phrases)))
    else:
        _print(before, after, told, phrases)


def differences(before: Game, after: Game, lang: str) -> Iterator[Told]:
    """Every rule that is not the same in both, in the order of the rules."""
    from ..contrast import MISSING, compare
    from ..prose import Prose

    old, new = Prose(_knowing(before, after), lang), Prose(_knowing(after, before), lang)
    for each in _whole_names(before, after, compare(before.data, after.data)):
        was = None if each.old is MISSING else each.old
        now = None if each.new is MISSING else each.new
        speaker = old if now is None else new  # what is gone has its name in the old rules alone
        sources = (before.cites(each.path) if was is not None else (), after.cites(each.path))
        yield Told(each.path, speaker.difference(each.path, was, now), was, now, sources)


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


def _whole_names(before: Game, after: Game, contrasts: tuple[Contrast, ...]) -> Iterator[Contrast]:
    """The contrasts of rules; what a thing is called is one rule, in however many languages it is said."""
    from ..contrast import Contrast

    seen: set[Path] = set()
    for each in contrasts:
        if any(step in _NO_RULES for step in each.path):
            continue
        if "name" not in each.path[:-1]:
            yield each
            continue
        path = each.path[: each.path.index("name") + 1]
        if path not in seen:
            seen.add(path)
            yield Contrast(path, before.at(path), after.at(path))


def _heading(before: Game, after: Game, count: int, phrases: Phrases) -> str:
    a, b = before.variant, after.variant
    return phrases("differences", n=count, a=a, b=b) if count else phrases("no_differences", a=a, b=b)


def _cited(told: Told) -> str:
    """Who says the new rule; where it is gone and nobody says so, who said the old one."""
    return ", ".join(dict.fromkeys(told.sources[1] or told.sources[0]))


def _print(before: Game, after: Game, told: list[Told], phrases: Phrases) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from ..source import dotted

    show(Text(_heading(before, after, len(told), phrases), style="bold"))
    for each in told:
        cited = _cited(each)
        under = Text(dotted(each.path), style="cyan")
        if cited:
            under.append(f"  {cited}", style="dim")
        show(Text(), Padding(Text(each.sentence), (0, 0, 0, 2)), Padding(under, (0, 0, 0, 2)))


def _markdown(before: Game, after: Game, told: list[Told], phrases: Phrases) -> Iterator[str]:
    from ..source import dotted

    yield f"**{_heading(before, after, len(told), phrases)}**"
    if told:
        heads = [phrases(f"column_{key}") for key in ("difference", "rule", "source")]
        yield ""
        yield f"| {' | '.join(heads)} |"
        yield "| --- | --- | --- |"
    for each in told:
        cells = (each.sentence, f"`{dotted(each.path)}`", _cited(each))
        row = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| {row} |"


def _data(told: Told) -> Mapping[str, Any]:
    from ..source import dotted

    a, b = told.sources
    return {
        "path": dotted(told.path),
        "sentence": told.sentence,
        "a": told.old,
        "b": told.new,
        "sources": {"a": list(a), "b": list(b)},
    }
