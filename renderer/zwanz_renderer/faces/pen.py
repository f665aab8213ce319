"""Sizes of cards; and the pen: inks, path data and path elements, and the state of one drawing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

# Sizes of cards. Figures and scenes are drawn for the tallest card, and scaled for smaller ones.

PANEL: Final = 52
"""Distance of the panel from the edge."""
FIGURE_X: Final = 305.0
FIGURE_SEAM: Final = 565.0
"""Middle line and seam of the drawing that a half-figure is made for."""


@dataclass(frozen=True)
class Format:
    """A card's size in units of 0.1 mm; ``k`` is the scale of its half-figures."""

    name: str
    w: int
    h: int
    k: float = 1.0

    @property
    def head(self) -> int:
        """The height of the upper half in a frame of its own."""
        return round(self.mid) + 34

    @property
    def mid(self) -> float:
        """The height at which the seam runs."""
        return self.h / 2

    @property
    def cx(self) -> float:
        """The middle from left to right."""
        return self.w / 2

    @property
    def inner(self) -> int:
        """The width of the panel."""
        return self.w - 2 * PANEL

    @property
    def half(self) -> float:
        """The height of half a panel."""
        return self.mid - PANEL

    @property
    def ground(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of half the panel, as a half-figure is drawn."""
        w, h = self.inner / self.k, self.half / self.k
        return FIGURE_X - w / 2, FIGURE_SEAM - h, w, h + 4

    def place(self, figure: str) -> str:
        """A half-figure scaled and moved to its place on this card."""
        if self.k == 1:
            return figure
        dx, dy = self.cx - FIGURE_X * self.k, self.mid - FIGURE_SEAM * self.k
        return f'<g transform="matrix({self.k:g} 0 0 {self.k:g} {dx:g} {dy:g})">{figure}</g>'


TAROCK: Final = Format("tarock", 610, 1130)
FORMATS: Final = {
    "tarock": TAROCK,
    "french": Format("french", 590, 910, 0.79),
    "german": Format("german", 590, 910, 0.79),
}


def format_of(style: str) -> Format:
    """The format of a style of pack; that of Tarock for one not known here."""
    return FORMATS.get(style, TAROCK)


def size(style: str, head: bool = False) -> tuple[int, int]:
    """Width and height of a card of this style, or of its head, in units of 0.1 mm.

    A style not known here has Tarock size.
    """
    card = format_of(style)
    return card.w, card.head if head else card.h


# The pen.

INK: Final = "#231F1C"
PAPER: Final = "#FBF5E6"
CREAM: Final = "#F1E4C6"
RED: Final = "#A8281F"
BLUE: Final = "#264B73"
GOLD: Final = "#D6A03C"
DARK_GOLD: Final = "#8C6218"
GREEN: Final = "#49694A"
MEADOW: Final = "#8FA368"
SKY: Final = "#C9D8DC"

SKIN: Final = "#F6DFC8"
BROWN: Final = "#6B3F1D"
FAIR: Final = "#D9A766"

INKS: Final = (INK, PAPER, CREAM, RED, BLUE, GOLD, DARK_GOLD, GREEN, MEADOW, SKY)
TONES: Final = (SKIN, BROWN, FAIR)


Point = tuple[float, float]


def points(text: str) -> list[Point]:
    """Points from a text: ``x y`` pairs between commas.

    >>> points("-10 280, 40 190.5")
    [(-10, 280), (40, 190.5)]
    """
    pairs = (pair.split() for pair in text.split(","))
    return [(_number(x), _number(y)) for x, y in pairs]


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)


def num(value: float) -> str:
    """A number as SVG has it, as short as possible: at most one decimal, no leading zero."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("-0.", "-.") if text.startswith("-0.") else text.removeprefix("0") or "0"


def _join(numbers: Sequence[float]) -> str:
    out = ""
    for value in numbers:
        text = num(value)
        out += text if not out or text.startswith("-") else " " + text
    return out


def poly(points: Sequence[Point], close: bool = True) -> str:
    """Path data of a polygon, or of an open line; written relatively, which halves its length."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    steps: list[float] = []
    out = f"M{_join((x, y))}l"
    for px, py in points[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        x, y = x + dx, y + dy
        steps += (dx, dy)
    return out + _join(steps) + ("z" if close else "")


def path(d: str, fill: str | None, stroke: str | None = None, width: float = 0.0) -> str:
    """A path element, without the attributes that `inked` sets already."""
    ground = "" if fill is None else f' fill="{fill}"'
    edge = "" if stroke in (None, INK) else f' stroke="{stroke}"'
    breadth = "" if not stroke or width == 4 else f' stroke-width="{num(width)}"'
    if not stroke:
        edge = ' stroke="none"'
    return f'<path d="{d}"{ground}{edge}{breadth}/>'


_CONTOUR = re.compile(r' stroke-width="(?:3(?:\.\d)?|4\.[1-5])"')


_HAIR = re.compile(
    r'<path d="[^"]*"(?: stroke="[^"]*")? stroke-width="(?:1(?:\.\d)?|2(?:\.[0-4])?)"/>'
)


def even(drawing: str) -> str:
    """A drawing for a small card: no hair lines, and all contours of 3 to 4.5 units 4 wide, as
    `inked` sets them.
    """
    return _CONTOUR.sub("", _HAIR.sub("", drawing))


def inked(inner: str) -> str:
    """A drawing in a group with the attributes of most paths: no fill, an ink contour of 4, round
    joins.
    """
    return f'<g fill="none" stroke="{INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">{inner}</g>'


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: its view box (left, top, width, height), the SVG elements inside it, and further
    attributes of its ``<svg>``.
    """

    box: tuple[float, float, float, float]
    inner: str
    attributes: str = 'role="img"'

    @property
    def view_box(self) -> str:
        """The view box as an attribute writes it."""
        return " ".join(f"{value:g}" for value in self.box)

    def svg(self, title: str | None = None) -> str:
        """A complete ``<svg>``, with a title for screen readers unless that is None."""
        titled = "" if title is None else f"<title>{escape(title)}</title>"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self.view_box}" {self.attributes}>'
            f"{titled}{self.inner}</svg>"
        )


