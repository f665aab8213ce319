"""Scenes on the way: mountains, river, the post."""

from __future__ import annotations

from ..figures.horse import horse
from ..palette import BLUE, BROWN, CREAM, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import (
    bow,
    box,
    gouge,
    group,
    limb,
    line,
    path,
    ring,
    rod,
    shape,
)
from ..pen import Pen
from .buildings import church, house
from .land import alps, fir, grass, hill, tree, water
from .people import Folk, arm, folk
from .skies import birds, cloud, lens, sky, sun
from .small_heads import small_head


def mountains(pen: Pen) -> str:
    """The Alps, a village church, firs, and a wanderer with his staff."""
    out = sky("day", pen, 3, 250) + sun(426, 128, 36)
    out += alps(
        [
            (-10, 280),
            (40, 190),
            (74, 226),
            (150, 112),
            (196, 196),
            (238, 150),
            (306, 262),
            (352, 214),
            (420, 280),
            (516, 230),
        ],
        360,
        pen,
    )
    out += hill([(0, 330), (230, 288), (506, 330)], MEADOW, GREEN, pen, 4)
    out += church(356, 340, 0.82) + fir(322, 344, 60, pen) + fir(464, 356, 96, pen)
    out += hill([(0, 392), (200, 388), (360, 420), (506, 396)], GREEN) + grass(
        20, 430, 490, 490, MEADOW, pen, 5
    )
    out += shape("M180 514C220 470 220 440 284 404L304 406C280 440 316 470 300 514Z", CREAM, 3.4)
    out += fir(52, 496, 210, pen) + fir(118, 504, 140, pen)
    pack = shape("M-58-206C-66-150-56-128-24-128L-24-212Z", GOLD, 4) + line("M-54-176H-26", 5, RED)
    man = folk(
        Folk(coat=RED, legs=BROWN, hat_colour=GREEN, turn=2, vest=GOLD),
        behind=pack,
        feet=((-34, 0), (26, 0)),
        right=((62, -170), (70, -136)),
        hold_right=rod("M78-240L66 2", GOLD, 6, 3),
        left=((-50, -176), (-26, -142)),
    )
    return out + group(man, 262, 486, k=0.76)


def river(pen: Pen) -> str:
    """The Danube with a sailing boat under a castle on its rock."""
    out = sky("evening", pen, 8, 250) + sun(418, 150, 34)
    castle = "M-70 0V-52H-58V-62H-48V-52H-38V-62H-28V-112H-34V-130H-24V-120H-10V-130H2V-120H10V-112V-46L36-60V-36H64V0Z"
    out += shape(
        "M-10 300C10 250 40 236 66 196C110 182 150 196 168 236C196 270 226 290 250 306V330H-10Z",
        GREEN,
        4,
    )
    out += path(
        gouge(bow((30, 290), (60, 250), (84, 214), 6), 9)
        + gouge(bow((80, 300), (110, 256), (126, 214), 6), 9)
        + gouge(bow((140, 300), (150, 270), (150, 236), 6), 9),
        MEADOW,
    )
    out += group(
        shape(castle, PAPER, 4)
        + path(
            box(-20, -98, 9, 16)
            + box(-20, -74, 9, 16)
            + box(-54, -34, 9, 16)
            + box(30, -26, 9, 14),
            INK,
        )
        + shape("M-34-130L-12-168L10-130Z", RED, 3.6),
        116,
        204,
        k=0.86,
    )
    out += hill([(240, 306), (380, 268), (516, 290)], MEADOW) + water(304, pen, 5)
    out += path(
        "".join(
            lens(418 - w / 2, y, w, 8)
            for y, w in ((318, 70), (336, 46), (356, 62), (378, 36), (402, 54))
        ),
        GOLD,
    )
    x, y = 262, 430
    out += line(f"M{x} {y}V150", 8) + shape(
        f"M{x + 8} 160C{x + 92} 210 {x + 104} 310 {x + 96} 392L{x + 8} 402Z", PAPER, 4.5
    )
    out += shape(f"M{x - 8} 176C{x - 44} 250 {x - 74} 330 {x - 92} 396L{x - 8} 402Z", RED, 4.5)
    out += path(
        "".join(
            gouge(
                bow(
                    (x + 14, 200 + i * 48),
                    (x + 46, 212 + i * 48),
                    (x + 76 + i * 3, 236 + i * 42),
                    6,
                ),
                6,
            )
            for i in range(4)
        ),
        SKY,
    )
    out += shape(f"M{x} 152L{x + 46} 140L{x} 126Z", GOLD, 3.4)
    man = folk(
        Folk(coat=BLUE, hat="straw", hat_colour=GOLD, turn=1),
        right=((58, -170), (84, -150)),
        left=((-56, -160), (-66, -120)),
    )
    out += group(man, x - 112, y + 24, k=0.5)
    hull = (
        f"M{x - 170} {y - 34}C{x - 90} {y - 6} {x + 90} {y - 6} {x + 172} {y - 44}L{x + 128} {y + 34}"
        f"C{x + 50} {y + 48} {x - 70} {y + 48} {x - 128} {y + 34}Z"
    )
    out += shape(hull, BROWN, 4.5) + path(
        gouge(bow((x - 150, y - 12), (x, y + 22), (x + 146, y - 18), 8), 8), GOLD
    )
    return out + path(lens(60, 478, 180, 10) + lens(250, 484, 190, 10), SKY)


