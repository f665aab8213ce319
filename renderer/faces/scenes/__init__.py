"""The scenes of the tarocks, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..frame import PANEL
from ..paths import group
from ..pen import Pen
from . import country, landscape, town, trades

Scene = Callable[[Pen], str]

SCENES: Final[dict[str, Scene]] = {**landscape.SCENES, **country.SCENES, **town.SCENES, **trades.SCENES}


def scene(name: str, pen: Pen) -> str:
    """A scene, upright in the upper half of the panel. An unknown name is a mistake of the table: KeyError."""
    return group(SCENES[name](pen), PANEL, PANEL)
