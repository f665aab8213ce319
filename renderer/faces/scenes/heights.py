"""Scenes of mountain and forest: climbers, alphorn, shepherd, sawyers, sleigh, bees."""

from __future__ import annotations

from ..figures.horse import horse
from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import church, house
from .land import alps, fir, flowers, grass, hill, tree
from .people import Folk, child, folk
from .skies import birds, cloud, moon, sky, stars, sun


def climbers(pen: Pen) -> str:
    """Two on one rope: the first has reached the summit cross and reaches down a hand."""
    out = sky("day", pen, 91, 330) + cloud(84, 210, 0.9) + cloud(446, 300, 0.8) + birds([(150, 150), (186, 170)], 1.1)
    out += alps([(-10, 420), (50, 350), (110, 400), (170, 340), (250, 420)], 514, pen, SKY, BLUE)
    out += shape("M60 520L120 470L150 476L214 386L250 392L312 296L350 300L420 286L520 300V520Z", PAPER, 5)
    shade = "M350 300L366 340L340 372L362 420L330 452L352 520H506V300L420 286Z M250 392L262 424L236 450L254 520H300L280 470L296 440L282 410Z"
    shade += gouge(bow((178, 440), (160, 470), (130, 510), 7), 14) + gouge(
        bow((212, 402), (204, 450), (180, 510), 7), 14
    )
    out += path(shade, BLUE) + path(
        gouge(bow((296, 330), (262, 400), (216, 470), 7), 8) + gouge(bow((490, 306), (496, 400), (480, 500), 7), 9),
        SKY,
    )
    out += rod("M446 300V146M412 190H480", BROWN, 9)
    first = folk(
        Folk(coat=RED, legs=BROWN, stockings=GREEN, hat_colour=GREEN, turn=-2, vest=GOLD, beard=BROWN),
        left=((-64, -176), (-98, -140)),
        right=((60, -226), (94, -262)),
        hold_right=rod("M98-150V-286", GOLD, 6, 3) + shape("M74-284L98-296L126-284L98-284Z", SKY, 3.4),
        feet=(((-36, -74), (-44, -8)), ((26, -64), (22, 0))),
        waves="l",
        lean=-8,
    )
    out += group(first, 350, 304, k=0.6)
    second = folk(
        Folk(coat=BLUE, legs=BROWN, stockings=PAPER, hat="cap", hat_colour=RED, turn=2, vest=GOLD),
        right=((70, -214), (104, -252)),
        left=((-56, -176), (-34, -142)),
        hold_left=rod("M-86-70L-10-196", GOLD, 6, 3) + shape("M-36-196L-4-206L16-182L-10-192Z", SKY, 3.4),
        feet=(((-22, -66), (-36, 20)), ((44, -104), (50, -44))),
        waves="r",
        behind=shape("M-58-206C-66-150-56-128-24-128L-24-212Z", GREEN, 4),
        lean=10,
    )
    out += line("M182 360C220 330 300 300 330 236", 7) + line("M182 360C220 330 300 300 330 236", 3, GOLD)
    return out + group(second, 152, 446, k=0.84)


