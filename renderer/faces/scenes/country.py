"""Scenes of the country: harvest, vintage, pasture, hunt, orchard, the plough."""

from __future__ import annotations

from ..figures.horse import horse
from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKIN, SKY
from ..paths import bow, gouge, group, limb, line, path, ring, rod, shape
from ..pen import Pen
from .people import Folk, arm, folk, small_head
from .scenery import alps, birds, church, cloud, fir, flowers, grass, hill, house, sky, sun, tree


def _ears(x: float, y: float, k: float = 1) -> str:
    """A sheaf of corn that stands on (x, y)."""
    d = (
        "M-30 0C-16-40-16-60-12-76L-40-130L-24-120L-14-146L-4-122L6-150L14-122L28-144L30-118"
        "L44-128L12-76C16-60 18-40 32 0Z"
    )
    cuts = "".join(gouge([(a, -6), (a * 0.4, -60), (a * 1.1, -118)], 6) for a in (-18, 0, 18))
    return group(
        shape(d, GOLD, 4) + path(cuts, DARK_GOLD) + shape("M-17-86C-6-80 8-80 18-86L17-68C6-62-6-62-16-68Z", RED, 3),
        x,
        y,
        k=k,
    )


def harvest(pen: Pen) -> str:
    """A mower with his scythe, and a woman with a sheaf."""
    out = (
        sky("dawn", pen, 41, 250)
        + sun(86, 150, 38, RED)
        + hill([(0, 300), (200, 272), (506, 300)], MEADOW)
        + church(388, 300, 0.55)
    )
    out += (
        hill([(0, 340), (300, 318), (506, 350)], GOLD, DARK_GOLD, pen, 9) + _ears(40, 410, 0.7) + _ears(474, 420, 0.8)
    )
    snath = rod("M-96-250L70-38", BROWN, 7, 3) + line("M-60-204l26 10M4-122l26 10", 9)
    blade = shape("M62-50C40-6-30 20-118 10C-50 4 10-14 48-58Z", SKY, 4)
    mower = folk(
        Folk(coat=PAPER, legs=BLUE, hat="straw", hat_colour=GOLD, vest=RED, turn=-1, beard=BROWN),
        left=((-66, -180), (-46, -186)),
        hold_left=snath + blade,
        right=((62, -168), (18, -116)),
        feet=((-34, 0), (34, 0)),
    )
    sheaf = _ears(-4, -70, 1.06)
    woman = folk(
        Folk(coat=GREEN, skirt=RED, apron=PAPER, hat="scarf", hat_colour=BLUE, turn=-1),
        left=((-64, -160), (-26, -130)),
        right=((62, -160), (24, -140)),
        hold_left=sheaf,
    )
    return out + group(mower, 168, 486, k=1.06) + group(woman, 386, 490, k=1.04) + _ears(278, 500, 0.6)


def _vine(x: float, y: float, k: float = 1) -> str:
    leaf = "M0 0C-26-4-34-20-30-34L-16-30L-14-50L0-38L14-50L16-30L30-34C34-20 26-4 0 0Z"
    grapes = "".join(ring(a, b, 9) for a, b in ((-16, 30), (0, 30), (16, 30), (-8, 44), (8, 44), (0, 58)))
    post = rod("M0 120V-70", BROWN, 8, 3)
    bunch = path(grapes, BLUE, INK, 3)
    crown = (
        group(shape(leaf, GREEN, 3.4), -24, 6)
        + group(shape(leaf, MEADOW, 3.4), 24, 0)
        + group(shape(leaf, GREEN, 3.4), 0, -26)
    )
    return group(post + bunch + crown, x, y, k=k)


