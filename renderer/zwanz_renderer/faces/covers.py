"""The cover of a book, of a box and of a title card: the motif of the game in a window, framed.

Units are 0.1 mm, as on cards; a cover is as large as a page of A5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .indices import Face
from .motifs import MOTIFS, motif
from .ornament import diaper, rosette, star
from .pen import (
    BLUE,
    CREAM,
    DARK_GOLD,
    FIGURE_X,
    GOLD,
    GREEN,
    INK,
    PANEL,
    PAPER,
    RED,
    TAROCK,
    Pen,
    Picture,
    box,
    framed,
    group,
    line,
    num,
    path,
    ring,
    shape,
)

WIDE: Final = 1480
HIGH: Final = 2100
GROUNDS: Final[Mapping[str, str]] = {
    "blue": BLUE,
    "red": RED,
    "green": GREEN,
    "gold": DARK_GOLD,
    "ink": INK,
}
"""The grounds on which a cover may be printed, by the names that rules use."""
_TITLE: Final = (170, 170, WIDE - 340, 520)
"""The tablet that the title stands on: left, top, width, height."""
_WINDOW: Final = (234, 780, 1012, 1012)
"""The window with the motif, before its arch is cut."""
_ROUND: Final = 0.5523
"""The handles of a curve that is a quarter of an ellipse, in parts of its radius: 4/3 (√2 - 1)."""
_ALONE: Final = (1080, 1080)
"""The window as a drawing of its own."""
SIZES: Final = {"front": (WIDE, HIGH), "back": (WIDE, HIGH), "motif": _ALONE}
"""Width and height of the drawings of a cover."""
_OF_TABLET, _MOVED = 0.7, 0.85
"""On a front that is more slender than a book: the part of the spare height that the tablet takes,
and the part by which the window moves down.
"""
_SMALLEST, _WHOLE_FROM = 0.72, 600
"""The scale of the window without spare height, and the spare height from which on it has full
size: a small card needs as much room for its words as a tall one.
"""
_FOOT = 1984
"""The bottom of the row of suit signs."""
_SIGNS: Final = 1872
"""The middle line of the row of suit signs."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What a cover shows: a drawing made for the upper half of a tall card, the suit signs of the
    pack, the text in the middle of them, and the name of its ground.
    """

    figure: str
    signs: tuple[str, ...]
    crest: str
    ground: str


def drawing(name: str, cover: Cover, uid: str) -> Picture:
    """The ``front``, the ``back`` or the ``motif`` of a cover. KeyError for another name."""
    if name == "back":
        return back(cover)
    return {"front": front, "motif": vignette}[name](cover, pen_for(uid))


def front(cover: Cover, pen: Pen) -> Picture:
    """The front: frame, tablet for the title, window, signs."""
    out = _ground(cover) + _tablet(*_TITLE) + window(cover.figure, pen, *_WINDOW[:2])
    return framed(out + _row(cover), WIDE, HIGH)


def back(cover: Cover) -> Picture:
    """The back: the same ground and frame, and one tablet that leaves room for a page of text."""
    out = _ground(cover) + _tablet(110, 110, WIDE - 220, HIGH - 220)
    return framed(out, WIDE, HIGH)


def vignette(cover: Cover, pen: Pen) -> Picture:
    """The window as a drawing of its own."""
    out = window(cover.figure, pen, 34, 34)
    return framed(out, *_ALONE)


def window(figure: str, pen: Pen, x: float, y: float, k: float = 2) -> str:
    """The upper half of a card in an arched window, whose top left corner is (x, y)."""
    w = h = 506 * k
    placed = group(figure, x - PANEL * k, y - PANEL * k, k=k)
    glass = _arch(x, y, w, h)
    # Rims of ink, gold, ink and paper, from the outside in.
    frame = "".join(
        path(_arch(x - d, y - d, w + 2 * d, h + 2 * d), ink)
        for d, ink in ((16 * k, INK), (14 * k, GOLD), (7 * k, INK), (5 * k, PAPER))
    )
    return frame + pen.clip(path(glass, CREAM) + placed, glass) + line(glass, 6)


def sized(cover: Cover, pen: Pen, w: float, h: float, bleed: float = 0) -> Picture:
    """The front in another size, w by h, at least as slender as a book: for a title card or a box.

    The tablet takes the height that is left over. `bleed` is how far the ground reaches beyond.
    """
    k = w / WIDE
    high, (tall, moved, small) = h / k, _spread(w, h)
    x, y, wide, _ = _TITLE
    out = path(box(-bleed / k, -bleed / k, WIDE + 2 * bleed / k, high + 2 * bleed / k), _ink(cover))
    out += _ground(cover, high) + _tablet(x, y, wide, tall)
    shown = window(cover.figure, pen, *_WINDOW[:2]) + _row(cover)
    out += group(shown, WIDE / 2 * (1 - small), moved + _FOOT * (1 - small), k=small)
    return framed(group(out, 0, 0, k=k), w, h, bleed)


def tablet_of(w: float, h: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of the tablet on a front of that size (`sized`)."""
    k = w / WIDE
    x, y, wide, _ = _TITLE
    return x * k, y * k, wide * k, _spread(w, h)[0] * k


def _spread(w: float, h: float) -> tuple[float, float, float]:
    """The height of the tablet, how far window and signs move down, and their scale, for a front w
    by h.
    """
    spare = h * WIDE / w - HIGH
    small = min(1, _SMALLEST + spare / _WHOLE_FROM * (1 - _SMALLEST))
    freed = (_FOOT - _WINDOW[1]) * (1 - small)
    return _TITLE[3] + spare * _OF_TABLET + freed, spare * _MOVED, small


