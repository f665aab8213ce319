"""The books of the tests, each built once for all of them; and the choice of books: a sample, or
with ``--all`` all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest
from conftest import VARIANTS

from zwanz_renderer import book

Book = tuple[str, str, str]
"""A game, a rule set and a language."""


_LANGS = book.with_chapters()
_GAMES = [list(sets) for _, sets in groupby(VARIANTS, key=lambda pair: pair[0])]
EVERY: list[Book] = [(*one, lang) for one in VARIANTS for lang in _LANGS]


def _in_turn(game: int, count: int) -> list[Book]:
    """So many books of a game, taking its rule sets and the languages in turn."""
    sets = _GAMES[game]
    return [
        (*sets[turn % len(sets)], _LANGS[(game + 1 + turn) % len(_LANGS)]) for turn in range(count)
    ]


WRITTEN = [one for game, sets in enumerate(_GAMES) for one in _in_turn(game, len(sets))]
"""Every rule set once, in the languages in turn."""

WIKIPEDIA = ("zwanzigerrufen", "wikipedia", "en")
GERMAN = ("koenigrufen-russbach", "base", "de")
VIENNA = ("koenigrufen", "wien", "de")
JAPANESE = ("anrufen", "forced-dealer", "ja")
_READ = [WIKIPEDIA, GERMAN, VIENNA, JAPANESE]
"""Books that other tests need anyway, so that judging them costs no further book."""

_UNREAD = {sets[0][0] for sets in _GAMES} - {game for game, _, _ in _READ}
JUDGED = _READ + [
    one for at, sets in enumerate(_GAMES) if sets[0][0] in _UNREAD for one in _in_turn(at, 1)
]
"""A book of each game: judging every book takes an hour."""
_BOTH = {".".join(one) for one in JUDGED}
"""Books that tests need both as a page of HTML and as a PDF."""
CHECKED = [next(one for one in JUDGED if one[2] == lang) for lang in _LANGS]
"""A book in each language."""


def books(config: pytest.Config) -> list[Book]:
    """The books of this run; with ``--all`` all that there are."""
    return EVERY if config.getoption("--all") else JUDGED


@dataclass(frozen=True)
class BuiltBooks:
    """A folder that all processes of a test run share."""

    folder: Path

    def book(self, game: str, variant: str, lang: str, kind: str) -> Path:
        """One book as one kind of file, built by the first who asks.

        If two ask at the same time, both build it, and the files are the same.
        """
        file = self.folder / f"{game}.{variant}.{lang}.{kind}"
        if not file.exists():
            # Both at once take little more than a PDF, and a book is judged as both.
            both = kind == "pdf" or (kind == "html" and f"{game}.{variant}.{lang}" in _BOTH)
            kinds = ["html", "pdf"] if both else [kind]
            with tempfile.TemporaryDirectory(dir=self.folder) as aside:
                # A process of its own returns its memory when it ends.
                call = [sys.executable, "-m", "zwanz_ssot", "book", game, "--variant", variant]
                call += ["--lang", lang, "--out", aside]
                call += [part for each in kinds for part in ("--format", each)]
                done = subprocess.run(call, capture_output=True, text=True, check=False)
                assert done.returncode == 0, done.stderr
                for path in Path(aside).iterdir():
                    path.replace(self.folder / path.name)
        return file
