"""What is drawn on which card, as ``templates/faces.yaml`` says: the code knows no card. Pip cards
with their suit signs, and the indices in the corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final, Protocol
from zlib import crc32

from zwanz_ssot import places
from zwanz_ssot.places import data

from .motifs import colour_of, daus, motif
from .ornament import rosette, scroll, spiral, star
from .pen import (
    CREAM,
    DARK_GOLD,
    GOLD,
    GREEN,
    INK,
    MEADOW,
    PANEL,
    PAPER,
    RED,
    Pen,
    box,
    circle_points,
    gouge,
    group,
    line,
    num,
    path,
    ring,
    shape,
)

COURTS: Final = ("king", "queen", "cavalier", "jack", "ober", "unter")


class CardLike(Protocol):
    """What a drawing needs to know of a card."""

    @property
    def id(self) -> str: ...
    @property
    def suit(self) -> str: ...
    @property
    def rank(self) -> str: ...


@dataclass(frozen=True)
class Face:
    """What one card shows. ``kind`` is a court, ``pip``, ``numeral``, ``star`` or ``plain``."""

    kind: str
    motif: str
    index: str
    pips: int = 0
    scenes: tuple[str, str] = ("", "")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = places.table(places.data("templates") / "faces.yaml")
    return table


def _pair(card_id: str, names: tuple[str, ...]) -> tuple[str, str]:
    """Two different scenes for a card that is not in the table, always the same two."""
    number = crc32(card_id.encode())
    first = number % len(names)
    second = (first + 1 + number // len(names) % (len(names) - 1)) % len(names)
    return names[first], names[second]


def face_of(card: CardLike, scenes: tuple[str, ...], index: str = "") -> Face:
    """What is drawn on a card; `scenes` are the names of all scenes, `index` replaces the rank."""
    table = _table()
    motif = str(table["suits"].get(card.suit, ""))
    index = index or card.rank
    rank = table["ranks"].get(card.rank)
    if motif == "trump":
        if rank == "star":
            return Face("star", motif, index)
        chosen = table["scenes"].get(card.id)
        pair = (str(chosen[0]), str(chosen[1])) if chosen else _pair(card.id, scenes)
        return Face("numeral", motif, index, scenes=pair)
    if motif and rank in COURTS:
        return Face(str(rank), motif, index)
    if motif and isinstance(rank, int):
        return Face("pip", motif, index, pips=rank)
    return Face("plain", motif or card.suit, index)


def sign_of(suit: str) -> str:
    """The sign that is drawn for a suit, by its id; empty for a suit without one."""
    return str(_table()["suits"].get(suit, ""))


def style_of(cards: Iterable[CardLike]) -> str:
    """The style of a pack (tarock, french, german), by the signs of its suits."""
    table = _table()
    signs = {str(table["suits"].get(card.suit, "")) for card in cards}
    return next(
        str(entry["style"])
        for entry in table["styles"]
        if not entry["sign"] or entry["sign"] in signs
    )


LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0
_FOUR: Final = ((LEFT, 0.0), (RIGHT, 0.0), (LEFT, 1.0), (RIGHT, 1.0))
_SIX: Final = (*_FOUR, (LEFT, 0.5), (RIGHT, 0.5))
_EIGHT: Final = (*_FOUR, (LEFT, 1 / 3), (RIGHT, 1 / 3), (LEFT, 2 / 3), (RIGHT, 2 / 3))
LAYOUTS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((CENTRE, 0.5),),
    2: ((CENTRE, 0.0), (CENTRE, 1.0)),
    3: ((CENTRE, 0.0), (CENTRE, 0.5), (CENTRE, 1.0)),
    4: _FOUR,
    5: (*_FOUR, (CENTRE, 0.5)),
    6: _SIX,
    7: (*_SIX, (CENTRE, 0.25)),
    8: (*_SIX, (CENTRE, 0.25), (CENTRE, 0.75)),
    9: (*_EIGHT, (CENTRE, 0.5)),
    10: (*_EIGHT, (CENTRE, 1 / 6), (CENTRE, 5 / 6)),
}
"""Places of the signs, in parts of the field's width and height."""
_EMPTY: Final[dict[int, tuple[float, ...]]] = {2: (0.5,), 3: (0.25, 0.75), 4: (0.5,)}
"""The heights at which cards of few signs have an ornament in the middle, in parts of the field."""


