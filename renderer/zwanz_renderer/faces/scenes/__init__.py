"""The scenes of the tarocks, by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from ..pen import PANEL, Pen, group
from . import country, indoors, pleasures, town, trades, travel

Scene = Callable[[Pen], str]

_MODULES: Final = (country, indoors, pleasures, town, trades, travel)
SCENES: Final[dict[str, Scene]] = {
    name: draw for module in _MODULES for name, draw in module.SCENES.items()
}


def scene(name: str, pen: Pen) -> str:
    """A scene, upright in the upper half of the panel. A name that is not drawn here: LookupError,
    with the nearest.
    """
    if name not in SCENES:
        near = get_close_matches(name, SCENES, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(sorted(SCENES))}"
        raise LookupError(f"faces.yaml: scenes: no scene is called '{name}'; {hint}")
    return group(SCENES[name](pen), PANEL, PANEL)
