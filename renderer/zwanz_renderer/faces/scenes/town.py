"""Scenes of the town: coffee house, card players, lamplighter, cyclist. By water and in the open: raft,
swing, washing day, kites.
"""

from __future__ import annotations

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
    floor,
    flowers,
    grass,
    hill,
    house,
    lens,
    moon,
    sky,
    stars,
    strokes,
    tree,
    water,
)
from .people import Folk, child, folk


def coffee_house(pen: Pen) -> str:
    """The waiter balances his tray; a lady with her cup and a slice of cake."""
    # The room with two tall windows.
    out = (
        path(box(0, 0, 506, 514), CREAM)
        + path(strokes(0, 0, 506, 260, pen, 14, deepest=8), GOLD)
        + floor(420, PAPER, INK, 3)
    )
    for x in (14, 372):
        out += shape(f"M{x} 380V210a60 60 0 0 1 120 0V380Z", SKY, 5) + line(
            f"M{x + 60} 150V380M{x} 270h120", 4.5
        )
        out += path(gouge(bow((x + 16, 250), (x + 30, 220), (x + 40, 178), 6), 8), PAPER)
    # The waiter with tray and napkin.
    waiter = folk(
        Folk(
            coat=INK,
            legs=INK,
            stockings=INK,
            hat="none",
            hair=BROWN,
            turn=2,
            vest=PAPER,
            moustache=BROWN,
        ),
        left=((-66, -214), (-74, -266)),
        right=((58, -172), (40, -148)),
        hold_left=shape("M-130-280H-22L-30-268H-122Z", SKY, 3.6)
        + shape("M-118-282v-22h28v22zM-64-282v-30h22v30z", PAPER, 3.4)
        + shape("M-90-298h10v10h-10z", PAPER, 3),
        hold_right=shape("M28-150h30l4 46l-30 4z", PAPER, 3.4),
        feet=(((-26, -68), (-44, 0)), ((30, -70), (40, 0))),
    )
    out += group(waiter, 176, 476, k=1.04)
    # The lady on her chair.
    lady = folk(
        Folk(coat=RED, skirt=BLUE, hat="plumed", hat_colour=GREEN, hair=FAIR, turn=-2),
        left=((-56, -170), (-50, -212)),
        hold_left=shape("M-68-232h26c0 16-6 22-13 22s-13-6-13-22z", PAPER, 3.2),
        right=((46, -156), (-14, -138)),
        form="seat",
    )
    out += shape("M424 380h62v12h-62z", BROWN, 4) + line("M478 300V500M432 392V500", 8)
    out += group(lady, 444, 524, k=0.98)
    # The table with cup and cake.
    out += (
        shape("M250 398C250 384 398 384 398 398C398 412 250 412 250 398Z", PAPER, 4.5)
        + rod("M324 412V480", INK, 6)
        + shape("M290 496L324 470L358 496Z", INK, 3)
    )
    cup = shape("M-16-22H16C16-4 8 0 0 0S-16-4-16-22Z", PAPER, 3.4) + line(
        "M16-18c12 0 10 14-2 12", 3.4
    )
    cake = shape("M-30 0V-24L22-34L34-10V0Z", GOLD, 3.4) + line("M-30-12L34-4", 5, RED)
    return out + group(cup, 284, 396) + group(cake, 340, 398)


