"""The kings: seated or standing, each with a face, a crown and a charge of his own.

The queens: with flower, mirror, bird and fan, each in a headdress of her own.

The jacks: with halberd, lute, falcon and pike.

The harlequin: with bells, ruff, a face like a mask and a star on a staff.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from ..ornament import bell, diaper, rosette, star, wheel_rays
from ..pen import (
    BLUE,
    BROWN,
    CREAM,
    DARK_GOLD,
    FAIR,
    GOLD,
    GREEN,
    INK,
    PAPER,
    RED,
    SKIN,
    SKY,
    Pen,
    bow,
    box,
    circle_points,
    gouge,
    group,
    line,
    path,
    poly,
    ring,
    rod,
    shape,
)
from . import props
from .cavalier import neck
from .dress import (
    CX,
    FOOT,
    Dress,
    beret,
    crown,
    diadem,
    dress,
    ermine_collar,
    flat_cap,
    flipped,
    fool_cap,
    ground,
    helmet,
    hood,
    plume,
    robe,
    sleeve,
    steel,
    tunic,
)
from .head import Head, both, face, fringe, locks
from .props import grip, pinch

Prop = Callable[..., str]


@dataclass(frozen=True)
class _King:
    head: Head
    crown: str
    setting: str
    right: Prop
    left: Prop
    glove: str = SKIN
    flip: bool = False


_KINGS: Final = {
    "hearts": _King(
        Head(BROWN, "curls", "forked", "curled", iris=GREEN, mark="blush"),
        "points",
        "throne",
        props.sceptre,
        props.orb,
    ),
    "diamonds": _King(
        Head(FAIR, "waves", "pointed", "trim", nose="hooked", turn=-2),
        "arches",
        "tent",
        props.poleaxe,
        props.charter,
    ),
    "clubs": _King(
        Head(
            INK,
            "page",
            "square",
            "curled",
            brow="stern",
            nose="broad",
            turn=1,
            form="square",
            mark="scar",
        ),
        "leaves",
        "beams",
        partial(props.broadsword, top=236),
        props.shield,
        glove=PAPER,
        flip=True,
    ),
    "spades": _King(
        Head(
            CREAM,
            "long",
            "full",
            "long",
            brow="sad",
            eyes="lidded",
            nose="hooked",
            turn=-1,
            iris=BLUE,
            mark="old",
        ),
        "tower",
        "settle",
        props.sceptre,
        props.harp,
    ),
    "bells": _King(
        Head(
            FAIR,
            "curls",
            "short",
            "curled",
            mouth="smile",
            nose="broad",
            turn=1,
            form="round",
            iris=BLUE,
            mark="blush",
        ),
        "points",
        "throne",
        props.goblet,
        props.orb,
    ),
    "acorns": _King(
        Head(BROWN, "long", "full", "curled", brow="stern", form="square", mark="old"),
        "leaves",
        "beams",
        partial(props.broadsword, top=250),
        props.branch,
        glove=CREAM,
    ),
    "leaves": _King(
        Head(CREAM, "waves", "forked", "long", eyes="lidded", turn=-2),
        "arches",
        "tent",
        props.crook,
        props.codex,
    ),
}


def _throne(d: Dress, pen: Pen) -> str:
    """The arched back of a throne."""
    arch = f"M{CX - 168:g} {FOOT}V262A168 168 0 0 1 {CX + 168:g} 262V{FOOT}Z"
    inner = f"M{CX - 146:g} {FOOT}V262A146 146 0 0 1 {CX + 146:g} 262V{FOOT}Z"
    weave = diaper(CX - 150, 120, CX + 150, FOOT, pen.pick(36, 60), d.main, pen.pick(0.16, 0.13))
    out = shape(arch, GOLD, 5) + pen.clip(path(inner, PAPER) + weave, inner) + line(inner, 4)
    for x in (CX - 157, CX + 157):
        out += shape(ring(x, 262, 20), d.lining, 4) + path(ring(x - 6, 256, 5), PAPER)
    return out


def _tent(d: Dress, pen: Pen) -> str:
    """A curtain drawn aside."""
    hem = "M262 40C206 96 150 130 132 214C120 290 92 350 40 372L-30 394"
    out = shape(hem + "V40Z", d.second, 5)
    folds = gouge(bow((220, 56), (130, 130), (110, 230), 7), 9) + gouge(
        bow((160, 56), (90, 140), (84, 250), 7), 9
    )
    out += path(folds, INK) + line(hem, 13) + line(hem, 6, GOLD)
    return out + group(out, 2 * CX, 0, flip=True)


def _settle(d: Dress, pen: Pen) -> str:
    """The straight back of a carved seat."""
    out = shape(f"M{CX - 140:g} {FOOT}V196H{CX + 140:g}V{FOOT}Z", PAPER, 4.5)
    out += path(
        "".join(f"M{x} 214V400h14V214z" for x in range(178, 430, 42)),
        d.second if d.second != INK else SKY,
    )
    out += shape(f"M{CX - 156:g} 186H{CX + 156:g}V214H{CX - 156:g}Z", GOLD, 4.5)
    for x in (CX - 150, CX + 150):
        out += shape(f"M{x - 13:g} {FOOT}V190H{x + 13:g}V{FOOT}Z", GOLD, 4.5)
        out += shape(
            f"M{x - 20:g} 190C{x - 22:g} 160 {x - 8:g} 150 {x:g} 128C{x + 8:g} 150 {x + 22:g} 160 {x + 20:g} 190Z",
            d.lining,
            4,
        )
    return out


_SETTINGS: Final = {"throne": _throne, "tent": _tent, "settle": _settle}


def king(motif: str, pen: Pen) -> str:
    """The upper half of a king, on his ground."""
    d = dress(motif)
    k = _KINGS.get(motif, _KINGS["hearts"])
    # In a German pack a suit sign stands in the corner over the right hand.
    high = (
        {"top": 280.0}
        if pen.card.name == "german" and k.right in (props.sceptre, props.poleaxe)
        else {}
    )
    out = robe(d, pen) + tunic(d.lining, d.main, pen)
    out += group(locks(k.head, pen), CX, 262, k=1.42)
    out += ermine_collar(372, pen)
    out += group(
        face(k.head, pen) + crown(k.crown, d.lining if d.lining != GOLD else RED),
        CX,
        262,
        k=1.42,
    )
    out += sleeve((540, FOOT), (508, 494), d.side, PAPER, start=110, end=66) + k.right(
        d, k.glove, **high
    )
    out += sleeve((84, FOOT), (118, 510), d.main, PAPER, start=112, end=64) + k.left(d, k.glove)
    setting = _SETTINGS[k.setting](d, pen) if k.setting in _SETTINGS else ""
    return ground(d, pen, beams=k.setting == "beams") + setting + (flipped(out) if k.flip else out)


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
        Head(
            FAIR,
            "waves",
            mouth="small",
            nose="button",
            turn=1,
            form="round",
            iris=BLUE,
            mark="blush",
        ),
        "pearls",
        "veil",
        props.codex,
        props.flower,
    ),
    "diamonds": _Queen(
        Head(BROWN, "braids", nose="straight", turn=-2), "spikes", "veil", props.mirror
    ),
    "clubs": _Queen(
        Head(INK, "page", mouth="smile", brow="raised", form="narrow", iris=GREEN, mark="spot"),
        "lilies",
        "wimple",
        props.songbird,
        props.flower,
        flip=True,
    ),
    "spades": _Queen(
        Head(
            BROWN,
            "long",
            mouth="thin",
            brow="stern",
            eyes="lidded",
            nose="hooked",
            form="square",
            mark="old",
        ),
        "points",
        "ruff",
        props.fan,
        props.flower,
        glove=CREAM,
    ),
    "bells": _Queen(
        Head(
            FAIR, "braids", mouth="smile", nose="button", form="round", iris=BLUE, mark="freckles"
        ),
        "pearls",
        "veil",
        props.fan,
    ),
    "acorns": _Queen(Head(BROWN, "waves", turn=-2), "lilies", "ruff", props.songbird),
    "leaves": _Queen(
        Head(INK, "long", mouth="small", turn=-1, form="narrow", iris=GREEN, mark="spot"),
        "spikes",
        "wimple",
        props.mirror,
        props.flower,
    ),
}


def _gown(d: Dress) -> str:
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
    # Clothes and hair, then the head on them.
    out = _collar(q.collar, d) + robe(d, pen, shoulder=378, width=240)
    out += group(locks(q.head, pen), CX, 258, k=1.3) + _gown(d)
    out += group(face(q.head, pen) + fringe(q.head) + diadem(q.diadem, d.bright), CX, 258, k=1.3)
    # A profile shows one braid, in front.
    if abs(q.head.turn) > 1 and q.head.locks == "braids":
        braid = "".join(
            shape(f"M{x} {y}c-16 4-18 20-4 28c16 2 22-14 12-26z", q.head.hair, 3.4)
            for x, y in ((356, 300 + 22 * i) for i in range(6))
        )
        out += braid + shape("M344 430h24v14h-24z", RED, 3.4)
    # The arms with what the hands hold.
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
    cap: Callable[[str, str], str]
    right: Callable[..., str]
    left: Callable[..., str] | None
    glove: str = SKIN
    beams: bool = False
    plume: tuple[float, float, float] = (30, -66, 0.92)


_JACKS: Final = {
    "hearts": _Jack(
        Head(FAIR, "page", mouth="smile", nose="button", turn=-2),
        beret,
        halberd,
        props.shield,
    ),
    "diamonds": _Jack(
        Head(INK, "short", mouth="smile", moustache="trim", brow="raised", turn=1, form="narrow"),
        flat_cap,
        lute,
        None,
        beams=True,
    ),
    "clubs": _Jack(
        Head(
            BROWN,
            "waves",
            mouth="small",
            nose="button",
            turn=1,
            form="round",
            iris=BLUE,
            mark="freckles",
        ),
        hood,
        partial(props.falcon, x=486, y=440, k=1.3),
        None,
        glove=FAIR,
    ),
    "spades": _Jack(
        Head(BROWN, "short", moustache="curled", mouth="thin", brow="stern", nose="broad", turn=2),
        helmet,
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
    # Clothes and hair, then the head with its cap and feather.
    out = neck(CX) + group(locks(j.head, pen), CX, 262, k=1.34) + doublet(d, pen) + collar()
    out += group(face(j.head, pen) + fringe(j.head), CX, 262, k=1.34)
    x, y, k = j.plume
    feather = group(
        plume(RED if d.main != RED else PAPER, INK if d.main == RED else GOLD), x, y, k=k
    )
    out += group(feather + j.cap(d.bright, d.lining), CX, 262, k=1.34)
    # The sleeves; a lute takes both hands, so it lies over both.
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


# ----------------------------------------------------------------------------------- the harlequin


def _motley(pen: Pen) -> str:
    body = (
        f"M{CX - 158:g} {FOOT}C{CX - 164:g} 470 {CX - 120:g} 414 {CX - 50:g} 396H{CX + 50:g}"
        f"C{CX + 120:g} 414 {CX + 164:g} 470 {CX + 158:g} {FOOT}"
        "Z"
    )
    inner = path(box(CX - 170, 390, 170, 220), GOLD) + path(box(CX, 390, 170, 220), BLUE)
    red, white = "", ""
    for row in range(7):
        for col in range(8):
            x = 21 + col * 42 + (21 if row % 2 else 0)
            y = 404 + row * 32
            lozenge = "l17 26-17 26-17-26z"
            red += f"M{CX - x:g} {y - 26}{lozenge}" if x < 180 else ""
            white += f"M{CX + x:g} {y - 26}{lozenge}" if x < 180 else ""
    return (
        pen.clip(inner + path(red, RED) + path(white, PAPER), body)
        + line(body, 5)
        + line(f"M{CX:g} 400V{FOOT}", 4)
    )


def _ruff() -> str:
    out = ""
    tips = [
        (CX - math.cos(math.radians(a)) * 112, 376 + math.sin(math.radians(a)) * 62)
        for a in range(-4, 186, 19)
    ]
    roots = [
        (CX - math.cos(math.radians(a)) * 34, 352 + math.sin(math.radians(a)) * 18)
        for a in range(-4, 186, 19)
    ]
    for i in range(len(tips) - 1):
        (ax, ay), (bx, by) = tips[i], tips[i + 1]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        tip = (mx + (mx - CX) * 0.13, my + (my - 352) * 0.18)
        out += shape(
            poly([roots[i], tips[i], tip, tips[i + 1], roots[i + 1]]),
            (PAPER, RED, PAPER, GOLD)[i % 4],
            3.4,
        )
        out += bell(tip[0], tip[1] + 3, 8.5)
    return out


def harlequin(pen: Pen) -> str:
    """The upper half of the harlequin, on a ground of beams."""
    y = 332
    # The ground of beams with its disc.
    out = path(box(*pen.card.ground), RED) + path(wheel_rays(CX, y, 620, 20), GOLD)
    out += line(wheel_rays(CX, y, 620, 20), 3.4)
    out += shape(ring(CX, y, 208), BLUE, 5) + path(ring(CX, y, 186), PAPER, INK, 5)
    out += "".join(path(ring(px, py, 5.5), GOLD) for px, py in circle_points(CX, y, 197, 36))
    if not pen.book:
        out += rosette(CX, y, 172, 9, 40, 4, 1.4, DARK_GOLD) + rosette(
            CX, y, 120, 36, 17, 7, 1.2, DARK_GOLD
        )
    # The head in cap and ruff, on the motley.
    head = Head(BROWN, "short", mouth="smile", brow="raised", nose="hooked", turn=1)
    out += group(locks(head, pen), CX, 300, k=1.16) + _motley(pen) + _ruff()
    cap = fool_cap(RED, BLUE, GOLD)
    drop = line("M17-2l5 9-5 9-5-9z", 2.6)
    out += group(face(head, pen) + drop + cap, CX, 300, k=1.16)
    # The arms, with staff and bell.
    out += sleeve((496, FOOT), (474, 506), PAPER, GOLD, start=92, end=54)
    staff = rod(f"M478 {FOOT}L458 356", GOLD, 8) + star(456, 346, 46, 19, 8, GOLD, RED)
    out += grip(staff, 468, 462, k=0.94, turn=-4)
    out += sleeve((116, FOOT), (138, 506), RED, PAPER, start=92, end=54)
    return out + pinch(bell(150, 400, 15) + line("M150 415V430", 3.4), 148, 436, k=0.86, flip=True)
