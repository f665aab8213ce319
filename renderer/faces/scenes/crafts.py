"""Scenes of crafts: baker, printer, glassblower, spinner, teacher, potter."""

from __future__ import annotations

from ..palette import BLUE, BROWN, CREAM, DARK_GOLD, FAIR, GOLD, GREEN, INK, MEADOW, PAPER, RED, SKY
from ..paths import bow, box, circle_points, gouge, group, line, path, ring, rod, shape
from ..pen import Pen
from .buildings import floor
from .people import Folk, child, folk
from .skies import strokes


def _wall(colour: str, marks: str, pen: Pen, foot: float = 410) -> str:
    """A wall that grows dark towards the ceiling, with some of its bricks."""
    d = "".join(f"M{x} {y}h52" for y in range(212, int(foot), 46) for x in range(-20 + (y // 46 % 3) * 60, 506, 180))
    shade = path(strokes(0, 0, 506, 300, pen, len(colour + marks) + ord(marks[1]), deepest=8), marks)
    return path(box(0, 0, 506, 514), colour) + shade + line(d, 4, marks)


def _window(x: float, y: float, w: float = 110, h: float = 130, pane: str = SKY) -> str:
    return (
        shape(box(x, y, w, h), pane, 5)
        + line(f"M{x + w / 2:g} {y:g}v{h:g}M{x:g} {y + h / 2:g}h{w:g}", 5)
        + shape(box(x - 10, y + h, w + 20, 14), PAPER, 4)
    )


def bakery(pen: Pen) -> str:
    """The baker draws loaves from the oven; a boy carries pretzels on a pole."""
    out = _wall(CREAM, GOLD, pen) + floor(420, PAPER, RED, 3)
    out += shape("M-10 424V180C60 130 170 130 226 190V424Z", PAPER, 5)
    out += shape("M26 330V262C26 204 186 204 186 262V330Z", INK, 5)
    fire = "M44 330C40 300 62 296 66 268C82 286 84 300 92 310C98 294 102 284 114 272C116 300 140 300 142 330Z"
    out += shape(fire, RED, 3) + shape("M68 330C66 314 80 308 84 294C98 310 112 310 114 330Z", GOLD, 3)
    out += shape("M4 330H214V348H4Z", DARK_GOLD, 4) + line("M12 380H204M60 350V380M140 350V380M100 382V420", 3.4, GOLD)
    loaf = shape("M-34 0C-40-26 40-26 34 0Z", GOLD, 3.6) + line("M-14-14l6 10M4-16l6 12", 3.4, BROWN)
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
    out = _wall(SKY, PAPER, pen) + floor(420, CREAM, FAIR, 3)
    sheets = "".join(
        shape(box(x, 122, 44, 54), PAPER, 3.4) + line(f"M{x + 8} 138h28M{x + 8} 150h28M{x + 8} 162h18", 3)
        for x in (20, 76)
    )
    out += line("M0 122H130", 3.4) + sheets
    out += shape("M30 470V206H62V470ZM198 470V206H230V470Z", BROWN, 5) + shape("M16 190H244V224H16Z", DARK_GOLD, 5)
    out += shape("M118 224h24v76h-24z", SKY, 4) + line("M118 240l24 10M118 258l24 10M118 276l24 10", 4)
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
    out = _wall(BROWN, INK, pen) + floor(424, DARK_GOLD, BROWN, 3)
    out += shape("M-10 430V250C20 190 130 190 160 250V430Z", CREAM, 5) + shape(
        "M30 350a44 44 0 0 1 88 0v20h-88z", RED, 5
    )
    out += shape("M48 364c-4-24 14-26 18-46c16 14 30 26 30 46z", GOLD, 3.4) + line("M6 300H146M0 400H160", 4, GOLD)
    out += shape("M12 150H290V164H12Z", FAIR, 4)
    jars = ((34, GREEN, 70), (84, SKY, 50), (128, RED, 62), (180, BLUE, 76), (232, GOLD, 52))
    for x, colour, h in jars:
        out += shape(
            f"M{x - 7} {150 - h}h14v{h * 0.3:g}c14 6 14 12 14 20v{h * 0.7 - 20:g}h-42v{20 - h * 0.7:g}c0-8 0-14 14-20z",
            colour,
            3.4,
        )
        out += line(f"M{x - 12} {142}v-16", 4, PAPER)
    pipe = rod("M22-262L-196-168", SKY, 5, 3)
    bubble = shape("M-190-172C-216-196-262-186-266-150C-266-116-222-100-196-130C-186-146-184-162-190-172Z", GOLD, 5)
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


def spinning(pen: Pen) -> str:
    """A woman at the spinning wheel by the tiled stove, a cat with the wool."""
    out = _wall(MEADOW, GREEN, pen) + floor(424, FAIR, CREAM, 3) + _window(32, 140, 104, 120)
    out += path(
        gouge(bow((24, 130), (40, 220), (22, 276), 6), 22) + gouge(bow((146, 130), (130, 220), (150, 276), 6), 22),
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
        "M204 316C192 270 214 226 230 216C246 226 266 270 252 316C240 328 216 328 204 316Z", PAPER, 4
    )
    out += path(
        gouge(bow((216, 300), (212, 270), (226, 240), 6), 6) + gouge(bow((240, 304), (246, 272), (238, 246), 6), 6),
        SKY,
    )
    out += shape("M266 408H372V424H266Z", BROWN, 4) + rod("M282 424L270 496M356 424L368 496", BROWN, 7)
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
    out = _wall(CREAM, PAPER, pen) + floor(430, FAIR, CREAM, 3)
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
        Folk(coat=BLUE, legs=INK, hat="none", turn=-2, vest=GOLD, hair=CREAM, beard=CREAM, long_coat=True),
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
        f = Folk(coat=coat, legs=BLUE, skirt=skirt, hat="none", hair=hair, turn=1 if x < 350 else -1)
        up = ((60, -226), (66, -286)) if hand == "r" else ((-60, -226), (-66, -286))
        pose = {"right": up} if hand == "r" else {"left": up}
        out += child(f, x, 560, 0.74, waves=hand, **pose)
    return out + shape("M-6 474H512V514H-6Z", BROWN, 4.5) + line("M10 488H496", 4, FAIR)


def potter(pen: Pen) -> str:
    """A potter raises a jar on the wheel."""
    out = (
        _wall(SKY, PAPER, pen)
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
    out += _window(30, 140, 100, 110, CREAM)
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
    "bakery": bakery,
    "printing": printing,
    "glassblower": glassblower,
    "spinning": spinning,
    "school": school,
    "potter": potter,
}