def framed(inner: str, w: float, h: float, bleed: float = 0) -> Picture:
    """A picture of w by h units, and `bleed` more on every side."""
    return Picture((0 - bleed, 0 - bleed, w + 2 * bleed, h + 2 * bleed), inked(inner))


def shape(d: str, fill: str, width: float = 4.0) -> str:
    """A filled form with an ink contour."""
    return path(d, fill, INK, width)


def line(d: str, width: float = 4.0, colour: str = INK) -> str:
    """A line along path data."""
    return path(d, None, colour, width)


def rod(d: str, colour: str, width: float = 8.0, edge: float = 3.5) -> str:
    """A line with a contour: a staff, a rope, a limb of even width."""
    return line(d, width + 2 * edge) + line(d, width, colour)


def group(
    inner: str, x: float = 0, y: float = 0, *, k: float = 1, turn: float = 0, flip: bool = False
) -> str:
    """A drawing moved to a place, scaled by k, turned by degrees, and mirrored left to right."""
    steps = [f"translate({num(x)} {num(y)})"] if x or y else []
    if turn:
        steps.append(f"rotate({num(turn)})")
    if flip or k != 1:
        size = f"{k:.3f}".rstrip("0").rstrip(".")
        steps.append(f"scale({'-' if flip else ''}{size} {size})" if flip else f"scale({size})")
    return f'<g transform="{" ".join(steps)}">{inner}</g>' if steps else inner


def ring(x: float, y: float, rx: float, ry: float | None = None) -> str:
    """Path data of a circle or an ellipse."""
    r, s = num(rx), num(rx if ry is None else ry)
    return f"M{_join((x - rx, y))}a{r} {s} 0 1 0 {num(2 * rx)} 0a{r} {s} 0 1 0 {num(-2 * rx)} 0z"


def box(x: float, y: float, w: float, h: float, r: float = 0) -> str:
    """Path data of a rectangle, with rounded corners where r is given."""
    if not r:
        return f"M{_join((x, y))}h{num(w)}v{num(h)}h{num(-w)}z"
    a = f"a{num(r)} {num(r)} 0 0 1 "
    return (
        f"M{_join((x + r, y))}h{num(w - 2 * r)}{a}{_join((r, r))}v{num(h - 2 * r)}{a}{_join((-r, r))}"
        f"h{num(2 * r - w)}{a}{_join((-r, -r))}v{num(2 * r - h)}{a}{_join((r, -r))}z"
    )


