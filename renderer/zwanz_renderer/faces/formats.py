"""Sizes of cards. Figures and scenes are drawn for the tallest card, and scaled for smaller ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PANEL: Final = 52
"""Distance of the panel from the edge."""
FIGURE_X: Final = 305.0
FIGURE_SEAM: Final = 565.0
"""Middle line and seam of the drawing that a half-figure is made for."""


@dataclass(frozen=True)
class Format:
    """A card's size in units of 0.1 mm; ``k`` is the scale of its half-figures."""

    name: str
    w: int
    h: int
    k: float = 1.0

    @property
    def head(self) -> int:
        """The height of the upper half in a frame of its own."""
        return round(self.mid) + 34

    @property
    def mid(self) -> float:
        """Where the seam runs."""
        return self.h / 2

    @property
    def cx(self) -> float:
        """The middle from left to right."""
        return self.w / 2

    @property
    def inner(self) -> int:
        """The width of the panel."""
        return self.w - 2 * PANEL

    @property
    def half(self) -> float:
        """The height of half a panel."""
        return self.mid - PANEL

    @property
    def ground(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of half the panel, as a half-figure is drawn."""
        w, h = self.inner / self.k, self.half / self.k
        return FIGURE_X - w / 2, FIGURE_SEAM - h, w, h + 4

    def place(self, figure: str) -> str:
        """A half-figure brought to this card."""
        if self.k == 1:
            return figure
        dx, dy = self.cx - FIGURE_X * self.k, self.mid - FIGURE_SEAM * self.k
        return f'<g transform="matrix({self.k:g} 0 0 {self.k:g} {dx:g} {dy:g})">{figure}</g>'


TAROCK: Final = Format("tarock", 610, 1130)
FORMATS: Final = {
    "tarock": TAROCK,
    "french": Format("french", 590, 910, 0.79),
    "german": Format("german", 590, 910, 0.79),
}


def format_of(style: str) -> Format:
    """The format of a style of pack; that of Tarock for one not known here."""
    return FORMATS.get(style, TAROCK)


def size(style: str, head: bool = False) -> tuple[int, int]:
    """Width and height of a card of this style, or of its head, in units of 0.1 mm.

    A style not known here has Tarock size.
    """
    card = format_of(style)
    return card.w, card.head if head else card.h