_LEAST_GAP: Final = 150
"""The gap between ring and edge from which on a sprig stands above the ring of an ace."""


def _sprig(x: float, y: float, k: float, colour: str, pen: Pen) -> str:
    """Two branches of leaves that curl away from a stem, upwards from (x, y); ``k`` is the scale."""
    stem = [(0.0, 0.0), (2.0, -60.0), (0.0, -128.0)]
    branch = spiral(62, -66, 50, 1.1, 160, 1)
    leaves = "M{0} {1}c14-22 38-26 58-14c-14 20-36 26-58 14z"
    side = path(gouge(branch, pen.pick(9, 13), 0.3), colour)
    for px, py in ((10, -26), (14, -118)) if pen.book else ((8, -16), (46, -122), (12, -142)):
        side += path(leaves.format(px, py), MEADOW, colour, pen.pick(3, 4))
    stalk = path(gouge(stem, pen.pick(8, 12), 0.3), colour)
    drawn = group(side, 0, 0) + group(side, 0, 0, flip=True) + stalk
    return group(drawn + star(0, -150, 26, 11, 8, GOLD, RED), x, y, k=k)


def _flourish(x: float, y: float, r: float, colour: str, pen: Pen) -> str:
    """A small rosette with a star, where a card of few signs would be empty."""
    out = ""
    if not pen.book:
        out += rosette(x, y, r, r * 0.16, 14, 4, 1.4, DARK_GOLD)
    out += line(ring(x, y, r * 0.72), pen.pick(3, 5), DARK_GOLD)
    for turn in (0, 90, 180, 270):
        leaf = f"M0{num(-r * 0.8)}c{num(r * 0.26)}{num(-r * 0.3)} {num(r * 0.2)}{num(-r * 0.62)} 0{num(-r * 0.9)}c{num(-r * 0.2)} {num(r * 0.28)}{num(-r * 0.26)} {num(r * 0.6)} 0 {num(r * 0.9)}z"
        out += group(path(leaf, CREAM, DARK_GOLD, pen.pick(3, 4.5)), x, y, turn=turn + 45)
    return out + star(x, y, r * 0.52, r * 0.2, 8, GOLD, colour)


def _ace(name: str, pen: Pen) -> str:
    colour = colour_of(name)
    x, y = pen.card.cx, pen.card.mid
    r = pen.pick(222, 206)
    sprigs = ""
    if y - r > _LEAST_GAP:
        k = min(1.0, (y - r - 50) / 200)
        sprig = _sprig(x, y - r + 4, k, GREEN, pen)
        sprigs = sprig + f'<g transform="{pen.turned()}">{sprig}</g>'
    return sprigs + _ring_of_ace(name, colour, pen)


def _ring_of_ace(name: str, colour: str, pen: Pen) -> str:
    """The sign in its ring."""
    x, y = pen.card.cx, pen.card.mid
    if pen.book:
        out = path(ring(x, y, 206), CREAM, GOLD, 8) + line(ring(x, y, 184), 4.5, colour)
        beads = "".join(path(ring(px, py, 9), GOLD) for px, py in circle_points(x, y, 195, 16))
        return out + beads + motif(name, x, y + 4, 236)
    out = path(ring(x, y, 222), CREAM)
    out += rosette(x, y, 200, 20, 30, 6, 1.5, DARK_GOLD) + rosette(
        x, y, 160, 15, 24, 4, 1.4, colour
    )
    return out + path(ring(x, y, 140), PAPER, GOLD, 4) + motif(name, x, y + 3, 190)


