"""What several tests need: every variant of every shipped game, loaded once."""

from __future__ import annotations

from functools import cache

from packed import installed, wheel  # fixtures

from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Game

__all__ = ["VARIANTS", "installed", "loaded", "wheel"]

VARIANTS = [
    (game, variant) for game in library().games() for variant in (BASE, *library().variants(game))
]


@cache
def loaded(game: str, variant: str) -> Game:
    """The game, loaded once a session."""
    return load(game, variant)
