"""The king: crown, beard, sceptre and orb."""

from __future__ import annotations

from ..motifs import sign
from ..palette import BLUE, BROWN, CREAM, FAIR, GOLD, GREEN, INK, PAPER, RED, SKY
from ..paths import group, path, ring, rod, shape
from ..pen import Pen
from .dress import CX, FOOT, Dress, dress, ermine_collar, ground, robe, sleeve, tunic
from .features import Head
from .hands import cradle, grip
from .head import face, locks
from .headgear import crown

_HEADS = {
    "hearts": (Head(BROWN, "curls", "forked", "curled", nose="straight"), "points"),
    "diamonds": (Head(FAIR, "waves", "pointed", "trim", brow="raised", nose="hooked", turn=1), "arches"),
    "clubs": (Head(INK, "page", "square", "curled", brow="stern", nose="broad", turn=-1), "leaves"),
    "spades": (Head(CREAM, "long", "full", "long", brow="sad", eyes="lidded", nose="hooked"), "tower"),
    "bells": (Head(FAIR, "curls", "square", "curled", brow="raised", nose="broad", turn=1), "points"),
    "acorns": (Head(BROWN, "long", "full", "curled", brow="stern"), "leaves"),
    "leaves": (Head(CREAM, "waves", "forked", "long", eyes="lidded", turn=-1), "arches"),
}


def _sceptre(d: Dress) -> str:
    x = 494
    out = rod(f"M{x + 12} {FOOT}L{x - 6} 216", GOLD, 7)
    if d.motif in ("hearts", "clubs", "acorns", "leaves", "bells"):
        lily = (
            "M0-62C14-44 16-28 6-14C20-26 38-22 40-4C30 4 16 2 6-4V8H-6V-4C-16 2-30 4-40-4"
            "C-38-22-20-26-6-14C-16-28-14-44 0-62Z"
        )
        head = shape(lily, GOLD, 4) + shape("M-16 6h32v11h-32z", d.lining, 3)
    elif d.motif == "spades":
        head = shape(
            "M-7 10L-9-18C-34-12-40-34-28-46C-22-40-14-38-9-40L-6-66H6L9-40C14-38 22-40 28-46C40-34 34-12 9-18L7 10Z",
            PAPER,
            4,
        )
    else:
        head = shape(ring(0, -22, 26), d.lining, 4) + shape("M-26-22C-10-12 10-12 26-22V-12C10-2-10-2-26-12Z", GOLD, 3)
        head += shape("M-5-48l-2-9-10 2v-9l10 2-2-11h18l-2 11 10-2v9l-10-2-2 9z", GOLD, 3)
    return out + group(head + group(sign(d.motif, d.bright), 0, -92, k=0.36), x - 6, 214, turn=-3)


def _orb(d: Dress, x: float, y: float) -> str:
    globe = BLUE if d.second != BLUE else GREEN
    return (
        shape(ring(x, y, 44), globe, 4.5)
        + path(f"M{x - 30} {y - 18}c8-14 18-18 28-18c-10 8-16 16-20 28z", SKY)
        + shape(f"M{x - 44} {y - 4}c24 14 64 14 88 0v13c-24 14-64 14-88 0z", GOLD, 3)
        + shape(f"M{x - 6} {y - 44}h12v45h-12z", GOLD, 3)
        + shape(f"M{x - 5} {y - 43}l-3-14-16 3v-14l16 3-3-17h22l-3 17 16-3v14l-16-3-3 14z", GOLD, 3.4)
    )


def king(motif: str, pen: Pen) -> str:
    """The upper half of a king, on its ground."""
    d = dress(motif)
    head, style = _HEADS.get(motif, _HEADS["hearts"])
    out = ground(d, pen)
    out += robe(d, pen)
    out += tunic(d.lining, d.main, pen)
    out += group(locks(head, pen), CX, 262, k=1.42)
    out += ermine_collar(372, pen)
    out += group(face(head, pen) + crown(style, d.lining if d.lining != GOLD else RED, pen), CX, 262, k=1.42)
    out += sleeve((540, FOOT), (508, 494), d.side, PAPER, start=110, end=66)
    out += grip(_sceptre(d), 496, 446, k=1.05, turn=-2)
    out += sleeve((84, FOOT), (118, 510), d.main, PAPER, start=112, end=64)
    return out + cradle(_orb(d, 120, 384), 121, 440, k=0.92, turn=4)
