"""What the courts of a suit share: their colours, and the parts of their clothes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..motifs import sign
from ..ornament import diaper, ermine, rosette, wheel_rays
from ..pen import (
    BLUE,
    CREAM,
    DARK_GOLD,
    FIGURE_SEAM,
    FIGURE_X,
    GOLD,
    GREEN,
    INK,
    MEADOW,
    PAPER,
    RED,
    SKY,
    Pen,
    Point,
    bow,
    box,
    gouge,
    group,
    line,
    path,
    ring,
    shape,
)

CX: Final = FIGURE_X
FOOT: Final = FIGURE_SEAM + 30
"""Clothes are drawn to a little below the seam."""


@dataclass(frozen=True)
class Dress:
    """The colours of one suit's court."""

    motif: str
    main: str
    second: str
    lining: str
    ground: str
    device: str
    """The ink of the suit signs woven into the cloth."""

    @property
    def bright(self) -> str:
        """The main colour for hats and stones, which would be lost in the gold of crowns."""
        return RED if self.main == GOLD else self.main

    @property
    def side(self) -> str:
        """The second colour for sleeves, where black would hide the folds."""
        return self.main if self.second == INK else self.second

    @property
    def pale(self) -> str:
        """The second colour for doublets and cloaks, light instead of black."""
        return SKY if self.second == INK else self.second


_DRESSES: Final = {
    "hearts": Dress("hearts", RED, BLUE, GOLD, CREAM, GOLD),
    "diamonds": Dress("diamonds", GOLD, RED, BLUE, SKY, RED),
    "clubs": Dress("clubs", GREEN, GOLD, RED, CREAM, MEADOW),
    "spades": Dress("spades", BLUE, INK, RED, SKY, SKY),
    "bells": Dress("bells", GOLD, GREEN, RED, CREAM, RED),
    "acorns": Dress("acorns", GREEN, RED, GOLD, CREAM, GOLD),
    "leaves": Dress("leaves", MEADOW, BLUE, GOLD, SKY, GREEN),
}


def dress(motif: str) -> Dress:
    """The colours for a suit; a sober pair for one that is not known."""
    return _DRESSES.get(motif, Dress(motif, BLUE, RED, GOLD, CREAM, GOLD))


def steel(d: Dress) -> str:
    """The ink of blades, so that they stand out from the ground."""
    return PAPER if d.ground == SKY else SKY


def device(d: Dress, x: float, y: float, height: float, colour: str | None = None) -> str:
    """The suit sign in one ink, woven or painted."""
    return group(sign(d.motif, colour or d.device), x, y, k=height / 104)


def ground(
    d: Dress, pen: Pen, *, x: float = CX, y: float = 250, halo: float = 142, beams: bool = False
) -> str:
    """The panel's ground with a disc behind the head."""
    left, top, wide, high = pen.card.ground
    out = path(box(left, top, wide, high), d.ground)
    lozenge = GOLD if d.ground == CREAM else PAPER
    if beams:
        out += path(wheel_rays(x, y, 640, 20), PAPER)
    else:
        out += diaper(
            left,
            top + 26,
            left + wide,
            FIGURE_SEAM,
            pen.pick(42, 72),
            lozenge,
            pen.pick(0.13, 0.12),
        )
    out += path(ring(x, y, halo), PAPER, DARK_GOLD, 5)
    return out if pen.book else out + rosette(x, y, halo - 15, 8, 30, 3, 1.3, GOLD)


