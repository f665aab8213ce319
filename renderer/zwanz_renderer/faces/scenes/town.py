"""Scenes of the town: coffee house, card players, lamplighter, cyclist."""

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
    ring,
    rod,
    shape,
)
from .landscape import cloud, floor, hill, house, moon, sky, stars, strokes, tree
from .people import Folk, child, folk


def coffee_house(pen: Pen) -> str:
    """The waiter balances his tray; a lady with her cup and a slice of cake."""
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
    lady = folk(
        Folk(coat=RED, skirt=BLUE, hat="plumed", hat_colour=GREEN, hair=FAIR, turn=-2),
        left=((-56, -170), (-50, -212)),
        hold_left=shape("M-68-232h26c0 16-6 22-13 22s-13-6-13-22z", PAPER, 3.2),
        right=((46, -156), (-14, -138)),
        form="seat",
    )
    out += shape("M424 380h62v12h-62z", BROWN, 4) + line("M478 300V500M432 392V500", 8)
    out += group(lady, 444, 524, k=0.98)
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
    looker = folk(
        Folk(coat=GOLD, skirt=GOLD, hat="scarf", hat_colour=RED, turn=0, apron=PAPER),
        left=((-50, -160), (-30, -120)),
        right=((50, -170), (24, -196)),
    )
    out += group(looker, 253, 532, k=1.0)
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


SCENES = {
    "coffee-house": coffee_house,
    "card-players": card_players,
    "lamplighter": lamplighter,
    "cyclist": cyclist,
}
