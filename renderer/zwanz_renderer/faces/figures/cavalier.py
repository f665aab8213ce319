"""The cavaliers: on horses of four colours, with sword, sabre, banner and lance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
    bow,
    gouge,
    group,
    line,
    path,
    ring,
    rod,
    shape,
)
from . import headgear
from .dress import CX, FOOT, Dress, device, dress, flipped, ground, sleeve, steel
from .head import Head, face, fringe, locks
from .horse import horse_head
from .props import grip

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
    hat: Callable[[str, str, Pen], str]
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
        Head(BROWN, "waves", "", "curled", mouth="thin", turn=-1),
        headgear.brimmed,
        (34, -64),
        PAPER,
        FAIR,
        _sword,
        beams=True,
    ),
    "diamonds": _Cavalier(
        Head(FAIR, "short", "", "long", mouth="thin", nose="hooked", brow="stern", turn=-1),
        headgear.shako,
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
        headgear.tricorne,
        (-38, -66),
        FAIR,
        PAPER,
        _banner,
        rear=8,
    ),
    "spades": _Cavalier(
        Head(INK, "long", "pointed", "curled", brow="stern", nose="hooked", turn=1),
        headgear.fur_cap,
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
    feather = headgear.plume(PAPER if d.main != GOLD else RED, d.main if d.main != GOLD else INK)
    out += group(
        group(feather, *c.feather, k=0.9) + c.hat(d.bright, d.lining, pen), _X, 264, k=1.28
    )
    out += sleeve((532, FOOT), (514, 496), d.main, d.lining, start=108, end=62)
    out += grip(group(c.blade(d), 506, 436), 506, 446, skin=c.glove)
    horse = horse_head(c.coat, c.mane, RED if c.coat != BROWN else GOLD, pen, blaze=c.blaze)
    out += group(
        horse + device(d, 84, 240, 34, d.main), 158 + 2 * max(c.rear, 0), 312, k=1.04, turn=c.rear
    )
    halo = 2 * CX - _X if c.flip else _X
    return ground(d, pen, x=halo, y=250, halo=138, beams=c.beams) + (
        flipped(out) if c.flip else out
    )
