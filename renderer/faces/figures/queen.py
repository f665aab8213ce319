"""The queen: a diadem, a flower in one hand, something of her own in the other."""

from __future__ import annotations

from ..ornament import rays
from ..palette import BLUE, BROWN, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKIN
from ..paths import bow, circle_points, gouge, group, line, path, poly, ring, rod, shape
from ..pen import Pen
from .dress import CX, FOOT, Dress, device, dress, ground, robe, sleeve
from .features import Head
from .hands import cradle, grip, pinch
from .head import both, face, fringe, locks
from .headgear import diadem

_HEADS = {
    "hearts": (Head(FAIR, "waves", mouth="small", nose="button", turn=1), "pearls"),
    "diamonds": (Head(BROWN, "braids", mouth="full", brow="raised", turn=-1), "spikes"),
    "clubs": (Head(INK, "page", mouth="smile", eyes="open", nose="straight"), "lilies"),
    "spades": (Head(BROWN, "long", mouth="thin", brow="stern", eyes="lidded", nose="hooked"), "points"),
    "bells": (Head(FAIR, "braids", mouth="smile", nose="button"), "pearls"),
    "acorns": (Head(BROWN, "waves", mouth="full", turn=1), "lilies"),
    "leaves": (Head(INK, "long", mouth="small", turn=-1), "spikes"),
}


def _stem(x: float, y: float) -> str:
    leaf = shape(f"M{x + 2} {y + 46}c18-20 34-18 46-8c-10 16-28 20-46 8z", MEADOW, 3)
    return rod(f"M{x + 4} {y + 120}Q{x + 6} {y + 60} {x} {y}", GREEN, 6, 3) + leaf


def _flower(motif: str, x: float, y: float) -> str:
    """A flower whose bloom is at the place given."""
    if motif == "hearts":
        bloom = "".join(shape(ring(px, py, 17), RED, 3.4) for px, py in circle_points(0, 0, 22, 5))
        bloom += shape(ring(0, 0, 17), RED, 3.4) + line("M-8 0a8 8 0 1 1 8 8", 3.4, PAPER)
    elif motif == "diamonds":
        bloom = "".join(
            group(shape("M0 0C-14-14-12-34 0-46C12-34 14-14 0 0Z", PAPER, 3.4), turn=a) for a in range(0, 360, 60)
        ) + shape(ring(0, 0, 12), GOLD, 3.4)
    elif motif == "clubs":
        bloom = "".join(shape(ring(px, py, 19), RED, 3.4) for px, py in circle_points(0, 0, 22, 3))
        bloom += shape(ring(0, 0, 11), INK, 2)
    elif motif == "spades":
        bloom = shape("M-26-34C-14-30-6-22 0-12C6-22 14-30 26-34C34-8 24 18 0 20C-24 18-34-8-26-34Z", RED, 4)
        bloom += shape("M0-44C12-28 14-2 0 20C-14-2-12-28 0-44Z", GOLD, 3.4)
    else:
        bloom = path(rays(0, 0, 12, 40, 14, 13), GOLD) + shape(ring(0, 0, 17), DARK_GOLD, 3.4)
    return _stem(x, y) + group(bloom, x, y, k=1.12)


def _fan(d: Dress) -> str:
    out = ""
    for i in range(7):
        a, b = circle_points(0, 0, 104, 24, -168)[i], circle_points(0, 0, 104, 24, -168)[i + 1]
        out += shape(poly([(0, 0), a, b]), (RED, PAPER)[i % 2], 3.2)
    return group(out, 128, 446, turn=20)


def _mirror(d: Dress) -> str:
    glass = shape(ring(0, -62, 47), GOLD, 4) + shape(ring(0, -62, 35), BLUE, 3.4)
    glass += path(gouge(bow((-22, -56), (-18, -80), (4, -88), 7), 8), PAPER)
    return group(rod("M0 70V-14", GOLD, 8) + glass, 122, 420, turn=-4)