def pip_card(number: int, name: str, index: str, pen: Pen) -> str:
    """The face of a card with so many suit signs; signs of the lower half are turned."""
    w, h = pen.card.w, pen.card.h
    out = line(box(30, 30, w - 60, h - 60, 20), pen.pick(2.6, 4.5), DARK_GOLD)
    if not pen.book:
        out += line(box(38, 38, w - 76, h - 76, 14), 1.4, DARK_GOLD)
        out += scroll(w - 44, 44, 0.8, DARK_GOLD, 90) + scroll(44, h - 44, 0.8, DARK_GOLD, 270)
    if number == 1:
        out += _one(name, pen)
    else:
        # The columns stand clear of the indices, which are broad in a book.
        tall = h > 1000
        left = pen.pick(198, 216 if tall else 224)
        top = pen.pick(176, 196) if tall else 158.0
        right, bottom = w - left, h - top
        size = (106 if number > 8 else 114 if number > 3 else 140) * (
            1 if tall else pen.pick(0.94, 0.88)
        )
        for px, py in LAYOUTS[number]:
            x, y = left + px * (right - left), top + py * (bottom - top)
            out += motif(name, x, y, size, turn=180 if py > 0.51 else 0)
        for part in _EMPTY.get(number, ()):
            y = top + part * (bottom - top)
            r = (92 if tall else 66) * (1.0 if number != 3 else 0.74)
            out += _flourish(w / 2, y, r, colour_of(name), pen)
    return out + pen.twice(corner(index, name, pen))


def _one(name: str, pen: Pen) -> str:
    """The one sign of a card, in its wreath or ring."""
    return daus(name, pen) if pen.card.name == "german" else _ace(name, pen)


def head(number: int, name: str, index: str, pen: Pen) -> str:
    """The face of a pip card on its head alone: its signs, set closer, beside the index."""
    w, h = pen.card.w, pen.card.head
    out = line(box(30, 30, w - 60, h - 60, 20), 4.5, DARK_GOLD) + corner(index, name, pen)
    if number == 1:
        k = 0.39 * h / pen.card.cx
        x, y = 0.61 * w - k * pen.card.cx, h / 2 - k * pen.card.mid
        return f'{out}<g transform="matrix({k:.3f} 0 0 {k:.3f} {num(x)} {num(y)})">{_one(name, pen)}</g>'
    left, right, top = 0.4 * w, w - 110.0, 0.18 * h
    size = (88 if number > 7 else 104 if number > 3 else 128) * min(1.0, h / 590)
    for px, py in LAYOUTS[number]:
        x, y = left + px * (right - left), top + py * (h - 2 * top)
        out += motif(name, x, y, size, turn=180 if py > 0.51 else 0)
    return out


def plain(name: str, index: str, pen: Pen) -> str:
    """The face of a card without a drawing: its index, large, with its suit."""
    w, h = pen.card.w, pen.card.h
    edge = line(box(30, 30, w - 60, h - 60, 20), 4.5, INK)
    return edge + plain_text(index, pen) + pen.twice(corner(index, name, pen))


FONT: Final = "fonts/vollkorn/Vollkorn-ExtraBold.ttf"
CAP: Final = 0.676
"""The height of a capital, in parts of the size."""

Bounds = tuple[float, float, float, float]
_READING: Final = Lock()
"""Held while the font is read: a glyph unfolds at its first use, and the studio draws in threads."""


@lru_cache(maxsize=1)
def _font() -> tuple[Any, dict[int, str]]:
    """The glyphs and the character map, in which lining figures stand for the old-style ones."""
    from fontTools.ttLib import TTFont  # takes its time, and is not needed before a card is drawn

    font = TTFont(data("templates") / FONT, lazy=True)
    table = font["GSUB"].table
    lining: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for number in record.Feature.LookupListIndex:
                for sub in table.LookupList.Lookup[number].SubTable:
                    lining.update(getattr(getattr(sub, "ExtSubTable", sub), "mapping", {}))
            break
    chars = {code: lining.get(name, name) for code, name in font.getBestCmap().items()}
    return font.getGlyphSet(), chars


