"""Horses: a head and neck for the cavaliers, a whole one for the scenes."""

from __future__ import annotations

from ..palette import DARK_GOLD, GOLD, INK, PAPER
from ..paths import bow, gouge, line, path, poly, ring, shape
from ..pen import Pen


def horse_head(coat: str, mane: str, bridle: str, pen: Pen) -> str:
    """Head and neck in profile to the left; the poll at (0, 0), the neck ends at y = 260."""
    neck = (
        "M0 0C-18 8-30 22-38 40L-84 116C-94 126-100 138-94 150C-88 162-76 162-66 158C-58 156-54 150-50 142"
        "C-36 138-22 128-14 112C-10 114-4 114 2 110C6 150-18 200-24 262L130 262"
        "C132 160 96 50 38 6C26-2 12-4 0 0Z"
    )
    out = shape("M20 6C22-16 30-34 42-44C48-28 46-6 38 8Z", coat, 4) + shape(neck, coat, 4.5)
    crest = (
        "M2 2C-8 18-12 34-10 52C2 44 8 46 12 60C22 56 30 62 32 78C44 76 52 86 52 104"
        "C64 104 72 118 70 136C84 140 90 156 86 178C100 186 104 206 102 230"
        "C116 236 122 250 122 266L136 266C140 150 100 46 40 2C28-8 12-8 2 2Z"
    )
    out += shape(crest, mane, 4)
    hairs = "".join(
        gouge(bow((20 + i * 17, 14 + i * 34), (34 + i * 17, 34 + i * 34), (30 + i * 19, 66 + i * 36), 6), 5)
        for i in range(5)
    )
    out += path(hairs, PAPER if mane != PAPER else DARK_GOLD)
    out += shape("M-2 4C-6-18 0-38 12-48C20-32 20-10 14 6Z", coat, 4) + path(
        gouge(bow((6, -2), (4, -20), (11, -38), 5), 6), INK
    )
    out += path(gouge(bow((-14, 108), (-2, 92), (-4, 66), 6), 6), INK)
    dark = coat == INK
    eye = path("M-42 50C-36 40-26 40-20 48C-26 56-36 56-42 50Z", PAPER, PAPER if dark else INK, 2.4) + path(
        ring(-31, 48, 4.6), INK
    )
    nostril = path("M-86 138c2-8 8-10 12-6c0 6-4 10-12 6z", PAPER if dark else INK) + line(
        "M-92 150Q-80 150-66 144", 3.4, PAPER if dark else INK
    )
    straps = "M-74 102L-38 130M-54 66L-14 112M-14 112L14 8M-54 142Q-10 176 60 224"
    out += eye + nostril + line(straps, 12) + line(straps, 6, bridle)
    return out + "".join(shape(ring(x, y, 8), GOLD, 3) for x, y in ((-38, 130), (-14, 112), (-56, 140)))


def horse(coat: str, mane: str, *, gallop: bool = True) -> str:
    """A whole horse to the left, about 300 long, its feet at y = 0."""
    back = mane
    legs_far = (
        (
            "M-70-96L-112-70L-118-28L-132-24L-130-44L-126-82L-92-118Z",
            "M84-100L128-70L150-30L166-26L160-10L140-20L110-62L72-84Z",
        )
        if gallop
        else ("M-70-100L-66-6L-84-2V-10L-80-60L-88-104Z", "M84-100L104-50L98-4H80L88-48L68-90Z")
    )
    out = "".join(shape(d, coat, 4) for d in legs_far)
    tail = "M112-142C150-150 176-120 170-70C164-52 168-40 176-30C150-32 142-56 144-78C144-100 130-112 110-116Z"
    out += shape(tail, back, 4)
    body = (
        "M-142-238C-150-230-158-214-164-196L-190-158C-194-148-190-138-180-138"
        "C-166-138-158-150-146-156C-138-154-132-156-128-160"
        "C-124-140-116-124-104-112C-70-84 10-84 60-92C100-84 124-104 122-132"
        "C120-158 92-166 50-162C10-158-30-156-62-164"
        "C-86-176-104-206-118-230C-124-238-134-242-142-238Z"
    )
    near = (
        (
            "M-104-120L-150-96L-164-58L-180-52L-176-38L-156-46L-134-84L-76-96Z",
            "M60-100L92-54L88-14L100-2L80 0L72-14L74-52L36-88Z",
        )
        if gallop
        else ("M-104-118L-98-6L-116-2V-10L-114-60L-122-118Z", "M112-120L126-56L120-4H102L108-52L74-96Z")
    )
    out += "".join(shape(d, coat, 4) for d in near) + shape(body, coat, 4.5)
    out += path(poly([(-104, -112), (-76, -96), (-80, -118)]) + "M112-122L74-98L60-112Z", coat)
    out += shape("M-142-238C-132-260-126-262-120-262C-118-250-116-242-118-230Z", coat, 3.6)
    out += shape(
        "M-134-240C-112-240-94-226-88-206C-76-202-66-186-62-164C-86-172-100-186-104-202C-116-206-126-222-134-240Z",
        back,
        3.6,
    )
    eye = PAPER if coat == INK else INK
    return (
        out
        + path(ring(-150, -204, 4.4) + ring(-183, -149, 3), eye)
        + line("M-186-162L-150-160M-150-160L-126-226", 4.5, GOLD)
    )
