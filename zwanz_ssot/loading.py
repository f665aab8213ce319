"""Find, read, check, overlay, build: from rule files to a `Game`.

A folder of rules holds ``sources.yaml``, ``decks/<deck>.yaml`` and a folder a game with ``game.yaml``,
``variants/<variant>.yaml`` and perhaps ``disputes.yaml``. Files of one's own (a house variant, a deck) are read
beside the shipped ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path as FilePath

from . import places
from .assembly.deck import deck as build_deck
from .assembly.game import game as build_game
from .assembly.game import path_of, read_disputes, read_sources
from .assembly.site import Site
from .model import Deck, Dispute, Game, Source
from .overlay import Difference, apply
from .problems import Gathering, Mark, Problem, RulesFault, WrongCall, did_you_mean
from .shape import check as check_shape
from .source import Document, Path, read

BASE = "base"
_KINDS = {"variant": "overlay", "game": "game", "deck": "deck", "sources": "sources", "disputes": "disputes"}


@dataclass(frozen=True)
class Library:
    """A folder of rules. Files are read once and shared by all that is loaded from it."""

    root: FilePath

    def games(self) -> tuple[str, ...]:
        """The games there are."""
        return tuple(sorted(path.parent.name for path in self.root.glob("*/game.yaml")))

    def variants(self, game: str) -> tuple[str, ...]:
        """The variants of a game, without the base."""
        return tuple(sorted(path.stem for path in (self.root / game).glob("variants/*.yaml")))

    def files(self) -> tuple[FilePath, ...]:
        """Every rule file but the examples, sources and decks first."""
        patterns = ("sources.yaml", "decks/*.yaml", "*/game.yaml", "*/variants/*.yaml", "*/disputes.yaml")
        return tuple(path for pattern in patterns for path in sorted(self.root.glob(pattern)))


def library(rules: FilePath | None = None) -> Library:
    """The shipped rules, or those in a folder of one's own."""
    return Library(rules or places.data("rules"))


@cache
def _checked(path: FilePath, schema: str, stamp: float) -> Document:
    """A file, read and of the right shape. ``stamp`` is its time of change, so that edits are seen."""
    document = read(path)
    if problems := check_shape(document, schema):
        raise RulesFault(problems)
    return document


def _file(path: FilePath, schema: str) -> Document:
    return _checked(path, schema, path.stat().st_mtime if path.exists() else 0.0)


def load(game: str, variant: str = BASE, *, rules: FilePath | None = None) -> Game:
    """Load a game in one variant. ``variant`` may be the path of a variant file of one's own.

    Raises `RulesFault` with every problem found, `WrongCall` for a game or variant that does not exist.
    """
    shelf = library(rules)
    if game not in shelf.games():
        known = shelf.games()
        raise WrongCall(f"there is no game {game!r}", did_you_mean(game, known) or f"known are {', '.join(known)}")
    if variant.endswith((".yaml", ".yml")):
        if not FilePath(variant).exists():
            raise WrongCall(f"there is no variant file {variant!r}")
        return _finish(load_overlay(shelf, FilePath(variant)))
    if variant != BASE and variant not in shelf.variants(game):
        known = (BASE, *shelf.variants(game))
        hint = did_you_mean(variant, known) or f"known are {', '.join(known)}"
        raise WrongCall(f"{game} has no variant {variant!r}", hint)
    path = shelf.root / game / "variants" / f"{variant}.yaml"
    return _finish(_base(shelf, game) if variant == BASE else load_overlay(shelf, path))


@dataclass(frozen=True)
class Draft:
    """A game with its changes applied, before it is built."""

    shelf: Library
    doc: Document
    variant: str
    title: dict[str, object] | None
    changes: tuple[Difference, ...]


def _base(shelf: Library, game: str) -> Draft:
    return Draft(shelf, _file(shelf.root / game / "game.yaml", "game"), BASE, None, ())


def load_overlay(shelf: Library, path: FilePath, seen: tuple[FilePath, ...] = ()) -> Draft:
    """A variant's changes applied to what it is a variant of; variants of variants are followed down."""
    overlay = _file(path, "overlay")
    data = overlay.data
    game, _, parent = data["of"].partition(":")
    resolved = path.resolve()

    def fault(at: Path, text: str, hint: str = "") -> RulesFault:
        return RulesFault([Problem(overlay.mark(at), ".".join(map(str, at)), text, hint, "sense.variant")])

    if resolved in seen:
        ring = " → ".join([*(p.stem for p in seen[seen.index(resolved) :]), path.stem])
        raise fault(("of",), f"these variants are built on each other in a circle: {ring}")
    if game not in shelf.games():
        raise fault(("of",), f"there is no game {game!r}", did_you_mean(game, shelf.games()))
    if parent and parent != BASE:
        if parent not in shelf.variants(game):
            hint = did_you_mean(parent, (BASE, *shelf.variants(game)))
            raise fault(("of",), f"{game} has no variant {parent!r}", hint)
        below = load_overlay(shelf, shelf.root / game / "variants" / f"{parent}.yaml", (*seen, resolved))
    else:
        below = _base(shelf, game)
    merged, differences = apply(below.doc, overlay)
    merged = _with_not_used(merged, overlay)
    return Draft(shelf, merged, data["variant"], data["name"], (*below.changes, *differences))