@lru_cache(maxsize=256)
def glyph(char: str) -> tuple[str, float, Bounds]:
    """One character: path data at 1000 units to the em (y downwards), its advance, its bounds.

    A character that the font lacks is drawn as a small lozenge rather than as nothing.
    """
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    with _READING:
        glyphs, chars = _font()
        name = chars.get(ord(char))
        if name is None:
            return "M150 0l150-250 150 250-150 250z", 600.0, (150.0, -250.0, 450.0, 250.0)
        pen = SVGPathPen(glyphs, ntos=num)
        bounds = BoundsPen(glyphs)
        for target in (pen, bounds):
            glyphs[name].draw(TransformPen(target, (1, 0, 0, -1, 0, 0)))
        width = float(glyphs[name].width)
    return pen.getCommands(), width, bounds.bounds or (0.0, 0.0, 0.0, 0.0)


def measure(text: str, size: float, track: float = 0.0) -> float:
    """The width of a text at a size; `track` is added between characters."""
    return sum(glyph(c)[1] for c in text) * size / 1000 + track * (len(text) - 1)


def outline(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    widest: float = 1e9,
    track: float = 0.0,
) -> str:
    """A text centred on x with its foot at y; squeezed if it would be wider than `widest`."""
    # A text that reaches below the line is made smaller and raised.
    tail = max((glyph(c)[2][3] for c in text), default=0.0)
    if tail > 60:
        rise = 1 + (tail - 20) / 1000 / CAP
        y -= (tail - 20) * size / rise / 1000
        size /= rise
    width = measure(text, size, track)
    squeeze = min(1.0, widest / width) if width else 1.0
    k = size / 1000
    at = -width / 2
    out = ""
    for char in text:
        d, advance, _ = glyph(char)
        if d:
            out += f'<path d="{d}" transform="translate({num(at)}) scale({k:.4f})"/>'
        at += advance * k + track
    narrow = f" scale({squeeze:.3f} 1)" if squeeze < 1 else ""
    return (
        f'<g fill="{fill}" stroke="none" transform="translate({num(x)} {num(y)}){narrow}">{out}</g>'
    )


def _star(x: float, y: float, r: float) -> str:
    return shape(ring(x, y, r), PAPER, 5) + star(x, y, r * 0.9, r * 0.36, 8, GOLD, RED)


def numeral_tab(text: str, pen: Pen) -> str:
    """A numeral on a paper tab that is cut into the panel, top left, where a fan shows it."""
    left, top, right, bottom = numeral_bounds(text, pen)
    w, h = right - left, bottom - top
    size = h * _OF_TAB
    foot = top + h / 2 + size * CAP / 2 - 3
    drawn = outline(text, left + w / 2, foot, size, RED, widest=w - _ROOM)
    return shape(_cut_in(w, h), PAPER, 5) + drawn


def numeral_bounds(text: str, pen: Pen) -> Bounds:
    """The box of `numeral_tab`, which is as wide as its numeral, up to a limit."""
    h = pen.pick(94, 122)
    width = min(measure(text, h * _OF_TAB), _WIDEST) + _ROOM
    return PANEL, PANEL, PANEL + max(width, h), PANEL + h


_OF_TAB: Final = 0.94
"""The size of a numeral, in parts of the height of its tab."""
_ROOM: Final = 22
_WIDEST: Final = 196
"""The width that the narrowest step of a fan leaves free (see the styles of `.held`)."""


def star_tab(pen: Pen) -> str:
    """The star in a disc in the corner, where a fan shows it."""
    left, top, right, _ = star_bounds(pen)
    r = (right - left) / 2
    return _star(left + r, top + r, r)