def vintage(pen: Pen) -> str:
    """The vintage: a man with the tub on his back, a woman who cuts the grapes, a barrel."""
    out = sky("fair", pen, 43, 230) + hill([(0, 280), (150, 210), (330, 262), (506, 220)], MEADOW)
    rows = "".join(gouge(bow((x + 60, 236), (x + 20, 300), (x - 60, 400), 6), 16) for x in range(20, 560, 62))
    out += (
        path(rows, GREEN)
        + house(396, 244, 58, 34, PAPER, RED, 2)
        + hill([(0, 392), (250, 366), (506, 392)], GOLD, DARK_GOLD, pen, 2)
    )
    out += _vine(44, 392, 0.96) + _vine(462, 384, 1)
    tub = (
        shape("M-84-230H-16L-24-112H-72Z", DARK_GOLD, 4)
        + line("M-82-206H-18M-74-136H-24", 6, GOLD)
        + path("".join(ring(a, b, 11) for a, b in ((-70, -238), (-50, -244), (-30, -238))), BLUE, INK, 3)
    )
    man = folk(
        Folk(coat=BLUE, legs=BROWN, hat="cap", hat_colour=GREEN, vest=RED, turn=1),
        behind=tub,
        left=((-54, -176), (-26, -178)),
        right=((64, -170), (66, -128)),
        hold_right=rod("M76-200L60 0", BROWN, 7, 3),
        feet=((-22, 0), (30, 0)),
    )
    bunch = path(
        "".join(ring(a, b, 9) for a, b in ((58, -186), (76, -186), (94, -186), (67, -172), (85, -172), (76, -158))),
        BLUE,
        INK,
        3,
    ) + shape("M76-196c-16-16 8-30 14-18c14-4 16 16-14 18z", MEADOW, 3)
    woman = folk(
        Folk(coat=RED, skirt=GREEN, apron=GOLD, hat="straw", hat_colour=CREAM, hair=FAIR, turn=1),
        right=((60, -176), (74, -206)),
        hold_right=bunch,
        left=((-60, -164), (-44, -128)),
    )
    out += group(man, 154, 490, k=1.04) + group(woman, 346, 490, k=1.02)
    barrel = "M-46-70C-56-40-56-20-46 0H46C56-20 56-40 46-70Z"
    return out + group(shape(barrel, BROWN, 4) + line("M-51-52H51M-52-18H52", 7, GOLD), 252, 502, k=0.74)


def _cow() -> str:
    body = (
        "M-96-120C-60-136 60-132 98-122C112-112 116-70 108-40L110 0H90L84-44"
        "C40-34-30-34-62-46L-64 0H-84L-88-60C-104-80-106-106-96-120Z"
    )
    head = "M-98-128L-132-146L-150-140L-176-96C-182-82-166-74-154-80L-128-96L-104-92Z"
    out = line("M106-116C126-100 122-70 118-46", 8) + path("M112-50h12l4 22-10 6-10-6z", BROWN)
    out += shape("M64-44L70 0H52L44-44ZM-36-44L-40 0H-58L-56-48Z", BROWN, 4) + shape(body, FAIR, 4.5)
    out += path(
        "M-40-132C-60-108-40-84-10-92C14-76 30-106 20-132ZM50-130C44-100 70-84 108-94C112-106 106-118 98-122Z", BROWN
    )
    out += (
        shape("M22-42C20-22 62-22 60-44Z", SKIN, 3.4)
        + shape(head, FAIR, 4.5)
        + shape("M-176-96C-182-82-166-74-154-80L-142-88L-158-114Z", PAPER, 3.4)
    )
    out += line("M-134-146C-146-164-138-172-128-176M-118-138C-118-156-108-164-100-164", 6, INK) + shape(
        "M-110-132C-96-144-86-138-84-128C-92-122-102-122-110-132Z", BROWN, 3
    )
    return (
        out
        + path(ring(-138, -122, 4.5), INK)
        + line("M-104-96L-116-128", 8, RED)
        + shape("M-122-96h20l6 26h-32z", GOLD, 3.4)
    )


