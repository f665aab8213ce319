"""Scenes of winter and summer in the country: sawyers, sleigh, bees."""

from __future__ import annotations

from ..figures.horse import horse
from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import church, house
from .land import fir, flowers, hill, tree
from .people import Folk, child, folk
from .skies import moon, sky, stars


def sawyers(pen: Pen) -> str:
    """Two woodcutters at the long saw, a stack of logs behind them."""
    out = sky("winter", pen, 97, 300) + "".join(
        fir(x, 404 - (i % 2) * 12, h, pen)
        for i, (x, h) in enumerate(
            ((26, 230), (92, 190), (420, 210), (482, 250), (160, 150), (352, 150))
        )
    )
    out += hill([(0, 396), (253, 384), (506, 400)], PAPER)
    for x, y in ((196, 388), (244, 388), (292, 388), (220, 346), (268, 346), (244, 304)):
        out += (
            shape(ring(x, y, 24), FAIR, 4)
            + line(ring(x, y, 13), 3, BROWN)
            + path(ring(x, y, 4), BROWN)
        )
    out += path(
        gouge([(20, 430), (150, 440), (300, 428)], 9)
        + gouge([(260, 500), (380, 496), (490, 504)], 9),
        SKY,
    )
    out += rod("M176 470L214 402M214 470L176 402M292 470L330 402M330 470L292 402", BROWN, 8)
    out += (
        shape("M140 400H366V438H140Z", BROWN, 4.5)
        + shape(ring(366, 419, 19), FAIR, 4)
        + line(ring(366, 419, 9), 3, BROWN)
    )
    out += line("M160 412h70M176 426h60M270 414h60", 3.4, DARK_GOLD)
    blade = "M150 352H356L344 392Q253 408 162 392Z"
    teeth = "M162 392l12 12 8-8 10 12 8-9 12 12 8-10 12 11 8-11 12 11 8-11 12 11 8-11 12 9 8-11 12 7 8-11 12 4 12-12"
    saw = shape(blade, SKY, 4) + line(teeth, 4) + rod("M150 326V372M356 326V372", RED, 9)
    left = folk(
        Folk(
            coat=RED,
            legs=BLUE,
            stockings=BROWN,
            hat="cap",
            hat_colour=GREEN,
            turn=2,
            beard=BROWN,
            vest=GOLD,
        ),
        right=((70, -148), (64, -154)),
        left=((-10, -138), (62, -132)),
        feet=(((-24, -62), (-44, 0)), ((42, -72), (44, 0))),
        lean=10,
    )
    right = folk(
        Folk(
            coat=GREEN,
            legs=BROWN,
            stockings=RED,
            hat="felt",
            hat_colour=BROWN,
            turn=-2,
            moustache=INK,
            hair=INK,
            vest=RED,
        ),
        left=((-72, -166), (-66, -148)),
        right=((10, -140), (-62, -128)),
        feet=(((-38, -70), (-36, 0)), ((30, -62), (48, 0))),
        lean=-8,
    )
    out += saw + group(left, 76, 492, k=1.08) + group(right, 430, 492, k=1.08)
    axe = rod("M0 0L40-70", FAIR, 7, 3) + shape("M28-80L58-64L66-92C52-98 40-92 28-80Z", SKY, 4)
    return out + group(axe + shape("M-34 16H30V-10H-34Z", BROWN, 4), 250, 494)


