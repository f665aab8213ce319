"""People of the scenes: one figure about 300 high, dressed, posed and equipped by its arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..palette import BLUE, BROWN, DARK_GOLD, FAIR, GOLD, GREEN, INK, PAPER, RED, SKIN
from ..paths import Point, bow, gouge, group, limb, line, num, path, ring, shape

Arm = tuple[Point, Point]
"""Elbow and hand."""


@dataclass(frozen=True)
class Folk:
    """How somebody looks. A skirt makes a woman's dress; ``turn`` is where they look: -1, 0 or 1."""

    coat: str = RED
    legs: str = INK
    stockings: str = PAPER
    skirt: str = ""
    apron: str = ""
    vest: str = ""
    hair: str = BROWN
    hat: str = "felt"
    hat_colour: str = GREEN
    beard: str = ""
    turn: int = 0
    long_coat: bool = False


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
        "M-30 14C-40-18-26-40 0-40C26-40 40-18 30 14C26-2 26-14 18-20C6-26-6-26-18-20C-26-14-26-2-30 14Z", c, 3.4
    ) + path(ring(-14, -29, 3.5) + ring(4, -33, 3.5) + ring(20, -26, 3.5), PAPER)


def _top(c: str) -> str:
    return (
        shape("M-25-14L-28-64C-10-70 10-70 28-64L25-14Z", c, 3.4)
        + line("M-25-24Q0-31 25-24", 7, RED if c != RED else GOLD)
        + shape("M-42-10C-30-22 30-22 42-10C24-14-24-14-42-10Z", c, 3.4)
    )


def _tricorne(c: str) -> str:
    return shape("M-46-14C-34-30-20-46 0-50C20-46 34-30 46-14C26-22 12-16 0-9C-12-16-26-22-46-14Z", c, 3.4) + line(
        "M-42-16C-26-22-12-16 0-10C12-16 26-22 42-16", 3, GOLD
    )


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


def _none(c: str) -> str:
    return ""


_HATS: Final[dict[str, Callable[[str], str]]] = {
    "felt": _felt,
    "straw": _straw,
    "cap": _cap,
    "scarf": _scarf,
    "top": _top,
    "tricorne": _tricorne,
    "bonnet": _bonnet,
    "plumed": _plumed,
    "none": _none,
}


def small_head(f: Folk) -> str:
    """A head about (0, 0), 66 high."""
    dx = 4 * f.turn
    back = (
        "M-29-14C-36 10-30 26-24 32L24 32C30 26 36 10 29-14Z"
        if f.skirt
        else "M-29-16C-33 0-29 10-25 14L25 14C29 10 33 0 29-16Z"
    )
    out = shape(back, f.hair, 3.4)
    if f.skirt and f.hat in ("none", "straw"):
        out += shape(ring(-12 * (f.turn or 1), -34, 14), f.hair, 3.4)
    out += shape("M-25-16C-27 6-22 20-12 29C-5 35 5 35 12 29C22 20 27 6 25-16C20-36-20-36-25-16Z", SKIN, 3.4)
    if f.beard:
        out += shape(
            "M-26-4C-28 22-16 48 0 54C16 48 28 22 26-4C22 12 14 14 8 11C4 9-4 9-8 11C-14 14-22 12-26-4Z", f.beard, 3.4
        )
        out += path(
            gouge(bow((-10, 26), (-8, 38), (-3, 46), 5), 4) + gouge(bow((10, 26), (8, 38), (3, 46), 5), 4),
            PAPER if f.beard in (INK, BROWN) else DARK_GOLD,
        )
    else:
        out += path(gouge(bow((21, -2), (19, 12), (9, 26), 5), 5), FAIR)
    out += path(ring(-9 + dx, -6, 3.3) + ring(10 + dx, -6, 3.3), INK)
    out += line(f"M{-15 + dx}-14Q{-9 + dx}-19 {-4 + dx}-15M{5 + dx}-15Q{10 + dx}-19 {16 + dx}-14", 3)
    nose = f"M{dx + 2}-6L{dx + 7} 6L{dx - 1} 8" if f.turn >= 0 else f"M{dx - 2}-6L{dx - 7} 6L{dx + 1} 8"
    out += line(nose, 2.6) + path(f"M{dx - 7} 16Q{dx} 14 {dx + 7} 16Q{dx} 23 {dx - 7} 16Z", RED, INK, 1.6)
    if f.hat in ("none", "straw", "felt", "top", "cap"):
        out += shape("M-27-10C-28-42 28-42 27-10C18-20 8-25-2-26C-12-25-20-20-27-10Z", f.hair, 3.2)
    lift = {"felt": -11, "straw": -5, "top": -5, "plumed": -5}.get(f.hat, 0)
    return out + group(_HATS[f.hat](f.hat_colour), 0, lift)


