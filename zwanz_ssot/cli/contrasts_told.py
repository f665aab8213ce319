"""Differences of rules in the forms in which they are shown: for a terminal, in Markdown, for
programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .contrasts import Told
from .output import show

if TYPE_CHECKING:
    from .phrases import Phrases


def _cited(told: Told) -> str:
    """Who says the new rule; where it is gone and nobody says so, who said the old one."""
    return ", ".join(dict.fromkeys(told.sources[1] or told.sources[0]))


def print_told(heading: str, told: list[Told]) -> None:
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


def as_markdown(heading: str, told: list[Told], phrases: Phrases) -> Iterator[str]:
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


def data(told: Told) -> Mapping[str, Any]:
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
