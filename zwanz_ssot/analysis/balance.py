"""What the rules make of a game: how often contracts are bid and won, what items bring, and seats
against each other; of one rule set, or of two with the same cards.

Every figure is a sum over rounds divided by another one (`Figure`): rounds won by rounds bid,
scores by rounds. Intervals are of 95 %. Of a share it is the score interval (Wilson, 1927,
"Probable inference, the law of succession, and statistical inference"); of all else the normal one,
with the variance of a ratio linearised (Cochran, 1977, Sampling Techniques, section 6.4).

Two rule sets are compared round by round, by the difference of what each round adds to a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, stdev
from typing import Any

from ..model import SEATS, Game
from .simulation import USUAL, Progress, Row, simulate

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


def _normal(value: float, pulls: Sequence[float], told_by: int) -> Interval:
    """The value with its normal interval; none around what fewer than `FEWEST` rounds tell."""
    if told_by < FEWEST:
        return Interval(value, None, None)
    half = Z * stdev(pulls) / sqrt(len(pulls))
    return Interval(value, value - half, value + half)


@dataclass(frozen=True)
class Balance:
    """The figures of a rule set, by name, and of how many rounds."""

    game: Game
    rounds: int
    figures: Mapping[Name, Figure]

    def interval(self, name: Name) -> Interval | None:
        """A figure; None where nothing was counted."""
        figure = self.figures.get(name)
        return figure.interval(self.rounds) if figure is not None else None


def balance(
    game: Game,
    rounds: int,
    *,
    seed: int = 0,
    players: str = USUAL,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Balance:
    """Play so many rounds and count them; what the arguments mean is told at `simulate`."""
    rows = simulate(game, rounds, seed=seed, players=players, jobs=jobs)
    return counted(game, rounds, _watched(rows, rounds, progress))


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


def difference(one: Balance, other: Balance, name: Name) -> Interval | None:
    """How much higher a figure is in the other one; None where it is missing in either.

    Both have played the same cards. There is no interval where fewer than `FEWEST` rounds differ,
    or tell of either.
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
    if min(differing, *(_told_by(each) for each in (first, second))) < FEWEST:
        return Interval(value, None, None)
    pulls = zip(first.pulls(one.rounds), second.pulls(other.rounds), strict=True)
    return _normal(value, [theirs - ours for ours, theirs in pulls], differing)


def _told_by(figure: Figure) -> int:
    """How many rounds tell of a figure."""
    return sum(whole > 0 for _, whole in figure.added.values())


def data(one: Balance, other: Balance | None = None) -> dict[str, Any]:
    """All figures for programs; of two rule sets with their differences."""
    names = list(one.figures)
    if other is not None:
        names += [name for name in other.figures if name not in one.figures]
    figures = []
    for name in names:
        entry: dict[str, Any] = dict(zip(("table", "row", "column"), name, strict=True))
        entry["a"] = _told(one.interval(name))
        if other is not None:
            differs = difference(one, other, name)
            entry["b"] = _told(other.interval(name))
            entry["difference"] = _told(differs)
            entry["differs"] = differs is not None and differs.excludes_zero
        figures.append(entry)
    against = {} if other is None else {"b": f"{other.game.id}:{other.game.variant}"}
    head = {"a": f"{one.game.id}:{one.game.variant}", **against, "rounds": one.rounds}
    return {**head, "figures": figures}


def _told(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    return {"value": interval.value, "low": interval.low, "high": interval.high}
