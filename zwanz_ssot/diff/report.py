"""A comparison of rules as text, as Markdown and as data: one structure, three forms.

`of_variants` and `of_revisions` make the sections; `text` and `markdown` write them. Nothing is
printed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from ..model import Game, told_apart
from ..paths import dotted
from ..prose import Prose
from ..prose.phrases import Phrases
from .behaviour import (
    BehaviourChange,
    FlippedExamples,
    RuleDifference,
    behaviour,
    behaviour_data,
    difference_data,
    differences,
)
from .revisions import RevisionsDiff, RuleSetChange

if TYPE_CHECKING:
    from rich.console import RenderableType

_SHOWN = 12
"""The most examples that are named; of the rest only the number is given."""


@dataclass(frozen=True)
class RuleSection:
    """A heading and rules that differ."""

    heading: str
    differences: tuple[RuleDifference, ...] = ()


@dataclass(frozen=True)
class ListSection:
    """A sentence and its list."""

    heading: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableSection:
    """A sentence and its table, whose last ``numbers`` columns are numbers."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int


Section = RuleSection | ListSection | TableSection


@dataclass(frozen=True)
class DiffReport:
    """The differences in sections, in one language, and as data for programs.

    Only Markdown has the ``title``, above all sections. ``rule_columns`` are the heads of a table
    of rules: difference, rule, source.
    """

    sections: tuple[Section, ...]
    data: Mapping[str, Any]
    rule_columns: tuple[str, str, str]
    title: str = ""


def of_variants(
    before: Game, after: Game, rules: FilePath, phrases: Phrases, lang: str, tries: int, play: bool
) -> DiffReport:
    """The differences between two rule sets of one game.

    ``rules`` is the folder with the examples, of which at most ``tries`` are run. Without ``play``,
    neither examples nor positions are compared.
    """
    found = tuple(differences(before, after, lang))
    change = BehaviourChange()
    if play and found:
        change = behaviour(before, after, [each.path for each in found], rules, tries, lang)
    names = dict(zip("ab", told_apart(before, after), strict=True))
    if found:
        heading = phrases("differences", n=len(found), **names)
    else:
        heading = phrases("no_differences", **names)
    games = {after.variant: after}
    data = {
        "game": after.id,
        **names,
        "differences": [difference_data(each) for each in found],
        **behaviour_data(change),
    }
    sections = (RuleSection(heading, found), *_behaviour(change, games, lang, phrases))
    return DiffReport(sections, data, _rule_columns(phrases))


def of_revisions(
    old: str, new: str, diff: RevisionsDiff, phrases: Phrases, lang: str
) -> DiffReport:
    """The differences between two git revisions."""
    shown = [each for each in diff.rule_sets if each.is_shown]
    sections: list[Section] = [
        RuleSection(_heading(each, phrases), each.differences) for each in shown
    ]
    if not shown:
        sections = [ListSection(phrases("no_changes", a=old, b=new))]
    sections += _behaviour(diff.behaviour, diff.games, lang, phrases)
    rule_sets = [_rule_set_data(each) for each in shown]
    data = {"a": old, "b": new, "rule_sets": rule_sets, **behaviour_data(diff.behaviour)}
    title = phrases("changes", a=old, b=new) if shown else ""
    return DiffReport(tuple(sections), data, _rule_columns(phrases), title)


def _heading(change: RuleSetChange, phrases: Phrases) -> str:
    if change.fault:
        return phrases("unreadable", name=change.name, problem=change.fault)
    if change.old is None or change.new is None:
        return phrases("new_rules" if change.old is None else "gone_rules", name=change.name)
    return phrases("changed_rules", n=len(change.differences), name=change.name)


def _rule_set_data(change: RuleSetChange) -> Mapping[str, Any]:
    return {
        "rules": change.name,
        "is_new": change.old is None and not change.fault,
        "is_gone": change.new is None and not change.fault,
        "problem": change.fault,
        "differences": [difference_data(each) for each in change.differences],
    }


def _rule_columns(phrases: Phrases) -> tuple[str, str, str]:
    """The names of the columns in a table of rules."""
    return phrases("column_difference"), phrases("column_rule"), phrases("column_source")


