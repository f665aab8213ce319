"""The card itself: its edge, its rules, its panel, its head; and the ornaments on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from .pen import (
    BLUE,
    CREAM,
    DARK_GOLD,
    GOLD,
    INK,
    PANEL,
    PAPER,
    RED,
    Pen,
    Point,
    box,
    circle_points,
    gouge,
    group,
    line,
    num,
    path,
    poly,
    ring,
    shape,
)


def base(pen: Pen, bleed: float = 0) -> str:
    """The paper with its outline; with `bleed`, for cards to cut, without it and so much wider on
    every side.
    """
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
    """A panel of two halves, each drawn upright for the upper one; without a second, the first
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
    """A half-figure of a whole card, in the frame and panel of a head."""
    own = framed(pen)
    d = box(PANEL, PANEL, own.card.inner, 2 * own.card.half)
    return rules(own) + own.clip(figure, d) + line(d, 5)


def star(
    x: float, y: float, far: float, near: float, n: int, light: str = GOLD, dark: str = RED
) -> str:
    """A star of n points, each split into a light and a dark flank."""
    tips = circle_points(x, y, far, n)
    pits = circle_points(x, y, near, n, -90 + 180 / n)
    lit = "".join(poly([(x, y), tips[i], pits[i - 1]]) for i in range(n))
    whole = poly([p for pair in zip(tips, pits, strict=True) for p in pair])
    return path(whole, dark) + path(lit, light) + line(whole, 3.4)


def wave_band(
    x0: float,
    x1: float,
    y: float,
    height: float,
    period: float,
    strands: int,
    width: float,
    colour: str,
) -> str:
    """Interlaced waves along a level line."""
    half = period / 2
    count = round((x1 - x0) / half)
    step = (x1 - x0) / count
    out = ""
    for strand in range(strands):
        phase = 2 * math.pi * strand / strands
        if strands == 2:
            sign = 1 if strand else -1
            out += f"M{num(x0)} {num(y)}q{num(step / 2)} {num(sign * height * 2)} {num(step)} 0"
            out += f"t{num(step)} 0" * (count - 1)
        else:
            n = count * 8
            points = [
                (x0 + (x1 - x0) * i / n, y + height * math.sin(math.pi * count * i / n + phase))
                for i in range(n + 1)
            ]
            out += poly(points, close=False)
    return line(out, width, colour)


def rosette(
    x: float, y: float, r: float, swing: float, n: int, strands: int, width: float, colour: str
) -> str:
    """A guilloche ring: curves of radius r that swing n times, each a little behind the last."""
    out = ""
    turns = max(160, n * 12)
    for strand in range(strands):
        phase = 2 * math.pi * strand / strands
        points = []
        for i in range(turns):
            t = 2 * math.pi * i / turns
            radius = r + swing * math.cos(n * t + phase)
            points.append((x + radius * math.cos(t), y + radius * math.sin(t)))
        out += poly(points)
    return line(out, width, colour)


def diaper(
    x0: float, y0: float, x1: float, y1: float, step: float, colour: str, size: float = 0.16
) -> str:
    """A ground of small lozenges in staggered rows."""
    k = num(step * size)
    out = ""
    row, y = 0, y0
    while y <= y1:
        x = x0 + (step / 2 if row % 2 else 0)
        while x <= x1:
            out += f"M{num(x)} {num(y - step * size)}l{k} {k}-{k} {k}-{k}-{k}z"
            x += step
        y += step / 2
        row += 1
    return path(out, colour)


def rays(
    x: float, y: float, near: float, far: float, n: int, width: float, start: float = -90
) -> str:
    """Path data of n gouged rays; every other one is shorter."""
    out = ""
    for i, (a, b) in enumerate(
        zip(circle_points(x, y, near, n, start), circle_points(x, y, far, n, start), strict=True)
    ):
        t = 0.62 if i % 2 else 1.0
        tip = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
        out += gouge([a, ((a[0] + tip[0]) / 2, (a[1] + tip[1]) / 2), tip], width, 0.3)
    return out


def wheel_rays(x: float, y: float, r: float, n: int) -> str:
    """Path data of n wedges round a point, for a ground of beams."""
    points = circle_points(x, y, r, 2 * n, -90 - 90 / n)
    return "".join(poly([(x, y), points[2 * i], points[2 * i + 1]]) for i in range(n))


def spiral(
    x: float, y: float, r: float, turns: float, start: float, sense: int, n: int = 22
) -> list[Point]:
    """Points of a spiral that winds inwards from r; start in degrees, sense 1 is clockwise."""
    out = []
    for i in range(n):
        t = i / (n - 1)
        a = math.radians(start) + sense * turns * 2 * math.pi * t
        out.append((x + r * (1 - t) ** 1.15 * math.cos(a), y + r * (1 - t) ** 1.15 * math.sin(a)))
    return out


def scroll(x: float, y: float, k: float, colour: str, turn: float = 0) -> str:
    """An acanthus scroll for the top left corner of a pip card."""
    d = (
        gouge(spiral(34, 34, 30, 1.3, 180, 1), 8, 0.3)
        + gouge(spiral(84, 22, 20, 1.2, 180, -1), 6.5, 0.3)
        + gouge(spiral(22, 84, 20, 1.2, -90, 1), 6.5, 0.3)
        + "M6 6C40 4 70 6 104 2C72 14 40 14 22 22C14 40 14 72 2 104C6 70 4 40 6 6Z"
    )
    return group(path(d, colour), x, y, k=k, turn=turn)


