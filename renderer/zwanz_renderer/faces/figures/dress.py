"""What the courts of a suit share: their colours, and the parts of their clothes. Crowns, hats and
caps, about the same origin as the head they sit on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..motifs import sign
from ..ornament import bell, diaper, ermine, rosette, wheel_rays
from ..pen import (
    BLUE,
    CREAM,
    DARK_GOLD,
    FIGURE_SEAM,
    FIGURE_X,
    GOLD,
    GREEN,
    INK,
    MEADOW,
    PAPER,
    RED,
    SKY,
    Pen,
    Point,
    bow,
    box,
    gouge,
    group,
    line,
    path,
    ring,
    shape,
)
from .head import both

CX: Final = FIGURE_X
FOOT: Final = FIGURE_SEAM + 30
"""Clothes are drawn to a little below the seam."""


@dataclass(frozen=True)
class Dress:
    """The colours of one suit's court."""

    motif: str
    main: str
    second: str
    lining: str
    ground: str
    device: str
    """The ink of the suit signs woven into the cloth."""

    @property
    def bright(self) -> str:
        """The main colour for hats and stones, which would be lost in the gold of crowns."""
        return RED if self.main == GOLD else self.main

    @property
    def side(self) -> str:
        """The second colour for sleeves, where black would hide the folds."""
        return self.main if self.second == INK else self.second

    @property
    def pale(self) -> str:
        """The second colour for doublets and cloaks, light instead of black."""
        return SKY if self.second == INK else self.second


_DRESSES: Final = {
    "hearts": Dress("hearts", RED, BLUE, GOLD, CREAM, GOLD),
    "diamonds": Dress("diamonds", GOLD, RED, BLUE, SKY, RED),
    "clubs": Dress("clubs", GREEN, GOLD, RED, CREAM, MEADOW),
    "spades": Dress("spades", BLUE, INK, RED, SKY, SKY),
    "bells": Dress("bells", GOLD, GREEN, RED, CREAM, RED),
    "acorns": Dress("acorns", GREEN, RED, GOLD, CREAM, GOLD),
    "leaves": Dress("leaves", MEADOW, BLUE, GOLD, SKY, GREEN),
}


def dress(motif: str) -> Dress:
    """The colours for a suit; a sober pair for one that is not known."""
    return _DRESSES.get(motif, Dress(motif, BLUE, RED, GOLD, CREAM, GOLD))


def steel(d: Dress) -> str:
    """The ink of blades, so that they stand out from the ground."""
    return PAPER if d.ground == SKY else SKY


def device(d: Dress, x: float, y: float, height: float, colour: str | None = None) -> str:
    """The suit sign in one ink, woven or painted."""
    return group(sign(d.motif, colour or d.device), x, y, k=height / 104)


def ground(
    d: Dress, pen: Pen, *, x: float = CX, y: float = 250, halo: float = 142, beams: bool = False
) -> str:
    """The panel's ground with a disc behind the head."""
    left, top, wide, high = pen.card.ground
    out = path(box(left, top, wide, high), d.ground)
    lozenge = GOLD if d.ground == CREAM else PAPER
    if beams:
        out += path(wheel_rays(x, y, 640, 20), PAPER)
    else:
        out += diaper(
            left,
            top + 26,
            left + wide,
            FIGURE_SEAM,
            pen.pick(42, 72),
            lozenge,
            pen.pick(0.13, 0.12),
        )
    out += path(ring(x, y, halo), PAPER, DARK_GOLD, 5)
    return out if pen.book else out + rosette(x, y, halo - 15, 8, 30, 3, 1.3, GOLD)


