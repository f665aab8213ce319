"""Skies and what stands in them. A scene is WIDE by DEEP; its ground is seen down to 490."""

from __future__ import annotations

from random import Random
from typing import Final

from ..ornament import rays
from ..palette import BLUE, CREAM, GOLD, INK, PAPER, RED, SKY
from ..paths import (
    Point,
    box,
    circle_points,
    group,
    line,
    num,
    path,
    poly,
    ring,
    shape,
)
from ..pen import Pen

WIDE: Final = 506


DEEP: Final = 514


def lens(x: float, y: float, w: float, h: float) -> str:
    """Path data of one level gouge stroke, w long and h thick, its left end at (x, y)."""
    half, full = round(w / 2), round(w)
    return f"M{round(x)} {num(y)}q{half}{num(-h)} {full} 0q{-half} {num(h)}{-full} 0z"


def strokes(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    pen: Pen,
    seed: int,
    *,
    deepest: float = 9,
    fade: bool = True,
) -> str:
    """Path data of level strokes that fill a field, thick at its top and (with fade) fine at its
    foot.
    """
    rnd = Random(seed)
    pitch = pen.pick(9.5, 21)
    out = ""
    y = y0 + pitch * 0.6
    while y < y1:
        part = (y - y0) / (y1 - y0)
        h = pen.pick(0.72, 1.25) * deepest * (1 - part * (0.8 if fade else 0.2))
        x = x0 - 60 * rnd.random()
        while x < x1:
            w = (150 + 260 * rnd.random()) * (1 - 0.35 * part)
            out += lens(x, y, w, h)
            x += w + (6 + 46 * part) * rnd.random()
        y += pitch
    return out


_SKIES: Final = {
    "day": (SKY, BLUE, 11),
    "fair": (SKY, PAPER, 8),
    "evening": (CREAM, RED, 9),
    "dawn": (CREAM, GOLD, 9),
    "night": (BLUE, INK, 12),
    "winter": (PAPER, SKY, 13),
    "storm": (SKY, INK, 9),
}


def sky(kind: str, pen: Pen, seed: int = 1, foot: float = 300) -> str:
    """A sky over the whole scene."""
    ground, ink, depth = _SKIES[kind]
    return path(box(0, 0, WIDE, DEEP), ground) + path(
        strokes(0, 0, WIDE, foot, pen, seed, deepest=depth), ink
    )


def sun(x: float, y: float, r: float, colour: str = GOLD) -> str:
    """A sun with its beams."""
    return path(rays(x, y, r + 8, r * 1.9, 20, 8), colour) + shape(ring(x, y, r), colour, 4)


def moon(x: float, y: float, r: float) -> str:
    """A crescent."""
    k = num(r)
    return shape(
        f"M{num(x)} {num(y - r)}a{k} {k} 0 1 0 {k} {num(r * 1.3)}"
        f"a{num(r * 0.85)} {num(r * 0.85)} 0 0 1-{k}-{num(r * 1.3)}"
        "z",
        GOLD,
        4,
    )


def stars(places: list[Point], r: float = 11) -> str:
    """Small stars."""
    d = "".join(
        poly(
            [
                p
                for q in zip(
                    circle_points(x, y, r, 4), circle_points(x, y, r * 0.3, 4, -45), strict=True
                )
                for p in q
            ]
        )
        for x, y in places
    )
    return path(d, GOLD)


def cloud(x: float, y: float, k: float = 1, colour: str = PAPER) -> str:
    """A cloud, 150 wide at k = 1."""
    d = "M-74 16C-92 14-90-12-66-12C-64-34-34-40-22-26C-8-52 34-48 36-22C56-34 84-20 72 2C86 10 78 18 70 18Z"
    return group(
        shape(d, colour, 4) + path(lens(-50, 8, 80, 8) + lens(0, -6, 50, 7), SKY), x, y, k=k
    )


def birds(places: list[Point], k: float = 1) -> str:
    """Birds far off."""
    w = 14 * k
    d = "".join(
        f"M{num(x - w)} {num(y - w * 0.3)}q{num(w * 0.6)} {num(-w * 0.5)} {num(w)} {num(w * 0.3)}"
        f"q{num(w * 0.4)} {num(-w * 0.8)} {num(w)} {num(-w * 0.3)}"
        for x, y in places
    )
    return line(d, 4)
