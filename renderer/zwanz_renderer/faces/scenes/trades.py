"""Scenes of trades and crafts: baker, printer, glassblower, smithy, fishing, hunt, market, the
sweep.
"""

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
    box,
    circle_points,
    gouge,
    group,
    line,
    path,
    poly,
    ring,
    rod,
    shape,
)
from .landscape import (
    alps,
    church,
    fir,
    floor,
    grass,
    hill,
    house,
    lens,
    moon,
    sky,
    stars,
    wall,
    water,
)
from .people import Folk, child, folk


def bakery(pen: Pen) -> str:
    """The baker draws loaves from the oven; a boy carries pretzels on a pole."""
    out = wall(CREAM, GOLD, pen) + floor(420, PAPER, RED, 3)
    # The oven: its front, mouth, fire and bricks.
    out += shape("M-10 424V180C60 130 170 130 226 190V424Z", PAPER, 5)
    out += shape("M26 330V262C26 204 186 204 186 262V330Z", INK, 5)
    fire = "M44 330C40 300 62 296 66 268C82 286 84 300 92 310C98 294 102 284 114 272C116 300 140 300 142 330Z"
    out += shape(fire, RED, 3) + shape(
        "M68 330C66 314 80 308 84 294C98 310 112 310 114 330Z", GOLD, 3
    )
    out += shape("M4 330H214V348H4Z", DARK_GOLD, 4) + line(
        "M12 380H204M60 350V380M140 350V380M100 382V420", 3.4, GOLD
    )
    # The baker, a loaf on his peel.
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
    # The boy with pretzels on a pole.
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
    # Sheets hung up to dry.
    sheets = "".join(
        shape(box(x, 122, 44, 54), PAPER, 3.4)
        + line(f"M{x + 8} 138h28M{x + 8} 150h28M{x + 8} 162h18", 3)
        for x in (20, 76)
    )
    out += line("M0 122H130", 3.4) + sheets
    # The press: posts, screw, platen and bed.
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
    # The printer at the bar.
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
    # The girl with the fresh sheet.
    sheet = shape("M-58-432L58-426L54-318L-54-322Z", PAPER, 3.6) + shape(ring(2, -388, 17), RED, 3)
    sheet += line("M-36-414L34-410M-36-358L34-354M-36-342L20-339", 4)
    girl = Folk(coat=BLUE, skirt=GREEN, apron=PAPER, hat="none", turn=-1, hair=FAIR)
    pose = {"left": ((-62, -262), (-50, -322)), "right": ((62, -262), (50, -318))}
    return out + child(girl, 438, 494, 0.74, hold_left=sheet, **pose)


def glassblower(pen: Pen) -> str:
    """The glassblower turns a glowing bubble; bottles stand on the shelf."""
    out = wall(BROWN, INK, pen) + floor(424, DARK_GOLD, BROWN, 3)
    # The furnace.
    out += shape("M-10 430V286C20 234 130 234 160 286V430Z", CREAM, 5) + shape(
        "M30 350a44 44 0 0 1 88 0v20h-88z", RED, 5
    )
    out += shape("M48 364c-4-24 14-26 18-46c16 14 30 26 30 46z", GOLD, 3.4) + line(
        "M6 318H146M0 400H160", 4, GOLD
    )
    # The shelf with bottles.
    out += shape("M12 206H290V220H12Z", FAIR, 4)
    jars = ((34, GREEN, 70), (84, SKY, 50), (132, RED, 62), (182, BLUE, 76), (232, GOLD, 56))
    for x, colour, h in jars:
        out += shape(
            f"M{x - 7} {206 - h}h14v{h * 0.3:g}c14 6 14 12 14 20v{h * 0.7 - 20:g}h-42v{20 - h * 0.7:g}c0-8 0-14 14-20z",
            colour,
            3.4,
        )
        out += line(f"M{x - 12} 198v-16", 4, PAPER)
    # The man with pipe and bubble, and his pail.
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


