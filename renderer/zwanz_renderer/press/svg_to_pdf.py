"""A drawing as a PDF content stream: the SVG of a card in operators of PDF.

Cards are made of groups, paths, clips and uses of a group. A drawing with anything else raises
`Unsupported`, and WeasyPrint draws it.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NoReturn
from xml.etree import ElementTree

Box = tuple[float, float, float, float]
"""A view box: left, top, width, height; y downwards."""
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

_SVG = "{http://www.w3.org/2000/svg}"
_TURN = re.compile(r"(\w+)\s*\(([^)]*)\)")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_HARMLESS = frozenset(
    {"id", "class", "role", "width", "height", "viewBox", "aria-hidden", "aria-label"}
)
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CAPS = {"butt": 0, "round": 1, "square": 2}
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
NUMBERS = re.compile(NUMBER)
_STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*(?:[eE][-+]?\d[^A-Za-z]*)*)")
_ARC = re.compile(
    r"[\s,]*".join(["", *[f"({NUMBER})"] * 3, "([01])", "([01])", *[f"({NUMBER})"] * 2])
)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


class Unsupported(ValueError):
    """The drawing has something that is not known here."""


@dataclass(frozen=True, slots=True)
class Operators:
    """A drawing as a compressed content stream; `box` is its view box: left, top, width, height; y
    downwards.
    """

    box: tuple[float, float, float, float]
    data: bytes


@dataclass(frozen=True, slots=True)
class _Style:
    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1.0
    join: int = 0
    cap: int = 0


@lru_cache(maxsize=512)
def compiled(svg: str) -> Operators:
    """The operators of a drawing; `Unsupported` where it has what is not known here."""
    root = ElementTree.fromstring(svg)
    box = [float(number) for number in NUMBERS.findall(root.get("viewBox", ""))]
    if len(box) != 4:
        raise Unsupported("a drawing without a view box")
    compiler = _Compiler(root)
    compiler.group(root, _Style())
    return Operators(
        (box[0], box[1], box[2], box[3]), deflated("\n".join(compiler.out).encode("ascii"))
    )


class _Compiler:
    """Walks the elements; `out` is what has been written so far, `_set` what the graphics state is."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.out: list[str] = []
        self._by_id = {node.get("id", ""): node for node in root.iter() if node.get("id")}
        self._set: dict[str, object] = {}
        self._deep = 0

    def group(self, node: ElementTree.Element, style: _Style) -> None:
        for child in node:
            self._element(child, style)

    def _element(self, node: ElementTree.Element, style: _Style) -> None:
        kind = node.tag.removeprefix(_SVG)
        if kind in ("clipPath", "title", "defs"):
            return
        if kind not in ("g", "path", "use"):
            raise Unsupported(f"<{kind}>")
        style = _styled(node, style)
        turn, clip = node.get("transform"), node.get("clip-path")
        if not turn and not clip:
            self._inside(kind, node, style)
            return
        self.out.append("q")
        before = dict(self._set)
        if turn:
            self.out.append(f"{_matrix(turn)} cm")
        if clip:
            self.out.append(f"{path(self._clip(clip))} W n")
        self._inside(kind, node, style)
        self._set = before
        self.out.append("Q")

    def _inside(self, kind: str, node: ElementTree.Element, style: _Style) -> None:
        if kind == "path":
            self._paint(node.get("d", ""), style)
            return
        used = self._by_id.get(node.get("href", "").removeprefix("#")) if kind == "use" else node
        if used is None or self._deep > 20:
            raise Unsupported("a <use> of nothing, or without an end")
        self._deep += 1
        if kind == "use":
            self._element(used, style)
        else:
            self.group(used, style)
        self._deep -= 1

    def _clip(self, reference: str) -> str:
        node = self._by_id.get(reference.removeprefix("url(#").removesuffix(")"))
        if (
            node is None
            or len(node) != 1
            or node[0].tag != f"{_SVG}path"
            or node[0].get("transform")
        ):
            raise Unsupported("a clip that is not one path")
        return node[0].get("d", "")

    def _paint(self, d: str, style: _Style) -> None:
        fill, stroke = style.fill != "none", style.stroke != "none"
        if not fill and not stroke:
            return
        if fill:
            self._state("fill", style.fill, "rg")
        if stroke:
            self._state("stroke", style.stroke, "RG")
            for key, value, operator in (
                ("w", style.width, "w"),
                ("j", style.join, "j"),
                ("J", style.cap, "J"),
            ):
                if self._set.get(key) != value:
                    self._set[key] = value
                    self.out.append(f"{num(value)} {operator}")
        self.out.append(f"{path(d)} {'B' if fill and stroke else 'f' if fill else 'S'}")

    def _state(self, key: str, colour: str, operator: str) -> None:
        if self._set.get(key) == colour:
            return
        self._set[key] = colour
        channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        self.out.append(f"{' '.join(f'{channel:.3f}' for channel in channels)} {operator}")


def _styled(node: ElementTree.Element, style: _Style) -> _Style:
    """The style of an element below one of another style."""
    for name, value in node.attrib.items():
        if name in ("fill", "stroke"):
            if value != "none" and not _COLOUR.fullmatch(value):
                raise Unsupported(f"{name}={value}")
            style = replace(style, fill=value) if name == "fill" else replace(style, stroke=value)
        elif name == "stroke-width":
            style = replace(style, width=float(value))
        elif name == "stroke-linejoin" and value in _JOINS:
            style = replace(style, join=_JOINS[value])
        elif name == "stroke-linecap" and value in _CAPS:
            style = replace(style, cap=_CAPS[value])
        elif name not in ("d", "transform", "clip-path", "href") and name not in _HARMLESS:
            raise Unsupported(f"{name}={value}")
    return style


def _matrix(text: str) -> str:
    """The matrix of a ``transform``, as operands."""
    out: Matrix = (1, 0, 0, 1, 0, 0)
    for name, inside in _TURN.findall(text):
        out = _times(_single(name, [float(number) for number in NUMBERS.findall(inside)]), out)
    return " ".join(f"{value:.5f}".rstrip("0").rstrip(".") for value in out)


def _single(name: str, args: list[float]) -> Matrix:
    match name, args:
        case "translate", [x, *rest]:
            return (1, 0, 0, 1, x, rest[0] if rest else 0)
        case "scale", [x, *rest]:
            return (x, 0, 0, rest[0] if rest else x, 0, 0)
        case "rotate", [angle]:
            sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
            return (cosine, sine, -sine, cosine, 0, 0)
        case "rotate", [angle, x, y]:
            turned = _times((1, 0, 0, 1, -x, -y), _single("rotate", [angle]))
            return _times(turned, (1, 0, 0, 1, x, y))
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
    raise Unsupported(f"transform {name}")


def _times(m: Matrix, n: Matrix) -> Matrix:
    """First `m`, then `n`."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + o,
    )


# paths


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


# streams

_LEVEL = 5
"""Books get 2 % larger than at the highest level, which takes three times as long."""


def deflated(content: bytes) -> bytes:
    """The content of a stream, compressed so that its last byte is no line end.

    A reader that looks for the end of the stream would count such a byte as part of the line end
    that follows.
    """
    data = zlib.compress(content, _LEVEL)
    while data[-1:] in b"\r\n":
        content += b" "
        data = zlib.compress(content, _LEVEL)
    return data
