"""The net of a tuck box, to print on one side of card, cut out, fold and glue.

Units are 0.1 mm. From left to right: a flap to glue, the back, a side, the front, a side; the lid
is at the back. What will be glued over is left white and hatched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from . import covers
from .ornament import back_drawing, base
from .pen import INK, PAPER, Pen, Picture, box, format_of, framed, group, line, num, path

PLAY: Final = 20
"""A box is so much wider, higher and deeper than its cards: a millimetre on either side, of which
its folds take less than half.
"""
_GLUE, _TONGUE = 120, 150
"""How wide the long flap is at most, and how far the lid reaches behind the front."""
_SLIT, _TAPER, _CORNER = 5, 30, 60
"""The gap between flaps, their taper, and the corners of the tongue."""
_NOTCH, _DEEP_NOTCH = 90, 58
"""Half the width and the depth of the notch in the front by which one takes hold of the cards; it
ends above the tablet.
"""
_WHITE, _PALE = "#FFFFFF", "#B9AE9C"
_OF_WIDTH = 0.45
"""How far a dust flap reaches into the box, in parts of its width: two of them do not meet."""
BLEED: Final = 25
"""How far the print goes beyond the cut."""
_OVER = 15
"""How far the print goes round a fold onto a flap that is glued."""
_DASH, _GAP = 22, 18
_HATCH = 45

Rect = tuple[float, float, float, float]


@dataclass(frozen=True)
class TuckBox:
    """A box for a stack of so many cards: the size of a card, and its thickness.

    A thickness of 3.5 is one of 0.35 mm.
    """

    across: float
    down: float
    count: int
    thickness: float

    @property
    def wide(self) -> float:
        """The width of the front."""
        return self.across + PLAY

    @property
    def high(self) -> float:
        """The height of the front."""
        return self.down + PLAY

    @property
    def deep(self) -> float:
        """The width of a side."""
        return self.count * self.thickness + PLAY

    @property
    def glue(self) -> float:
        """The width of the long flap: it lies on the inside of a side, and is narrower."""
        return min(_GLUE, self.deep - 2 * _SLIT)

    @property
    def dust(self) -> float:
        """The height of the flaps at the ends of the sides."""
        return min(self.wide * _OF_WIDTH, self.deep + _TONGUE)

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """Where the back, a side, the front and the other side begin, and where that ends."""
        w, d, x = self.wide, self.deep, self.glue
        return x, x + w, x + w + d, x + 2 * w + d, x + 2 * w + 2 * d

    @property
    def rows(self) -> tuple[float, float]:
        """Where front, back and sides begin and end."""
        top = self.deep + _TONGUE
        return top, top + self.high

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole net, without bleed."""
        return self.columns[-1], self.rows[1] + max(self.dust, self.deep)

    @property
    def panels(self) -> dict[str, Rect]:
        """Left, top, width and height of what is seen of the folded box."""
        back, left, front, right, _ = self.columns
        top, foot = self.rows
        w, h, d = self.wide, self.high, self.deep
        return {
            "back": (back, top, w, h),
            "left": (left, top, d, h),
            "front": (front, top, w, h),
            "right": (right, top, d, h),
            "lid": (back, top - d, w, d),
            "bottom": (back, foot, w, d),
        }

    @property
    def folds(self) -> list[tuple[float, float, float, float]]:
        """Where to fold, as lines from (x, y) to (x, y)."""
        top, foot = self.rows
        back, left, front, right, end = self.columns
        upright = [(x, top, x, foot) for x in (back, left, front, right)]
        lid = [(back, top, left, top), (back, top - self.deep, left, top - self.deep)]
        flaps = [(left, top, front, top), (right, top, end, top)]
        edges = (back, left, front, right, end)
        below = [(a, foot, b, foot) for a, b in pairwise(edges)]
        return [*upright, *lid, *flaps, *below]

    @property
    def outline(self) -> str:
        """Path data of the line to cut along."""
        back, left, front, right, end = self.columns
        top, foot = self.rows
        r, tongue, up = _CORNER, top - self.deep - _TONGUE, top - self.dust
        down, flap = foot + self.dust, foot + self.deep - 2 * _SLIT
        half, taper = front + self.wide / 2, min(_TAPER, self.deep / 4)
        steps = [
            f"M{num(back)} {num(top)}H{num(back + _SLIT)}V{num(tongue + r)}",
            f"a{r} {r} 0 0 1 {r} {-r}H{num(left - _SLIT - r)}a{r} {r} 0 0 1 {r} {r}V{num(top)}",
            f"H{num(left + _SLIT)}L{num(left + taper)} {num(up)}H{num(front - _SLIT)}V{num(top)}",
            f"H{num(half - _NOTCH)}a{_NOTCH} {_DEEP_NOTCH} 0 0 0 {2 * _NOTCH} 0H{num(right + _SLIT)}",
            f"V{num(up)}H{num(end - taper)}L{num(end - _SLIT)} {num(top)}H{num(end)}V{num(foot)}",
            f"H{num(end - _SLIT)}L{num(end - taper)} {num(down)}H{num(right + taper)}",
            f"L{num(right + _SLIT)} {num(foot)}",
            f"L{num(right - taper)} {num(flap)}H{num(front + taper)}L{num(front)} {num(foot)}",
            f"L{num(front - taper)} {num(down)}H{num(left + taper)}L{num(left + _SLIT)} {num(foot)}",
            f"H{num(left - _SLIT)}V{num(foot + self.deep)}H{num(back + _SLIT)}V{num(foot)}H{num(back)}",
            f"L0 {num(foot - taper)}V{num(top + taper)}z",
        ]
        return "".join(steps)

    @property
    def glued(self) -> list[Rect]:
        """What is left white for glue: left, top, width and height, with the bleed."""
        _, left, _, _, end = self.columns
        top, foot = self.rows
        low, ground = foot + _OVER, foot + self.deep + BLEED
        return [
            (-2 * BLEED, top - BLEED, self.glue - _OVER + 2 * BLEED, self.high + 2 * BLEED),
            (left, low, end - left + 2 * BLEED, self.size[1] - low + 2 * BLEED),
            (left - 2 * BLEED, ground, 2 * BLEED, self.size[1] - ground + 2 * BLEED),
        ]


