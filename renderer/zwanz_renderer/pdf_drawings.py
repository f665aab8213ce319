"""Drawings in a PDF: each compiled from SVG to operators of PDF, and stored once.

Cards are made of groups, paths, clips and uses of a group. A drawing with anything else raises
`Unsupported`, and WeasyPrint draws it.

WeasyPrint draws an SVG anew wherever it stands (Kozea/WeasyPrint#1978). But it takes its images
from a cache, and any object with the three methods of `Form` serves as an image. The 67 drawings of
a book stand there 284 times; as forms they halve the size of the file and the time.
"""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from zwanz_ssot.problems import ZwanzError

if TYPE_CHECKING:
    from .pictures import Pictures

Box = tuple[float, float, float, float]
"""A view box: left, top, width, height; y downwards."""
Matrix = tuple[float, float, float, float, float, float]
Curve = tuple[complex, complex, complex]
"""A Bézier curve: two control points, then its end. Points are x + yj."""

_SVG = "{http://www.w3.org/2000/svg}"
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_GEOMETRY = ("d", "transform", "clip-path", "href")
_HARMLESS = ("id", "class", "role", "width", "height", "viewBox", "aria-hidden", "aria-label")
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_DEEPEST = 20
"""The deepest nesting of uses; a drawing with more uses itself."""

# --------------------------------------------------------------------------------------- elements


class Unsupported(ValueError):
    """The drawing has an element or attribute that is not compiled here."""


@dataclass(frozen=True, slots=True)
class Operators:
    """A drawing as a compressed content stream, and its view box."""

    box: Box
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
    """The operators of an ``<svg>``. Raises Unsupported."""
    root = ElementTree.fromstring(svg)
    box = tuple(map(float, _NUMBERS.findall(root.get("viewBox", ""))))
    if len(box) != 4:
        raise Unsupported("a drawing without a view box")
    compiler = _Compiler(root)
    compiler.add_children(root, _Style())
    return Operators(box, deflated("\n".join(compiler.out).encode("ascii")))


class _Compiler:
    """Writes the operators of elements to `out`; `_set` is the graphics state so far."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.out: list[str] = []
        self._by_id = {node.get("id", ""): node for node in root.iter() if node.get("id")}
        self._set: dict[str, object] = {}
        self._depth = 0

    def add_children(self, node: ElementTree.Element, style: _Style) -> None:
        for child in node:
            self._add(child, style)

    def _add(self, node: ElementTree.Element, style: _Style) -> None:
        kind = node.tag.removeprefix(_SVG)
        if kind in ("clipPath", "title", "defs"):
            return
        if kind not in ("g", "path", "use"):
            raise Unsupported(f"<{kind}>")
        style = _styled(node, style)
        transform, clip = node.get("transform"), node.get("clip-path")
        if not transform and not clip:
            self._add_content(kind, node, style)
            return
        self.out.append("q")
        before = dict(self._set)
        if transform:
            self.out.append(f"{_matrix(transform)} cm")
        if clip:
            self.out.append(f"{path(self._clip(clip))} W n")
        self._add_content(kind, node, style)
        self._set = before
        self.out.append("Q")

    def _add_content(self, kind: str, node: ElementTree.Element, style: _Style) -> None:
        if kind == "path":
            self._paint(path(node.get("d", "")), style)
            return
        self._depth += 1
        if kind == "g":
            self.add_children(node, style)
        else:
            used = self._by_id.get(node.get("href", "").removeprefix("#"))
            if used is None or self._depth > _DEEPEST:
                raise Unsupported("a <use> of nothing, or without an end")
            self._add(used, style)
        self._depth -= 1

    def _clip(self, reference: str) -> str:
        """The path data of a clip, which has one path."""
        node = self._by_id.get(reference.removeprefix("url(#").removesuffix(")"))
        if node is None or [child.tag for child in node] != [f"{_SVG}path"]:
            raise Unsupported("a clip that is not one path")
        if node[0].get("transform"):
            raise Unsupported("a clip that is transformed")
        return node[0].get("d", "")

    def _paint(self, operators: str, style: _Style) -> None:
        fill, stroke = style.fill != "none", style.stroke != "none"
        if fill:
            self._state("rg", _channels(style.fill))
        if stroke:
            self._state("RG", _channels(style.stroke))
            self._state("w", _number(style.width))
            self._state("j", str(style.join))
            self._state("J", str(style.cap))
        if fill or stroke:
            self.out.append(f"{operators} {'B' if fill and stroke else 'f' if fill else 'S'}")

    def _state(self, operator: str, operands: str) -> None:
        if self._set.get(operator) != operands:
            self._set[operator] = operands
            self.out.append(f"{operands} {operator}")


def _channels(colour: str) -> str:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return " ".join(f"{channel:.3f}" for channel in channels)


def _styled(node: ElementTree.Element, style: _Style) -> _Style:
    """The style of an element: its own attributes over the style around it."""
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
        elif name not in _GEOMETRY and name not in _HARMLESS:
            raise Unsupported(f"{name}={value}")
    return style


def _matrix(transform: str) -> str:
    """The matrix of a ``transform``, as operands."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for name, inside in _TRANSFORM.findall(transform):
        step = _single(name, [float(number) for number in _NUMBERS.findall(inside)])
        matrix = _times(step, matrix)
    return " ".join(f"{value:.5f}".rstrip("0").rstrip(".") for value in matrix)


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
    rows = ((m[0], m[1], 0), (m[2], m[3], 0), (m[4], m[5], 1))
    a, b, c, d, e, f = (
        x * n[column] + y * n[column + 2] + one * n[column + 4]
        for x, y, one in rows
        for column in (0, 1)
    )
    return a, b, c, d, e, f


