"""Scenes of the mountains and of travel: climbers, alphorn, shepherd, river, the post; and engines:
steamer, railway, balloon, the great wheel.
"""

from __future__ import annotations

from ..figures.cavalier import horse
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
    SKY,
    Pen,
    bow,
    box,
    circle_points,
    gouge,
    group,
    limb,
    line,
    path,
    points,
    ring,
    rod,
    shape,
)
from .landscape import (
    alps,
    birds,
    church,
    cloud,
    fir,
    flowers,
    grass,
    hill,
    house,
    lens,
    sky,
    sun,
    tree,
    water,
)
from .people import Folk, arm, folk, small_head


def climbers(pen: Pen) -> str:
    """Two on one rope: the first has reached the summit cross and reaches down a hand."""
    # The sky, and far peaks.
    out = (
        sky("day", pen, 91, 330)
        + cloud(84, 210, 0.9)
        + cloud(446, 300, 0.8)
        + birds([(150, 150), (186, 170)], 1.1)
    )
    out += alps([(-10, 420), (50, 350), (110, 400), (170, 340), (250, 420)], 514, pen, SKY, BLUE)
    # The rock with its shaded flanks, and the cross.
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
    # The first climber, with an ice axe.
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
    # The second one, with axe and pack, and the rope between the two.
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
    out += rod("M182 360C220 330 300 300 330 236", GOLD, 3, 2)
    return out + group(second, 152, 446, k=0.84)


def alphorn(pen: Pen) -> str:
    """A herdsman blows the long horn across the valley; she answers with her hands at her mouth."""
    # The valley at dawn.
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
    # The herdsman with his horn.
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
    # The woman who answers.
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
    """The shepherd pipes to his flock; his dog sits beside him."""
    # The country in the evening.
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
    # The flock.
    for x, y, k, t in ((330, 392, 0.7, 1), (440, 402, 0.76, -1), (386, 440, 0.9, -1)):
        out += group(_sheep(t), x, y, k=k)
    # The shepherd with pipe and cloak.
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
    # The dog.
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


