"""Horses: a head and neck for the cavaliers, a whole one for the scenes.

The cavaliers: on horses of four colours, with sword, sabre, banner and lance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..pen import (
    BLUE,
    BROWN,
    CREAM,
    DARK_GOLD,
    FAIR,
    GOLD,
    GREEN,
    INK,
    PAPER,
    RED,
    SKIN,
    SKY,
    Pen,
    Point,
    bow,
    gouge,
    group,
    line,
    path,
    ribbon,
    ring,
    rod,
    shape,
)
from .dress import (
    CX,
    FOOT,
    Dress,
    brimmed,
    device,
    dress,
    flipped,
    fur_cap,
    ground,
    plume,
    shako,
    sleeve,
    steel,
    tricorne,
)
from .head import Head, face, fringe, locks
from .props import grip


def horse_head(coat: str, mane: str, bridle: str, *, blaze: str = "") -> str:
    """Head and neck in profile to the left; the poll is at (0, 0), the neck ends at y = 260.

    `blaze` is the ink of a mark on its nose.
    """
    # The neck with its far ear, the mane on it.
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
    # The near ear, the cheek and the blaze.
    out += shape("M-2 4C-6-18 0-38 12-48C20-32 20-10 14 6Z", coat, 4) + path(
        gouge(bow((6, -2), (4, -20), (11, -38), 5), 6), INK
    )
    out += path(gouge(bow((-14, 108), (-2, 92), (-4, 66), 6), 6), INK)
    if blaze:
        out += path("M-36 44C-46 60-66 96-84 124C-80 108-66 76-52 56Z", blaze)
    # Eye and nostril, then the bridle with its studs.
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
    # Far hind, far fore, near hind, near fore: hip or shoulder, knee, fetlock.
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
    # The near legs grow out of the body without a line between.
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


_X = CX + 34


def _sword(d: Dress) -> str:
    blade = shape("M-8-20L-9-230L0-262L9-230L8-20Z", steel(d), 4) + line("M0-226V-40", 4)
    return (
        blade
        + rod("M-40-22Q0-8 40-22", GOLD, 9)
        + rod("M0-16V34", DARK_GOLD, 11)
        + shape(ring(0, 44, 12), GOLD, 4)
    )


def _sabre(d: Dress) -> str:
    blade = shape("M-8-18C-24-72-14-132 34-184C14-120 6-66 10-18Z", steel(d), 4)
    guard = rod("M-24-20Q-4-8 26-22", GOLD, 8) + rod("M-20-18C-44 0-34 34 0 40", GOLD, 7)
    return blade + rod("M0-16V36", DARK_GOLD, 11) + guard


def _banner(d: Dress) -> str:
    cloth = "M-6-252C-36-270-60-236-98-254V-164C-66-146-40-178-6-160Z"
    out = rod("M0 120V-270", DARK_GOLD, 8) + group(
        shape(cloth, d.lining, 4.5) + device(d, -54, -207, 52, PAPER)
    )
    return out + shape("M-10-262L0-306L10-262L0-252Z", steel(d), 4)


def _lance(d: Dress) -> str:
    shaft = rod("M0 130V-210", INK, 9) + line("M-2-180L3-150L-3-120L3-90L-3-60", 5, d.lining)
    point = shape(
        "M0-276C24-254 34-228 14-196L6-190H-6L-14-196C-34-228-24-254 0-276Z", steel(d), 4
    ) + line("M0-262V-196", 4)
    return (
        shaft
        + point
        + shape("M-13-190h26v16h-26z", GOLD, 4)
        + shape("M4-172C36-182 52-150 84-164L66-138L84-116C52-100 36-138 4-128Z", RED, 4)
    )


@dataclass(frozen=True)
class _Cavalier:
    head: Head
    hat: Callable[[str, str], str]
    feather: tuple[float, float]
    coat: str
    mane: str
    blade: Callable[[Dress], str]
    rear: float = 0
    """How far the horse throws up its head, in degrees."""
    blaze: str = ""
    glove: str = SKIN
    flip: bool = False
    beams: bool = False


_CAVALIERS: Final = {
    "hearts": _Cavalier(
        Head(
            BROWN,
            "waves",
            "",
            "curled",
            mouth="thin",
            brow="raised",
            turn=-1,
            form="narrow",
            iris=GREEN,
        ),
        brimmed,
        (34, -64),
        PAPER,
        FAIR,
        _sword,
        beams=True,
    ),
    "diamonds": _Cavalier(
        Head(
            FAIR,
            "short",
            "",
            "long",
            mouth="thin",
            nose="hooked",
            brow="stern",
            turn=-1,
            form="square",
            iris=BLUE,
            mark="scar",
        ),
        shako,
        (2, -98),
        BROWN,
        INK,
        _sabre,
        rear=-9,
        blaze=PAPER,
        glove=PAPER,
        flip=True,
    ),
    "clubs": _Cavalier(
        Head(CREAM, "curls", mouth="smile", turn=-2),
        tricorne,
        (-38, -66),
        FAIR,
        PAPER,
        _banner,
        rear=8,
    ),
    "spades": _Cavalier(
        Head(INK, "long", "pointed", "curled", brow="stern", nose="hooked", turn=1),
        fur_cap,
        (2, -98),
        INK,
        SKY,
        _lance,
        rear=-4,
        glove=FAIR,
        beams=True,
    ),
}


def coat(d: Dress, x: float = _X) -> str:
    """A frogged coat with a fur collar."""
    body = (
        f"M{x - 132:g} {FOOT}C{x - 140:g} 450 {x - 116:g} 402 {x - 54:g} 380H{x + 54:g}"
        f"C{x + 116:g} 402 {x + 146:g} 450 {x + 150:g} {FOOT}Z"
    )
    out = shape(body, d.main, 5)
    cords = GOLD if d.main != GOLD else RED
    for y, w in ((432, 60), (464, 56), (496, 52), (528, 48)):
        out += rod(f"M{x - w:g} {y - 10}Q{x:g} {y + 12} {x + w:g} {y - 10}", cords, 6, 3)
        out += "".join(shape(ring(x + s * w, y - 10, 7), cords, 2.6) for s in (-1, 1))
    out += line(f"M{x:g} 400V{FOOT}", 3.4)
    fur = f"M{x - 66:g} 386Q{x:g} 424 {x + 66:g} 386L{x + 56:g} 364Q{x:g} 396 {x - 56:g} 364Z"
    return out + shape(fur, d.lining, 4)


def neck(x: float) -> str:
    """A neck that widens into the shoulders."""
    return shape(
        f"M{x - 30:g} 310C{x - 28:g} 350 {x - 40:g} 372 {x - 54:g} 392H{x + 54:g}"
        f"C{x + 40:g} 372 {x + 28:g} 350 {x + 30:g} 310Z",
        SKIN,
        4,
    )


def cavalier(motif: str, pen: Pen) -> str:
    """The upper half of a cavalier, on his ground."""
    d = dress(motif)
    c = _CAVALIERS.get(motif, _CAVALIERS["hearts"])
    cloak = f"M{_X + 50:g} 388C{_X + 170:g} 420 {_X + 204:g} 500 {_X + 216:g} {FOOT}H{_X + 60:g}Z"
    folds = gouge(bow((_X + 100, 420), (_X + 150, 470), (_X + 160, FOOT), 6), 7)
    out = shape(cloak, d.pale, 5) + path(folds, INK) + neck(_X)
    out += group(locks(c.head, pen), _X, 264, k=1.28) + coat(d)
    out += group(face(c.head, pen) + fringe(c.head), _X, 264, k=1.28)
    feather = plume(PAPER if d.main != GOLD else RED, d.main if d.main != GOLD else INK)
    out += group(group(feather, *c.feather, k=0.9) + c.hat(d.bright, d.lining), _X, 264, k=1.28)
    out += sleeve((532, FOOT), (514, 496), d.main, d.lining, start=108, end=62)
    out += grip(group(c.blade(d), 506, 436), 506, 446, skin=c.glove)
    horse = horse_head(c.coat, c.mane, RED if c.coat != BROWN else GOLD, blaze=c.blaze)
    out += group(
        horse + device(d, 84, 240, 34, d.main), 158 + 2 * max(c.rear, 0), 312, k=1.04, turn=c.rear
    )
    halo = 2 * CX - _X if c.flip else _X
    return ground(d, pen, x=halo, y=250, halo=138, beams=c.beams) + (
        flipped(out) if c.flip else out
    )