# ------------------------------------------------------------------------------------------ paths

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBERS = re.compile(_NUMBER)
_STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*(?:[eE][-+]?\d[^A-Za-z]*)*)")
_ARC = re.compile(
    r"[\s,]*".join(["", *[f"({_NUMBER})"] * 3, "([01])", "([01])", *[f"({_NUMBER})"] * 2])
)
_OPERANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _number(value: float) -> str:
    """A number with two decimals, which for a card are micrometres."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _operands(*points: complex) -> str:
    return " ".join(f"{_number(point.real)} {_number(point.imag)}" for point in points)


@lru_cache(maxsize=8192)
def path(d: str) -> str:
    """The operators of path data. They are kept, as cards of a deck share three quarters of their
    paths.
    """
    out: list[str] = []
    here = start = control = 0j
    curve = ""  # the kind of the last step, if it was a curve; control is its last control point
    for letter, args in _steps(d):
        command = letter.upper()
        origin = here if letter.islower() else 0j
        points = [origin + complex(*pair) for pair in zip(args[::2], args[1::2], strict=False)]
        before, curve = curve, ""
        if command == "Z":
            here = start
            out.append("h")
        elif command in "MLHV":
            if command == "H":
                here = complex(origin.real + args[0], here.imag)
            elif command == "V":
                here = complex(here.real, origin.imag + args[0])
            else:
                (here,) = points
            if command == "M":
                start = here
            out.append(f"{_operands(here)} {'m' if command == 'M' else 'l'}")
        elif command in "CS":
            if command == "S":
                points.insert(0, 2 * here - control if before == "C" else here)
            out.append(f"{_operands(*points)} c")
            _, control, here = points
            curve = "C"
        elif command in "QT":
            if command == "T":
                points.insert(0, 2 * here - control if before == "Q" else here)
            control, end = points
            first, second = here + (control - here) * 2 / 3, end + (control - end) * 2 / 3
            out.append(f"{_operands(first, second, end)} c")
            here, curve = end, "Q"
        else:
            end = origin + complex(args[5], args[6])
            for arc in _arc(here, end, args):
                out.append(f"{_operands(*arc)} c")
            here = end
    return " ".join(out)


def _steps(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each step of path data, with as many numbers as it takes."""
    for letter, text in _STEPS.findall(d):
        numbers = [float(number) for number in _NUMBERS.findall(text)]
        if letter.upper() == "A":  # flags need no space between them
            numbers = [float(number) for arc in _ARC.finditer(text) for number in arc.groups()]
        takes = _OPERANDS.get(letter.upper())
        if takes == 0:
            yield letter, []
            continue
        if takes is None or not numbers or len(numbers) % takes:
            raise Unsupported(f"path data {letter}{text}")
        for at in range(0, len(numbers), takes):
            yield letter, numbers[at : at + takes]
            if letter in "Mm":  # further points are lines
                letter = "l" if letter == "m" else "L"


