"""Scenes of the mountains: climbers, alphorn, shepherd."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import church, house
from .land import alps, fir, flowers, grass, hill, tree
from .people import Folk, folk
from .skies import birds, cloud, sky, sun


def climbers(pen: Pen) -> str:
    """Two on one rope: the first has reached the summit cross and reaches down a hand."""
    out = (
        sky("day", pen, 91, 330)
        + cloud(84, 210, 0.9)
        + cloud(446, 300, 0.8)
        + birds([(150, 150), (186, 170)], 1.1)
    )
    out += alps([(-10, 420), (50, 350), (110, 400), (170, 340), (250, 420)], 514, pen, SKY, BLUE)
    out += shape(
        "M60 520L120 470L150 476L214 386L250 392L312 296L350 300L420 286L520 300V520Z", PAPER, 5
    )
    shade = (
        "M350 300L366 340L340 372L362 420L330 452L352 520H506V300L420 286Z M250 392L262 424"
        "L236 450L254 520H300L280 470L296 440L282 410Z"
    )
    shade += gouge(bow((178, 440), (160, 470), (130, 510), 7), 14) + gouge(
        bow((212, 402), (204, 450), (180, 510), 7), 14
    )
    out += path(shade, BLUE) + path(
        gouge(bow((296, 330), (262, 400), (216, 470), 7), 8)
        + gouge(bow((490, 306), (496, 400), (480, 500), 7), 9),
        SKY,
    )
    out += rod("M446 300V146M412 190H480", BROWN, 9)
    first = folk(
        Folk(
            coat=RED, legs=BROWN, stockings=GREEN, hat_colour=GREEN, turn=-2, vest=GOLD, beard=BROWN
        ),
        left=((-64, -176), (-98, -140)),
        right=((60, -226), (94, -262)),
        hold_right=rod("M98-150V-286", GOLD, 6, 3)
        + shape("M74-284L98-296L126-284L98-284Z", SKY, 3.4),
        feet=(((-36, -74), (-44, -8)), ((26, -64), (22, 0))),
        waves="l",
        lean=-8,
    )
    out += group(first, 350, 304, k=0.6)
    second = folk(
        Folk(coat=BLUE, legs=BROWN, stockings=PAPER, hat="cap", hat_colour=RED, turn=2, vest=GOLD),
        right=((70, -214), (104, -252)),
        left=((-56, -176), (-34, -142)),
        hold_left=rod("M-86-70L-10-196", GOLD, 6, 3)
        + shape("M-36-196L-4-206L16-182L-10-192Z", SKY, 3.4),
        feet=(((-22, -66), (-36, 20)), ((44, -104), (50, -44))),
        waves="r",
        behind=shape("M-58-206C-66-150-56-128-24-128L-24-212Z", GREEN, 4),
        lean=10,
    )
    out += line("M182 360C220 330 300 300 330 236", 7) + line(
        "M182 360C220 330 300 300 330 236", 3, GOLD
    )
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
        + fir(398, 384, 80, pen)
        + fir(430, 388, 64, pen)
    )
    out += hill([(0, 440), (300, 420), (506, 446)], GREEN) + grass(
        20, 460, 490, 500, MEADOW, pen, 13
    )
    horn = (
        "M0-7C-60 60-130 160-190 214C-214 236-250 236-268 206L-284 186L-262 168"
        "C-244 204-226 214-204 196C-150 150-70 60-10-12Z"
    )
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
    return (
        out
        + group(woman, 446, 490, k=0.98)
        + flowers([(40, 486), (90, 470), (230, 492), (400, 500)], PAPER)
    )


def _sheep(turn: int = 1) -> str:
    wool = (
        "M-50-30C-62-40-56-58-42-56C-40-70-20-74-10-64C2-76 22-72 26-60C42-64 52-50 44-38"
        "C52-28 40-14 28-18C20-8 2-8-6-16C-16-8-34-8-38-18C-48-16-54-22-50-30Z"
    )
    head = "M34-52C40-66 56-66 60-54L68-38C68-30 58-26 52-32L38-38Z"
    out = line("M-30-16V4M-14-14V4M14-14V4M28-16V4", 9)
    out += shape(wool, PAPER, 4) + line("M-26-44q8-10 16 0M4-46q8-10 16 0M-12-28q8-10 16 0", 3, SKY)
    return group(
        out
        + shape(head, INK, 3)
        + path(ring(54, -50, 3), PAPER)
        + shape("M36-56C24-62 22-52 30-46Z", INK, 3),
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
        tree(70, 380, 230)
        + hill([(0, 400), (250, 380), (506, 408)], GREEN)
        + grass(10, 420, 496, 500, MEADOW, pen, 17)
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
    dog = (
        "M-30 0V-36C-34-56-30-70-18-82L-26-102L-8-96C6-100 18-92 20-82L34-74"
        "C34-66 26-62 16-64C14-52 22-40 24-24L26 0H12L6-26L-6 0Z"
    )
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


SCENES = {
    "climbers": climbers,
    "alphorn": alphorn,
    "shepherd": shepherd,
}
