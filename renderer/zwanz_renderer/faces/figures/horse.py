"""Horses: a head and neck for the cavaliers, a whole one for the scenes."""

from __future__ import annotations

import math
from typing import Final

from ..pen import (
    DARK_GOLD,
    GOLD,
    INK,
    PAPER,
    Pen,
    Point,
    bow,
    gouge,
    group,
    line,
    path,
    ribbon,
    ring,
    shape,
)


def horse_head(coat: str, mane: str, bridle: str, pen: Pen, *, blaze: str = "") -> str:
    """Head and neck in profile to the left; the poll at (0, 0), the neck ends at y = 260.
    ``blaze``: on its nose.
    """
    neck = (
        "M0 0C-18 8-30 22-38 40L-84 116C-94 126-100 138-94 150C-88 162-76 162-66 158C-58 156-54 150-50 142"
        "C-36 138-22 128-14 112C-10 114-4 114 2 110C6 150-18 200-24 262L130 262"
        "C132 160 96 50 38 6C26-2 12-4 0 0Z"
    )
    out = shape("M20 6C22-16 30-34 42-44C48-28 46-6 38 8Z", coat, 4) + shape(neck, coat, 4.5)
    crest = (
        "M2 2C-8 18-12 34-10 52C2 44 8 46 12 60C22 56 30 62 32 78C44 76 52 86 52 104"
        "C64 104 72 118 70 136C84 140 90 156 86 178C100 186 104 206 102 230"
        "C116 236 122 250 122 266L136 266C140 150 100 46 40 2C28-8 12-8 2 2Z"
    )
    out += shape(crest, mane, 4)
    hairs = "".join(
        gouge(
            bow(
                (20 + i * 17, 14 + i * 34),
                (34 + i * 17, 34 + i * 34),
                (30 + i * 19, 66 + i * 36),
                6,
            ),
            5,
        )
        for i in range(5)
    )
    out += path(hairs, PAPER if mane != PAPER else DARK_GOLD)
    out += shape("M-2 4C-6-18 0-38 12-48C20-32 20-10 14 6Z", coat, 4) + path(
        gouge(bow((6, -2), (4, -20), (11, -38), 5), 6), INK
    )
    out += path(gouge(bow((-14, 108), (-2, 92), (-4, 66), 6), 6), INK)
    if blaze:
        out += path("M-36 44C-46 60-66 96-84 124C-80 108-66 76-52 56Z", blaze)
    dark = coat == INK
    eye = path(
        "M-42 50C-36 40-26 40-20 48C-26 56-36 56-42 50Z", PAPER, PAPER if dark else INK, 2.4
    ) + path(ring(-31, 48, 4.6), INK)
    nostril = path("M-86 138c2-8 8-10 12-6c0 6-4 10-12 6z", PAPER if dark else INK) + line(
        "M-92 150Q-80 150-66 144", 3.4, PAPER if dark else INK
    )
    straps = "M-74 102L-38 130M-54 66L-14 112M-14 112L14 8M-54 142Q-10 176 60 224"
    out += eye + nostril + line(straps, 12) + line(straps, 6, bridle)
    return out + "".join(
        shape(ring(x, y, 8), GOLD, 3) for x, y in ((-38, 130), (-14, 112), (-56, 140))
    )


_GAITS: Final[dict[str, tuple[tuple[Point, ...], ...]]] = {
    # far hind, far fore, near hind, near fore: hip or shoulder, knee, fetlock
    "gallop": (
        ((90, -124), (92, -72), (54, -40)),
        ((-80, -116), (-142, -82), (-186, -52)),
        ((88, -128), (128, -78), (168, -36)),
        ((-74, -118), (-126, -92), (-112, -44)),
    ),
    "trot": (
        ((80, -120), (84, -62), (58, -14)),
        ((-72, -116), (-74, -62), (-80, -12)),
        ((94, -130), (118, -70), (140, -16)),
        ((-84, -118), (-126, -94), (-120, -46)),
    ),
    "stand": (
        ((78, -120), (90, -64), (82, -12)),
        ((-66, -114), (-62, -60), (-60, -12)),
        ((96, -130), (110, -68), (102, -12)),
        ((-86, -116), (-90, -60), (-92, -12)),
    ),
}


def _leg(points: tuple[Point, ...], coat: str, hoof: str) -> str:
    (ax, ay), (bx, by), (cx, cy) = points
    spine = [
        (ax, ay),
        ((ax + bx) / 2, (ay + by) / 2),
        (bx, by),
        ((bx + cx) / 2, (by + cy) / 2),
        (cx, cy),
    ]
    widths = (46, 30, 20, 13, 15)
    turn = math.degrees(math.atan2(cx - bx, -(cy - by))) + 180
    foot = group(shape("M-9-4H9L14 14H-14Z", hoof, 3.2), cx, cy, turn=turn)
    return foot + shape(ribbon(spine, lambda t: widths[round(t * 4)], whole=True), coat, 4)


def horse(coat: str, mane: str, *, gait: str = "gallop", bridle: str = GOLD) -> str:
    """A whole horse to the left, about 320 long, its feet at y = 0; ``gait`` is gallop, trot or
    stand.
    """
    hoof = PAPER if coat == INK else INK
    legs = [_leg(points, coat, hoof) for points in _GAITS[gait]]
    tail = "M116-150C146-168 178-146 176-104C174-82 182-66 190-58C164-54 148-74 150-98C150-116 138-126 116-126Z"
    if gait == "stand":
        tail = "M118-146C140-150 152-126 148-92C146-64 150-52 154-40C130-44 122-66 128-92C130-110 126-122 116-128Z"
    body = (
        "M-98-98C-118-122-114-158-122-178C-128-192-138-196-148-190C-158-180-172-164-184-156C-196-152-208-160-206-172"
        "C-196-196-176-226-158-246C-148-258-134-256-122-246C-92-228-76-196-58-174C-30-160 20-158 58-168"
        "C92-178 124-160 126-126C126-106 112-94 96-96C60-106 0-92-40-86C-66-84-86-88-98-98Z"
    )
    crest = (
        "M-144-258C-112-258-74-216-52-170C-64-168-76-174-80-184C-84-176-96-182-96-196C-106-192-114-202-110-214"
        "C-122-212-128-226-122-236C-134-234-144-246-144-258Z"
    )
    out = shape(tail, mane, 4) + legs[0] + legs[1] + shape(body, coat, 4.5)
    # the near legs grow out of the body without a line between
    for points, drawn in zip(_GAITS[gait][2:], legs[2:], strict=True):
        (x, y) = points[0]
        out += drawn + path(ring(x, y - 4, 25), coat)
    out += shape("M-138-250L-142-284C-126-278-118-264-120-246Z", coat, 3.6) + shape(
        crest, mane, 3.8
    )
    dark = PAPER if coat == INK else INK
    out += path(ring(-164, -212, 4.6) + ring(-196, -170, 3), dark) + line(
        "M-200-160Q-192-162-186-168", 2.6, dark
    )
    straps = "M-188-198L-170-166M-170-166L-132-232M-148-236L-126-206"
    return out + line(straps, 7.5) + line(straps, 3.6, bridle)
