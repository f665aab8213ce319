"""The rule sets that tables offer: those of the library, and files of house rules; with the
drawings of their cards and the pages of their books.
"""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path as FilePath

from zwanz_renderer import book
from zwanz_renderer.pictures import Pictures

from ..game_names import no_games
from ..library import BASE, Library, library, load, load_variant_file
from ..model import Deck, Game
from ..problems import RulesFault, WrongCall
from ..problems import repeated as quoted
from ..source import Stamp, stamp
from .texts import chapters_of_rules

_OWN = "house"
"""The first part of the key of a file of house rules."""
_DRAFT = "draft"
"""The first part of the key of rules without a file."""
_MOST_GAMES = 100
"""The most rules of folders that are kept; those used last remain."""
_MOST_DRAFTS = 100
"""The most rules without a file that are kept; the newest remain."""
_MOST_BOOKS = 100
"""The most pages of books that are kept, a megabyte or two each; those used last remain."""
_MOST_PACKS = 100
"""The most packs whose drawings are kept; the newest remain."""
_ID = re.compile(r'\bid="([^"]+)"')


@dataclass(frozen=True)
class OfferedRules:
    """Rules that can be chosen, with their key."""

    key: str
    game: Game

    @property
    def own(self) -> bool:
        """Whether they are house rules."""
        return self.key.startswith(f"{_OWN}:")


@dataclass(frozen=True)
class _Book:
    """The page of a book."""

    page: str

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of the places in it."""
        return frozenset(_ID.findall(self.page))


class RuleSets:
    """The rules of the library and of files of house rules, by key: ``anrufen:three``, or
    ``house:club`` for ``club.yaml``. Files that have changed are read again. Raises `WrongCall`
    for a folder without games and for files with equal names, `RulesFault` for faulty ones.

    >>> rules = RuleSets()
    >>> rules.find("anrufen:three").game
    Game('anrufen:three')
    """

    def __init__(self, files: Sequence[FilePath] = (), rules: FilePath | None = None) -> None:
        self._rules = rules
        self._files = {f"{_OWN}:{file.stem}": file for file in files}
        if not (known := library(rules)).games():
            raise no_games(known)
        if len(self._files) < len(files):
            raise WrongCall("two files of house rules have one name", "rename one of them")
        self._drafts: dict[str, Game] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="zwanz-")
        self._books: dict[tuple[str, Game, str], _Book] = {}
        self._building = threading.Lock()
        self._pictures: dict[tuple[Deck, str], Pictures] = {}
        for key in self._files:
            self.find(key)

    def keep(self, game: Game) -> str:
        """Keep rules without a file (an unsaved text). Returns their key, for `find` only."""
        key = f"{_DRAFT}:{game.digest[:16]}"
        self._drafts.pop(key, None)
        self._drafts[key] = game
        while len(self._drafts) > _MOST_DRAFTS:
            self._drafts.pop(next(iter(self._drafts)))
        return key

    def keys(self) -> list[str]:
        """All keys, house rules first."""
        known = library(self._rules)
        return [*self._files, *map(":".join, known.rule_sets())]

    def __iter__(self) -> Iterator[OfferedRules]:
        """The rules of all keys, without those that have problems by now."""
        for key in self.keys():
            with suppress(RulesFault, WrongCall):
                yield self.find(key)

    def find(self, key: str) -> OfferedRules:
        """The rules with this key. Raises `WrongCall` for an unknown key, `RulesFault` for a faulty
        file.
        """
        if (draft := self._drafts.get(key)) is not None:
            return OfferedRules(key, draft)
        if key in self._files:
            return OfferedRules(key, load_variant_file(self._files[key], rules=self._rules))
        game, _, variant = key.partition(":")
        known = library(self._rules)
        if game not in known.games() or variant not in (BASE, *known.variants(game)):
            raise WrongCall(f"there are no rules {quoted(key)!r}")
        return OfferedRules(key, _loaded(game, variant, self._rules, _stamps(known)))

    def of_record(self, game: str, variant: str) -> OfferedRules:
        """The rules that a record names. Where it names a file, only the files of this server are
        searched for one with that name.
        """
        name = FilePath(variant)
        key = f"{_OWN}:{name.stem}" if name.suffix in (".yaml", ".yml") else f"{game}:{variant}"
        return self.find(key)

    def drawing(self, key: str, lang: str, address: str) -> str:
        """A drawing of a pack as an ``<svg>`` element. Raises `KeyError` for an unknown one."""
        game = self.find(key).game
        pictures = self._pictures.get((game.deck, lang))
        if pictures is None:
            pictures = self._pictures[game.deck, lang] = Pictures.of(game, lang)
            while len(self._pictures) > _MOST_PACKS:
                self._pictures.pop(next(iter(self._pictures)), None)
        return pictures.svg(address)

    def book(self, key: str, lang: str) -> str:
        """The page of the book. The first call builds it, which takes a second or two."""
        return self._book(key, lang).page

    def _book(self, key: str, lang: str) -> _Book:
        game = self.find(key).game
        name = (key, game, lang)
        with self._building:
            found = self._books.pop(name, None)
            if found is None:
                found = _Book(rules_page(game, lang, FilePath(self._folder.name)))
            self._books[name] = found
            while len(self._books) > _MOST_BOOKS:
                self._books.pop(next(iter(self._books)))
        return found

    def place(self, key: str, lang: str, rule: str) -> str:
        """The id of the place in the book that explains a rule, given by its dotted path; empty
        where no place is known.
        """
        return place_of(rule, self._book(key, lang).ids)


def rules_page(game: Game, lang: str, out: FilePath, chapters: FilePath | None = None) -> str:
    """Build the page of a book in the folder ``out``. With own ``chapters`` it shows their problems
    in boxes; else it has the shipped chapters, or, where these do not fit, those that print any
    game.
    """
    if chapters is not None:
        made = book.build(game, lang=lang, out=out, formats=["html"], chapters=chapters, draft=True)
        return made.files["html"].read_text(encoding="utf-8")
    return book.web_page(game, lang, out).read_text(encoding="utf-8")


def place_of(rule: str, ids: frozenset[str]) -> str:
    """The id of the place for a rule, or for the nearest part around it; else that of a chapter
    about such rules; empty where there is none.

    >>> ids = frozenset({"contracts.solo", "chapters.playing"})
    >>> place_of("contracts.solo.value", ids), place_of("play.follow", ids), place_of("x", ids)
    ('contracts.solo', 'chapters.playing', '')
    """
    parts = rule.split(".")
    for length in range(len(parts), 1, -1):
        if ".".join(parts[:length]) in ids:
            return ".".join(parts[:length])
    chapters = sorted(id for id in ids if id.startswith("chapters."))
    for word in chapters_of_rules().get(parts[0], ()):
        for chapter in chapters:
            if word in chapter:
                return chapter
    return ""


def _stamps(known: Library) -> tuple[Stamp, ...]:
    """The stamps of all files of a folder of rules, which is far quicker than to load a game."""
    return tuple(map(stamp, known.files()))


@lru_cache(maxsize=_MOST_GAMES)
def _loaded(game: str, variant: str, rules: FilePath | None, stamps: tuple[Stamp, ...]) -> Game:
    """The rules of a folder with these stamps."""
    return load(game, variant, rules=rules)
