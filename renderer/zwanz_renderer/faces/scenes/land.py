"""Hills, trees, mountains, water."""

from __future__ import annotations

import math
from random import Random

from ..palette import BLUE, BROWN, GOLD, GREEN, INK, MEADOW, PAPER, SKY
from ..paths import (
    Point,
    bow,
    box,
    gouge,
    group,
    line,
    num,
    path,
    poly,
    ring,
    shape,
)
from ..pen import Pen
from .skies import DEEP, WIDE, lens


def hill(
    points: list[Point], colour: str, marks: str = "", pen: Pen | None = None, seed: int = 0
) -> str:
    """Ground below a line that runs smoothly through the points; marks is the ink of its furrows."""
    d = f"M{num(points[0][0])} {num(points[0][1])}"
    for i in range(1, len(points)):
        (ax, ay), (bx, by) = points[i - 1], points[i]
        mid = (ax + bx) / 2
        d += f"C{num(mid)} {num(ay)} {num(mid)} {num(by)} {num(bx)} {num(by)}"
    d += f"V{DEEP}H{num(points[0][0])}Z"
    out = shape(d, colour, 4)
    if marks and pen:
        rnd = Random(seed)
        top = max(y for _, y in points)
        n = int(pen.pick(44, 13))
        out += path(
            "".join(
                lens(
                    rnd.random() * 460,
                    top + 12 + (490 - top) * (i + 0.5) / n,
                    24 + 50 * rnd.random(),
                    6,
                )
                for i in range(n)
            ),
            marks,
        )
    return out


def grass(x0: float, y0: float, x1: float, y1: float, colour: str, pen: Pen, seed: int) -> str:
    """Tufts of grass."""
    rnd = Random(seed)
    d = ""
    for _ in range(int(pen.pick(40, 11))):
        x, y = x0 + (x1 - x0) * rnd.random(), y0 + (y1 - y0) * rnd.random()
        d += f"M{num(x)} {num(y)}l-5-13 8 9 3-14 3 14 8-8-5 12z"
    return path(d, colour)


def flowers(places: list[Point], colour: str, heart: str = GOLD) -> str:
    """Meadow flowers."""
    out = path("".join(f"M{num(x - 2)} {num(y)}h4v16h-4z" for x, y in places), INK)
    return (
        out
        + path("".join(ring(x, y, 7.5) for x, y in places), colour, INK, 2.4)
        + path("".join(ring(x, y, 2.6) for x, y in places), heart)
    )


def fir(x: float, y: float, h: float, pen: Pen, snow: bool = False) -> str:
    """A fir with its foot at (x, y)."""
    left, right = [], []
    for i in range(5):
        level = y - h + h * 0.92 * (i + 1) / 5
        half = h * 0.23 * ((i + 1) / 5) ** 0.85
        left += [(x - half, level), (x - half * 0.5, level - h * 0.03)]
        right += [(x + half, level), (x + half * 0.5, level - h * 0.03)]
    out = path(box(x - h * 0.03, y - h * 0.1, h * 0.06, h * 0.11), INK) + path(
        poly([(x, y - h), *right[:-1], *left[-2::-1]]), INK
    )
    light = ""
    # a small one would only clog
    for i in range(1, 5) if (h > 84 or snow) and not pen.book else ():
        level = y - h + h * 0.92 * (i + 0.75) / 5
        half = h * 0.2 * ((i + 0.75) / 5) ** 0.85
        for s in (-0.75, -0.25, 0.35)[: 3 if i > 2 else 2]:
            light += gouge(
                [
                    (x + half * s * 0.7, level - h * 0.07),
                    (x + half * s * 0.9, level - h * 0.03),
                    (x + half * s * 1.1, level),
                ],
                h * 0.032,
            )
    return out + (path(light, PAPER if snow else MEADOW) if light else "")


def tree(x: float, y: float, h: float, leaf: str = GREEN, fruit: str = "") -> str:
    """A broad tree with its foot at (x, y)."""
    k = h / 200
    trunk = "M-14 0C-8-40-10-70-12-96L-44-126L-38-132L-8-110L-4-140H6L8-108L36-132L42-126L14-94C12-60 12-40 20 0Z"
    crown = (
        "M-70-92C-96-104-92-140-66-144C-68-178-26-192-8-178C14-206 64-192 62-158"
        "C92-154 98-112 72-100C64-78 36-80 26-90C10-78-14-80-22-90C-40-76-62-78-70-92Z"
    )
    out = shape(trunk, BROWN, 4) + shape(crown, leaf, 4)
    light = "".join(
        gouge(bow((a, b), (a + 10, b - 16), (a + 34, b - 12), 6), 6)
        for a, b in ((-66, -118), (-40, -156), (10, -168), (26, -124), (-18, -112))
    )
    out += path(light, MEADOW if leaf == GREEN else PAPER)
    if fruit:
        out += "".join(
            shape(ring(a, b, 8.5), fruit, 2.6)
            for a, b in (
                (-58, -104),
                (-30, -132),
                (-6, -158),
                (24, -146),
                (52, -122),
                (8, -104),
                (46, -166),
            )
        )
    return group(out, x, y, k=k)


def alps(points: list[Point], foot: float, pen: Pen, lit: str = PAPER, dark: str = BLUE) -> str:
    """A range through the points; right flanks lie in shade, left ones are gouged."""
    whole = poly([*points, (points[-1][0], foot), (points[0][0], foot)])
    out = path(whole, lit)
    inner = ""
    for i in range(1, len(points) - 1):
        (ax, ay), (x, y), (bx, by) = points[i - 1], points[i], points[i + 1]
        if not (y < ay and y < by):
            continue
        deep = foot - y
        zig = [(x, y)] + [
            (x + (12 if s % 2 else -10) * deep / 200 + (bx - x) * 0.1 * s / 5, y + deep * s / 5)
            for s in range(1, 6)
        ]
        inner += path(poly([*zig, (bx + (bx - x) * 0.4, foot), (bx, by)]), dark)
        n = int(pen.pick(10, 4))
        d = ""
        for s in range(n):
            t = (s + 0.7) / n
            sx, sy = x - (x - ax) * t * 0.6, y + (ay - y) * t * 0.6 + 10
            long = deep * (0.18 + 0.16 * math.sin(s * 2.3) ** 2)
            d += gouge(
                [(sx, sy), (sx + long * 0.12, sy + long * 0.5), (sx + long * 0.36, sy + long)], 6
            )
        inner += path(d, dark)
    return out + pen.clip(inner, whole) + line(poly(points, close=False), 4)


def water(
    y: float, pen: Pen, seed: int, *, foot: float = DEEP, ground: str = BLUE, light: str = SKY
) -> str:
    """Water from y down to foot, with its ripples."""
    rnd = Random(seed)
    out = path(box(0, y, WIDE, foot - y), ground)
    pitch = pen.pick(13, 21)
    d = ""
    level = y + pitch * 0.8
    row = 0
    while level < foot:
        x = -60 * rnd.random()
        while x < WIDE:
            w = 70 + 90 * rnd.random()
            q, h = round(w / 4), round(w / 2)
            d += f"M{round(x)} {round(level)}q{q}-9 {h}-1t{h} 1q{-q} 9{-h} 2t{-h}-2z"
            x += w + 10 + 60 * rnd.random()
        level += pitch
        row += 1
    return out + path(d, light) + line(f"M0 {num(y)}H{WIDE}", 4)