def smithy(pen: Pen) -> str:
    """The smith swings his hammer over the glowing iron."""
    # The forge with its fire, and the hood above it.
    out = wall(BROWN, INK, pen) + shape("M20 414V260C20 170 196 170 196 260V414Z", INK, 5)
    out += shape(
        "M46 414C24 350 66 330 62 276C92 300 96 330 104 346C112 318 108 290 128 262"
        "C130 310 168 340 170 376C172 396 166 408 160 414Z",
        RED,
        4,
    )
    out += shape(
        "M74 414C62 380 88 366 88 336C104 354 110 372 114 382C120 366 120 350 128 340C134 372 148 386 138 414Z",
        GOLD,
        3.4,
    )
    out += (
        shape("M10 128H206L190 206H26Z", CREAM, 5)
        + line("M18 164H198", 4)
        + floor(412, CREAM, DARK_GOLD, 3)
    )
    # The rail with its hooks.
    hooks = "M424 190a15 15 0 1 0 4 0M470 206a15 15 0 1 0 4 0"
    out += (
        line("M426 150V190M472 150V206", 5)
        + line("M404 150H496", 9)
        + line(hooks, 11)
        + line(hooks, 5, SKY)
    )
    # The smith with hammer and tongs.
    hammer = rod("M62-288L-26-348", FAIR, 8, 3) + group(
        shape("M-36-17H32V17H-36Z", SKY, 4), -34, -352, turn=34
    )
    tongs = rod("M-26-132L-92-112", INK, 3, 3) + shape("M-88-122L-156-112V-100L-88-106Z", RED, 3.4)
    smith = folk(
        Folk(
            coat=PAPER,
            legs=BLUE,
            stockings=PAPER,
            hat="cap",
            hat_colour=RED,
            beard=INK,
            hair=INK,
            turn=-2,
            apron=DARK_GOLD,
            stout=True,
        ),
        right=((84, -240), (50, -296)),
        hold_right=hammer,
        left=((-66, -168), (-38, -128)),
        hold_left=tongs,
        feet=(((-36, -66), (-42, 0)), ((36, -68), (52, 0))),
        lean=-4,
    )
    # The anvil, and sparks around it.
    anvil = "M-84-86H60C56-66 36-56 22-54V-30L44-8V0H-44V-8L-22-30V-54C-56-58-80-70-84-86Z"
    sparks = "".join(
        lens(x, y, 26, 7) for x, y in ((150, 372), (178, 352), (212, 346), (240, 362), (196, 324))
    )
    out += group(smith, 366, 490, k=1.02) + path(sparks, GOLD)
    return out + group(shape(anvil, INK, 3) + line("M-70-80H50", 5, SKY), 224, 498, k=1.05)


def fishing(pen: Pen) -> str:
    """The fisherman in his punt, and the fish."""
    # Mountains, the far bank, the lake.
    out = sky("dawn", pen, 81, 220) + alps(
        [(-10, 260), (90, 180), (170, 250), (270, 206), (370, 268), (516, 214)],
        320,
        pen,
        PAPER,
        GREEN,
    )
    out += (
        hill([(0, 290), (200, 278), (506, 296)], MEADOW)
        + fir(440, 300, 100, pen)
        + fir(480, 304, 80, pen)
        + church(60, 296, 0.55)
        + water(300, pen, 31)
    )
    # The fisherman in his punt.
    rod_line = (
        line("M44-240L206-330", 8) + line("M44-240L206-330", 3.4, GOLD) + line("M206-330V-128", 2.4)
    )
    man = folk(
        Folk(
            coat=RED,
            legs=BLUE,
            hat="straw",
            hat_colour=GOLD,
            beard=CREAM,
            hair=CREAM,
            turn=2,
            vest=GREEN,
        ),
        right=((70, -190), (60, -248)),
        hold_right=rod_line,
        left=((-56, -170), (20, -190)),
    )
    out += group(man, 154, 462, k=0.96)
    out += shape("M20 404C90 428 240 428 316 400L280 462C220 474 100 474 56 462Z", BROWN, 5) + path(
        gouge(bow((40, 424), (166, 452), (298, 420), 7), 9), GOLD
    )
    # The fish on the line.
    fish = "M-62 6C-40-30 20-34 52-4L84-28C78-8 80 12 88 28L52 12C20 38-40 34-62 6Z"
    out += group(
        shape(fish, GOLD, 4)
        + line("M-34-14Q-24 4-32 22M-8-16Q0 2-6 22M18-14Q26 2 20 18", 4, DARK_GOLD)
        + path(ring(-46, 0, 5), PAPER, INK, 3)
        + shape("M-10-24L14-44L28-18Z", RED, 3.4),
        386,
        372,
        turn=-58,
        k=0.92,
    )
    return out + path(
        lens(330, 440, 110, 14) + lens(350, 454, 80, 10) + lens(30, 482, 190, 12), PAPER
    )


def hunt(pen: Pen) -> str:
    """A stag on the height, the hunter with his horn below."""
    # The evening sky, and the height.
    out = (
        sky("evening", pen, 47, 260)
        + shape(ring(360, 166, 58), GOLD, 4)
        + fir(472, 340, 150, pen)
        + fir(430, 342, 100, pen)
    )
    out += hill([(200, 350), (330, 296), (506, 320)], MEADOW)
    # The stag.
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
    # The slope in front.
    out += hill([(0, 372), (220, 392), (506, 420)], GREEN) + grass(
        200, 430, 490, 490, MEADOW, pen, 4
    )
    out += fir(30, 420, 200, pen)
    # The hunter with horn and gun, and his dog.
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
            turn=-2,
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