def alphorn(pen: Pen) -> str:
    """A herdsman blows the long horn across the valley; she answers with her hands at her mouth."""
    out = sky("dawn", pen, 93, 250) + sun(96, 150, 36, RED)
    out += alps(
        [(-10, 330), (80, 250), (140, 300), (240, 196), (330, 290), (420, 220), (516, 290)],
        400,
        pen,
        PAPER,
        BLUE,
    )
    out += (
        hill([(0, 384), (200, 352), (506, 380)], MEADOW)
        + house(300, 372, 70, 32, BROWN, DARK_GOLD)
        + fir(398, 384, 80)
        + fir(430, 388, 64)
    )
    out += hill([(0, 440), (300, 420), (506, 446)], GREEN) + grass(20, 460, 490, 500, MEADOW, pen, 13)
    horn = "M0-7C-60 60-130 160-190 214C-214 236-250 236-268 206L-284 186L-262 168C-244 204-226 214-204 196C-150 150-70 60-10-12Z"
    player = folk(
        Folk(
            coat=RED,
            legs=BROWN,
            stockings=PAPER,
            hat="felt",
            hat_colour=GREEN,
            turn=-2,
            vest=GOLD,
            beard=CREAM,
            hair=CREAM,
        ),
        left=((-64, -166), (-76, -186)),
        right=((20, -160), (-46, -216)),
        hold_left=group(
            shape(horn, FAIR, 4.5) + line("M-60 56l16 14M-120 130l16 12M-196 196l10 16", 5, RED),
            -32,
            -248,
            k=1,
        ),
        feet=((-26, 0), (32, 0)),
    )
    out += group(player, 330, 486, k=1.08)
    woman = folk(
        Folk(coat=GREEN, skirt=BLUE, apron=RED, hat="straw", hat_colour=GOLD, hair=FAIR, turn=-2),
        left=((-62, -190), (-36, -244)),
        right=((56, -184), (-2, -238)),
        waves="l",
    )
    return out + group(woman, 446, 490, k=0.98) + flowers([(40, 486), (90, 470), (230, 492), (400, 500)], PAPER)


def _sheep(turn: int = 1) -> str:
    wool = "M-50-30C-62-40-56-58-42-56C-40-70-20-74-10-64C2-76 22-72 26-60C42-64 52-50 44-38C52-28 40-14 28-18C20-8 2-8-6-16C-16-8-34-8-38-18C-48-16-54-22-50-30Z"
    head = "M34-52C40-66 56-66 60-54L68-38C68-30 58-26 52-32L38-38Z"
    out = line("M-30-16V4M-14-14V4M14-14V4M28-16V4", 9)
    out += shape(wool, PAPER, 4) + line("M-26-44q8-10 16 0M4-46q8-10 16 0M-12-28q8-10 16 0", 3, SKY)
    return group(
        out + shape(head, INK, 3) + path(ring(54, -50, 3), PAPER) + shape("M36-56C24-62 22-52 30-46Z", INK, 3),
        flip=turn < 0,
    )


def shepherd(pen: Pen) -> str:
    """The shepherd pipes to his flock; a lamb on his arm would rather sleep."""
    out = (
        sky("evening", pen, 95, 250)
        + hill([(0, 330), (150, 280), (330, 320), (506, 270)], MEADOW, GREEN, pen, 16)
        + church(420, 306, 0.62)
    )
    out += (
        tree(70, 380, 230) + hill([(0, 400), (250, 380), (506, 408)], GREEN) + grass(10, 420, 496, 500, MEADOW, pen, 17)
    )
    for x, y, k, t in ((330, 392, 0.7, 1), (440, 402, 0.76, -1), (386, 440, 0.9, -1)):
        out += group(_sheep(t), x, y, k=k)
    pipe = rod("M18-244L110-208", FAIR, 7, 3)
    cloak = shape("M-16-226C-60-214-70-120-74-44L-30-36C-34-110-20-180-6-216Z", BROWN, 4) + path(
        gouge(bow((-52, -60), (-50, -140), (-30, -206), 6), 6), FAIR
    )
    man = folk(
        Folk(
            coat=BLUE,
            legs=BROWN,
            stockings=CREAM,
            hat="straw",
            hat_colour=DARK_GOLD,
            turn=2,
            beard=BROWN,
            vest=RED,
        ),
        right=((84, -170), (84, -218)),
        left=((20, -160), (56, -228)),
        hold_right=pipe,
        behind=cloak,
        feet=((-24, 0), (30, 0)),
    )
    out += group(man, 190, 490, k=1.12)
    dog = "M-30 0V-36C-34-56-30-70-18-82L-26-102L-8-96C6-100 18-92 20-82L34-74C34-66 26-62 16-64C14-52 22-40 24-24L26 0H12L6-26L-6 0Z"
    return (
        out
        + group(_sheep(), 318, 496, k=1.06)
        + group(
            shape(dog, INK, 3)
            + path("M4-60C-6-40-2-20 6-26C10-40 12-50 4-60Z", PAPER)
            + path(ring(8, -82, 3), PAPER)
            + line("M-28-4C-44-6-50-20-48-32", 8),
            66,
            500,
        )
    )


