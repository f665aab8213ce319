"""Skies, buildings, hills, trees, mountains, water. A scene is WIDE by DEEP; its ground is seen
down to 490.
"""

from __future__ import annotations

import math
from itertools import chain
from random import Random
from typing import Final

from ..ornament import rays
from ..pen import (
    BLUE,
    BROWN,
    CREAM,
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
    circle_points,
    gouge,
    group,
    line,
    num,
    path,
    points,
    poly,
    ring,
    shape,
)

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
    """Path data of level strokes that fill a field: thick at its top and, with `fade`, fine at its
    foot.

    `seed` chooses their lengths and gaps.
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
    """A crescent moon."""
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
    d = ""
    for x, y in places:
        tips, dents = circle_points(x, y, r, 4), circle_points(x, y, r * 0.3, 4, -45)
        d += poly(list(chain.from_iterable(zip(tips, dents, strict=True))))
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


def church(x: float, y: float, k: float, onion: str = RED) -> str:
    """A village church with an onion dome."""
    out = shape("M16 0V-52L40-80H104L114-52V0Z", PAPER, 3.4) + shape(
        "M12-48L40-84H104L122-48Z", RED, 3.4
    )
    out += shape("M-19 0V-98H19V0Z", PAPER, 3.6) + shape("M-23-96L-16-106H16L23-96Z", INK, 2)
    out += shape(
        "M-15-106C-32-124-20-144-6-152C-2-155-1-162 0-172C1-162 2-155 6-152C20-144 32-124 15-106Z",
        onion,
        3.4,
    )
    out += line("M0-172V-196M-7-187H7", 3.4) + path(
        gouge(bow((-8, -112), (-18, -128), (-6, -146), 6), 5), PAPER
    )
    out += path(ring(0, -80, 9), PAPER, INK, 3) + line("M0-80V-86M0-80L5-78", 2.4)
    out += path(
        "M-5-36v-16a5 5 0 0 1 10 0v16zM38-12v-18a8 8 0 0 1 16 0v18zM64-12v-18a8 8 0 0 1 16 0"
        "v18zM90-12v-18a8 8 0 0 1 16 0v18z",
        INK,
    )
    return group(out, x, y, k=k)


def house(
    x: float,
    y: float,
    w: float,
    h: float,
    wall: str,
    roof: str,
    windows: int = 2,
    *,
    lit: bool = False,
) -> str:
    """A gabled house seen from the street, its foot at (x, y), w by h without the gable."""
    gable = h * 0.55
    out = shape(
        f"M{num(x)} {num(y)}v{num(-h)}l{num(w / 2)} {num(-gable)} {num(w / 2)} {num(gable)}v{num(h)}z",
        wall,
        4,
    )
    out += shape(
        f"M{num(x - 9)} {num(y - h + 6)}L{num(x + w / 2)} {num(y - h - gable - 10)}L{num(x + w + 9)} {num(y - h + 6)}"
        f"L{num(x + w - 2)} {num(y - h + 12)}"
        f"L{num(x + w / 2)} {num(y - h - gable + 10)}L{num(x + 2)} {num(y - h + 12)}Z",
        roof,
        3.6,
    )
    # The windows row by row, and one in the gable.
    step = w / (windows + 1)
    d = "".join(
        box(x + step * (i + 1) - 7, y - h + 14 + row * 38, 14, 20)
        for i in range(windows)
        for row in range(max(1, int((h - 30) // 38)))
    )
    return out + path(
        d + box(x + w / 2 - 6, y - h - gable * 0.4, 12, 14), GOLD if lit else INK, INK, 2.4
    )


def floor(y: float, light: str, dark: str, rows: int = 4) -> str:
    """A chequered floor in perspective from y to the foot."""
    out = path(box(0, y, WIDE, DEEP - y), light)
    d = ""
    levels = [y + (DEEP - y) * (i / rows) ** 1.3 for i in range(rows + 1)]
    for i in range(rows):
        for j in range(-6, 7):
            if (i + j) % 2:
                continue
            a, b = ((0.55 + 0.45 * (v - y) / (DEEP - y)) * 92 for v in (levels[i], levels[i + 1]))
            d += poly(
                [
                    (253 + j * a, levels[i]),
                    (253 + (j + 1) * a, levels[i]),
                    (253 + (j + 1) * b, levels[i + 1]),
                    (253 + j * b, levels[i + 1]),
                ]
            )
    return out + path(d, dark) + line(f"M0 {num(y)}H{WIDE}", 4)


def lantern(x: float, y: float, colour: str = GOLD, r: float = 15) -> str:
    """A paper lantern that hangs from (x, y)."""
    return shape(
        f"M{num(x - r * 0.6)} {num(y)}c{num(-r)} {num(r)} {num(-r)} {num(r * 1.4)} 0 {num(r * 2.3)}"
        f"h{num(r * 1.2)}c{num(r)} {num(-r)} {num(r)} {num(-r * 1.4)} 0 {num(-r * 2.3)}z",
        colour,
        3.4,
    ) + line(f"M{num(x - r)} {num(y + r * 1.15)}h{num(2 * r)}", 3, RED if colour != RED else GOLD)


def garland(y: float, sag: float) -> str:
    """Lanterns on a rope across the scene."""
    colours = (GOLD, RED, PAPER, GREEN)
    out = line(f"M0 {num(y)}Q253 {num(y + 2 * sag)} 506 {num(y)}", 3.4)
    for i, x in enumerate((46, 120, 386, 460)):
        t = x / WIDE
        out += lantern(x, y + 4 * sag * t * (1 - t), colours[i % 4])
    return out


def wall(colour: str, marks: str, pen: Pen, foot: float = 410) -> str:
    """A wall that grows dark towards the ceiling, with some of its bricks."""
    d = "".join(
        f"M{x} {y}h52"
        for y in range(212, int(foot), 46)
        for x in range(-20 + (y // 46 % 3) * 60, 506, 180)
    )
    shade = path(
        strokes(0, 0, 506, 300, pen, len(colour + marks) + ord(marks[1]), deepest=8), marks
    )
    return path(box(0, 0, 506, 514), colour) + shade + line(d, 4, marks)


def window(x: float, y: float, w: float = 110, h: float = 130, pane: str = SKY) -> str:
    return (
        shape(box(x, y, w, h), pane, 5)
        + line(f"M{x + w / 2:g} {y:g}v{h:g}M{x:g} {y + h / 2:g}h{w:g}", 5)
        + shape(box(x - 10, y + h, w + 20, 14), PAPER, 4)
    )


def hill(
    points: list[Point], colour: str, marks: str = "", pen: Pen | None = None, seed: int = 0
) -> str:
    """Ground below a smooth line through the points, with furrows in the ink `marks`."""
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
        furrows = ""
        for i in range(n):
            x, y = rnd.random() * 460, top + 12 + (490 - top) * (i + 0.5) / n
            furrows += lens(x, y, 24 + 50 * rnd.random(), 6)
        out += path(furrows, marks)
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
    # Light on the boughs; on a small fir, or a small card, it would only clog.
    light = ""
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
            for a, b in points("-58 -104, -30 -132, -6 -158, 24 -146, 52 -122, 8 -104, 46 -166")
        )
    return group(out, x, y, k=k)


def alps(points: list[Point], foot: float, pen: Pen, lit: str = PAPER, dark: str = BLUE) -> str:
    """A range through the points: right flanks lie in shade, left ones have gouge strokes."""
    whole = poly([*points, (points[-1][0], foot), (points[0][0], foot)])
    out = path(whole, lit)
    inner = ""
    for i in range(1, len(points) - 1):
        (ax, ay), (x, y), (bx, by) = points[i - 1], points[i], points[i + 1]
        if not (y < ay and y < by):
            continue
        # The flank right of a peak, below a jagged ridge.
        deep = foot - y
        zig = [(x, y)] + [
            (x + (12 if s % 2 else -10) * deep / 200 + (bx - x) * 0.1 * s / 5, y + deep * s / 5)
            for s in range(1, 6)
        ]
        inner += path(poly([*zig, (bx + (bx - x) * 0.4, foot), (bx, by)]), dark)
        # Strokes down the flank left of it.
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
    while level < foot:
        x = -60 * rnd.random()
        while x < WIDE:
            w = 70 + 90 * rnd.random()
            q, h = round(w / 4), round(w / 2)
            d += f"M{round(x)} {round(level)}q{q}-9 {h}-1t{h} 1q{-q} 9{-h} 2t{-h}-2z"
            x += w + 10 + 60 * rnd.random()
        level += pitch
    return out + path(d, light) + line(f"M0 {num(y)}H{WIDE}", 4)
