"""Chapters of a book in an editor: which game and language a file is about, and what the book
would refuse in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath

from zwanz_renderer.shortcodes import BLOCKS, Registry
from zwanz_renderer.text.manuscript import Manuscript

from ..library import BASE, library
from ..model import Game
from ..problems import ChapterFault, Problem
from ..prose import languages
from .session import Session

_SHIPPED = "book"
_HOUSE = "chapters"
_ANY = "any"


@dataclass(frozen=True, slots=True)
class ChapterHome:
    """The folder of a chapter, its language, and the rules that it is about."""

    folder: FilePath
    language: str
    game: Game


def is_chapter(session: Session, path: FilePath) -> bool:
    """Whether a Markdown file is a chapter of a book: it lies in ``book/<language>/<game>``, or in
    a folder ``chapters`` beside the file of house rules, or in a folder of a language in there.
    """
    folder = path.parent
    if folder.parent.parent.name == _SHIPPED and folder.parent.name in languages():
        return folder.name == _ANY or folder.name in session.library(path).games()
    return _house(session, folder) is not None


def home(session: Session, path: FilePath) -> ChapterHome | None:
    """Where a chapter belongs; None for a file that is none, or whose rules have problems."""
    folder = path.parent
    house = _house(session, folder)
    if house is not None:
        language = folder.name if folder.name in languages() else session.language
        own = session.own(house)
        return ChapterHome(folder, language, own) if own else None
    if not is_chapter(session, path):
        return None
    root, name = session.root(path), folder.name
    name = (library(root).first_game() or "") if name == _ANY else name
    game = session.game(root, name, BASE)
    return ChapterHome(folder, folder.parent.name, game) if game else None


def _house(session: Session, folder: FilePath) -> FilePath | None:
    """The file of house rules that a folder of chapters belongs to."""
    around = folder if folder.name == _HOUSE else folder.parent
    if around.name != _HOUSE:
        return None
    for file in sorted(around.parent.glob("*.yaml")):
        if session.kind(file) == "variant":
            return file
    return None


def chapter_problems(session: Session, path: FilePath) -> Iterator[Problem]:
    """What the book would refuse in a chapter. The other chapters of its folder are read as well,
    as links lead there; what is wrong in them is theirs.
    """
    where = home(session, path)
    if where is None:
        return
    try:
        _manuscript(where.game.digest, where).chapters()
    except ChapterFault as fault:
        for problem in fault.problems:
            if problem.mark is not None and path.samefile(problem.mark.file):
                yield problem


def chapters_about(session: Session, path: FilePath) -> Iterator[FilePath]:
    """The open chapters that are about the rules of a file."""
    about = session.base_of(path)
    for file in map(FilePath, list(session.texts)):
        where = home(session, file) if file.suffix == ".md" else None
        if where is not None and about is not None and where.game.id == about.id:
            yield file


def blocks() -> Registry:
    """The shortcodes that a chapter may use."""
    from zwanz_renderer import blocks as shipped  # registers them

    assert shipped
    return BLOCKS


@lru_cache(maxsize=8)
def _manuscript(digest: str, where: ChapterHome) -> Manuscript:
    """The chapters of a folder by the rules of this digest; those that did not change are kept."""
    return Manuscript(where.game, where.language, where.folder, blocks())
