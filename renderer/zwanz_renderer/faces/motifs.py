"""The suit signs, French and German, each in a box 100 high about the origin; and the wreaths of
German aces.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from math import atan2, cos, degrees, sin, tau
from typing import Final

from .pen import (
    BLUE,
    BROWN,
    DARK_GOLD,
    GOLD,
    GREEN,
    INK,
    MEADOW,
    PAPER,
    RED,
    SKY,
    Pen,
    Picture,
    Point,
    bow,
    circle_points,
    gouge,
    group,
    inked,
    line,
    path,
    poly,
    ring,
    rod,
    shape,
)

_HEART = "M0 48C-14 26-47 8-47-20C-47-40-33-50-20-50C-9-50-2-43 0-33C2-43 9-50 20-50C33-50 47-40 47-20C47 8 14 26 0 48Z"
_DIAMOND = "M0-54C10-34 24-16 40 0C24 16 10 34 0 54C-10 34-24 16-40 0C-24-16-10-34 0-54Z"
_SPADE = (
    "M0-52C14-28 47-10 47 16C47 32 36 40 25 40C15 40 8 34 5 26C6 38 11 47 20 52L-20 52C-11 47-6 38-5 26"
    "C-8 34-15 40-25 40C-36 40-47 32-47 16C-47-10-14-28 0-52Z"
)
_CLUB = (
    "M0-52C13-52 23-42 23-29C23-20 19-13 12-8C16-10 21-12 26-12C39-12 48-2 48 11"
    "C48 24 38 34 26 34C16 34 8 28 4 19"
    "C5 33 10 45 19 52L-19 52C-10 45-5 33-4 19C-8 28-16 34-26 34C-38 34-48 24-48 11C-48-2-39-12-26-12"
    "C-21-12-16-10-12-8C-19-13-23-20-23-29C-23-42-13-52 0-52Z"
)
_LEAF = "M0-52C20-44 46-22 44 6C42 26 24 34 6 26C7 38 10 46 18 54L4 54C-2 46-5 38-6 26C-24 34-42 26-44 6C-46-22-20-44 0-52Z"
_ACORN = "M-27-6C-32 24-14 44 0 54C14 44 32 24 27-6Z"
_ACORN_CUP = "M-36-4C-38-24-20-36-5-37L-9-54L7-52L5-37C20-36 38-24 36-4C14-10-14-10-36-4Z"

_ONE_INK: Final = {
    "hearts": (_HEART, RED),
    "diamonds": (_DIAMOND, RED),
    "spades": (_SPADE, INK),
    "clubs": (_CLUB, INK),
    "leaves": (_LEAF, GREEN),
}
MOTIFS: Final = (*_ONE_INK, "bells", "acorns", "trump")
_TEXT_COLOURS: Final = {"bells": DARK_GOLD, "acorns": GREEN, "trump": BLUE}


def colour_of(name: str) -> str:
    """The ink in which indices of this suit are printed; black for an unknown suit."""
    return _ONE_INK[name][1] if name in _ONE_INK else _TEXT_COLOURS.get(name, INK)


def _bell(colour: str | None) -> str:
    if colour:
        return (
            path(ring(0, 4, 44) + "M-9-40v-14h18v14z", colour)
            + line("M-42 0H42M-42 12H42", 5, PAPER)
            + path(ring(0, 30, 6) + "M-3 30h6v16h-6z", PAPER)
        )
    return (
        line(ring(0, -46, 7), 5)
        + shape(ring(0, 5, 45), GOLD, 5)
        + path("M-45 0C-16 10 16 10 45 0V14C16 24-16 24-45 14Z", RED, INK, 3.5)
        + path(ring(0, 32, 7) + "M-3 32h6v16h-6z", INK)
    )


def _acorn(colour: str | None) -> str:
    if colour:
        return path(_ACORN + _ACORN_CUP, colour)
    return (
        shape(_ACORN, GOLD, 5)
        + line("M-12 4C-13 20-8 30-3 37", 4.5, DARK_GOLD)
        + shape(_ACORN_CUP, GREEN, 5)
        + line("M-22-14L-15-26M-6-14L-3-27M12-14L11-27", 4, MEADOW)
    )


def _trump(colour: str) -> str:
    tips = "M0-52L11-26L37-37L26-11L52 0L26 11L37 37L11 26L0 52L-11 26L-37 37L-26 11L-52 0L-26-11L-37-37L-11-26Z"
    return path(tips, colour)


def sign(name: str, colour: str | None = None) -> str:
    """A suit sign about the origin, 100 high; in one ink if it is given. A disc for an unknown
    name.
    """
    if name in _ONE_INK:
        d, own = _ONE_INK[name]
        out = path(d, colour or own)
        if name == "leaves":
            out += line(
                "M0-34V22M0-6L20-16M0-6L-20-16M0 12L18 4M0 12L-18 4",
                4,
                MEADOW if not colour else PAPER,
            )
        return out
    if name == "bells":
        return _bell(colour)
    if name == "acorns":
        return _acorn(colour)
    if name == "trump":
        return _trump(colour or BLUE)
    return path(ring(0, 0, 36), colour or INK)


def motif(
    name: str, x: float, y: float, height: float, *, turn: float = 0, colour: str | None = None
) -> str:
    """A suit sign centred on a place."""
    return group(sign(name, colour), x, y, k=height / 104, turn=turn)


def suit_picture(name: str, *, colour: bool = True, titled: bool = False) -> Picture:
    """A suit sign for running text, as high as a capital; without colour, in the ink of the text.

    If it is not `titled`, screen readers skip it.
    """
    role = 'role="img"' if titled else 'aria-hidden="true"'
    return Picture(
        (-52, -56, 104, 112),
        inked(sign(name) if colour else sign(name, "currentColor")),
        f'class="suit suit-{escape(name)}" width=".74em" height=".8em" {role}',
    )


def suit_svg(name: str, *, colour: bool = True, title: str = "") -> str:
    """A suit sign as a complete ``<svg>``, with a title for screen readers."""
    return suit_picture(name, colour=colour, titled=bool(title)).svg(title or None)


Twig = Callable[[bool, Pen], str]

_WREATH_LEAF: Final = "M0 0C-18-10-22-34 0-62C22-34 18-10 0 0Z"
_TWIG: Final[tuple[Point, Point, Point]] = ((-8, 10), (140, -28), (184, -164))
"""Foot, bend and tip of a twig, seen from the middle of the card, on the right."""


def _at(t: float) -> tuple[float, float, float]:
    """The place at t (0 to 1) on the twig, and its lean there, in degrees from upright."""
    x, y = (
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(*_TWIG, strict=True)
    )
    dx, dy = ((1 - t) * (b - a) + t * (c - b) for a, b, c in zip(*_TWIG, strict=True))
    return x, y, degrees(atan2(dx, -dy))


def _stem(colour: str, end: float = 1) -> str:
    return rod(poly([_at(end * n / 10)[:2] for n in range(11)], close=False), colour, 8)


def _along(places: list[tuple[float, float, str]]) -> str:
    """Drawings that grow from the twig; each has its place (0 to 1), its turn away from it, and
    what it is.
    """
    out = ""
    for t, turn, drawing in places:
        x, y, ahead = _at(t)
        out += group(drawing, x, y, turn=ahead + turn)
    return out


def _leaf(colour: str, vein: str, pen: Pen) -> str:
    return shape(_WREATH_LEAF, colour, 4) + (
        "" if pen.book else path(gouge(bow((0, -4), (2, -28), (0, -52), 5), 4), vein)
    )


def _spring(right: bool, pen: Pen) -> str:
    """Apple blossom."""
    dark, light = _leaf(GREEN, MEADOW, pen), _leaf(MEADOW, GREEN, pen)
    leaves = [
        (0.44, -62.0, light),
        (0.48, 58.0, dark),
        (0.7, -60.0, dark),
        (0.72, 62.0, light),
        (1.0, 4.0, dark),
    ]
    flower, bud = _blossom(), _bud()
    return _stem(BROWN) + _along([*leaves, (0.58, 0, flower), (0.82, 0, flower), (0.9, -62, bud)])


def _blossom() -> str:
    petals = "".join(ring(x, y, 14) for x, y in circle_points(0, 0, 17, 5))
    return (
        shape(petals, PAPER, 3.5) + path(ring(0, 0, 15), PAPER) + path(ring(0, 0, 8), GOLD, RED, 3)
    )


def _bud() -> str:
    return shape("M0 0C-16-8-16-26 0-36C16-26 16-8 0 0Z", RED, 3.5) + path(
        "M-7-2C-8-14 8-14 7-2L0 6Z", GREEN
    )


def _summer(right: bool, pen: Pen) -> str:
    """Wheat, with a poppy on one side and a cornflower on the other."""
    leaves = [(0.42, -58.0, _leaf(MEADOW, GREEN, pen)), (0.4, 62.0, _leaf(GREEN, MEADOW, pen))]
    flower = _poppy() if right else _cornflower()
    return _stem(DARK_GOLD, 0.72) + _along([(0.7, 0, _ear(pen)), *leaves, (0.52, 0, flower)])


def _ear(pen: Pen) -> str:
    """An ear of wheat, its foot at (0, 0)."""
    grain = shape("M0 0C-13-8-12-28 0-36C9-24 10-10 0 0Z", GOLD, 3.5)
    beard = (
        ""
        if pen.book
        else line("M-20-56L-34-112M20-56L34-112M-6-92L-10-138M6-92L10-138", 3, DARK_GOLD)
    )
    rows = "".join(group(grain, 0, -22 * row, turn=turn) for row in range(4) for turn in (-34, 34))
    return beard + rows + group(grain, 0, -84)


def _poppy() -> str:
    petals = "M0 4C-36 8-44-22-28-38C-14-46-4-36 0-30C4-36 14-46 28-38C44-22 36 8 0 4Z"
    return group(shape(petals, RED, 4) + path(ring(0, -12, 9), INK), 0, 18)


def _cornflower() -> str:
    tips = [
        (r * cos(a), r * sin(a))
        for n in range(32)
        for r, a in [((13, 36, 28, 36)[n % 4], n * tau / 32)]
    ]
    return shape(poly(tips), BLUE, 3.5) + path(ring(0, 0, 8), SKY)


def _autumn(right: bool, pen: Pen) -> str:
    """A vine with its grapes, blue on one side and green on the other."""
    red, gold = _vine_leaf(RED, pen), _vine_leaf(GOLD, pen)
    leaves = [
        (0.46, -64.0, gold),
        (0.7, 64.0, red),
        (0.86, -58.0, gold if right else red),
        (0.99, 6.0, red),
    ]
    x, y, _ = _at(0.66)
    rows: list[Point] = [(-56, 6), (-30, 2), (-4, 6), (-44, 26), (-17, 26), (-30, 46)]
    return (
        _stem(BROWN)
        + _along(leaves)
        + "".join(_berry(x + a, y + b, BLUE if right else GREEN) for a, b in rows)
    )


def _vine_leaf(colour: str, pen: Pen) -> str:
    edge = "M0 0C-8-8-26-4-34-14C-28-20-36-30-30-40C-20-38-16-46-12-58"
    edge += "C-2-52 2-52 12-58C16-46 20-38 30-40C36-30 28-20 34-14C26-4 8-8 0 0Z"
    return shape(edge, colour, 4) + (
        "" if pen.book else line("M0-4V-44M0-14L-20-26M0-14L20-26", 3, DARK_GOLD)
    )


def _berry(x: float, y: float, colour: str) -> str:
    return shape(ring(x, y, 14), colour, 3.5) + path(ring(x - 4, y - 5, 4), PAPER)


def _winter(right: bool, pen: Pen) -> str:
    """Fir and holly berries."""
    inks = [path("M0 0C-7-10-7-34 0-48C7-34 7-10 0 0Z", ink) for ink in (GREEN, MEADOW)]
    needles = [
        (0.34 + 0.08 * n, side * (60.0 - 2 * n), inks[n % 2]) for n in range(8) for side in (-1, 1)
    ]
    tip = [(1.0, turn, inks[0]) for turn in (-32.0, 32.0, 0.0)]
    x, y, _ = _at(0.5)
    berries: list[Point] = [(-14, 4), (15, 8), (2, -15)]
    return (
        _stem(BROWN)
        + _along([*needles, *tip])
        + "".join(_berry(x + a, y + b, RED) for a, b in berries)
    )


_SEASONS: Final[dict[str, Twig]] = {
    "hearts": _spring,
    "bells": _summer,
    "leaves": _autumn,
    "acorns": _winter,
}


def ribbon(x: float, y: float) -> str:
    """A ribbon laid across a place."""
    out = shape(
        f"M{x - 176:g} {y + 12:g}C{x - 110:g} {y - 40:g} {x - 40:g} {y - 34:g} {x:g} {y - 30:g}"
        f"C{x + 60:g} {y - 26:g} {x + 120:g} {y - 10:g} {x + 176:g} {y - 44:g}L{x + 160:g} {y - 18:g}"
        f"L{x + 176:g} {y - 12:g}C{x + 110:g} {y + 40:g} {x + 40:g} {y + 34:g} {x:g} {y + 30:g}"
        f"C{x - 60:g} {y + 26:g} {x - 120:g} {y + 10:g} {x - 176:g} {y + 44:g}L{x - 160:g} {y + 18:g}Z",
        PAPER,
        4.5,
    )
    out += line(
        f"M{x - 140:g} {y + 6:g}C{x - 80:g} {y - 16:g} {x - 30:g} {y:g} {x:g} {y:g}", 5, RED
    )
    return out + line(
        f"M{x + 140:g} {y - 6:g}C{x + 80:g} {y + 16:g} {x + 30:g} {y:g} {x:g} {y:g}", 5, RED
    )


def daus(name: str, pen: Pen) -> str:
    """The ace of a German pack: two large signs, each between two twigs of the suit's season."""
    x, y = pen.card.cx, pen.card.mid
    twig = _SEASONS.get(name, _spring)
    half = group(twig(False, pen), x, y, flip=True) + group(twig(True, pen), x, y)
    return pen.twice(half + motif(name, x, y - 222, 204)) + ribbon(x, y)
