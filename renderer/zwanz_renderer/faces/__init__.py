"""The drawn cards: an original deck in ten inks, as SVG made of paths alone.

Units are 0.1 mm. The same card always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import covers, indices, ornament
from .figures.cavalier import cavalier
from .figures.court import harlequin, jack, king, queen
from .figures.german import ober, unter
from .indices import CardLike, Face, face_of, sign_of, style_of
from .motifs import suit_picture, suit_svg
from .ornament import BACKS, back_drawing
from .pen import Detail, Pen, Picture, even, format_of, framed, size
from .scenes import SCENES, scene

__all__ = [
    "BACKS",
    "CardLike",
    "Detail",
    "Picture",
    "back",
    "back_picture",
    "card_picture",
    "has_picture",
    "index_bounds",
    "sign_of",
    "size",
    "style_of",
    "suit_picture",
    "suit_svg",
    "svg",
]

_COURTS = {
    "king": king,
    "queen": queen,
    "cavalier": cavalier,
    "jack": jack,
    "ober": ober,
    "unter": unter,
}


def svg(card: CardLike, *, title: str = "", **more: Any) -> str:
    """The face of a card as a complete ``<svg>``; its title is the card's id if none is given.

    `more` are arguments of `card_picture`.
    """
    return card_picture(card, **more).svg(title or card.id)


def card_picture(
    card: CardLike,
    *,
    detail: Detail = "book",
    uid: str | None = None,
    style: str = "tarock",
    bleed: float = 0,
    index: str = "",
) -> Picture:
    """The face of a card.

    uid     begins every id inside; two drawings of one page need two (default: made from the card's
            id and the detail)
    style   the kind of pack (tarock, french, german; see `style_of`): sets the size, and where the
            suit signs are
    bleed   units of paper beyond the card, which then has no outline: for cards that will be cut
    index   what is in the corners (default: the rank)

    Any card draws: one whose suit or rank is not in ``templates/faces.yaml`` shows its index,
    large.
    """
    pen = Pen(uid or f"{card.id}-{detail}", detail, format_of(style))
    face = face_of(card, tuple(SCENES), index)
    if detail == "head":
        own = ornament.framed(pen)
        drawing = even(ornament.base(own) + _head(face, pen))
        return framed(drawing, own.card.w, own.card.h)
    drawing = ornament.base(pen, bleed) + _drawing(face, pen)
    return framed(even(drawing) if pen.book else drawing, pen.card.w, pen.card.h, bleed)


def index_bounds(
    card: CardLike, *, detail: Detail = "book", style: str = "tarock", index: str = ""
) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the index in a card's upper left corner, in 0.1 mm.

    The arguments are those of `card_picture`.
    """
    face = face_of(card, tuple(SCENES), index)
    return indices.bounds(face, Pen(card.id, detail, format_of(style)))


def has_picture(card: CardLike) -> bool:
    """True if a card shows a figure or a scene, not suit signs or an index alone."""
    return face_of(card, tuple(SCENES)).kind not in ("pip", "plain")


def back(*, title: str = "", **more: Any) -> str:
    """The back of a card as a complete ``<svg>``; `more` are arguments of `back_picture`."""
    return back_picture(**more).svg(title)


def back_picture(
    *,
    detail: Detail = "book",
    uid: str = "back",
    style: str = "tarock",
    design: str = "lattice",
    bleed: float = 0,
) -> Picture:
    """The back of a card, which looks the same upside down.

    `design` is one of `BACKS`; LookupError for another.
    """
    pen = Pen(uid, detail, format_of(style))
    drawing = ornament.base(pen, bleed) + back_drawing(pen, design)
    return framed(drawing, pen.card.w, pen.card.h, bleed)


def _head(face: Face, pen: Pen) -> str:
    """Everything inside the outline of a card's head."""
    if face.kind in _COURTS:
        figure = pen.card.place(_COURTS[face.kind](face.motif, pen))
        return ornament.head_panel(figure, pen) + indices.court_signs(face, pen)
    if face.kind == "star":
        return ornament.head_panel(pen.card.place(harlequin(pen)), pen) + indices.star_tab(pen)
    if face.kind == "numeral":
        return ornament.head_panel(
            pen.card.place(scene(face.scenes[0], pen)), pen
        ) + indices.numeral_tab(face.index, pen)
    if face.kind == "pip":
        return indices.head(face.pips, face.motif, face.index, pen)
    return indices.plain(face.motif, face.index, ornament.framed(pen))


def _drawing(face: Face, pen: Pen) -> str:
    """Everything inside the card's outline."""
    if face.kind in _COURTS:
        figure = pen.card.place(_COURTS[face.kind](face.motif, pen))
        out = ornament.rules(pen) + ornament.panel(figure, None, pen) + ornament.band(pen)
        return out + pen.twice(indices.court_signs(face, pen))
    if face.kind == "star":
        out = (
            ornament.rules(pen)
            + ornament.panel(pen.card.place(harlequin(pen)), None, pen)
            + ornament.band(pen, 16)
        )
        return out + pen.twice(indices.star_tab(pen))
    if face.kind == "numeral":
        upper, lower = (pen.card.place(scene(name, pen)) for name in face.scenes)
        out = ornament.rules(pen) + ornament.panel(upper, lower, pen) + ornament.band(pen)
        return out + pen.twice(indices.numeral_tab(face.index, pen))
    if face.kind == "pip":
        return indices.pip_card(face.pips, face.motif, face.index, pen)
    return indices.plain(face.motif, face.index, pen)


def cover_of(card: CardLike, suits: Iterable[str], ground: str) -> covers.Cover:
    """The cover with the picture of a card as its motif.

    `suits` are those of its pack, by id; `ground` is one of `covers.GROUNDS`.
    """
    face, pen = face_of(card, tuple(SCENES)), covers.pen_for("motif")
    if face.kind in _COURTS:
        figure, crest = _COURTS[face.kind](face.motif, pen), ""
    elif face.kind == "star":
        figure, crest = harlequin(pen), ""
    elif face.kind == "numeral":
        figure, crest = scene(face.scenes[0], pen), face.index
    else:
        figure, crest = covers.emblem(face), ""
    assert ground in covers.GROUNDS
    return covers.Cover(figure, tuple(map(sign_of, suits)), crest, ground)