def pasture(pen: Pen) -> str:
    """On the alp: a cow with her bell, and the dairymaid with pail and stool."""
    out = sky("day", pen, 45, 230) + cloud(420, 150, 0.8)
    out += alps(
        [(-10, 270), (70, 150), (140, 240), (230, 190), (330, 276), (430, 206), (516, 260)], 340, pen, PAPER, BLUE
    )
    out += (
        hill([(0, 320), (160, 300), (506, 330)], MEADOW)
        + house(30, 336, 100, 40, BROWN, DARK_GOLD, 2)
        + fir(160, 330, 80)
        + fir(194, 338, 60)
    )
    out += hill([(0, 400), (260, 384), (506, 410)], GREEN) + grass(10, 430, 496, 496, MEADOW, pen, 8)
    pail = (
        shape("M32-120H84L76-62H40Z", PAPER, 4)
        + line("M34-106H82M38-78H78", 5, BLUE)
        + line("M34-120C40-146 76-146 82-120", 4)
    )
    maid = folk(
        Folk(coat=BLUE, skirt=RED, apron=PAPER, hat="straw", hat_colour=GOLD, hair=FAIR, turn=-1),
        right=((64, -174), (58, -142)),
        hold_right=pail,
        left=((-62, -190), (-86, -166)),
    )
    out += group(_cow(), 196, 476, k=1.1) + group(maid, 402, 490, k=1.05)
    return out + flowers([(36, 470), (86, 484), (300, 484), (482, 470)], PAPER) + flowers([(60, 440), (462, 440)], RED)


def hunt(pen: Pen) -> str:
    """A stag on the height, the hunter with his horn below."""
    out = sky("evening", pen, 47, 260) + shape(ring(360, 166, 58), GOLD, 4) + fir(472, 340, 150) + fir(430, 342, 100)
    out += hill([(200, 350), (330, 296), (506, 320)], MEADOW)
    stag = (
        "M-52-70L-66-98C-80-100-90-92-96-88L-104-96C-96-110-84-120-72-122L-62-130"
        "C-50-120-46-100-36-92C-10-100 40-100 62-92C74-82 72-60 66-46L76 0H64L50-42"
        "C20-34-14-38-34-46L-30 0H-42L-52-50Z"
    )
    antlers = (
        "M-66-126C-84-140-90-160-86-182M-88-158L-108-166M-82-142L-104-142M-58-128"
        "C-50-150-50-166-60-190M-52-158L-34-172M-54-144L-36-150"
    )
    out += group(
        shape("M44-44L54 0H42L30-44ZM-14-46L-10 0H-22L-26-46Z", BROWN, 4)
        + line(antlers, 11)
        + line(antlers, 5, FAIR)
        + shape(stag, BROWN, 4.5)
        + shape("M60-92c10-8 18-2 12 10z", PAPER, 3)
        + path(ring(-76, -108, 4), PAPER),
        352,
        318,
        k=1,
    )
    out += hill([(0, 372), (220, 392), (506, 420)], GREEN) + grass(200, 430, 490, 490, MEADOW, pen, 4)
    out += fir(30, 420, 200) + fir(250, 430, 84)
    horn = shape(
        "M-62-250C-92-250-110-222-94-196C-84-180-58-184-56-202C-54-214-70-218-72-206"
        "C-82-216-76-236-54-238L-22-258L-26-268Z",
        GOLD,
        4,
    )
    gun = rod("M-50-90L52-258", BROWN, 7, 3)
    hunter = folk(
        Folk(
            coat=GREEN,
            legs=DARK_GOLD,
            stockings=CREAM,
            hat="felt",
            hat_colour=MEADOW,
            beard=BROWN,
            turn=1,
            vest=RED,
            long_coat=True,
        ),
        behind=gun,
        left=((-76, -190), (-84, -218)),
        hold_left=group(horn, -6, 22),
        right=((64, -170), (56, -126)),
        feet=((-30, 0), (30, 0)),
    )
    dog = (
        "M-60-40C-76-44-90-60-88-72L-72-82C-60-84-52-70-44-60C-10-66 20-64 36-58L62-86L66-80"
        "L50-48C54-30 50-12 54 0H42L34-26L-22-26L-26 0H-38L-42-34Z"
    )
    return (
        out
        + group(hunter, 128, 490, k=1.08)
        + group(
            shape(dog, PAPER, 4)
            + path("M-4-62C-10-44 16-40 26-60ZM-72-82C-60-76-62-58-70-54Z", BROWN)
            + path(ring(-76, -72, 3), INK),
            330,
            490,
            k=1.05,
        )
    )


