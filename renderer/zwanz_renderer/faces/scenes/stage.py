"""Scenes that people look at: puppets, tightrope."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKIN, SKY
from ..paths import bow, box, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import garland, house
from .land import hill, tree
from .people import Folk, folk
from .skies import birds, cloud, sky


def puppets(pen: Pen) -> str:
    """Kasperl and the crocodile on the stage; the children call out to him."""
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
    out = sky("fair", pen, 37, 300) + cloud(420, 136, 0.7) + birds([(70, 140), (100, 164)], 1.2)
    out += house(-30, 470, 104, 210, GOLD, RED, 2) + house(432, 470, 104, 210, PAPER, GREEN, 2)
    out += (
        house(84, 470, 74, 90, CREAM, BLUE, 2)
        + house(168, 470, 66, 70, SKY, RED, 1)
        + house(276, 470, 66, 80, PAPER, RED, 1)
        + house(350, 470, 72, 96, CREAM, GREEN, 2)
    )
    out += garland(268, 20, pen) if not pen.book else ""
    out += line("M24 372Q253 394 482 372", 10) + line("M24 372Q253 394 482 372", 4, GOLD)
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
    "puppets": puppets,
    "tightrope": tightrope,
}