def sawyers(pen: Pen) -> str:
    """Two woodcutters at the long saw, a stack of logs behind them."""
    out = sky("winter", pen, 97, 300) + "".join(
        fir(x, 404 - (i % 2) * 12, h)
        for i, (x, h) in enumerate(((26, 230), (92, 190), (420, 210), (482, 250), (160, 150), (352, 150)))
    )
    out += hill([(0, 396), (253, 384), (506, 400)], PAPER)
    for i, (x, y) in enumerate(((196, 388), (244, 388), (292, 388), (220, 346), (268, 346), (244, 304))):
        out += shape(ring(x, y, 24), FAIR, 4) + line(ring(x, y, 13), 3, BROWN) + path(ring(x, y, 4), BROWN)
    out += path(gouge([(20, 430), (150, 440), (300, 428)], 9) + gouge([(260, 500), (380, 496), (490, 504)], 9), SKY)
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
        Folk(coat=RED, legs=BLUE, stockings=BROWN, hat="cap", hat_colour=GREEN, turn=2, beard=BROWN, vest=GOLD),
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
        + fir(330, 350, 110, True)
        + fir(478, 360, 150, True)
        + fir(20, 360, 120, True)
    )
    out += hill([(0, 386), (250, 370), (506, 384)], PAPER)
    out += path(gouge([(10, 420), (120, 412), (260, 424)], 9) + gouge([(200, 500), (340, 494), (500, 504)], 9), SKY)
    man = folk(
        Folk(coat=BROWN, legs=BROWN, hat="cap", hat_colour=RED, turn=-2, beard=CREAM, hair=CREAM, vest=GOLD),
        left=((-64, -176), (-84, -168)),
        right=((56, -196), (62, -246)),
        hold_right=line("M66-250L88-330C60-356 10-350-60-330", 4),
    )
    lady = folk(
        Folk(coat=BLUE, skirt=BLUE, hat="hood", hat_colour=RED, turn=-1, hair=FAIR),
        left=((-50, -176), (-16, -152)),
        right=((50, -176), (16, -152)),
    )
    out += pen.clip(group(lady, 432, 474, k=0.7) + group(man, 354, 456, k=0.7), "M200 0H506V410H200Z")
    body = "M288 384C300 404 330 396 350 372C380 390 440 400 470 340C492 334 500 350 490 366C484 420 450 440 420 440H318C294 430 280 408 288 384Z"
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
        "".join(ring(-116 + 20 * i + 3 * j, -232 + 20 * j - 2 * i, 6) for i in range(4) for j in range(4)),
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
    out += child(boy, 448, 494, 0.72, left=((-60, -212), (-36, -252)), right=((62, -212), (40, -250)), waves="lr")
    bee = "".join(
        path(ring(x - 4, y - 7, 6, 4) + ring(x + 5, y - 7, 6, 4), PAPER, INK, 2)
        + shape(ring(x, y, 9, 6), GOLD, 2.6)
        + line(f"M{x - 2} {y - 5}v10M{x + 4} {y - 4}v8", 2.6)
        for x, y in ((60, 250), (136, 226), (182, 276), (92, 292), (230, 196), (24, 210))
    )
    return out + bee + flowers([(20, 500), (270, 500), (480, 494)], RED)


SCENES = {
    "climbers": climbers,
    "alphorn": alphorn,
    "shepherd": shepherd,
    "sawyers": sawyers,
    "sleigh": sleigh,
    "beekeeper": beekeeper,
}
