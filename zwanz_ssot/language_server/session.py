"""The session of an editor: its open texts, the folder of rules for each file, and loaded games,
which are kept until one of their files changes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from ..files import is_file
from ..library import (
    BASE,
    Library,
    folder_around,
    is_rule_file,
    library,
    load,
    load_variant_file,
)
from ..model import Game
from ..mutation.mutants import NameLists
from ..problems import RulesFault, WrongCall, ZwanzError
from ..prose import Prose, languages
from ..prose.phrases import Phrases
from ..source import MAX_BYTES, reading_unsaved, stamp
from .grammar import kind_of, outline_of
from .outline import Outline

_NAMED = re.compile(r"^ *(?:of|game):[ \t]*['\"]?([\w:./-]+)", re.MULTILINE)
_MOST = 2000
"""The most files in the folders of an editor that are searched."""
HIDDEN = frozenset({"node_modules", "build", "dist", "__pycache__"})
"""Folders that are neither searched nor shown, besides those whose name begins with a dot."""
SUFFIXES = (".yaml", ".yml", ".md")
"""The files that an editor is helped with: rules and chapters."""
ENGLISH = "en"
CHAPTERS = "chapters"
"""The folder of the own chapters of house rules."""


@dataclass(slots=True)
class Session:
    """The state of one editor. Within `reading`, its open texts replace the files on disk.

    ``rules`` is a folder of rules to use instead of the shipped ones; ``language`` is that of
    sentences.
    """

    language: str = ENGLISH
    rules: FilePath | None = None
    texts: dict[str, str] = field(default_factory=dict)
    """The open texts by absolute path."""
    folders: list[FilePath] = field(default_factory=list)
    _games: dict[tuple[str, str, str], tuple[object, Game]] = field(default_factory=dict)
    _sound: dict[str, Game] = field(default_factory=dict)
    _prose: dict[str, tuple[Game, Prose]] = field(default_factory=dict)

    def reading(self) -> AbstractContextManager[None]:
        """A context in which open texts replace the files on disk."""
        return reading_unsaved(self.texts)

    def speak(self, language: str | None) -> None:
        """Set the language of sentences, such as ``de`` or ``de-AT``, if it is known."""
        wanted = (language or "").partition("-")[0].lower()
        if wanted in languages():
            self.language = wanted

    @property
    def phrases(self) -> Phrases:
        """The texts of the program in the language of the reader."""
        return Phrases(self.language)

    def text(self, path: FilePath) -> str:
        """The text of a file; empty where it cannot be read, is too long or no ordinary one."""
        if (found := self.texts.get(str(path))) is not None:
            return found
        try:
            short = is_file(path) and path.stat().st_size <= MAX_BYTES
            return path.read_text(encoding="utf-8") if short else ""
        except (OSError, ValueError):
            return ""

    def outline(self, path: FilePath) -> Outline:
        """The outline of a file."""
        return outline_of(self.text(path))

    def kind(self, path: FilePath) -> str:
        """The key at the top of a file that names its kind; empty for other files."""
        return kind_of(self.text(path)) if path.suffix != ".md" else ""

    # rules

    def root(self, path: FilePath) -> FilePath:
        """The folder of rules that a file lies in, else `rules`, else the shipped one."""
        return folder_around(path.parent) or self.rules or library().root

    def library(self, path: FilePath) -> Library:
        """The rules that a file belongs to."""
        return library(self.root(path))

    def base_of(self, path: FilePath) -> Game | None:
        """The rules that the variant in a file changes; for any other file the game that it is
        about. None where the file does not name them, or they have problems.
        """
        text = self.text(path)
        kind = self.kind(path)
        root = self.root(path)
        named = _NAMED.search(text) if kind else None
        if kind == "game":
            return self.own(path)
        if named is not None and kind in ("variant", "examples"):
            game, _, variant = named[1].partition(":")
            return self.game(root, game, variant or BASE)
        if kind == "record":
            outline = outline_of(text)
            game = outline.text(("record", "game")) or ""
            variant = outline.text(("record", "variant")) or BASE
            if is_rule_file(variant):
                return self.own(FilePath(os.path.normpath(path.parent / variant)))
            return self.game(root, game, variant)
        known = library(root).games()
        around = [folder.name for folder in path.parents if folder.name in known]
        if around:
            return self.game(root, around[0], BASE)
        first = library(root).first_game()
        return self.game(root, first, BASE) if first else None

    def own(self, path: FilePath) -> Game | None:
        """The rules in the file of a game or a variant, as they are, or as they last were without
        problems. None for other files, and if there never were such.
        """
        key = str(path)
        kind = self.kind(path)
        root = self.root(path)
        if kind == "variant":
            named = _NAMED.search(self.text(path))
            game, _, parent = (named[1] if named else "").partition(":")
            files = (str(path), *map(str, self._files(root, game, parent or BASE)))
            with suppress(ZwanzError, OSError):
                self._sound[key] = self._kept(
                    (str(root), key, ""), files, lambda: load_variant_file(path, rules=root)
                )
        elif kind == "game":
            with suppress(ZwanzError, OSError):
                found = self.game(root, path.parent.name, BASE)
                if found is not None:
                    self._sound[key] = found
        return self._sound.get(key)

    def game(self, root: FilePath, game: str, variant: str) -> Game | None:
        """A rule set in a folder of rules; None if there is none, or if it has problems."""
        files = tuple(map(str, self._files(root, game, variant)))
        try:
            return self._kept(
                (str(root), game, variant), files, lambda: load(game, variant, rules=root)
            )
        except (ZwanzError, OSError):
            return None

    def rule_sets(self, path: FilePath) -> Iterator[Game]:
        """The rule sets without problems of the game that a file is about, the base first."""
        about = self.base_of(path)
        if about is not None:
            root = self.root(path)
            for _, variant in library(root).rule_sets(about.id):
                if (found := self.game(root, about.id, variant)) is not None:
                    yield found

    def names(self, path: FilePath) -> NameLists:
        """The names that may be used in a file."""
        known = self.library(path)
        game = self.base_of(path) if self.kind(path) != "variant" else None
        return NameLists(known, game or self.own(path) or self.base_of(path))

    def prose(self, game: Game) -> Prose:
        """The sentences about a game in the language of the reader."""
        key = f"{game}{self.language}"
        kept = self._prose.get(key)
        if kept is None or kept[0] is not game:
            kept = self._prose[key] = (game, Prose(game, self.language))
        return kept[1]

    def _files(self, root: FilePath, game: str, variant: str) -> list[FilePath]:
        """The files that a rule set is read from."""
        known = library(root)
        files = [root / "sources.yaml", root / game / "game.yaml", root / game / "disputes.yaml"]
        files += sorted(root.glob("decks/*.yaml"))
        with suppress(RulesFault, WrongCall):
            line = known.lineage(game, variant)
            files += [known.variant_file(game, each) for each in line if each != BASE]
        return files

    def _kept(self, key: tuple[str, str, str], files: tuple[str, ...], made: Any) -> Game:
        """A game that is made again only if one of its files has changed."""
        state = tuple((file, stamp(FilePath(file))) for file in files)
        kept = self._games.get(key)
        if kept is None or kept[0] != state:
            kept = self._games[key] = (state, made())
        return kept[1]

    # files

    def house_files(self) -> Iterator[FilePath]:
        """The YAML files and chapters in the folders of the editor, and all open files."""
        found: dict[str, None] = dict.fromkeys(self.texts)
        for folder in self.folders:
            for path in texts_in(folder):
                if len(found) > _MOST:
                    break
                found.setdefault(str(path))
        yield from map(FilePath, found)

    def game_files(self, path: FilePath) -> Iterator[FilePath]:
        """Every file that may mention the game that a file is about: its own files, shared ones,
        the chapters of its books, and files of house rules.
        """
        about = self.base_of(path)
        root = self.root(path)
        found: dict[str, None] = {str(path): None}
        if about is not None:
            inside = root / about.id
            shared = (root / "sources.yaml", root / "glossary.yaml", *root.glob("decks/*.yaml"))
            chapters = (root.parent / "templates" / "book").glob(f"*/{about.id}/*.md")
            own = (file for file in texts_in(inside) if file.suffix == ".yaml")
            for file in (*own, *shared, *sorted(chapters)):
                found.setdefault(str(file))
        for file in self.house_files():
            if str(file) not in found and self._is_of(file, about, root):
                found.setdefault(str(file))
        yield from map(FilePath, found)

    def named(self, path: FilePath) -> str:
        """The rules that a file names, such as `anrufen:three`, even if they do not exist; empty
        where it names none.
        """
        named = _NAMED.search(self.text(path)) if path.suffix != ".md" else None
        return named[1] if named else ""

    def names_game(self, path: FilePath) -> str:
        """The game that a file names, even if it does not exist; empty where it names none."""
        return self.named(path).partition(":")[0]

    def house_of(self, folder: FilePath) -> FilePath | None:
        """The file of house rules that a folder of chapters belongs to."""
        around = folder if folder.name == CHAPTERS else folder.parent
        if around.name != CHAPTERS:
            return None
        for file in sorted(around.parent.glob("*.y*ml")):
            if is_rule_file(file.name) and self.kind(file) == "variant":
                return file
        return None

    def _is_of(self, file: FilePath, about: Game | None, root: FilePath) -> bool:
        """Whether a file of house rules, or a chapter of them, is about a game."""
        if file.is_relative_to(root) or about is None:
            return False
        house = self.house_of(file.parent) if file.suffix == ".md" else file
        return house is not None and self.names_game(house) == about.id


def texts_in(folder: FilePath) -> Iterator[FilePath]:
    """The rules and chapters in a folder, sorted, without hidden ones and links that lead out.

    >>> next(texts_in(library().root)).name
    'glossary.yaml'
    """
    for around, folders, files in os.walk(folder):
        folders[:] = sorted(it for it in folders if it[0] != "." and it not in HIDDEN)
        for name in sorted(files):
            path = FilePath(around, name)
            is_shown = name.endswith(SUFFIXES) and name[0] != "."
            if is_shown and (not path.is_symlink() or leads_into(folder, path)):
                yield path


def leads_into(folder: FilePath, path: FilePath) -> bool:
    """Whether a path lies in a folder once links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False
