"""Scenes of crafts: baker, printer, glassblower."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, PAPER, RED, SKY
from ..paths import bow, box, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import floor, wall
from .people import Folk, child, folk


def bakery(pen: Pen) -> str:
    """The baker draws loaves from the oven; a boy carries pretzels on a pole."""
    out = wall(CREAM, GOLD, pen) + floor(420, PAPER, RED, 3)
    out += shape("M-10 424V180C60 130 170 130 226 190V424Z", PAPER, 5)
    out += shape("M26 330V262C26 204 186 204 186 262V330Z", INK, 5)
    fire = "M44 330C40 300 62 296 66 268C82 286 84 300 92 310C98 294 102 284 114 272C116 300 140 300 142 330Z"
    out += shape(fire, RED, 3) + shape(
        "M68 330C66 314 80 308 84 294C98 310 112 310 114 330Z", GOLD, 3
    )
    out += shape("M4 330H214V348H4Z", DARK_GOLD, 4) + line(
        "M12 380H204M60 350V380M140 350V380M100 382V420", 3.4, GOLD
    )
    loaf = shape("M-34 0C-40-26 40-26 34 0Z", GOLD, 3.6) + line(
        "M-14-14l6 10M4-16l6 12", 3.4, BROWN
    )
    peel = rod("M-150-168L118-150", DARK_GOLD, 8, 3) + shape(
        "M-142-158L-206-160C-214-166-214-176-206-182L-142-178Z", FAIR, 3.6
    )
    baker = folk(
        Folk(
            coat=PAPER,
            legs=SKY,
            stockings=PAPER,
            hat="toque",
            hat_colour=PAPER,
            turn=-2,
            apron=SKY,
            stout=True,
            moustache=BROWN,
            hair=BROWN,
        ),
        left=((-76, -178), (-92, -160)),
        right=((70, -164), (30, -152)),
        hold_left=peel + group(loaf, -178, -176, k=0.84),
        feet=((-30, 0), (34, 0)),
        lean=-3,
    )
    out += group(baker, 316, 490, k=1.04)
    pretzel = "M0 0C-26-4-30 30-8 30C8 30 10 8 0 4C-10 8-8 30 8 30C30 30 26-4 0 0Z"
    pole = rod("M40-40V-290", BROWN, 7, 3) + rod("M4-270H78", BROWN, 7, 3)
    hung = "".join(
        group(line(pretzel, 13) + line(pretzel, 7, GOLD), x, y, k=0.9)
        for x, y in ((10, -260), (70, -260), (10, -222), (70, -222))
    )
    boy = Folk(coat=RED, legs=BLUE, hat="cap", hat_colour=BLUE, turn=-1, vest=GOLD, hair=FAIR)
    out += child(
        boy,
        428,
        494,
        0.74,
        right=((52, -172), (42, -160)),
        hold_right=pole + hung,
        left=((-58, -190), (-40, -232)),
        waves="l",
    )
    return out + group(loaf, 60, 418, k=1) + group(loaf, 130, 420, k=1)


def printing(pen: Pen) -> str:
    """The printer pulls the bar of his press; his girl holds up the fresh sheet."""
    out = wall(SKY, PAPER, pen) + floor(420, CREAM, FAIR, 3)
    sheets = "".join(
        shape(box(x, 122, 44, 54), PAPER, 3.4)
        + line(f"M{x + 8} 138h28M{x + 8} 150h28M{x + 8} 162h18", 3)
        for x in (20, 76)
    )
    out += line("M0 122H130", 3.4) + sheets
    out += shape("M30 470V206H62V470ZM198 470V206H230V470Z", BROWN, 5) + shape(
        "M16 190H244V224H16Z", DARK_GOLD, 5
    )
    out += shape("M118 224h24v76h-24z", SKY, 4) + line(
        "M118 240l24 10M118 258l24 10M118 276l24 10", 4
    )
    out += (
        shape("M70 300H190V326H70Z", INK, 4)
        + shape("M-6 366H262V394H-6Z", GOLD, 4.5)
        + shape("M78 340H182V366H78Z", PAPER, 4)
    )
    out += line("M90 353h80", 5) + shape("M40 394h180v22h-180z", BROWN, 4)
    bar = rod("M-160-214L-20-196", INK, 5, 3) + shape(ring(-12, -195, 9), RED, 3.4)
    man = folk(
        Folk(coat=RED, legs=BLUE, hat="none", turn=-2, apron=CREAM, hair=INK, beard=INK),
        left=((-74, -188), (-40, -199)),
        right=((50, -166), (-18, -190)),
        hold_left=bar,
        feet=(((-34, -70), (-62, 0)), (34, 0)),
        lean=8,
    )
    out += group(man, 294, 488, k=1.04)
    sheet = shape("M-58-432L58-426L54-318L-54-322Z", PAPER, 3.6) + shape(ring(2, -388, 17), RED, 3)
    sheet += line("M-36-414L34-410M-36-358L34-354M-36-342L20-339", 4)
    girl = Folk(coat=BLUE, skirt=GREEN, apron=PAPER, hat="none", turn=-1, hair=FAIR)
    pose = {"left": ((-62, -262), (-50, -322)), "right": ((62, -262), (50, -318))}
    return out + child(girl, 438, 494, 0.74, hold_left=sheet, **pose)


def glassblower(pen: Pen) -> str:
    """The glassblower turns a glowing bubble; bottles stand on the shelf."""
    out = wall(BROWN, INK, pen) + floor(424, DARK_GOLD, BROWN, 3)
    out += shape("M-10 430V286C20 234 130 234 160 286V430Z", CREAM, 5) + shape(
        "M30 350a44 44 0 0 1 88 0v20h-88z", RED, 5
    )
    out += shape("M48 364c-4-24 14-26 18-46c16 14 30 26 30 46z", GOLD, 3.4) + line(
        "M6 318H146M0 400H160", 4, GOLD
    )
    out += shape("M12 206H290V220H12Z", FAIR, 4)
    jars = ((34, GREEN, 70), (84, SKY, 50), (132, RED, 62), (182, BLUE, 76), (232, GOLD, 56))
    for x, colour, h in jars:
        out += shape(
            f"M{x - 7} {206 - h}h14v{h * 0.3:g}c14 6 14 12 14 20v{h * 0.7 - 20:g}h-42v{20 - h * 0.7:g}c0-8 0-14 14-20z",
            colour,
            3.4,
        )
        out += line(f"M{x - 12} 198v-16", 4, PAPER)
    pipe = rod("M22-262L-196-168", SKY, 5, 3)
    bubble = shape(
        "M-190-172C-216-196-262-186-266-150C-266-116-222-100-196-130C-186-146-184-162-190-172Z",
        GOLD,
        5,
    )
    bubble += path(gouge(bow((-252, -146), (-250, -172), (-224, -178), 6), 9), PAPER) + path(
        gouge(bow((-204, -138), (-214, -120), (-236, -122), 6), 8), RED
    )
    man = folk(
        Folk(
            coat=SKY,
            legs=BLUE,
            stockings=CREAM,
            hat="cap",
            hat_colour=RED,
            turn=-2,
            vest=GREEN,
            moustache=BROWN,
            apron=CREAM,
        ),
        left=((-66, -164), (-90, -214)),
        right=((34, -168), (-30, -240)),
        hold_right="",
        hold_left=pipe + bubble,
        feet=((-30, 0), (30, 0)),
        lean=2,
    )
    out += group(man, 352, 490, k=1.12)
    pail = shape("M-34-50H34L26 0H-26Z", BLUE, 4) + line("M-32-38H32", 5, SKY)
    return out + group(pail, 452, 496)


SCENES = {
    "bakery": bakery,
    "printing": printing,
    "glassblower": glassblower,
}