def _with_not_used(doc: Document, overlay: Document) -> Document:
    added = overlay.data.get("not_used", [])
    if not added:
        return doc
    first = len(doc.data.get("not_used", []))
    marks = dict(doc.marks)
    for path, mark in overlay.marks.items():
        if path[:1] == ("not_used",) and len(path) > 1:
            marks[("not_used", first + int(path[1]), *path[2:])] = mark
    data = {**doc.data, "not_used": [*doc.data.get("not_used", []), *added]}
    return replace(doc, data=data, marks=marks)


def _sources(shelf: Library) -> dict[str, Source]:
    return read_sources(_file(shelf.root / "sources.yaml", "sources").data)


def _deck(shelf: Library, doc: Document, deck: str) -> Deck:
    path = shelf.root / "decks" / f"{deck}.yaml"
    if not path.exists():
        known = sorted(p.stem for p in (shelf.root / "decks").glob("*.yaml"))
        hint = did_you_mean(deck, known) or f"known are {', '.join(known)}"
        raise RulesFault([Problem(doc.mark(("deck",)), "deck", f"there is no pack {deck!r}", hint, "sense.name")])
    return _built_deck(_file(path, "deck"), frozenset(_sources(shelf)))


_DECKS: dict[int, tuple[Document, Deck]] = {}
"""Packs already built, by the identity of their document, which is kept so that the identity stays its own."""


def _built_deck(doc: Document, sources: frozenset[str]) -> Deck:
    if id(doc) not in _DECKS:
        problems = Gathering()
        built = build_deck(Site(doc, problems, sources=sources))
        problems.raise_if_any()
        assert built is not None
        _DECKS[id(doc)] = doc, built
    return _DECKS[id(doc)][1]


def _disputes(shelf: Library, game: str) -> tuple[Dispute, ...]:
    path = shelf.root / game / "disputes.yaml"
    return read_disputes(_file(path, "disputes").data) if path.exists() else ()


def _finish(draft: Draft) -> Game:
    doc, shelf = draft.doc, draft.shelf
    if draft.changes and (problems := check_shape(doc, "game")):
        raise RulesFault(problems)
    problems_found = Gathering()
    built = build_game(
        doc,
        _deck(shelf, doc, doc.data["deck"]),
        _sources(shelf),
        problems_found,
        variant=draft.variant,
        title=draft.title,
        changes=draft.changes,
        disputes=_disputes(shelf, doc.data["game"]),
    )
    problems_found.raise_if_any()
    assert built is not None
    return built


def check(paths: Sequence[FilePath] = (), *, rules: FilePath | None = None) -> list[Problem]:
    """Every problem of the whole library, or of the files given, in order of file and line."""
    shelf = library(rules)
    gathering = Gathering()
    for path in paths or shelf.files():
        try:
            check_file(shelf, path)
        except RulesFault as fault:
            gathering.extend(fault.problems)
    unique = dict.fromkeys(gathering.problems)
    return list(unique)


def check_file(shelf: Library, path: FilePath) -> None:
    """Raise `RulesFault` with every problem of one rule file: shape, names, sense."""
    document = read(path)
    kind = kind_of(document)
    if kind is None:
        known = ", ".join(_KINDS)
        raise RulesFault(
            [Problem(Mark(document.file, 1, 1), "", "this is no rule file", f"it begins with one of: {known}", "kind")]
        )
    document = _file(path, _KINDS[kind])
    if kind == "variant":
        _named_as_file(document, path, "variant")
        _finish(load_overlay(shelf, path))
    elif kind == "game":
        _named_as_file(document, path.parent, "game")
        _finish(Draft(shelf, document, BASE, None, ()))
    elif kind == "deck":
        _named_as_file(document, path, "deck")
        _built_deck(document, frozenset(_sources(shelf)))
    elif kind == "disputes":
        _disputed_paths(shelf, document, path)


def _named_as_file(document: Document, path: FilePath, key: str) -> None:
    if path.parent.name in ("variants", "decks") or (key == "game" and path.parent.name == "rules"):
        wanted = path.stem if key != "game" else path.name
        if document.data[key] != wanted:
            text = f"the name is {document.data[key]!r}, but the file's name says {wanted!r}"
            raise RulesFault([Problem(document.mark((key,)), key, text, "", "sense.name")])


def _disputed_paths(shelf: Library, document: Document, path: FilePath) -> None:
    """A dispute must be about rules that some variant has, said by known sources."""
    game = path.parent.name
    problems = Gathering()
    known = _sources(shelf)
    trees = [load(game, variant, rules=shelf.root) for variant in (BASE, *shelf.variants(game))]
    for number, dispute in enumerate(document.data["disputes"]):
        for place, at in enumerate(dispute["at"]):
            steps = path_of(at)
            if all(tree.at(steps) is None and tree.deck_at(steps) is None for tree in trees):
                where: Path = ("disputes", number, "at", place)
                problems.add(document.mark(where), ".".join(map(str, where)), f"no variant has a rule at {at}")
        for source in dispute["said"]:
            if source not in known:
                where = ("disputes", number, "said", source)
                text = f"there is no source {source!r}"
                problems.add(document.mark(where), ".".join(map(str, where)), text, did_you_mean(source, known))
    problems.raise_if_any()


def kind_of(document: Document) -> str | None:
    """What a rule file is about: its first telling key; None when it has none."""
    keys: Iterable[str] = document.data if isinstance(document.data, dict) else ()
    return next((key for key in _KINDS if key in keys), None)