def fist(x: float, y: float) -> str:
    """A small closed hand with its fingers told apart."""
    d = "M-10-9C-4-14 8-13 11-7C14 0 12 9 7 12C0 14-9 12-11 6Z"
    return group(shape(d, SKIN, 3.2) + line("M-2-4H10M-2 2H11M-3 7.5H8", 2), x, y)


def arm(shoulder: Point, pose: Arm, sleeve: str, hold: str = "") -> str:
    """A sleeved arm; what it holds lies under the hand."""
    elbow, hand = pose
    return limb(shoulder, elbow, hand, sleeve, 27, 19) + hold + fist(*hand)


def leg(hip: Point, foot: Point, f: Folk) -> str:
    """A leg in breeches, stocking and shoe."""
    (hx, hy), (x, y) = hip, foot
    knee = ((hx + x) / 2 + (5 if x > 0 else -5), (hy + y) / 2 + 8)
    shoe = shape("M-10-16H8C18-10 28-8 28 0H-11Z", INK, 2)
    stocking = limb((knee[0], knee[1] - 10), ((knee[0] + x) / 2, (knee[1] + y) / 2), (x, y - 12), f.stockings, 21, 14)
    breeches = limb(hip, ((hx + knee[0]) / 2, (hy + knee[1]) / 2), (knee[0], knee[1] + 4), f.legs, 34, 25)
    return stocking + breeches + group(shoe, x, y, flip=x < hx - 4)


_BODY: Final = "M-14-226C-34-224-44-214-44-200L-30-138H30L44-200C44-214 34-224 14-226Q0-212-14-226Z"


def _skirt(f: Folk) -> str:
    out = path("M-22-8h20v10h-28zM4-8h20l8 10h-28z", INK)
    out += shape("M-28-144C-40-90-70-50-84-14C-40-2 40-2 84-14C70-50 40-90 28-144Z", f.skirt, 4)
    out += path(gouge([(-20, -130), (-42, -70), (-56, -20)], 6) + gouge([(20, -130), (42, -70), (56, -20)], 6), INK)
    if f.apron:
        out += shape("M-20-146C-26-100-44-60-46-26C-16-18 16-18 46-26C44-60 26-100 20-146Z", f.apron, 3.4)
        out += line("M-40-40Q0-30 40-40", 3.4, f.skirt)
    return out


def _bodice(f: Folk) -> str:
    lacing = line("M-10-184L10-172M10-184L-10-172M-9-166L9-154M9-166L-9-154", 3, PAPER)
    neckline = shape("M-20-222Q0-176 20-222L14-228Q0-206-14-228Z", PAPER, 3)
    return shape(_BODY, f.coat, 4) + neckline + lacing + shape("M-29-146H29V-134H-29Z", f.apron or f.skirt, 3)


def _coat(f: Folk) -> str:
    tails = "M-30-140C-40-104-44-90-46-74H46C44-90 40-104 30-140Z" if f.long_coat else "M-30-140L-33-112H33L30-140Z"
    out = shape(_BODY, f.coat, 4) + shape(tails, f.coat, 4)
    out += shape(f"M-12-224L-14-150L-9{-76 if f.long_coat else -114}H9L14-150L12-224Q0-212-12-224Z", f.vest or PAPER, 3)
    out += path(ring(0, -192, 3.4) + ring(0, -172, 3.4) + ring(0, -152, 3.4), INK)
    return out + shape("M-15-228L0-212L15-228L17-214L0-204L-17-214Z", RED if f.coat != RED else BLUE, 3)


def folk(
    f: Folk,
    *,
    left: Arm = ((-56, -168), (-50, -124)),
    right: Arm = ((56, -168), (50, -124)),
    hold_left: str = "",
    hold_right: str = "",
    feet: tuple[Point, Point] = ((-20, 0), (20, 0)),
    lean: float = 0,
    behind: str = "",
) -> str:
    """Somebody standing at (0, 0). Arms are the viewer's left and right; ``lean`` tilts the trunk by degrees."""
    below = _skirt(f) if f.skirt else leg((-13, -128), feet[0], f) + leg((13, -128), feet[1], f)
    sleeves = PAPER if f.skirt else f.coat
    trunk = shape("M-12-240H12V-214H-12Z", SKIN, 3.2) + (_bodice(f) if f.skirt else _coat(f))
    trunk += arm((-35, -208), left, sleeves, hold_left) + arm((35, -208), right, sleeves, hold_right)
    trunk += group(small_head(f), 0, -262)
    return behind + below + (f'<g transform="rotate({num(lean)} 0 -130)">{trunk}</g>' if lean else trunk)
