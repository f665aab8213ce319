"""Fans of cards: of each card that another one covers in part, a reader sees what names it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser

import pytest
from built_books import Book, BuiltBooks
from conftest import loaded
from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from test_faces import FIFTY_FOUR, PACKS, Card

from zwanz_renderer import faces
from zwanz_renderer.blocks.scenes import turn_in_fan
from zwanz_renderer.faces import indices
from zwanz_renderer.faces.indices import face_of
from zwanz_renderer.faces.pen import Detail, Pen, format_of
from zwanz_ssot.places import data

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class FanStyle:
    """What the style sheet says of a fan: parts of the hand's width and of a card's height."""

    step: float
    card: float
    pivot: float


def block_style() -> str:
    return (data("templates") / "blocks" / "blocks.css").read_text(encoding="utf-8")


@cache
def fan_style() -> FanStyle:
    css = block_style()
    held = re.search(r"^\.held \{[^}]*width: ([\d.]+)%[^}]*origin: 50% ([\d.]+)%", css, re.M)
    image = re.search(
        r"^\.held > \.card[^{]*\{[^}]*width: ([\d.]+)%; margin-left: -([\d.]+)%", css, re.M
    )
    assert held and image
    step, pivot, wide, aside = (float(part) / 100 for part in (*held.groups(), *image.groups()))
    assert wide == pytest.approx(1 + 2 * aside), "a card stands over the middle of its place"
    return FanStyle(step, step * wide, pivot)


def hidden(card: Box, angles: list[float], at: int, size: tuple[int, int]) -> list[int]:
    """The later cards of a fan that cover a part of a box on one of its cards."""
    style = fan_style()
    w, h = size
    step, pivot = style.step / style.card * w, style.pivot * h
    left, top, right, bottom = card
    corners = [(left, top), (right, top), (left, bottom), (right, bottom)]

    def laid(number: int) -> Transform:
        turn = math.radians(angles[number])
        return Transform().translate(number * step, pivot).rotate(turn).translate(-w / 2, -pivot)

    def covers(number: int) -> bool:
        seen_from = laid(number).inverse().transformPoints(laid(at).transformPoints(corners))
        return any(x > 0 for x, _ in seen_from)

    return [number for number in range(at + 1, len(angles)) if covers(number)]


def unreadable(cards: list[tuple[Card, str]], style: str, angles: list[float]) -> list[str]:
    """The cards of a fan that cannot be told, each with the sign in its corner."""
    size = faces.size(style)
    boxes = [faces.index_bounds(card, style=style, index=index) for card, index in cards]
    return [
        card.id
        for at, ((card, _), box) in enumerate(zip(cards, boxes, strict=True))
        if hidden(box, angles, at, size)
    ]


@pytest.mark.parametrize("style", PACKS)
def test_any_hand_of_a_pack_can_be_read(style: str) -> None:
    pack = PACKS[style]
    for count in range(2, 17):
        angles = [turn_in_fan(number, count) for number in range(count)]
        for first in range(0, len(pack) - count, 3):
            held = [(card, "") for card in pack[first : first + count]]
            assert unreadable(held, style, angles) == [], (style, count, first)


def test_a_numeral_that_stands_in_the_middle_would_be_cut() -> None:
    angles = [turn_in_fan(number, 12) for number in range(12)]
    middle = TAROCK_MIDDLE
    assert hidden(middle, angles, 0, faces.size("tarock")) != []


TAROCK_MIDDLE: Box = (187, 24, 423, 156)
"""Where a book's XVIII stood before it stood in the corner."""


class _Fans(HTMLParser):
    """Each hand of a web page: the ids of its cards, and their turns in degrees."""

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[list[tuple[str, float]]] = []
        self._angle: float | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        classes = (of.get("class") or "").split()
        if "hand" in classes:
            self.hands.append([])
        elif "held" in classes:
            self._angle = float((of.get("style") or "").partition(": ")[2].removesuffix("deg"))
        elif tag == "use" and self._angle is not None:
            name = re.fullmatch(r"#card-(.+)-book", of["href"] or "")
            assert name, "a card of a hand is drawn as for a book"
            self.hands[-1].append((name[1], self._angle))
            self._angle = None


def test_every_fan_of_a_book_can_be_read(judged_book: Book, built: BuiltBooks) -> None:
    game, variant, lang = judged_book
    deck = loaded(game, variant).deck
    corners = deck.corners_in(lang)
    style = faces.style_of(deck.cards)
    by_id = {card.id: card for card in deck.cards}
    page = _Fans()
    page.feed(built.book(game, variant, lang, "html").read_text(encoding="utf-8"))
    for hand in page.hands:
        cards = [(by_id[name], corners.get(by_id[name].rank, "")) for name, _ in hand]
        assert unreadable(cards, style, [angle for _, angle in hand]) == [], hand


@pytest.mark.parametrize("detail", ["book", "full"])
def test_what_names_a_card_lies_within_its_bounds(detail: Detail) -> None:
    for style, pack in PACKS.items():
        for card in pack:
            pen = Pen("x", detail, format_of(style))
            face = face_of(card, ("music", "tavern"))
            drawn = _bounds(_index(face.kind, card, style, detail))
            left, top, right, bottom = faces.index_bounds(card, detail=detail, style=style)
            assert left - 1 <= drawn[0] and top - 1 <= drawn[1], (card.id, drawn)
            assert drawn[2] <= right + 1 and drawn[3] <= bottom + 1, (card.id, drawn, pen.card)


def test_numerals_of_a_pack_are_as_high_as_each_other() -> None:
    pen = Pen("x", "book", format_of("tarock"))
    heights = {
        round(indices.numeral_bounds(card.rank, pen)[3])
        for card in FIFTY_FOUR
        if card.suit == "tarock"
    }
    assert len(heights) == 1


def _index(kind: str, card: Card, style: str, detail: Detail) -> str:
    """The drawing of what stands in the corner."""
    pen, face = Pen("x", detail, format_of(style)), face_of(card, ("music", "tavern"))
    if kind == "numeral":
        return indices.numeral_tab(face.index, pen)
    if kind == "star":
        return indices.star_tab(pen)
    if kind in ("pip", "plain"):
        return indices.corner(face.index, face.motif, pen)
    signs = indices.court_signs(face, pen)
    return indices.tab(face.index, face.motif, pen) if kind == "king" else signs


_TAG = re.compile(r"<(/?)(g|path)\b([^>]*?)(/?)>")
_STEP = re.compile(r"(translate|scale|rotate|matrix)\(([^)]*)\)")


def _bounds(drawing: str) -> Box:
    """The bounds of a drawing of paths in groups that are moved, turned and scaled."""
    pen = BoundsPen(None)
    stack = [Transform()]
    for closing, tag, attributes, _ in _TAG.findall(drawing):
        if closing:
            stack.pop()
            continue
        own = re.search(r'transform="([^"]*)"', attributes)
        here = stack[-1]
        for name, numbers in _STEP.findall(own[1] if own else ""):
            values = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
            if name == "matrix":
                here = here.transform(tuple(values))
            elif name == "rotate":
                here = here.rotate(math.radians(values[0]))
            else:
                here = getattr(here, name)(*values)
        if tag == "g":
            stack.append(here)
        else:
            d = re.search(r' d="([^"]*)"', attributes)
            assert d
            parse_path(d[1], TransformPen(pen, here))
    assert pen.bounds
    return pen.bounds