def robe(d: Dress, pen: Pen, *, shoulder: float = 372, width: float = 250) -> str:
    """A mantle of two colours from the shoulders to the seam, with folds and woven signs."""
    # The outline, and its two halves of cloth.
    left, right = CX - width, CX + width
    edge = f"M{left:g} {FOOT}C{left + 14:g} {shoulder + 96:g} {left + 70:g} {shoulder + 30:g} {CX - 74:g} {shoulder}"
    body = f"{edge}H{CX + 74:g}C{right - 70:g} {shoulder + 30:g} {right - 14:g} {shoulder + 96:g} {right:g} {FOOT}Z"
    inner = path(box(left, shoulder - 4, width, 240), d.main) + path(
        box(CX, shoulder - 4, width, 240), d.second
    )
    # Folds on both sides.
    for i in range(2 if pen.book else 5):
        step = i * pen.pick(22, 52)
        fold = bow(
            (CX - 92 - step * 0.5, shoulder + 12),
            (CX - 176 - step * 0.4, shoulder + 60),
            (CX - 150 - step, FOOT),
            8,
        )
        mirror = [(2 * CX - x, y) for x, y in fold]
        inner += path(gouge(fold, pen.pick(4, 6)), INK) + path(
            gouge(mirror, pen.pick(4, 6)), INK if d.second != INK else SKY
        )
    # Signs of the suit, woven in.
    places: tuple[Point, ...] = ((112, 40), (150, 86), (188, 132), (118, 140))
    for i, (x, y) in enumerate(places):
        inner += device(d, CX - x, shoulder + y, 30)
        inner += device(d, CX + x, shoulder + y, 30, d.main if d.second in (INK, GOLD) else GOLD)
        if pen.book and i == 2:
            break
    return pen.clip(inner, body) + line(body, 5)


def ermine_collar(y: float, pen: Pen) -> str:
    """A cape of ermine round the shoulders; y is its upper edge."""
    d = (
        f"M{CX - 112:g} {y + 26:g}C{CX - 80:g} {y - 8:g} {CX + 80:g} {y - 8:g} {CX + 112:g} {y + 26:g}"
        f"C{CX + 102:g} {y + 72:g} {CX + 52:g} {y + 98:g} {CX:g} {y + 98:g}"
        f"C{CX - 52:g} {y + 98:g} {CX - 102:g} {y + 72:g} "
        f"{CX - 112:g} {y + 26:g}Z"
    )
    tails: list[Point] = [(-84, 40), (-52, 62), (-18, 76), (18, 76), (52, 62), (84, 40)]
    if not pen.book:
        tails += [(-66, 24), (-36, 40), (0, 48), (36, 40), (66, 24)]
    return shape(d, PAPER, 4.5) + ermine([(CX + a, y + b) for a, b in tails])


def tunic(
    colour: str, trim: str, pen: Pen, *, top: float = 396, half: float = 80, buttons: int = 4
) -> str:
    """The garment under the mantle, buttoned down the middle."""
    d = (
        f"M{CX - half + 20:g} {FOOT}L{CX - half:g} {top}"
        f"C{CX - 40:g} {top + 26} {CX + 40:g} {top + 26} {CX + half:g} {top}"
        f"L{CX + half - 20:g} {FOOT}Z"
    )
    inner = path(box(CX - half, top - 10, 2 * half, 230), colour)
    if not pen.book:
        inner += diaper(CX - half, top, CX + half, FOOT, 30, trim, 0.14)
    out = pen.clip(inner, d) + line(d, 4.5) + line(f"M{CX:g} {top + 20}V{FOOT}", 3)
    return out + "".join(shape(ring(CX, top + 46 + 36 * i, 9), trim, 3) for i in range(buttons))


def sleeve(
    a: Point, b: Point, colour: str, lining: str, *, start: float = 92, end: float = 62
) -> str:
    """A forearm's sleeve from the seam at a up to the cuff at b."""
    (x0, y0), (x1, y1) = a, b
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    px, py = -uy, ux

    def at(t: float, s: float) -> str:
        return f"{x0 + ux * t + px * s:.0f} {y0 + uy * t + py * s:.0f}"

    cuff = length - 22
    arm = f"M{at(0, -start / 2)}L{at(cuff, -end / 2)}L{at(cuff, end / 2)}L{at(0, start / 2)}Z"
    edge = f"M{at(cuff, -end / 2 - 7)}L{at(length, -end / 2 - 3)}L{at(length, end / 2 + 3)}L{at(cuff, end / 2 + 7)}Z"
    fold = gouge(
        [
            (x0 + ux * cuff * t + px * (8 - 10 * t), y0 + uy * cuff * t + py * (8 - 10 * t))
            for t in (0.1, 0.4, 0.7, 1.0)
        ],
        6,
    )
    return (
        shape(arm, colour, 4.5) + path(fold, INK if colour != INK else SKY) + shape(edge, lining, 4)
    )


