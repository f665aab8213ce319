"""From files to a game: the changes of a variant applied, the pack and the sources found, the whole
built.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from pathlib import PurePath
from typing import Any

from ..assembly.deck import deck as build_deck
from ..assembly.game import game as build_game
from ..assembly.game import read_disputes, read_sources
from ..assembly.resolver import Resolver, cited
from ..model import Deck, Dispute, Game, Source
from ..overlay import Difference, apply
from ..problems import Mark, Problem, ProblemList, RulesFault, did_you_mean
from ..schema import check as check_shape
from ..source import Document, dotted
from .folder import Library

BASE = "base"


@dataclass(frozen=True)
class Draft:
    """A game with its changes applied, before it is built.

    ``sources`` are those that variants bring with them, ``found`` the problems that do not stand in
    the way.
    """

    shelf: Library
    doc: Document
    variant: str = BASE
    title: Mapping[str, Any] | None = None
    changes: tuple[Difference, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    found: tuple[Problem, ...] = ()


def base(shelf: Library, game: str) -> Draft:
    """A game as it is without changes."""
    return Draft(shelf, shelf.file(shelf.root / game / "game.yaml", "game"))


def variant(shelf: Library, path: FilePath, seen: tuple[FilePath, ...] = ()) -> Draft:
    """A variant's changes applied to what it is a variant of; variants of variants are followed
    down.
    """
    overlay = shelf.file(path, "overlay")
    data = overlay.data
    below = _below(shelf, overlay, path, seen)
    gathering = ProblemList()
    site = Resolver(
        overlay, gathering, sources=_ids(shelf) | {*below.sources, *data.get("sources", ())}
    )
    for name in data.get("sources", ()):
        if name in _ids(shelf) or name in below.sources:
            text = "the rules have a source of this name already"
            site.error(("sources", name), text, "choose another one", key=True, code="sense.twice")
    for number, change in enumerate(data["changes"]):
        cited(site, ("changes", number, "source"), change["source"])
    try:
        merged, differences = apply(below.doc, overlay, guarded=shelf.guarded)
    except RulesFault as fault:
        gathering.extend(fault.problems)
        raise RulesFault(gathering.problems) from None
    merged = _with_not_used(merged, overlay)
    found = (*below.found, *gathering.problems)
    own = {**below.sources, **(read_sources(data) if "sources" in data else {})}
    return Draft(
        shelf, merged, data["variant"], data["name"], (*below.changes, *differences), own, found
    )


def _below(shelf: Library, overlay: Document, path: FilePath, seen: tuple[FilePath, ...]) -> Draft:
    """What a variant changes: a game, or another variant of it."""
    game, _, parent = overlay.data["of"].partition(":")
    resolved = path.resolve()

    def fault(text: str, hint: str = "") -> RulesFault:
        return RulesFault([Problem(overlay.mark(("of",)), "of", text, hint, "sense.variant")])

    if resolved in seen:
        ring = " → ".join([*(p.stem for p in seen[seen.index(resolved) :]), path.stem])
        raise fault(
            f"these variants are built on each other in a circle: {ring}",
            "let one of them be of the game",
        )
    if game not in shelf.games():
        raise fault(f"there is no game '{game}'", known(game, shelf.games()))
    if not parent or parent == BASE:
        return base(shelf, game)
    if parent not in shelf.variants(game):
        raise fault(
            f"{game} has no variant '{parent}'", known(parent, (BASE, *shelf.variants(game)))
        )
    return variant(shelf, shelf.variant_file(game, parent), (*seen, resolved))


def known(word: str, words: tuple[str, ...]) -> str:
    """A hint for a word that is none of ``words``: the nearest one, or all of them."""
    return did_you_mean(word, words) or f"known are {', '.join(words) or 'none'}"


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


def sources(shelf: Library) -> dict[str, Source]:
    """Every source by its id."""
    return read_sources(shelf.file(shelf.root / "sources.yaml", "sources").data)


def _ids(shelf: Library) -> frozenset[str]:
    return frozenset(shelf.file(shelf.root / "sources.yaml", "sources").data["sources"])


def disputes(shelf: Library, game: str) -> tuple[Dispute, ...]:
    """Where the sources of a game contradict each other."""
    path = shelf.root / game / "disputes.yaml"
    return read_disputes(shelf.file(path, "disputes").data) if path.exists() else ()


_DECKS: dict[int, tuple[Document, Deck]] = {}
"""Packs already built, by the identity of their document, which is kept so that the identity stays
its own.
"""


def deck(shelf: Library, doc: Document) -> Deck:
    """The pack in a deck file."""
    if id(doc) not in _DECKS:
        problems = ProblemList()
        built = build_deck(Resolver(doc, problems, sources=_ids(shelf)))
        problems.raise_if_any()
        assert built is not None
        _DECKS[id(doc)] = doc, built
    return _DECKS[id(doc)][1]


def _deck_of(shelf: Library, doc: Document) -> Deck:
    name = doc.data["deck"]
    path = shelf.root / "decks" / f"{name}.yaml"
    if not path.exists():
        problem = Problem(
            doc.mark(("deck",)), "deck", f"there is no pack '{name}'", known(name, shelf.decks())
        )
        raise RulesFault([replace(problem, code="sense.name")])
    return deck(shelf, shelf.file(path, "deck"))


def finish(draft: Draft) -> Game:
    """The game of a draft. Raises `RulesFault` with all that is wrong with it."""
    doc, shelf = draft.doc, draft.shelf
    gathering = ProblemList()
    built = None
    if not draft.changes or not _misshapen(draft, gathering):
        built = build_game(
            doc,
            _deck_of(shelf, doc),
            {**sources(shelf), **draft.sources},
            gathering,
            variant=draft.variant,
            title=draft.title,
            changes=draft.changes,
            disputes=disputes(shelf, doc.data["game"]),
        )
    if draft.changes and gathering:
        gathering = _as_changed(draft, gathering)
    gathering.extend(draft.found)
    gathering.raise_if_any()
    assert built is not None
    return built


def _misshapen(draft: Draft, gathering: ProblemList) -> bool:
    gathering.extend(check_shape(draft.doc, "game"))
    return bool(gathering)


def _as_changed(draft: Draft, gathering: ProblemList) -> ProblemList:
    """The same problems, told to who wrote the variant.

    A change may spoil a rule that is written in the game's own file: such a problem says so, unless
    the game has it without the change as well. What a change has dropped is missed at the line of
    the change.
    """
    told = ProblemList()
    below: frozenset[Problem] | None = None
    dropped = {dotted(change.path): change.mark for change in draft.changes}
    for problem in gathering.problems:
        mark = problem.mark
        if mark is None or mark.file == draft.doc.file:
            told.extend([problem])
            continue
        below = _problems_below(draft) if below is None else below
        if problem in below:
            told.extend([problem])
        elif problem.code == "shape.required":
            told.extend([replace(problem, mark=_dropped_at(problem, dropped) or mark)])
        else:
            name = PurePath(draft.doc.file).name
            told.extend([replace(problem, text=f"with the changes of {name}, {problem.text}")])
    return told


def _dropped_at(problem: Problem, dropped: Mapping[str, Mark]) -> Mark | None:
    """Where the change stands that has dropped what is missing."""
    return next(
        (mark for path, mark in dropped.items() if path == f"{problem.path}.{problem.key}"),
        None,
    )


def _problems_below(draft: Draft) -> frozenset[Problem]:
    """The problems that the game has without any changes."""
    try:
        finish(base(draft.shelf, str(draft.doc.data["game"])))
    except RulesFault as fault:
        return frozenset(fault.problems)
    return frozenset()