def _dust() -> str:
    """Path data of dust behind hooves."""
    return "M330 470q30-16 60 0q-30 8-60 0zM400 462q24-14 50 0q-24 8-50 0zM360 482q40-14 90 0q-40 10-90 0z"


def post_rider(pen: Pen) -> str:
    """The postilion at a gallop, blowing his horn."""
    out = sky("day", pen, 49, 240) + cloud(70, 140, 0.8) + birds([(440, 150), (470, 172)])
    out += (
        hill([(0, 300), (200, 330), (380, 290), (506, 320)], MEADOW, GREEN, pen, 3)
        + house(380, 300, 58, 34, PAPER, RED)
        + tree(470, 316, 110)
    )
    out += hill([(0, 400), (506, 390)], GREEN) + shape(
        "M-4 430C160 414 360 414 510 430V480C340 500 160 500-4 480Z", CREAM, 4
    )
    out += path(_dust(), GOLD)
    back = limb((20, -216), (34, -150), (4, -104), PAPER, 36, 24) + shape(
        "M-6-118H20L22-76C10-64-22-62-36-66L-34-78L-10-84Z", INK, 3
    )
    coat = (
        shape(
            "M-14-320C-40-312-42-280-34-218C-10-206 40-206 62-196C64-240 60-300 22-320Z", GOLD, 4.5
        )
        + line("M4-316V-212", 4)
        + path(ring(14, -290, 4) + ring(14, -264, 4) + ring(14, -238, 4), INK)
    )
    horn = shape("M-34-330C-60-326-86-332-112-352L-118-318C-90-316-60-312-34-322Z", GOLD, 4) + line(
        "M-50-322C-70-290-96-300-88-316", 4, RED
    )
    rider = (
        back
        + coat
        + group(small_head(Folk(hat="top", hat_colour=INK, hair=BROWN, turn=-2)), 2, -356)
    )
    rider += (
        horn
        + arm((-18, -304), ((-62, -274), (-52, -318)), GOLD)
        + arm((30, -300), ((34, -250), (-24, -228)), GOLD)
    )
    saddle = shape("M-36-172C-10-158 40-158 66-168L70-150C40-140-10-140-38-152Z", RED, 4) + shape(
        "M40-168C70-176 92-162 96-140L56-136Z", BROWN, 4
    )
    return out + group(
        horse(PAPER, FAIR, bridle=RED) + saddle + rider + line("M-24-226L-150-160", 4.5, RED),
        272,
        478,
        k=0.78,
    )


SCENES = {"mountains": mountains, "river": river, "post-rider": post_rider}
