"""Scenes of the country: harvest, vintage, orchard, pasture, mill, sawyers, sleigh, bees."""

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
    SKIN,
    SKY,
    Pen,
    bow,
    box,
    gouge,
    group,
    line,
    num,
    path,
    ribbon,
    ring,
    rod,
    shape,
)
from .landscape import (
    alps,
    church,
    cloud,
    fir,
    flowers,
    grass,
    hill,
    house,
    moon,
    sky,
    stars,
    sun,
    tree,
)
from .people import Folk, child, folk


def _ears(x: float, y: float, k: float = 1) -> str:
    """A sheaf of corn that stands on (x, y)."""
    d = (
        "M-30 0C-16-40-16-60-12-76L-40-130L-24-120L-14-146L-4-122L6-150L14-122L28-144L30-118"
        "L44-128L12-76C16-60 18-40 32 0Z"
    )
    cuts = "".join(gouge([(a, -6), (a * 0.4, -60), (a * 1.1, -118)], 6) for a in (-18, 0, 18))
    return group(
        shape(d, GOLD, 4)
        + path(cuts, DARK_GOLD)
        + shape("M-17-86C-6-80 8-80 18-86L17-68C6-62-6-62-16-68Z", RED, 3),
        x,
        y,
        k=k,
    )


def harvest(pen: Pen) -> str:
    """A mower with his scythe, and a woman with a sheaf."""
    # The field.
    out = (
        sky("dawn", pen, 41, 250)
        + sun(86, 150, 38, RED)
        + hill([(0, 300), (200, 272), (506, 300)], MEADOW)
        + church(388, 300, 0.55)
    )
    out += (
        hill([(0, 340), (300, 318), (506, 350)], GOLD, DARK_GOLD, pen, 9)
        + _ears(40, 410, 0.7)
        + _ears(474, 420, 0.8)
    )
    # The mower.
    snath = rod("M-96-250L70-38", BROWN, 7, 3) + line("M-60-204l26 10M4-122l26 10", 9)
    blade = shape("M62-50C40-6-30 20-118 10C-50 4 10-14 48-58Z", SKY, 4)
    mower = folk(
        Folk(coat=PAPER, legs=BLUE, hat="straw", hat_colour=GOLD, vest=RED, turn=-2, beard=BROWN),
        left=((-66, -180), (-46, -186)),
        hold_left=snath + blade,
        right=((62, -168), (18, -116)),
        feet=((-34, 0), (34, 0)),
    )
    # The woman with a sheaf.
    sheaf = _ears(-4, -70, 1.06)
    woman = folk(
        Folk(coat=GREEN, skirt=RED, apron=PAPER, hat="scarf", hat_colour=BLUE, turn=-1),
        left=((-64, -160), (-26, -130)),
        right=((62, -160), (24, -140)),
        hold_left=sheaf,
    )
    return (
        out + group(mower, 168, 486, k=1.06) + group(woman, 386, 490, k=1.04) + _ears(278, 500, 0.6)
    )


