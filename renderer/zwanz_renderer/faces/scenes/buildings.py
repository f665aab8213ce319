"""Churches, houses, floors, lanterns."""

from __future__ import annotations

from ..palette import GOLD, GREEN, INK, PAPER, RED, SKY
from ..paths import (
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
from .skies import DEEP, WIDE, strokes


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
    """A gabled house seen from the street, its foot at (x, y), the gable half as high again."""
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


def garland(y: float, sag: float, pen: Pen) -> str:
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
