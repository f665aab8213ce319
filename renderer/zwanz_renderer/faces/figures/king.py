"""The kings: seated or standing, each with a face, a crown and a charge of his own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from ..ornament import diaper
from ..pen import (
    BROWN,
    CREAM,
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
    shape,
)
from . import props
from .dress import CX, FOOT, Dress, dress, ermine_collar, flipped, ground, robe, sleeve, tunic
from .head import Head, face, locks
from .headgear import crown

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
        Head(BROWN, "curls", "forked", "curled"), "points", "throne", props.sceptre, props.orb
    ),
    "diamonds": _King(
        Head(FAIR, "waves", "pointed", "trim", nose="hooked", turn=-2),
        "arches",
        "tent",
        props.poleaxe,
        props.charter,
    ),
    "clubs": _King(
        Head(INK, "page", "square", "curled", brow="stern", nose="broad", turn=1),
        "leaves",
        "beams",
        partial(props.broadsword, top=236),
        props.shield,
        glove=PAPER,
        flip=True,
    ),
    "spades": _King(
        Head(CREAM, "long", "full", "long", brow="sad", eyes="lidded", nose="hooked", turn=-1),
        "tower",
        "settle",
        props.sceptre,
        props.harp,
    ),
    "bells": _King(
        Head(FAIR, "curls", "short", "curled", mouth="smile", nose="broad", turn=1),
        "points",
        "throne",
        props.goblet,
        props.orb,
    ),
    "acorns": _King(
        Head(BROWN, "long", "full", "curled", brow="stern"),
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
    # in a German pack a suit sign stands in the corner over the right hand
    high = (
        {"top": 280.0}
        if pen.card.name == "german" and k.right in (props.sceptre, props.poleaxe)
        else {}
    )
    out = robe(d, pen) + tunic(d.lining, d.main, pen)
    out += group(locks(k.head, pen), CX, 262, k=1.42)
    out += ermine_collar(372, pen)
    out += group(
        face(k.head, pen) + crown(k.crown, d.lining if d.lining != GOLD else RED, pen),
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
