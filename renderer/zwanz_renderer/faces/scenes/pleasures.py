"""Scenes of leisure and company: ice, painting, the stars, dance, music, tavern, carnival. Courtship:
the bridal pair before the camera, the serenade.
"""

from __future__ import annotations

from ..ornament import star
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
    alps,
    church,
    cloud,
    fir,
    floor,
    flowers,
    garland,
    hill,
    house,
    lens,
    moon,
    sky,
    stars,
    tree,
)
from .people import Folk, folk


def skaters(pen: Pen) -> str:
    """A couple on the ice before a snowy village."""
    # The village in snow, and the ice.
    out = sky("winter", pen, 87, 260) + shape(ring(410, 160, 34), RED, 4)
    out += (
        hill([(0, 300), (160, 262), (330, 290), (506, 250)], PAPER)
        + church(250, 300, 0.7, GREEN)
        + house(60, 330, 76, 46, GOLD, PAPER)
        + house(376, 326, 84, 50, RED, PAPER)
    )
    out += (
        fir(30, 352, 130, pen, True)
        + fir(484, 350, 140, pen, True)
        + hill([(0, 352), (506, 346)], PAPER)
        + shape("M-4 380C120 360 400 360 510 382V514H-4Z", SKY, 4)
    )
    out += path(
        lens(30, 410, 190, 9)
        + lens(260, 402, 200, 8)
        + lens(90, 500, 160, 8)
        + lens(330, 494, 150, 8),
        PAPER,
    )
    # The couple on skates.
    blade = line("M-44 10H6M14 10H62", 4)
    man = folk(
        Folk(
            coat=BROWN,
            legs=BLUE,
            stockings=BLUE,
            hat="cap",
            hat_colour=RED,
            turn=2,
            vest=GOLD,
            long_coat=True,
        ),
        right=((64, -180), (86, -150)),
        left=((-74, -196), (-104, -216)),
        feet=((-36, 0), (24, 0)),
        lean=5,
    )
    scarf = shape("M-26-228C-10-216 14-216 26-228L28-212C14-202-12-202-28-212Z", GOLD, 3.4) + shape(
        "M-26-216L-78-196L-76-178L-20-204Z", GOLD, 3.4
    )
    lady = folk(
        Folk(coat=RED, skirt=GREEN, hat="bonnet", hat_colour=PAPER, hair=FAIR, turn=-2),
        left=((-64, -180), (-86, -150)),
        right=((74, -196), (104, -218)),
        lean=-5,
    )
    muff = line("M-30 6H-4M6 6H34", 4)
    return out + group(man + scarf + blade, 166, 482, k=1.06) + group(lady + muff, 346, 484, k=1.06)


