"""A folder of rules and its files, which are cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path as FilePath
from pathlib import PurePath

from .. import places
from ..problems import Problem, ProblemList, RulesFault
from ..schema import check as check_shape
from ..source import Document, Stamp, WordFault, exists, read, stamp, stay

BASE = "base"
"""The name of a game's rules without a variant."""


@dataclass(frozen=True)
class Library:
    """A folder of rules. Its files are read once, until they change.

    ``replacements`` are documents of the right shape, by the absolute path of the file that each
    replaces. If the library is not ``guarded``, a variant may change a value that is not what the
    change says it `was`, or that is already what it would `set`.
    """

    root: FilePath
    replacements: Mapping[FilePath, Document] = field(default_factory=dict)
    guarded: bool = True

    def file(self, path: FilePath, schema: str) -> Document:
        """A file that fits a schema. Raises `RulesFault` with every problem of text or shape."""
        return self._replacement(path) or file(path, schema)

    def written(self, path: FilePath) -> Document:
        """A file of any shape, as it is written. Raises `RulesFault` with every problem of text."""
        return self._replacement(path) or written(path)

    def _replacement(self, path: FilePath) -> Document | None:
        """The document that replaces a file, else None. Raises as `stay` for a link."""
        found = self.replacements.get(path.absolute())
        if found is None:
            stay(path, self.root)
        return found

    def games(self) -> tuple[str, ...]:
        """The names of the games."""
        if not exists(self.root):
            return ()
        return tuple(sorted(path.parent.name for path in self.root.glob("*/game.yaml")))

    def first_game(self) -> str | None:
        """The default game: the only one, or the one in ``library.yaml``."""
        games, file = self.games(), self.root / "library.yaml"
        if len(games) == 1 or not exists(file):
            return games[0] if len(games) == 1 else None
        return str(self.file(file, "library").data["first_game"])

    def variants(self, game: str) -> tuple[str, ...]:
        """The variants of a game, without the base."""
        folder = self.root / game
        if not exists(folder):
            return ()
        return tuple(sorted(path.stem for path in folder.glob("variants/*.yaml")))

    def rule_sets(self, *games: str) -> tuple[tuple[str, str], ...]:
        """The rule sets of these games, or of all: each a game and a variant, the base first.

        >>> library().rule_sets("zwanzigerrufen")[0]
        ('zwanzigerrufen', 'base')
        """
        return tuple(
            (game, variant)
            for game in games or self.games()
            for variant in (BASE, *self.variants(game))
        )

    def decks(self) -> tuple[str, ...]:
        """The packs of cards."""
        return tuple(sorted(path.stem for path in self.root.glob("decks/*.yaml")))

    def files(self) -> tuple[FilePath, ...]:
        """Every rule file but the examples; files that others refer to come first."""
        patterns = (
            "sources.yaml",
            "decks/*.yaml",
            "*/game.yaml",
            "*/variants/*.yaml",
            "*/disputes.yaml",
            "glossary.yaml",
            "library.yaml",
        )
        return tuple(path for pattern in patterns for path in sorted(self.root.glob(pattern)))

    def lineage(self, game: str, variant: str, own_file: PurePath | None = None) -> tuple[str, ...]:
        """A variant, the one that it changes, and so on to the base. The base is left out if a file
        on the way is missing or has no readable ``of``. ``own_file`` is the variant's file if that
        is not in this folder (`Game.own_file`), which may have another variant of this name.
        """
        if own_file is not None:
            parent = _parent(written, FilePath(own_file))
            return (variant, *(self.lineage(game, parent) if parent else ()))
        found = [variant]
        while found[-1] != BASE:
            above = _parent(self.written, self.variant_file(game, found[-1]))
            if above is None or above in found:
                break
            found.append(above)
        return tuple(found)

    def variant_file(self, game: str, variant: str) -> FilePath:
        """The path of a variant's file."""
        return self.root / game / "variants" / f"{variant}.yaml"