def _vine(x: float, y: float, k: float = 1) -> str:
    leaf = "M0 0C-26-4-34-20-30-34L-16-30L-14-50L0-38L14-50L16-30L30-34C34-20 26-4 0 0Z"
    grapes = "".join(
        ring(a, b, 9) for a, b in ((-16, 30), (0, 30), (16, 30), (-8, 44), (8, 44), (0, 58))
    )
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
    # The vineyard.
    out = sky("fair", pen, 43, 230) + hill([(0, 280), (150, 210), (330, 262), (506, 220)], MEADOW)
    rows = "".join(
        gouge(bow((x + 60, 236), (x + 20, 300), (x - 60, 400), 6), 16) for x in range(20, 560, 62)
    )
    out += (
        path(rows, GREEN)
        + house(396, 244, 58, 34, PAPER, RED, 2)
        + hill([(0, 392), (250, 366), (506, 392)], GOLD, DARK_GOLD, pen, 2)
    )
    out += _vine(44, 392, 0.96) + _vine(462, 384, 1)
    # The man with the tub.
    tub = (
        shape("M-84-230H-16L-24-112H-72Z", DARK_GOLD, 4)
        + line("M-82-206H-18M-74-136H-24", 6, GOLD)
        + path(
            "".join(ring(a, b, 11) for a, b in ((-70, -238), (-50, -244), (-30, -238))),
            BLUE,
            INK,
            3,
        )
    )
    man = folk(
        Folk(coat=BLUE, legs=BROWN, hat="cap", hat_colour=GREEN, vest=RED, turn=2),
        behind=tub,
        left=((-54, -176), (-26, -178)),
        right=((64, -170), (66, -128)),
        hold_right=rod("M76-200L60 0", BROWN, 7, 3),
        feet=((-22, 0), (30, 0)),
    )
    # The woman with a bunch of grapes.
    bunch = path(
        "".join(
            ring(a, b, 9)
            for a, b in ((58, -186), (76, -186), (94, -186), (67, -172), (85, -172), (76, -158))
        ),
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
    # The barrel.
    barrel = "M-46-70C-56-40-56-20-46 0H46C56-20 56-40 46-70Z"
    return out + group(
        shape(barrel, BROWN, 4) + line("M-51-52H51M-52-18H52", 7, GOLD), 252, 502, k=0.74
    )


def orchard(pen: Pen) -> str:
    """Apples: one picks on the ladder, one carries the basket."""
    # The orchard, and the ladder at the tree.
    out = sky("fair", pen, 31, 220) + hill(
        [(0, 330), (240, 300), (506, 340)], MEADOW, GREEN, pen, 7
    )
    out += (
        tree(440, 344, 110)
        + hill([(0, 420), (300, 400), (506, 424)], GREEN)
        + tree(196, 470, 400, GREEN, RED)
    )
    rungs = "M72 446L114 450M88 392L126 396M104 338L138 342M120 284L150 288"
    out += rod("M60 490L146 190M104 490L176 196" + rungs, GOLD, 7, 4)
    # The picker on the ladder.
    picker = folk(
        Folk(coat=BLUE, legs=BROWN, hat="straw", hat_colour=GOLD, turn=2, vest=RED),
        right=((66, -250), (92, -286)),
        left=((-50, -180), (-30, -196)),
        hold_right=shape(ring(98, -296, 12), RED, 3.4),
    )
    out += group(picker, 106, 418, k=0.76)
    # The woman with the basket.
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
    return out + group(woman, 372, 492, k=1.04) + flowers([(30, 470), (250, 480)], PAPER)


def _hoofed(x: float, y: float, knee: float, colour: str) -> str:
    """A leg of the cow, from (x, y) down; ``knee`` is how far it stands out."""
    spine = [(x, y), (x + knee, y / 2), (x + knee * 0.6, -9)]
    leg = ribbon(spine, lambda t: 32 - 19 * t if t < 0.6 else 14, whole=True)
    foot = num(x + knee * 0.6)
    return shape(leg, colour, 4) + path(f"M{foot}-12l-10 0-3 12h26l-3-12z", INK)


def _cow() -> str:
    """A cow to the left with her bell, her feet at y = 0."""
    body = (
        "M-92-128C-60-140 40-138 96-126C114-120 118-96 112-74C106-56 84-50 66-52"
        "C20-40-30-42-58-52C-86-52-104-72-106-96C-106-112-102-124-92-128Z"
    )
    head = (
        "M-84-122C-104-134-116-146-124-150C-134-154-146-150-148-142L-166-104"
        "C-170-92-158-84-146-88L-128-96C-120-86-110-74-96-76Z"
    )
    # Tail, far legs, udder and body with its patches.
    out = line("M108-116C128-96 124-76 120-54", 7) + path(
        "M114-58h12l5 24-11 7-11-7z", BROWN, INK, 3
    )
    out += _hoofed(-44, -60, -4, BROWN) + _hoofed(62, -62, 8, BROWN)
    out += shape("M18-46C18-24 60-24 58-48Z", SKIN, 3.4) + shape(body, FAIR, 4.5)
    out += path(
        "M-40-135C-60-108-40-84-10-92C14-76 30-106 20-137ZM54-134C46-100 70-80 112-90C116-108 112-120 96-126Z",
        BROWN,
    )
    # The near legs, which grow out of the body without a line between.
    out += line(body, 4.5) + _hoofed(-72, -64, 2, FAIR) + _hoofed(88, -68, 10, FAIR)
    out += path(ring(-72, -62, 15) + ring(88, -66, 15), FAIR)
    # Head, horns, ear, and the bell on its strap.
    out += rod("M-136-150C-148-160-150-172-142-182", PAPER, 6, 3) + rod(
        "M-122-150C-112-160-114-172-122-180", PAPER, 6, 3
    )
    out += shape(head, FAIR, 4.5) + shape(
        "M-166-104C-170-92-158-84-146-88L-138-93L-153-114Z", PAPER, 3.4
    )
    out += shape("M-116-140C-100-152-90-146-88-138C-98-130-110-132-116-140Z", BROWN, 3.4)
    out += path(ring(-138, -128, 4.5) + ring(-160, -98, 3), INK)
    return out + line("M-98-80L-116-132", 8, RED) + shape("M-114-84h22l7 28h-36z", GOLD, 3.4)


def pasture(pen: Pen) -> str:
    """On the alp: a cow with her bell, and the dairymaid with pail and stool."""
    # The alp.
    out = sky("day", pen, 45, 230) + cloud(420, 150, 0.8)
    out += alps(
        [(-10, 270), (70, 150), (140, 240), (230, 190), (330, 276), (430, 206), (516, 260)],
        340,
        pen,
        PAPER,
        BLUE,
    )
    out += (
        hill([(0, 320), (160, 300), (506, 330)], MEADOW)
        + house(226, 336, 84, 36, BROWN, DARK_GOLD, 2)
        + fir(160, 330, 80, pen)
        + fir(194, 338, 60, pen)
    )
    out += hill([(0, 400), (260, 384), (506, 410)], GREEN) + grass(
        10, 430, 496, 496, MEADOW, pen, 8
    )
    # The maid with her pail, and the cow.
    pail = (
        shape("M32-120H84L76-62H40Z", PAPER, 4)
        + line("M34-106H82M38-78H78", 5, BLUE)
        + line("M34-120C40-146 76-146 82-120", 4)
    )
    maid = folk(
        Folk(coat=BLUE, skirt=RED, apron=PAPER, hat="straw", hat_colour=GOLD, hair=FAIR, turn=-2),
        right=((64, -174), (58, -142)),
        hold_right=pail,
        left=((-62, -190), (-86, -166)),
    )
    out += group(_cow(), 196, 476, k=1.1) + group(maid, 402, 490, k=1.05)
    return out + flowers([(86, 470), (300, 470)], PAPER)


def windmill(pen: Pen) -> str:
    """A windmill, and the miller with a sack on his shoulder."""
    # The hill.
    out = sky("day", pen, 21, 220) + cloud(64, 128, 0.8) + cloud(440, 190, 0.7)
    out += hill([(0, 370), (180, 318), (330, 320), (506, 380)], GOLD, DARK_GOLD, pen, 3)
    # The tower with its cap, door and window.
    x, y = 320, 200
    out += shape(f"M{x - 52} {y + 10}L{x - 84} 400H{x + 84}L{x + 52} {y + 10}Z", PAPER, 4.5) + path(
        gouge([(x + 34, y + 30), (x + 46, 300), (x + 56, 390)], 12)
        + gouge([(x + 14, y + 60), (x + 22, 300), (x + 28, 380)], 8),
        SKY,
    )
    out += shape(
        f"M{x - 60} {y + 16}C{x - 54} {y - 50} {x + 54} {y - 50} {x + 60} {y + 16}Z", RED, 4.5
    )
    out += shape(f"M{x - 20} 400V350a20 20 0 0 1 40 0V400Z", BROWN, 4) + path(
        box(x - 13, 250, 26, 34), BLUE, INK, 3.6
    )
    # The sails.
    sail = (
        rod("M0 0V-196", BROWN, 7, 3)
        + shape("M6-188H48V-46H6Z", CREAM, 4)
        + line("M6-152H48M6-118H48M6-82H48M27-188V-46", 3)
    )
    out += "".join(group(sail, x, y, k=0.86, turn=a) for a in (24, 114, 204, 294)) + shape(
        ring(x, y, 15), GOLD, 4
    )
    # The meadow.
    out += hill([(0, 420), (250, 396), (506, 430)], GREEN) + grass(
        230, 436, 496, 494, MEADOW, pen, 6
    )
    # The miller with his sack.
    sack = shape(
        "M-60-246C-72-286-30-304 4-298C34-304 52-276 40-244C10-232-30-232-60-246Z", CREAM, 4
    ) + path(gouge(bow((-44, -252), (-20, -270), (22, -262), 6), 7), GOLD)
    man = folk(
        Folk(
            coat=PAPER,
            legs=SKY,
            stockings=PAPER,
            hat="cap",
            hat_colour=PAPER,
            beard=CREAM,
            turn=2,
            vest=SKY,
        ),
        behind="",
        left=((-64, -224), (-46, -262)),
        hold_left=group(sack, -34, 6, k=0.9),
        right=((60, -172), (48, -128)),
        feet=((-30, 0), (28, 0)),
    )
    return out + group(man, 124, 488, k=0.94)


def sawyers(pen: Pen) -> str:
    """Two woodcutters at the long saw, a stack of logs behind them."""
    # The wood in snow.
    out = sky("winter", pen, 97, 300) + "".join(
        fir(x, 404 - (i % 2) * 12, h, pen)
        for i, (x, h) in enumerate(
            ((26, 230), (92, 190), (420, 210), (482, 250), (160, 150), (352, 150))
        )
    )
    out += hill([(0, 396), (253, 384), (506, 400)], PAPER)
    # The stack of logs.
    for x, y in ((196, 388), (244, 388), (292, 388), (220, 346), (268, 346), (244, 304)):
        out += (
            shape(ring(x, y, 24), FAIR, 4)
            + line(ring(x, y, 13), 3, BROWN)
            + path(ring(x, y, 4), BROWN)
        )
    out += path(
        gouge([(20, 430), (150, 440), (300, 428)], 9)
        + gouge([(260, 500), (380, 496), (490, 504)], 9),
        SKY,
    )
    # The log on two trestles.
    out += rod("M176 470L214 402M214 470L176 402M292 470L330 402M330 470L292 402", BROWN, 8)
    out += (
        shape("M140 400H366V438H140Z", BROWN, 4.5)
        + shape(ring(366, 419, 19), FAIR, 4)
        + line(ring(366, 419, 9), 3, BROWN)
    )
    out += line("M160 412h70M176 426h60M270 414h60", 3.4, DARK_GOLD)
    # The saw.
    blade = "M150 352H356L344 392Q253 408 162 392Z"
    teeth = "M162 392l12 12 8-8 10 12 8-9 12 12 8-10 12 11 8-11 12 11 8-11 12 11 8-11 12 9 8-11 12 7 8-11 12 4 12-12"
    saw = shape(blade, SKY, 4) + line(teeth, 4) + rod("M150 326V372M356 326V372", RED, 9)
    # The two men.
    left = folk(
        Folk(
            coat=RED,
            legs=BLUE,
            stockings=BROWN,
            hat="cap",
            hat_colour=GREEN,
            turn=2,
            beard=BROWN,
            vest=GOLD,
        ),
        right=((70, -148), (64, -154)),
        left=((-10, -138), (62, -132)),
        feet=(((-24, -62), (-44, 0)), ((42, -72), (44, 0))),
        lean=10,
    )
    right = folk(
        Folk(
            coat=GREEN,
            legs=BROWN,
            stockings=RED,
            hat="felt",
            hat_colour=BROWN,
            turn=-2,
            moustache=INK,
            hair=INK,
            vest=RED,
        ),
        left=((-72, -166), (-66, -148)),
        right=((10, -140), (-62, -128)),
        feet=(((-38, -70), (-36, 0)), ((30, -62), (48, 0))),
        lean=-8,
    )
    out += saw + group(left, 76, 492, k=1.08) + group(right, 430, 492, k=1.08)
    # The axe in its block.
    axe = rod("M0 0L40-70", FAIR, 7, 3) + shape("M28-80L58-64L66-92C52-98 40-92 28-80Z", SKY, 4)
    return out + group(axe + shape("M-34 16H30V-10H-34Z", BROWN, 4), 250, 494)


def sleigh(pen: Pen) -> str:
    """A horse-drawn sleigh in the moonlit snow, two wrapped up behind the driver."""
    # The village in the moonlight.
    out = (
        sky("night", pen, 99, 320)
        + moon(436, 166, 42)
        + stars([(60, 150), (130, 220), (330, 210), (480, 270), (40, 260), (386, 280)], 12)
    )
    out += (
        hill([(0, 330), (160, 296), (330, 330), (506, 290)], SKY)
        + church(94, 318, 0.62, GREEN)
        + fir(330, 350, 110, pen, True)
        + fir(478, 360, 150, pen, True)
        + fir(20, 360, 120, pen, True)
    )
    out += hill([(0, 386), (250, 370), (506, 384)], PAPER)
    out += path(
        gouge([(10, 420), (120, 412), (260, 424)], 9)
        + gouge([(200, 500), (340, 494), (500, 504)], 9),
        SKY,
    )
    # The two, cut off by the side of the sleigh.
    man = folk(
        Folk(
            coat=BROWN,
            legs=BROWN,
            hat="cap",
            hat_colour=RED,
            turn=-2,
            beard=CREAM,
            hair=CREAM,
            vest=GOLD,
        ),
        left=((-64, -176), (-84, -168)),
        right=((56, -196), (62, -246)),
        hold_right=line("M66-250L88-330C60-356 10-350-60-330", 4),
    )
    lady = folk(
        Folk(coat=BLUE, skirt=BLUE, hat="hood", hat_colour=RED, turn=-1, hair=FAIR),
        left=((-50, -176), (-16, -152)),
        right=((50, -176), (16, -152)),
    )
    out += pen.clip(
        group(lady, 432, 474, k=0.7) + group(man, 354, 456, k=0.7), "M200 0H506V410H200Z"
    )
    # The sleigh on its runners.
    body = (
        "M288 384C300 404 330 396 350 372C380 390 440 400 470 340C492 334 500 350 490 366"
        "C484 420 450 440 420 440H318C294 430 280 408 288 384Z"
    )
    out += shape(body, RED, 4.5) + path(gouge(bow((310, 414), (390, 420), (468, 370), 7), 9), GOLD)
    runner = "M500 474H268C240 474 236 444 256 436M320 440V472M420 440V472"
    out += rod(runner, GOLD, 5)
    # The horse with reins, traces and bells.
    out += group(horse(BROWN, INK, gait="trot", bridle=GOLD), 160, 474, k=0.7)
    out += rod("M74 366C130 380 200 350 300 346", GOLD, 3, 2) + rod("M100 400L272 446", RED, 4, 2.5)
    bells = "".join(shape(ring(x, y, 8), GOLD, 3) for x, y in ((88, 362), (96, 382), (110, 398)))
    return out + bells


def beekeeper(pen: Pen) -> str:
    """The beekeeper lifts a comb; a boy keeps his distance."""
    # The garden.
    out = (
        sky("fair", pen, 101, 230)
        + tree(440, 372, 250, GREEN, RED)
        + hill([(0, 340), (200, 312), (506, 344)], MEADOW, GREEN, pen, 18)
    )
    out += house(60, 330, 80, 46, PAPER, RED) + hill([(0, 410), (300, 396), (506, 414)], GREEN)
    # The hives on their bench.
    out += shape("M-6 420H250V436H-6ZM-6 470H250V486H-6Z", BROWN, 4)
    for x in (42, 128, 214):
        out += shape(
            f"M{x - 42} 420C{x - 46} 372 {x - 30} 330 {x} 326C{x + 30} 330 {x + 46} 372 {x + 42} 420Z",
            GOLD,
            4,
        )
        out += line(
            f"M{x - 40} 396Q{x} 410 {x + 40} 396M{x - 38} 372Q{x} 386 {x + 38} 372M{x - 26} 348Q{x} 358 {x + 26} 348",
            3.4,
            DARK_GOLD,
        ) + path(f"M{x - 9} 418a9 10 0 0 1 18 0z", INK)
    # The beekeeper with the comb.
    comb = shape("M-132-244L-58-254L-48-166L-122-156Z", GOLD, 4) + path(
        "".join(
            ring(-116 + 20 * i + 3 * j, -232 + 20 * j - 2 * i, 6)
            for i in range(4)
            for j in range(3)
        ),
        DARK_GOLD,
    )
    comb += line("M-132-244L-58-254", 9) + line("M-132-244L-58-254", 4, FAIR)
    man = folk(
        Folk(
            coat=PAPER,
            legs=BLUE,
            stockings=PAPER,
            hat="straw",
            hat_colour=GOLD,
            turn=-2,
            beard=CREAM,
            hair=CREAM,
            apron=SKY,
            stout=True,
        ),
        left=((-68, -196), (-64, -240)),
        right=((30, -160), (-50, -172)),
        hold_left=comb,
        feet=((-26, 0), (30, 0)),
    )
    out += group(man, 326, 490, k=1.1)
    # The boy, who holds up his hands.
    boy = Folk(coat=RED, legs=BROWN, hat="boater", hat_colour=CREAM, turn=-1, hair=FAIR, vest=PAPER)
    out += child(
        boy,
        448,
        494,
        0.72,
        left=((-60, -212), (-36, -252)),
        right=((62, -212), (40, -250)),
        waves="lr",
    )
    # The bees.
    bee = "".join(
        path(ring(x - 4, y - 7, 6, 4) + ring(x + 5, y - 7, 6, 4), PAPER, INK, 2)
        + shape(ring(x, y, 9, 6), GOLD, 2.6)
        + line(f"M{x - 2} {y - 5}v10M{x + 4} {y - 4}v8", 2.6)
        for x, y in ((60, 250), (136, 226), (182, 276), (230, 196))
    )
    return out + bee + flowers([(20, 500), (270, 500), (480, 494)], RED)


SCENES = {
    "harvest": harvest,
    "vintage": vintage,
    "orchard": orchard,
    "pasture": pasture,
    "windmill": windmill,
    "sawyers": sawyers,
    "sleigh": sleigh,
    "beekeeper": beekeeper,
}