def painter(pen: Pen) -> str:
    """A painter at her easel in the meadow."""
    # The meadow before the Alps.
    out = (
        sky("fair", pen, 85, 240)
        + cloud(430, 160, 0.8)
        + alps(
            [(-10, 290), (80, 230), (150, 290), (260, 240), (380, 300), (516, 250)],
            340,
            pen,
            SKY,
            BLUE,
        )
    )
    out += (
        hill([(0, 330), (240, 310), (506, 340)], MEADOW, GREEN, pen, 6)
        + tree(460, 372, 190)
        + hill([(0, 420), (506, 410)], GREEN)
    )
    # The easel with the painting.
    out += rod("M190 500L136 190M60 500L118 190M126 210V470", BROWN, 8)
    out += (
        shape("M40 214H216V376H40Z", PAPER, 5)
        + path("M44 330C90 300 150 320 212 306V372H44Z", MEADOW)
        + path("M44 318L88 250L112 290L142 240L196 314Z", BLUE)
        + shape(ring(180, 244, 14), RED, 3)
        + line("M40 376H216", 9, GOLD)
    )
    # The painter with palette and brush.
    palette = shape(
        "M-86-150C-100-184-60-206-28-190C-8-178-8-150-28-140C-40-134-44-146-56-142C-68-136-78-136-86-150Z",
        FAIR,
        4,
    )
    palette += "".join(
        path(ring(a, b, 7), c)
        for a, b, c in ((-74, -168, RED), (-58, -182, BLUE), (-38, -180, PAPER), (-24, -166, GREEN))
    )
    brush = rod("M44-216L-56-262", GOLD, 4, 2.6) + shape("M-54-268L-82-272L-58-256Z", RED, 3)
    woman = folk(
        Folk(coat=BLUE, skirt=RED, apron=PAPER, hat="straw", hat_colour=GOLD, hair=BROWN, turn=-2),
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


def stargazer(pen: Pen) -> str:
    """The astronomer with his telescope on the tower."""
    # The sky, one constellation drawn out.
    out = sky("night", pen, 83, 400) + moon(66, 190, 44) + star(446, 168, 40, 16, 8, PAPER, GOLD)
    out += stars(
        points("240 250, 440 250, 392 300, 476 320, 444 392, 40 290, 60 390, 40 130, 246 330"),
        13,
    )
    out += line("M440 250L392 300L476 320L444 392", 2.4, SKY)
    # The tower above the roofs.
    out += house(-20, 514, 90, 70, CREAM, RED, 2, lit=True) + house(
        440, 514, 86, 80, GOLD, DARK_GOLD, 2, lit=True
    )
    out += (
        shape("M92 514V424H414V514Z", CREAM, 5)
        + shape("M78 400H428V426H78Z", PAPER, 5)
        + line("".join(f"M{x} 450h56" for x in (110, 220, 330)) + "M160 482h56M280 482h56", 4)
    )
    out += shape(
        "".join(f"M{x} 400V374H{x + 38}V400Z" for x in (78, 148, 218, 288, 358, 390)[:5]), PAPER, 4
    )
    # The telescope.
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
    # The astronomer in robe and cap with stars.
    man = folk(
        Folk(
            coat=RED,
            legs=RED,
            hat="none",
            hair=CREAM,
            beard=CREAM,
            turn=2,
            vest=GOLD,
            long_coat=True,
        ),
        right=((74, -200), (86, -250)),
        left=((-58, -176), (-22, -172)),
        hold_left=shape("M-54-190L-10-204L0-158L-44-146Z", PAPER, 3.4)
        + line("M-42-180l28-9M-38-166l28-9", 3),
    )
    robe = shape("M-30-140C-52-90-60-40-62 0H62C60-40 52-90 30-140Z", RED, 4) + stars(
        [(-30, -70), (24, -90), (0, -30), (-44, -20), (44, -28)], 10
    )
    cap = shape("M-29-280L-6-350L24-282C8-292-12-292-29-280Z", BLUE, 4) + stars([(-4, -312)], 9)
    return out + tripod + scope + group(man + robe + cap, 172, 404, k=0.82)


def dance(pen: Pen) -> str:
    """A couple at the dance under lanterns."""
    # The square at night.
    out = sky("night", pen, 61, 330) + stars(
        [(80, 190), (428, 196), (40, 250), (470, 262), (252, 130)]
    )
    out += house(-20, 402, 100, 110, CREAM, RED, 2, lit=True) + house(
        426, 402, 100, 120, PAPER, GREEN, 2, lit=True
    )
    out += floor(396, CREAM, GOLD) + garland(106, 34)
    # The couple.
    man = folk(
        Folk(coat=GREEN, legs=BROWN, hat="felt", hat_colour=GREEN, turn=2, vest=RED),
        left=((-72, -224), (-92, -272)),
        right=((56, -190), (78, -158)),
        feet=((-34, 0), (18, -4)),
        lean=4,
    )
    woman = folk(
        Folk(coat=RED, skirt=BLUE, apron=PAPER, hair=FAIR, hat="none", turn=-2),
        left=((-56, -190), (-78, -174)),
        right=((74, -222), (96, -268)),
        lean=-4,
        form="swing",
    )
    return out + group(man, 178, 486, k=1.1) + group(woman, 330, 488, k=1.1)


def music(pen: Pen) -> str:
    """Schrammel music: a fiddler and a double bass."""
    # The garden in the evening.
    out = (
        sky("evening", pen, 63, 330)
        + tree(60, 380, 250)
        + tree(452, 380, 260)
        + hill([(0, 380), (506, 380)], MEADOW, GREEN, pen, 2)
    )
    # The fiddler.
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
    # The player of the double bass.
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
        Folk(coat=RED, legs=BROWN, hat="cap", hat_colour=GREEN, beard=BROWN, turn=-2, vest=GREEN),
        left=((-60, -224), (-56, -246)),
        right=((56, -160), (4, -118)),
        hold_left=bass,
        hold_right=rod("M-100-104L30-122", BROWN, 4, 2.6),
    )
    return out + group(man, 156, 490, k=1.08) + group(second, 366, 486, k=1.06)


