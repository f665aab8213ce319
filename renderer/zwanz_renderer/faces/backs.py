"""The backs of the cards, the same upside down: a lattice round a compass rose, or petals round a
sun.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from .formats import PANEL
from .ornament import diaper, rosette, star, wheel_rays
from .pen import (
    BLUE,
    CREAM,
    DARK_GOLD,
    GOLD,
    PAPER,
    RED,
    Pen,
    box,
    circle_points,
    group,
    line,
    num,
    path,
    ring,
    shape,
)

Design = Literal["lattice", "petals"]
BACKS: Final[tuple[Design, ...]] = get_args(Design)


def back_drawing(pen: Pen, design: Design) -> str:
    """Everything inside the card's outline."""
    return _lattice(pen) if design == "lattice" else _petals(pen)


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


def _petals(pen: Pen) -> str:
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
    places = [
        (PANEL + a * c, PANEL + b * r) for r in range(-1, rows + 1) for c in range(-1, columns + 1)
    ]
    inner = path(d, RED) + f'<g id="{name}">{group(tile, *places[0])}</g>'
    (x0, y0), rest = places[0], places[1:]
    inner += "".join(
        f'<use href="#{name}" transform="translate({num(px - x0)} {num(py - y0)})"/>'
        for px, py in rest
    )
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