def flipped(figure: str) -> str:
    """A half-figure seen in a mirror."""
    return group(figure, 2 * CX, 0, flip=True)


# ------------------------------------------------------------------------------ crowns, hats, caps


def _circlet(fill: str, stones: str) -> str:
    out = shape("M-47-40C-24-50 24-50 47-40L45-22C24-32-24-32-45-22Z", fill, 4)
    for x, y in ((-30, -36), (0, -40), (30, -36)):
        out += path(f"M{x} {y - 7}l6 7-6 7-6-7z", stones, INK, 2)
    return out


def crown(style: str, lining: str) -> str:
    """A crown; ``style`` is points, arches, leaves or tower."""
    cuts = path(
        "".join(gouge([(x, -46), (x * 1.05, -60), (x * 1.1, -74)], 4) for x in (-32, -12, 12, 32)),
        DARK_GOLD,
    )
    if style == "arches":
        out = shape("M-44-42C-62-90-30-112 0-104C30-112 62-90 44-42Z", lining, 4)
        arch = "M-46-42C-66-92-32-118 0-104C-20-96-32-76-30-46Z"
        out += both(shape(arch, GOLD, 4)) + shape(
            "M-9-48C-12-72-8-96 0-106C8-96 12-72 9-48Z", GOLD, 4
        )
        out += shape(ring(0, -112, 9), BLUE, 3.4)
        out += shape("M-4-120l-2-9-10 2v-9l10 2-2-11h16l-2 11 10-2v9l-10-2-2 9z", GOLD, 3)
    elif style == "leaves":
        leaf = "M{x}-44c-16-14-18-30-8-38c-6-8-2-22 8-30c10 8 14 22 8 30c10 8 8 24-8 38z"
        out = shape("M-46-42L-50-70L50-70L46-42Z", lining, 4)
        out += "".join(shape(leaf.format(x=x), GOLD, 4) for x in (-40, 40, 0))
        out += "".join(shape(ring(x, -74, 7), PAPER, 3) for x in (-20, 20))
    elif style == "tower":
        out = shape(
            "M-46-42L-56-108L-38-108L-37-94L-22-96L-21-112L-8-113L-8-98L8-98L8-113L21-112L22-96"
            "L37-94L38-108L56-108L46-42Z",
            GOLD,
            4,
        ) + path("M-34-52l-3-22h12l2 20zM-6-56v-22h12v22zM34-52l3-22h-12l-2 20z", lining, INK, 3)
    else:
        out = (
            shape(
                "M-46-42L-60-92L-34-70L-24-104L-8-72L0-116L8-72L24-104L34-70L60-92L46-42Z", GOLD, 4
            )
            + cuts
        )
        out += "".join(
            shape(ring(x, y, 7), PAPER, 3)
            for x, y in ((-60, -96), (-24, -109), (0, -121), (24, -109), (60, -96))
        )
    return out + _circlet(lining, GOLD)


