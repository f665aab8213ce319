"""The path data of an SVG as PDF operators: lines and curves, arcs as curves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NoReturn

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
NUMBERS = re.compile(NUMBER)
_STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*(?:[eE][-+]?\d[^A-Za-z]*)*)")
_ARC = re.compile(
    r"[\s,]*".join(["", *[f"({NUMBER})"] * 3, "([01])", "([01])", *[f"({NUMBER})"] * 2])
)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
Point = tuple[float, float]


class Unsupported(ValueError):
    """The drawing has something that is not known here."""


def num(value: float) -> str:
    """A number of two decimals at the most, which for a card are micrometres."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


@lru_cache(maxsize=8192)
def path(d: str) -> str:
    """The operators that build a path; cards of a deck share three quarters of theirs."""
    out: list[str] = []
    x = y = start_x = start_y = 0.0
    control: tuple[str, float, float] = (
        "",
        0,
        0,
    )  # which curve the last one was, and its last control point

    def curve(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> None:
        out.append(f"{num(ax)} {num(ay)} {num(bx)} {num(by)} {num(cx)} {num(cy)} c")

    for letter, args in _steps(d):
        command, ox, oy = (
            letter.upper(),
            (x if letter.islower() else 0),
            (y if letter.islower() else 0),
        )
        last, control = control, ("", 0, 0)
        if command == "Z":
            out.append("h")
            x, y = start_x, start_y
        elif command in "ML":
            x, y = ox + args[0], oy + args[1]
            out.append(f"{num(x)} {num(y)} {command.lower()}")
            if command == "M":
                start_x, start_y = x, y
        elif command in "HV":
            x, y = (ox + args[0], y) if command == "H" else (x, oy + args[0])
            out.append(f"{num(x)} {num(y)} l")
        elif command in "CS":
            mirrored = (2 * x - last[1], 2 * y - last[2]) if last[0] == "C" else (x, y)
            ax, ay = (ox + args[0], oy + args[1]) if command == "C" else mirrored
            bx, by, cx, cy = (ox + args[-4], oy + args[-3], ox + args[-2], oy + args[-1])
            curve(ax, ay, bx, by, cx, cy)
            x, y, control = cx, cy, ("C", bx, by)
        elif command in "QT":
            mirrored = (2 * x - last[1], 2 * y - last[2]) if last[0] == "Q" else (x, y)
            qx, qy = (ox + args[0], oy + args[1]) if command == "Q" else mirrored
            cx, cy = ox + args[-2], oy + args[-1]
            curve(
                x + (qx - x) * 2 / 3,
                y + (qy - y) * 2 / 3,
                cx + (qx - cx) * 2 / 3,
                cy + (qy - cy) * 2 / 3,
                cx,
                cy,
            )
            x, y, control = cx, cy, ("Q", qx, qy)
        else:
            end = (ox + args[5], oy + args[6])
            for part in _arc((x, y), args[0], args[1], args[2], args[3] != 0, args[4] != 0, end):
                curve(*part)
            x, y = end
    return " ".join(out)


def _steps(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each step of a path's data, with as many numbers as it takes."""
    for letter, text in _STEPS.findall(d):
        command = letter.upper()
        if command == "Z":
            yield letter, []
            continue
        takes = _TAKES.get(command) or _unknown(letter)
        if command == "A":
            numbers = [float(number) for match in _ARC.finditer(text) for number in match.groups()]
        else:
            numbers = [float(number) for number in NUMBERS.findall(text)]
        if not numbers or len(numbers) % takes:
            _unknown(letter + text)
        for at in range(0, len(numbers), takes):
            yield letter, numbers[at : at + takes]
            if command == "M":
                letter = "l" if letter == "m" else "L"


def _unknown(text: str) -> NoReturn:
    raise Unsupported(f"path data {text}")


def _arc(
    start: Point, rx: float, ry: float, angle: float, large: bool, sweep: bool, end: Point
) -> Iterator[tuple[float, float, float, float, float, float]]:
    """The curves of an elliptic arc, a quarter turn each at the most (SVG 1.1, F.6)."""
    (x1, y1), (x2, y2) = start, end
    rx, ry = abs(rx), abs(ry)
    if start == end:
        return
    if not rx or not ry:
        yield (x1, y1, x2, y2, x2, y2)
        return
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = cosine * dx + sine * dy, cosine * dy - sine * dx
    if (too_far := (px / rx) ** 2 + (py / ry) ** 2) > 1:
        rx, ry = rx * math.sqrt(too_far), ry * math.sqrt(too_far)
    below = (rx * py) ** 2 + (ry * px) ** 2
    factor = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below) * (-1 if large == sweep else 1)
    ux, uy = factor * rx * py / ry, -factor * ry * px / rx
    middle_x, middle_y = (
        cosine * ux - sine * uy + (x1 + x2) / 2,
        sine * ux + cosine * uy + (y1 + y2) / 2,
    )
    begin = math.atan2((py - uy) / ry, (px - ux) / rx)
    turn = math.atan2((-py - uy) / ry, (-px - ux) / rx) - begin
    turn += 2 * math.pi if sweep and turn < 0 else -2 * math.pi if not sweep and turn > 0 else 0
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / parts
    reach = 4 / 3 * math.tan(step / 4)

    def at(u: float, v: float) -> Point:
        return (
            middle_x + cosine * rx * u - sine * ry * v,
            middle_y + sine * rx * u + cosine * ry * v,
        )

    for number in range(parts):
        a = begin + number * step
        b = a + step
        one = at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        two = at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        yield (*one, *two, *at(math.cos(b), math.sin(b)))