def library(rules: FilePath | None = None) -> Library:
    """The library of the shipped rules, or of those in another folder.

    >>> "named-trump" in library().variants("rufmariasch")
    True
    """
    return Library(rules or places.data("rules"))


def folder_around(path: FilePath) -> FilePath | None:
    """The folder of rules around a path, which may be the path itself; None if there is none.

    >>> folder_around(library().root / "rufmariasch" / "game.yaml") == library().root
    True
    """
    whole = path.absolute()
    for folder in (whole, *whole.parents):
        if (folder / "sources.yaml").is_file() and any(folder.glob("*/game.yaml")):
            return folder
    return None


def is_rule_file(name: str) -> bool:
    """True if a name is that of a file with rules: it ends in .yaml or .yml.

    >>> is_rule_file("house.yaml"), is_rule_file("directnet")
    (True, False)
    """
    return name.endswith((".yaml", ".yml"))


def file(path: FilePath, schema: str) -> Document:
    """As `Library.file`, without replacements."""
    return _checked(*_now(path), schema)


def written(path: FilePath) -> Document:
    """A file of any shape, as it is written. Raises `RulesFault` with every problem of its text.

    >>> written(library().variant_file("zwanzigerrufen", "directnet")).data["variant"]
    'directnet'
    """
    return _read(*_now(path))


def _parent(read_file: Callable[[FilePath], Document], path: FilePath) -> str | None:
    """The variant, or the base, that the variant in a file changes; None if it does not say."""
    try:
        of = read_file(path).data["of"]
    except (RulesFault, KeyError, TypeError):
        return None
    return str(of).partition(":")[2] or BASE


def _now(path: FilePath) -> tuple[FilePath, Stamp, str]:
    """A file with its `stamp` and its name in messages, so that the caches below see edits and
    another working folder.
    """
    whole = path.absolute()
    return whole, stamp(whole), places.short_path(whole)


_KEPT = 512
"""The most documents in each cache: some times as many as are shipped. Each edit of a file adds
one, and then removes the oldest.
"""


@lru_cache(maxsize=_KEPT)
def _read(path: FilePath, stamp: Stamp, shown: str) -> Document:
    return read(path, shown)


@lru_cache(maxsize=_KEPT)
def _checked(path: FilePath, stamp: Stamp, shown: str, schema: str) -> Document:
    try:
        document = _read(path, stamp, shown)
    except WordFault as fault:
        told = with_what_is_wanted(fault.problems, check_shape(fault.document, schema))
        raise WordFault(told.problems, fault.document) from None
    if problems := check_shape(document, schema):
        raise RulesFault(problems)
    return bare(document)


def with_what_is_wanted(words: Iterable[Problem], shape: Iterable[Problem]) -> ProblemList:
    """The problems of words that readers of YAML dispute, with what has to stand in their place
    where a text may not: the problems of ``shape`` say it.

    >>> from zwanz_ssot.problems import Mark
    >>> mark = Mark("house.yaml", 1, 7)
    >>> word = Problem(mark, "beat", "'no' is a text for some", "write true or false")
    >>> shape = Problem(mark, "beat", "one of a, b is wanted, got the text 'no'")
    >>> print(*with_what_is_wanted([word], [shape]).problems)
    house.yaml:1:7: beat: 'no' is a text for some; one of a, b is wanted
    """
    wanted = {each.mark: each.text.partition(", got ")[0] for each in shape}
    told = ProblemList()
    told.extend(replace(each, hint=wanted.get(each.mark, each.hint)) for each in words)
    return told


def bare(document: Document) -> Document:
    """A document without its ``idle`` entries, which are notes for ``zwanz mutate``, and without
    their marks.

    >>> bare(Document("house.yaml", {"variant": "house", "idle": {}}, {}, {})).data
    {'variant': 'house'}
    """
    if "idle" not in document.data:
        return document
    data = {key: value for key, value in document.data.items() if key != "idle"}
    marks, keys = (
        {at: mark for at, mark in places.items() if at[:1] != ("idle",)}
        for places in (document.marks, document.keys)
    )
    return replace(document, data=data, marks=marks, keys=keys)
