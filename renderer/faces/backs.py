"""The back of the cards: a lattice of lozenges and stars round a rosette, the same upside down."""

from __future__ import annotations

from .frame import MID, PANEL, H, W
from .ornament import diaper, rosette, star
from .palette import BLUE, CREAM, GOLD, PAPER, RED
from .paths import box, line, path, ring, shape
from .pen import Pen


def back_drawing(pen: Pen) -> str:
    """Everything inside the card's outline."""
    w, h = W - 2 * PANEL, H - 2 * PANEL
    d = box(PANEL, PANEL, w, h, 10)
    # counted from the middle, so that a half-turn brings the lattice onto itself
    step = pen.pick(46, 92)
    x, y = W / 2 - 276, MID - 552
    inner = path(d, BLUE) + diaper(x, y, W - x, H - y, step, CREAM, 0.24) + diaper(x, y, W - x, H - y, step, RED, 0.12)
    out = line(box(32, 32, W - 64, H - 64, 16), 5, BLUE) + pen.clip(inner, d) + line(d, 5)
    out += (
        shape(ring(W / 2, MID, 170), PAPER, 5) + path(ring(W / 2, MID, 152), RED) + path(ring(W / 2, MID, 132), PAPER)
    )
    if not pen.book:
        out += rosette(W / 2, MID, 142, 9, 40, 4, 1.4, GOLD)
    return out + star(W / 2, MID, 118, 46, 8, GOLD, BLUE)
