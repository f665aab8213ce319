"""Hands, and what the courts hold in them: on the right about (496, 446), on the left about (121,
440).
"""

from __future__ import annotations

from ..motifs import sign
from ..pen import (
    BLUE,
    BROWN,
    CREAM,
    DARK_GOLD,
    FAIR,
    GOLD,
    GREEN,
    INK,
    MEADOW,
    PAPER,
    RED,
    SKIN,
    SKY,
    bow,
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
from .dress import FOOT, Dress, device, steel

_PALM = "M-14-30C4-42 28-34 32-14C36 6 34 30 30 62L-2 62C-4 40-12 34-16 22Z"


def grip(
    prop: str,
    x: float,
    y: float,
    *,
    k: float = 1,
    turn: float = 0,
    flip: bool = False,
    skin: str = SKIN,
) -> str:
    """A fist round an upright staff; the wrist leaves downwards. ``prop`` is drawn on the card,
    unmoved.
    """
    palm = group(shape(_PALM, skin, 4), x, y, k=k, turn=turn, flip=flip)
    fingers = "".join(
        rod(f"M{a} {y0}C{a - 14} {y0 - 3} {b + 12} {y0 - 3} {b} {y0 + 2}", skin, 12.5, 3)
        for y0, a, b in ((28, 22, -13), (12.5, 25, -17), (-3.5, 26, -19), (-19, 24, -17))
    )
    thumb = rod("M18-34C10-42 0-44-10-41", skin, 12.5, 3)
    return palm + prop + group(thumb + fingers, x, y, k=k, turn=turn, flip=flip)


def cradle(
    prop: str,
    x: float,
    y: float,
    *,
    k: float = 1,
    turn: float = 0,
    flip: bool = False,
    skin: str = SKIN,
) -> str:
    """A hand that holds something round from below; the fingertips stand at the place given."""
    palm = shape("M-34 22C-30 2 30 2 34 20C36 40 24 52 20 74L-18 74C-20 54-36 44-34 22Z", skin, 4)
    fingers = "".join(
        rod(f"M{a} 30Q{a + (b - a) * 0.9} 10 {b} {y0}", skin, 12, 3)
        for a, b, y0 in ((-21, -31, -8), (-7, -11, -15), (7, 9, -15), (20, 28, -8))
    )
    thumb = rod("M28 36Q46 22 46 2", skin, 12.5, 3)
    return prop + group(thumb + palm + fingers, x, y, k=k, turn=turn, flip=flip)


def pinch(
    prop: str,
    x: float,
    y: float,
    *,
    k: float = 1,
    turn: float = 0,
    flip: bool = False,
    skin: str = SKIN,
) -> str:
    """Thumb and forefinger round a stem at the place given, the other fingers spread; wrist
    downwards.
    """
    palm = shape("M8 18C20 4 40 8 44 28C48 50 42 64 40 84L12 84C12 66 4 58 2 44Z", skin, 4)
    fingers = "".join(
        rod(d, skin, 11, 3)
        for d in ("M40 26Q50 2 46-20", "M32 20Q36-8 28-30", "M23 18Q22-12 12-28")
    )
    index = rod("M16 22Q6 12-3-3", skin, 11, 3)
    thumb = rod("M10 48Q-6 34-4 10", skin, 11.5, 3)
    return (
        group(fingers, x, y, k=k, turn=turn, flip=flip)
        + prop
        + group(palm + index + thumb, x, y, k=k, turn=turn, flip=flip)
    )


def sceptre(d: Dress, skin: str = SKIN, top: float = 214) -> str:
    """A sceptre with a lily; the suit's sign floats over it where there is room."""
    x = 494
    lily = (
        "M0-62C14-44 16-28 6-14C20-26 38-22 40-4C30 4 16 2 6-4V8H-6V-4C-16 2-30 4-40-4"
        "C-38-22-20-26-6-14C-16-28-14-44 0-62Z"
    )
    head = shape(lily, GOLD, 4) + shape("M-16 6h32v11h-32z", d.lining, 3)
    if top < 240:
        head += group(sign(d.motif, d.bright), 0, -92, k=0.36)
    staff = rod(f"M{x + 12} {FOOT}L{x - 6} {top + 2:g}", GOLD, 7)
    return grip(staff + group(head, x - 6, top, turn=-3), 496, 446, k=1.05, turn=-2, skin=skin)


def broadsword(d: Dress, skin: str = SKIN, top: float = 170) -> str:
    """A sword held upright, its point at the height given."""
    blade = shape(f"M484 402V{top + 34:g}L498 {top:g}L512 {top + 34:g}V402Z", steel(d), 4)
    blade += line(f"M498 {top + 40:g}V396", 4)
    hilt = (
        rod("M452 404Q498 392 544 404", GOLD, 11)
        + rod("M498 408V478", d.bright, 11)
        + shape(ring(498, 490, 15), GOLD, 4)
    )
    return grip(blade + hilt, 500, 446, k=1.05, skin=skin)


def poleaxe(d: Dress, skin: str = SKIN, top: float = 150) -> str:
    """A battle-axe on a long shaft."""
    shaft = rod(f"M508 {FOOT}L490 {top:g}", DARK_GOLD, 9)
    head = shape("M-4-34C26-44 48-66 58-88C74-40 72 14 52 58C40 34 22 18-4 12Z", steel(d), 4.5)
    head += (
        line("M44-62C54-30 52 6 42 32", 3.6)
        + shape("M-8-30L-40-18L-8 6Z", steel(d), 4)
        + shape("M-10-42h20v66h-20z", GOLD, 3.6)
    )
    return grip(shaft + group(head, 492, top + 62, turn=-3), 500, 450, k=1.05, turn=-2, skin=skin)


def goblet(d: Dress, skin: str = SKIN) -> str:
    """A cup held up."""
    cup = "M-48-96H48C50-56 34-34 12-28V6L36 22V32H-36V22L-12 6V-28C-34-34-50-56-48-96Z"
    out = shape(cup, GOLD, 4.5) + shape("M-48-96C-30-108 30-108 48-96C30-86-30-86-48-96Z", RED, 4)
    out += path(gouge(bow((-32, -78), (-32, -52), (-14, -42), 6), 7), PAPER) + device(
        d, 8, -64, 34, d.bright
    )
    return cradle(group(out, 486, 392), 486, 432, k=1.0, flip=True, skin=skin)


def crook(d: Dress, skin: str = SKIN) -> str:
    """A knotted staff with a curl of leaves."""
    staff = rod(
        f"M512 {FOOT}C498 470 506 380 492 300C486 262 510 244 526 256C540 268 532 290 518 286",
        BROWN,
        11,
    )
    leaf = "M0 0C-18-6-26-24-20-44C-4-40 8-22 0 0Z"
    sprig = "".join(
        group(shape(leaf, c, 3.4), x, y, turn=t)
        for x, y, t, c in ((494, 300, -50, MEADOW), (500, 356, 60, GREEN), (490, 264, -10, GREEN))
    )
    return grip(staff + sprig, 500, 446, k=1.04, turn=-2, skin=skin)


def orb(d: Dress, skin: str = SKIN) -> str:
    """The globe with its cross."""
    x, y = 120, 384
    globe = BLUE if BLUE not in (d.second, d.main) else GREEN if d.main != GREEN else RED
    out = shape(ring(x, y, 44), globe, 4.5) + path(
        f"M{x - 30} {y - 18}c8-14 18-18 28-18c-10 8-16 16-20 28z", SKY
    )
    out += shape(f"M{x - 44} {y - 4}c24 14 64 14 88 0v13c-24 14-64 14-88 0z", GOLD, 3) + shape(
        f"M{x - 6} {y - 44}h12v45h-12z", GOLD, 3
    )
    out += shape(
        f"M{x - 5} {y - 43}l-3-14-16 3v-14l16 3-3-17h22l-3 17 16-3v14l-16-3-3 14z", GOLD, 3.4
    )
    return cradle(out, 121, 440, k=0.92, turn=4, skin=skin)


def harp(d: Dress, skin: str = SKIN) -> str:
    """A harp at the shoulder, a hand at its strings."""
    frame = "M86 530L70 300C66 262 96 258 112 276C134 300 164 300 190 282C204 272 214 284 206 298L116 536"
    strings = "".join(f"M{x} 286V{298 + (206 - x) / 90 * 238:.0f}" for x in range(98, 196, 18))
    out = (
        line(strings, 3.4)
        + line(frame, 22)
        + line(frame, 13, GOLD)
        + shape(ring(70, 288, 15), d.lining, 3.6)
    )
    return out + pinch("", 150, 398, k=0.92, turn=-20, skin=skin)


def charter(d: Dress, skin: str = SKIN) -> str:
    """A rolled charter with its seal."""
    out = group(
        shape("M-30-96H30V70H-30Z", CREAM, 4)
        + line("M-16-66h32M-16-46h32M-16-26h20M-16 30h32", 4)
        + shape("M-36-112C-36-84 36-84 36-112C36-124-36-124-36-112Z", PAPER, 4)
        + shape("M30-20L64 8L54 20L70 40", RED, 3.4)
        + shape(ring(66, 44, 19), RED, 4)
        + device(d, 66, 44, 22, GOLD),
        118,
        384,
        turn=-8,
    )
    return grip(out, 116, 446, k=1, flip=True, skin=skin)


def shield(d: Dress, skin: str = SKIN, x: float = 138, y: float = 448) -> str:
    """A shield on the arm, charged with the suit's sign."""
    field = d.second if d.second != INK else BLUE
    rim = {
        "diamonds": poly(circle_points(0, 4, 84, 8, -67.5)),
        "bells": poly(circle_points(0, 4, 84, 8, -67.5)),
        "clubs": ring(0, 4, 82),
        "spades": "M-70-76H70V10C70 54 36 82 0 100C-36 82-70 54-70 10Z",
    }.get(d.motif, "M-74-70C-40-58-22-70 0-84C22-70 40-58 74-70C82 0 60 66 0 96C-60 66-82 0-74-70Z")
    body = shape(rim, GOLD if field != GOLD else RED, 5) + group(
        shape(rim, field, 5), 0, 0.6, k=0.8
    )
    return group(body + device(d, 0, 6, 74, PAPER if field != GOLD else GREEN), x, y)


def codex(d: Dress, skin: str = SKIN) -> str:
    """A book with clasps."""
    out = group(
        shape("M-50-62L44-70L50 38L-44 46Z", d.bright, 4)
        + shape("M-50-62L-44 46L-58 38L-64-54Z", GOLD, 3.4)
        + line("M-38-50L34-56L38 26L-34 32Z", 4, GOLD)
        + device(d, 0, -12, 44, PAPER),
        122,
        404,
        turn=-4,
    )
    return cradle(out, 124, 442, k=1.02, turn=4, skin=skin)


def branch(d: Dress, skin: str = SKIN) -> str:
    """A branch that bears the suit's own fruit."""
    out = rod("M120 560C116 480 124 420 112 340", BROWN, 9) + rod(
        "M118 420Q150 390 160 352M116 440Q84 420 80 380", BROWN, 7, 3
    )
    leaf = "M0 0C-18-8-24-30-14-52C-2-44 2-48 4-56C22-40 20-12 0 0Z"
    out += "".join(
        group(shape(leaf, (GREEN, MEADOW)[i % 2], 3.4), x, y, turn=t)
        for i, (x, y, t) in enumerate(
            ((112, 350, -30), (160, 358, 50), (80, 386, -60), (132, 402, 70))
        )
    )
    out += group(sign(d.motif), 112, 300, k=0.62) + group(sign(d.motif), 182, 336, k=0.44)
    return grip(out, 120, 452, k=1, flip=True, skin=skin)


def blossom(motif: str, x: float, y: float) -> str:
    """A flower on its stem, its bloom at the place given."""
    leaf = shape(f"M{x + 2:g} {y + 46:g}c18-20 34-18 46-8c-10 16-28 20-46 8z", MEADOW, 3)
    stem = rod(f"M{x + 4:g} {y + 120:g}Q{x + 6:g} {y + 60:g} {x:g} {y:g}", GREEN, 6, 3) + leaf
    if motif in ("hearts", "bells"):
        bloom = "".join(shape(ring(px, py, 17), RED, 3.4) for px, py in circle_points(0, 0, 22, 5))
        bloom += shape(ring(0, 0, 17), RED, 3.4) + line("M-8 0a8 8 0 1 1 8 8", 3.4, PAPER)
    elif motif == "diamonds":
        petal = shape("M0 0C-14-14-12-34 0-46C12-34 14-14 0 0Z", PAPER, 3.4)
        bloom = "".join(group(petal, turn=a) for a in range(0, 360, 60)) + shape(
            ring(0, 0, 12), GOLD, 3.4
        )
    elif motif in ("clubs", "acorns"):
        bloom = "".join(
            shape(ring(px, py, 19), RED, 3.4) for px, py in circle_points(0, 0, 22, 3)
        ) + shape(ring(0, 0, 11), INK, 2)
    else:
        bloom = shape(
            "M-26-34C-14-30-6-22 0-12C6-22 14-30 26-34C34-8 24 18 0 20C-24 18-34-8-26-34Z", RED, 4
        )
        bloom += shape("M0-44C12-28 14-2 0 20C-14-2-12-28 0-44Z", GOLD, 3.4)
    return stem + group(bloom, x, y, k=1.12)


def flower(d: Dress, skin: str = SKIN) -> str:
    """A flower between thumb and finger."""
    return pinch(blossom(d.motif, 486, 318), 490, 410, k=0.98, skin=skin)


def fan(d: Dress, skin: str = SKIN) -> str:
    """An open fan."""
    tips = circle_points(0, 0, 132, 24, -172)
    leaf = "".join(
        shape(poly([(0, 0), tips[i], tips[i + 1]]), (d.bright, PAPER)[i % 2], 3.4) for i in range(9)
    )
    near = circle_points(0, 0, 62, 24, -172)
    leaf += line(poly(near[:10], close=False), 5, GOLD)
    return grip(group(leaf, 126, 440, turn=6), 126, 446, k=1, flip=True, skin=skin)


def mirror(d: Dress, skin: str = SKIN) -> str:
    """A hand mirror with a jewelled rim."""
    glass = shape(ring(0, -76, 62), GOLD, 4.5) + shape(
        ring(0, -76, 47), SKY if d.ground != SKY else BLUE, 3.6
    )
    glass += path(
        gouge(bow((-32, -70), (-24, -102), (8, -112), 7), 10)
        + gouge(bow((-14, -56), (-8, -82), (14, -88), 7), 7),
        PAPER,
    )
    glass += "".join(path(ring(x, y, 4.5), RED) for x, y in circle_points(0, -76, 54.5, 12))
    return grip(
        group(rod("M0 78V-14", GOLD, 9) + glass, 122, 414, turn=-4),
        124,
        452,
        k=1,
        flip=True,
        skin=skin,
    )


def falcon(d: Dress, skin: str = SKIN, x: float = 122, y: float = 440, k: float = 1.06) -> str:
    """A hooded falcon on the fist."""
    body = "M0 0C-34-8-46-52-26-84C-30-108-8-124 14-112L32-100L18-92C36-64 34-18 14 6L24 52L2 46Z"
    bird = shape(body, FAIR, 4.5) + shape("M-26-80C-46-50-36-8 6 10C16-24 6-60-26-80Z", BROWN, 4)
    bird += path(
        "".join(gouge(bow((6, -66 + i), (14, -58 + i), (22, -66 + i), 5), 6) for i in (0, 20, 40)),
        DARK_GOLD,
    )
    bird += shape("M-22-96C-14-120 14-118 20-106L12-90C2-84-14-86-22-96Z", d.bright, 3.6) + rod(
        "M-2-116L-10-134", GOLD, 4, 2.6
    )
    bird += line("M2 8V26M12 8V26", 6, GOLD)
    return cradle(group(bird, x - 2, y - 34, k=k), x, y, k=0.98, turn=4, skin=skin)


def songbird(d: Dress, skin: str = SKIN) -> str:
    """A small bird that sings on a finger."""
    body = "M-46 30L-26 0C-24-34 10-50 34-34L54-32L38-20C40 10 10 28-14 22L-34 44Z"
    bird = shape(body, d.bright, 4.5) + shape(
        "M-22 0C0-16 20-10 24 4C10 18-10 18-22 0Z", PAPER, 3.6
    )
    bird += (
        path(ring(30, -22, 4.4), PAPER, INK, 2.4)
        + line("M2 24V42M12 22V40", 5)
        + shape("M50-36L66-42L56-30L64-22L48-26Z", GOLD, 3)
    )
    return pinch(group(bird, 120, 368, k=1.1), 124, 412, k=1, flip=True, skin=skin)


def heart_hand(skin: str = SKIN) -> str:
    """A hand laid on the breast, on the viewer's right."""
    fingers = "".join(
        rod(
            f"M{424 - 4 * i} {446 + 15 * i}Q{392 - 4 * i} {440 + 14 * i} {366 - 2 * i} {450 + 13 * i}",
            skin,
            12,
            3,
        )
        for i in range(4)
    )
    palm = shape(
        "M470 462C450 434 424 432 414 440C404 460 410 500 426 506C446 506 462 494 474 500Z", skin, 4
    )
    return fingers + palm + rod("M432 442Q410 424 392 430", skin, 12, 3)
