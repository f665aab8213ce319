"""The harlequin with bells, ruff, mask-like face and a star on a staff."""

from __future__ import annotations

import math

from ..ornament import bell, rosette, star, wheel_rays
from ..pen import (
    BLUE,
    BROWN,
    DARK_GOLD,
    GOLD,
    INK,
    PAPER,
    RED,
    Pen,
    box,
    circle_points,
    group,
    line,
    path,
    poly,
    ring,
    rod,
    shape,
)
from .dress import CX, FOOT, sleeve
from .head import Head, face, locks
from .headgear import fool_cap
from .props import grip, pinch


def _motley(pen: Pen) -> str:
    body = (
        f"M{CX - 158:g} {FOOT}C{CX - 164:g} 470 {CX - 120:g} 414 {CX - 50:g} 396H{CX + 50:g}"
        f"C{CX + 120:g} 414 {CX + 164:g} 470 {CX + 158:g} {FOOT}"
        "Z"
    )
    inner = path(box(CX - 170, 390, 170, 220), GOLD) + path(box(CX, 390, 170, 220), BLUE)
    red, white = "", ""
    for row in range(7):
        for col in range(8):
            x = 21 + col * 42 + (21 if row % 2 else 0)
            y = 404 + row * 32
            lozenge = "l17 26-17 26-17-26z"
            red += f"M{CX - x:g} {y - 26}{lozenge}" if x < 180 else ""
            white += f"M{CX + x:g} {y - 26}{lozenge}" if x < 180 else ""
    return (
        pen.clip(inner + path(red, RED) + path(white, PAPER), body)
        + line(body, 5)
        + line(f"M{CX:g} 400V{FOOT}", 4)
    )


def _ruff() -> str:
    out = ""
    tips = [
        (CX - math.cos(math.radians(a)) * 112, 376 + math.sin(math.radians(a)) * 62)
        for a in range(-4, 186, 19)
    ]
    roots = [
        (CX - math.cos(math.radians(a)) * 34, 352 + math.sin(math.radians(a)) * 18)
        for a in range(-4, 186, 19)
    ]
    for i in range(len(tips) - 1):
        (ax, ay), (bx, by) = tips[i], tips[i + 1]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        tip = (mx + (mx - CX) * 0.13, my + (my - 352) * 0.18)
        out += shape(
            poly([roots[i], tips[i], tip, tips[i + 1], roots[i + 1]]),
            (PAPER, RED, PAPER, GOLD)[i % 4],
            3.4,
        )
        out += bell(tip[0], tip[1] + 3, 8.5)
    return out


def harlequin(pen: Pen) -> str:
    """The upper half of the harlequin, on a ground of beams."""
    y = 332
    out = path(box(*pen.card.ground), RED) + path(wheel_rays(CX, y, 620, 20), GOLD)
    out += line(wheel_rays(CX, y, 620, 20), 3.4)
    out += shape(ring(CX, y, 208), BLUE, 5) + path(ring(CX, y, 186), PAPER, INK, 5)
    out += "".join(path(ring(px, py, 5.5), GOLD) for px, py in circle_points(CX, y, 197, 36))
    if not pen.book:
        out += rosette(CX, y, 172, 9, 40, 4, 1.4, DARK_GOLD) + rosette(
            CX, y, 120, 36, 17, 7, 1.2, DARK_GOLD
        )
    head = Head(BROWN, "short", mouth="smile", brow="raised", nose="hooked", turn=1)
    out += group(locks(head, pen), CX, 300, k=1.16) + _motley(pen) + _ruff()
    cap = fool_cap(RED, BLUE, GOLD, pen)
    drop = line("M17-2l5 9-5 9-5-9z", 2.6)
    out += group(face(head, pen) + drop + cap, CX, 300, k=1.16)
    out += sleeve((496, FOOT), (474, 506), PAPER, GOLD, start=92, end=54)
    staff = rod(f"M478 {FOOT}L458 356", GOLD, 8) + star(456, 346, 46, 19, 8, GOLD, RED)
    out += grip(staff, 468, 462, k=0.94, turn=-4)
    out += sleeve((116, FOOT), (138, 506), RED, PAPER, start=92, end=54)
    return out + pinch(bell(150, 400, 15) + line("M150 415V430", 3.4), 148, 436, k=0.86, flip=True)
