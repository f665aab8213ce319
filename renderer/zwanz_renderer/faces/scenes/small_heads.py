"""Heads of the people of the scenes, from the front and in profile."""

from __future__ import annotations

from dataclasses import dataclass

from ..palette import BROWN, DARK_GOLD, FAIR, GREEN, INK, PAPER, RED, SKIN
from ..paths import bow, gouge, group, line, path, ring, shape
from .hats import HATS


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
    """Facing right."""
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
