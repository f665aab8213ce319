"""What the rules make of a game: how often contracts are bid and won, what items bring, and seats
against each other; of one rule set, or of two with the same cards. As figures, and drawn on a page.

Every figure is a sum over rounds divided by another one (`Figure`): rounds won by rounds bid,
scores by rounds. Intervals are of 95 %. Of a share it is the score interval (Wilson, 1927,
"Probable inference, the law of succession, and statistical inference"); of all else the normal one,
with the variance of a ratio linearised (Cochran, 1977, Sampling Techniques, section 6.4).

Two rule sets are compared round by round, by the difference of what each round adds to a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from io import StringIO
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .. import places
from ..model import SEATS, Game
from ..problems import NotInstalled
from .simulation import USUAL, Evening, Progress, Row, simulate, simulate_evenings

Z = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of an interval of 95 %."""
FEWEST = 6
"""Rounds that have to tell of a mean, and to differ before a difference counts. By the sign test
six that all go one way come by chance once in 32 times, five once in 16.
"""
Name = tuple[str, str, str]
"""A figure: its table, its row and its column."""


@dataclass(frozen=True)
class Interval:
    """A figure with the ends of its interval; None where too few rounds tell them."""

    value: float
    low: float | None
    high: float | None

    @property
    def excludes_zero(self) -> bool:
        """Whether both ends lie on the same side of nothing."""
        return self.low is not None and self.high is not None and self.low * self.high > 0


