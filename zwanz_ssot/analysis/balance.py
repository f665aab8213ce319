"""How balanced a game is: how often contracts are bid and won, what items bring, what each seat
scores. For one rule set, or for two played with the same cards.

Every figure is the quotient of two sums over rounds (`Figure`): rounds won by rounds bid, scores by
rounds. Its interval has a confidence of 95 %. A share has the score interval (Wilson, 1927,
"Probable inference, the law of succession, and statistical inference"). Any other figure has the
normal interval, with the linearised variance of a ratio (Cochran, 1977, Sampling Techniques,
section 6.4).

Two rule sets are compared round by round, by the difference of what each round adds to a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from ..model import SEATS, Game, told_apart
from .simulation import USUAL, Evening, Progress, Row, simulate, simulate_evenings

Z = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors."""
FEWEST = 6
"""The fewest rounds for an interval around a mean, and the fewest that differ for one around a
difference. By the sign test, six rounds all go one way by chance once in 32 times, five once in 16.
"""
Name = tuple[str, str, str]
"""The name of a figure: its table, row and column."""


@dataclass(frozen=True)
class Interval:
    """A value with the ends of its interval; these are None where there are too few rounds.

    >>> Interval(0.5, 0.2, 0.8).excludes_zero, Interval(0.5, -0.2, 1.2).excludes_zero
    (True, False)
    """

    value: float
    low: float | None
    high: float | None

    @property
    def excludes_zero(self) -> bool:
        """Whether both ends lie on the same side of zero."""
        return self.low is not None and self.high is not None and self.low * self.high > 0