def tavern(pen: Pen) -> str:
    """Two at the wine tavern touch glasses under the green bough."""
    # The vineyard in the evening, and a wall.
    out = sky("evening", pen, 67, 300) + hill([(0, 300), (140, 250), (320, 290), (506, 250)], GREEN)
    out += path(
        "".join(
            gouge(bow((x + 40, 270), (x + 14, 310), (x - 30, 360), 6), 10)
            for x in range(30, 540, 56)
        ),
        MEADOW,
    )
    out += shape("M-10 372H516V514H-10Z", CREAM, 4)
    # The green bough.
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

    # The two with their glasses.
    left = folk(
        Folk(coat=BLUE, hat="felt", hat_colour=GREEN, beard=CREAM, hair=CREAM, turn=2, vest=RED),
        right=((72, -196), (66, -236)),
        hold_right=glass(68, -236),
        left=((-60, -168), (-40, -112)),
    )
    right = folk(
        Folk(coat=RED, skirt=GREEN, hat="none", hair=BROWN, turn=-2),
        left=((-72, -196), (-66, -236)),
        hold_left=glass(-68, -236),
        right=((60, -166), (36, -116)),
    )
    out += group(left, 146, 520, k=1.14) + group(right, 356, 520, k=1.14)
    # The table with jug and loaf.
    out += (
        shape("M40 404H466V428H40Z", BROWN, 4.5)
        + line("M60 416H446", 3.4, FAIR)
        + rod("M92 430L74 514M414 430L432 514", BROWN, 12)
    )
    jug = "M-26-64C-36-40-36-16-24 0H24C36-16 36-40 26-64C18-72 16-84 20-92H-20C-16-84-18-72-26-64Z"
    out += group(
        line("M28-70C60-70 56-24 30-22", 8)
        + shape(jug, SKY, 4)
        + line("M-30-40Q0-30 30-40", 6, BLUE),
        228,
        404,
        k=0.9,
    )
    loaf = "M-50 0C-56-34 56-34 50 0Z"
    return out + group(
        shape(loaf, GOLD, 4) + line("M-22-20l8 14M0-24l8 16M22-20l8 14", 4, BROWN), 310, 404, k=0.84
    )