def wilson(hits: int, of: int) -> Interval:
    """The share of so many, with its score interval.

    >>> found = wilson(8, 10)
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.8, 0.49, 0.943)
    """
    share, weight = hits / of, Z * Z / of
    middle = (share + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * sqrt(share * (1 - share) / of + weight / (4 * of))
    return Interval(share, middle - half if hits else 0.0, middle + half if hits < of else 1.0)


@dataclass
class Figure:
    """A sum over rounds by another one; what each round adds to them, by its number from 0."""

    is_share: bool
    added: dict[int, tuple[float, float]] = field(default_factory=dict)

    def add(self, number: int, part: float, whole: float = 1) -> None:
        """Add to the sums of a round."""
        before = self.added.get(number, (0, 0))
        self.added[number] = (before[0] + part, before[1] + whole)

    @property
    def sums(self) -> tuple[float, float]:
        """Both sums."""
        return sum(x for x, _ in self.added.values()), sum(n for _, n in self.added.values())

    def interval(self, rounds: int) -> Interval | None:
        """The figure; None where nothing was counted."""
        part, whole = self.sums
        if not whole:
            return None
        if self.is_share:
            return wilson(round(part), round(whole))
        return _normal(part / whole, self.pulls(rounds), len(self.added))

    def pulls(self, rounds: int) -> list[float]:
        """How each round pulls at the figure; their mean is 0."""
        part, whole = self.sums
        ratio, mean = part / whole, whole / rounds
        found = [0.0] * rounds
        for number, (x, n) in self.added.items():
            found[number] = (x - ratio * n) / mean
        return found


def _normal(value: float, pulls: Sequence[float], rounds: int) -> Interval:
    """The value with its normal interval; none around what fewer than `FEWEST` rounds tell."""
    if rounds < FEWEST:
        return Interval(value, None, None)
    half = Z * stdev(pulls) / sqrt(len(pulls))
    return Interval(value, value - half, value + half)


@dataclass(frozen=True)
class Balance:
    """The figures of a rule set, by name, and of how many rounds and evenings."""

    game: Game
    rounds: int
    figures: Mapping[Name, Figure]
    evenings: int = 0

    def counted_in(self, name: Name) -> int:
        """How many rounds or evenings a figure is of."""
        return self.evenings if name[0] == "evening" else self.rounds

    def interval(self, name: Name) -> Interval | None:
        """A figure; None where nothing was counted."""
        figure = self.figures.get(name)
        return figure.interval(self.counted_in(name)) if figure is not None else None


def balance(
    game: Game,
    rounds: int,
    *,
    evenings: int = 0,
    seed: int = 0,
    players: str = USUAL,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Balance:
    """Play so many rounds, and so many evenings, and count them; what the arguments mean is told at
    `simulate`. Progress is that of the rounds.
    """
    rows = simulate(game, rounds, seed=seed, players=players, jobs=jobs, dask=dask)
    found = counted(game, rounds, _watched(rows, rounds, progress))
    if not evenings:
        return found
    play = simulate_evenings(game, evenings, seed=seed, players=players, jobs=jobs, dask=dask)
    return replace(found, evenings=evenings, figures={**found.figures, **counted_evenings(play)})


def counted_evenings(evenings: Iterable[Evening]) -> dict[Name, Figure]:
    """How long evenings are, and how far from their mean the scores of the players end."""
    length, ended = Figure(is_share=False), Figure(is_share=True)
    spread = Figure(is_share=False)
    for each in evenings:
        mean = fmean(each.scores)
        length.add(each.number - 1, each.rounds)
        ended.add(each.number - 1, each.ended)
        spread.add(each.number - 1, fmean(abs(score - mean) for score in each.scores))
    return {
        ("evening", "match", "rounds"): length,
        ("evening", "match", "ended"): ended,
        ("evening", "player", "ends from the mean"): spread,
    }


def _watched(rows: Iterable[Row], rounds: int, progress: Progress | None) -> Iterator[Row]:
    for row in rows:
        yield row
        if progress is not None:
            progress(row["number"], rounds)


def counted(game: Game, rounds: int, rows: Iterable[Row]) -> Balance:
    """The figures of rows, as `round_row` makes them, of the rounds from 1 on."""
    figures: dict[Name, Figure] = {}
    seats = SEATS[: game.table.players]
    for contract in game.contracts:
        for column in ("bid", *seats, "won"):
            figures["contract", contract, column] = Figure(is_share=True)
        figures["contract", contract, "declarer gets"] = Figure(is_share=False)
    for item in ("game", *game.bonuses):
        for kind in ("silent", "announced", "doubled"):
            figures["item", f"{item} {kind}", "rounds"] = Figure(is_share=True)
            figures["item", f"{item} {kind}", "won"] = Figure(is_share=True)
            figures["item", f"{item} {kind}", "brings"] = Figure(is_share=False)
    for seat in seats:
        figures["seat", seat, "score"] = Figure(is_share=False)
        figures["seat", seat, "variance"] = Figure(is_share=False)
    for row in rows:
        _count(figures, row)

    # The variance is the mean of the squared distances from the mean, so that it comes last.
    for seat in seats:
        scores = figures["seat", seat, "score"]
        part, whole = scores.sums
        for number, (score, _) in scores.added.items():
            figures["seat", seat, "variance"].add(number, (score - part / whole) ** 2)
    return Balance(game, rounds, figures)


def _count(figures: Mapping[Name, Figure], row: Row) -> None:
    number = row["number"] - 1
    bid, declarer, scores = row["contract"], row["declarer"], row["scores"]
    settled = not row["rules_are_silent"]

    # The contract: bid in how many of all rounds, by whom, won in how many of those with a side.
    for (table, contract, column), figure in figures.items():
        if table == "contract" and figure.is_share and column != "won":
            hit = contract == bid and column in ("bid", declarer)
            figure.add(number, hit)
    if bid is not None and row["won_by"] is not None:
        figures["contract", bid, "won"].add(number, row["won_by"] == "declarers")
    if bid is not None and declarer is not None and settled:
        figures["contract", bid, "declarer gets"].add(number, scores[declarer])

    # Items: what they bring to the side that claims them.
    met = set()
    for item in row["items"]:
        kinds = ["announced" if item["announced"] else "silent"]
        if _is_doubled(item, row):
            kinds.append("doubled")
        for kind in kinds:
            name = f"{item['item']} {kind}"
            met.add(name)
            figures["item", name, "won"].add(number, item["verdict"] == "won")
            figures["item", name, "brings"].add(number, item["amount"])
    for (table, name, column), figure in figures.items():
        if table == "item" and column == "rounds":
            figure.add(number, name in met)
    if settled:
        for seat, score in scores.items():
            figures["seat", seat, "score"].add(number, score)


def _is_doubled(item: Row, row: Row) -> bool:
    """Whether an item of a row was doubled, by anybody and whatever came of it."""
    for doubled in row["doubled"]:
        word, _, side = doubled.partition(" ")
        if word == item["item"] and side in {*SEATS, "", item["side"]}:
            return True
    return False


def shown_names(
    found: Sequence[Balance], table: str, columns: Sequence[str] | None = None
) -> list[Name]:
    """The figures of a table, or of some of its columns, that are not nothing in all of them."""
    names: dict[Name, None] = {}
    for each in found:
        names |= dict.fromkeys(
            name
            for name in each.figures
            if name[0] == table and (columns is None or name[2] in columns)
        )
    cells = {name: [each.interval(name) for each in found] for name in names}
    return [name for name in names if any(cell is not None and cell.value for cell in cells[name])]


def is_share(found: Sequence[Balance], name: Name) -> bool:
    """Whether a figure is a share of rounds."""
    return any(each.figures[name].is_share for each in found if name in each.figures)


def difference(one: Balance, other: Balance, name: Name) -> Interval | None:
    """How much higher a figure is in the other one; None where it is missing in either.

    Both have played the same cards. There is no interval where fewer than `FEWEST` rounds differ,
    or have either figure.
    """
    first, second = one.figures.get(name), other.figures.get(name)
    if first is None or second is None or not first.sums[1] or not second.sums[1]:
        return None
    (part, whole), (others_part, others_whole) = first.sums, second.sums
    value = others_part / others_whole - part / whole
    rounds = {*first.added, *second.added}
    differing = sum(first.added.get(each) != second.added.get(each) for each in rounds)
    if not differing:
        return Interval(value, value, value)
    if min(differing, *(_rounds_with(each) for each in (first, second))) < FEWEST:
        return Interval(value, None, None)
    pulls = zip(
        first.pulls(one.counted_in(name)), second.pulls(other.counted_in(name)), strict=True
    )
    return _normal(value, [theirs - ours for ours, theirs in pulls], differing)


def _rounds_with(figure: Figure) -> int:
    """The number of rounds in which a figure was counted."""
    return sum(whole > 0 for _, whole in figure.added.values())


def data(one: Balance, other: Balance | None = None) -> dict[str, Any]:
    """All figures for programs; of two rule sets with their differences."""
    names = list(one.figures)
    if other is not None:
        names += [name for name in other.figures if name not in one.figures]
    figures = []
    for name in names:
        entry: dict[str, Any] = dict(zip(("table", "row", "column"), name, strict=True))
        entry["a"] = _interval_data(one.interval(name))
        if other is not None:
            differs = difference(one, other, name)
            entry["b"] = _interval_data(other.interval(name))
            entry["difference"] = _interval_data(differs)
            entry["differs"] = differs is not None and differs.excludes_zero
        figures.append(entry)
    against = {} if other is None else {"b": f"{other.game.id}:{other.game.variant}"}
    head = {"a": f"{one.game.id}:{one.game.variant}", **against, "rounds": one.rounds}
    return {**head, "evenings": one.evenings, "figures": figures}


def _interval_data(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    return {"value": interval.value, "low": interval.low, "high": interval.high}


# ------------------------------------------------------------------------------------------- plots

COLOURS = ("#1f5fa8", "#c4541b")
"""Of the first rule set and of the other: told apart by all kinds of eyes (Okabe and Ito, 2008,
darkened to a contrast of 4.5 on white).
"""
_ROW, _BASE = 0.30, 0.75
"""Inches of a row, and of the axis and its label."""
_WIDTH = 7.2
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
    ("Contracts: how often bid", "contract", ("bid",), "% of all rounds"),
    ("Contracts: how often won", "contract", ("won",), "% of the rounds bid"),
    ("Contracts: what the declarer gets", "contract", ("declarer gets",), "points a round"),
    ("Settlement: how often", "item", ("rounds",), "% of all rounds"),
    ("Settlement: how often won", "item", ("won",), "% of the times settled"),
    ("Settlement: what it brings", "item", ("brings",), "points to the side that claims it"),
    ("Seats: the mean score", "seat", ("score",), "points a round"),
    ("Evenings", "evening", ("rounds", "ends from the mean"), "rounds, or points"),
)
"""Title, table, columns and the axis of each picture."""


def page(found: Sequence[Balance]) -> str:
    """A page with a picture for each group of figures, of one rule set or of two. HTML in one file;
    `NotInstalled` without Matplotlib.
    """
    pictures = []
    for title, table, columns, axis in PANELS:
        names = shown_names(found, table, columns)
        if names:
            labels = [_label(name, columns) for name in names]
            alt = _alt(found, names, labels, axis)
            pictures.append({"title": title, "svg": picture(found, names, labels, axis, alt)})
    templates = Environment(
        loader=FileSystemLoader(places.data("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    sets = [f"{each.game.id}:{each.game.variant}" for each in found]
    return templates.get_template("balance.html.j2").render(
        sets=sets, colours=COLOURS, pictures=pictures, rounds=found[0].rounds
    )


def _label(name: Name, columns: Sequence[str]) -> str:
    return name[1] if len(columns) == 1 else f"{name[1]}, {name[2]}"


def _alt(found: Sequence[Balance], names: Sequence[Name], labels: Sequence[str], axis: str) -> str:
    """The picture in words, for those who do not see it."""
    parts = []
    for name, label in zip(names, labels, strict=True):
        times = 100 if is_share(found, name) else 1
        cells = [each.interval(name) for each in found]
        values = ("none" if cell is None else f"{cell.value * times:.2f}" for cell in cells)
        parts.append(f"{label}: {' against '.join(values)}")
    return f"{axis}. {'; '.join(parts)}."


def picture(
    found: Sequence[Balance], names: Sequence[Name], labels: Sequence[str], axis: str, alt: str
) -> str:
    """One picture as an SVG element: a row for each figure, bold where the two differ."""
    matplotlib = find_matplotlib()
    with matplotlib.rc_context(_STYLE):
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
        axes.set_xlabel(axis)
        axes.grid(axis="x", color="#e2e2e2", linewidth=0.8)
        axes.set_axisbelow(True)
        # Nothing is the measure of a mean; of a share it is the end.
        if not all(is_share(found, name) for name in names):
            axes.axvline(0, color="#888888", linewidth=0.8)
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return _as_element(out.getvalue(), alt)


def _mark(axes: Any, row: float, cell: Interval | None, times: int, colour: str) -> None:
    if cell is None:
        return
    if cell.low is not None and cell.high is not None:
        ends = [cell.low * times, cell.high * times]
        axes.plot(ends, [row, row], color=colour, linewidth=2, solid_capstyle="round")
        axes.plot([cell.value * times], [row], "o", color=colour, markersize=5)
    else:  # too few rounds for an interval
        axes.plot([cell.value * times], [row], "o", color=colour, markersize=5, fillstyle="none")


def find_matplotlib() -> Any:
    """Matplotlib; `NotInstalled` where it is not there."""
    try:
        return import_module("matplotlib")
    except ImportError:
        text = "for pictures install Matplotlib: pip install matplotlib"
        raise NotInstalled(text) from None


_HEAD = re.compile(r"\A.*?<svg ", re.DOTALL)
_METADATA = re.compile(r" *<metadata>.*?</metadata>\n", re.DOTALL)


def _as_element(drawn: str, alt: str) -> str:
    """What Matplotlib writes, without its head and its note of who drew it, with its alternative
    text. Text stays text.
    """
    escaped = alt.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    drawn = _METADATA.sub("", drawn)
    return _HEAD.sub(f'<svg role="img" aria-label="{escaped}" ', drawn, count=1)
