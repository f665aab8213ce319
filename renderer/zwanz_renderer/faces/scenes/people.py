"""People of the scenes: one figure about 300 high, dressed, posed and equipped by its arguments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..palette import BLUE, INK, PAPER, RED, SKIN
from ..paths import Point, gouge, group, line, num, path, ring, shape
from .small_heads import Look, small_head

Arm = tuple[Point, Point]
"""Elbow and hand."""

Leg = Point | tuple[Point, Point]
"""The heel, or knee and heel."""

STAND: Final[tuple[Leg, Leg]] = ((-20, 0), (20, 0))


@dataclass(frozen=True)
class Folk(Look):
    """How somebody looks. A skirt makes a woman's dress; with an apron and no skirt it is a
    workman's.

    ``turn`` is where they look: -2 and 2 are profiles, -1, 0 and 1 the face from the front.
    """

    coat: str = RED
    legs: str = INK
    stockings: str = PAPER
    skirt: str = ""
    apron: str = ""
    vest: str = ""
    long_coat: bool = False
    stout: bool = False


def _tube(points: Sequence[Point], width: float, colour: str, edge: float = 3.8) -> str:
    """A limb of even width along a line with round joints."""
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return line(d, width + 2 * edge) + line(d, width, colour)


def fist(x: float, y: float, turn: float = 0, *, open_hand: bool = False) -> str:
    """A small hand whose fingers are told apart; ``turn`` is the way the forearm comes, 0 from
    below.
    """
    if open_hand:
        d = (
            "M-8 8C-12 0-18-6-19-11C-17-15-13-13-9-7L-10-24C-8-28-5-27-4-24L-2-11L0-27C2-30 5-30 6-26L5-11L10-24"
            "C12-27 15-25 14-21L10-7L16-13C19-14 20-12 19-9L10 8Z"
        )
        return group(shape(d, SKIN, 3), x, y, turn=turn)
    d = "M-9 8C-14 0-13-12-4-13C4-15 12-13 12-5C13 2 11 7 8 9Z"
    return group(
        shape(d, SKIN, 3.2) + line("M0-6H11M0-.5H11M1 4.5H10M-8-3L-3-8", 2), x, y, turn=turn
    )


def arm(shoulder: Point, pose: Arm, sleeve: str, hold: str = "", *, open_hand: bool = False) -> str:
    """A sleeved arm with an elbow and a cuff; what it holds lies under the hand."""
    elbow, (x, y) = pose
    dx, dy = x - elbow[0], y - elbow[1]
    long = math.hypot(dx, dy) or 1
    wrist = (x - dx / long * 9, y - dy / long * 9)
    cuff = (x - dx / long * 15, y - dy / long * 15)
    out = _tube((shoulder, elbow, wrist), 20, sleeve)
    px, py = -dy / long * 11, dx / long * 11
    out += line(
        f"M{num(cuff[0] - px)} {num(cuff[1] - py)}L{num(cuff[0] + px)} {num(cuff[1] + py)}", 3
    )
    return out + hold + fist(x, y, math.degrees(math.atan2(dx, -dy)), open_hand=open_hand)


def _shoe(x: float, y: float, flip: bool, colour: str = INK) -> str:
    return group(path("M-11-16H9C17-11 27-9 28 0H-12Z", colour, INK, 2), x, y, flip=flip)


def _step(step: Leg) -> tuple[Point | None, Point]:
    """The knee, where it is given, and the heel."""
    a, b = step
    if isinstance(a, tuple) and isinstance(b, tuple):
        return a, b
    assert not isinstance(a, tuple) and not isinstance(b, tuple)
    return None, (a, b)


def leg(hip: Point, step: Leg, f: Folk) -> str:
    """A leg in breeches, stocking and shoe."""
    (hx, hy) = hip
    bent, (x, y) = _step(step)
    knee = bent or ((hx + x) / 2 + (4 if x > hx else -4), (hy + y) / 2 + 6)
    facing = f.turn if f.turn else (1 if x >= hx else -1)
    shin = _tube((knee, (x, y - 13)), 14, f.stockings, 3.6)
    return shin + _shoe(x, y, facing < 0) + _tube((hip, knee), 25, f.legs)


_BODY: Final = "M-14-226C-34-224-44-214-44-200L-30-138H30L44-200C44-214 34-224 14-226Q0-212-14-226Z"


def _skirt(f: Folk, form: str) -> str:
    if form == "seat":
        d = (
            "M-30-146C-36-124-34-106-20-96C10-88 40-90 50-86C56-60 48-40 46-12H104"
            "C112-50 108-100 94-122C70-134 44-136 29-146Z"
        )
        apron = "M-8-132C30-126 66-126 84-116C94-96 92-50 88-26C78-22 72-22 66-26C70-66 66-96 50-102C30-108-4-104-8-132Z"
        folds = gouge([(40, -96), (60, -70), (58, -22)], 6) + gouge(
            [(72, -110), (88, -70), (84, -20)], 6
        )
        out = path("M56-16h34v16h-38z", INK)
    elif form == "swing":
        d = "M-28-144C-46-94-92-64-112-34C-74-10-40-28-8-16C26-4 52-26 84-14C74-50 40-90 28-144Z"
        apron = (
            "M-20-146C-32-100-60-70-64-40C-40-26-10-36 18-30C34-26 34-40 30-54C24-90 24-120 20-146Z"
        )
        folds = gouge([(-22, -130), (-52, -80), (-80, -36)], 6) + gouge(
            [(20, -130), (40, -80), (60, -26)], 6
        )
        out = path("M-34-26L-40 0H-16L-18-24ZM18-16L30-2L50-8L38-24Z", INK)
    else:
        d = "M-28-144C-40-90-70-50-84-14C-40-2 40-2 84-14C70-50 40-90 28-144Z"
        apron = "M-20-146C-26-100-44-60-46-26C-16-18 16-18 46-26C44-60 26-100 20-146Z"
        folds = gouge([(-20, -130), (-42, -70), (-56, -20)], 6) + gouge(
            [(20, -130), (42, -70), (56, -20)], 6
        )
        out = path("M-22-8h20v10h-28zM4-8h20l8 10h-28z", INK)
    out += shape(d, f.skirt, 4) + path(folds, INK if f.skirt != INK else RED)
    if f.apron:
        out += shape(apron, f.apron, 3.4)
    return group(out, flip=f.turn < 0) if form != "wide" else out


def _bodice(f: Folk) -> str:
    lacing = line("M-10-184L10-172M10-184L-10-172M-9-166L9-154M9-166L-9-154", 3, PAPER)
    neckline = shape("M-20-222Q0-176 20-222L14-228Q0-206-14-228Z", PAPER, 3)
    return (
        shape(_BODY, f.coat, 4)
        + neckline
        + lacing
        + shape("M-29-146H29V-134H-29Z", f.apron or f.skirt, 3)
    )


def _coat(f: Folk) -> str:
    tails = (
        "M-30-140C-40-104-44-90-46-74H46C44-90 40-104 30-140Z"
        if f.long_coat
        else "M-30-140L-33-112H33L30-140Z"
    )
    out = shape(_BODY, f.coat, 4) + shape(tails, f.coat, 4)
    if f.apron:
        out += shape("M-22-200H22L26-140L36-62H-36L-26-140Z", f.apron, 3.6) + line(
            "M-20-198L-13-226M20-198L13-226", 5
        )
        return out + line("M-30-142Q0-134 30-142", 4) + line("M-12-124V-96H12V-124Z", 2.8)
    lapel = 4 if f.turn >= 0 else -4
    out += group(
        shape(
            f"M-12-224L-14-150L-9{-76 if f.long_coat else -114}H9L14-150L12-224Q0-212-12-224Z",
            f.vest or PAPER,
            3,
        )
        + path(ring(0, -192, 3.4) + ring(0, -172, 3.4) + ring(0, -152, 3.4), INK),
        lapel if abs(f.turn) > 1 else 0,
        0,
    )
    return out + shape(
        "M-15-228L0-212L15-228L17-214L0-204L-17-214Z", RED if f.coat != RED else BLUE, 3
    )


def folk(
    f: Folk,
    *,
    left: Arm = ((-56, -168), (-50, -124)),
    right: Arm = ((56, -168), (50, -124)),
    hold_left: str = "",
    hold_right: str = "",
    feet: tuple[Leg, Leg] = STAND,
    lean: float = 0,
    nod: float = 0,
    behind: str = "",
    waves: str = "",
    form: str = "wide",
    head: float = 1,
) -> str:
    """Somebody standing at (0, 0). Arms are the viewer's left and right.

    ``lean`` tilts the trunk and ``nod`` the head, by degrees; ``waves`` names the open hands
    (``l``, ``r``, ``lr``); ``form`` is that of a skirt (wide, swing, seat); ``head`` enlarges the
    head, as a child's is.
    """
    below = (
        _skirt(f, form) if f.skirt else leg((-13, -128), feet[0], f) + leg((13, -128), feet[1], f)
    )
    sleeves = PAPER if f.skirt and f.coat != PAPER and not f.long_coat else f.coat
    trunk = shape("M-12-240H12V-214H-12Z", SKIN, 3.2)
    body = _bodice(f) if f.skirt else _coat(f)
    wide = 1.22 if f.stout else 1
    trunk += f'<g transform="scale({wide} 1)">{body}</g>' if f.stout else body
    trunk += arm((-35 * wide, -208), left, sleeves, hold_left, open_hand="l" in waves)
    trunk += arm((35 * wide, -208), right, sleeves, hold_right, open_hand="r" in waves)
    trunk += group(small_head(f), 3 * f.turn, -262 - 26 * (head - 1), turn=nod, k=head)
    return (
        behind
        + below
        + (f'<g transform="rotate({num(lean)} 0 -130)">{trunk}</g>' if lean else trunk)
    )


def child(f: Folk, x: float, y: float, k: float = 0.62, **pose: Any) -> str:
    """A child: smaller, the head larger."""
    return group(folk(f, head=1.32, **pose), x, y, k=k)