def bow(a: Point, b: Point, c: Point, n: int = 7) -> list[Point]:
    """n points on the quadratic curve from a to c, drawn towards b."""
    out = []
    for i in range(n):
        t = i / (n - 1)
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        out.append((p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]))
    return out


def through(a: Point, b: Point, c: Point, n: int = 7) -> list[Point]:
    """n points on the curve from a to c that passes through b half-way."""
    return bow(a, (2 * b[0] - (a[0] + c[0]) / 2, 2 * b[1] - (a[1] + c[1]) / 2), c, n)


def circle_points(x: float, y: float, r: float, n: int, start: float = -90) -> list[Point]:
    """n points evenly round a circle, the first at start degrees (-90 is the top)."""
    angles = (math.radians(start + 360 * i / n) for i in range(n))
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


def ribbon(points: Sequence[Point], width: Callable[[float], float], whole: bool = False) -> str:
    """Path data of a band along points; width(t) is its breadth at t from 0 to 1.

    `whole` rounds to units.
    """
    n = len(points)
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(points):
        a, b = points[max(i - 1, 0)], points[min(i + 1, n - 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        half = width(i / (n - 1)) / 2 / (math.hypot(dx, dy) or 1)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    edge = left + right[::-1]
    return poly([(round(x), round(y)) for x, y in edge] if whole else edge)


def gouge(points: Sequence[Point], width: float, taper: float = 0.1) -> str:
    """Path data of a gouge stroke: thin, swelling, thin.

    Up to eight points make a single bow.
    """
    n = len(points)
    if n > 8:
        return ribbon(
            points, lambda t: width * (taper + (1 - taper) * math.sin(math.pi * t) ** 0.7)
        )
    (ax, ay), (cx, cy) = points[0], points[-1]
    (px, py), (qx, qy) = points[(n - 1) // 2], points[n // 2]
    bx, by = px + qx - (ax + cx) / 2, py + qy - (ay + cy) / 2
    dx, dy = cx - ax, cy - ay
    k = width / (math.hypot(dx, dy) or 1)
    nx, ny = -dy * k, dx * k
    return (
        f"M{_join((ax, ay))}q{_join((bx + nx - ax, by + ny - ay, dx, dy))}"
        f"q{_join((bx - nx - cx, by - ny - cy, -dx, -dy))}z"
    )


def limb(
    a: Point, b: Point, c: Point, fill: str, start: float = 26, end: float = 18, edge: float = 4
) -> str:
    """A sleeve or a leg from a over the joint b to c, tapering from start to end."""
    outline = ribbon(through(a, b, c, 5), lambda t: start + (end - start) * t, whole=True)
    return shape(outline, fill, edge)


Detail = Literal["full", "book", "head"]


class Pen:
    """Draws one card of a format.

    The details `book` and `head` (the upper half of a card) leave out what would clog at 18 mm.
    Names of elements begin with `uid`.
    """

    def __init__(self, uid: str, detail: Detail, card: Format = TAROCK) -> None:
        self.uid = re.sub(r"[^A-Za-z0-9_-]", "_", uid)
        self.book = detail != "full"
        self.card = card
        self._count = 0

    def name(self) -> str:
        """A name that is unique in this drawing and, by its prefix, among all on a page."""
        self._count += 1
        return f"{self.uid}-{self._count}"

    def clip(self, inner: str, d: str) -> str:
        """A drawing cut to the form of path data."""
        name = self.name()
        return f'<clipPath id="{name}"><path d="{d}"/></clipPath><g clip-path="url(#{name})">{inner}</g>'

    def pick(self, full: float, book: float) -> float:
        """One of two values: for full detail, or for less."""
        return book if self.book else full

    def twice(self, inner: str) -> str:
        """A drawing and its half-turn about the middle of the card, written once."""
        name = self.name()
        return f'<g id="{name}">{inner}</g><use href="#{name}" transform="{self.turned()}"/>'

    def turned(self) -> str:
        """The half-turn about the middle of the card."""
        return f"rotate(180 {self.card.cx:g} {self.card.mid:g})"