def _bird(d: Dress) -> str:
    """A falcon that sits on the fist."""
    body = "M0 0C-34-8-44-52-22-82C-24-104-4-116 14-104L30-94L16-88C34-62 30-18 12 4L22 44L4 40Z"
    return group(
        shape(body, DARK_GOLD, 4)
        + shape("M-22-78C-38-50-30-12 4 6C12-24 4-58-22-78Z", BROWN, 3.4)
        + path("".join(gouge(bow((8, -70 + y), (14, -62 + y), (20, -70 + y), 5), 5) for y in (0, 18, 36)), PAPER)
        + path(ring(6, -96, 4), INK),
        120,
        412,
    )


def _book(d: Dress) -> str:
    return group(
        shape("M-46-56L40-64L46 34L-40 42Z", d.lining, 4)
        + shape("M-46-56L-40 42L-54 36L-60-50Z", GOLD, 3.4)
        + line("M-34-44L30-50L34 22L-30 28Z", 4, GOLD)
        + device(d, 0, -10, 40, PAPER),
        122,
        408,
        turn=-4,
    )


def _held(d: Dress) -> str:
    """What she holds in the hand below the index."""
    if d.motif in ("hearts", "bells"):
        return grip(_fan(d), 128, 448, k=1, flip=True)
    if d.motif in ("diamonds", "leaves"):
        return grip(_mirror(d), 124, 452, k=1, flip=True)
    if d.motif in ("clubs", "acorns"):
        return cradle(_bird(d), 122, 440, k=0.98, turn=4)
    return cradle(_book(d), 124, 442, k=1.02, turn=4)


def _gown(d: Dress, pen: Pen) -> str:
    """A laced bodice with a chain of stones."""
    bodice = f"M{CX - 66:g} {FOOT}L{CX - 84:g} 392C{CX - 40:g} 376 {CX + 40:g} 376 {CX + 84:g} 392L{CX + 66:g} {FOOT}Z"
    out = shape(bodice, PAPER, 4.5) + shape(
        f"M{CX - 44:g} {FOOT}L{CX - 62:g} 424Q{CX:g} 462 {CX + 62:g} 424L{CX + 44:g} {FOOT}Z", d.lining, 4
    )
    out += line(
        "".join(f"M{CX - 40:g} {y}L{CX + 40:g} {y + 22}M{CX + 40:g} {y}L{CX - 40:g} {y + 22}" for y in (458, 490, 522)),
        4.5,
        PAPER,
    )
    neck = f"M{CX - 26:g} 330V384Q{CX:g} 414 {CX + 26:g} 384V330Z"
    out += shape(neck, SKIN, 4)
    out += "".join(
        shape(ring(CX + x, y, 8), GOLD, 3)
        for x, y in ((-54, 398), (-36, 412), (-13, 420), (13, 420), (36, 412), (54, 398))
    )
    return out + shape(f"M{CX:g} 424l11 14-11 14-11-14z", RED if d.lining != RED else BLUE, 3)


def _ruff() -> str:
    """A standing lace collar behind the head."""
    points = circle_points(CX, 330, 112, 26, 180)[:14]
    lace = poly([(CX - 60, 392), *points, (CX + 60, 392)])
    return shape(lace, PAPER, 4) + "".join(shape(ring(x, y, 11), PAPER, 3.2) for x, y in points)


def queen(motif: str, pen: Pen) -> str:
    """The upper half of a queen, on her ground."""
    d = dress(motif)
    head, style = _HEADS.get(motif, _HEADS["hearts"])
    out = ground(d, pen, y=246, halo=136, beams=True)
    if d.motif in ("hearts", "spades", "acorns"):
        out += _ruff()
    else:
        veil = "M-30-50C-86-60-104 40-112 110C-90 132-50 120-34 96Z"
        out += group(
            both(shape(veil, PAPER, 4) + line("M-62-8C-80 40-82 70-86 112", 4, d.main)),
            CX,
            258,
            k=1.28,
        )
    out += robe(d, pen, shoulder=378, width=240)
    out += group(locks(head, pen), CX, 258, k=1.3)
    out += _gown(d, pen)
    out += group(face(head, pen) + fringe(head) + diadem(style, d.bright, pen), CX, 258, k=1.3)
    out += sleeve((538, FOOT), (516, 490), d.side, PAPER, start=112, end=60)
    out += pinch(_flower(d.motif, 486, 318), 490, 410, k=0.98)
    out += sleeve((82, FOOT), (120, 506), d.main, PAPER, start=112, end=60)
    return out + _held(d)