def mountains(pen: Pen) -> str:
    """The Alps, a village church, firs, and a wanderer with his staff."""
    # The Alps, the village, the path.
    out = sky("day", pen, 3, 250) + sun(426, 128, 36)
    out += alps(
        points(
            "-10 280, 40 190, 74 226, 150 112, 196 196, 238 150, 306 262, 352 214, 420 280, 516 230"
        ),
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
    # The wanderer with pack and staff.
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
    # The rock and the castle.
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
    # The far bank, and the sun on the water.
    out += hill([(240, 306), (380, 268), (516, 290)], MEADOW) + water(304, pen, 5)
    out += path(
        "".join(
            lens(418 - w / 2, y, w, 8)
            for y, w in ((318, 70), (336, 46), (356, 62), (378, 36), (402, 54))
        ),
        GOLD,
    )
    # The mast with two sails and a flag.
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
    # The boatman in his boat.
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
    # The country, the road and the dust.
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
    # The rider, drawn part by part as he sits: leg, coat, head, horn and arms.
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
    # The saddle.
    saddle = shape("M-36-172C-10-158 40-158 66-168L70-150C40-140-10-140-38-152Z", RED, 4) + shape(
        "M40-168C70-176 92-162 96-140L56-136Z", BROWN, 4
    )
    return out + group(
        horse(PAPER, FAIR, bridle=RED) + saddle + rider + line("M-24-226L-150-160", 4.5, RED),
        272,
        478,
        k=0.78,
    )


# ----------------------------------------------------------------------------------------- engines


def steamer(pen: Pen) -> str:
    """A paddle steamer with its wake of smoke."""
    # The lake and its banks.
    out = sky("fair", pen, 12, 230)
    out += alps(
        [(-10, 262), (60, 200), (120, 250), (210, 178), (290, 262), (392, 204), (516, 270)],
        320,
        pen,
        SKY,
        BLUE,
    )
    out += (
        hill([(0, 300), (120, 280), (300, 306), (506, 286)], MEADOW)
        + church(392, 304, 0.6, GREEN)
        + fir(70, 306, 62, pen)
        + fir(104, 308, 48, pen)
    )
    out += water(318, pen, 11)
    # The smoke and the funnel.
    smoke = (
        "M272 186C262 150 300 130 320 144C328 112 384 106 396 134C430 116 476 134 470 162"
        "C496 170 496 200 470 200C440 206 420 190 400 192C370 204 340 186 322 188"
        "C306 198 290 202 280 196Z"
    )
    out += shape(smoke, PAPER, 4) + path(
        gouge(bow((300, 172), (330, 156), (366, 168), 6), 8)
        + gouge(bow((380, 166), (412, 146), (450, 172), 6), 8),
        SKY,
    )
    out += shape("M246 196H290L284 330H254Z", RED, 4.5) + path(
        box(249, 214, 38, 20), PAPER, INK, 3.4
    )
    # The deck with windows and railing, and two flags.
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
    # The hull.
    out += shape("M30 344C120 364 380 364 486 336L452 414C380 428 130 428 70 414Z", INK, 4) + path(
        gouge(bow((50, 362), (250, 388), (466, 356), 8), 10), RED
    )
    # The paddle box, the wheel in it.
    out += shape("M196 404V352C196 296 322 296 322 352V404Z", GOLD, 4.5)
    spokes = "".join(
        f"M259 376L{x:.0f} {y:.0f}" for x, y in circle_points(259, 376, 52, 12, 195)[:7]
    )
    out += (
        shape("M207 400V372C207 312 311 312 311 372V400Z", RED, 4)
        + line(spokes, 6, PAPER)
        + path(ring(259, 376, 12), GOLD, INK, 3.4)
    )
    # The wake.
    wake = "".join(
        lens(x, y, w, 13)
        for x, y, w in (
            (20, 424, 130),
            (160, 432, 170),
            (340, 426, 150),
            (60, 450, 150),
            (250, 456, 180),
        )
    )
    return out + path(wake, PAPER) + birds([(70, 150), (120, 176)], 1.2)


def railway(pen: Pen) -> str:
    """A train over a viaduct in the mountains."""
    # The mountains.
    out = sky("dawn", pen, 17, 240)
    out += alps(
        points("-10 300, 70 178, 130 260, 214 150, 270 230, 356 128, 430 226, 516 170"),
        420,
        pen,
        PAPER,
        GREEN,
    )
    out += fir(40, 420, 110, pen) + fir(470, 416, 120, pen) + fir(92, 424, 80, pen)
    # The smoke.
    smoke = (
        "M150 196C140 166 176 150 194 166C204 132 262 134 270 160C300 144 350 156 346 184"
        "C372 190 366 214 344 212C300 220 260 200 236 206C206 220 180 204 164 214Z"
    )
    out += shape(smoke, PAPER, 4) + path(
        gouge(bow((176, 190), (206, 170), (240, 186), 6), 8)
        + gouge(bow((256, 186), (290, 166), (326, 194), 6), 8),
        SKY,
    )
    # The viaduct.
    out += shape("M0 346H506V514H0Z", CREAM, 4.5)
    arches = "".join(f"M{x} 514V424a44 44 0 0 1 88 0V514Z" for x in (-50, 58, 166, 274, 382, 490))
    out += shape(arches, SKY, 4.5) + path(
        "".join(lens(x, y, 46, 6) for x in (-40, 70, 178, 286, 394) for y in (480, 500)), PAPER
    )
    blocks = "".join(f"M{x} 378v-16M{x + 40} 366v-14" for x in range(20, 500, 80))
    out += line("M0 362H506", 4) + line(blocks, 3.4)
    # The engine: wheels, boiler, cab, chimney, and what is on it.
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
    # The carriages.
    for x, colour in ((266, RED), (376, BLUE)):
        out += (
            shape(f"M{x} 236H{x + 104}V314H{x}Z", colour, 4.5)
            + path("".join(box(x + 10 + 31 * i, 252, 22, 28) for i in range(3)), PAPER, INK, 3.4)
            + shape(f"M{x - 4} 226H{x + 108}V238H{x - 4}Z", INK, 2)
        )
    return out + wheels + line("M122 326H222", 6, GOLD) + line("M0 347H506", 8)


def balloon(pen: Pen) -> str:
    """A balloon above the roofs of a town."""
    out = sky("fair", pen, 23, 330) + cloud(76, 190, 0.9) + cloud(446, 250, 0.8)
    # The balloon: three segments, a belt with knobs, and its ropes.
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
        shape(ring(x + a, y + b, 10), PAPER, 3)
        for a, b in ((-82, 38), (-42, 52), (0, 56), (42, 52), (82, 38))
    )
    out += line(
        f"M{x - 60} {y + 100}L{x - 26} 400M{x + 60} {y + 100}L{x + 26} 400M{x - 12} {y + r}L{x - 10} 400"
        f"M{x + 12} {y + r}L{x + 10} 400",
        3.4,
    )
    # Two in the basket.
    left = group(
        folk(Folk(coat=BLUE, hat="top", hat_colour=INK, turn=-1), left=((-60, -230), (-80, -280))),
        x - 14,
        486,
        k=0.34,
    )
    right = group(
        folk(
            Folk(coat=RED, skirt=RED, hat="bonnet", hat_colour=PAPER, turn=1),
            right=((60, -230), (84, -276)),
        ),
        x + 16,
        486,
        k=0.34,
    )
    out += pen.clip(left + right, "M0 0H506V416H0Z")
    out += (
        shape(f"M{x - 38} 414H{x + 38}L{x + 30} 464H{x - 30}Z", DARK_GOLD, 4)
        + line(f"M{x - 34} 430H{x + 34}M{x - 32} 446H{x + 32}", 3, GOLD)
        + shape(f"M{x - 42} 406H{x + 42}V418H{x - 42}Z", GOLD, 3.4)
    )
    # The roofs of the town, and a tower.
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
    return (
        out + birds([(60, 100), (430, 120), (470, 146)], 1.2) + house(296, 524, 72, 56, RED, INK, 2)
    )


