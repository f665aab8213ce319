"""The figures of a balance, drawn on a page: a picture for each group of them.

>>> [table for _, table, _, _ in PANELS]  # of those that have figures
['contract', 'contract', 'contract', 'item', 'item', 'item', 'seat', 'evening']
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .. import places
from ..problems import NotInstalled
from .balance import Balance, Interval, Name, difference, is_share, rule_set_names, shown_names
from .figure_words import FigureWords

COLOURS = ("#1f5fa8", "#c4541b")
"""The colours of the first and the second rule set. Colour-blind readers tell them apart, too
(Okabe and Ito, 2008, darkened to a contrast of 4.5 on white).
"""
_ROW, _BASE = 0.30, 0.75
"""The height in inches of a row, and of the axis with its label."""
_WIDTH = 7.2
"""The width of a picture in inches."""
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "zwanz",
    "font.family": "sans-serif",
    "font.sans-serif": ["Source Sans 3", "Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.edgecolor": "#888888",
    "xtick.color": "#444444",
    "ytick.left": False,
}
PANELS = (
    ("contracts_bid", "contract", ("bid",), "of_all"),
    ("contracts_won", "contract", ("won",), "of_bid"),
    ("contracts_get", "contract", ("declarer gets",), "a_round"),
    ("items_rounds", "item", ("rounds",), "of_all"),
    ("items_won", "item", ("won",), "of_settled"),
    ("items_bring", "item", ("brings",), "to_the_side"),
    ("seats_score", "seat", ("score",), "a_round"),
    ("evenings", "evening", ("rounds", "ends from the mean"), "of_evenings"),
)
"""Title, table, columns and label of the axis of each picture; title and label are keys."""


def page(found: Sequence[Balance], language: str = "en") -> str:
    """A page with a picture for each group of figures, for one rule set or two, as one file of
    HTML. Raises `NotInstalled` without Matplotlib, `WrongCall` for an unknown language.
    """
    words, pictures = FigureWords(found, language), []
    for title, table, columns, axis in PANELS:
        names = shown_names(found, table, columns)
        if names:
            labels = [words.label(name, column=len(columns) > 1) for name in names]
            drawn = _picture(found, names, labels, words, axis)
            pictures.append({"title": words(title), "svg": drawn})
    templates = Environment(
        loader=FileSystemLoader(places.data("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("balance.html.j2").render(
        language=language,
        words=words,
        sets=rule_set_names(found),
        colours=COLOURS,
        pictures=pictures,
        rounds=found[0].rounds,
    )


def _alt(
    found: Sequence[Balance],
    names: Sequence[Name],
    labels: Sequence[str],
    words: FigureWords,
    axis: str,
) -> str:
    """The picture in words, for readers who do not see it."""
    told = {}
    for name, label in zip(names, labels, strict=True):
        times = 100 if is_share(found, name) else 1
        cells = [each.interval(name) for each in found]
        values = ["–" if cell is None else words.number(cell.value * times, 2) for cell in cells]
        two = len(values) == 2
        told[label] = words("against", one=values[0], other=values[1]) if two else values[0]
    return words.described(axis, told)


def _picture(
    found: Sequence[Balance],
    names: Sequence[Name],
    labels: Sequence[str],
    words: FigureWords,
    axis: str,
) -> str:
    """One picture as an SVG element: a row for each figure, bold where the two differ."""
    matplotlib = find_matplotlib()
    with warnings.catch_warnings(), matplotlib.rc_context(_STYLE):
        figure_of: Any = import_module("matplotlib.figure").Figure
        figure = figure_of(figsize=(_WIDTH, _BASE + _ROW * len(names)), layout="constrained")
        axes = figure.subplots()
        for row, name in enumerate(names):
            times = 100 if is_share(found, name) else 1
            for number, each in enumerate(found):
                shift = 0.0 if len(found) == 1 else (-0.14, 0.14)[number]
                _mark(axes, row + shift, each.interval(name), times, COLOURS[number])
        axes.set_yticks(range(len(names)), labels)
        if len(found) > 1:
            for name, label in zip(names, axes.get_yticklabels(), strict=True):
                differs = difference(found[0], found[1], name)
                if differs is not None and differs.excludes_zero:
                    label.set_fontweight("bold")
        axes.invert_yaxis()
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(words(axis))
        formatter = axes.xaxis.get_major_formatter()
        written = formatter.format_ticks
        formatter.format_ticks = lambda values: [*map(words.phrases.number, written(values))]
        axes.grid(axis="x", color="#e2e2e2", linewidth=0.8)
        axes.set_axisbelow(True)
        # Means lie on either side of zero; shares begin there.
        if not all(is_share(found, name) for name in names):
            axes.axvline(0, color="#888888", linewidth=0.8)
        out = StringIO()
        # The page shows each letter with a font of its reader, whatever Matplotlib has.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return _as_element(out.getvalue(), _alt(found, names, labels, words, axis))


def _mark(axes: Any, row: float, cell: Interval | None, times: int, colour: str) -> None:
    """Draw a value with its interval; the dot is hollow where there is none."""
    if cell is None:
        return
    if cell.low is not None and cell.high is not None:
        ends = [cell.low * times, cell.high * times]
        axes.plot(ends, [row, row], color=colour, linewidth=2, solid_capstyle="round")
        axes.plot([cell.value * times], [row], "o", color=colour, markersize=5)
    else:
        axes.plot([cell.value * times], [row], "o", color=colour, markersize=5, fillstyle="none")


def find_matplotlib() -> Any:
    """The module Matplotlib. Raises `NotInstalled` without it."""
    try:
        return import_module("matplotlib")
    except ImportError:
        text = "for pictures install Matplotlib: pip install matplotlib"
        raise NotInstalled(text) from None


_HEAD = re.compile(r"\A.*?<svg ", re.DOTALL)
_METADATA = re.compile(r" *<metadata>.*?</metadata>\n", re.DOTALL)


def _as_element(drawn: str, alt: str) -> str:
    """The SVG of Matplotlib without its head and metadata, and with an alternative text."""
    escaped = alt.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    drawn = _METADATA.sub("", drawn)
    return _HEAD.sub(f'<svg role="img" aria-label="{escaped}" ', drawn, count=1)