def _behaviour(
    change: BehaviourChange, games: Mapping[str, Game], lang: str, phrases: Phrases
) -> Iterator[Section]:
    """Sections on the examples with another result, and on the changed numbers of positions, if
    any.

    ``games`` are the rule sets by their names.
    """
    flips = change.flips
    if flips.known:
        yield ListSection(_summary(flips, phrases), tuple(_titles(flips, phrases)))
    if change.moved:
        several = len({each.rules for each in change.moved}) > 1
        keys = ("column_contract", "perft_step", "moved_depth", "moved_old", "moved_new")
        columns = [phrases(key) for key in keys]
        rows = []
        for each in change.moved:
            contract = games[each.rules].contracts.get(each.contract)
            name = contract.name.text(lang) if contract else "–"
            prose = Prose(games[each.rules], lang)
            step = phrases("moved_last") if each.last else prose.step(each.step)
            row = (name, step, str(each.depth), str(each.old), str(each.new))
            rows.append((each.rules, *row) if several else row)
        if several:
            columns.insert(0, phrases("perft_rules"))
        yield TableSection(phrases("moved"), tuple(columns), tuple(rows), numbers=3)


def _summary(flips: FlippedExamples, phrases: Phrases) -> str:
    """How many examples have another result, and how many could not be run."""
    count, rest = ("flips_by_new", "not_asked_by_new") if flips.by_new else ("flips", "not_asked")
    summary = phrases(count, n=len(flips.flipped), tried=flips.tried, known=flips.known)
    return f"{summary} {phrases(rest, n=flips.not_asked)}" if flips.not_asked else summary


def _titles(flips: FlippedExamples, phrases: Phrases) -> Iterator[str]:
    for name, title in flips.flipped[:_SHOWN]:
        yield phrases("noted", text=title, note=name)
    left = len(flips.flipped) - _SHOWN
    if left > 0:
        yield phrases("more_flips", n=left)


def text(report: DiffReport) -> Iterator[str | RenderableType]:
    """The report for a terminal, in parts. A part that is a string must not be broken."""
    for number, section in enumerate(report.sections):
        if number:
            yield ""
        match section:
            case RuleSection(heading, differences):
                yield from _rules_as_text(heading, differences)
            case ListSection(heading, rows):
                yield heading
                yield from (f"  {row}" for row in rows)
            case TableSection():
                yield section.heading
                yield ""
                yield _table(section)


def _rules_as_text(
    heading: str, differences: tuple[RuleDifference, ...]
) -> Iterator[str | RenderableType]:
    """A heading; each difference with its path and its sources below it."""
    from rich.padding import Padding
    from rich.text import Text

    yield Text(heading, style="bold")
    for each in differences:
        below = Text(dotted(each.path), style="cyan")
        if each.cited:
            below.append(f"  {', '.join(each.cited)}", style="dim")
        yield ""
        yield Padding(Text(each.sentence), (0, 0, 0, 2))
        yield Padding(below, (0, 0, 0, 2))


def _table(section: TableSection) -> RenderableType:
    from rich import box
    from rich.table import Table

    table = Table(*section.columns, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in table.columns[-section.numbers :]:
        column.justify = "right"
    for row in section.rows:
        table.add_row(*row)
    return table


def markdown(report: DiffReport) -> str:
    """The report as Markdown: headings, lists and tables."""
    parts = [f"## {report.title}"] if report.title else []
    for section in report.sections:
        match section:
            case RuleSection(heading, differences):
                parts.append(f"**{heading}**")
                if differences:
                    parts.append(_rules_as_markdown(differences, report.rule_columns))
            case ListSection(heading, rows):
                parts.append(heading)
                if rows:
                    parts.append("\n".join(f"* {row}" for row in rows))
            case TableSection(heading, columns, rows, numbers):
                marks = ["---"] * (len(columns) - numbers) + ["---:"] * numbers
                parts.append(heading)
                lines = [markdown_row(columns), markdown_row(marks)]
                lines += [markdown_row(row) for row in rows]
                parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _rules_as_markdown(
    differences: tuple[RuleDifference, ...], columns: tuple[str, str, str]
) -> str:
    """A table of differences."""
    lines = [markdown_row(columns), markdown_row(["---"] * len(columns))]
    for each in differences:
        cells = (each.sentence, f"`{dotted(each.path)}`", ", ".join(each.cited))
        lines.append(markdown_row([cell.replace("|", "\\|") for cell in cells]))
    return "\n".join(lines)


def markdown_row(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(cells)} |"
