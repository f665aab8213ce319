"""Scenes of courtship: the bridal pair before the camera, the serenade."""

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
    gouge,
    group,
    line,
    path,
    points,
    ring,
    rod,
    shape,
)
from .landscape import hill, moon, sky, stars, tree
from .people import Folk, folk


def photographer(pen: Pen) -> str:
    """The photographer under his black cloth; the bridal pair holds still."""
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
    out += (
        shape("M92 224H126V332H92Z", BROWN, 4.5)
        + shape("M126 234L138 226V330L126 322ZM138 240L150 234V322L138 316Z", RED, 3.6)
        + shape("M150 240H176V316H150Z", BROWN, 4.5)
        + shape("M176 258H198V298H176Z", GOLD, 4)
    )
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
    out += hill([(0, 446), (280, 438), (290, 520)], GREEN) + path(
        gouge(bow((480, 514), (500, 420), (470, 360), 6), 10), GREEN
    )
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
    "photographer": photographer,
    "serenade": serenade,
}
