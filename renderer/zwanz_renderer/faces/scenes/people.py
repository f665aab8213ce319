"""People of the scenes: one figure about 300 high, its head and hat, dressed, posed and equipped."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..pen import (
    BLUE,
    BROWN,
    DARK_GOLD,
    FAIR,
    GOLD,
    GREEN,
    INK,
    PAPER,
    RED,
    SKIN,
    Point,
    bow,
    gouge,
    group,
    line,
    num,
    path,
    ring,
    shape,
)


def _felt(c: str) -> str:
    return (
        shape("M-26-14C-26-34-12-46 14-52C22-40 26-28 27-14Z", c, 3.4)
        + shape("M-40-8C-34-22 32-24 42-14C36-2-26 0-40-8Z", c, 3.4)
        + path(gouge(bow((18, -24), (34, -40), (30, -62), 6), 8), RED)
    )


def _straw(c: str) -> str:
    return (
        shape("M-24-14C-24-44 24-44 24-14Z", c, 3.4)
        + shape("M-56-6C-36-24 36-24 56-6C30-14-30-14-56-6Z", c, 3.4)
        + line("M-23-21Q0-29 23-21", 6, RED)
    )


def _cap(c: str) -> str:
    return shape("M-29-12C-36-44 34-48 30-14C10-22-10-20-29-12Z", c, 3.4) + shape(
        "M-30-10C-12-22 14-22 30-13L28-6C12-14-12-13-29-3Z", INK, 2
    )


def _scarf(c: str) -> str:
    return shape(
        "M-30 14C-40-18-26-40 0-40C26-40 40-18 30 14C26-2 26-14 18-20C6-26-6-26-18-20C-26-14-26-2-30 14Z",
        c,
        3.4,
    ) + path(ring(-14, -29, 3.5) + ring(4, -33, 3.5) + ring(20, -26, 3.5), PAPER)


def _top(c: str) -> str:
    return (
        shape("M-25-14L-28-64C-10-70 10-70 28-64L25-14Z", c, 3.4)
        + line("M-25-24Q0-31 25-24", 7, RED if c != RED else GOLD)
        + shape("M-42-10C-30-22 30-22 42-10C24-14-24-14-42-10Z", c, 3.4)
    )


def _tricorne(c: str) -> str:
    return shape(
        "M-46-14C-34-30-20-46 0-50C20-46 34-30 46-14C26-22 12-16 0-9C-12-16-26-22-46-14Z", c, 3.4
    ) + line("M-42-16C-26-22-12-16 0-10C12-16 26-22 42-16", 3, GOLD)


def _bonnet(c: str) -> str:
    return shape("M-27-8C-36-34-16-48 0-48C16-48 36-34 27-8C14-24-14-24-27-8Z", c, 3.4) + path(
        ring(-13, -30, 4) + ring(0, -36, 4) + ring(13, -30, 4), RED
    )


def _plumed(c: str) -> str:
    return (
        shape("M14-30C24-62 52-62 58-42C60-26 44-28 40-36C40-20 26-14 14-18Z", PAPER, 3)
        + shape("M-26-14C-28-46 26-50 26-14Z", c, 3.4)
        + shape("M-48-12C-30-24 30-24 50-20C46-4 20-6 0-8C-20-6-40-2-48-12Z", c, 3.4)
    )


def _bowler(c: str) -> str:
    return (
        shape("M-27-12C-30-56 30-56 27-12Z", c, 3.4)
        + line("M-26-18Q0-26 26-18", 6, RED if c != RED else GOLD)
        + shape("M-42-14C-32-4 32-4 42-14C34-22 24-16 0-16C-24-16-34-22-42-14Z", c, 3.4)
    )


def _boater(c: str) -> str:
    return (
        shape("M-25-14V-40H25V-14Z", c, 3.4)
        + path("M-25-27H25V-15H-25Z", BLUE, INK, 2.4)
        + shape("M-46-16C-20-22 20-22 46-16C20-6-20-6-46-16Z", c, 3.4)
    )


def _toque(c: str) -> str:
    return (
        shape("M-24-24C-48-34-40-66-20-60C-12-78 14-78 20-60C40-66 48-34 24-24Z", c, 3.4)
        + line("M-8-34V-52M9-34V-50", 2.6)
        + shape("M-27-12L-26-28C-12-32 12-32 26-28L27-12C14-20-14-20-27-12Z", c, 3.4)
    )


def _wreath(c: str) -> str:
    blooms = ((-25, -20), (-15, -31), (0, -36), (15, -31), (25, -20))
    return "".join(
        shape(ring(x, y, 7.5), c if i % 2 else PAPER, 2.6) for i, (x, y) in enumerate(blooms)
    ) + path("".join(ring(x, y, 2.4) for x, y in blooms), GOLD)


def _hood(c: str) -> str:
    return shape(
        "M-32 26C-44-12-34-42 4-48C34-46 44-12 32 26C28 30 24 30 22 28C30 4 26-18 14-24C4-28-4-28-14-24"
        "C-26-18-30 4-22 28C-24 30-28 30-32 26Z",
        c,
        3.4,
    )


def _none(c: str) -> str:
    return ""


HATS: Final[dict[str, Callable[[str], str]]] = {
    "felt": _felt,
    "straw": _straw,
    "cap": _cap,
    "scarf": _scarf,
    "top": _top,
    "tricorne": _tricorne,
    "bonnet": _bonnet,
    "plumed": _plumed,
    "bowler": _bowler,
    "boater": _boater,
    "toque": _toque,
    "wreath": _wreath,
    "hood": _hood,
    "none": _none,
}


@dataclass(frozen=True)
class Look:
    """A head. ``turn`` is where it looks: -2 and 2 are profiles."""

    hair: str = BROWN
    hat: str = "felt"
    hat_colour: str = GREEN
    beard: str = ""
    moustache: str = ""
    turn: int = 0


_SHOWS_HAIR = (
    "none",
    "straw",
    "felt",
    "top",
    "cap",
    "bowler",
    "boater",
    "wreath",
    "plumed",
    "tricorne",
)
_LIFTS = {"felt": -11, "straw": -5, "top": -5, "plumed": -5, "bowler": -4, "boater": -8}


def small_head(f: Look) -> str:
    """A head about (0, 0), 66 high."""
    return group(_profile(f), flip=f.turn < 0) if abs(f.turn) > 1 else _front(f)


def _hat(f: Look) -> str:
    return group(HATS[f.hat](f.hat_colour), 0, _LIFTS.get(f.hat, 0))


def _profile(f: Look) -> str:
    """A small head in profile, facing right."""
    woman = bool(getattr(f, "skirt", ""))
    out = ""
    if woman and f.hat in ("none", "straw", "boater", "wreath", "plumed"):
        out += shape(ring(-28, 4 if f.hat != "none" else -16, 14), f.hair, 3.4)
    out += shape(
        "M-12-35C6-40 19-32 21-20L22-9L31 4C32 8 28 9 24 9L25 14L21 17L23 22C22 30 12 33 4 31L-2 42H-22L-18 20"
        "C-28 6-28-24-12-35Z",
        SKIN,
        3.4,
    )
    out += path(gouge(bow((-6, 18), (4, 28), (14, 26), 5), 4), FAIR)
    if f.beard:
        out += shape(
            "M-12 0C-6 14 6 12 14 11L24 12L26 20C32 40 18 58 4 50C-10 42-16 20-12 0Z", f.beard, 3.4
        )
        out += path(
            gouge(bow((0, 22), (4, 36), (12, 44), 5), 4),
            PAPER if f.beard in (INK, BROWN) else DARK_GOLD,
        ) + path("M16 17Q22 15 26 17Q22 21 16 20Z", RED)
    else:
        out += path("M15 17Q21 14 25 15L22 18L24 20Q18 22 15 17Z", RED)
    if f.moustache:
        out += shape("M26 9C22 5 12 8 6 18C14 20 24 18 27 13Z", f.moustache, 2.6)
    if f.hat not in ("toque", "hood", "scarf"):
        out += shape(
            "M18-24C12-18 2-16 0-6C-1 2-6 4-8 0C-12 0-12 8-10 12C-14 20-18 22-22 20"
            "C-36 6-36-22-22-34C-6-46 16-40 18-24Z",
            f.hair,
            3.2,
        )
    out += path(ring(14, -7, 3.5), INK)
    out += line("M8-16Q14-20 20-15", 3)
    return out + group(_hat(f), -2, 0)


def _front(f: Look) -> str:
    dx = 4 * f.turn
    woman = bool(getattr(f, "skirt", ""))
    back = (
        "M-29-14C-36 10-30 26-24 32L24 32C30 26 36 10 29-14Z"
        if woman
        else "M-29-16C-33 0-29 10-25 14L25 14C29 10 33 0 29-16Z"
    )
    out = "" if f.hat in ("hood", "toque") and not woman else shape(back, f.hair, 3.4)
    if woman and f.hat in ("none", "straw", "wreath"):
        out += shape(ring(-12 * (f.turn or 1), -34, 14), f.hair, 3.4)
    out += shape(
        "M-25-16C-27 6-22 20-12 29C-5 35 5 35 12 29C22 20 27 6 25-16C20-36-20-36-25-16Z", SKIN, 3.4
    )
    if f.beard:
        out += shape(
            "M-26-4C-28 22-16 48 0 54C16 48 28 22 26-4C22 12 14 14 8 11C4 9-4 9-8 11C-14 14-22 12-26-4Z",
            f.beard,
            3.4,
        )
        out += path(
            gouge(bow((-10, 26), (-8, 38), (-3, 46), 5), 4)
            + gouge(bow((10, 26), (8, 38), (3, 46), 5), 4),
            PAPER if f.beard in (INK, BROWN) else DARK_GOLD,
        )
    else:
        side = -1 if f.turn > 0 else 1
        out += path(gouge(bow((21 * side, -2), (19 * side, 12), (9 * side, 26), 5), 5), FAIR)
    out += path(ring(-9 + dx, -6, 3.4) + ring(10 + dx, -6, 3.4), INK)
    out += line(
        f"M{-15 + dx}-14Q{-9 + dx}-19 {-4 + dx}-15M{5 + dx}-15Q{10 + dx}-19 {16 + dx}-14", 3
    )
    nose = (
        f"M{dx + 2}-6L{dx + 7} 6L{dx - 1} 8"
        if f.turn >= 0
        else f"M{dx - 2}-6L{dx - 7} 6L{dx + 1} 8"
    )
    out += line(nose, 2.6) + path(
        f"M{dx - 7} 16Q{dx} 14 {dx + 7} 16Q{dx} 23 {dx - 7} 16Z", RED, INK, 1.6
    )
    if f.moustache:
        out += group(
            shape(
                "M0 9C6 6 14 9 20 16C14 20 6 18 0 15C-6 18-14 20-20 16C-14 9-6 6 0 9Z",
                f.moustache,
                2.4,
            ),
            dx,
            0,
        )
    if f.hat in _SHOWS_HAIR:
        out += shape("M-27-10C-28-42 28-42 27-10C18-20 8-25-2-26C-12-25-20-20-27-10Z", f.hair, 3.2)
    return out + _hat(f)


Arm = tuple[Point, Point]
"""Elbow and hand."""

Leg = Point | tuple[Point, Point]
"""The heel, or knee and heel."""

STAND: Final[tuple[Leg, Leg]] = ((-20, 0), (20, 0))


@dataclass(frozen=True)
class Folk(Look):
    """How somebody looks.

    A skirt makes a woman's dress; an apron without a skirt is a workman's. `turn` is where they
    look: -2 and 2 are profiles, -1, 0 and 1 the face from the front.
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
    """A small hand with separate fingers; `turn` is the direction of the forearm, in degrees, 0
    from below.
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
    """A sleeved arm with elbow and cuff; what it holds lies under the hand."""
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
    """The knee, if it is given, and the heel."""
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
    """Somebody standing at (0, 0), about 300 high.

    `left` and `right` are the arms, as the viewer sees them. `lean` tilts the trunk and `nod` the
    head, in degrees; `waves` names the open hands (``l``, ``r``, ``lr``); `form` is that of a skirt
    (wide, swing, seat); `head` enlarges the head, as a child's is.
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
