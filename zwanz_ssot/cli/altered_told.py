"""What a change alters in play, in the forms in which it is shown: for a terminal, in Markdown, for
programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import click

from .altered import Flips, Moved

if TYPE_CHECKING:
    from ..model import Game
    from .phrases import Phrases

_SHOWN = 12
"""So many examples that flip are named; of the others it is said how many there are."""


@dataclass(frozen=True)
class Altered:
    """Examples that come out otherwise, and positions that are more or fewer."""

    flips: Flips = field(default_factory=Flips)
    moved: list[Moved] = field(default_factory=list)

    @property
    def tells(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.flips.known or self.moved)


def print_altered(altered: Altered, games: Mapping[str, Game], lang: str, phrases: Phrases) -> None:
    """For a terminal. ``games`` are the rule sets by their names."""
    from rich import box
    from rich.table import Table

    from .output import show

    if altered.flips.known:
        click.echo(_summary(altered.flips, phrases))
        for row in _listed(altered.flips, phrases):
            click.echo(f"  {row}")
    if altered.moved:
        table = Table(
            *_heads(altered, phrases), box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False
        )
        for number in range(-3, 0):
            table.columns[number].justify = "right"
        for cells in _rows(altered, games, lang, phrases):
            table.add_row(*cells)
        click.echo(("\n" if altered.flips.known else "") + phrases("moved"))
        show("", table)


def altered_markdown(
    altered: Altered, games: Mapping[str, Game], lang: str, phrases: Phrases
) -> Iterator[str]:
    """Line by line: a list of examples, a table of positions."""
    if altered.flips.known:
        yield f"\n{_summary(altered.flips, phrases)}"
        if altered.flips.flipped:
            yield ""
        yield from (f"* {row}" for row in _listed(altered.flips, phrases))
    if altered.moved:
        heads = _heads(altered, phrases)
        yield f"\n{phrases('moved')}\n"
        yield f"| {' | '.join(heads)} |"
        yield f"|{' --- |' * (len(heads) - 3)}{' ---: |' * 3}"
        yield from (f"| {' | '.join(row)} |" for row in _rows(altered, games, lang, phrases))


def altered_data(altered: Altered) -> Mapping[str, Any]:
    """For programs."""
    flips = altered.flips
    flipped = [{"rules": name, "title": title} for name, title in flips.flipped]
    counts = {
        "known": flips.known,
        "tried": flips.tried,
        "not_asked": flips.not_asked,
        "by_new": flips.by_new,
    }
    return {
        "examples": {**counts, "flipped": flipped},
        "positions": [asdict(each) for each in altered.moved],
    }


def _summary(flips: Flips, phrases: Phrases) -> str:
    count, rest = ("flips_by_new", "not_asked_by_new") if flips.by_new else ("flips", "not_asked")
    said = phrases(count, n=len(flips.flipped), tried=flips.tried, known=flips.known)
    return f"{said} {phrases(rest, n=flips.not_asked)}" if flips.not_asked else said


def _listed(flips: Flips, phrases: Phrases) -> list[str]:
    rows = [f"{title} ({name})" for name, title in flips.flipped]
    left = len(rows) - _SHOWN
    return [*rows[:_SHOWN], phrases("more_flips", n=left)] if left > 0 else rows


def _several(altered: Altered) -> bool:
    """Whether there are counts of more than one rule set."""
    return len({each.rules for each in altered.moved}) > 1


def _heads(altered: Altered, phrases: Phrases) -> list[str]:
    heads = [
        phrases(key)
        for key in ("column_contract", "perft_step", "moved_depth", "moved_old", "moved_new")
    ]
    return [phrases("perft_rules"), *heads] if _several(altered) else heads


def _rows(
    altered: Altered, games: Mapping[str, Game], lang: str, phrases: Phrases
) -> Iterator[list[str]]:
    for each in altered.moved:
        contract = games[each.rules].contracts.get(each.contract)
        step = phrases("moved_last") if each.last else each.step
        row = [
            contract.name.said(lang) if contract else "–",
            step,
            *map(str, (each.depth, each.old, each.new)),
        ]
        yield [each.rules, *row] if _several(altered) else row