def carnival(pen: Pen) -> str:
    """Carnival: a drummer and a masked lady under streamers."""
    # The hall with streamers and confetti.
    out = path(box(0, 0, 506, 514), CREAM)
    out += path("".join(f"M{x} 0h42l-20 514h-62z" for x in range(-20, 560, 92)), SKY) + floor(
        400, PAPER, RED, 3
    )
    streamers = (
        "M0 120C80 180 120 110 200 150M506 130C430 190 390 110 310 150M0 190"
        "C50 230 70 190 100 220M506 200C460 240 440 200 410 226"
    )
    out += line(streamers, 11) + line(streamers, 5, RED)
    confetti = "".join(
        ring(x, y, 6)
        for x, y in points("60 270, 120 250, 250 160, 300 230, 440 270, 470 330, 36 340, 226 250")
    )
    out += path(confetti, GOLD, INK, 2.4) + path(
        "".join(
            box(x, y, 10, 10)
            for x, y in ((90, 310), (280, 190), (400, 240), (240, 330), (480, 290))
        ),
        GREEN,
    )
    # The drummer.
    drum = (
        shape("M-52-140H52V-72C30-58-30-58-52-72Z", BLUE, 4)
        + shape("M-52-140C-30-154 30-154 52-140C30-126-30-126-52-140Z", PAPER, 4)
        + line("M-52-132L-30-66L-8-128L14-62L36-130L52-74", 4, GOLD)
    )
    drummer = folk(
        Folk(coat=GOLD, legs=RED, stockings=GREEN, hat="plumed", hat_colour=RED, turn=2, vest=RED),
        left=((-70, -184), (-46, -168)),
        right=((72, -190), (50, -174)),
        hold_left=drum + rod("M-56-180L-14-146", BROWN, 5, 2.6),
        hold_right=rod("M58-188L16-148", BROWN, 5, 2.6),
    )
    # The lady with mask and fan.
    mask = shape(
        "M-30-270C-12-278 12-278 30-270C28-252 12-246 0-256C-12-246-28-252-30-270Z", INK, 2
    ) + path(ring(-11, -263, 4) + ring(12, -263, 4), PAPER)
    lady = folk(
        Folk(coat=BLUE, skirt=GOLD, apron=RED, hat="plumed", hat_colour=BLUE, hair=FAIR, turn=-1),
        left=((-66, -176), (-58, -128)),
        right=((76, -206), (90, -254)),
        hold_right=group(
            shape("M0 0L-44-40C-30-66 30-66 44-40Z", PAPER, 4)
            + line("M0 0L-22-54M0 0V-58M0 0L22-54", 3, RED),
            92,
            -258,
            turn=14,
            k=0.9,
        ),
    )
    return out + group(drummer, 158, 488, k=1.1) + group(lady + mask, 350, 488, k=1.1)


# --------------------------------------------------------------------------------------- courtship


def photographer(pen: Pen) -> str:
    """The photographer under his black cloth; the bridal pair holds still."""
    # The garden, and the arch of roses.
    out = (
        sky("fair", pen, 51, 260)
        + hill([(0, 390), (506, 390)], MEADOW, GREEN, pen, 15)
        + tree(20, 400, 200)
    )
    out += shape(
        "M256 420V220C256 110 486 110 486 220V420H458V226C458 156 284 156 284 226V420Z", GREEN, 4.5
    )
    out += "".join(
        shape(ring(px, py, 11), (RED, PAPER, GOLD)[i % 3], 3)
        for i, (px, py) in enumerate(
            points(
                "268 380, 270 320, 268 260, 282 200, 314 162, 350 144, 392 144, 428 162, 460 200, 474 260, 472 320, 474 380"
            )
        )
    )
    # The photographer under his cloth.
    out += rod("M96 336L54 494M112 336V498M128 336L168 494", DARK_GOLD, 8)
    photo = folk(
        Folk(coat=BROWN, legs=INK, stockings=INK, hat="none", turn=2),
        left=((-50, -168), (-46, -126)),
        right=((62, -226), (96, -272)),
        feet=((-34, 0), (24, 0)),
        lean=12,
    )
    bulb = line("M176 252C186 276 160 292 160 312", 4)
    out += group(photo, 70, 496, k=1.06)
    cloth = "M14 350C-10 290 20 176 76 172C108 172 120 200 120 222V352C90 366 60 342 14 350Z"
    folds = gouge(bow((24, 330), (24, 260), (60, 198), 6), 8) + gouge(
        bow((58, 336), (54, 270), (86, 206), 6), 7
    )
    out += bulb + shape(cloth, INK, 4) + path(folds, BLUE)
    # The camera.
    out += (
        shape("M92 224H126V332H92Z", BROWN, 4.5)
        + shape("M126 234L138 226V330L126 322ZM138 240L150 234V322L138 316Z", RED, 3.6)
        + shape("M150 240H176V316H150Z", BROWN, 4.5)
        + shape("M176 258H198V298H176Z", GOLD, 4)
    )
    # The groom.
    groom = folk(
        Folk(
            coat=INK,
            legs=INK,
            stockings=INK,
            hat="top",
            hat_colour=INK,
            turn=-1,
            vest=PAPER,
            moustache=BROWN,
            long_coat=True,
        ),
        left=((-54, -166), (-30, -134)),
        right=((54, -168), (48, -126)),
    )
    # The bride with bouquet and veil.
    bouquet = "".join(
        shape(ring(a, b, 10), c, 3)
        for a, b, c in (
            (-16, -150, RED),
            (0, -158, PAPER),
            (16, -150, RED),
            (-6, -142, GOLD),
            (8, -140, PAPER),
        )
    ) + shape("M-6-134L0-104L6-134Z", GREEN, 3)
    veil = shape("M-18-300C-56-270-64-160-72-70L60-70C58-160 52-270 18-300Z", PAPER, 4)
    bride = folk(
        Folk(coat=PAPER, skirt=PAPER, hat="wreath", hat_colour=RED, hair=FAIR, turn=-1, apron=SKY),
        left=((-50, -168), (-8, -138)),
        right=((50, -168), (10, -136)),
        hold_right=bouquet,
        behind=veil,
    )
    return out + group(groom, 322, 486, k=0.98) + group(bride, 420, 490, k=0.94)


