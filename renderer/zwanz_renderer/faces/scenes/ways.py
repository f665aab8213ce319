"""Scenes by water and in the open: raft, swing, washing day, kites."""

from __future__ import annotations

from ..pen import (
    BLUE,
    BROWN,
    CREAM,
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
    gouge,
    group,
    line,
    path,
    points,
    ring,
    rod,
    shape,
)
from .landscape import (
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
    tree,
    water,
)
from .people import Folk, child, folk


def raft(pen: Pen) -> str:
    """Raftsmen steer a raft of logs through the narrows of the Danube."""
    out = sky("day", pen, 111, 240)
    out += shape("M-10 330V180C30 160 60 190 86 230C110 262 130 300 150 330Z", GREEN, 4.5) + path(
        gouge(bow((10, 300), (20, 240), (14, 196), 6), 12)
        + gouge(bow((56, 316), (56, 270), (46, 216), 6), 11),
        MEADOW,
    )
    out += shape(
        "M516 330V150C470 150 440 200 414 250C400 280 380 310 370 330Z", GREEN, 4.5
    ) + path(
        gouge(bow((490, 300), (480, 240), (494, 180), 6), 12)
        + gouge(bow((430, 316), (442, 270), (456, 220), 6), 11),
        MEADOW,
    )
    out += (
        hill([(100, 326), (250, 296), (400, 326)], MEADOW)
        + church(236, 312, 0.6)
        + fir(50, 204, 70, pen)
        + fir(470, 190, 80, pen)
        + water(326, pen, 41)
    )
    logs = ""
    for i in range(5):
        y = 404 + 17 * i
        logs += shape(
            f"M{30 - 4 * i} {y}H{466 + 6 * i}V{y + 17}H{30 - 4 * i}Z", (FAIR, BROWN)[i % 2], 3.6
        ) + shape(ring(466 + 6 * i, y + 8.5, 8.5), CREAM, 3)
    out += (
        logs
        + line("M110 402L98 490M392 402L408 490", 9)
        + line("M110 402L98 490M392 402L408 490", 4, GOLD)
    )
    out += (
        shape("M226 404V356L262 328L298 356V404Z", GOLD, 4)
        + shape("M214 362L262 318L310 362L300 370L262 336L224 370Z", RED, 3.4)
        + path("M252 404v-26h20v26z", INK)
    )
    left = folk(
        Folk(
            coat=BLUE,
            legs=BROWN,
            stockings=INK,
            hat="felt",
            hat_colour=GREEN,
            turn=-2,
            beard=BROWN,
            vest=RED,
        ),
        left=((-62, -166), (-82, -158)),
        right=((30, -160), (-30, -148)),
        hold_left=rod("M60-130L-190-182", FAIR, 7, 3)
        + shape("M-176-196L-230-206L-234-184L-176-168Z", FAIR, 3.6),
        feet=(((-30, -66), (-50, 0)), ((26, -64), (38, 0))),
        lean=-7,
    )
    right = folk(
        Folk(
            coat=RED,
            legs=GREEN,
            stockings=INK,
            hat="cap",
            hat_colour=BLUE,
            turn=2,
            hair=FAIR,
            vest=GOLD,
        ),
        right=((70, -182), (74, -150)),
        left=((-6, -150), (56, -196)),
        hold_right=rod("M46-290L112 70", FAIR, 6, 3),
        feet=((-30, 0), (30, 0)),
        lean=5,
    )
    return (
        out
        + group(left, 158, 452, k=0.98)
        + group(right, 362, 450, k=0.98)
        + path(lens(40, 500, 170, 12) + lens(260, 504, 190, 12), PAPER)
    )


