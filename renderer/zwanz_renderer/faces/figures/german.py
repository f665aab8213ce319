"""The Ober, an officer in a long coat, and the Unter, a man of the people in shirt and jerkin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

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
    gouge,
    group,
    line,
    path,
    ring,
    rod,
    shape,
)
from . import props
from .cavalier import neck
from .court import lute
from .dress import (
    CX,
    FOOT,
    Dress,
    beret,
    brimmed,
    dress,
    flat_cap,
    fur_cap,
    ground,
    hood,
    plume,
    shako,
    sleeve,
    steel,
    tricorne,
)
from .head import Head, face, fringe, locks
from .props import grip

Prop = Callable[..., str]


@dataclass(frozen=True)
class _Man:
    head: Head
    hat: Callable[[str, str], str]
    right: Prop
    left: Prop | None = None
    glove: str = SKIN
    plume: tuple[float, float, float] | None = (34, -66, 0.9)
    beams: bool = False


def _sabre(d: Dress, skin: str = SKIN) -> str:
    blade = shape("M-9-18C-30-110-18-190 30-262C8-178 6-92 11-18Z", steel(d), 4.5)
    guard = rod("M-26-20Q-4-8 28-22", GOLD, 8) + rod("M-22-18C-46 0-36 36 0 42", GOLD, 7)
    return grip(
        group(blade + rod("M0-16V38", DARK_GOLD, 11) + guard, 500, 436), 500, 446, skin=skin
    )


def _spear(d: Dress, skin: str = SKIN) -> str:
    head = (
        shape("M0-86C26-58 30-26 8 6H-8C-30-26-26-58 0-86Z", steel(d), 4.5)
        + line("M0-70V0", 4)
        + shape("M-15 6h30v14h-30z", GOLD, 4)
    )
    return grip(
        rod(f"M510 {FOOT}L492 200", BROWN, 10) + group(head, 492, 196, turn=-3),
        501,
        446,
        k=1.04,
        turn=-2,
        skin=skin,
    )


def _flag(d: Dress, skin: str = SKIN) -> str:
    cloth = "M490 168C440 140 420 196 384 172V262C420 286 446 236 494 264Z"
    pole = rod(f"M508 {FOOT}L488 130", DARK_GOLD, 9)
    stripe = line("M488 216C446 188 420 244 386 218", 13, PAPER)
    return grip(
        pole + shape(cloth, d.lining, 4.5) + stripe + shape("M478 132L488 92L498 132Z", GOLD, 4),
        501,
        446,
        skin=skin,
    )


def _drum(d: Dress, skin: str = SKIN) -> str:
    """A drum at the belt and two sticks over it."""
    x = CX - 10
    out = shape(f"M{x - 96} 470H{x + 96}V{FOOT}H{x - 96}Z", d.main, 5) + line(
        "".join(
            f"M{x - 96 + 48 * i} 484L{x - 72 + 48 * i} 590L{x - 48 + 48 * i} 484" for i in range(4)
        ),
        5,
        PAPER,
    )
    out += shape(
        f"M{x - 100} 470C{x - 80} 446 {x + 80} 446 {x + 100} 470C{x + 80} 494 {x - 80} 494 {x - 100} 470Z",
        CREAM,
        5,
    )
    sticks = rod("M206 398L286 466", BROWN, 7) + rod("M424 398L330 466", BROWN, 7)
    return (
        out
        + sticks
        + grip("", 206, 410, k=0.86, turn=60, flip=False, skin=skin)
        + grip("", 424, 410, k=0.86, turn=-60, flip=True, skin=skin)
    )


def _flute(d: Dress, skin: str = SKIN) -> str:
    """A shawm held to the mouth with both hands."""
    pipe = rod("M318 318L372 470", BROWN, 15, 4) + shape(
        "M354 456L400 440L424 510C404 530 384 536 366 530Z", DARK_GOLD, 4.5
    )
    pipe += "".join(path(ring(332 + 9 * i, 358 + 25 * i, 4), INK) for i in range(4)) + line(
        "M352 452l44-16", 6, GOLD
    )
    return grip(pipe, 338, 372, k=0.86, turn=64, flip=True, skin=skin) + grip(
        "", 360, 428, k=0.86, turn=-62, skin=skin
    )


_OBERS: Final = {
    "hearts": _Man(
        Head(BROWN, "curls", "pointed", "curled", turn=1, form="narrow", iris=GREEN),
        brimmed,
        _sabre,
        props.charter,
        glove=PAPER,
    ),
    "bells": _Man(
        Head(
            FAIR,
            "short",
            "",
            "long",
            brow="raised",
            nose="hooked",
            turn=-1,
            form="square",
            iris=BLUE,
            mark="scar",
        ),
        fur_cap,
        _spear,
        partial(props.falcon, k=1.24),
        glove=BROWN,
        plume=(4, -92, 0.58),
        beams=True,
    ),
    "acorns": _Man(
        Head(CREAM, "waves", "square", "long", turn=-2),
        tricorne,
        _flag,
        props.shield,
        plume=(-38, -66, 0.9),
    ),
    "leaves": _Man(
        Head(INK, "long", "full", "curled", brow="stern", nose="broad", turn=1, form="square"),
        shako,
        _sabre,
        props.branch,
        plume=(4, -92, 0.58),
        beams=True,
    ),
}
_UNTERS: Final = {
    "hearts": _Man(
        Head(
            FAIR,
            "page",
            mouth="smile",
            nose="button",
            turn=1,
            form="round",
            iris=BLUE,
            mark="blush",
        ),
        beret,
        _drum,
        plume=(30, -66, 0.9),
    ),
    "bells": _Man(
        Head(
            BROWN,
            "waves",
            mouth="small",
            nose="button",
            turn=1,
            form="narrow",
            iris=GREEN,
            mark="freckles",
        ),
        hood,
        _flute,
        beams=True,
    ),
    "acorns": _Man(
        Head(BROWN, "short", "short", "curled", brow="stern", nose="broad", turn=-1, form="square"),
        flat_cap,
        partial(props.poleaxe, top=160),
        plume=None,
    ),
    "leaves": _Man(Head(INK, "waves", mouth="smile", turn=2), brimmed, lute, beams=True),
}


def _long_coat(d: Dress, pen: Pen) -> str:
    """An officer's coat: epaulettes, revers and a sash."""
    # The coat, open over a waistcoat, with its revers.
    body = (
        f"M{CX - 196:g} {FOOT}C{CX - 190:g} 470 {CX - 176:g} 408 {CX - 60:g} 378H{CX + 60:g}"
        f"C{CX + 176:g} 408 {CX + 190:g} 470 {CX + 196:g} {FOOT}Z"
    )
    inner = path(body, d.main) + shape(
        f"M{CX - 46:g} 372L{CX - 70:g} {FOOT}H{CX + 70:g}L{CX + 46:g} 372Z", PAPER, 4
    )
    inner += shape(
        f"M{CX - 60:g} 376L{CX - 22:g} 404L{CX - 46:g} {FOOT}H{CX - 104:g}Z", d.second, 4
    ) + shape(f"M{CX + 60:g} 376L{CX + 22:g} 404L{CX + 46:g} {FOOT}H{CX + 104:g}Z", d.second, 4)
    inner += "".join(
        shape(ring(CX + s * 62, y, 8), GOLD, 3) for s in (-1, 1) for y in (440, 476, 512)
    )
    # The sash.
    sash = f"M{CX - 120:g} 392L{CX - 76:g} 380L{CX + 150:g} {FOOT}H{CX + 84:g}Z"
    inner += shape(sash, d.lining, 4) + line(
        f"M{CX - 98:g} 386L{CX + 116:g} {FOOT}", 4, PAPER if d.lining != PAPER else RED
    )
    out = pen.clip(inner, body) + line(body, 5)
    # The epaulettes with their fringes, and the collar.
    for s in (-1, 1):
        x = CX + s * 140
        out += "".join(line(f"M{x - 34 + 11 * i:g} 414v26", 7, GOLD) for i in range(7))
        out += shape(
            f"M{x - 42:g} 412C{x - 30:g} 386 {x + 30:g} 386 {x + 42:g} 412"
            f"C{x + 20:g} 424 {x - 20:g} 424 {x - 42:g} 412Z",
            GOLD,
            4,
        )
    return out + shape(
        f"M{CX - 56:g} 372Q{CX:g} 426 {CX + 56:g} 372L{CX + 48:g} 396Q{CX:g} 446 {CX - 48:g} 396Z",
        GOLD,
        4,
    )


