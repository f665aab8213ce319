"""The other rule sets of the library, beside that of a book."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from zwanz_ssot.loading import BASE, library, load
from zwanz_ssot.model import Game


def beside(game: Game) -> Iterator[Game]:
    """The shipped rule sets of the same game."""
    if game.id in library().games():
        yield from (_loaded(game.id, variant) for variant in (BASE, *library().variants(game.id)))


def elsewhere(game: Game) -> Iterator[Game]:
    """The shipped rule sets of other games."""
    for other in library().games():
        if other != game.id:
            yield from (_loaded(other, variant) for variant in (BASE, *library().variants(other)))


@cache
def _loaded(game: str, variant: str) -> Game:
    return load(game, variant)