def robe(d: Dress, pen: Pen, *, shoulder: float = 372, width: float = 250) -> str:
    """A mantle of two colours from the shoulders to the seam, with folds and woven signs."""
    left, right = CX - width, CX + width
    edge = f"M{left:g} {FOOT}C{left + 14:g} {shoulder + 96:g} {left + 70:g} {shoulder + 30:g} {CX - 74:g} {shoulder}"
    body = f"{edge}H{CX + 74:g}C{right - 70:g} {shoulder + 30:g} {right - 14:g} {shoulder + 96:g} {right:g} {FOOT}Z"
    inner = path(box(left, shoulder - 4, width, 240), d.main) + path(
        box(CX, shoulder - 4, width, 240), d.second
    )
    for i in range(2 if pen.book else 5):
        step = i * pen.pick(22, 52)
        fold = bow(
            (CX - 92 - step * 0.5, shoulder + 12),
            (CX - 176 - step * 0.4, shoulder + 60),
            (CX - 150 - step, FOOT),
            8,
        )
        mirror = [(2 * CX - x, y) for x, y in fold]
        inner += path(gouge(fold, pen.pick(4, 6)), INK) + path(
            gouge(mirror, pen.pick(4, 6)), INK if d.second != INK else SKY
        )
    places: tuple[Point, ...] = ((112, 40), (150, 86), (188, 132), (118, 140))
    for i, (x, y) in enumerate(places):
        inner += device(d, CX - x, shoulder + y, 30)
        inner += device(d, CX + x, shoulder + y, 30, d.main if d.second in (INK, GOLD) else GOLD)
        if pen.book and i == 2:
            break
    return pen.clip(inner, body) + line(body, 5)


def ermine_collar(y: float, pen: Pen) -> str:
    """A cape of ermine round the shoulders; y is its upper edge."""
    d = (
        f"M{CX - 112:g} {y + 26:g}C{CX - 80:g} {y - 8:g} {CX + 80:g} {y - 8:g} {CX + 112:g} {y + 26:g}"
        f"C{CX + 102:g} {y + 72:g} {CX + 52:g} {y + 98:g} {CX:g} {y + 98:g}"
        f"C{CX - 52:g} {y + 98:g} {CX - 102:g} {y + 72:g} "
        f"{CX - 112:g} {y + 26:g}Z"
    )
    tails: list[Point] = [(-84, 40), (-52, 62), (-18, 76), (18, 76), (52, 62), (84, 40)]
    if not pen.book:
        tails += [(-66, 24), (-36, 40), (0, 48), (36, 40), (66, 24)]
    return shape(d, PAPER, 4.5) + ermine([(CX + a, y + b) for a, b in tails])


def tunic(
    colour: str, trim: str, pen: Pen, *, top: float = 396, half: float = 80, buttons: int = 4
) -> str:
    """The garment under the mantle, buttoned down the middle."""
    d = (
        f"M{CX - half + 20:g} {FOOT}L{CX - half:g} {top}"
        f"C{CX - 40:g} {top + 26} {CX + 40:g} {top + 26} {CX + half:g} {top}"
        f"L{CX + half - 20:g} {FOOT}Z"
    )
    inner = path(box(CX - half, top - 10, 2 * half, 230), colour)
    if not pen.book:
        inner += diaper(CX - half, top, CX + half, FOOT, 30, trim, 0.14)
    out = pen.clip(inner, d) + line(d, 4.5) + line(f"M{CX:g} {top + 20}V{FOOT}", 3)
    return out + "".join(shape(ring(CX, top + 46 + 36 * i, 9), trim, 3) for i in range(buttons))


def sleeve(
    a: Point, b: Point, colour: str, lining: str, *, start: float = 92, end: float = 62
) -> str:
    """A forearm's sleeve from the seam at a up to the cuff at b."""
    (x0, y0), (x1, y1) = a, b
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    px, py = -uy, ux

    def at(t: float, s: float) -> str:
        return f"{x0 + ux * t + px * s:.0f} {y0 + uy * t + py * s:.0f}"

    cuff = length - 22
    arm = f"M{at(0, -start / 2)}L{at(cuff, -end / 2)}L{at(cuff, end / 2)}L{at(0, start / 2)}Z"
    edge = f"M{at(cuff, -end / 2 - 7)}L{at(length, -end / 2 - 3)}L{at(length, end / 2 + 3)}L{at(cuff, end / 2 + 7)}Z"
    fold = gouge(
        [
            (x0 + ux * cuff * t + px * (8 - 10 * t), y0 + uy * cuff * t + py * (8 - 10 * t))
            for t in (0.1, 0.4, 0.7, 1.0)
        ],
        6,
    )
    return (
        shape(arm, colour, 4.5) + path(fold, INK if colour != INK else SKY) + shape(edge, lining, 4)
    )


def flipped(figure: str) -> str:
    """A half-figure seen in a mirror."""
    return group(figure, 2 * CX, 0, flip=True)