def card_players(pen: Pen) -> str:
    """Three at the card table: one is about to play, one holds his cards close, one looks on."""
    # The room, and the lamp with its light.
    out = path(box(0, 0, 506, 514), GREEN) + path(strokes(0, 0, 506, 300, pen, 15, deepest=9), INK)
    out += path(box(0, 330, 506, 190), BROWN) + line(
        "M0 330H506M70 330V514M180 330V514M326 330V514M436 330V514", 4
    )
    out += (
        line("M253 0V116", 4)
        + shape("M199 166C207 108 299 108 307 166Z", GOLD, 4.5)
        + path(gouge(bow((220, 156), (230, 132), (250, 126), 5), 6), PAPER)
    )
    out += shape("M207 166h92l40 80h-172z", CREAM, 0.1)
    # The woman who looks on.
    looker = folk(
        Folk(coat=GOLD, skirt=GOLD, hat="scarf", hat_colour=RED, turn=0, apron=PAPER),
        left=((-50, -160), (-30, -120)),
        right=((50, -170), (24, -196)),
    )
    out += group(looker, 253, 532, k=1.0)
    # The players: one with a card in the air, one with a fan held close.
    fan = "".join(
        group(shape(box(-13, -58, 26, 46, 4), PAPER, 3), turn=a) for a in (-34, -11, 12, 35)
    )
    left = folk(
        Folk(
            coat=RED,
            legs=BLUE,
            hat="felt",
            hat_colour=GREEN,
            beard=CREAM,
            hair=CREAM,
            turn=2,
            vest=GOLD,
            stout=True,
        ),
        right=((84, -236), (96, -292)),
        hold_right=group(
            shape(box(-17, -52, 34, 58, 4), PAPER, 3.4) + path("M0-38l8 12-8 12-8-12z", RED),
            100,
            -290,
            turn=14,
        ),
        left=((-44, -152), (66, -158)),
        hold_left=group(fan, 72, -160, turn=10),
    )
    right = folk(
        Folk(coat=BLUE, legs=INK, hat="none", hair=INK, moustache=INK, turn=-2, vest=PAPER),
        left=((-66, -154), (-48, -196)),
        hold_left=group(fan, -50, -200, turn=-16),
        right=((54, -160), (-20, -146)),
    )
    out += group(left, 96, 546, k=1.12) + group(right, 412, 546, k=1.12)
    # The table with three cards of a trick, and a mug of beer.
    out += shape("M104 420H402L442 470H64Z", GREEN, 5) + line("M122 428H384L412 462H94Z", 4, GOLD)
    out += shape("M64 470H442V490H64Z", DARK_GOLD, 4.5)
    laid = ((210, 446, -14, RED), (262, 440, 8, BLUE), (306, 450, 24, GOLD))
    out += "".join(
        group(
            shape("M-24 10L-14-10H20L28 10Z", PAPER, 3.4) + path(ring(3, 0, 6), c),
            x,
            y,
            turn=a * 0.3,
        )
        for x, y, a, c in laid
    )
    return (
        out
        + shape("M350 446v-30h26v30c0 6-26 6-26 0z", GOLD, 3.6)
        + line("M376 420c14 0 12 20-2 18", 4)
        + path("M350 414c4-8 22-8 26 0v6h-26z", PAPER, INK, 3)
    )