def diadem(style: str, stones: str) -> str:
    """A queen's smaller crown."""
    if style == "pearls":
        out = shape("M-40-40C-46-66-26-84 0-90C26-84 46-66 40-40C24-50-24-50-40-40Z", GOLD, 4)
        out += "".join(
            shape(ring(x, y, 7), PAPER, 3)
            for x, y in ((-38, -66), (-22, -84), (0, -95), (22, -84), (38, -66))
        )
        out += path("M0-80l9 13-9 13-9-13z", stones, INK, 2.6)
    elif style == "lilies":
        lily = "M{x}-46c-8-6-16-8-16-20c6-2 10 0 12 4c-4-14 0-24 4-34c4 10 8 20 4 34c2-4 6-6 12-4c0 12-8 14-16 20z"
        out = "".join(shape(lily.format(x=x), GOLD, 3.4) for x in (-30, 30, 0))
    elif style == "spikes":
        out = shape(
            "M-40-40L-52-84L-28-62L-14-98L0-66L14-98L28-62L52-84L40-40C24-50-24-50-40-40Z", GOLD, 4
        )
        out += "".join(path(ring(x, -50, 5), stones, INK, 2) for x in (-22, 0, 22))
    else:
        out = shape(
            "M-40-42C-44-60-40-76-32-86C-26-76-22-70-16-66C-12-80-6-92 0-100C6-92 12-80 16-66"
            "C22-70 26-76 32-86C40-76 44-60 40-42C24-50-24-50-40-42Z",
            GOLD,
            4,
        )
        out += path("M0-84l7 12-7 12-7-12z", stones, INK, 2.6)
    return out + shape("M-43-36C-22-46 22-46 43-36L42-26C22-36-22-36-42-26Z", GOLD, 3.4)


def plume(colour: str, vein: str) -> str:
    """An ostrich feather that rises from (0, 0) and curls to the right."""
    d = "M0 0C-14-24-12-58 14-74C34-86 62-78 66-58C68-46 56-40 50-46C54-34 46-26 38-32C40-20 30-12 24-18C22-6 12-2 0 0Z"
    return shape(d, colour, 4) + path(gouge(bow((4, -8), (4, -54), (48, -62), 8), 5), vein)


def brimmed(colour: str, band: str) -> str:
    """A broad hat with the brim turned up on one side."""
    return (
        shape("M-40-42C-44-92 44-96 40-42Z", colour, 4)
        + shape("M-40-44C-14-56 14-56 40-44L41-58C14-70-14-70-41-58Z", band, 3.4)
        + shape(
            "M-86-44C-40-22 40-22 74-40C92-54 90-82 74-84C70-62 40-44 0-44C-40-44-62-52-78-62C-92-62-96-52-86-44Z",
            colour,
            4,
        )
        + path(gouge(bow((-70, -46), (0, -24), (66, -44), 8), 4.5), band)
    )


def tricorne(colour: str, trim: str) -> str:
    """A three-cornered hat with a trimmed edge."""
    d = "M-88-40C-70-64-56-90-30-92C-10-104 10-104 30-92C56-90 70-64 88-40C56-52 30-42 0-30C-30-42-56-52-88-40Z"
    edge = "M-88-40C-56-52-30-42 0-30C30-42 56-52 88-40"
    return (
        shape(d, colour, 4)
        + line(edge, 11)
        + line(edge, 5, trim)
        + shape(ring(-38, -62, 9), trim, 3)
    )


def shako(colour: str, trim: str) -> str:
    """A hussar's tall cap with cords and a peak."""
    return (
        shape("M-42-38L-50-112C-20-122 20-122 50-112L42-38C14-48-14-48-42-38Z", colour, 4)
        + shape("M-50-112C-20-122 20-122 50-112L49-98C20-108-20-108-49-98Z", trim, 3.4)
        + line("M-46-74Q-22-52 0-54Q22-52 46-74", 5, trim)
        + shape("M0-96l8 12 12 4-10 9 2 13-12-6-12 6 2-13-10-9 12-4z", trim, 3)
        + shape("M-46-38C-16-50 16-50 46-38C30-24-30-24-46-38Z", INK, 3)
    )