def serenade(pen: Pen) -> str:
    """By moonlight: he plays the lute under the balcony, she lets fall a rose."""
    # The night, and the house with its window.
    out = (
        sky("night", pen, 53, 420)
        + moon(66, 176, 44)
        + stars([(140, 230), (40, 280), (200, 300), (112, 130), (180, 180)], 12)
    )
    out += shape("M280 520V-10H520V520Z", CREAM, 5) + line(
        "M300 130h40M420 150h50M304 470h40M440 460h50M310 400h30", 4, GOLD
    )
    out += shape("M334 312V196a60 60 0 0 1 120 0V312Z", INK, 5) + shape(
        "M334 312V200L300 190V318ZM454 312V200L488 190V318Z", GREEN, 4
    )
    # The lady with the rose, cut off by the balcony.
    lady = folk(
        Folk(coat=RED, skirt=RED, hat="none", hair=FAIR, turn=-2),
        left=((-66, -176), (-104, -186)),
        right=((52, -166), (34, -130)),
        hold_left=rod("M-104-186L-128-152", GREEN, 4, 2.6) + shape(ring(-132, -146, 13), RED, 3.4),
        lean=-6,
    )
    out += pen.clip(group(lady, 396, 428, k=0.92), "M0 0H506V330H0Z")
    out += (
        "".join(rod(f"M{x} 322V380", DARK_GOLD, 7, 3) for x in (318, 346, 374, 402, 430, 458))
        + shape("M296 308H480V326H296Z", GOLD, 4)
        + shape("M290 378H486L470 406H306Z", PAPER, 4.5)
    )
    # The garden.
    out += hill([(0, 446), (280, 438), (290, 520)], GREEN) + path(
        gouge(bow((480, 514), (500, 420), (470, 360), 6), 10), GREEN
    )
    # The man with the lute.
    lute = group(
        shape("M0-40C34-34 48 20 0 42C-48 20-34-34 0-40Z", GOLD, 4)
        + path(ring(0, 4, 10), INK)
        + rod("M0-38V-104", BROWN, 9, 3)
        + rod("M0-104L22-118", BROWN, 8, 3)
        + line("M-3 34V-96M3 34V-96", 1.8),
        22,
        -158,
        turn=-62,
        k=1,
    )
    man = folk(
        Folk(
            coat=BLUE,
            legs=RED,
            stockings=RED,
            hat="plumed",
            hat_colour=RED,
            turn=2,
            vest=GOLD,
            moustache=BROWN,
        ),
        right=((64, -152), (40, -146)),
        left=((-62, -170), (-62, -196)),
        hold_left=lute,
        feet=(((-28, -64), (-46, 0)), ((30, -66), (52, 0))),
        nod=-12,
    )
    return out + group(man, 138, 488, k=1.12)


SCENES = {
    "skaters": skaters,
    "painter": painter,
    "stargazer": stargazer,
    "dance": dance,
    "music": music,
    "tavern": tavern,
    "carnival": carnival,
    "photographer": photographer,
    "serenade": serenade,
}
