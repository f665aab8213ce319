"""The queens: with flower, mirror, bird and fan, each in a headdress of her own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..pen import (
    BLUE,
    BROWN,
    CREAM,
    FAIR,
    GOLD,
    INK,
    PAPER,
    RED,
    SKIN,
    Pen,
    circle_points,
    group,
    line,
    poly,
    ring,
    shape,
)
from . import props
from .dress import CX, FOOT, Dress, dress, flipped, ground, robe, sleeve
from .head import Head, both, face, fringe, locks
from .headgear import diadem


@dataclass(frozen=True)
class _Queen:
    head: Head
    diadem: str
    collar: str
    left: Callable[..., str]
    right: Callable[..., str] | None = None
    """None: the hand lies on the breast."""
    glove: str = SKIN
    flip: bool = False


_QUEENS: Final = {
    "hearts": _Queen(
        Head(FAIR, "waves", mouth="small", nose="button", turn=1),
        "pearls",
        "veil",
        props.codex,
        props.flower,
    ),
    "diamonds": _Queen(
        Head(BROWN, "braids", nose="straight", turn=-2), "spikes", "veil", props.mirror
    ),
    "clubs": _Queen(
        Head(INK, "page", mouth="smile"),
        "lilies",
        "wimple",
        props.songbird,
        props.flower,
        flip=True,
    ),
    "spades": _Queen(
        Head(BROWN, "long", mouth="thin", brow="stern", eyes="lidded", nose="hooked"),
        "points",
        "ruff",
        props.fan,
        props.flower,
        glove=CREAM,
    ),
    "bells": _Queen(
        Head(FAIR, "braids", mouth="smile", nose="button"), "pearls", "veil", props.fan
    ),
    "acorns": _Queen(Head(BROWN, "waves", turn=-2), "lilies", "ruff", props.songbird),
    "leaves": _Queen(
        Head(INK, "long", mouth="small", turn=-1), "spikes", "wimple", props.mirror, props.flower
    ),
}


def _gown(d: Dress, pen: Pen) -> str:
    """A laced bodice with a chain of stones."""
    bodice = f"M{CX - 66:g} {FOOT}L{CX - 84:g} 392C{CX - 40:g} 376 {CX + 40:g} 376 {CX + 84:g} 392L{CX + 66:g} {FOOT}Z"
    out = shape(bodice, PAPER, 4.5) + shape(
        f"M{CX - 44:g} {FOOT}L{CX - 62:g} 424Q{CX:g} 462 {CX + 62:g} 424L{CX + 44:g} {FOOT}Z",
        d.lining,
        4,
    )
    lacing = "".join(
        f"M{CX - 40:g} {y}L{CX + 40:g} {y + 22}M{CX + 40:g} {y}L{CX - 40:g} {y + 22}"
        for y in (458, 490, 522)
    )
    out += line(lacing, 4.5, PAPER)
    out += shape(
        f"M{CX - 25:g} 304C{CX - 23:g} 352 {CX - 34:g} 372 {CX - 52:g} 388Q{CX:g} 420 {CX + 52:g} 388"
        f"C{CX + 34:g} 372 {CX + 23:g} 352 {CX + 25:g} 304Z",
        SKIN,
        4,
    )
    out += "".join(
        shape(ring(CX + x, y, 8), GOLD, 3)
        for x, y in ((-54, 398), (-36, 412), (-13, 420), (13, 420), (36, 412), (54, 398))
    )
    return out + shape(f"M{CX:g} 424l11 14-11 14-11-14z", RED if d.lining != RED else BLUE, 3)


def _collar(kind: str, d: Dress) -> str:
    """What stands behind the head: a ruff of lace, a veil, or a wimple with wings."""
    if kind == "ruff":
        points = circle_points(CX, 330, 116, 26, 180)[:14]
        lace = poly([(CX - 60, 392), *points, (CX + 60, 392)])
        spokes = "".join(f"M{CX:g} 350L{x:.0f} {y:.0f}" for x, y in points)
        return (
            shape(lace, PAPER, 4)
            + line(spokes, 3)
            + "".join(shape(ring(x, y, 11), PAPER, 3.2) for x, y in points)
        )
    if kind == "wimple":
        wing = shape(
            "M-20-58C-70-92-118-70-124-30C-112-20-96-20-84-26C-92 20-80 70-64 96L-28 104Z",
            PAPER,
            4.5,
        )
        return group(
            both(wing + line("M-30-44C-64-60-92-50-104-34M-56-20C-66 20-58 60-48 90", 4, d.main)),
            CX,
            258,
            k=1.28,
        )
    veil = "M-30-50C-86-60-104 40-112 110C-90 132-50 120-34 96Z"
    return group(
        both(shape(veil, PAPER, 4) + line("M-62-8C-80 40-82 70-86 112", 4, d.main)), CX, 258, k=1.28
    )


def queen(motif: str, pen: Pen) -> str:
    """The upper half of a queen, on her ground."""
    d = dress(motif)
    q = _QUEENS.get(motif, _QUEENS["hearts"])
    out = _collar(q.collar, d) + robe(d, pen, shoulder=378, width=240)
    out += group(locks(q.head, pen), CX, 258, k=1.3) + _gown(d, pen)
    out += group(
        face(q.head, pen) + fringe(q.head) + diadem(q.diadem, d.bright, pen), CX, 258, k=1.3
    )
    if abs(q.head.turn) > 1 and q.head.locks == "braids":
        braid = "".join(
            shape(f"M{x} {y}c-16 4-18 20-4 28c16 2 22-14 12-26z", q.head.hair, 3.4)
            for x, y in ((356, 300 + 22 * i) for i in range(6))
        )
        out += braid + shape("M344 430h24v14h-24z", RED, 3.4)
    if q.right:
        out += sleeve((538, FOOT), (516, 490), d.side, PAPER, start=112, end=60) + q.right(
            d, q.glove
        )
    else:
        out += sleeve((548, 540), (476, 484), d.side, PAPER, start=104, end=62) + props.heart_hand(
            q.glove
        )
    out += sleeve((82, FOOT), (120, 506), d.main, PAPER, start=112, end=60) + q.left(d, q.glove)
    return ground(d, pen, y=246, halo=136, beams=True) + (flipped(out) if q.flip else out)