def swing(pen: Pen) -> str:
    """A girl on the swing under the lime tree; he pushes."""
    out = (
        sky("fair", pen, 113, 230)
        + cloud(440, 180, 0.7)
        + hill([(0, 350), (220, 324), (506, 350)], MEADOW, GREEN, pen, 19)
        + house(420, 344, 60, 34, PAPER, RED)
    )
    out += shape(
        "M60 500C76 420 70 340 66 270L20 210L34 200L76 240L84 150H112L116 226L150 190"
        "L162 200L122 262C124 350 128 430 150 500Z",
        BROWN,
        4.5,
    )
    out += shape(
        "M-20 210C-40 130 20 70 90 84C120 40 200 40 226 78C280 60 340 90 330 140C346 186 300 206 262 190"
        "C240 214 190 216 170 194C140 224 90 220 74 200C40 226 0 230-20 210Z",
        GREEN,
        4.5,
    )
    out += path(
        "".join(
            gouge(bow((x, y), (x + 14, y - 20), (x + 46, y - 14), 6), 8)
            for x, y in points("10 150, 70 120, 140 90, 220 110, 270 160, 110 170, 190 156")
        ),
        MEADOW,
    )
    out += line("M262 196L352 390M306 180L420 360", 8) + line(
        "M262 196L352 390M306 180L420 360", 3.4, GOLD
    )
    girl = folk(
        Folk(coat=RED, skirt=RED, apron=PAPER, hat="none", hair=FAIR, turn=2),
        right=((38, -186), (12, -226)),
        left=((-58, -186), (-52, -222)),
        form="seat",
        lean=-16,
    )
    plank = shape("M-42-126H44V-112H-42Z", BROWN, 4)
    out += group(plank + girl, 404, 482, k=0.94, turn=-18)
    lad = folk(
        Folk(coat=BLUE, legs=BROWN, hat="straw", hat_colour=GOLD, turn=2, vest=RED),
        right=((74, -186), (104, -206)),
        left=((10, -168), (86, -176)),
        feet=(((-30, -62), (-52, 0)), ((32, -66), (40, 0))),
        waves="r",
        lean=8,
    )
    out += group(lad, 172, 494, k=1.0)
    return (
        out
        + flowers([(30, 480), (270, 488), (470, 478), (440, 500)], PAPER)
        + flowers([(60, 500), (310, 500)], RED)
    )


def washing(pen: Pen) -> str:
    """Washing day at the brook: one wrings, one hangs the linen in the wind."""
    out = sky("day", pen, 115, 240) + cloud(70, 170, 0.8)
    out += (
        hill([(0, 320), (160, 296), (340, 322), (506, 300)], MEADOW, GREEN, pen, 20)
        + house(16, 322, 90, 50, PAPER, RED)
        + tree(470, 350, 150)
    )
    out += hill([(0, 388), (260, 376), (506, 392)], GREEN) + rod(
        "M130 400V176M476 410V190", BROWN, 8
    )
    out += line("M130 190Q300 224 476 204", 4)
    out += shape(
        "M166 198L236 206C240 260 224 296 244 330L176 322C160 290 176 250 166 198Z", PAPER, 4
    ) + shape("M250 208H306L314 306H286L280 256L270 306H240Z", BLUE, 4)
    out += path(
        gouge(bow((186, 214), (196, 260), (192, 306), 6), 7)
        + gouge(bow((214, 216), (216, 270), (222, 310), 6), 7),
        SKY,
    )
    out += shape("M-4 470C120 446 240 476 360 456C420 448 470 452 510 448V520H-4Z", BLUE, 4) + path(
        lens(20, 490, 110, 9) + lens(190, 496, 150, 9) + lens(380, 480, 110, 9), SKY
    )
    cloth = shape(
        "M-34-262L44-250C56-220 30-190 46-150L-26-158C-40-190-20-220-34-262Z", RED, 4
    ) + path(gouge(bow((-8, -244), (4, -210), (0, -176), 6), 7), PAPER)
    hanging = folk(
        Folk(coat=BLUE, skirt=GOLD, apron=PAPER, hat="scarf", hat_colour=RED, turn=-2),
        left=((-64, -232), (-66, -284)),
        right=((20, -246), (2, -282)),
        hold_left=group(cloth, -36, -20, k=0.9),
        feet=((-20, 0), (20, 0)),
    )
    out += group(hanging, 408, 468, k=0.98)
    wring = (
        shape(
            "M-104-128C-92-150-40-120 16-140C30-130 24-116 10-118C-40-104-84-128-98-112Z", PAPER, 4
        )
        + line("M-84-130l8 14M-60-130l8 14M-36-130l8 14M-12-134l8 14", 3)
        + line("M-90-108v14M-70-104v22M-50-104v12", 4, SKY)
    )
    wringing = folk(
        Folk(coat=RED, skirt=GREEN, apron=SKY, hat="none", hair=BROWN, turn=-2),
        left=((-68, -160), (-98, -124)),
        right=((48, -156), (12, -132)),
        hold_right=wring,
        lean=-10,
    )
    tub = (
        shape("M-62-50H62L50 0H-50Z", FAIR, 4)
        + line("M-58-36H58M-54-14H54", 5, BROWN)
        + path("M-50-50q12-18 24-6q14-18 28-2q14-14 24 8z", PAPER, INK, 3.4)
    )
    return out + group(wringing, 142, 464, k=1.02) + group(tub, 268, 464, k=0.8)