def market(pen: Pen) -> str:
    """A market woman under her awning."""
    # The square.
    out = (
        sky("fair", pen, 65, 260)
        + house(-16, 380, 96, 150, PAPER, RED)
        + house(82, 380, 78, 130, GOLD, GREEN, 2)
        + house(346, 380, 80, 140, SKY, BLUE, 2)
        + house(428, 380, 96, 150, CREAM, RED)
    )
    out += floor(380, CREAM, MEADOW, 3)
    # The awning on its posts, every other stripe red.
    out += rod("M104 470V196M402 470V196", BROWN, 9)
    stripes = [
        f"M{66 + 54 * i} 206L{96 + 45 * i} 128h45L{120 + 54 * i} 206a27 24 0 0 1-54 0z"
        for i in range(7)
    ]
    out += path("".join(stripes), PAPER, INK, 4) + path("".join(stripes[::2]), RED, INK, 4)
    # The woman behind her table.
    woman = folk(
        Folk(coat=GREEN, skirt=BLUE, apron=PAPER, hat="scarf", hat_colour=GOLD, turn=2),
        left=((-64, -168), (-58, -120)),
        right=((70, -186), (92, -220)),
        hold_right=shape("M92-230c-22-14-14-38 4-32c18-4 22 20 0 34z", RED, 3.4)
        + line("M94-262l6-14", 4, GREEN),
    )
    out += group(woman, 236, 500, k=0.98)
    out += shape("M78 402H428V494H78Z", DARK_GOLD, 4.5) + line("M78 430H428M78 462H428", 3.4, GOLD)
    # Fruit on the table, cabbages beside it.
    fruit = ""
    for i in range(12):
        fruit += shape(ring(100 + 28 * i, 396 - (i % 2) * 10, 16), (RED, GOLD, GREEN)[i // 4], 3.4)
    cabbage = "".join(
        shape(ring(x, 484, 22), MEADOW, 3.6)
        + line(f"M{x - 12} 484q12-20 24 0M{x} 474v22", 3, GREEN)
        for x in (40, 466)
    )
    return out + fruit + cabbage


def sweep(pen: Pen) -> str:
    """The chimney sweep on the roofs by moonlight, with a cat."""
    # The night, houses below.
    out = (
        sky("night", pen, 69, 380)
        + moon(448, 166, 46)
        + stars([(70, 170), (150, 220), (300, 200), (470, 300), (40, 270), (320, 300)])
    )
    out += house(-20, 514, 90, 120, GOLD, DARK_GOLD, 2, lit=True) + house(
        430, 514, 90, 130, CREAM, BLUE, 2, lit=True
    )
    # The roof with its smoking chimney.
    roof = "M40 514L150 398H420L506 514Z"
    tiles = "".join(
        f"M{130 - 22 * i + j * 30} {424 + 26 * i}q15 18 30 0"
        for i in range(4)
        for j in range(10 + i)
    )
    out += pen.clip(path(roof, RED) + line(tiles, 3.4), roof) + line(roof, 5)
    out += (
        shape("M350 420V318H408V452Z", CREAM, 4.5)
        + shape("M342 302H416V322H342Z", RED, 4)
        + line("M352 350H406M352 384H406", 3.4)
    )
    smoke = "M380 296C352 270 396 256 376 232C360 210 396 190 414 206C404 214 412 226 408 240C400 262 412 276 392 298Z"
    out += shape(smoke, SKY, 4)
    # The sweep with ladder, rope and brush.
    coil = "".join(ring(58, -176, r) for r in (30, 22, 14))
    rails_and_rungs = "M-96-96L-40-306M-66-88L-12-298M-88-128L-58-120M-76-172L-46-164M-64-216L-34-208M-54-258L-24-250"
    ladder = rod(rails_and_rungs, GOLD, 6)
    man = folk(
        Folk(coat=INK, legs=INK, stockings=INK, hat="top", hat_colour=INK, turn=1, vest=SKY),
        behind=group(ladder, 0, 20),
        left=((-62, -180), (-46, -206)),
        right=((68, -176), (60, -140)),
        hold_right=line(coil, 9, PAPER)
        + line(coil, 5, INK)
        + path(poly(circle_points(58, -206, 22, 8)), BROWN, INK, 3),
        feet=((-30, 0), (28, 0)),
    )
    # Light on the edges of his black clothes.
    glow = group(
        line("M-44-212L-30-138L-33-112H33L30-138L44-212M-13-110L-20-10M13-110L20-10", 3.4, PAPER),
        0,
        0,
    )
    out += group(man + glow, 214, 404 + 42, k=0.98)
    # The cat.
    cat = "M-20 0C-26-24-18-44-8-50L-12-72L-2-62H8L18-72L16-48C26-36 26-14 20 0ZM20-4C40-2 44-24 36-38"
    return out + group(
        shape(cat, INK, 3) + path(ring(-2, -54, 2.6) + ring(9, -54, 2.6), GOLD), 128, 420, k=0.9
    )


SCENES = {
    "bakery": bakery,
    "printing": printing,
    "glassblower": glassblower,
    "smithy": smithy,
    "fishing": fishing,
    "hunt": hunt,
    "market": market,
    "sweep": sweep,
}
