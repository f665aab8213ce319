"""The card itself: its edge, its rules, its panel, the band over the seam."""

from __future__ import annotations

from typing import Final

from .ornament import star, wave_band
from .palette import DARK_GOLD, GOLD, INK, PAPER, RED
from .paths import box, line, path, shape
from .pen import Pen

W: Final = 610
H: Final = 1130
MID: Final = H / 2
PANEL: Final = 52
"""Distance of the panel from the edge."""
INNER: Final = W - 2 * PANEL
"""Width of the panel."""
HALF: Final = MID - PANEL
"""Height of half a panel."""

_SIZES: Final = {"tarock": (610, 1130), "french": (590, 910), "german": (590, 910)}


def size(deck_style: str) -> tuple[int, int]:
    """Width and height of a card of this style in units of 0.1 mm; Tarock size for styles not known here."""
    return _SIZES.get(deck_style, (W, H))


def base() -> str:
    """The paper with its outline."""
    return shape(box(3, 3, W - 6, H - 6, 38), PAPER, 6)


def rules(colour: str = INK) -> str:
    """The two rules round the panel."""
    return line(box(32, 32, W - 64, H - 64, 16), 5, colour) + line(box(42, 42, W - 84, H - 84, 8), 2.2, colour)


def panel(half: str, other: str | None, pen: Pen) -> str:
    """A panel of two halves, each drawn upright in the upper one; without a second, the first stands twice."""
    d = box(PANEL, PANEL, INNER, HALF)
    if other is None:
        inside = pen.twice(pen.clip(half, d), W / 2, MID)
    else:
        inside = pen.clip(half, d) + f'<g transform="rotate(180 {W / 2:g} {MID:g})">{pen.clip(other, d)}</g>'
    return inside + line(box(PANEL, PANEL, INNER, 2 * HALF), 5)


def band(pen: Pen, half_height: float = 20) -> str:
    """The ornamented band that hides the seam."""
    out = path(box(PANEL, MID - half_height, INNER, 2 * half_height), PAPER, INK, 5)
    if pen.book:
        out += wave_band(PANEL + 4, W - PANEL - 4, MID, half_height * 0.5, 83, 2, 6, DARK_GOLD)
    else:
        out += wave_band(PANEL + 4, W - PANEL - 4, MID, half_height * 0.66, 71, 6, 1.7, DARK_GOLD)
        out += wave_band(PANEL + 4, W - PANEL - 4, MID, half_height * 0.66, 35.5, 2, 1.4, RED)
    return out + star(W / 2, MID, half_height * 1.45, half_height * 0.6, 8, GOLD, RED)
