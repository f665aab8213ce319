"""The card itself: its edge, its rules, its panel, and its head alone."""

from __future__ import annotations

from dataclasses import replace

from .formats import PANEL
from .ornament import star, wave_band
from .pen import DARK_GOLD, GOLD, INK, PAPER, RED, Pen, box, line, path, shape


def base(pen: Pen, bleed: float = 0) -> str:
    """The paper with its outline; or, to be cut, without it and so many units wider on every side."""
    if bleed:
        return path(box(-bleed, -bleed, pen.card.w + 2 * bleed, pen.card.h + 2 * bleed), PAPER)
    return shape(box(3, 3, pen.card.w - 6, pen.card.h - 6, 38), PAPER, 6)


def rules(pen: Pen, colour: str = INK) -> str:
    """The two rules round the panel."""
    w, h = pen.card.w, pen.card.h
    return line(box(32, 32, w - 64, h - 64, 16), 5, colour) + line(
        box(42, 42, w - 84, h - 84, 8), pen.pick(2.2, 2.6), colour
    )


def panel(half: str, other: str | None, pen: Pen) -> str:
    """A panel of two halves, each drawn upright in the upper one; without a second, the first
    stands twice.
    """
    d = box(PANEL, PANEL, pen.card.inner, pen.card.half)
    if other is None:
        inside = pen.twice(pen.clip(half, d))
    else:
        inside = pen.clip(half, d) + f'<g transform="{pen.turned()}">{pen.clip(other, d)}</g>'
    return inside + line(box(PANEL, PANEL, pen.card.inner, 2 * pen.card.half), 5)


def band(pen: Pen, half_height: float = 20) -> str:
    """The ornamented band that hides the seam."""
    y, left, right = pen.card.mid, PANEL + 4, pen.card.w - PANEL - 4
    out = path(box(PANEL, y - half_height, pen.card.inner, 2 * half_height), PAPER, INK, 5)
    if pen.book:
        out += wave_band(left, right, y, half_height * 0.5, 83, 2, 6, DARK_GOLD)
    else:
        out += wave_band(left, right, y, half_height * 0.66, 71, 6, 1.7, DARK_GOLD)
        out += wave_band(left, right, y, half_height * 0.66, 35.5, 2, 1.4, RED)
    return out + star(pen.card.cx, y, half_height * 1.45, half_height * 0.6, 8, GOLD, RED)


def framed(pen: Pen) -> Pen:
    """A pen for the frame of the head, beside the one that draws the figure."""
    return Pen(f"{pen.uid}-head", "book", replace(pen.card, h=pen.card.head))


def head_panel(figure: str, pen: Pen) -> str:
    """A half-figure, which is drawn for the whole card, in the frame and the panel of the head."""
    own = framed(pen)
    d = box(PANEL, PANEL, own.card.inner, 2 * own.card.half)
    return rules(own) + own.clip(figure, d) + line(d, 5)