def _arc(start: complex, end: complex, args: list[float]) -> Iterator[Curve]:
    """The curves of an elliptic arc, each of a quarter turn at most (SVG 1.1, F.6.5)."""
    rx, ry = abs(args[0]), abs(args[1])
    large, sweep = args[3] != 0, args[4] != 0
    if start == end:
        return
    if not rx or not ry:
        yield start, end, end
        return

    # Turn the axes of the ellipse upright, and enlarge it if it cannot reach both points.
    sine, cosine = math.sin(math.radians(args[2])), math.cos(math.radians(args[2]))
    half = (start - end) / 2
    px, py = cosine * half.real + sine * half.imag, cosine * half.imag - sine * half.real
    too_far = (px / rx) ** 2 + (py / ry) ** 2
    if too_far > 1:
        rx, ry = rx * math.sqrt(too_far), ry * math.sqrt(too_far)

    # Find its middle, the angle at which it begins, and how far it turns.
    below = (rx * py) ** 2 + (ry * px) ** 2
    factor = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below) * (-1 if large == sweep else 1)
    ux, uy = factor * rx * py / ry, -factor * ry * px / rx
    middle = complex(cosine * ux - sine * uy, sine * ux + cosine * uy) + (start + end) / 2
    begin = math.atan2((py - uy) / ry, (px - ux) / rx)
    turn = math.atan2((-py - uy) / ry, (-px - ux) / rx) - begin
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi

    # Cut it into equal parts, and draw each as a Bézier curve.
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / parts
    reach = 4 / 3 * math.tan(step / 4)

    def at(u: float, v: float) -> complex:
        x, y = cosine * rx * u - sine * ry * v, sine * rx * u + cosine * ry * v
        return complex(middle.real + x, middle.imag + y)

    for number in range(parts):
        a, b = begin + number * step, begin + (number + 1) * step
        first = at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        second = at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        yield first, second, at(math.cos(b), math.sin(b))


# ---------------------------------------------------------------------------------------- streams

_LEVEL = 5
"""The level of compression: books get 2 % larger than at the highest, which takes three times as
long.
"""


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


_MOST_WRITTEN = 24
"""The most files that are written to find one that is clear. Of 256 streams that `deflated` has not
made, one ends so; a booklet has about 60, so that every fifth is written again.
"""
_UNCLEAR = b"\r\nendstream"


class UnclearStreams(ZwanzError):
    """Each file that was written has a stream whose last byte looks like part of a line end."""


def written_clearly(write: Callable[[int], bytes]) -> bytes:
    """The first of the files `write(0)`, `write(1)`… in which no stream ends as `deflated` says.

    Raises UnclearStreams.
    """
    for spare in range(_MOST_WRITTEN):
        data = write(spare)
        if _UNCLEAR not in data:
            return data
    raise UnclearStreams(
        f"a stream of the PDF still ends like a line, though it was written {_MOST_WRITTEN} times"
    )


# ------------------------------------------------------------------------------------------ forms


def image_cache(pictures: Pictures, page: str, known: Collection[str] = ()) -> dict[str, object]:
    """The `cache` with which WeasyPrint renders a page: its drawings by address, but the `known`.

    WeasyPrint itself draws what is missing from the cache, and refuses an unknown address.
    """
    cache: dict[str, object] = {}
    for address in pictures.addresses(page):
        if address in known:
            continue
        try:
            drawing = compiled(pictures.svg(address))
        except (Unsupported, KeyError):
            continue
        cache[address] = Form(drawing.box, partial(_itself, drawing))
    return cache


class Awaited:
    """Drawings that arrive later: `more` waits for some, and is called when one that is missing has
    to be drawn.
    """

    def __init__(self, more: Callable[[], Mapping[str, Operators]]) -> None:
        self._more, self._drawings = more, dict[str, Operators]()
        self._forms: dict[str, object] = {}

    def image_cache(self, boxes: Mapping[str, Box]) -> dict[str, object]:
        """The `cache` with these drawings, of which only the view boxes are known so far."""
        for address in boxes.keys() - self._forms.keys():
            self._forms[address] = Form(boxes[address], partial(self._drawing, address))
        return {address: self._forms[address] for address in boxes}

    def _drawing(self, address: str) -> Operators:
        while address not in self._drawings:
            self._drawings |= self._more()
        return self._drawings[address]


def _itself(drawing: Operators) -> Operators:
    return drawing


class Form:
    """A drawing as an image of WeasyPrint: one form XObject, drawn wherever it is shown."""

    def __init__(self, box: Box, drawing: Callable[[], Operators]) -> None:
        self._box, self._drawing = box, drawing

    @cached_property
    def id(self) -> str:
        """The name of the form in the file."""
        return hashlib.sha256(self._drawing().data).hexdigest()[:16]

    def get_intrinsic_size(self, resolution: float, font_size: float) -> Any:
        """Width, height and their ratio."""
        *_, width, height = self._box
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Draw the form at the origin of the stream, `width` by `height`."""
        name = stream.add_image(self, True, 1)
        left, top, across, down = self._box
        x, y = width / across, height / down
        stream.transform(x, 0, 0, y, -left * width / across, -top * height / down)
        stream.draw_x_object(name)

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """The form XObject, asked for when the file is written."""
        import pydyf  # type: ignore[import-untyped]

        left, top, width, height = self._box
        extra = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array((left, top, left + width, top + height)),
            "Resources": pydyf.Dictionary(),
            "Filter": "/FlateDecode",
        }
        return pydyf.Stream([self._drawing().data], pydyf.Dictionary(extra))