def bell(x: float, y: float, r: float, fill: str = GOLD) -> str:
    """A round sleigh bell."""
    return (
        shape(ring(x, y, r), fill, 3)
        + line(f"M{num(x - r * 0.6)} {num(y + r * 0.1)}h{num(r * 1.2)}", 2.6)
        + path(ring(x, y + r * 0.5, r * 0.24), INK)
    )


def ermine(points: list[Point], k: float = 1.0) -> str:
    """Ermine tails at the points given."""
    d = "".join(
        f"M{num(x)} {num(y - 11 * k)}c{num(6 * k)} {num(9 * k)} {num(7 * k)} {num(15 * k)} 0 {num(24 * k)}"
        f"c{num(-7 * k)} {num(-9 * k)} {num(-6 * k)} {num(-15 * k)} 0 {num(-24 * k)}z"
        for x, y in points
    )
    return path(d, INK)


# ------------------------------------------------------------------------------------------- backs


def lattice(pen: Pen) -> str:
    """A lattice round a compass rose."""
    x, y = pen.card.cx, pen.card.mid
    w, h = pen.card.inner, 2 * pen.card.half
    d = box(PANEL, PANEL, w, h, 10)
    # Counted from the middle, so that a half-turn brings the lattice onto itself.
    step = pen.pick(46, 92)
    x0, y0 = x - 276, y - (552 if h > 900 else 414)
    inner = path(d, BLUE)
    for ink, part in ((CREAM, 0.24), (RED, 0.12)):
        inner += diaper(x0, y0, 2 * x - x0, 2 * y - y0, step, ink, part)
    out = (
        line(box(32, 32, pen.card.w - 64, pen.card.h - 64, 16), 5, BLUE)
        + pen.clip(inner, d)
        + line(d, 5)
    )
    out += (
        shape(ring(x, y, 170), PAPER, 5) + path(ring(x, y, 152), RED) + path(ring(x, y, 132), PAPER)
    )
    if not pen.book:
        out += rosette(x, y, 142, 9, 40, 4, 1.4, GOLD)
    return out + star(x, y, 118, 46, 8, GOLD, BLUE)


def petals(pen: Pen) -> str:
    """Petals round a sun."""
    x, y = pen.card.cx, pen.card.mid
    w, h = pen.card.inner, 2 * pen.card.half
    d = box(PANEL, PANEL, w, h, 10)
    columns = 5 if pen.book else 7
    rows = 2 * round(h * columns / w / 2)
    a, b = w / columns, h / rows
    across = f"M0 0Q{num(a / 2)}{num(-a * 0.27)} {num(a)} 0Q{num(a / 2)} {num(a * 0.27)} 0 0Z"
    down = f"M0 0Q{num(-b * 0.27)} {num(b / 2)} 0 {num(b)}Q{num(b * 0.27)} {num(b / 2)} 0 0Z"
    tile = path(across + down, CREAM)
    if not pen.book:
        tile += line(
            f"M{num(a * 0.14)} 0H{num(a * 0.86)}M0 {num(b * 0.14)}V{num(b * 0.86)}", 3, GOLD
        )
    tile += path(f"M{num(a / 2)} {num(b / 2 - 17)}l17 17-17 17-17-17z", GOLD) + path(
        ring(0, 0, 9), BLUE
    )
    name = pen.name()
    # The first tile is drawn, the others refer to it.
    x0, y0 = PANEL - a, PANEL - b
    inner = path(d, RED) + f'<g id="{name}">{group(tile, x0, y0)}</g>'
    for r in range(-1, rows + 1):
        for c in range(-1, columns + 1):
            if (r, c) != (-1, -1):
                move = f"translate({num(PANEL + a * c - x0)} {num(PANEL + b * r - y0)})"
                inner += f'<use href="#{name}" transform="{move}"/>'
    out = (
        line(box(32, 32, pen.card.w - 64, pen.card.h - 64, 16), 5, RED)
        + pen.clip(inner, d)
        + line(d, 5)
    )
    out += shape(ring(x, y, 168), GOLD, 5) + shape(ring(x, y, 148), BLUE, 4)
    out += pen.clip(path(wheel_rays(x, y, 150, 16), CREAM), ring(x, y, 146)) + shape(
        ring(x, y, 96), PAPER, 4
    )
    out += "".join(path(ring(px, py, 5.5), RED) for px, py in circle_points(x, y, 158, 24))
    if not pen.book:
        out += rosette(x, y, 84, 7, 26, 4, 1.4, DARK_GOLD)
    return out + star(x, y, 74, 30, 8, GOLD, RED) + path(ring(x, y, 9), PAPER)


Back = Callable[[Pen], str]

BACKS: Final[Mapping[str, Back]] = {"lattice": lattice, "petals": petals}
"""The backs by name; the first is the usual one."""


def back_drawing(pen: Pen, name: str) -> str:
    """The back inside the outline. LookupError, with the nearest name, for an unknown one."""
    if name not in BACKS:
        near = get_close_matches(name, BACKS, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(BACKS)}"
        raise LookupError(f"no back is called '{name}'; {hint}")
    return BACKS[name](pen)
