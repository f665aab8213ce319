"""Scenes of engines: steamer, railway, balloon, the great wheel."""

from __future__ import annotations

from ..pen import (
    BLUE,
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
from .landscape import alps, birds, church, cloud, fir, hill, house, lens, sky, tree, water
from .people import Folk, folk


def steamer(pen: Pen) -> str:
    """A paddle steamer with its wake of smoke."""
    out = sky("fair", pen, 12, 230)
    out += alps(
        [(-10, 262), (60, 200), (120, 250), (210, 178), (290, 262), (392, 204), (516, 270)],
        320,
        pen,
        SKY,
        BLUE,
    )
    out += (
        hill([(0, 300), (120, 280), (300, 306), (506, 286)], MEADOW)
        + church(392, 304, 0.6, GREEN)
        + fir(70, 306, 62, pen)
        + fir(104, 308, 48, pen)
    )
    out += water(318, pen, 11)
    smoke = (
        "M272 186C262 150 300 130 320 144C328 112 384 106 396 134C430 116 476 134 470 162"
        "C496 170 496 200 470 200C440 206 420 190 400 192C370 204 340 186 322 188"
        "C306 198 290 202 280 196Z"
    )
    out += shape(smoke, PAPER, 4) + path(
        gouge(bow((300, 172), (330, 156), (366, 168), 6), 8)
        + gouge(bow((380, 166), (412, 146), (450, 172), 6), 8),
        SKY,
    )
    out += shape("M246 196H290L284 330H254Z", RED, 4.5) + path(
        box(249, 214, 38, 20), PAPER, INK, 3.4
    )
    out += shape("M110 300H404V352H110Z", PAPER, 4.5) + path(
        "".join(box(128 + 34 * i, 314, 20, 22) for i in range(8)), BLUE, INK, 3
    )
    out += shape("M84 292H424V304H84Z", GOLD, 4) + line(
        "M104 292V262H400V292M140 262V292M180 262V292M330 262V292M368 262V292", 4
    )
    out += (
        line("M112 340V196M430 350V220", 5)
        + shape("M112 198L64 210L112 224Z", RED, 3.4)
        + shape("M430 222L478 234L430 248Z", GREEN, 3.4)
    )
    out += shape("M30 344C120 364 380 364 486 336L452 414C380 428 130 428 70 414Z", INK, 4) + path(
        gouge(bow((50, 362), (250, 388), (466, 356), 8), 10), RED
    )
    out += shape("M196 404V352C196 296 322 296 322 352V404Z", GOLD, 4.5)
    spokes = "".join(
        f"M259 376L{x:.0f} {y:.0f}" for x, y in circle_points(259, 376, 52, 12, 195)[:7]
    )
    out += (
        shape("M207 400V372C207 312 311 312 311 372V400Z", RED, 4)
        + line(spokes, 6, PAPER)
        + path(ring(259, 376, 12), GOLD, INK, 3.4)
    )
    wake = "".join(
        lens(x, y, w, 13)
        for x, y, w in (
            (20, 424, 130),
            (160, 432, 170),
            (340, 426, 150),
            (60, 450, 150),
            (250, 456, 180),
        )
    )
    return out + path(wake, PAPER) + birds([(70, 150), (120, 176)], 1.2)


def railway(pen: Pen) -> str:
    """A train over a viaduct in the mountains."""
    out = sky("dawn", pen, 17, 240)
    out += alps(
        points("-10 300, 70 178, 130 260, 214 150, 270 230, 356 128, 430 226, 516 170"),
        420,
        pen,
        PAPER,
        GREEN,
    )
    out += fir(40, 420, 110, pen) + fir(470, 416, 120, pen) + fir(92, 424, 80, pen)
    smoke = (
        "M150 196C140 166 176 150 194 166C204 132 262 134 270 160C300 144 350 156 346 184"
        "C372 190 366 214 344 212C300 220 260 200 236 206C206 220 180 204 164 214Z"
    )
    out += shape(smoke, PAPER, 4) + path(
        gouge(bow((176, 190), (206, 170), (240, 186), 6), 8)
        + gouge(bow((256, 186), (290, 166), (326, 194), 6), 8),
        SKY,
    )
    out += shape("M0 346H506V514H0Z", CREAM, 4.5)
    arches = "".join(f"M{x} 514V424a44 44 0 0 1 88 0V514Z" for x in (-50, 58, 166, 274, 382, 490))
    out += shape(arches, SKY, 4.5) + path(
        "".join(lens(x, y, 46, 6) for x in (-40, 70, 178, 286, 394) for y in (480, 500)), PAPER
    )
    blocks = "".join(f"M{x} 378v-16M{x + 40} 366v-14" for x in range(20, 500, 80))
    out += line("M0 362H506", 4) + line(blocks, 3.4)
    wheels = "".join(
        shape(ring(x, 326, r), RED, 4.5) + path(ring(x, 326, 6), INK)
        for x, r in ((122, 20), (172, 20), (222, 20), (300, 17), (350, 17), (400, 17), (450, 17))
    )
    out += (
        shape("M84 246H186V312H84Z", GREEN, 4.5)
        + shape("M184 218H252V314H184Z", INK, 4)
        + shape("M176 206H260V222H176Z", RED, 4)
    )
    out += (
        path(box(198, 232, 36, 34), GOLD, INK, 3.4)
        + shape("M112 248L104 196H140L132 248Z", INK, 4)
        + shape("M98 196H146V182H98Z", GOLD, 3.6)
    )
    out += (
        shape("M156 246a14 14 0 0 1 28 0z", GOLD, 3.6)
        + line("M92 246V312M104 246V312", 5, GOLD)
        + shape("M84 312L52 340H100V312Z", RED, 4)
        + shape(ring(84, 270, 12), GOLD, 3.6)
    )
    for x, colour in ((266, RED), (376, BLUE)):
        out += (
            shape(f"M{x} 236H{x + 104}V314H{x}Z", colour, 4.5)
            + path("".join(box(x + 10 + 31 * i, 252, 22, 28) for i in range(3)), PAPER, INK, 3.4)
            + shape(f"M{x - 4} 226H{x + 108}V238H{x - 4}Z", INK, 2)
        )
    return out + wheels + line("M122 326H222", 6, GOLD) + line("M0 347H506", 8)


def balloon(pen: Pen) -> str:
    """A balloon above the roofs of a town."""
    out = sky("fair", pen, 23, 330) + cloud(76, 190, 0.9) + cloud(446, 250, 0.8)
    x, y, r = 253, 226, 118
    out += shape(ring(x, y, r), RED, 5)
    out += shape(
        f"M{x} {y - r}C{x - 100} {y - 60} {x - 70} {y + 70} {x - 22} {y + r - 2}H{x + 22}"
        f"C{x + 70} {y + 70} {x + 100} {y - 60} {x} {y - r}"
        "Z",
        GOLD,
        4,
    )
    out += shape(
        f"M{x} {y - r}C{x - 40} {y - 50} {x - 30} {y + 70} {x - 8} {y + r}H{x + 8}"
        f"C{x + 30} {y + 70} {x + 40} {y - 50} {x} {y - r}"
        "Z",
        RED,
        4,
    )
    out += shape(
        f"M{x - r} {y + 2}C{x - 60} {y + 46} {x + 60} {y + 46} {x + r} {y + 2}L{x + r - 5} {y + 34}"
        f"C{x + 50} {y + 76} {x - 50} {y + 76} {x - r + 5} {y + 34}Z",
        BLUE,
        4,
    )
    out += "".join(
        shape(ring(x + a, y + b, 10), PAPER, 3)
        for a, b in ((-82, 38), (-42, 52), (0, 56), (42, 52), (82, 38))
    )
    out += line(
        f"M{x - 60} {y + 100}L{x - 26} 400M{x + 60} {y + 100}L{x + 26} 400M{x - 12} {y + r}L{x - 10} 400"
        f"M{x + 12} {y + r}L{x + 10} 400",
        3.4,
    )
    left = group(
        folk(Folk(coat=BLUE, hat="top", hat_colour=INK, turn=-1), left=((-60, -230), (-80, -280))),
        x - 14,
        486,
        k=0.34,
    )
    right = group(
        folk(
            Folk(coat=RED, skirt=RED, hat="bonnet", hat_colour=PAPER, turn=1),
            right=((60, -230), (84, -276)),
        ),
        x + 16,
        486,
        k=0.34,
    )
    out += pen.clip(left + right, "M0 0H506V416H0Z")
    out += (
        shape(f"M{x - 38} 414H{x + 38}L{x + 30} 464H{x - 30}Z", DARK_GOLD, 4)
        + line(f"M{x - 34} 430H{x + 34}M{x - 32} 446H{x + 32}", 3, GOLD)
        + shape(f"M{x - 42} 406H{x + 42}V418H{x - 42}Z", GOLD, 3.4)
    )
    out += (
        house(-6, 514, 74, 86, PAPER, RED)
        + house(70, 514, 62, 60, GOLD, GREEN, 1)
        + house(374, 514, 60, 70, CREAM, BLUE, 1)
        + house(436, 514, 78, 96, PAPER, RED)
    )
    out += (
        shape("M134 514V424H166V514Z", PAPER, 4)
        + shape("M128 426C118 396 142 384 150 356C158 384 182 396 172 426Z", GREEN, 4)
        + path("M144 470v-18a6 6 0 0 1 12 0v18z", INK)
    )
    return (
        out + birds([(60, 100), (430, 120), (470, 146)], 1.2) + house(296, 524, 72, 56, RED, INK, 2)
    )


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
    out += path(
        "".join(box(round(px) - 20, round(py) - 13, 40, 28) for px, py in cabins), RED, INK, 4
    )
    out += path(
        "".join(
            box(round(px) - 13, round(py) - 7, 10, 11) + box(round(px) + 3, round(py) - 7, 10, 11)
            for px, py in cabins
        ),
        PAPER,
        INK,
        2,
    )
    out += (
        hill([(0, 410), (506, 410)], MEADOW, GREEN, pen, 5)
        + tree(40, 430, 150)
        + tree(470, 430, 150)
    )
    gent = folk(
        Folk(
            coat=BLUE,
            legs=CREAM,
            stockings=CREAM,
            hat="top",
            hat_colour=INK,
            turn=2,
            vest=GOLD,
            long_coat=True,
        ),
        left=((-60, -168), (-66, -124)),
        hold_left=rod("M-64-130L-60 0", GOLD, 5, 3),
    )
    parasol = (
        rod("M70-170V-300", GOLD, 5, 3)
        + shape(
            "M-14-300C4-364 136-364 154-300C130-312 112-312 98-300C84-312 56-312 42-300C28-312 10-312-14-300Z",
            RED,
            4,
        )
        + line("M42-300C48-330 58-346 70-350C82-346 92-330 98-300", 3.4)
    )
    lady = folk(
        Folk(coat=RED, skirt=GREEN, hat="bonnet", hat_colour=GOLD, hair=FAIR, turn=-2),
        right=((66, -180), (68, -196)),
        hold_right=parasol,
        left=((-56, -168), (-40, -120)),
    )
    return out + group(gent, 172, 492, k=0.76) + group(lady, 316, 492, k=0.74)


SCENES = {"steamer": steamer, "railway": railway, "balloon": balloon, "wheel": wheel}
