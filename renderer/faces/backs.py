"""The backs of the cards, the same upside down: a lattice round a compass rose, or acanthus round a medallion."""

from __future__ import annotations

from typing import Final, Literal, get_args

from .formats import PANEL
from .ornament import diaper, rosette, spiral, star, wheel_rays
from .palette import BLUE, CREAM, DARK_GOLD, GOLD, GREEN, PAPER, RED
from .paths import Point, bow, box, circle_points, gouge, group, line, path, ring, shape
from .pen import Pen

Design = Literal["lattice", "acanthus"]
BACKS: Final[tuple[Design, ...]] = get_args(Design)


def back_drawing(pen: Pen, design: Design) -> str:
    """Everything inside the card's outline."""
    return _lattice(pen) if design == "lattice" else _acanthus(pen)


def _lattice(pen: Pen) -> str:
    x, y = pen.card.cx, pen.card.mid
    w, h = pen.card.inner, 2 * pen.card.half
    d = box(PANEL, PANEL, w, h, 10)
    # counted from the middle, so that a half-turn brings the lattice onto itself
    step = pen.pick(46, 92)
    x0, y0 = x - 276, y - (552 if h > 900 else 414)
    inner = path(d, BLUE)
    for ink, part in ((CREAM, 0.24), (RED, 0.12)):
        inner += diaper(x0, y0, 2 * x - x0, 2 * y - y0, step, ink, part)
    out = line(box(32, 32, pen.card.w - 64, pen.card.h - 64, 16), 5, BLUE) + pen.clip(inner, d) + line(d, 5)
    out += shape(ring(x, y, 170), PAPER, 5) + path(ring(x, y, 152), RED) + path(ring(x, y, 132), PAPER)
    if not pen.book:
        out += rosette(x, y, 142, 9, 40, 4, 1.4, GOLD)
    return out + star(x, y, 118, 46, 8, GOLD, BLUE)


def _tendril(pen: Pen, points: list[Point], leaves: tuple[tuple[float, float, float, float], ...]) -> str:
    """A curling stem and its leaves, each at (x, y), turned and scaled."""
    leaf = "M0 0C-26-14-34-44-20-74C-12-60-4-58 2-64C6-52 14-52 20-60C28-36 20-12 0 0Z"
    out = path(gouge(points, 17, 0.3), GOLD)
    for x, y, turn, k in leaves:
        vein = "" if pen.book else path(gouge(bow((0, -6), (-4, -28), (-6, -52), 5), 5), RED)
        out += group(path(leaf, GOLD) + vein, x, y, turn=turn, k=k)
    return out


def _acanthus(pen: Pen) -> str:
    x, y = pen.card.cx, pen.card.mid
    d = box(PANEL, PANEL, pen.card.inner, 2 * pen.card.half, 10)
    deep = y - PANEL
    corner = _tendril(
        pen,
        spiral(x - 116, PANEL + 132, 96, 1.5, 200, 1, 34),
        ((x - 214, PANEL + 96, -40, 0.8), (x - 140, PANEL + 34, 30, 0.8), (x - 22, PANEL + 96, 100, 0.7)),
    )
    low = min(deep - 150, PANEL + 330)
    side = _tendril(
        pen,
        spiral(x - 168, low, 62, 1.3, 90, 1, 30),
        ((x - 214, low - 58, -20, 0.7), (x - 100, low + 12, 110, 0.72), (x - 150, low + 66, 170, 0.6)),
    )
    quarter = corner + side
    name = pen.name()
    inner = path(d, RED)
    if not pen.book:
        inner += diaper(x - 276, y - 552, x + 276, y + 552, 46, DARK_GOLD, 0.07)
    mirror = f"matrix(-1 0 0 1 {2 * x:g} 0)"
    both = f'<g id="{name}">{quarter}</g><use href="#{name}" transform="{mirror}"/>'
    both += path(gouge([(x, PANEL + 30), (x, PANEL + 120), (x, PANEL + 200)], 15), GOLD) + path(
        ring(x, PANEL + 34, 13) + ring(x, PANEL + 214, 11), GOLD
    )
    inner += pen.twice(both)
    out = line(box(32, 32, pen.card.w - 64, pen.card.h - 64, 16), 5, RED) + pen.clip(inner, d) + line(d, 5)
    out += shape(ring(x, y, 168), GOLD, 5) + shape(ring(x, y, 148), GREEN, 4)
    out += pen.clip(path(wheel_rays(x, y, 150, 16), CREAM), ring(x, y, 146)) + shape(ring(x, y, 96), PAPER, 4)
    out += "".join(path(ring(px, py, 5.5), RED) for px, py in circle_points(x, y, 158, 24))
    if not pen.book:
        out += rosette(x, y, 84, 7, 26, 4, 1.4, DARK_GOLD)
    return out + star(x, y, 74, 30, 8, GOLD, RED) + path(ring(x, y, 9), PAPER)