def _jerkin(d: Dress) -> str:
    """A shirt, an open jerkin over it, a kerchief."""
    # The shirt.
    shirt = (
        f"M{CX - 166:g} {FOOT}C{CX - 170:g} 450 {CX - 140:g} 400 {CX - 58:g} 376H{CX + 58:g}"
        f"C{CX + 140:g} 400 {CX + 170:g} 450 {CX + 166:g} {FOOT}Z"
    )
    out = shape(shirt, PAPER, 5) + path(
        gouge(bow((CX - 130, 440), (CX - 146, 500), (CX - 140, FOOT), 6), 6)
        + gouge(bow((CX + 130, 440), (CX + 146, 500), (CX + 140, FOOT), 6), 6),
        SKY,
    )
    # The jerkin, and its laces.
    for s in (-1, 1):
        out += shape(
            f"M{CX + s * 52:g} 378C{CX + s * 100:g} 400 {CX + s * 116:g} 470 {CX + s * 108:g} {FOOT}"
            f"H{CX + s * 18:g}L{CX + s * 24:g} 440Z",
            d.main if s < 0 else d.side,
            4.5,
        )
    out += line(
        f"M{CX - 22:g} 452L{CX + 22:g} 470M{CX - 22:g} 480L{CX + 22:g} 498M{CX - 22:g} 508L{CX + 22:g} 526",
        6,
        d.lining,
    )
    # The kerchief.
    knot = (
        f"M{CX - 70:g} 380L{CX - 34:g} 360Q{CX:g} 384 {CX + 34:g} 360L{CX + 70:g} 380L{CX + 14:g} 414"
        f"L{CX + 30:g} 452L{CX:g} 426L{CX - 30:g} 452L{CX - 14:g} 414Z"
    )
    return (
        out
        + shape(knot, RED if d.main != RED else BROWN, 4.5)
        + path(ring(CX - 34, 384, 4) + ring(CX + 34, 384, 4) + ring(CX, 400, 4), PAPER)
    )