def net(box_: TuckBox, cover: covers.Cover, style: str, design: str) -> Picture:
    """The printed net: front as the cover, the pack's back behind, patterned sides, lines to cut
    along (whole) and to fold (dashed).
    """
    pen = covers.pen_for("box")
    w, h = box_.size
    scale = box_.wide / covers.WIDE
    ink = covers.GROUNDS[cover.ground]
    # the bleed, as the outline drawn thick; its white parts go over it
    out = path(box_.outline, ink, ink, 2 * BLEED)
    for name, (x, y, across, down) in box_.panels.items():
        if name == "front":
            drawn = covers.sized(cover, pen, across, down).inner
            out += group(drawn, x, y)
        elif name == "back":
            out += group(_back(box_, style, design), x + PLAY / 2, y + PLAY / 2)
        else:
            drawn = covers.ends(cover, across / scale, down / scale).inner
            out += group(drawn, x, y, k=scale)
    white = "".join(path(box(*each), _WHITE) for each in box_.glued)
    hatched = "".join(_hatching(each) for each in box_.glued)
    out += white + pen.clip(path(hatched, None, _PALE, 2.5), box_.outline)
    # the lines, light below dark, so that they are seen on every ground
    out += line(box_.outline, 4, PAPER) + line(box_.outline, 1.6, INK)
    folds = "".join(_dashes(*each) for each in box_.folds)
    out += line(folds, 5, INK) + line(folds, 3, PAPER)
    return framed(out, w, h, 2 * BLEED)


def _back(box_: TuckBox, style: str, design: str) -> str:
    """The back of the pack in true size, as large as a card."""
    pen = Pen("box-back", "full", format_of(style))
    drawn = framed(base(pen) + back_drawing(pen, design), box_.across, box_.down)
    return drawn.inner


def _hatching(rect: Rect) -> str:
    """Path data of slanting lines in a rectangle."""
    x, y, w, h = rect
    lines = []
    at = _HATCH
    while at < w + h:
        x0, y0 = (x + at, y) if at < w else (x + w, y + at - w)
        x1, y1 = (x, y + at) if at < h else (x + at - h, y + h)
        lines.append(f"M{num(x0)} {num(y0)}L{num(x1)} {num(y1)}")
        at += _HATCH
    return "".join(lines)


def _dashes(x0: float, y0: float, x1: float, y1: float) -> str:
    """Path data of a dashed line that is upright or level."""

    def starts(low: float, high: float) -> Iterator[tuple[float, float]]:
        at = low + _GAP / 2
        while at < high:
            yield at, min(at + _DASH, high)
            at += _DASH + _GAP

    if x0 == x1:
        return "".join(f"M{num(x0)} {num(a)}V{num(b)}" for a, b in starts(y0, y1))
    return "".join(f"M{num(a)} {num(y0)}H{num(b)}" for a, b in starts(x0, x1))