def orchard(pen: Pen) -> str:
    """Apples: one picks on the ladder, one carries the basket."""
    out = sky("fair", pen, 31, 220) + hill([(0, 330), (240, 300), (506, 340)], MEADOW, GREEN, pen, 7)
    out += tree(440, 344, 110) + hill([(0, 420), (300, 400), (506, 424)], GREEN) + tree(196, 470, 400, GREEN, RED)
    rungs = "M72 446L114 450M88 392L126 396M104 338L138 342M120 284L150 288"
    out += line("M60 490L146 190M104 490L176 196" + rungs, 15) + line(
        "M60 490L146 190M104 490L176 196" + rungs, 7, GOLD
    )
    picker = folk(
        Folk(coat=BLUE, legs=BROWN, hat="straw", hat_colour=GOLD, turn=1, vest=RED),
        right=((66, -250), (92, -286)),
        left=((-50, -180), (-30, -196)),
        hold_right=shape(ring(98, -296, 12), RED, 3.4),
    )
    out += group(picker, 106, 418, k=0.76)
    basket = shape("M-52-136H52L40-84H-40Z", DARK_GOLD, 4) + line("M-48-118H48M-44-100H44", 3, GOLD)
    basket += "".join(
        shape(ring(a, b, 13), RED if i % 2 else GOLD, 3.4)
        for i, (a, b) in enumerate(((-34, -146), (-10, -152), (14, -148), (36, -146)))
    )
    woman = folk(
        Folk(coat=RED, skirt=BLUE, apron=PAPER, hat="scarf", hat_colour=RED, turn=-1),
        left=((-66, -160), (-46, -110)),
        right=((66, -160), (46, -110)),
        hold_left=basket,
    )
    return out + group(woman, 372, 492, k=1.04) + flowers([(30, 470), (250, 480), (480, 470)], PAPER)


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
    out += path(horse_dust(), GOLD)
    back = limb((20, -216), (34, -150), (4, -104), PAPER, 36, 24) + shape(
        "M-6-118H20L22-76C10-64-22-62-36-66L-34-78L-10-84Z", INK, 3
    )
    coat = (
        shape("M-14-320C-40-312-42-280-34-218C-10-206 40-206 62-196C64-240 60-300 22-320Z", GOLD, 4.5)
        + line("M4-316V-212", 4)
        + path(ring(14, -290, 4) + ring(14, -264, 4) + ring(14, -238, 4), INK)
    )
    horn = shape("M-34-330C-60-326-86-332-112-352L-118-318C-90-316-60-312-34-322Z", GOLD, 4) + line(
        "M-50-322C-70-290-96-300-88-316", 4, RED
    )
    rider = back + coat + group(small_head(Folk(hat="top", hat_colour=INK, hair=BROWN, turn=-1)), 2, -356)
    rider += (
        horn + arm((-18, -304), ((-62, -274), (-52, -318)), GOLD) + arm((30, -300), ((34, -250), (-24, -228)), GOLD)
    )
    saddle = shape("M-36-172C-10-158 40-158 66-168L70-150C40-140-10-140-38-152Z", RED, 4) + shape(
        "M40-168C70-176 92-162 96-140L56-136Z", BROWN, 4
    )
    return out + group(horse(PAPER, FAIR) + saddle + rider + line("M-24-226L-150-160", 4.5, RED), 272, 470, k=0.86)


def horse_dust() -> str:
    """Path data of dust behind hooves."""
    return "M330 470q30-16 60 0q-30 8-60 0zM400 462q24-14 50 0q-24 8-50 0zM360 482q40-14 90 0q-40 10-90 0z"


SCENES = {
    "harvest": harvest,
    "vintage": vintage,
    "pasture": pasture,
    "hunt": hunt,
    "orchard": orchard,
    "post-rider": post_rider,
}
