"""Ober and Unter of the German packs."""

from __future__ import annotations

from ..pen import Pen
from .cavalier import cavalier
from .jack import jack


def ober(motif: str, pen: Pen) -> str:
    return cavalier(motif, pen)


def unter(motif: str, pen: Pen) -> str:
    return jack(motif, pen)
