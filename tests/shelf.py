"""The shelf that judges look at: every book of the game with the most rule sets, and one book of
every other game.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from conftest import VARIANTS, loaded

from zwanz_renderer import book

Book = tuple[str, str, str]
"""A game, a rule set and a language."""


_LANGS = book.with_chapters()
_GAMES = sorted(
    (list(sets) for _, sets in groupby(VARIANTS, key=lambda pair: pair[0])), key=len, reverse=True
)
OTHERS: list[Book] = [
    (*sets[turn % len(sets)], _LANGS[turn % len(_LANGS)]) for turn, sets in enumerate(_GAMES[1:])
]  # fmt: skip
"""Judging every book would take an hour: these games take turns with their languages and rule sets.
"""
BOOKS: list[Book] = [(*one, lang) for one in _GAMES[0] for lang in _LANGS] + OTHERS


def put_up(game: str, variant: str, lang: str, kind: str, out: Path) -> Path:
    """Build one book as one kind of file into the folder `out`."""
    (file,) = book.build(loaded(game, variant), lang=lang, out=out, formats=[kind]).paths
    return file