def _arch(x: float, y: float, w: float, h: float) -> str:
    """Path data of a rectangle with a low arch for its upper edge."""
    rise, half = h * 0.22, w / 2
    a, b = half * (1 - _ROUND), rise * (1 - _ROUND)
    return (
        f"M{num(x)} {num(y + h)}V{num(y + rise)}"
        f"C{num(x)} {num(y + b)} {num(x + a)} {num(y)} {num(x + half)} {num(y)}"
        f"C{num(x + w - a)} {num(y)} {num(x + w)} {num(y + b)} {num(x + w)} {num(y + rise)}"
        f"V{num(y + h)}z"
    )


def _ink(cover: Cover) -> str:
    return GROUNDS[cover.ground]


def _ground(cover: Cover, high: float = HIGH) -> str:
    """The ground of the whole page with its frame."""
    ink = _ink(cover)
    out = path(box(-40, -40, WIDE + 80, high + 80), ink)
    inner = 94
    light = PAPER if ink != DARK_GOLD else CREAM
    out += path(box(inner, inner, WIDE - 2 * inner, high - 2 * inner, 18), _deep(ink))
    out += diaper(124, 124, WIDE - 124, high - 124, 77, ink, 0.13)
    out += line(box(58, 58, WIDE - 116, high - 116, 26), 9, GOLD)
    out += line(box(80, 80, WIDE - 160, high - 160, 18), 3, light)
    return out + line(box(inner, inner, WIDE - 2 * inner, high - 2 * inner, 18), 5, GOLD)


def _deep(ink: str) -> str:
    """The ink of the field inside the frame: a darker ground; on ink a lighter one, so that its
    pattern is seen.
    """
    parts = [int(ink[at : at + 2], 16) for at in (1, 3, 5)]
    mixed = [round(part * 0.86) if ink != INK else part + 16 for part in parts]
    return "#" + "".join(f"{part:02X}" for part in mixed)


def _tablet(x: float, y: float, w: float, h: float) -> str:
    """A sheet of paper with hollowed corners, ruled in gold."""
    out = shape(_hollowed(x, y, w, h, 60), PAPER, 6)
    out += line(_hollowed(x + 18, y + 18, w - 36, h - 36, 60), 5, GOLD)
    out += line(_hollowed(x + 30, y + 30, w - 60, h - 60, 60), 2.4, DARK_GOLD)
    for px, py in ((x, y), (x + w, y), (x, y + h), (x + w, y + h)):
        out += star(px, py, 34, 14, 8, GOLD, RED)
    return out


def _hollowed(x: float, y: float, w: float, h: float, r: float) -> str:
    """Path data of a rectangle whose corners are quarters of a circle cut out."""
    a = f"a{num(r)} {num(r)} 0 0 0"
    return (
        f"M{num(x + r)} {num(y)}h{num(w - 2 * r)}{a} {num(r)} {num(r)}v{num(h - 2 * r)}"
        f"{a} {num(-r)} {num(r)}h{num(2 * r - w)}{a} {num(-r)} {num(-r)}v{num(2 * r - h)}"
        f"{a} {num(r)} {num(-r)}z"
    )


def _row(cover: Cover) -> str:
    """The row below the window: the suit signs, and the crest in the middle."""
    from .indices import CAP, outline  # which needs the motifs, too

    signs = [name for name in cover.signs if name in MOTIFS and name != "trump"]
    half = (len(signs) + 1) // 2
    y, out = _SIGNS, ""
    out += line(f"M{num(250)} {num(y)}H{num(WIDE - 250)}", 9, GOLD)
    for side, some in ((-1, signs[:half][::-1]), (1, signs[half:])):
        for at, name in enumerate(some):
            x = WIDE / 2 + side * (210 + 150 * at)
            out += shape(ring(x, y, 64), PAPER, 5) + line(ring(x, y, 54), 3, DARK_GOLD)
            out += motif(name, x, y + 2, 74)
    x = WIDE / 2
    out += shape(ring(x, y, 112), PAPER, 6) + path(ring(x, y, 100), RED)
    out += rosette(x, y, 86, 8, 22, 3, 2.4, GOLD) + shape(ring(x, y, 74), PAPER, 5)
    if cover.crest:
        size = 92
        foot = y + size * CAP / 2
        return out + outline(cover.crest, x, foot, size, RED, widest=112)
    return out + star(x, y, 64, 26, 8, GOLD, RED)


def emblem(face: Face) -> str:
    """The motif of a card without a picture: its suit sign, large, in place of a figure."""
    x, y = FIGURE_X, PANEL + 253
    out = path(box(0, 0, 610, 600), CREAM) + diaper(0, 0, 610, 600, 46, GOLD, 0.1)
    out += shape(ring(x, y, 190), PAPER, 5) + rosette(x, y, 166, 12, 26, 5, 1.8, DARK_GOLD)
    return out + motif(face.motif, x, y + 4, 210)


def ends(cover: Cover, w: float, h: float) -> Picture:
    """A plain field of the ground with its pattern, for the sides of a box."""
    ink = GROUNDS[cover.ground]
    out = path(box(0, 0, w, h), ink) + diaper(20, 20, w - 20, h - 20, 77, _deep(ink), 0.13)
    out += line(box(24, 24, w - 48, h - 48, 14), 5, GOLD)
    return framed(out, w, h)


def pen_for(uid: str) -> Pen:
    """The pen of a cover, whose figures are those of the tallest card."""
    return Pen(uid, "full", TAROCK)
