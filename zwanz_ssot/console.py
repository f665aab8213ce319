"""Output on a terminal: problems in colour, texts, tables, JSON, progress."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from .problems import Problem

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table


_NARROWEST, _WIDEST = 40, 100
"""The least and the most columns of a table: in fewer it breaks, more are hard to read."""

MOST_PROBLEMS = 300
"""The most problems that are printed: more than anybody reads at once."""


def print_problems(problems: Iterable[Problem], *, err: bool = False) -> None:
    """Print a line for each of the first `MOST_PROBLEMS`: ``mark: path: sentence; hint``."""
    every = list(problems)
    for problem in every[:MOST_PROBLEMS]:
        mark = click.style(f"{harmless(str(problem.mark))}: ", bold=True) if problem.mark else ""
        path = click.style(f"{harmless(problem.path)}: ", fg="cyan") if problem.path else ""
        hint = click.style(f"; {harmless(problem.hint)}", fg="yellow") if problem.hint else ""
        click.echo(f"{mark}{path}{harmless(problem.text)}{hint}", err=err)
    if len(every) > MOST_PROBLEMS:
        rest = len(every) - MOST_PROBLEMS
        click.echo(f"… and {rest} more, which are not shown; fix these first", err=err)


def harmless(text: str) -> str:
    """A text with ``?`` for each character that a terminal would obey instead of showing it."""
    from .yaml_reader import UNWRITABLE

    return UNWRITABLE.sub("?", text)


def print_json(value: Any) -> None:
    """Print data as JSON, which knows no NaN and no infinity: they raise `ValueError`."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def console(*, err: bool = False) -> Console:
    """A console for tables, with the width of the terminal (within limits) and its colours."""
    from .line_breaking import LineBreakingConsole

    stream = sys.stderr if err else sys.stdout
    known = stream.isatty() or os.environ.get("COLUMNS", "").isdecimal()
    columns, height = get_terminal_size()
    width = max(_NARROWEST, min(_WIDEST, columns) if known else _WIDEST)
    return LineBreakingConsole(
        file=stream, width=width, height=height, highlight=False, markup=False, emoji=False
    )


def show(*parts: RenderableType) -> None:
    """Print texts and tables, without trailing spaces."""
    out = console()
    with out.capture() as captured:
        for part in parts:
            out.print(part, crop=False)
    click.echo("\n".join(line.rstrip() for line in captured.get().split("\n")), nl=False)


def plain_table(*columns: str, texts: int = 1) -> Table:
    """A table without lines. The first ``texts`` columns hold texts, the others numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number < texts else "right")
    return table


_TENTHS = 10


@contextmanager
def showing_progress(
    things: str, told: Callable[..., str] = "{done} of {all} {things}".format
) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows progress when called with the things done and the total.

    On a terminal it draws a bar; elsewhere it prints what ``told`` returns at each tenth.
    """
    if not sys.stderr.isatty():
        shown = 0

        def line(done: int, of: int) -> None:
            nonlocal shown
            tenth = done * _TENTHS // of
            if tenth > shown:
                shown = tenth
                click.echo(told(done=done, all=of, things=things), err=True)

        yield line
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(err=True), transient=True) as bar:
        task = bar.add_task(things, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def busy(doing: str) -> Iterator[None]:
    """Show on a terminal what is being done, and the time since. Shows nothing elsewhere, and on a
    terminal without colour.
    """
    if not sys.stderr.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console(err=True), transient=True) as bar:
        bar.add_task(harmless(doing), total=None)
        yield
