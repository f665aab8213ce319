"""The cavalier: on horseback, in a feathered hat, with a blade or a horn."""

from __future__ import annotations

from ..palette import BROWN, CREAM, DARK_GOLD, FAIR, GOLD, INK, PAPER, RED, SKIN, SKY
from ..paths import group, line, ring, rod, shape
from ..pen import Pen
from . import headgear
from .dress import CX, FOOT, Dress, device, dress, ground, sleeve, steel
from .features import Head
from .hands import grip
from .head import face, fringe, locks
from .horse import horse_head

_HEADS = {
    "hearts": (Head(BROWN, "waves", "", "curled", mouth="thin", turn=-1), headgear.brimmed),
    "diamonds": (
        Head(FAIR, "short", "", "long", mouth="thin", nose="hooked", brow="stern", turn=-1),
        headgear.shako,
    ),
    "clubs": (Head(CREAM, "curls", "", "", mouth="smile", nose="straight", turn=-1), headgear.tricorne),
    "spades": (
        Head(INK, "long", "pointed", "curled", brow="stern", nose="hooked", turn=-1),
        headgear.fur_cap,
    ),
    "bells": (Head(BROWN, "short", "", "curled", mouth="thin", turn=-1), headgear.shako),
    "acorns": (Head(FAIR, "waves", "short", "curled", turn=-1), headgear.brimmed),
    "leaves": (Head(BROWN, "page", "", "trim", mouth="smile", turn=-1), headgear.tricorne),
}
_HORSES = {
    "hearts": (PAPER, FAIR),
    "diamonds": (BROWN, INK),
    "clubs": (FAIR, PAPER),
    "spades": (INK, SKY),
    "bells": (PAPER, DARK_GOLD),
    "acorns": (BROWN, FAIR),
    "leaves": (CREAM, BROWN),
}
_X = CX + 34


def _blade(d: Dress) -> str:
    if d.motif in ("hearts", "leaves"):
        blade = shape("M-8-20L-9-230L0-262L9-230L8-20Z", steel(d), 4) + line("M0-226V-40", 3.4)
        hilt = rod("M-40-22Q0-8 40-22", GOLD, 9) + rod("M0-16V34", DARK_GOLD, 11) + shape(ring(0, 44, 12), GOLD, 4)
    elif d.motif in ("diamonds", "bells"):
        blade = shape("M-8-18C-26-96-18-180 28-250C10-170 6-90 10-18Z", steel(d), 4)
        hilt = (
            rod("M0-16V36", DARK_GOLD, 11)
            + rod("M-24-20Q-4-8 26-22", GOLD, 8)
            + rod("M-20-18C-44 0-34 34 0 40", GOLD, 7)
        )
    elif d.motif in ("clubs", "acorns"):
        return (
            rod("M0 120V-250", DARK_GOLD, 8)
            + shape("M6-246C40-262 58-226 92-240V-176C60-164 40-196 6-180Z", RED, 4)
            + line("M8-212C40-228 60-196 90-208", 7, PAPER)
            + shape("M-10-244L0-292L10-244L0-234Z", steel(d), 4)
        )
    else:
        blade = (
            rod("M0 110V-210", INK, 8)
            + shape("M0-270C24-250 34-226 14-196L6-190H-6L-14-196C-34-226-24-250 0-270Z", steel(d), 4)
            + line("M0-258V-196", 3.4)
        )
        hilt = shape("M-12-186h24v12h-24z", GOLD, 3.4)
    return blade + hilt


def _coat(d: Dress, pen: Pen) -> str:
    """A frogged coat."""
    x = _X
    body = (
        f"M{x - 132:g} {FOOT}C{x - 140:g} 450 {x - 116:g} 402 {x - 54:g} 380H{x + 54:g}"
        f"C{x + 116:g} 402 {x + 146:g} 450 {x + 150:g} {FOOT}"
        "Z"
    )
    out = shape(body, d.main, 5)
    cords = GOLD if d.main != GOLD else RED
    for y, w in ((432, 60), (464, 56), (496, 52), (528, 48)):
        out += rod(f"M{x - w:g} {y - 10}Q{x:g} {y + 12} {x + w:g} {y - 10}", cords, 6, 3)
        out += "".join(shape(ring(x + s * w, y - 10, 7), cords, 2.6) for s in (-1, 1))
    out += line(f"M{x:g} 400V{FOOT}", 3.4)
    fur = f"M{x - 66:g} 386Q{x:g} 424 {x + 66:g} 386L{x + 56:g} 364Q{x:g} 396 {x - 56:g} 364Z"
    return out + shape(fur, d.lining, 4)


def cavalier(motif: str, pen: Pen) -> str:
    """The upper half of a cavalier, on its ground."""
    d = dress(motif)
    head, hat = _HEADS.get(motif, _HEADS["hearts"])
    coat, mane = _HORSES.get(motif, _HORSES["hearts"])
    out = ground(d, pen, x=_X, y=250, halo=138, beams=motif in ("hearts", "spades"))
    out += shape(f"M{_X + 60:g} 392C{_X + 170:g} 430 {_X + 200:g} 500 {_X + 214:g} {FOOT}H{_X + 60:g}Z", d.pale, 5)
    out += shape(f"M{_X - 32:g} 320V392H{_X + 32:g}V320Z", SKIN, 4)
    out += group(locks(head, pen), _X, 264, k=1.28)
    out += _coat(d, pen)
    out += group(face(head, pen) + (fringe(head) if motif != "clubs" else ""), _X, 264, k=1.28)
    feather = headgear.plume(PAPER if d.main != GOLD else RED, d.main if d.main != GOLD else INK)
    place = {"hearts": (34, -64), "acorns": (34, -64), "clubs": (-38, -66), "leaves": (-38, -66)}.get(motif, (2, -98))
    gear = hat(d.bright, d.lining, pen)
    out += group(group(feather, *place, k=0.9) + gear, _X, 264, k=1.28)
    out += sleeve((532, FOOT), (514, 496), d.main, d.lining, start=108, end=62)
    out += grip(group(_blade(d), 506, 436), 506, 446, k=1)
    horse = horse_head(coat, mane, RED if coat != BROWN else GOLD, pen)
    out += group(horse + device(d, 84, 240, 34, d.main), 158, 312, k=1.02)
    return out
