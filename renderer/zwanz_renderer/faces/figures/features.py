"""The features of a court's face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..palette import BROWN, CREAM, DARK_GOLD, FAIR, INK, PAPER

STRANDS: Final = {
    BROWN: FAIR,
    FAIR: BROWN,
    INK: FAIR,
    CREAM: DARK_GOLD,
    PAPER: DARK_GOLD,
    DARK_GOLD: FAIR,
}
"""The ink of the strands in hair of an ink."""


@dataclass(frozen=True)
class Head:
    """The features of one face. ``turn`` is where it looks: -2 and 2 are profiles, -1, 0 and 1
    faces from the front.
    """

    hair: str = BROWN
    locks: str = "curls"
    beard: str = ""
    moustache: str = ""
    brow: str = "calm"
    eyes: str = "open"
    nose: str = "straight"
    mouth: str = "full"
    turn: int = 0