def star_bounds(pen: Pen) -> Bounds:
    """The box of `star_tab`."""
    edge = pen.pick(88, 138)
    return 26, 26, 26 + edge, 26 + edge


def _cut_in(w: float, h: float) -> str:
    """Path data of a tab at the panel's left upper corner, with its free corner rounded."""
    return f"M{num(PANEL)} {num(PANEL)}h{num(w)}v{num(h - 16)}a16 16 0 0 1-16 16h{num(16 - w)}z"


def bounds(face: Face, pen: Pen) -> Bounds:
    """Left, top, right and bottom of the index in a card's upper left corner.

    A fan shows at least this much of each card.
    """
    k = pen.pick(1, 1.34)
    if face.kind == "numeral":
        return numeral_bounds(face.index, pen)
    if face.kind == "star":
        return star_bounds(pen)
    if face.kind == "unter":
        disc = pen.pick(1, 1.2)
        return PANEL - 3, PANEL, PANEL + 102 * disc + 3, pen.card.mid - 24
    if face.kind in ("pip", "plain"):
        return 50, 46, 50 + 78 * k, 46 + 128 * k
    return PANEL, PANEL, PANEL + 78 * k, PANEL + 132 * k


def tab(text: str, name: str, pen: Pen) -> str:
    """Rank over suit on a paper tab that is cut into the panel, top left."""
    k = pen.pick(1, 1.34)
    w, h = 78 * k, 132 * k
    x = y = PANEL
    fill = colour_of(name)
    return (
        shape(_cut_in(w, h), PAPER, 5)
        + outline(text, x + w / 2, y + 62 * k, 76 * k, fill, widest=w - 14)
        + motif(name, x + w / 2, y + 98 * k, 50 * k)
    )


def _round_sign(name: str, x: float, y: float, k: float) -> str:
    """A suit sign alone on a disc of paper."""
    return shape(ring(x, y, 52 * k), PAPER, 5) + motif(name, x, y + 1, 72 * k)


def _letter(text: str, name: str, pen: Pen) -> str:
    """A tab with the rank alone."""
    k = pen.pick(1, 1.34)
    w, h = 78 * k, 84 * k
    return shape(_cut_in(w, h), PAPER, 5) + outline(
        text, PANEL + w / 2, PANEL + 66 * k, 76 * k, colour_of(name), widest=w - 14
    )


def court_signs(face: Face, pen: Pen) -> str:
    """Rank and suit of a court.

    In a German pack the sign stands high on an Ober, low on an Unter, and twice on a king.
    """
    if pen.card.name != "german" and face.kind not in ("ober", "unter"):
        return tab(face.index, face.motif, pen)
    k = pen.pick(1, 1.2)
    left, right = PANEL + 50 * k, pen.card.w - PANEL - 50 * k
    if face.kind == "unter":
        return _letter(face.index, face.motif, pen) + _round_sign(
            face.motif, left, pen.card.mid - 24 - 52 * k, k
        )
    out = tab(face.index, face.motif, pen)
    return out + _round_sign(face.motif, right, PANEL + 50 * k, k) if face.kind == "king" else out


def corner(text: str, name: str, pen: Pen) -> str:
    """Rank over suit, straight on the paper of a pip card, top left."""
    k = pen.pick(1, 1.34)
    x = 50 + 39 * k
    return outline(
        text,
        x,
        46 + 60 * k,
        80 * k,
        colour_of(name),
        widest=76 * k,
        track=-5 * k if len(text) > 1 else 0,
    ) + motif(name, x, 46 + 100 * k, 50 * k)


def plain_text(text: str, pen: Pen) -> str:
    """A text large in the middle of the card: the face of a card that has no drawing."""
    return outline(
        text, pen.card.cx, pen.card.mid + 300 * CAP / 2, 300, INK, widest=pen.card.inner - 60
    )
