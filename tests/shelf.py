"""The books that the tests look at, each built once for all of them; and which the judges read:
every book of the game with the most rule sets, and one of every other game.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Shelf:
    """A folder that all processes of a test run share."""

    folder: Path

    def book(self, game: str, variant: str, lang: str, kind: str) -> Path:
        """One book as one kind of file. It is built by whoever asks first; two who ask at the same
        time both build it, and it is the same.
        """
        file = self.folder / f"{game}.{variant}.{lang}.{kind}"
        if not file.exists():
            # A PDF costs a page of HTML next to nothing, and the judges of pages want it later.
            kinds = ["html", "pdf"] if kind == "pdf" else [kind]
            with tempfile.TemporaryDirectory(dir=self.folder) as aside:
                built = book.build(loaded(game, variant), lang=lang, out=Path(aside), formats=kinds)
                for path in built.paths:
                    path.replace(self.folder / path.name)
        return file
