"""The drawn cards: an original deck in ten inks, as SVG made of paths alone.

Units are 0.1 mm. The same card always gives the same bytes.
"""

from __future__ import annotations

from . import frame, indices, pips
from .backs import back_drawing
from .figures.cavalier import cavalier
from .figures.harlequin import harlequin
from .figures.jack import jack
from .figures.king import king
from .figures.queen import queen
from .frame import size
from .hints import CardLike, Face, face_of
from .motifs import suit_svg
from .paths import document
from .pen import Detail, Pen
from .scenes import SCENES, scene

__all__ = ["CardLike", "Detail", "back", "size", "suit_svg", "svg"]

_COURTS = {"king": king, "queen": queen, "cavalier": cavalier, "jack": jack}


def svg(card: CardLike, *, detail: Detail = "book", title: str = "", uid: str | None = None) -> str:
    """The face of a card as a complete ``<svg>``.

    ``title`` is its alternative text (default: the card's id). ``uid`` begins every id inside; two drawings of
    one page need two (default: made from the card's id and the detail). Any card draws: one whose suit or rank
    ``templates/faces.yaml`` does not know shows its index, large.
    """
    pen = Pen(uid or f"{card.id}-{detail}", detail)
    drawing = _drawing(face_of(card, tuple(SCENES)), pen)
    return document(drawing, frame.W, frame.H, title or card.id)


def back(*, detail: Detail = "book", title: str = "", uid: str = "back") -> str:
    """The back of a card as a complete ``<svg>``; the same upside down."""
    pen = Pen(uid, detail)
    return document(frame.base() + back_drawing(pen), frame.W, frame.H, title)


def _drawing(face: Face, pen: Pen) -> str:
    out = frame.base()
    if face.kind in _COURTS:
        out += frame.rules() + frame.panel(_COURTS[face.kind](face.motif, pen), None, pen) + frame.band(pen)
        return out + pen.twice(indices.tab(face.index, face.motif, pen), frame.W / 2, frame.MID)
    if face.kind == "star":
        out += frame.rules() + frame.panel(harlequin(pen), None, pen) + frame.band(pen, 16)
        return out + pen.twice(indices.star_sign(pen), frame.W / 2, frame.MID)
    if face.kind == "numeral":
        upper, lower = (scene(name, pen) for name in face.scenes)
        out += frame.rules() + frame.panel(upper, lower, pen) + frame.band(pen)
        return out + pen.twice(indices.cartouche(face.index, pen), frame.W / 2, frame.MID)
    if face.kind == "pip":
        return out + pips.pip_card(face.pips, face.motif, face.index, pen)
    return out + pips.plain(face.motif, face.index, pen)