def wheel(pen: Pen) -> str:
    """The great wheel in the Prater, with strollers."""
    # The wheel: stays, spokes and rims.
    out = sky("dawn", pen, 71, 330) + cloud(70, 180, 0.7) + cloud(450, 240, 0.7)
    x, y, r = 253, 264, 142
    spokes = "".join(f"M{x} {y}L{px:.0f} {py:.0f}" for px, py in circle_points(x, y, r, 16))
    stays = f"M{x} {y}L{x - 96} 430M{x} {y}L{x + 96} 430M{x - 58} 360H{x + 58}"
    out += rod(stays, SKY, 7)
    out += (
        line(spokes, 3.4)
        + line(ring(x, y, r), 11)
        + line(ring(x, y, r), 4, GOLD)
        + line(ring(x, y, r - 26), 4)
        + shape(ring(x, y, 16), GOLD, 4)
    )
    # The cabins with their windows.
    cabins = circle_points(x, y, r + 4, 12, -75)
    out += path(
        "".join(box(round(px) - 20, round(py) - 13, 40, 28) for px, py in cabins), RED, INK, 4
    )
    out += path(
        "".join(
            box(round(px) - 13, round(py) - 7, 10, 11) + box(round(px) + 3, round(py) - 7, 10, 11)
            for px, py in cabins
        ),
        PAPER,
        INK,
        2,
    )
    # The park.
    out += (
        hill([(0, 410), (506, 410)], MEADOW, GREEN, pen, 5)
        + tree(40, 430, 150)
        + tree(470, 430, 150)
    )
    # The strollers.
    gent = folk(
        Folk(
            coat=BLUE,
            legs=CREAM,
            stockings=CREAM,
            hat="top",
            hat_colour=INK,
            turn=2,
            vest=GOLD,
            long_coat=True,
        ),
        left=((-60, -168), (-66, -124)),
        hold_left=rod("M-64-130L-60 0", GOLD, 5, 3),
    )
    parasol = (
        rod("M70-170V-300", GOLD, 5, 3)
        + shape(
            "M-14-300C4-364 136-364 154-300C130-312 112-312 98-300C84-312 56-312 42-300C28-312 10-312-14-300Z",
            RED,
            4,
        )
        + line("M42-300C48-330 58-346 70-350C82-346 92-330 98-300", 3.4)
    )
    lady = folk(
        Folk(coat=RED, skirt=GREEN, hat="bonnet", hat_colour=GOLD, hair=FAIR, turn=-2),
        right=((66, -180), (68, -196)),
        hold_right=parasol,
        left=((-56, -168), (-40, -120)),
    )
    return out + group(gent, 172, 492, k=0.76) + group(lady, 316, 492, k=0.74)


SCENES = {
    "climbers": climbers,
    "alphorn": alphorn,
    "shepherd": shepherd,
    "mountains": mountains,
    "river": river,
    "post-rider": post_rider,
    "steamer": steamer,
    "railway": railway,
    "balloon": balloon,
    "wheel": wheel,
}
