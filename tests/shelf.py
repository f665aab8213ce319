"""The shelf that judges look at: the book of every rule set in every language."""

from __future__ import annotations

from pathlib import Path

from conftest import VARIANTS, loaded

from renderer import book

GAME = "zwanzigerrufen"
BOOKS = [(variant, lang) for game, variant in VARIANTS if game == GAME for lang in book.with_chapters()]


def put_up(variant: str, lang: str, kind: str, out: Path) -> Path:
    """Build one book as one kind of file into the folder `out`."""
    (file,) = book.build(loaded(GAME, variant), lang=lang, out=out, formats=[kind]).paths
    return file
