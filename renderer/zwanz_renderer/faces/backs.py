"""The backs of the cards, each the same upside down.

A new back is a function here, a line in `BACKS`, and its title in ``deck_print.<language>.yaml``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Final

from .ornament import diaper, rosette, star, wheel_rays
from .pen import (
    BLUE,
    CREAM,
    DARK_GOLD,
    GOLD,
    PANEL,
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


def lattice(pen: Pen) -> str:
    """A lattice round a compass rose."""
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
    # the first tile is drawn, the others refer to it
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
    """Everything inside the card's outline. LookupError, with the nearest name, for an unknown one."""
    if name not in BACKS:
        near = get_close_matches(name, BACKS, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(BACKS)}"
        raise LookupError(f"no back is called '{name}'; {hint}")
    return BACKS[name](pen)
