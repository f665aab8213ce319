"""The head of a card: its upper half in a frame of its own, for a table in which whole cards would
stand too tall.

Nothing of it is cut off: a card of suit signs has them all, set closer, and its index once.
"""

from __future__ import annotations

from dataclasses import replace

from . import frame
from .formats import PANEL
from .paths import box, line
from .pen import Pen


def framed(pen: Pen) -> Pen:
    """A pen for the frame of the head, beside the one that draws the figure."""
    return Pen(f"{pen.uid}-head", "book", replace(pen.card, h=pen.card.head))


def panel(figure: str, pen: Pen) -> str:
    """A half-figure, which is drawn for the whole card, in the frame and the panel of the head."""
    own = framed(pen)
    d = box(PANEL, PANEL, own.card.inner, 2 * own.card.half)
    return frame.rules(own) + own.clip(figure, d) + line(d, 5)