def _head(m: _Man, d: Dress, pen: Pen) -> str:
    out = face(m.head, pen) + fringe(m.head)
    if m.plume:
        x, y, k = m.plume
        out += group(
            plume(RED if d.main != RED else PAPER, INK if d.main == RED else GOLD),
            x,
            y,
            k=k,
        )
    return group(out + m.hat(d.bright, d.lining), CX, 262, k=1.32)


def ober(motif: str, pen: Pen) -> str:
    """The upper half of an Ober, on his ground; the suit's sign stands high."""
    d = dress(motif)
    m = _OBERS.get(motif, _OBERS["hearts"])
    out = (
        neck(CX)
        + group(locks(m.head, pen), CX, 262, k=1.32)
        + _long_coat(d, pen)
        + _head(m, d, pen)
    )
    out += sleeve((540, FOOT), (510, 496), d.main, d.lining, start=104, end=64) + m.right(
        d, m.glove
    )
    out += sleeve((82, FOOT), (118, 508), d.main, d.lining, start=108, end=62)
    if m.left:
        out += m.left(d, m.glove)
    return ground(d, pen, y=252, halo=134, beams=m.beams) + out


def unter(motif: str, pen: Pen) -> str:
    """The upper half of an Unter, on his ground; low on the left is room for the suit's sign."""
    d = dress(motif)
    m = _UNTERS.get(motif, _UNTERS["hearts"])
    out = neck(CX) + group(locks(m.head, pen), CX, 262, k=1.32) + _jerkin(d) + _head(m, d, pen)
    if m.right is _drum:
        out += sleeve((136, 580), (180, 440), PAPER, d.lining, start=84, end=56) + sleeve(
            (486, 580), (452, 440), PAPER, d.lining, start=84, end=56
        )
    elif m.right is _flute:
        out += sleeve((150, 560), (290, 396), PAPER, d.lining, start=84, end=52) + sleeve(
            (496, 580), (400, 450), PAPER, d.lining, start=88, end=54
        )
    elif m.right is lute:
        out += sleeve((130, 590), (226, 512), PAPER, d.lining, start=90, end=58) + sleeve(
            (520, 560), (428, 466), PAPER, d.lining, start=90, end=56
        )
    else:
        out += sleeve((536, FOOT), (512, 500), PAPER, d.lining, start=96, end=60)
    return ground(d, pen, y=252, halo=134, beams=m.beams) + out + m.right(d, m.glove)
