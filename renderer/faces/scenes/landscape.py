"""Scenes of the land: mountains, river, steamer, railway, windmill, balloon."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, box, circle_points, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .people import Folk, folk
from .scenery import (
    alps,
    birds,
    church,
    cloud,
    fir,
    grass,
    hill,
    house,
    lens,
    sky,
    sun,
    water,
)


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
    out += church(356, 340, 0.82) + fir(322, 344, 60) + fir(464, 356, 96) + fir(492, 372, 72)
    out += hill([(0, 392), (200, 388), (360, 420), (506, 396)], GREEN) + grass(20, 430, 490, 490, MEADOW, pen, 5)
    out += shape("M180 514C220 470 220 440 284 404L304 406C280 440 316 470 300 514Z", CREAM, 3.4)
    out += fir(52, 496, 210) + fir(118, 504, 140)
    pack = shape("M-58-206C-66-150-56-128-24-128L-24-212Z", GOLD, 4) + line("M-54-176H-26", 5, RED)
    man = folk(
        Folk(coat=RED, legs=BROWN, hat_colour=GREEN, turn=1, vest=GOLD),
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
    out += shape("M-10 300C10 250 40 236 66 196C110 182 150 196 168 236C196 270 226 290 250 306V330H-10Z", GREEN, 4)
    out += path(
        gouge(bow((30, 290), (60, 250), (84, 214), 6), 9)
        + gouge(bow((80, 300), (110, 256), (126, 214), 6), 9)
        + gouge(bow((140, 300), (150, 270), (150, 236), 6), 9),
        MEADOW,
    )
    out += group(
        shape(castle, PAPER, 4)
        + path(box(-20, -98, 9, 16) + box(-20, -74, 9, 16) + box(-54, -34, 9, 16) + box(30, -26, 9, 14), INK)
        + shape("M-34-130L-12-168L10-130Z", RED, 3.6),
        116,
        204,
        k=0.86,
    )
    out += hill([(240, 306), (380, 268), (516, 290)], MEADOW) + water(304, pen, 5)
    out += path(
        "".join(lens(418 - w / 2, y, w, 8) for y, w in ((318, 70), (336, 46), (356, 62), (378, 36), (402, 54))), GOLD
    )
    x, y = 262, 430
    out += line(f"M{x} {y}V150", 8) + shape(
        f"M{x + 8} 160C{x + 92} 210 {x + 104} 310 {x + 96} 392L{x + 8} 402Z", PAPER, 4.5
    )
    out += shape(f"M{x - 8} 176C{x - 44} 250 {x - 74} 330 {x - 92} 396L{x - 8} 402Z", RED, 4.5)
    out += path(
        "".join(
            gouge(bow((x + 14, 200 + i * 48), (x + 46, 212 + i * 48), (x + 76 + i * 3, 236 + i * 42), 6), 6)
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
    out += shape(hull, BROWN, 4.5) + path(gouge(bow((x - 150, y - 12), (x, y + 22), (x + 146, y - 18), 8), 8), GOLD)
    return out + path(lens(60, 478, 180, 10) + lens(250, 484, 190, 10), SKY)


def steamer(pen: Pen) -> str:
    """A paddle steamer with its wake of smoke."""
    out = sky("fair", pen, 12, 230)
    out += alps(
        [(-10, 262), (60, 200), (120, 250), (210, 178), (290, 262), (392, 204), (516, 270)], 320, pen, SKY, BLUE
    )
    out += (
        hill([(0, 300), (120, 280), (300, 306), (506, 286)], MEADOW)
        + church(392, 304, 0.6, GREEN)
        + fir(70, 306, 62)
        + fir(104, 308, 48)
    )
    out += water(318, pen, 11)
    smoke = (
        "M272 186C262 150 300 130 320 144C328 112 384 106 396 134C430 116 476 134 470 162"
        "C496 170 496 200 470 200C440 206 420 190 400 192C370 204 340 186 322 188"
        "C306 198 290 202 280 196Z"
    )
    out += shape(smoke, PAPER, 4) + path(
        gouge(bow((300, 172), (330, 156), (366, 168), 6), 8) + gouge(bow((380, 166), (412, 146), (450, 172), 6), 8), SKY
    )
    out += shape("M246 196H290L284 330H254Z", RED, 4.5) + path(box(249, 214, 38, 20), PAPER, INK, 3.4)
    out += shape("M110 300H404V352H110Z", PAPER, 4.5) + path(
        "".join(box(128 + 34 * i, 314, 20, 22) for i in range(8)), BLUE, INK, 3
    )
    out += shape("M84 292H424V304H84Z", GOLD, 4) + line(
        "M104 292V262H400V292M140 262V292M180 262V292M330 262V292M368 262V292", 4
    )
    out += (
        line("M112 340V196M430 350V220", 5)
        + shape("M112 198L64 210L112 224Z", RED, 3.4)
        + shape("M430 222L478 234L430 248Z", GREEN, 3.4)
    )
    out += shape("M30 344C120 364 380 364 486 336L452 414C380 428 130 428 70 414Z", INK, 4) + path(
        gouge(bow((50, 362), (250, 388), (466, 356), 8), 10), RED
    )
    out += shape("M196 404V352C196 296 322 296 322 352V404Z", GOLD, 4.5)
    spokes = "".join(f"M259 376L{x:.0f} {y:.0f}" for x, y in circle_points(259, 376, 52, 12, 195)[:7])
    out += (
        shape("M207 400V372C207 312 311 312 311 372V400Z", RED, 4)
        + line(spokes, 6, PAPER)
        + path(ring(259, 376, 12), GOLD, INK, 3.4)
    )
    wake = "".join(
        lens(x, y, w, 13)
        for x, y, w in ((20, 424, 130), (160, 432, 170), (340, 426, 150), (60, 450, 150), (250, 456, 180))
    )
    return out + path(wake, PAPER) + birds([(70, 150), (120, 176)], 1.2)


def railway(pen: Pen) -> str:
    """A train over a viaduct in the mountains."""
    out = sky("dawn", pen, 17, 240)
    out += alps(
        [(-10, 300), (70, 178), (130, 260), (214, 150), (270, 230), (356, 128), (430, 226), (516, 170)],
        420,
        pen,
        PAPER,
        GREEN,
    )
    out += fir(40, 420, 110) + fir(470, 416, 120) + fir(92, 424, 80)
    smoke = (
        "M150 196C140 166 176 150 194 166C204 132 262 134 270 160C300 144 350 156 346 184"
        "C372 190 366 214 344 212C300 220 260 200 236 206C206 220 180 204 164 214Z"
    )
    out += shape(smoke, PAPER, 4) + path(
        gouge(bow((176, 190), (206, 170), (240, 186), 6), 8) + gouge(bow((256, 186), (290, 166), (326, 194), 6), 8), SKY
    )
    out += shape("M0 346H506V514H0Z", CREAM, 4.5)
    arches = "".join(f"M{x} 514V424a44 44 0 0 1 88 0V514Z" for x in (-50, 58, 166, 274, 382, 490))
    out += shape(arches, SKY, 4.5) + path(
        "".join(lens(x, y, 46, 6) for x in (-40, 70, 178, 286, 394) for y in (480, 500)), PAPER
    )
    blocks = "".join(f"M{x} 378v-16M{x + 40} 366v-14" for x in range(20, 500, 80))
    out += line("M0 362H506", 4) + line(blocks, 3.4)
    wheels = "".join(
        shape(ring(x, 326, r), RED, 4.5) + path(ring(x, 326, 6), INK)
        for x, r in ((122, 20), (172, 20), (222, 20), (300, 17), (350, 17), (400, 17), (450, 17))
    )
    out += (
        shape("M84 246H186V312H84Z", GREEN, 4.5)
        + shape("M184 218H252V314H184Z", INK, 4)
        + shape("M176 206H260V222H176Z", RED, 4)
    )
    out += (
        path(box(198, 232, 36, 34), GOLD, INK, 3.4)
        + shape("M112 248L104 196H140L132 248Z", INK, 4)
        + shape("M98 196H146V182H98Z", GOLD, 3.6)
    )
    out += (
        shape("M156 246a14 14 0 0 1 28 0z", GOLD, 3.6)
        + line("M92 246V312M104 246V312", 5, GOLD)
        + shape("M84 312L52 340H100V312Z", RED, 4)
        + shape(ring(84, 270, 12), GOLD, 3.6)
    )
    for x, colour in ((266, RED), (376, BLUE)):
        out += (
            shape(f"M{x} 236H{x + 104}V314H{x}Z", colour, 4.5)
            + path("".join(box(x + 10 + 31 * i, 252, 22, 28) for i in range(3)), PAPER, INK, 3.4)
            + shape(f"M{x - 4} 226H{x + 108}V238H{x - 4}Z", INK, 2)
        )
    return out + wheels + line("M122 326H222", 6, GOLD) + line("M0 347H506", 8)


def windmill(pen: Pen) -> str:
    """A windmill, and the miller with a sack on his shoulder."""
    out = sky("day", pen, 21, 220) + cloud(64, 128, 0.8) + cloud(440, 190, 0.7)
    out += hill([(0, 370), (180, 318), (330, 320), (506, 380)], GOLD, DARK_GOLD, pen, 3)
    x, y = 320, 200
    out += shape(f"M{x - 52} {y + 10}L{x - 84} 400H{x + 84}L{x + 52} {y + 10}Z", PAPER, 4.5) + path(
        gouge([(x + 34, y + 30), (x + 46, 300), (x + 56, 390)], 12)
        + gouge([(x + 14, y + 60), (x + 22, 300), (x + 28, 380)], 8),
        SKY,
    )
    out += shape(f"M{x - 60} {y + 16}C{x - 54} {y - 50} {x + 54} {y - 50} {x + 60} {y + 16}Z", RED, 4.5)
    out += shape(f"M{x - 20} 400V350a20 20 0 0 1 40 0V400Z", BROWN, 4) + path(box(x - 13, 250, 26, 34), BLUE, INK, 3.6)
    sail = (
        rod("M0 0V-196", BROWN, 7, 3)
        + shape("M6-188H48V-46H6Z", CREAM, 4)
        + line("M6-152H48M6-118H48M6-82H48M27-188V-46", 3)
    )
    out += "".join(group(sail, x, y, k=0.86, turn=a) for a in (24, 114, 204, 294)) + shape(ring(x, y, 15), GOLD, 4)
    out += hill([(0, 420), (250, 396), (506, 430)], GREEN) + grass(230, 436, 496, 494, MEADOW, pen, 6)
    sack = shape("M-60-246C-72-286-30-304 4-298C34-304 52-276 40-244C10-232-30-232-60-246Z", CREAM, 4) + path(
        gouge(bow((-44, -252), (-20, -270), (22, -262), 6), 7), GOLD
    )
    man = folk(
        Folk(coat=PAPER, legs=SKY, stockings=PAPER, hat="cap", hat_colour=PAPER, beard=CREAM, turn=1, vest=SKY),
        behind="",
        left=((-64, -224), (-46, -262)),
        hold_left=group(sack, -34, 6, k=0.9),
        right=((60, -172), (48, -128)),
        feet=((-30, 0), (28, 0)),
    )
    return out + group(man, 124, 488, k=0.94)


def balloon(pen: Pen) -> str:
    """A balloon above the roofs of a town."""
    out = sky("fair", pen, 23, 330) + cloud(76, 190, 0.9) + cloud(446, 250, 0.8)
    x, y, r = 253, 226, 118
    out += shape(ring(x, y, r), RED, 5)
    out += shape(
        f"M{x} {y - r}C{x - 100} {y - 60} {x - 70} {y + 70} {x - 22} {y + r - 2}H{x + 22}"
        f"C{x + 70} {y + 70} {x + 100} {y - 60} {x} {y - r}"
        "Z",
        GOLD,
        4,
    )
    out += shape(
        f"M{x} {y - r}C{x - 40} {y - 50} {x - 30} {y + 70} {x - 8} {y + r}H{x + 8}"
        f"C{x + 30} {y + 70} {x + 40} {y - 50} {x} {y - r}"
        "Z",
        RED,
        4,
    )
    out += shape(
        f"M{x - r} {y + 2}C{x - 60} {y + 46} {x + 60} {y + 46} {x + r} {y + 2}L{x + r - 5} {y + 34}"
        f"C{x + 50} {y + 76} {x - 50} {y + 76} {x - r + 5} {y + 34}Z",
        BLUE,
        4,
    )
    out += "".join(
        shape(ring(x + a, y + b, 10), PAPER, 3) for a, b in ((-82, 38), (-42, 52), (0, 56), (42, 52), (82, 38))
    )
    out += line(
        f"M{x - 60} {y + 100}L{x - 26} 400M{x + 60} {y + 100}L{x + 26} 400M{x - 12} {y + r}L{x - 10} 400"
        f"M{x + 12} {y + r}L{x + 10} 400",
        3.4,
    )
    left = group(
        folk(Folk(coat=BLUE, hat="top", hat_colour=INK, turn=-1), left=((-60, -230), (-80, -280))), x - 14, 486, k=0.34
    )
    right = group(
        folk(Folk(coat=RED, skirt=RED, hat="bonnet", hat_colour=PAPER, turn=1), right=((60, -230), (84, -276))),
        x + 16,
        486,
        k=0.34,
    )
    out += left + right
    out += (
        shape(f"M{x - 38} 414H{x + 38}L{x + 30} 464H{x - 30}Z", DARK_GOLD, 4)
        + line(f"M{x - 34} 430H{x + 34}M{x - 32} 446H{x + 32}", 3, GOLD)
        + shape(f"M{x - 42} 406H{x + 42}V418H{x - 42}Z", GOLD, 3.4)
    )
    out += (
        house(-6, 514, 74, 86, PAPER, RED)
        + house(70, 514, 62, 60, GOLD, GREEN, 1)
        + house(374, 514, 60, 70, CREAM, BLUE, 1)
        + house(436, 514, 78, 96, PAPER, RED)
    )
    out += (
        shape("M134 514V424H166V514Z", PAPER, 4)
        + shape("M128 426C118 396 142 384 150 356C158 384 182 396 172 426Z", GREEN, 4)
        + path("M144 470v-18a6 6 0 0 1 12 0v18z", INK)
    )
    return out + birds([(60, 100), (430, 120), (470, 146)], 1.2) + house(296, 524, 72, 56, RED, INK, 2)


SCENES = {
    "mountains": mountains,
    "river": river,
    "steamer": steamer,
    "railway": railway,
    "windmill": windmill,
    "balloon": balloon,
}