def lamplighter(pen: Pen) -> str:
    """The lamplighter on his round; a child and a dog follow."""
    # The street at night.
    out = (
        sky("night", pen, 22, 360)
        + moon(70, 170, 40)
        + stars([(150, 210), (96, 280), (452, 180), (470, 280), (204, 130)], 12)
    )
    out += (
        house(-24, 430, 100, 170, CREAM, RED, 2, lit=True)
        + house(90, 430, 76, 120, GOLD, GREEN, 1, lit=True)
        + house(432, 430, 96, 150, PAPER, BLUE, 2, lit=True)
    )
    out += (
        path(box(0, 428, 506, 90), SKY)
        + line("M0 428H506", 4)
        + line("M20 452h60M120 470h70M230 448h50M300 484h80M400 456h60M60 494h80", 4, BLUE)
    )
    # The lamp: rays, post, glass and flame.
    out += path(
        "".join(
            gouge([(a, b), ((a + c) / 2, (b + d) / 2), (c, d)], 9, 0.3)
            for (a, b), (c, d) in zip(
                circle_points(358, 196, 58, 12, -75),
                circle_points(358, 196, 96, 12, -75),
                strict=True,
            )
        ),
        GOLD,
    )
    out += (
        shape("M350 470V252H366V470ZM334 480L342 462H374L382 480Z", INK, 3)
        + shape("M334 252L322 172H394L382 252Z", GOLD, 4.5)
        + shape("M314 172L358 138L402 172Z", INK, 3)
    )
    out += line("M358 172V252", 3.4) + shape("M358 236c-12-14-4-24 0-36c4 12 12 22 0 36z", RED, 3)
    # The man with his pole.
    pole = rod("M76-120L118-292", BROWN, 5, 3) + line("M118-292q10-10 14 2", 5, GOLD)
    man = folk(
        Folk(
            coat=RED,
            legs=BLUE,
            hat="top",
            hat_colour=INK,
            turn=2,
            beard=CREAM,
            hair=CREAM,
            long_coat=True,
            vest=GOLD,
        ),
        right=((72, -194), (96, -202)),
        left=((30, -150), (80, -142)),
        hold_right=pole,
        feet=(((-26, -66), (-50, 0)), ((30, -68), (40, 0))),
    )
    out += group(man, 228, 478, k=1.1)
    # The child and the dog.
    girl = Folk(coat=GREEN, skirt=GOLD, hat="hood", hat_colour=RED, turn=2, hair=FAIR)
    out += child(
        girl,
        120,
        486,
        0.66,
        right=((60, -226), (84, -272)),
        waves="r",
        left=((-52, -168), (-50, -130)),
    )
    dog = (
        "M-46-28C-58-32-62-44-58-52C-50-46-42-42-34-44H14C18-60 30-70 42-66L60-54L56-44"
        "L40-42L34-28L38 0H26L20-22H-22L-30 0H-42Z"
    )
    return out + group(
        shape(dog, PAPER, 4) + shape("M26-62L20-44L34-46Z", BROWN, 3) + path(ring(42, -55, 3), INK),
        440,
        496,
        k=1,
        flip=True,
    )


def cyclist(pen: Pen) -> str:
    """A gentleman on his penny-farthing greets; a goose runs out of the way."""
    # The country and the road.
    out = (
        sky("dawn", pen, 39, 250)
        + cloud(78, 150, 0.8)
        + hill([(0, 320), (160, 290), (340, 316), (506, 284)], MEADOW, GREEN, pen, 8)
    )
    out += (
        house(402, 316, 64, 40, PAPER, RED)
        + tree(330, 330, 120)
        + tree(36, 360, 190)
        + hill([(0, 404), (506, 398)], GREEN)
    )
    out += shape("M-4 450C160 434 360 434 510 448V500C340 486 160 486-4 500Z", CREAM, 4)
    # The high wheel, the small one, and the frame.
    x, y, r = 262, 376, 96
    spokes = "".join(f"M{x} {y}L{px:.0f} {py:.0f}" for px, py in circle_points(x, y, r, 14))
    out += (
        line(spokes, 3)
        + line(ring(x, y, r), 12)
        + line(ring(x, y, r), 4, SKY)
        + shape(ring(x, y, 11), GOLD, 3.4)
    )
    sx, sy, s = 398, 440, 32
    out += (
        line("".join(f"M{sx} {sy}L{px:.0f} {py:.0f}" for px, py in circle_points(sx, sy, s, 8)), 3)
        + line(ring(sx, sy, s), 10)
        + line(ring(sx, sy, s), 3.4, SKY)
    )
    out += rod(f"M{x} {y}L250 262C320 264 390 340 {sx} {sy}", GREEN, 7) + rod(
        "M224 250L258 240", INK, 4, 2.6
    )
    # The rider.
    man = folk(
        Folk(
            coat=BLUE,
            legs=BROWN,
            stockings=GOLD,
            hat="bowler",
            hat_colour=INK,
            turn=-2,
            vest=GOLD,
            moustache=BROWN,
        ),
        left=((-62, -182), (-54, -148)),
        right=((72, -232), (100, -274)),
        waves="r",
        feet=(((-40, -112), (-12, -20)), ((-20, -92), (8, 30))),
        lean=-4,
    )
    out += group(man, 284, 382, k=0.9)
    # The goose.
    goose = "M-30 0C-56-8-60-34-40-38C-20-44 0-44 16-36C20-54 22-70 34-74C44-78 52-70 50-60L64-54L50-50C44-30 40-8 10 0Z"
    out += group(
        line("M-10 0L-16 22L-26 22M8 0L14 22L4 22", 5, GOLD)
        + shape(goose, PAPER, 4)
        + shape("M50-62L66-54L49-50Z", GOLD, 3)
        + path(ring(42, -62, 3), INK)
        + path(gouge(bow((-34, -24), (-16, -10), (6, -18), 6), 7), SKY),
        92,
        470,
        k=1,
        flip=True,
    )
    return out


