"""A drawing as PDF operators: what a card's SVG says, in the words of a PDF content stream.

Cards are made of few things: groups, paths, clips, and uses of a group. A drawing with anything
else raises `Unsupported`, and is left to WeasyPrint.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from xml.etree import ElementTree

from .curves import NUMBERS, Unsupported, num, path
from .deflate import deflated

_SVG = "{http://www.w3.org/2000/svg}"
_TURN = re.compile(r"(\w+)\s*\(([^)]*)\)")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_HARMLESS = frozenset(
    {"id", "class", "role", "width", "height", "viewBox", "aria-hidden", "aria-label"}
)
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CAPS = {"butt": 0, "round": 1, "square": 2}
Matrix = tuple[float, float, float, float, float, float]


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
