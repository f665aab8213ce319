"""Pip cards: how many suit signs stand where."""

from __future__ import annotations

from typing import Final

from .indices import corner, plain_text
from .motifs import colour_of, motif
from .ornament import rosette, scroll
from .pen import CREAM, DARK_GOLD, GOLD, INK, PAPER, Pen, box, circle_points, line, num, path, ring
from .wreaths import daus

LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0
_FOUR: Final = ((LEFT, 0.0), (RIGHT, 0.0), (LEFT, 1.0), (RIGHT, 1.0))
_SIX: Final = (*_FOUR, (LEFT, 0.5), (RIGHT, 0.5))
_EIGHT: Final = (*_FOUR, (LEFT, 1 / 3), (RIGHT, 1 / 3), (LEFT, 2 / 3), (RIGHT, 2 / 3))
LAYOUTS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((CENTRE, 0.5),),
    2: ((CENTRE, 0.0), (CENTRE, 1.0)),
    3: ((CENTRE, 0.0), (CENTRE, 0.5), (CENTRE, 1.0)),
    4: _FOUR,
    5: (*_FOUR, (CENTRE, 0.5)),
    6: _SIX,
    7: (*_SIX, (CENTRE, 0.25)),
    8: (*_SIX, (CENTRE, 0.25), (CENTRE, 0.75)),
    9: (*_EIGHT, (CENTRE, 0.5)),
    10: (*_EIGHT, (CENTRE, 1 / 6), (CENTRE, 5 / 6)),
}
"""Places of the signs as parts of the field, left to right and top to bottom."""


def _ace(name: str, pen: Pen) -> str:
    colour = colour_of(name)
    x, y = pen.card.cx, pen.card.mid
    if pen.book:
        out = path(ring(x, y, 206), CREAM, GOLD, 8) + line(ring(x, y, 184), 4.5, colour)
        beads = "".join(path(ring(px, py, 9), GOLD) for px, py in circle_points(x, y, 195, 16))
        return out + beads + motif(name, x, y + 4, 236)
    out = path(ring(x, y, 222), CREAM)
    out += rosette(x, y, 200, 20, 30, 6, 1.5, DARK_GOLD) + rosette(
        x, y, 160, 15, 24, 4, 1.4, colour
    )
    return out + path(ring(x, y, 140), PAPER, GOLD, 4) + motif(name, x, y + 3, 190)


def pip_card(number: int, name: str, index: str, pen: Pen) -> str:
    """The face of a card with so many suit signs; signs of the lower half are turned."""
    w, h = pen.card.w, pen.card.h
    out = line(box(30, 30, w - 60, h - 60, 20), pen.pick(2.6, 4.5), DARK_GOLD)
    if not pen.book:
        out += line(box(38, 38, w - 76, h - 76, 14), 1.4, DARK_GOLD)
        out += scroll(w - 44, 44, 0.8, DARK_GOLD, 90) + scroll(44, h - 44, 0.8, DARK_GOLD, 270)
    if number == 1:
        out += _one(name, pen)
    else:
        # the columns stand clear of the indices, which are broad in a book
        tall = h > 1000
        left = pen.pick(198, 216 if tall else 224)
        top = pen.pick(176, 196) if tall else 158.0
        right, bottom = w - left, h - top
        size = (106 if number > 8 else 114 if number > 3 else 140) * (
            1 if tall else pen.pick(0.94, 0.88)
        )
        for px, py in LAYOUTS[number]:
            x, y = left + px * (right - left), top + py * (bottom - top)
            out += motif(name, x, y, size, turn=180 if py > 0.51 else 0)
    return out + pen.twice(corner(index, name, pen))


def _one(name: str, pen: Pen) -> str:
    """The one sign of a card, in its wreath or ring."""
    return daus(name, pen) if pen.card.name == "german" else _ace(name, pen)


def head(number: int, name: str, index: str, pen: Pen) -> str:
    """The same on the head of a card (`heads`): its signs, set closer, beside the index."""
    w, h = pen.card.w, pen.card.head
    out = line(box(30, 30, w - 60, h - 60, 20), 4.5, DARK_GOLD) + corner(index, name, pen)
    if number == 1:
        k = 0.39 * h / pen.card.cx
        x, y = 0.61 * w - k * pen.card.cx, h / 2 - k * pen.card.mid
        return f'{out}<g transform="matrix({k:.3f} 0 0 {k:.3f} {num(x)} {num(y)})">{_one(name, pen)}</g>'
    left, right, top = 0.4 * w, w - 110.0, 0.18 * h
    size = (88 if number > 7 else 104 if number > 3 else 128) * min(1.0, h / 590)
    for px, py in LAYOUTS[number]:
        x, y = left + px * (right - left), top + py * (h - 2 * top)
        out += motif(name, x, y, size, turn=180 if py > 0.51 else 0)
    return out


def plain(name: str, index: str, pen: Pen) -> str:
    """The face of a card that has no drawing of its own: its index, large, with its suit."""
    w, h = pen.card.w, pen.card.h
    edge = line(box(30, 30, w - 60, h - 60, 20), 4.5, INK)
    return edge + plain_text(index, pen) + pen.twice(motif(name, pen.card.cx, 170, 110))
