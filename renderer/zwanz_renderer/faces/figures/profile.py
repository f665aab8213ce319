"""A court's head seen from the side, looking right."""

from __future__ import annotations

from ..palette import CREAM, DARK_GOLD, FAIR, INK, PAPER, RED, SKIN
from ..paths import bow, gouge, line, path, ring, shape
from ..pen import Pen
from .features import STRANDS, Head

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
