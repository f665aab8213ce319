"""The jacks: with halberd, lute, falcon and pike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from ..pen import (
    BROWN,
    CREAM,
    DARK_GOLD,
    FAIR,
    GOLD,
    INK,
    PAPER,
    RED,
    SKIN,
    SKY,
    Pen,
    group,
    line,
    path,
    ring,
    rod,
    shape,
)
from . import headgear, props
from .cavalier import neck
from .dress import CX, FOOT, Dress, dress, ground, sleeve, steel
from .head import Head, face, fringe, locks
from .props import grip


def _shafted(blade: str, beak: str, d: Dress, skin: str) -> str:
    tassel = shape("M-14 44h28l6 40-10-6-4 10-6-10-6 10-5-10-9 6z", RED, 3.4)
    head = shape(blade, steel(d), 4) + shape(beak, PAPER if steel(d) == SKY else SKY, 3) + tassel
    return grip(
        rod(f"M500 {FOOT}L488 150", GOLD, 8) + group(head, 488, 176, turn=-2),
        498,
        452,
        k=1.04,
        turn=-3,
        skin=skin,
    )


def halberd(d: Dress, skin: str = SKIN) -> str:
    """A halberd: axe, beak and spike."""
    blade = "M-6 60L-6-84L0-112L6-84L6-40C30-44 44-56 50-72C60-36 58-4 48 22C38 8 22 0 6-2V60Z"
    return _shafted(blade, "M-6-38C-26-36-38-28-50-12C-32-14-18-14-6-10Z", d, skin)


def pike(d: Dress, skin: str = SKIN) -> str:
    """A winged pike."""
    blade = "M-7 46V4L-34-6L-30-16L-10-16L-14-60L0-116L14-60L10-16L30-16L34-6L7 4V46Z"
    return _shafted(blade, "M0-98L6-60L0-20L-6-60Z", d, skin)


def lute(d: Dress, skin: str = SKIN) -> str:
    """A lute held across the breast, a hand at its strings and one at its neck."""
    body = "M0-96C40-84 92-10 78 44C64 96-64 96-78 44C-92-10-40-84 0-96Z"
    out = rod("M0-92V-236", BROWN, 17, 4) + rod("M0-232L44-262", BROWN, 15, 4)
    out += "".join(path(ring(8 + 12 * i, -238 - 8 * i, 4.5), GOLD) for i in range(3))
    out += shape(body, DARK_GOLD, 5) + line(
        "M-46-20C-36 30-36 50-42 66M46-20C36 30 36 50 42 66", 5, GOLD
    )
    out += (
        path(ring(0, 0, 25), INK)
        + line(ring(0, 0, 14), 4, d.bright)
        + shape("M-30 50h60v12h-60z", BROWN, 3.6)
    )
    out += line("M-6 54V-224M0 54V-228M6 54V-224", 2)
    placed = group(out, 268, 492, turn=58, k=0.9)
    strum = group(grip("", 0, 0, skin=skin), 236, 492, k=0.92, turn=96)
    return placed + strum + grip("", 416, 408, k=0.94, turn=10, skin=skin)


@dataclass(frozen=True)
class _Jack:
    head: Head
    cap: Callable[[str, str, Pen], str]
    right: Callable[..., str]
    left: Callable[..., str] | None
    glove: str = SKIN
    beams: bool = False
    plume: tuple[float, float, float] = (30, -66, 0.92)


_JACKS: Final = {
    "hearts": _Jack(
        Head(FAIR, "page", mouth="smile", nose="button", turn=-2),
        headgear.beret,
        halberd,
        props.shield,
    ),
    "diamonds": _Jack(
        Head(INK, "short", mouth="smile", moustache="trim", brow="raised", turn=1),
        headgear.flat_cap,
        lute,
        None,
        beams=True,
    ),
    "clubs": _Jack(
        Head(BROWN, "waves", nose="straight", turn=1),
        headgear.hood,
        partial(props.falcon, x=486, y=440, k=1.3),
        None,
        glove=FAIR,
    ),
    "spades": _Jack(
        Head(BROWN, "short", moustache="curled", mouth="thin", brow="stern", nose="broad", turn=2),
        headgear.helmet,
        pike,
        props.shield,
        glove=CREAM,
        plume=(4, -122, 0.7),
        beams=True,
    ),
}


def doublet(d: Dress, pen: Pen) -> str:
    """A doublet parted in two colours, with slashes."""
    body = (
        f"M{CX - 150:g} {FOOT}C{CX - 156:g} 440 {CX - 120:g} 392 {CX - 58:g} 374H{CX + 58:g}"
        f"C{CX + 120:g} 392 {CX + 156:g} 440 {CX + 150:g} {FOOT}Z"
    )
    inner = path(f"M{CX - 170:g} 360H{CX:g}V{FOOT}H{CX - 170:g}Z", d.main) + path(
        f"M{CX:g} 360h170v240h-170z", d.pale
    )
    for y in (438, 482, 526):
        for x in (44, 90):
            cut = "c-10 10-10 20 0 32c10-12 10-22 0-32z"
            inner += path(f"M{CX - x:g} {y - 14}{cut}M{CX + x:g} {y - 14}{cut}", d.lining, INK, 2.6)
    out = pen.clip(inner, body) + line(body, 5) + line(f"M{CX:g} 380V{FOOT}", 4)
    return out + "".join(shape(ring(CX, y, 7), GOLD, 3) for y in (452, 486, 520))


def collar() -> str:
    """A shirt's broad collar."""
    return shape(
        f"M{CX - 74:g} 380L{CX - 30:g} 362Q{CX:g} 392 {CX + 30:g} 362L{CX + 74:g} 380"
        f"L{CX + 44:g} 424L{CX:g} 398L{CX - 44:g} 424Z",
        PAPER,
        4,
    )


def jack(motif: str, pen: Pen) -> str:
    """The upper half of a jack, on his ground."""
    d = dress(motif)
    j = _JACKS.get(motif, _JACKS["hearts"])
    out = neck(CX) + group(locks(j.head, pen), CX, 262, k=1.34) + doublet(d, pen) + collar()
    out += group(face(j.head, pen) + fringe(j.head), CX, 262, k=1.34)
    x, y, k = j.plume
    feather = group(
        headgear.plume(RED if d.main != RED else PAPER, INK if d.main == RED else GOLD), x, y, k=k
    )
    out += group(feather + j.cap(d.bright, d.lining, pen), CX, 262, k=1.34)
    upper = "M412 404C460 410 500 450 560 590L470 590C452 520 430 470 404 450Z"
    lower = "M198 404C150 412 118 448 96 590H210C214 500 216 460 206 448Z"
    if j.right is lute:
        out += shape(lower, d.main, 5) + shape(upper, d.pale, 5)
        out += sleeve((130, 590), (226, 512), d.main, PAPER, start=90, end=58) + sleeve(
            (520, 560), (428, 466), d.lining, PAPER, start=90, end=56
        )
        out += lute(d, j.glove)
    else:
        out += (
            shape(upper, d.pale, 5)
            + sleeve((536, FOOT), (512, 500), d.lining, PAPER, start=96, end=60)
            + j.right(d, j.glove)
        )
        out += shape(lower, d.main, 5)
        if j.left:
            out += j.left(d)
        else:
            out += sleeve((96, 560), (196, 500), d.main, PAPER, start=96, end=60)
            out += grip("", 214, 480, k=0.96, turn=66, flip=False, skin=j.glove)
    return ground(d, pen, y=252, halo=132, beams=j.beams) + out
