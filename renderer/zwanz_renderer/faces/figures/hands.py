"""Hands with fingers. Each is drawn about the thing it holds, which lies between palm and fingers."""

from __future__ import annotations

from ..palette import SKIN
from ..paths import group, rod, shape

_PALM = "M-14-30C4-42 28-34 32-14C36 6 34 30 30 62L-2 62C-4 40-12 34-16 22Z"


def grip(
    prop: str,
    x: float,
    y: float,
    *,
    k: float = 1,
    turn: float = 0,
    flip: bool = False,
    skin: str = SKIN,
) -> str:
    """A fist round an upright staff; the wrist leaves downwards. ``prop`` is drawn on the card,
    unmoved.
    """
    palm = group(shape(_PALM, skin, 4), x, y, k=k, turn=turn, flip=flip)
    fingers = "".join(
        rod(f"M{a} {y0}C{a - 14} {y0 - 3} {b + 12} {y0 - 3} {b} {y0 + 2}", skin, 12.5, 3)
        for y0, a, b in ((28, 22, -13), (12.5, 25, -17), (-3.5, 26, -19), (-19, 24, -17))
    )
    thumb = rod("M18-34C10-42 0-44-10-41", skin, 12.5, 3)
    return palm + prop + group(thumb + fingers, x, y, k=k, turn=turn, flip=flip)


def cradle(
    prop: str,
    x: float,
    y: float,
    *,
    k: float = 1,
    turn: float = 0,
    flip: bool = False,
    skin: str = SKIN,
) -> str:
    """A hand that holds something round from below; the fingertips stand at the place given."""
    palm = shape("M-34 22C-30 2 30 2 34 20C36 40 24 52 20 74L-18 74C-20 54-36 44-34 22Z", skin, 4)
    fingers = "".join(
        rod(f"M{a} 30Q{a + (b - a) * 0.9} 10 {b} {y0}", skin, 12, 3)
        for a, b, y0 in ((-21, -31, -8), (-7, -11, -15), (7, 9, -15), (20, 28, -8))
    )
    thumb = rod("M28 36Q46 22 46 2", skin, 12.5, 3)
    return prop + group(thumb + palm + fingers, x, y, k=k, turn=turn, flip=flip)


def pinch(
    prop: str,
    x: float,
    y: float,
    *,
    k: float = 1,
    turn: float = 0,
    flip: bool = False,
    skin: str = SKIN,
) -> str:
    """Thumb and forefinger round a stem at the place given, the other fingers spread; wrist
    downwards.
    """
    palm = shape("M8 18C20 4 40 8 44 28C48 50 42 64 40 84L12 84C12 66 4 58 2 44Z", skin, 4)
    fingers = "".join(
        rod(d, skin, 11, 3)
        for d in ("M40 26Q50 2 46-20", "M32 20Q36-8 28-30", "M23 18Q22-12 12-28")
    )
    index = rod("M16 22Q6 12-3-3", skin, 11, 3)
    thumb = rod("M10 48Q-6 34-4 10", skin, 11.5, 3)
    return (
        group(fingers, x, y, k=k, turn=turn, flip=flip)
        + prop
        + group(palm + index + thumb, x, y, k=k, turn=turn, flip=flip)
    )