def helmet(colour: str, trim: str) -> str:
    """A morion with a comb."""
    return (
        shape("M-44-40C-46-86-24-100 0-102C24-100 46-86 44-40Z", colour, 4)
        + shape("M-9-44C-14-92-12-116 0-128C12-116 14-92 9-44Z", trim, 4)
        + shape(
            "M-72-22C-60-44-30-52 0-52C30-52 60-44 72-22C44-36 20-38 0-38C-20-38-44-36-72-22Z",
            colour,
            4,
        )
        + "".join(path(ring(x, -46 + abs(x) * 0.14, 4), trim, INK, 2) for x in (-40, -22, 22, 40))
    )


def beret(colour: str, band: str) -> str:
    """A soft cap that falls to one side."""
    return (
        shape(
            "M-44-38C-66-54-56-92-10-94C34-98 84-82 82-52C78-32 56-36 44-38C20-48-20-48-44-38Z",
            colour,
            4,
        )
        + path(
            gouge(bow((-36, -62), (-10, -84), (24, -82), 7), 5)
            + gouge(bow((18, -60), (46, -74), (66, -58), 7), 5),
            band,
        )
        + shape("M-44-40C-20-50 20-50 44-40L43-28C20-38-20-38-43-28Z", band, 3.4)
    )


def hood(colour: str, trim: str) -> str:
    """A pointed forester's hat with a turned-up brim."""
    return (
        shape("M-42-44C-36-84-14-104 20-118C40-92 44-70 42-44Z", colour, 4)
        + shape(
            "M-60-30C-58-54-30-60 0-60C34-60 66-66 84-56C70-36 40-32 0-34C-24-36-46-36-60-30Z",
            colour,
            4,
        )
        + path(gouge(bow((-48, -42), (0, -52), (64, -52), 7), 5), trim)
    )


def flat_cap(colour: str, trim: str) -> str:
    """A landsknecht's slashed cap, broad and flat."""
    slashes = "".join(
        gouge([(x, -58), (x * 1.1, -66), (x * 1.16, -76)], 9, 0.2) for x in (-48, -24, 0, 24, 48)
    )
    return (
        shape("M-76-46C-84-82-40-92 0-92C40-92 84-82 76-46C40-56-40-56-76-46Z", colour, 4)
        + path(slashes, trim)
        + shape("M-48-40C-22-52 22-52 48-40L46-28C22-40-22-40-46-28Z", trim, 3.4)
    )


def fur_cap(colour: str, trim: str) -> str:
    """A round cap with a fur edge."""
    tufts = "".join(
        gouge([(x, -30), (x - 2, -40), (x + 2, -48)], 5, 0.2) for x in range(-40, 46, 16)
    )
    return (
        shape("M-40-44C-46-86-20-102 0-104C20-102 46-86 40-44Z", colour, 4)
        + shape(
            "M-54-38C-56-54-30-60 0-60C30-60 56-54 54-38C52-24 30-30 0-32C-30-30-52-24-54-38Z",
            trim,
            4,
        )
        + path(tufts, DARK_GOLD)
    )


def fool_cap(left: str, right: str, middle: str) -> str:
    """The harlequin's cap: three horns with bells and a scalloped brim."""
    horn = "M-34-48C-58-104-118-108-138-46C-118-66-92-64-78-44C-68-30-52-24-44-26Z"
    veins = gouge(bow((-52, -62), (-88, -88), (-124, -64), 8), 6)
    out = shape(horn, left, 4.5) + path(veins, PAPER)
    other = shape(horn, right, 4.5) + path(veins, PAPER)
    out += f'<g transform="scale(-1 1)">{other}</g>'
    out += shape("M-32-56C-30-104-14-128 0-146C14-128 30-104 32-56Z", middle, 4.5)
    out += path(gouge(bow((-8, -66), (-10, -96), (0, -128), 7), 6), RED)
    out += shape("M-47-26C-50-70 50-70 47-26C36-46-36-46-47-26Z", PAPER, 4)
    out += "".join(path(ring(x, -45 - (4 - abs(x) / 8), 4.6), RED) for x in (-30, -15, 0, 15, 30))
    return out + bell(-140, -38, 12) + bell(140, -38, 12) + bell(0, -152, 12)
