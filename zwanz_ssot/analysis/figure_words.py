"""The figures of a balance in words: their names, their values and the tables of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model import SEATS
from ..prose import Prose
from ..prose.phrases import Phrases
from .balance import Balance, Interval, Name, difference, is_share, shown_names

TABLES: Mapping[str, str] = {
    "contract": "contracts",
    "item": "settlement",
    "seat": "seats",
    "evening": "evenings",
}
"""The tables of figures, each with the key of its title."""
_COLUMNS = {
    "bid": "bid",
    "won": "won",
    "declarer gets": "declarer_gets",
    "rounds": "rounds",
    "brings": "brings",
    "score": "score",
    "variance": "variance",
    "ended": "ended",
    "ends from the mean": "from_the_mean",
}
_KINDS = {"silent": "silent", "announced": "announced", "doubled": "doubled"}
_EVENING = {"match": "match", "player": "player"}
_LARGE = 100
"""Figures from this size on have no decimals."""


class FigureWords:
    """The figures of one rule set or two in a language. Raises `WrongCall` for one that does not
    exist.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.analysis.balance import Interval, balance_of_rows
    >>> played = balance_of_rows(zwanz_ssot.load("zwanzigerrufen", "directnet"), 0, [])
    >>> words = FigureWords([played], "de")
    >>> words.label(("contract", "solo", "declarer gets"))
    'Solo, Ansager bekommt'
    >>> words.cell(Interval(-0.5, -0.75, -0.25))
    '−0,50 (−0,75; −0,25)'
    >>> words.number(12.5, 1, signed=True), words.described("a_round", {"Solo": "12,5"})
    ('+12,5', 'Punkte je Runde: Solo: 12,5')
    >>> words.rows("seat"), FigureWords([played, played], "en").how_many_differ()
    ([], 'Nothing differs: each figure is the same by both rule sets.')
    """

    def __init__(self, found: Sequence[Balance], language: str) -> None:
        self._found = found
        self.phrases = Phrases(language)
        self._proses = [Prose(each.game, language) for each in found]

    def __call__(self, key: str, **values: object) -> str:
        """A phrase of ``balance``."""
        return self.phrases(f"balance_{key}", **values)

    def label(self, name: Name, *, column: bool = True) -> str:
        """The name of a figure, with its column or without it."""
        table, row, of = name
        if table == "contract":
            rows = [each.contract(row) for each in self._proses if row in each.game.contracts]
        elif table == "item":
            rows = [self._item(row)]
        else:
            rows = [self._seat(row) if table == "seat" else self(_EVENING[row])]
        if not column:
            return rows[0]
        return self.phrases.listed([rows[0], self._seat(of) if of in SEATS else self(_COLUMNS[of])])

    def _item(self, row: str) -> str:
        item, _, kind = row.rpartition(" ")
        if item == "game":
            return self(_KINDS[kind], item=self("game"))
        names = [each.bonus(item) for each in self._proses if item in each.game.bonuses]
        return self(_KINDS[kind], item=names[0])

    def _seat(self, seat: str) -> str:
        return self._proses[0].seat(SEATS.index(seat))

    def cell(self, interval: Interval | None, *, share: bool = False, paired: bool = False) -> str:
        """A value with its interval; ``share`` makes it a percentage, ``paired`` a difference."""
        if interval is None:
            return "–"
        times, places = (100, 1) if share else (1, 2)
        known = [each for each in (interval.value, interval.low, interval.high) if each is not None]
        if max(map(abs, known)) >= _LARGE:
            places = 0
        value, low, high = (
            None if each is None else self.number(each * times, places, signed=paired)
            for each in (interval.value, interval.low, interval.high)
        )
        value = f"{value} %" if share and not paired else value
        if low is None or high is None:
            return self.phrases("too_few", value=value)
        return self.phrases("interval", value=value, low=low, high=high)

    def number(self, value: float, places: int, *, signed: bool = False) -> str:
        """A number with the decimal sign of the language, and a minus sign for a hyphen."""
        return self.phrases.number(f"{value:{'+' if signed else ''}.{places}f}")

    def described(self, axis: str, figures: Mapping[str, str]) -> str:
        """A picture in words: what its axis shows, and each figure by its label."""
        named = (self.phrases("labelled", name=name, text=figures[name]) for name in figures)
        text = self.phrases.listed(named, "semicolon")
        return self.phrases("labelled", name=self(axis), text=text)

    def rows(self, table: str) -> list[list[str]]:
        """The cells of a table: the name of a figure, its values, and their difference, with an
        asterisk where its interval excludes 0, or a word where no round differs. Figures that
        are 0 in all rule sets are left out.
        """
        found, rows = self._found, []
        for name in shown_names(found, table):
            cells, share = [each.interval(name) for each in found], is_share(found, name)
            row = [self.label(name), *(self.cell(cell, share=share) for cell in cells)]
            if len(found) > 1:
                differs = difference(found[0], found[1], name)
                mark = " *" if differs is not None and differs.excludes_zero else ""
                same = differs is not None and self._is_alike(name)
                told = self.cell(differs, share=share, paired=True) + mark
                row.append(self("no_difference") if same else told)
            rows.append(row)
        return rows

    def _is_alike(self, name: Name) -> bool:
        """Whether a figure is the same by both rule sets in each round."""
        one, other = self._found
        return name in one.figures and one.figures[name] == other.figures.get(name)

    def how_many_differ(self) -> str:
        """How many of the figures that are shown differ between two rule sets."""
        one, other = self._found
        names = [name for table in TABLES for name in shown_names(self._found, table)]
        if all(map(self._is_alike, names)):
            return self("same")
        found = [difference(one, other, name) for name in names]
        marked = sum(each is not None and each.excludes_zero for each in found)
        return self("differ", n=marked, of=len(names))
