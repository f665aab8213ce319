"""Scenes under a roof: spinning, school, potter."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, box, circle_points, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import floor, wall, window
from .people import Folk, child, folk


def spinning(pen: Pen) -> str:
    """A woman at the spinning wheel by the tiled stove, a cat with the wool."""
    out = wall(MEADOW, GREEN, pen) + floor(424, FAIR, CREAM, 3) + window(32, 140, 104, 120)
    out += path(
        gouge(bow((24, 130), (40, 220), (22, 276), 6), 22)
        + gouge(bow((146, 130), (130, 220), (150, 276), 6), 22),
        RED,
    )
    stove = "".join(
        shape(box(374 + 44 * i, 150 + 44 * j, 44, 44), (GREEN, GOLD)[(i + j) % 2], 3.6)
        for i in range(3)
        for j in range(6)
    )
    out += (
        stove
        + shape("M362 134H506V152H362ZM356 412H506V444H356Z", DARK_GOLD, 4)
        + shape("M400 366a22 22 0 0 1 44 0v30h-44z", INK, 4)
    )
    x, y = 128, 366
    spokes = "".join(f"M{x} {y}L{px:.0f} {py:.0f}" for px, py in circle_points(x, y, 74, 8))
    out += (
        rod("M90 490L122 380M176 490L140 380M84 440H236", BROWN, 8)
        + line(spokes, 5)
        + line(ring(x, y, 78), 15)
        + line(ring(x, y, 78), 7, GOLD)
        + shape(ring(x, y, 12), RED, 3.4)
    )
    out += rod("M228 446V300", BROWN, 7) + shape(
        "M204 316C192 270 214 226 230 216C246 226 266 270 252 316C240 328 216 328 204 316Z",
        PAPER,
        4,
    )
    out += path(
        gouge(bow((216, 300), (212, 270), (226, 240), 6), 6)
        + gouge(bow((240, 304), (246, 272), (238, 246), 6), 6),
        SKY,
    )
    out += shape("M266 408H372V424H266Z", BROWN, 4) + rod(
        "M282 424L270 496M356 424L368 496", BROWN, 7
    )
    woman = folk(
        Folk(coat=RED, skirt=BLUE, apron=PAPER, hat="bonnet", hat_colour=PAPER, hair=FAIR, turn=-2),
        left=((-52, -172), (-78, -196)),
        right=((46, -160), (-50, -158)),
        hold_right=line("M-76-196L-150-110", 3, PAPER),
        form="seat",
    )
    out += group(woman, 314, 540, k=1.06)
    cat = "M-34 0C-46-26-30-48-8-46C-4-60-2-70 2-78L12-66H24L34-78C40-64 38-48 26-44C34-30 34-12 32 0Z"
    out += group(line("M-34-6C-60-10-58-40-44-44", 11), 410, 498) + group(
        shape(cat, INK, 3) + path(ring(13, -58, 3) + ring(26, -58, 3), GOLD), 410, 498
    )
    return (
        out
        + shape(ring(466, 484, 18), RED, 3.6)
        + line("M450 480q16-14 32 0M452 490q16-14 30-2", 3, PAPER)
        + line("M462 500Q440 512 424 498", 4, RED)
    )


def school(pen: Pen) -> str:
    """The teacher points at the board; children raise their hands."""
    out = wall(CREAM, PAPER, pen) + floor(430, FAIR, CREAM, 3)
    out += shape("M22 128H302V330H22Z", GREEN, 5) + line("M22 128H302V330H22Z", 9, BROWN)
    out += line("M54 172h52M54 200h86M54 228h64M206 288V212M176 242h60", 5, PAPER) + line(
        "M206 212L178 250L234 250Z", 5, GOLD
    )
    out += line("M150 290q20-30 40 0t40 0", 5, SKY)
    globe = (
        rod("M438 214V246", BROWN, 7)
        + shape(ring(438, 180, 38), BLUE, 4)
        + path(
            "M410 168c10-22 34-18 36-8c8 10-8 14-10 28c-14 6-26-4-26-20zM450 196c10-8 20-4 22 2c-4 8-14 14-18 10z",
            MEADOW,
        )
        + line("M396 146A54 54 0 0 0 470 222", 6, GOLD)
    )
    out += shape("M380 246H500V262H380Z", BROWN, 4) + globe
    teacher = folk(
        Folk(
            coat=BLUE,
            legs=INK,
            hat="none",
            turn=-2,
            vest=GOLD,
            hair=CREAM,
            beard=CREAM,
            long_coat=True,
        ),
        left=((-74, -214), (-104, -246)),
        hold_left=rod("M-88-228L-172-272", GOLD, 4, 2.6),
        right=((60, -160), (26, -140)),
        hold_right=shape("M2-160L38-170L46-120L10-110Z", RED, 3.4),
    )
    out += group(teacher, 348, 468, k=1.06)
    for x, coat, hair, skirt, hand in (
        (80, RED, FAIR, GOLD, "r"),
        (206, GREEN, BROWN, "", "l"),
        (420, GOLD, INK, RED, "l"),
    ):
        f = Folk(
            coat=coat, legs=BLUE, skirt=skirt, hat="none", hair=hair, turn=1 if x < 350 else -1
        )
        up = ((60, -226), (66, -286)) if hand == "r" else ((-60, -226), (-66, -286))
        pose = {"right": up} if hand == "r" else {"left": up}
        out += child(f, x, 560, 0.74, waves=hand, **pose)
    return out + shape("M-6 474H512V514H-6Z", BROWN, 4.5) + line("M10 488H496", 4, FAIR)


def potter(pen: Pen) -> str:
    """A potter raises a jar on the wheel."""
    out = (
        wall(SKY, PAPER, pen)
        + floor(424, CREAM, DARK_GOLD, 3)
        + shape("M300 236H510V250H300ZM300 150H510V164H300Z", BROWN, 4)
    )
    for x, y, colour in (
        (330, 236, RED),
        (392, 236, GREEN),
        (456, 236, GOLD),
        (352, 150, BLUE),
        (430, 150, RED),
    ):
        out += shape(
            f"M{x - 14} {y - 56}h28c-4 10 12 16 12 34c0 12-6 22-12 22h-28c-6 0-12-10-12-22c0-18 16-24 12-34z",
            colour,
            3.6,
        )
        out += line(f"M{x - 20} {y - 26}h40", 4, PAPER if colour != GOLD else BROWN)
    out += window(30, 140, 100, 110, CREAM)
    out += (
        shape("M278 492a54 14 0 0 1 108 0a54 14 0 0 1-108 0z", DARK_GOLD, 4)
        + rod("M332 484V400", BROWN, 9)
        + shape("M268 398a64 14 0 0 1 128 0a64 14 0 0 1-128 0z", FAIR, 4)
    )
    out += shape(
        "M304 392C276 366 282 330 312 316C304 300 306 292 308 286H356C358 292 360 300 352 316C382 330 388 366 360 392Z",
        RED,
        4.5,
    )
    out += line("M292 352q40 14 80 0M298 372q34 12 68 0", 3.4, GOLD)
    out += shape("M86 416H198V432H86Z", BROWN, 4) + rod("M100 432V496M184 432V496", BROWN, 8)
    man = folk(
        Folk(
            coat=PAPER,
            legs=BLUE,
            stockings=PAPER,
            hat="straw",
            hat_colour=GOLD,
            turn=2,
            apron=MEADOW,
            beard=BROWN,
        ),
        right=((84, -168), (118, -196)),
        left=((-10, -146), (118, -158)),
        feet=(((54, -112), (58, -14)), ((70, -104), (96, -14))),
        lean=7,
    )
    return out + group(man, 152, 548, k=1.06)


SCENES = {
    "spinning": spinning,
    "school": school,
    "potter": potter,
}