def wilson(hits: int, of: int) -> Interval:
    """The share of ``hits`` among ``of``, with its score interval.

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
    """The quotient of two sums over rounds. ``added`` is what each round adds to both, by the
    number of the round from 0.

    >>> won = Figure(is_share=True)
    >>> for number, is_won in enumerate([True, True, False, True]):
    ...     won.add(number, is_won)
    >>> won.sums, won.interval(4).value
    ((3, 4), 0.75)
    >>> won.pulls(4)
    [0.25, 0.25, -0.75, 0.25]
    """

    is_share: bool
    added: dict[int, tuple[float, float]] = field(default_factory=dict)

    def add(self, number: int, part: float, whole: float = 1) -> None:
        """Add to what a round adds to both sums."""
        before = self.added.get(number, (0, 0))
        self.added[number] = (before[0] + part, before[1] + whole)

    @property
    def sums(self) -> tuple[float, float]:
        """Dividend and divisor."""
        return sum(x for x, _ in self.added.values()), sum(n for _, n in self.added.values())

    def interval(self, rounds: int) -> Interval | None:
        """The quotient with its interval; None where nothing was counted."""
        part, whole = self.sums
        if not whole:
            return None
        if self.is_share:
            return wilson(round(part), round(whole))
        return _normal(part / whole, self.pulls(rounds), len(self.added))

    def pulls(self, rounds: int) -> list[float]:
        """How far each round pulls the quotient: the linearised residuals, with mean 0."""
        part, whole = self.sums
        ratio, mean = part / whole, whole / rounds
        found = [0.0] * rounds
        for number, (x, n) in self.added.items():
            found[number] = (x - ratio * n) / mean
        return found


def _normal(value: float, pulls: Sequence[float], rounds: int) -> Interval:
    """The value with its normal interval; without one for fewer than `FEWEST` rounds."""
    if rounds < FEWEST:
        return Interval(value, None, None)
    half = Z * stdev(pulls) / sqrt(len(pulls))
    return Interval(value, value - half, value + half)


@dataclass(frozen=True)
class Balance:
    """The figures of a rule set, by name, and the rounds and evenings that were played.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> scores = Figure(is_share=False, added={0: (2, 1), 1: (-1, 1)})
    >>> found = Balance(game, 2, {("seat", "forehand", "score"): scores})
    >>> found.counted_in(("seat", "forehand", "score"))
    2
    >>> found.interval(("seat", "forehand", "score"))  # two rounds are too few for an interval
    Interval(value=0.5, low=None, high=None)
    """

    game: Game
    rounds: int
    figures: Mapping[Name, Figure]
    evenings: int = 0

    def counted_in(self, name: Name) -> int:
        """How many rounds, or evenings, a figure was counted in."""
        return self.evenings if name[0] == "evening" else self.rounds

    def interval(self, name: Name) -> Interval | None:
        """A figure with its interval; None where nothing was counted."""
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
    """Play rounds and evenings, and count them. `simulate` explains the arguments; ``progress`` is
    called after each round.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> balance(game, 2, evenings=1, players="random", jobs=1).evenings
    1
    """
    rows = simulate(game, rounds, seed=seed, players=players, jobs=jobs, dask=dask)
    found = balance_of_rows(game, rounds, _watched(rows, rounds, progress))
    if not evenings:
        return found
    play = simulate_evenings(game, evenings, seed=seed, players=players, jobs=jobs, dask=dask)
    return replace(found, evenings=evenings, figures={**found.figures, **figures_of_evenings(play)})


def figures_of_evenings(evenings: Iterable[Evening]) -> dict[Name, Figure]:
    """Figures of evenings: how many rounds they have, how many end by the rules, and how far from
    their mean the scores of the players end.

    >>> found = figures_of_evenings([Evening(number=1, rounds=20, ended=True, scores=(5, -5))])
    >>> found["evening", "match", "rounds"].sums
    (20, 1)
    >>> found["evening", "player", "ends from the mean"].sums
    (5.0, 1)
    """
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
    """The rows, reporting progress after each."""
    for row in rows:
        yield row
        if progress is not None:
            progress(row["number"], rounds)


def balance_of_rows(game: Game, rounds: int, rows: Iterable[Row]) -> Balance:
    """The figures of the rows that `round_row` makes for the rounds from 1 to ``rounds``.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> found = balance_of_rows(game, 3, simulate(game, 3, players="random", jobs=1))
    >>> scores = [found.figures["seat", seat, "score"] for seat in SEATS[:4]]
    >>> sum(score.sums[0] for score in scores)  # what one gets, others pay
    0
    """
    figures: dict[Name, Figure] = {}
    seats = SEATS[: game.table.players]

    # Every figure, so that one that nothing is counted in is there, too.
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

    # The variance needs the mean of all scores, so it comes last.
    for seat in seats:
        scores = figures["seat", seat, "score"]
        part, whole = scores.sums
        for number, (score, _) in scores.added.items():
            figures["seat", seat, "variance"].add(number, (score - part / whole) ** 2)
    return Balance(game, rounds, figures)


def _count(figures: Mapping[Name, Figure], row: Row) -> None:
    """Add a row to the figures."""
    number = row["number"] - 1
    bid, declarer, scores = row["contract"], row["declarer"], row["scores"]
    settled = not row["rules_are_silent"]

    # The contract: bid and by whom, of all rounds; won, of the rounds in which a side won.
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

    # The scores of the seats.
    if settled:
        for seat, score in scores.items():
            figures["seat", seat, "score"].add(number, score)


def _is_doubled(item: Row, row: Row) -> bool:
    """Whether an item of a row was doubled, by either side and whoever won it."""
    for doubled in row["doubled"]:
        word, _, side = doubled.partition(" ")
        if word == item["item"] and side in {*SEATS, "", item["side"]}:
            return True
    return False


def shown_names(
    found: Sequence[Balance], table: str, columns: Sequence[str] | None = None
) -> list[Name]:
    """The names of the figures of a table, or of some of its ``columns``, that are not zero or
    missing in all of these rule sets.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> found = balance_of_rows(game, 1, simulate(game, 1, players="random", jobs=1))
    >>> shown_names([found], "contract", ["bid"])  # the only contract of the game
    [('contract', 'simple', 'bid')]
    """
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
    """Whether a figure is a share.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> is_share([balance_of_rows(game, 0, [])], ("contract", "simple", "bid"))
    True
    """
    return any(each.figures[name].is_share for each in found if name in each.figures)


def difference(one: Balance, other: Balance, name: Name) -> Interval | None:
    """How much higher a figure is in ``other`` than in ``one``; None where either lacks it.

    Both must have been played with the same cards. There is no interval where the figure differs,
    or was counted, in fewer than `FEWEST` rounds; so also where it differs in none.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> found = balance_of_rows(game, 1, simulate(game, 1, players="random", jobs=1))
    >>> difference(found, found, ("contract", "simple", "bid"))
    Interval(value=0.0, low=None, high=None)
    """
    first, second = one.figures.get(name), other.figures.get(name)
    if first is None or second is None or not first.sums[1] or not second.sums[1]:
        return None
    (part, whole), (others_part, others_whole) = first.sums, second.sums
    value = others_part / others_whole - part / whole
    rounds = {*first.added, *second.added}
    differing = sum(first.added.get(each) != second.added.get(each) for each in rounds)
    if min(differing, *(_rounds_with(each) for each in (first, second))) < FEWEST:
        return Interval(value, None, None)
    pulls = zip(
        first.pulls(one.counted_in(name)), second.pulls(other.counted_in(name)), strict=True
    )
    return _normal(value, [theirs - ours for ours, theirs in pulls], differing)


def _rounds_with(figure: Figure) -> int:
    """The number of rounds in which a figure was counted."""
    return sum(whole > 0 for _, whole in figure.added.values())


def rule_set_names(found: Sequence[Balance]) -> list[str]:
    """The names of one rule set or two; of two with one name, those of their files.

    >>> import zwanz_ssot
    >>> rule_set_names([balance_of_rows(zwanz_ssot.load("rufmariasch"), 0, [])])
    ['rufmariasch:base']
    """
    games = [each.game for each in found]
    variants = told_apart(*games) if len(games) == 2 else [game.variant for game in games]
    return [f"{game.id}:{variant}" for game, variant in zip(games, variants, strict=True)]


def data(one: Balance, other: Balance | None = None) -> dict[str, Any]:
    """All figures for programs; for two rule sets also their differences.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> data(balance_of_rows(game, 0, []))["a"]
    'rufmariasch:base'
    """
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
    called = rule_set_names([one] if other is None else [one, other])
    head = {**dict(zip("ab", called, strict=False)), "rounds": one.rounds}
    return {**head, "evenings": one.evenings, "figures": figures}


def _interval_data(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    return {"value": interval.value, "low": interval.low, "high": interval.high}
