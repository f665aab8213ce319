"""Scenes under a roof and on a stage: spinning, school, potter, puppets, tightrope."""

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
    SKIN,
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
from .landscape import birds, cloud, floor, garland, hill, house, sky, tree, wall, window
from .people import Folk, child, folk


def spinning(pen: Pen) -> str:
    """A woman at the spinning wheel by the tiled stove, a cat with the wool."""
    # The room: a window with curtains, and the tiled stove.
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
    # The wheel and the distaff.
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
    # The woman on her stool.
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
    # The cat with the ball of wool.
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
    # The board.
    out += shape("M22 128H302V330H22Z", GREEN, 5) + line("M22 128H302V330H22Z", 9, BROWN)
    out += line("M54 172h52M54 200h86M54 228h64M206 288V212M176 242h60", 5, PAPER) + line(
        "M206 212L178 250L234 250Z", 5, GOLD
    )
    out += line("M150 290q20-30 40 0t40 0", 5, SKY)
    # The globe on its shelf.
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
    # The teacher with stick and book.
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
    # The children behind their desk.
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
    # The workshop: shelves with jars, and a window.
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
    # The wheel with the jar in work.
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
    # The potter on his bench.
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


def puppets(pen: Pen) -> str:
    """Kasperl and the crocodile on the stage; the children call out to him."""
    # The garden, and the booth with its awning.
    out = (
        sky("day", pen, 33, 300)
        + tree(20, 400, 220)
        + tree(488, 400, 230)
        + hill([(0, 390), (506, 390)], MEADOW, GREEN, pen, 12)
    )
    out += shape("M110 430V186H396V430Z", RED, 5) + path(
        "".join(box(x, 324, 24, 104) for x in (134, 194, 254, 314, 362)), GOLD
    )
    out += shape("M136 300V190H370V300Z", BLUE, 4.5)
    out += shape(
        "M96 186L120 128H386L410 186a26 22 0 0 1-52 0a26 22 0 0 1-52 0a26 22 0 0 1-53 0"
        "a26 22 0 0 1-53 0a26 22 0 0 1-52 0a26 22 0 0 1-52 0z",
        PAPER,
        4.5,
    )
    out += path(
        "M148 186a26 22 0 0 0 52 0L208 128H166ZM253 186a26 22 0 0 0 53 0L298 128H252Z"
        "M358 186a26 22 0 0 0 52 0L386 128H342Z",
        RED,
        INK,
        4,
    )
    # Kasperl.
    kasper = shape("M-30 0C-34-34-18-52 0-54C18-52 34-34 30 0Z", GREEN, 3.6) + shape(
        "M-16-58C-20-84 20-84 16-58C12-44-12-44-16-58Z", SKIN, 3.4
    )
    kasper += shape(
        "M-20-66C-16-90 4-112 36-98C22-96 22-76 20-66C8-74-8-74-20-66Z", RED, 3.4
    ) + shape(ring(37, -96, 6), GOLD, 2.6)
    kasper += (
        path(ring(4, -64, 2.8), INK)
        + line("M16-62L26-54L14-52", 3)
        + line("M4-50Q12-46 18-50", 3, RED)
    )
    kasper += (
        rod("M22-34L50-40", GREEN, 12, 3)
        + rod("M-22-34L-36-58", GREEN, 12, 3)
        + rod("M52-14V-82", BROWN, 6, 3)
    )
    out += group(kasper, 196, 300)
    # The crocodile, and the edge of the stage.
    croc = "M40 0C44-30 30-44 6-44H-50L-66-54L-68-40L-30-34L-64-22L-62-10L-20-14C-10-10-8-6-8 0Z"
    out += group(
        shape(croc, MEADOW, 3.6)
        + path("M-58-40l5 8 5-8 5 8 5-8M-54-20l5-7 5 7 5-7 5 6", PAPER, INK, 2)
        + shape(ring(8, -48, 8), PAPER, 3)
        + path(ring(6, -48, 3), INK),
        322,
        300,
    )
    out += shape("M124 298H384V318H124Z", GOLD, 4.5)
    # The children, seen from behind; some have ribbons in their hair.
    for x, y, coat, hair, hat in (
        (70, 478, RED, BROWN, ""),
        (172, 492, BLUE, FAIR, "b"),
        (284, 490, GREEN, INK, ""),
        (386, 492, GOLD, BROWN, "b"),
        (462, 476, RED, FAIR, ""),
    ):
        out += shape(
            f"M{x - 44} 520C{x - 42} {y - 34} {x - 22} {y - 46} {x} {y - 48}"
            f"C{x + 22} {y - 46} {x + 42} {y - 34} {x + 44} 520Z",
            coat,
            4,
        )
        out += shape(ring(x, y - 72, 32, 34), hair, 4)
        if hat:
            out += line(
                f"M{x - 8} {y - 106}q-22-16-20 4q2 12 20-4q22-16 20 4q-2 12-20-4", 10, RED
            ) + line(f"M{x} {y - 104}V{y - 44}", 4)
        else:
            out += path(gouge(bow((x - 18, y - 90), (x, y - 104), (x + 20, y - 88), 6), 6), GOLD)
    # Two hands that wave.
    for x, y, t in ((134, 410, -12), (428, 404, 14)):
        out += group(
            line("M0 40L0 12", 22)
            + line("M0 40L0 12", 14, PAPER)
            + group(
                shape(
                    "M-8 8C-12 0-18-6-19-11C-17-15-13-13-9-7L-10-24C-8-28-5-27-4-24L-2-11L0-27C2-30 5-30 6-26"
                    "L5-11L10-24C12-27 15-25 14-21L10-7L16-13C19-14 20-12 19-9L10 8Z",
                    SKIN,
                    3,
                ),
                k=1.1,
            ),
            x,
            y,
            turn=t,
        )
    return out


