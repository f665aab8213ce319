"""Scenes of the town: dance, music, market, tavern, the sweep, the great wheel."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, box, circle_points, gouge, group, line, path, poly, ring, rod, shape
from ..pen import Pen
from .people import Folk, folk
from .scenery import cloud, floor, garland, hill, house, moon, sky, stars, tree


def dance(pen: Pen) -> str:
    """A couple at the dance under lanterns."""
    out = sky("night", pen, 61, 330) + stars([(80, 190), (428, 196), (40, 250), (470, 262), (252, 130)])
    out += house(-20, 402, 100, 110, CREAM, RED, 2, lit=True) + house(426, 402, 100, 120, PAPER, GREEN, 2, lit=True)
    out += floor(396, CREAM, GOLD) + garland(106, 34, pen)
    man = folk(
        Folk(coat=GREEN, legs=BROWN, hat="felt", hat_colour=GREEN, turn=1, vest=RED),
        left=((-72, -224), (-92, -272)),
        right=((56, -190), (78, -158)),
        feet=((-34, 0), (18, -4)),
        lean=4,
    )
    woman = folk(
        Folk(coat=RED, skirt=BLUE, apron=PAPER, hair=FAIR, hat="none", turn=-1),
        left=((-56, -190), (-78, -174)),
        right=((74, -222), (96, -268)),
        lean=-4,
    )
    return out + group(man, 178, 486, k=1.1) + group(woman, 330, 488, k=1.1)


def music(pen: Pen) -> str:
    """Schrammel music: a fiddler and a double bass."""
    out = (
        sky("evening", pen, 63, 330)
        + tree(60, 380, 250)
        + tree(452, 380, 260)
        + hill([(0, 380), (506, 380)], MEADOW, GREEN, pen, 2)
    )
    fiddle = group(
        shape(
            "M0-46C18-46 24-30 16-18C10-8 12 2 18 10C28 26 18 46 0 46C-18 46-28 26-18 10"
            "C-12 2-10-8-16-18C-24-30-18-46 0-46Z",
            RED,
            3.6,
        )
        + line("M0 30V-90", 7)
        + line("M-8-2q3 8 0 14M8-2q-3 8 0 14", 2.4, PAPER),
        -36,
        -212,
        turn=-62,
        k=0.86,
    )
    bow_stick = rod("M-92-190L44-250", BROWN, 4, 2.6)
    man = folk(
        Folk(coat=BLUE, legs=INK, hat="top", hat_colour=INK, turn=-1, vest=GOLD, long_coat=True),
        left=((-64, -178), (-84, -216)),
        right=((72, -204), (36, -246)),
        hold_left="",
        hold_right=fiddle + bow_stick,
    )
    bass = group(
        rod("M0-30V-246", BROWN, 10, 3.4)
        + shape(ring(0, -250, 12), BROWN, 3.4)
        + shape(
            "M0-150C30-150 44-124 34-100C28-86 30-74 42-62C66-36 56 10 0 10C-56 10-66-36-42-62"
            "C-30-74-28-86-34-100C-44-124-30-150 0-150Z",
            DARK_GOLD,
            4.5,
        )
        + line("M0-30V-232M-5-34V-232M5-34V-232", 2)
        + line("M-22-88q8 18 0 34M22-88q-8 18 0 34", 3.4)
        + shape("M-16-36h32v8h-32z", INK, 2)
        + line("M0 10V34", 6),
        -58,
        -34,
        turn=4,
    )
    second = folk(
        Folk(coat=RED, legs=BROWN, hat="cap", hat_colour=GREEN, beard=BROWN, turn=-1, vest=GREEN),
        left=((-60, -224), (-56, -246)),
        right=((56, -160), (4, -118)),
        hold_left=bass,
        hold_right=rod("M-100-104L30-122", BROWN, 4, 2.6),
    )
    return out + group(man, 156, 490, k=1.08) + group(second, 366, 486, k=1.06)


def market(pen: Pen) -> str:
    """A market woman under her awning."""
    out = (
        sky("fair", pen, 65, 260)
        + house(-16, 380, 96, 150, PAPER, RED)
        + house(82, 380, 78, 130, GOLD, GREEN, 2)
        + house(346, 380, 80, 140, SKY, BLUE, 2)
        + house(428, 380, 96, 150, CREAM, RED)
    )
    out += floor(380, CREAM, MEADOW, 3)
    out += rod("M104 470V196M402 470V196", BROWN, 9)
    stripe = "".join(f"M{66 + 54 * i} 206L{96 + 45 * i} 128h45L{120 + 54 * i} 206a27 24 0 0 1-54 0z" for i in range(7))
    reds = "".join(
        f"M{66 + 54 * i} 206L{96 + 45 * i} 128h45L{120 + 54 * i} 206a27 24 0 0 1-54 0z" for i in (0, 2, 4, 6)
    )
    out += path(stripe, PAPER, INK, 4) + path(reds, RED, INK, 4)
    woman = folk(
        Folk(coat=GREEN, skirt=BLUE, apron=PAPER, hat="scarf", hat_colour=GOLD, turn=1),
        left=((-64, -168), (-58, -120)),
        right=((70, -186), (92, -220)),
        hold_right=shape("M92-230c-22-14-14-38 4-32c18-4 22 20 0 34z", RED, 3.4) + line("M94-262l6-14", 4, GREEN),
    )
    out += group(woman, 236, 500, k=0.98)
    out += shape("M78 402H428V494H78Z", DARK_GOLD, 4.5) + line("M78 430H428M78 462H428", 3.4, GOLD)
    fruit = ""
    for i in range(12):
        fruit += shape(ring(100 + 28 * i, 396 - (i % 2) * 10, 16), (RED, GOLD, GREEN)[i // 4], 3.4)
    cabbage = "".join(
        shape(ring(x, 484, 22), MEADOW, 3.6) + line(f"M{x - 12} 484q12-20 24 0M{x} 474v22", 3, GREEN) for x in (40, 466)
    )
    return out + fruit + cabbage


def tavern(pen: Pen) -> str:
    """Two at the wine tavern touch glasses under the green bough."""
    out = sky("evening", pen, 67, 300) + hill([(0, 300), (140, 250), (320, 290), (506, 250)], GREEN)
    out += path(
        "".join(gouge(bow((x + 40, 270), (x + 14, 310), (x - 30, 360), 6), 10) for x in range(30, 540, 56)), MEADOW
    )
    out += shape("M-10 372H516V514H-10Z", CREAM, 4)
    out += (
        rod("M253 100V150", BROWN, 7)
        + "".join(
            group(shape("M0 0C-14 18-12 40 0 60C12 40 14 18 0 0Z", GREEN, 3), 253, 146, turn=a)
            for a in (-60, 60, -30, 30, 0)
        )
        + line("M236 150H270", 7, RED)
    )

    def glass(x: float, y: float) -> str:
        return (
            shape(f"M{x - 14} {y - 42}h28l-3 26c-2 8-20 8-22 0z", PAPER, 3.4)
            + path(f"M{x - 12} {y - 30}h24l-2 14c-2 6-18 6-20 0z", GOLD)
            + line(f"M{x} {y - 12}v10", 5)
        )

    left = folk(
        Folk(coat=BLUE, hat="felt", hat_colour=GREEN, beard=CREAM, hair=CREAM, turn=1, vest=RED),
        right=((72, -196), (66, -236)),
        hold_right=glass(68, -236),
        left=((-60, -168), (-40, -112)),
    )
    right = folk(
        Folk(coat=RED, skirt=GREEN, hat="none", hair=BROWN, turn=-1),
        left=((-72, -196), (-66, -236)),
        hold_left=glass(-68, -236),
        right=((60, -166), (36, -116)),
    )
    out += group(left, 146, 520, k=1.14) + group(right, 356, 520, k=1.14)
    out += (
        shape("M40 404H466V428H40Z", BROWN, 4.5)
        + line("M60 416H446", 3.4, FAIR)
        + rod("M92 430L74 514M414 430L432 514", BROWN, 12)
    )
    jug = "M-26-64C-36-40-36-16-24 0H24C36-16 36-40 26-64C18-72 16-84 20-92H-20C-16-84-18-72-26-64Z"
    out += group(
        line("M28-70C60-70 56-24 30-22", 8) + shape(jug, SKY, 4) + line("M-30-40Q0-30 30-40", 6, BLUE), 228, 404, k=0.9
    )
    loaf = "M-50 0C-56-34 56-34 50 0Z"
    return out + group(shape(loaf, GOLD, 4) + line("M-22-20l8 14M0-24l8 16M22-20l8 14", 4, BROWN), 310, 404, k=0.84)


def sweep(pen: Pen) -> str:
    """The chimney sweep on the roofs by moonlight, with a cat."""
    out = (
        sky("night", pen, 69, 380)
        + moon(404, 176, 56)
        + stars([(70, 170), (150, 220), (300, 200), (460, 280), (40, 270), (320, 300)])
    )
    out += house(-20, 514, 90, 120, GOLD, DARK_GOLD, 2, lit=True) + house(430, 514, 90, 130, CREAM, BLUE, 2, lit=True)
    roof = "M40 514L150 398H420L506 514Z"
    tiles = "".join(f"M{130 - 22 * i + j * 30} {424 + 26 * i}q15 18 30 0" for i in range(4) for j in range(10 + i))
    out += pen.clip(path(roof, RED) + line(tiles, 3.4), roof) + line(roof, 5)
    out += (
        shape("M350 420V318H408V452Z", CREAM, 4.5)
        + shape("M342 302H416V322H342Z", RED, 4)
        + line("M352 350H406M352 384H406", 3.4)
    )
    smoke = "M380 296C352 270 396 256 376 232C360 210 396 190 414 206C404 214 412 226 408 240C400 262 412 276 392 298Z"
    out += shape(smoke, SKY, 4)
    coil = "".join(ring(58, -176, r) for r in (30, 22, 14))
    ladder = line(
        "M-96-96L-40-306M-66-88L-12-298M-88-128L-58-120M-76-172L-46-164M-64-216L-34-208M-54-258L-24-250", 13
    ) + line("M-96-96L-40-306M-66-88L-12-298M-88-128L-58-120M-76-172L-46-164M-64-216L-34-208M-54-258L-24-250", 6, GOLD)
    man = folk(
        Folk(coat=INK, legs=INK, stockings=INK, hat="top", hat_colour=INK, turn=1, vest=SKY),
        behind=group(ladder, 0, 20),
        left=((-62, -180), (-46, -206)),
        right=((68, -176), (60, -140)),
        hold_right=line(coil, 9, PAPER)
        + line(coil, 5, INK)
        + path(poly(circle_points(58, -206, 22, 8)), BROWN, INK, 3),
        feet=((-30, 0), (28, 0)),
    )
    glow = group(line("M-44-212L-30-138L-33-112H33L30-138L44-212M-13-110L-20-10M13-110L20-10", 3.4, PAPER), 0, 0)
    out += group(man + glow, 214, 404 + 42, k=0.98)
    cat = "M-20 0C-26-24-18-44-8-50L-12-72L-2-62H8L18-72L16-48C26-36 26-14 20 0ZM20-4C40-2 44-24 36-38"
    return out + group(shape(cat, INK, 3) + path(ring(-2, -54, 2.6) + ring(9, -54, 2.6), GOLD), 128, 420, k=0.9)


def wheel(pen: Pen) -> str:
    """The great wheel in the Prater, with strollers."""
    out = sky("dawn", pen, 71, 330) + cloud(70, 180, 0.7) + cloud(450, 240, 0.7)
    x, y, r = 253, 264, 142
    spokes = "".join(f"M{x} {y}L{px:.0f} {py:.0f}" for px, py in circle_points(x, y, r, 16))
    out += line(f"M{x} {y}L{x - 96} 430M{x} {y}L{x + 96} 430M{x - 58} 360H{x + 58}", 14) + line(
        f"M{x} {y}L{x - 96} 430M{x} {y}L{x + 96} 430M{x - 58} 360H{x + 58}", 7, SKY
    )
    out += (
        line(spokes, 3.4)
        + line(ring(x, y, r), 11)
        + line(ring(x, y, r), 4, GOLD)
        + line(ring(x, y, r - 26), 4)
        + shape(ring(x, y, 16), GOLD, 4)
    )
    cabins = circle_points(x, y, r + 4, 12, -75)
    out += path("".join(box(round(px) - 20, round(py) - 13, 40, 28) for px, py in cabins), RED, INK, 4)
    out += path(
        "".join(
            box(round(px) - 13, round(py) - 7, 10, 11) + box(round(px) + 3, round(py) - 7, 10, 11) for px, py in cabins
        ),
        PAPER,
        INK,
        2,
    )
    out += hill([(0, 410), (506, 410)], MEADOW, GREEN, pen, 5) + tree(40, 430, 150) + tree(470, 430, 150)
    gent = folk(
        Folk(coat=BLUE, legs=CREAM, stockings=CREAM, hat="top", hat_colour=INK, turn=1, vest=GOLD, long_coat=True),
        left=((-60, -168), (-66, -124)),
        hold_left=rod("M-64-130L-60 0", GOLD, 5, 3),
    )
    parasol = (
        rod("M70-170V-300", GOLD, 5, 3)
        + shape(
            "M-14-300C4-364 136-364 154-300C130-312 112-312 98-300C84-312 56-312 42-300C28-312 10-312-14-300Z", RED, 4
        )
        + line("M42-300C48-330 58-346 70-350C82-346 92-330 98-300", 3.4)
    )
    lady = folk(
        Folk(coat=RED, skirt=GREEN, hat="bonnet", hat_colour=GOLD, hair=FAIR, turn=-1),
        right=((66, -180), (68, -196)),
        hold_right=parasol,
        left=((-56, -168), (-40, -120)),
    )
    return out + group(gent, 172, 492, k=0.76) + group(lady, 316, 492, k=0.74)


SCENES = {"dance": dance, "music": music, "market": market, "tavern": tavern, "sweep": sweep, "wheel": wheel}