# ------------------------------------------------------------------------ by water and in the open


def raft(pen: Pen) -> str:
    """Raftsmen steer a raft of logs through the narrows of the Danube."""
    # The narrows: cliffs on both sides, a village between them.
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
    # The raft of five logs, tied twice, and its hut.
    logs = ""
    for i in range(5):
        y = 404 + 17 * i
        logs += shape(
            f"M{30 - 4 * i} {y}H{466 + 6 * i}V{y + 17}H{30 - 4 * i}Z", (FAIR, BROWN)[i % 2], 3.6
        ) + shape(ring(466 + 6 * i, y + 8.5, 8.5), CREAM, 3)
    out += logs + rod("M110 402L98 490M392 402L408 490", GOLD, 4, 2.5)
    out += (
        shape("M226 404V356L262 328L298 356V404Z", GOLD, 4)
        + shape("M214 362L262 318L310 362L300 370L262 336L224 370Z", RED, 3.4)
        + path("M252 404v-26h20v26z", INK)
    )
    # The two men with their oars.
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
    # The country.
    out = (
        sky("fair", pen, 113, 230)
        + cloud(440, 180, 0.7)
        + hill([(0, 350), (220, 324), (506, 350)], MEADOW, GREEN, pen, 19)
        + house(420, 344, 60, 34, PAPER, RED)
    )
    # The lime tree, and the ropes of the swing.
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
    out += rod("M262 196L352 390M306 180L420 360", GOLD, 3.4, 2.3)
    # The girl on the plank.
    girl = folk(
        Folk(coat=RED, skirt=RED, apron=PAPER, hat="none", hair=FAIR, turn=2),
        right=((38, -186), (12, -226)),
        left=((-58, -186), (-52, -222)),
        form="seat",
        lean=-16,
    )
    plank = shape("M-42-126H44V-112H-42Z", BROWN, 4)
    out += group(plank + girl, 404, 482, k=0.94, turn=-18)
    # The lad who pushes.
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
    # The country.
    out = sky("day", pen, 115, 240) + cloud(70, 170, 0.8)
    out += (
        hill([(0, 320), (160, 296), (340, 322), (506, 300)], MEADOW, GREEN, pen, 20)
        + house(16, 322, 90, 50, PAPER, RED)
        + tree(470, 350, 150)
    )
    # The line between two posts, and the linen on it.
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
    # The brook.
    out += shape("M-4 470C120 446 240 476 360 456C420 448 470 452 510 448V520H-4Z", BLUE, 4) + path(
        lens(20, 490, 110, 9) + lens(190, 496, 150, 9) + lens(380, 480, 110, 9), SKY
    )
    # The woman who hangs a cloth.
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
    # The woman who wrings one, and her tub.
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
    # The country in autumn.
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
    # The kite with its tail and string.
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
    # The boy with the string, a girl, a small child.
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


SCENES = {
    "coffee-house": coffee_house,
    "card-players": card_players,
    "lamplighter": lamplighter,
    "cyclist": cyclist,
    "raft": raft,
    "swing": swing,
    "washing": washing,
    "kites": kites,
}
