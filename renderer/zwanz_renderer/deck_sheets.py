"""The layout of cards on paper that is printed on both sides and cut. All measures are mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from zwanz_ssot.problems import WrongCall

from . import faces

PAPERS: Final = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Width and height."""
BLEED: Final = 3.0
_EDGE: Final = 4.0
"""What a printer leaves white at the edge of the paper."""
_CLEAR: Final = 2.0
"""How far a crop mark keeps off the cut."""


@dataclass(frozen=True)
class SheetLayout:
    """The places of cards on the paper: its size, that of a card, and how many in each direction.

    On upright paper a turn over the long edge mirrors the columns.
    """

    wide: float
    high: float
    across: float
    down: float
    columns: int
    rows: int

    @property
    def room(self) -> int:
        """How many cards a sheet holds."""
        return self.columns * self.rows

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a card with its bleed."""
        return self.across + 2 * BLEED, self.down + 2 * BLEED

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Where the bleed of a card begins."""
        w, h = self.cell
        left, top = (self.wide - self.columns * w) / 2, (self.high - self.rows * h) / 2
        return left + column * w, top + row * h

    def behind(self, column: int, row: int) -> tuple[int, int]:
        """The place on the back of the paper that lies behind a place on its front."""
        if self.wide <= self.high:
            return self.columns - 1 - column, row
        return column, self.rows - 1 - row

    @property
    def cuts(self) -> tuple[list[float], list[float]]:
        """Where to cut, from left to right and from top to bottom."""
        xs: list[float] = []
        for column in range(self.columns):
            left, _ = self.corner(column, 0)
            xs += [left + BLEED, left + (BLEED + self.across)]
        ys: list[float] = []
        for row in range(self.rows):
            _, top = self.corner(0, row)
            ys += [top + BLEED, top + (BLEED + self.down)]
        return xs, ys

    @property
    def marks(self) -> list[tuple[float, float, float, float]]:
        """The crop marks, as lines from (x, y) to (x, y): between the cards, and outside them up to
        the edge.
        """
        xs, ys = self.cuts

        def gaps(cuts: Sequence[float], whole: float) -> list[tuple[float, float]]:
            ends = [(max(_EDGE - 1, cuts[0] - BLEED - 5), cuts[0] - _CLEAR)]
            ends += [
                (a + _CLEAR, b - _CLEAR) for a, b in zip(cuts[1:-1:2], cuts[2::2], strict=True)
            ]
            return [*ends, (cuts[-1] + _CLEAR, min(whole - _EDGE + 1, cuts[-1] + BLEED + 5))]

        upright = [(x, a, x, b) for x in xs for a, b in gaps(ys, self.high)]
        return upright + [(a, y, b, y) for y in ys for a, b in gaps(xs, self.wide)]


def sheet_for(style: str, paper: str) -> SheetLayout:
    """The sheet that holds most cards of a style; WrongCall for a paper not known here."""
    if paper not in PAPERS:
        near = get_close_matches(paper, PAPERS, n=1)
        raise WrongCall(
            f"there is no paper '{paper}'",
            f"did you mean '{near[0]}'?" if near else f"known are {', '.join(PAPERS)}",
        )
    across, down = (units / 10 for units in faces.size(style))
    best = None
    for wide, high in (PAPERS[paper], PAPERS[paper][::-1]):
        columns = int((wide - 2 * _EDGE) // (across + 2 * BLEED))
        rows = int((high - 2 * _EDGE) // (down + 2 * BLEED))
        found = SheetLayout(wide, high, across, down, columns, rows)
        best = found if best is None or found.room > best.room else best
    assert best is not None
    return best
