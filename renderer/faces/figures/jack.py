"""The jack: young, in a cap, with a halberd and his suit's shield."""

from __future__ import annotations

from ..palette import BLUE, BROWN, FAIR, GOLD, GREEN, INK, PAPER, RED, SKIN, SKY
from ..paths import circle_points, group, line, path, poly, ring, rod, shape
from ..pen import Pen
from . import headgear
from .dress import CX, FOOT, Dress, device, dress, ground, sleeve, steel
from .features import Head
from .hands import grip
from .head import face, fringe, locks

_HEADS = {
    "hearts": (Head(FAIR, "page", mouth="smile", nose="button", turn=-1), headgear.beret),
    "diamonds": (
        Head(INK, "short", mouth="thin", moustache="trim", brow="raised", turn=1),
        headgear.flat_cap,
    ),
    "clubs": (Head(BROWN, "waves", mouth="full", nose="straight", turn=1), headgear.hood),
    "spades": (
        Head(BROWN, "short", moustache="curled", mouth="thin", brow="stern", nose="broad"),
        headgear.helmet,
    ),
    "bells": (Head(FAIR, "waves", mouth="full", turn=1), headgear.flat_cap),
    "acorns": (Head(BROWN, "short", moustache="curled", mouth="thin", nose="broad"), headgear.hood),
    "leaves": (Head(BROWN, "page", mouth="small", nose="button"), headgear.beret),
}


def _weapon(d: Dress) -> str:
    shaft = rod(f"M500 {FOOT}L488 150", GOLD, 8)
    if d.motif in ("hearts", "bells"):
        blade = "M-6 60L-6-84L0-112L6-84L6-40C30-44 44-56 50-72C60-36 58-4 48 22C38 8 22 0 6-2V60Z"
        beak = "M-6-38C-26-36-38-28-50-12C-32-14-18-14-6-10Z"
    elif d.motif in ("diamonds", "leaves"):
        blade = (
            "M-7 40L-10 8C-34 14-44-6-38-24C-32-12-22-8-14-12L-20-56L0-112L20-56L14-12"
            "C22-8 32-12 38-24C44-6 34 14 10 8L7 40Z"
        )
        beak = "M0-96L8-52L0 10L-8-52Z"
    elif d.motif in ("clubs", "acorns"):
        blade = (
            "M-7 40L-8-4C-44 2-60-26-56-62C-42-46-26-40-8-42L-7-86L0-110L7-86L8-42"
            "C26-40 42-46 56-62C60-26 44 2 8-4L7 40Z"
        )
        beak = "M-5-30h10v60h-10z"
    else:
        blade = "M-7 46V4L-34-6L-30-16L-10-16L-14-60L0-116L14-60L10-16L30-16L34-6L7 4V46Z"
        beak = "M0-98L6-60L0-20L-6-60Z"
    head = shape(blade, steel(d), 4) + shape(beak, SKY if d.motif in ("hearts", "bells") else PAPER, 3)
    tassel = shape("M-14 44h28l6 40-10-6-4 10-6-10-6 10-5-10-9 6z", RED, 3.4)
    return shaft + group(head + tassel, 488, 176, turn=-2)


def _shield(d: Dress) -> str:
    x, y = 134, 452
    field = d.second if d.second != INK else BLUE
    if d.motif in ("hearts", "acorns"):
        rim, inner = "M-74-70C-40-58-22-70 0-84C22-70 40-58 74-70C82 0 60 66 0 96C-60 66-82 0-74-70Z", 0.8
    elif d.motif in ("diamonds", "bells"):
        rim, inner = poly(circle_points(0, 4, 84, 8, -67.5)), 0.8
    elif d.motif in ("clubs", "leaves"):
        rim, inner = ring(0, 4, 80), 0.8
    else:
        rim, inner = "M-70-76H70V10C70 54 36 82 0 100C-36 82-70 54-70 10Z", 0.8
    body = shape(rim, GOLD if field != GOLD else RED, 5) + group(shape(rim, field, 5), 0, 0.6, k=inner)
    charge = PAPER if field != GOLD else GREEN
    return group(body + device(d, 0, 6, 74, charge), x, y)


def _doublet(d: Dress, pen: Pen) -> str:
    """A doublet parted in two colours, with slashes."""
    body = (
        f"M{CX - 150:g} {FOOT}C{CX - 156:g} 440 {CX - 120:g} 392 {CX - 58:g} 374H{CX + 58:g}"
        f"C{CX + 120:g} 392 {CX + 156:g} 440 {CX + 150:g} {FOOT}"
        "Z"
    )
    inner = path(f"M{CX - 170:g} 360H{CX:g}V{FOOT}H{CX - 170:g}Z", d.main) + path(f"M{CX:g} 360h170v240h-170z", d.pale)
    for y in (438, 482, 526):
        for x in (44, 90):
            cut = "c-10 10-10 20 0 32c10-12 10-22 0-32z"
            inner += path(f"M{CX - x:g} {y - 14}{cut}", d.lining, INK, 2.6) + path(
                f"M{CX + x:g} {y - 14}{cut}", d.lining, INK, 2.6
            )
    out = pen.clip(inner, body) + line(body, 5) + line(f"M{CX:g} 380V{FOOT}", 4)
    return out + "".join(shape(ring(CX, y, 7), GOLD, 3) for y in (452, 486, 520))


def jack(motif: str, pen: Pen) -> str:
    """The upper half of a jack, on its ground."""
    d = dress(motif)
    head, cap = _HEADS.get(motif, _HEADS["hearts"])
    out = ground(d, pen, y=252, halo=132)
    out += shape(f"M{CX - 34:g} 320V390H{CX + 34:g}V320Z", SKIN, 4)
    out += group(locks(head, pen), CX, 262, k=1.34)
    out += _doublet(d, pen)
    collar = (
        f"M{CX - 74:g} 380L{CX - 30:g} 362Q{CX:g} 392 {CX + 30:g} 362L{CX + 74:g} 380L{CX + 44:g} 424"
        f"L{CX:g} 398L{CX - 44:g} 424Z"
    )
    out += shape(collar, PAPER, 4)
    out += group(face(head, pen) + fringe(head), CX, 262, k=1.34)
    feather = headgear.plume(RED if d.main != RED else PAPER, INK if d.main == RED else GOLD)
    gear = cap(d.bright, d.lining, pen)
    out += group(
        (group(feather, 30, -66, k=0.92) if motif != "spades" else group(feather, 4, -122, k=0.7)) + gear,
        CX,
        262,
        k=1.34,
    )
    out += shape("M412 404C460 410 500 450 560 590L470 590C452 520 430 470 404 450Z", d.pale, 5)
    out += sleeve((536, FOOT), (512, 500), d.lining, PAPER, start=96, end=60)
    out += grip(_weapon(d), 498, 452, k=1.04, turn=-3)
    out += shape("M198 404C150 412 118 448 96 590H210C214 500 216 460 206 448Z", d.main, 5)
    return out + _shield(d)
