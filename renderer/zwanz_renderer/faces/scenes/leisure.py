"""Scenes of leisure: ice, painting, the stars."""

from __future__ import annotations

from ..ornament import star
from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, MEADOW, PAPER, RED, SKY
from ..paths import (
    group,
    line,
    path,
    ring,
    rod,
    shape,
)
from ..pen import Pen
from .buildings import church, house
from .land import alps, fir, flowers, hill, tree
from .people import Folk, folk
from .skies import cloud, lens, moon, sky, stars


def skaters(pen: Pen) -> str:
    """A couple on the ice before a snowy village."""
    out = sky("winter", pen, 87, 260) + shape(ring(410, 160, 34), RED, 4)
    out += (
        hill([(0, 300), (160, 262), (330, 290), (506, 250)], PAPER)
        + church(250, 300, 0.7, GREEN)
        + house(60, 330, 76, 46, GOLD, PAPER)
        + house(376, 326, 84, 50, RED, PAPER)
    )
    out += (
        fir(30, 352, 130, pen, True)
        + fir(484, 350, 140, pen, True)
        + hill([(0, 352), (506, 346)], PAPER)
        + shape("M-4 380C120 360 400 360 510 382V514H-4Z", SKY, 4)
    )
    out += path(
        lens(30, 410, 190, 9)
        + lens(260, 402, 200, 8)
        + lens(90, 500, 160, 8)
        + lens(330, 494, 150, 8),
        PAPER,
    )
    blade = line("M-44 10H6M14 10H62", 4)
    man = folk(
        Folk(
            coat=BROWN,
            legs=BLUE,
            stockings=BLUE,
            hat="cap",
            hat_colour=RED,
            turn=2,
            vest=GOLD,
            long_coat=True,
        ),
        right=((64, -180), (86, -150)),
        left=((-74, -196), (-104, -216)),
        feet=((-36, 0), (24, 0)),
        lean=5,
    )
    scarf = shape("M-26-228C-10-216 14-216 26-228L28-212C14-202-12-202-28-212Z", GOLD, 3.4) + shape(
        "M-26-216L-78-196L-76-178L-20-204Z", GOLD, 3.4
    )
    lady = folk(
        Folk(coat=RED, skirt=GREEN, hat="bonnet", hat_colour=PAPER, hair=FAIR, turn=-2),
        left=((-64, -180), (-86, -150)),
        right=((74, -196), (104, -218)),
        lean=-5,
    )
    muff = line("M-30 6H-4M6 6H34", 4)
    return out + group(man + scarf + blade, 166, 482, k=1.06) + group(lady + muff, 346, 484, k=1.06)


def painter(pen: Pen) -> str:
    """A painter at her easel in the meadow."""
    out = (
        sky("fair", pen, 85, 240)
        + cloud(430, 160, 0.8)
        + alps(
            [(-10, 290), (80, 230), (150, 290), (260, 240), (380, 300), (516, 250)],
            340,
            pen,
            SKY,
            BLUE,
        )
    )
    out += (
        hill([(0, 330), (240, 310), (506, 340)], MEADOW, GREEN, pen, 6)
        + tree(460, 372, 190)
        + hill([(0, 420), (506, 410)], GREEN)
    )
    out += rod("M190 500L136 190M60 500L118 190M126 210V470", BROWN, 8)
    out += (
        shape("M40 214H216V376H40Z", PAPER, 5)
        + path("M44 330C90 300 150 320 212 306V372H44Z", MEADOW)
        + path("M44 318L88 250L112 290L142 240L196 314Z", BLUE)
        + shape(ring(180, 244, 14), RED, 3)
        + line("M40 376H216", 9, GOLD)
    )
    palette = shape(
        "M-86-150C-100-184-60-206-28-190C-8-178-8-150-28-140C-40-134-44-146-56-142C-68-136-78-136-86-150Z",
        FAIR,
        4,
    )
    palette += "".join(
        path(ring(a, b, 7), c)
        for a, b, c in ((-74, -168, RED), (-58, -182, BLUE), (-38, -180, PAPER), (-24, -166, GREEN))
    )
    brush = rod("M44-216L-56-262", GOLD, 4, 2.6) + shape("M-54-268L-82-272L-58-256Z", RED, 3)
    woman = folk(
        Folk(coat=BLUE, skirt=RED, apron=PAPER, hat="straw", hat_colour=GOLD, hair=BROWN, turn=-2),
        left=((-60, -214), (-46, -256)),
        hold_left=group(brush, 0, 0),
        right=((60, -166), (26, -150)),
        hold_right=group(palette, 86, 20, k=0.86),
    )
    return (
        out
        + group(woman, 320, 492, k=1.16)
        + flowers([(36, 480), (224, 486), (440, 470), (476, 486)], PAPER)
        + flowers([(250, 460), (420, 440)], RED)
    )


def stargazer(pen: Pen) -> str:
    """The astronomer with his telescope on the tower."""
    out = sky("night", pen, 83, 400) + moon(66, 190, 44) + star(446, 168, 40, 16, 8, PAPER, GOLD)
    out += stars(
        [
            (240, 250),
            (440, 250),
            (392, 300),
            (476, 320),
            (444, 392),
            (40, 290),
            (60, 390),
            (40, 130),
            (246, 330),
        ],
        13,
    )
    out += line("M440 250L392 300L476 320L444 392", 2.4, SKY)
    out += house(-20, 514, 90, 70, CREAM, RED, 2, lit=True) + house(
        440, 514, 86, 80, GOLD, DARK_GOLD, 2, lit=True
    )
    out += (
        shape("M92 514V424H414V514Z", CREAM, 5)
        + shape("M78 400H428V426H78Z", PAPER, 5)
        + line("".join(f"M{x} 450h56" for x in (110, 220, 330)) + "M160 482h56M280 482h56", 4)
    )
    out += shape(
        "".join(f"M{x} 400V374H{x + 38}V400Z" for x in (78, 148, 218, 288, 358, 390)[:5]), PAPER, 4
    )
    tripod = rod("M300 176L252 402M300 176L348 402M300 176V402", BROWN, 6, 3)
    scope = group(
        shape("M-92-13H6V13H-92Z", GOLD, 4)
        + shape("M4-19H96V19H4Z", DARK_GOLD, 4)
        + shape("M94-25H110V25H94Z", GOLD, 4)
        + line("M24-18V18M74-18V18", 5, GOLD),
        300,
        164,
        turn=-17,
    )
    man = folk(
        Folk(
            coat=RED,
            legs=RED,
            hat="none",
            hair=CREAM,
            beard=CREAM,
            turn=2,
            vest=GOLD,
            long_coat=True,
        ),
        right=((74, -200), (86, -250)),
        left=((-58, -176), (-22, -172)),
        hold_left=shape("M-54-190L-10-204L0-158L-44-146Z", PAPER, 3.4)
        + line("M-42-180l28-9M-38-166l28-9", 3),
    )
    robe = shape("M-30-140C-52-90-60-40-62 0H62C60-40 52-90 30-140Z", RED, 4) + stars(
        [(-30, -70), (24, -90), (0, -30), (-44, -20), (44, -28)], 10
    )
    cap = shape("M-29-280L-6-350L24-282C8-292-12-292-29-280Z", BLUE, 4) + stars([(-4, -312)], 9)
    return out + tripod + scope + group(man + robe + cap, 172, 404, k=0.82)


SCENES = {"skaters": skaters, "painter": painter, "stargazer": stargazer}
