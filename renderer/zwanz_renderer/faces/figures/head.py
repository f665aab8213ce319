"""Heads: one face drawn from its features, so that no two courts need look alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..ornament import spiral
from ..pen import (
    BROWN,
    CREAM,
    DARK_GOLD,
    FAIR,
    INK,
    PAPER,
    RED,
    SKIN,
    Pen,
    bow,
    gouge,
    group,
    line,
    path,
    ring,
    shape,
)

STRANDS: Final = {
    BROWN: FAIR,
    FAIR: BROWN,
    INK: FAIR,
    CREAM: DARK_GOLD,
    PAPER: DARK_GOLD,
    DARK_GOLD: FAIR,
}
"""The ink of the strands in hair of an ink."""


@dataclass(frozen=True)
class Head:
    """The features of one face.

    `turn` is where it looks: -2 and 2 are profiles; -1, 0 and 1 are faces from the front, each with
    a form, an iris and perhaps a mark.
    """

    hair: str = BROWN
    locks: str = "curls"
    beard: str = ""
    moustache: str = ""
    brow: str = "calm"
    eyes: str = "open"
    nose: str = "straight"
    mouth: str = "full"
    turn: int = 0
    form: str = "oval"
    iris: str = INK
    mark: str = ""


_LENGTH = {"short": 18, "page": 48, "waves": 62, "curls": 62, "long": 96, "braids": 20}
_BEARD = {"full": 104, "forked": 108, "pointed": 122, "square": 96, "short": 66}
_NOSE = {
    "straight": "L33-16L46 8C46 13 40 16 34 15",
    "hooked": "L34-18C42-10 48 0 47 10C46 15 40 15 35 15",
    "button": "L32-14L42 4C45 10 40 15 33 14",
    "broad": "L33-16L45 6C48 13 42 18 34 16",
}


def _hair(h: Head, pen: Pen) -> str:
    foot = _LENGTH[h.locks]
    d = (
        f"M29-42C16-34 0-34-4-18C-6-8-10-10-14-12C-22-8-18 10-12 12C-12 {foot * 0.5:g}-14 {foot * 0.8:g}-18 {foot:g}"
        f"C-38 {foot + 12:g}-62 {foot + 4:g}-64 {foot - 14:g}"
        f"C-56 {foot * 0.4:g}-72-10-58-36C-46-66-20-70 0-68C16-66 28-58 29-42Z"
    )
    out = shape(d, h.hair, 4)
    light = STRANDS.get(h.hair, FAIR)
    strands = gouge(bow((-22, -52), (-52, -36), (-46, 8), 6), 5) + gouge(
        bow((-4, -46), (-34, -30), (-34, 10), 6), 4.5
    )
    if foot > 30:
        strands += gouge(bow((-50, 6), (-58, foot * 0.5), (-50, foot - 6), 6), 5)
        strands += gouge(bow((-32, 18), (-38, foot * 0.6), (-30, foot - 2), 6), 4.5)
    if not pen.book:
        strands += gouge(bow((8, -54), (-16, -48), (-24, -20), 6), 3)
    return out + path(strands, light)


def profile(h: Head, pen: Pen) -> str:
    """Face, hair and beard about (0, 0): the hair line at -50, the chin at 50."""
    out = shape(
        f"M-16-56C8-62 26-52 30-34{_NOSE[h.nose]}L36 21L31 25L34 32C34 43 22 51 8 48L-4 45L-24 24C-42 0-40-46-16-56Z",
        SKIN,
        4,
    )
    out += path(gouge(bow((-2, 22), (8, 38), (22, 42), 6), 7), FAIR)
    # The beard with its strokes.
    light = STRANDS.get(h.hair, FAIR)
    if h.beard:
        foot = _BEARD[h.beard]
        tip = 8 if h.beard == "pointed" else 26
        out += shape(
            f"M-16-8C-10 14 8 20 20 18L36 20L37 34C48 {foot * 0.6:g} {tip + 12} {foot:g} {tip - 12} {foot:g}"
            f"C-20 {foot - 8}-30 34-16-8Z",
            h.hair,
            4,
        )
        strokes = "".join(
            gouge(
                bow((x, 34), (x + 6, (foot + 34) / 2), (x * 0.5 + 8, foot - 12), 6),
                pen.pick(3.6, 5),
            )
            for x in (-8, 6, 20)
        )
        out += path(strokes, light)
    # Mouth and moustache.
    out += path("M17 28C24 23 31 22 35 24L31 27.5L34 31C27 34 21 32 17 28Z", RED, INK, 2)
    if h.moustache:
        tail = {
            "long": "C26 32 10 44 4 62C-2 44 8 22 26 16",
            "curled": "C28 32 12 38-2 28C-6 22-4 16 2 14C4 22 16 20 24 15",
        }
        out += shape(
            f"M40 17{tail.get(h.moustache, 'C30 26 20 30 12 28C16 20 24 16 30 15')}C32 14 38 14 40 17Z",
            h.hair,
            3,
        )
    # Eye and brow.
    white = "M8-11C12-18 21-19 27-14L25-8C19-6 12-7 8-11Z"
    out += path(white, PAPER, INK, 2) + path(ring(20.5, -12.5, 4.6), INK)
    out += line("M6-11C12-21 22-22 29-15", 3.4)
    brow = bow(
        (4, -25),
        (18, -36 if h.brow == "raised" else -32),
        (32, -22 if h.brow == "stern" else -27),
        6,
    )
    out += path(gouge(brow, 5.5), h.hair if h.hair != CREAM else DARK_GOLD)
    return out + _hair(h, pen)


def both(inner: str) -> str:
    """A drawing and its mirror image."""
    return inner + group(inner, flip=True)


_LOCKS = {
    "curls": "M-30-50C-72-62-88-20-78 18C-86 34-78 60-56 62C-38 62-32 46-34 34L-32-10Z",
    "long": "M-26-54C-66-60-78-14-66 20C-60 44-78 60-72 92C-58 104-36 98-28 84L-26-10Z",
    "page": "M-24-54C-62-60-70-20-66 14C-64 34-66 44-72 50C-58 62-36 58-28 46L-28-10Z",
    "waves": "M-26-54C-60-62-72-30-62-14C-76 0-74 18-62 26C-74 42-66 62-52 64C-36 64-28 50-28 30L-28-20Z",
    "short": "M-24-54C-50-58-58-28-50 6C-46 14-38 10-36 0L-32-30Z",
    "braids": "M-26-54C-58-58-62-24-54 0C-50 14-40 12-36 4L-32-30Z",
}
_BEARDS = {
    "full": ("C-45 40-42 78-22 104C-8 116 8 116 22 104C42 78 45 40 41-8", 96),
    "forked": ("C-45 40-40 90-24 120C-13 103-6 94 0 91C6 94 13 103 24 120C40 90 45 40 41-8", 100),
    "pointed": ("C-44 36-32 88 0 128C32 88 44 36 41-8", 92),
    "square": ("C-46 40-48 70-44 96C-20 104 20 104 44 96C48 70 46 40 41-8", 86),
    "short": ("C-43 30-36 52-20 66C-8 74 8 74 20 66C36 52 43 30 41-8", 58),
}


def locks(h: Head, pen: Pen) -> str:
    """The hair behind the face."""
    if not h.locks or abs(h.turn) > 1:
        return ""
    light = STRANDS.get(h.hair, FAIR)
    side = shape(_LOCKS[h.locks], h.hair, 4)
    if h.locks == "braids":
        side += "".join(
            shape(f"M-50 {y}c-14 4-18 18-6 26c14 2 22-12 14-24z", h.hair, 3)
            for y in range(8, 118, 18)
        ) + path("M-62 116h22v10h-22z", RED, INK, 3)
    elif h.locks == "curls":
        side += path(gouge(spiral(-58, 40, 17, 1.6, 60, 1, 14), 5, 0.3), light)
    strands = ((-42, -46, -66, -20, -60, 16), (-38, -30, -52, 0, -48, 30))
    if h.locks not in ("short", "braids"):
        side += path(
            "".join(gouge(bow((a, b), (c, d), (e, f), 6), 4.5) for a, b, c, d, e, f in strands),
            light,
        )
        if not pen.book:
            more = ((-46, -34, -74, 0, -62, 40), (-40, -10, -46, 14, -42, 40))
            side += path(
                "".join(gouge(bow((a, b), (c, d), (e, f), 6), 3) for a, b, c, d, e, f in more),
                light,
            )
    return both(side)


def _pupil(h: Head, x: float) -> str:
    """The iris with its pupil, or one dark disc."""
    y = -0.5 if h.eyes == "open" else 0.5
    if h.iris == INK:
        return path(ring(x, y, 4.9), INK)
    return path(ring(x, y, 5.6), h.iris) + path(ring(x, y, 2.7), INK)


def _eye(h: Head) -> str:
    white = {
        "open": "M-12 1C-6-9 7-9 12 1C6 6-6 6-12 1Z",
        "lidded": "M-12 0C-5-4 6-4 12 0C6 7-6 7-12 0Z",
    }.get(h.eyes, "M-12 0C-6-6 6-6 12 0C5 3-5 3-12 0Z")
    x = 3 * h.turn
    lid = "M-14 1C-7-11 8-11 14 0" if h.eyes == "open" else "M-14 0C-6-7 7-7 14 0"
    out = path(white, PAPER, INK, 2) + _pupil(h, x) + line(lid, 3.4)
    return out + (line("M-9 8Q0 12 9 8", 2) if h.eyes == "lidded" else "")


_BROWS = {
    "calm": ((-15, -13), (0, -22), (15, -12)),
    "stern": ((-15, -17), (2, -19), (15, -9)),
    "raised": ((-15, -15), (-2, -29), (15, -17)),
    "sad": ((-16, -11), (0, -17), (14, -19)),
}
_NOSES = {
    "straight": "M5-16C6-4 8 6 11 12C9 18-2 20-8 15",
    "hooked": "M4-18C10-8 16 4 14 11C12 18 0 20-7 15",
    "button": "M3-8C4 0 5 4 9 8C11 16-2 19-8 13",
    "broad": "M5-16C6-4 9 3 13 8C16 16 6 20 0 17C-6 20-13 17-12 11",
}
_MOUTHS = {
    "full": "M-13 30C-7 25-3 25 0 27C3 25 7 25 13 30C7 38-7 38-13 30Z",
    "thin": "M-14 30C-5 28 5 28 14 30C6 34-6 34-14 30Z",
    "smile": "M-16 27C-8 29 8 29 16 27C10 40-10 40-16 27Z",
    "small": "M-8 30C-4 26-2 26 0 28C2 26 4 26 8 30C4 36-4 36-8 30Z",
}


_BROW = "C40-62-40-62-40-30Z"
_FORMS = {
    "oval": f"M-40-30C-42 2-36 28-20 44C-10 54 10 54 20 44C36 28 42 2 40-30{_BROW}",
    "round": f"M-40-30C-46 6-43 28-25 41C-11 50 11 50 25 41C43 28 46 6 40-30{_BROW}",
    "square": f"M-40-30C-41 4-41 22-31 39C-17 54 17 54 31 39C41 22 41 4 40-30{_BROW}",
    "narrow": f"M-40-30C-41-2-31 26-14 46C-6 57 6 57 14 46C31 26 41-2 40-30{_BROW}",
}
"""The outlines of a face, which differ in cheeks and chin."""


def _mark(h: Head, pen: Pen) -> str:
    """The mark of a face: cheeks, freckles, a spot, a scar, old age."""
    dx = 5 * h.turn
    if h.mark == "blush":
        starts = (-31, -26, -21, 17, 22, 27)
        return line("".join(f"M{x + dx} 19l5-9" for x in starts), pen.pick(2.6, 3), FAIR)
    if h.mark == "freckles" and not pen.book:
        spots = ((-26, 8), (-19, 13), (-28, 16), (-21, 19), (26, 8), (19, 13), (28, 16), (21, 19))
        return "".join(path(ring(x + dx, y, 1.5), FAIR) for x, y in spots)
    if h.mark == "spot":
        return path(ring(20 + dx, 27, 3), INK)
    if h.mark == "scar":
        return line("M-30 2L-16 24M-28 12l7-4M-23 20l7-4", 2.4, RED)
    if h.mark == "old":
        return line("M-34-2l-4 4M-34 3l-3 5M34-2l4 4M34 3l3 5M-18-38q18-6 36 0", 2.4, FAIR)
    return ""


def face(h: Head, pen: Pen) -> str:
    """Face, features and beard about (0, 0): the hair line at -50, the chin at 50."""
    if abs(h.turn) > 1:
        return group(profile(h, pen), flip=h.turn < 0)
    dx = 5 * h.turn
    out = shape(_FORMS[h.form], SKIN, 4) + _mark(h, pen)
    shade = -1 if h.turn > 0 else 1
    tone = gouge(bow((34 * shade, -6), (31 * shade, 20), (15 * shade, 42), 6), 8)
    if not pen.book:
        tone += gouge(bow((27 * shade, -2), (25 * shade, 14), (14 * shade, 32), 6), 3.4)
    out += path(tone, FAIR)
    if h.beard:
        out += _beard(h, pen)
    eye = _eye(h)
    brow = path(gouge(bow(*_BROWS[h.brow], 6), 5.5), h.hair if h.hair != CREAM else DARK_GOLD)
    out += group(eye + brow, 17 + dx, -13) + group(eye + group(brow, flip=True), -17 + dx, -13)
    out += group(line(_NOSES[h.nose], 3.2), dx * 1.3, 0, flip=h.turn < 0)
    mouth = path(_MOUTHS[h.mouth], RED, INK, 2)
    if h.mouth == "full":
        mouth += line("M-12 30.5Q0 33 12 30.5", 1.8)
    out += group(mouth, dx, 2 if h.moustache else 0)
    if h.moustache:
        out += group(both(_MOUSTACHES[h.moustache](h)), dx, 0)
    return out


def _moustache_curled(h: Head) -> str:
    d = "M0 17C10 9 24 13 33 24C39 30 47 28 50 18C58 32 46 42 34 38C20 36 6 31 0 25Z"
    return shape(d, h.hair, 3) + path(
        gouge(bow((5, 20), (20, 20), (38, 33), 6), 3.5), STRANDS.get(h.hair, FAIR)
    )


def _moustache_long(h: Head) -> str:
    d = "M0 17C12 10 26 16 32 30C36 42 36 54 30 66C26 50 18 36 0 26Z"
    return shape(d, h.hair, 3) + path(
        gouge(bow((6, 20), (24, 24), (30, 54), 6), 3.5), STRANDS.get(h.hair, FAIR)
    )


def _moustache_trim(h: Head) -> str:
    return shape("M0 18C8 14 20 16 26 27C16 28 6 27 0 24Z", h.hair, 2.6)


_MOUSTACHES = {"curled": _moustache_curled, "long": _moustache_long, "trim": _moustache_trim}


def _beard(h: Head, pen: Pen) -> str:
    outer, foot = _BEARDS[h.beard]
    light = STRANDS.get(h.hair, FAIR)
    d = f"M-41-8{outer}C37 14 28 20 15 18C6 13-6 13-15 18C-28 20-37 14-41-8Z"
    starts = (
        ((9, 46), (20, 42), (31, 30))
        if pen.book
        else ((6, 48), (13, 48), (20, 44), (27, 38), (34, 26))
    )
    strokes = "".join(
        gouge(
            bow((x, y), (x * 1.15 + 3, (y + foot) / 2 + 4), (x * 0.75 + 1, foot - x * 0.7), 6),
            5 if pen.book else 3.4,
        )
        for x, y in starts
    )
    return shape(d, h.hair, 4) + both(path(strokes, light))


def fringe(h: Head) -> str:
    """Hair that falls on the forehead, for heads with a cap or none."""
    if abs(h.turn) > 1:
        return ""
    d = "M-41-22C-40-62 40-62 41-22C30-32 22-40 8-42C2-36-24-34-41-22Z"
    return shape(d, h.hair, 3.6) + path(
        gouge(bow((-30, -34), (-8, -46), (6, -46), 6), 4)
        + gouge(bow((14, -44), (26, -42), (34, -32), 6), 4),
        STRANDS.get(h.hair, FAIR),
    )