def kites(pen: Pen) -> str:
    """Autumn: children fly a kite on the stubble field."""
    out = (
        sky("fair", pen, 117, 260) + cloud(84, 190, 0.8) + birds([(60, 250), (96, 240), (130, 254)])
    )
    out += (
        hill([(0, 316), (180, 290), (360, 312), (506, 284)], MEADOW)
        + church(84, 308, 0.56)
        + tree(470, 320, 130, GOLD)
        + tree(420, 326, 90, RED)
    )
    out += hill([(0, 370), (260, 346), (506, 372)], GOLD, FAIR, pen, 21) + hill(
        [(0, 450), (240, 430), (506, 452)], FAIR
    )
    kite = "M0-62L42 0L0 66L-42 0Z"
    tail = "M0 66C-20 100 20 120-6 150C-20 174 10 186 0 200"
    bows = "".join(
        shape(f"M{x - 14} {y - 7}L{x + 14} {y + 7}V{y - 7}L{x - 14} {y + 7}Z", c, 3)
        for x, y, c in ((-4, 96, BLUE), (2, 126, GREEN), (-8, 158, RED))
    )
    out += line("M372 204C330 260 280 300 236 316", 3)
    out += group(
        shape(kite, RED, 4.5)
        + path("M0-62L42 0H0ZM0 66L-42 0H0Z", GOLD)
        + line("M0-62V66M-42 0H42" + kite, 4)
        + line(tail, 4)
        + bows,
        398,
        168,
        turn=28,
    )
    boy = Folk(coat=BLUE, legs=BROWN, hat="cap", hat_colour=RED, turn=2, hair=FAIR, vest=GOLD)
    out += child(
        boy,
        190,
        494,
        0.86,
        right=((58, -220), (54, -206)),
        left=((0, -170), (44, -186)),
        feet=(((-26, -66), (-62, -26)), ((34, -80), (44, -4))),
        lean=-6,
    )
    girl = Folk(coat=RED, skirt=GREEN, apron=PAPER, hat="none", turn=2, hair=BROWN)
    out += child(
        girl,
        78,
        496,
        0.8,
        right=((60, -220), (88, -262)),
        waves="r",
        left=((-58, -180), (-66, -150)),
        form="swing",
    )
    small = Folk(coat=GOLD, legs=BLUE, hat="none", turn=-2, hair=INK, vest=PAPER)
    out += child(
        small,
        360,
        498,
        0.7,
        left=((-60, -220), (-78, -276)),
        right=((60, -214), (80, -270)),
        waves="lr",
    )
    return out + grass(250, 470, 330, 504, BROWN, pen, 22)


SCENES = {"raft": raft, "swing": swing, "washing": washing, "kites": kites}