def tightrope(pen: Pen) -> str:
    """The rope dancer with her parasol high above the square."""
    # The square below, and the rope.
    out = sky("fair", pen, 37, 300) + cloud(420, 136, 0.7) + birds([(70, 140), (100, 164)], 1.2)
    out += house(-30, 470, 104, 210, GOLD, RED, 2) + house(432, 470, 104, 210, PAPER, GREEN, 2)
    out += (
        house(84, 470, 74, 90, CREAM, BLUE, 2)
        + house(168, 470, 66, 70, SKY, RED, 1)
        + house(276, 470, 66, 80, PAPER, RED, 1)
        + house(350, 470, 72, 96, CREAM, GREEN, 2)
    )
    out += garland(268, 20) if not pen.book else ""
    out += rod("M24 372Q253 394 482 372", GOLD, 4, 3)
    # The dancer with parasol and tutu.
    parasol = rod("M74-196L92-268", GOLD, 4, 3) + group(
        shape(
            "M-70 0C-62-54 62-54 70 0C52-12 36-12 23 0C10-12-10-12-23 0C-36-12-52-12-70 0Z", RED, 4
        )
        + line("M-23 0C-20-26-8-40 0-42C8-40 20-26 23 0", 3.4, PAPER),
        93,
        -264,
        turn=14,
    )
    girl = folk(
        Folk(
            coat=BLUE,
            legs=PAPER,
            stockings=PAPER,
            skirt="",
            hat="wreath",
            hat_colour=RED,
            hair=FAIR,
            turn=2,
            vest=GOLD,
        ),
        right=((64, -194), (78, -208)),
        hold_right=parasol,
        left=((-68, -208), (-110, -224)),
        waves="l",
        feet=(((-34, -70), (-92, -58)), ((10, -66), (2, 0))),
        lean=4,
    )
    tutu = shape(
        "M-30-142C-60-132-80-118-86-104C-66-98-54-92-40-96C-24-88-10-88 0-94"
        "C12-88 26-88 42-96C56-92 68-98 86-104C80-118 60-132 30-142Z",
        RED,
        4,
    )
    tutu += line("M-52-118L-62-100M-18-120L-20-94M18-120L20-94M52-118L62-100", 3, PAPER)
    out += group(girl + group(tutu, turn=4), 246, 388, k=0.86)
    # The crowd; every third one turns round and shows a face.
    crowd = (
        (30, RED, BROWN),
        (86, BLUE, INK),
        (140, GREEN, FAIR),
        (200, GOLD, BROWN),
        (258, RED, INK),
        (318, BLUE, FAIR),
        (376, GOLD, INK),
        (428, GREEN, BROWN),
        (480, RED, FAIR),
    )
    for i, (x, coat, hair) in enumerate(crowd):
        y = 492 - (i % 2) * 14
        out += shape(
            f"M{x - 32} 520C{x - 32} {y - 10} {x - 14} {y - 18} {x} {y - 18}"
            f"C{x + 14} {y - 18} {x + 32} {y - 10} {x + 32} 520Z",
            coat,
            3.6,
        )
        out += shape(ring(x, y - 34, 20), hair if i % 3 else SKIN, 3.6)
        if i % 3 == 0:
            out += shape(
                f"M{x - 22} {y - 40}C{x - 18} {y - 64} {x + 18} {y - 64} {x + 22} {y - 40}Z",
                hair,
                3.4,
            ) + path(ring(x - 7, y - 34, 2.6) + ring(x + 7, y - 34, 2.6), INK)
    return out


SCENES = {
    "spinning": spinning,
    "school": school,
    "potter": potter,
    "puppets": puppets,
    "tightrope": tightrope,
}
