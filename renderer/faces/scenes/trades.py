"""Scenes of trades, arts and winter: smithy, fishing, stars, painter, skaters, sleigh bells, carnival."""

from __future__ import annotations

from ..ornament import star
from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, box, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .people import Folk, folk
from .scenery import (
    alps,
    church,
    cloud,
    fir,
    floor,
    flowers,
    hill,
    house,
    lens,
    moon,
    sky,
    stars,
    tree,
    water,
)


def smithy(pen: Pen) -> str:
    """The smith at his anvil before the fire."""
    out = path(box(0, 0, 506, 514), BROWN) + line(
        "".join(f"M{x} {y}h60" for y in range(30, 400, 46) for x in range(-30 + (y // 46 % 2) * 44, 506, 88)), 4
    )
    out += shape("M20 414V250C20 150 196 150 196 250V414Z", INK, 5)
    out += shape(
        "M46 414C24 350 66 330 62 276C92 300 96 330 104 346C112 318 108 290 128 262"
        "C130 310 168 340 170 376C172 396 166 408 160 414Z",
        RED,
        4,
    )
    out += shape(
        "M74 414C62 380 88 366 88 336C104 354 110 372 114 382C120 366 120 350 128 340C134 372 148 386 138 414Z",
        GOLD,
        3.4,
    )
    out += shape("M10 110H206L190 196H26Z", CREAM, 5) + line("M18 150H198", 4) + floor(412, CREAM, DARK_GOLD, 3)
    out += (
        line("M430 130V180M470 130V196M390 130V170", 5)
        + line("M360 130H500", 9)
        + line("M430 180a14 14 0 1 0 4 0M470 196a14 14 0 1 0 4 0M390 170a14 14 0 1 0 4 0", 7, SKY)
    )
    hammer = rod("M40-262L128-322", FAIR, 8, 3) + group(shape("M-34-16H30V16H-34Z", SKY, 4), 130, -322, turn=-34)
    tongs = rod("M-30-132L-92-116", INK, 3, 3) + shape("M-88-124L-150-118V-106L-88-108Z", RED, 3.4)
    smith = folk(
        Folk(
            coat=PAPER, legs=BLUE, stockings=PAPER, hat="cap", hat_colour=RED, beard=INK, hair=INK, turn=-1, vest=BROWN
        ),
        right=((76, -236), (58, -272)),
        hold_right=hammer,
        left=((-58, -168), (-38, -130)),
        hold_left=tongs,
        feet=((-26, 0), (36, 0)),
    )
    apron = shape("M-26-190H26L34-60H-34Z", DARK_GOLD, 4) + line("M-22-188L-14-222M22-188L14-222", 6, DARK_GOLD)
    anvil = "M-84-86H60C56-66 36-56 22-54V-30L44-8V0H-44V-8L-22-30V-54C-56-58-80-70-84-86Z"
    out += group(smith, 350, 490, k=1.12)
    out += group(apron, 350, 490, k=1.12)
    return (
        out
        + group(shape(anvil, INK, 3) + line("M-70-80H50", 5, SKY), 216, 498, k=1.05)
        + path("".join(lens(x, y, 26, 7) for x, y in ((160, 380), (186, 364), (232, 366), (254, 384))), GOLD)
    )


def fishing(pen: Pen) -> str:
    """The fisherman in his punt, and the fish."""
    out = sky("dawn", pen, 81, 220) + alps(
        [(-10, 260), (90, 180), (170, 250), (270, 206), (370, 268), (516, 214)], 320, pen, PAPER, GREEN
    )
    out += (
        hill([(0, 290), (200, 278), (506, 296)], MEADOW)
        + fir(440, 300, 100)
        + fir(480, 304, 80)
        + church(60, 296, 0.55)
        + water(300, pen, 31)
    )
    rod_line = line("M44-240L206-330", 8) + line("M44-240L206-330", 3.4, GOLD) + line("M206-330V-128", 2.4)
    man = folk(
        Folk(coat=RED, legs=BLUE, hat="straw", hat_colour=GOLD, beard=CREAM, hair=CREAM, turn=1, vest=GREEN),
        right=((70, -190), (60, -248)),
        hold_right=rod_line,
        left=((-56, -170), (20, -190)),
    )
    out += group(man, 154, 462, k=0.96)
    out += shape("M20 404C90 428 240 428 316 400L280 462C220 474 100 474 56 462Z", BROWN, 5) + path(
        gouge(bow((40, 424), (166, 452), (298, 420), 7), 9), GOLD
    )
    fish = "M-62 6C-40-30 20-34 52-4L84-28C78-8 80 12 88 28L52 12C20 38-40 34-62 6Z"
    out += group(
        shape(fish, GOLD, 4)
        + line("M-34-14Q-24 4-32 22M-8-16Q0 2-6 22M18-14Q26 2 20 18", 4, DARK_GOLD)
        + path(ring(-46, 0, 5), PAPER, INK, 3)
        + shape("M-10-24L14-44L28-18Z", RED, 3.4),
        386,
        372,
        turn=-58,
        k=0.92,
    )
    return out + path(lens(330, 440, 110, 14) + lens(350, 454, 80, 10) + lens(30, 482, 190, 12), PAPER)


def stargazer(pen: Pen) -> str:
    """The astronomer with his telescope on the tower."""
    out = sky("night", pen, 83, 400) + moon(66, 190, 44) + star(446, 168, 40, 16, 8, PAPER, GOLD)
    out += stars(
        [(240, 250), (440, 250), (392, 300), (476, 320), (444, 392), (40, 290), (60, 390), (40, 130), (246, 330)], 13
    )
    out += line("M440 250L392 300L476 320L444 392", 2.4, SKY)
    out += house(-20, 514, 90, 70, CREAM, RED, 2, lit=True) + house(440, 514, 86, 80, GOLD, DARK_GOLD, 2, lit=True)
    out += (
        shape("M92 514V424H414V514Z", CREAM, 5)
        + shape("M78 400H428V426H78Z", PAPER, 5)
        + line("".join(f"M{x} 450h56" for x in (110, 220, 330)) + "M160 482h56M280 482h56", 4)
    )
    out += shape("".join(f"M{x} 400V374H{x + 38}V400Z" for x in (78, 148, 218, 288, 358, 390)[:5]), PAPER, 4)
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
        Folk(coat=RED, legs=RED, hat="none", hair=CREAM, beard=CREAM, turn=1, vest=GOLD, long_coat=True),
        right=((64, -176), (76, -200)),
        left=((-54, -178), (-18, -184)),
        hold_left=shape("M-50-200L-6-214L4-168L-40-156Z", PAPER, 3.4) + line("M-38-190l28-9M-34-176l28-9", 3),
    )
    robe = shape("M-30-140C-52-90-60-40-62 0H62C60-40 52-90 30-140Z", RED, 4) + stars(
        [(-30, -70), (24, -90), (0, -30), (-44, -20), (44, -28)], 10
    )
    cap = shape("M-27-282L4-372L28-282C10-292-10-292-27-282Z", BLUE, 4) + stars([(2, -312)], 9)
    return out + tripod + group(man + robe + cap, 158, 404, k=0.86) + scope


def painter(pen: Pen) -> str:
    """A painter at her easel in the meadow."""
    out = (
        sky("fair", pen, 85, 240)
        + cloud(430, 160, 0.8)
        + alps([(-10, 290), (80, 230), (150, 290), (260, 240), (380, 300), (516, 250)], 340, pen, SKY, BLUE)
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
        "M-86-150C-100-184-60-206-28-190C-8-178-8-150-28-140C-40-134-44-146-56-142C-68-136-78-136-86-150Z", FAIR, 4
    )
    palette += "".join(
        path(ring(a, b, 7), c)
        for a, b, c in ((-74, -168, RED), (-58, -182, BLUE), (-38, -180, PAPER), (-24, -166, GREEN))
    )
    brush = rod("M44-216L-56-262", GOLD, 4, 2.6) + shape("M-54-268L-82-272L-58-256Z", RED, 3)
    woman = folk(
        Folk(coat=BLUE, skirt=RED, apron=PAPER, hat="straw", hat_colour=GOLD, hair=BROWN, turn=-1),
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
        fir(30, 352, 130, True)
        + fir(484, 350, 140, True)
        + hill([(0, 352), (506, 346)], PAPER)
        + shape("M-4 380C120 360 400 360 510 382V514H-4Z", SKY, 4)
    )
    out += path(lens(30, 410, 190, 9) + lens(260, 402, 200, 8) + lens(90, 500, 160, 8) + lens(330, 494, 150, 8), PAPER)
    blade = line("M-44 10H6M14 10H62", 4)
    man = folk(
        Folk(coat=BROWN, legs=BLUE, stockings=BLUE, hat="cap", hat_colour=RED, turn=1, vest=GOLD, long_coat=True),
        right=((64, -180), (86, -150)),
        left=((-74, -196), (-104, -216)),
        feet=((-36, 0), (24, 0)),
        lean=5,
    )
    scarf = shape("M-26-228C-10-216 14-216 26-228L28-212C14-202-12-202-28-212Z", GOLD, 3.4) + shape(
        "M-26-216L-78-196L-76-178L-20-204Z", GOLD, 3.4
    )
    lady = folk(
        Folk(coat=RED, skirt=GREEN, hat="bonnet", hat_colour=PAPER, hair=FAIR, turn=-1),
        left=((-64, -180), (-86, -150)),
        right=((74, -196), (104, -218)),
        lean=-5,
    )
    muff = line("M-30 6H-4M6 6H34", 4)
    return out + group(man + scarf + blade, 166, 482, k=1.06) + group(lady + muff, 346, 484, k=1.06)


def carnival(pen: Pen) -> str:
    """Carnival: a drummer and a masked lady under streamers."""
    out = path(box(0, 0, 506, 514), CREAM)
    out += path("".join(f"M{x} 0h42l-20 514h-62z" for x in range(-20, 560, 92)), SKY) + floor(400, PAPER, RED, 3)
    streamers = (
        "M0 120C80 180 120 110 200 150M506 130C430 190 390 110 310 150M0 190"
        "C50 230 70 190 100 220M506 200C460 240 440 200 410 226"
    )
    out += line(streamers, 11) + line(streamers, 5, RED)
    confetti = "".join(
        ring(x, y, 6)
        for x, y in ((60, 270), (120, 250), (250, 160), (300, 230), (440, 270), (470, 330), (36, 340), (226, 250))
    )
    out += path(confetti, GOLD, INK, 2.4) + path(
        "".join(box(x, y, 10, 10) for x, y in ((90, 310), (280, 190), (400, 240), (240, 330), (480, 290))), GREEN
    )
    drum = (
        shape("M-52-140H52V-72C30-58-30-58-52-72Z", BLUE, 4)
        + shape("M-52-140C-30-154 30-154 52-140C30-126-30-126-52-140Z", PAPER, 4)
        + line("M-52-132L-30-66L-8-128L14-62L36-130L52-74", 4, GOLD)
    )
    drummer = folk(
        Folk(coat=GOLD, legs=RED, stockings=GREEN, hat="plumed", hat_colour=RED, turn=1, vest=RED),
        left=((-70, -184), (-46, -168)),
        right=((72, -190), (50, -174)),
        hold_left=drum + rod("M-56-180L-14-146", BROWN, 5, 2.6),
        hold_right=rod("M58-188L16-148", BROWN, 5, 2.6),
    )
    mask = shape("M-30-270C-12-278 12-278 30-270C28-252 12-246 0-256C-12-246-28-252-30-270Z", INK, 2) + path(
        ring(-11, -263, 4) + ring(12, -263, 4), PAPER
    )
    lady = folk(
        Folk(coat=BLUE, skirt=GOLD, apron=RED, hat="plumed", hat_colour=BLUE, hair=FAIR, turn=-1),
        left=((-66, -176), (-58, -128)),
        right=((76, -206), (90, -254)),
        hold_right=group(
            shape("M0 0L-44-40C-30-66 30-66 44-40Z", PAPER, 4) + line("M0 0L-22-54M0 0V-58M0 0L22-54", 3, RED),
            92,
            -258,
            turn=14,
            k=0.9,
        ),
    )
    return out + group(drummer, 158, 488, k=1.1) + group(lady + mask, 350, 488, k=1.1)


SCENES = {
    "smithy": smithy,
    "fishing": fishing,
    "stargazer": stargazer,
    "painter": painter,
    "skaters": skaters,
    "carnival": carnival,
}