def sleigh(pen: Pen) -> str:
    """A horse-drawn sleigh in the moonlit snow, two wrapped up behind the driver."""
    out = (
        sky("night", pen, 99, 320)
        + moon(436, 166, 42)
        + stars([(60, 150), (130, 220), (330, 210), (480, 270), (40, 260), (386, 280)], 12)
    )
    out += (
        hill([(0, 330), (160, 296), (330, 330), (506, 290)], SKY)
        + church(94, 318, 0.62, GREEN)
        + fir(330, 350, 110, pen, True)
        + fir(478, 360, 150, pen, True)
        + fir(20, 360, 120, pen, True)
    )
    out += hill([(0, 386), (250, 370), (506, 384)], PAPER)
    out += path(
        gouge([(10, 420), (120, 412), (260, 424)], 9)
        + gouge([(200, 500), (340, 494), (500, 504)], 9),
        SKY,
    )
    man = folk(
        Folk(
            coat=BROWN,
            legs=BROWN,
            hat="cap",
            hat_colour=RED,
            turn=-2,
            beard=CREAM,
            hair=CREAM,
            vest=GOLD,
        ),
        left=((-64, -176), (-84, -168)),
        right=((56, -196), (62, -246)),
        hold_right=line("M66-250L88-330C60-356 10-350-60-330", 4),
    )
    lady = folk(
        Folk(coat=BLUE, skirt=BLUE, hat="hood", hat_colour=RED, turn=-1, hair=FAIR),
        left=((-50, -176), (-16, -152)),
        right=((50, -176), (16, -152)),
    )
    out += pen.clip(
        group(lady, 432, 474, k=0.7) + group(man, 354, 456, k=0.7), "M200 0H506V410H200Z"
    )
    body = (
        "M288 384C300 404 330 396 350 372C380 390 440 400 470 340C492 334 500 350 490 366"
        "C484 420 450 440 420 440H318C294 430 280 408 288 384Z"
    )
    out += shape(body, RED, 4.5) + path(gouge(bow((310, 414), (390, 420), (468, 370), 7), 9), GOLD)
    runner = "M500 474H268C240 474 236 444 256 436M320 440V472M420 440V472"
    out += line(runner, 12) + line(runner, 5, GOLD)
    out += group(horse(BROWN, INK, gait="trot", bridle=GOLD), 160, 474, k=0.7)
    out += (
        line("M74 366C130 380 200 350 300 346", 7)
        + line("M74 366C130 380 200 350 300 346", 3, GOLD)
        + line("M100 400L272 446", 9)
        + line("M100 400L272 446", 4, RED)
    )
    bells = "".join(shape(ring(x, y, 8), GOLD, 3) for x, y in ((88, 362), (96, 382), (110, 398)))
    return out + bells


def beekeeper(pen: Pen) -> str:
    """The beekeeper lifts a comb; a boy keeps his distance."""
    out = (
        sky("fair", pen, 101, 230)
        + tree(440, 372, 250, GREEN, RED)
        + hill([(0, 340), (200, 312), (506, 344)], MEADOW, GREEN, pen, 18)
    )
    out += house(60, 330, 80, 46, PAPER, RED) + hill([(0, 410), (300, 396), (506, 414)], GREEN)
    out += shape("M-6 420H250V436H-6ZM-6 470H250V486H-6Z", BROWN, 4)
    for x in (42, 128, 214):
        out += shape(
            f"M{x - 42} 420C{x - 46} 372 {x - 30} 330 {x} 326C{x + 30} 330 {x + 46} 372 {x + 42} 420Z",
            GOLD,
            4,
        )
        out += line(
            f"M{x - 40} 396Q{x} 410 {x + 40} 396M{x - 38} 372Q{x} 386 {x + 38} 372M{x - 26} 348Q{x} 358 {x + 26} 348",
            3.4,
            DARK_GOLD,
        ) + path(f"M{x - 9} 418a9 10 0 0 1 18 0z", INK)
    comb = shape("M-132-244L-58-254L-48-166L-122-156Z", GOLD, 4) + path(
        "".join(
            ring(-116 + 20 * i + 3 * j, -232 + 20 * j - 2 * i, 6)
            for i in range(4)
            for j in range(3)
        ),
        DARK_GOLD,
    )
    comb += line("M-132-244L-58-254", 9) + line("M-132-244L-58-254", 4, FAIR)
    man = folk(
        Folk(
            coat=PAPER,
            legs=BLUE,
            stockings=PAPER,
            hat="straw",
            hat_colour=GOLD,
            turn=-2,
            beard=CREAM,
            hair=CREAM,
            apron=SKY,
            stout=True,
        ),
        left=((-68, -196), (-64, -240)),
        right=((30, -160), (-50, -172)),
        hold_left=comb,
        feet=((-26, 0), (30, 0)),
    )
    out += group(man, 326, 490, k=1.1)
    boy = Folk(coat=RED, legs=BROWN, hat="boater", hat_colour=CREAM, turn=-1, hair=FAIR, vest=PAPER)
    out += child(
        boy,
        448,
        494,
        0.72,
        left=((-60, -212), (-36, -252)),
        right=((62, -212), (40, -250)),
        waves="lr",
    )
    bee = "".join(
        path(ring(x - 4, y - 7, 6, 4) + ring(x + 5, y - 7, 6, 4), PAPER, INK, 2)
        + shape(ring(x, y, 9, 6), GOLD, 2.6)
        + line(f"M{x - 2} {y - 5}v10M{x + 4} {y - 4}v8", 2.6)
        for x, y in ((60, 250), (136, 226), (182, 276), (230, 196))
    )
    return out + bee + flowers([(20, 500), (270, 500), (480, 494)], RED)


SCENES = {
    "sawyers": sawyers,
    "sleigh": sleigh,
    "beekeeper": beekeeper,
}
