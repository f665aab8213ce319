"""From files to a game: applies a variant's changes, reads the pack and the sources, builds the
game.

A document with problems of shape is repaired, so that its other problems are reported too. An
unknown word becomes the one in its hint, or is removed; a missing source becomes ``custom``; one
value in place of a list becomes its entry; a variant's change with a wrong shape is undone or left
out, and nothing is reported about what it changed. A wrong word or number in a game becomes each of
those that may stand there, and what is wrong with all of them is reported; any other part with a
wrong shape is left out, and only what does not follow from that is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from shlex import quote
from typing import Any

from ..assembly.game import deck as build_deck
from ..assembly.game import game as build_game
from ..assembly.game import read_disputes, read_sources
from ..assembly.resolver import Resolver, cited
from ..model import Deck, Dispute, Game, Source
from ..overlay import MISSING, Difference, apply, copied
from ..paths import Path, dotted, is_within, parse_path, value_at
from ..places import short_path
from ..problems import Mark, Problem, ProblemList, RulesFault, hint_for_unknown
from ..schema import Node, node_at, resolved
from ..schema import check as check_shape
from ..source import Document, exists
from .causes import Causes
from .folder import BASE, Library, folder_around


@dataclass(frozen=True)
class Repaired:
    """A document of the right shape, and the paths of changes that were undone or left out. A
    change that is left out is None in the document. Of a game, parts may be ``lacking``; where
    values are put in place of wrong ones, there are as many ``choices`` of them.
    """

    document: Document
    undone: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """The paths of sources that were missing; problems of what is there now are not reported."""
    lacking: bool = False
    choices: int = 0


def outside(problems: Iterable[Problem], paths: Sequence[str]) -> list[Problem]:
    """The problems that are not in one of these paths."""
    return [each for each in problems if not any(is_within(each.path, path) for path in paths)]


def none_about(problems: Iterable[Problem], paths: Sequence[str]) -> list[Problem]:
    """The problems that are not in one of these paths, and do not name its last step."""
    return [problem for problem in problems if not any(_is_about(problem, path) for path in paths)]


_OWN = ("sense.name", "sense.place", "sense.twice")
"""The problems of a part that it has whatever the other parts are."""


def none_that_follows(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that do not follow from parts of a game that are left out."""
    return [problem for problem in problems if problem.code in _OWN]


def none_of_left_out(problems: Iterable[Problem], changes: Sequence[str]) -> list[Problem]:
    """The problems that are not in what these changes are of, and do not quote its name."""
    named = [(path, f"'{path.rpartition('.')[2]}'") for path in changes]
    return [
        problem
        for problem in problems
        if not any(is_within(problem.path, at) or it in problem.text for at, it in named)
    ]


def repaired(
    document: Document,
    problems: Sequence[Problem],
    schema: str,
    changes: Sequence[Difference] = (),
    *,
    choice: int = 0,
) -> Repaired | None:
    """A document with these problems of shape, repaired; None if that is impossible.

    ``changes`` are those of the variant in the document. ``choice`` is the number, from 0, of the
    values that take the place of wrong ones in a game.
    """
    if not problems:
        return Repaired(document)
    work = replace(document, data=copied(document.data))
    lacking = schema == "game" and _bring_into_form(work.data, problems)
    # Repair the deepest first, so that each problem is still at its path.
    for problem in sorted(problems, key=lambda each: -each.path.count(".")):
        work = _repair(work, problem)

    missing = [each.path for each in problems if _lacks_source(each)]
    added = tuple(f"{path}.source" if path else "source" for path in missing)

    # Leave out parts of a variant, or undo its changes, with problems that are left.
    left = check_shape(work, schema)
    if left and schema == "overlay":
        without = _leave_out(work, left)
        return without and replace(without, sources=added)
    if left and schema == "game" and not changes:
        made = _chosen(work.data, left, choice)
        gone = _left_out_of_game(work.data, document, check_shape(work, schema))
        if gone is None:
            return None
        choices = max(made.values(), default=0)
        return Repaired(work, (*made, *gone), added, lacking or bool(gone), choices)
    undone = {
        dotted(change.path): change
        for change in changes
        if (change.old is not MISSING or len(change.path) > 1)
        and any(is_within(problem.path, dotted(change.path)) for problem in left)
    }
    for change in undone.values():
        container = _container(work.data, change.path)
        if container is None or change.path[-1] not in container:
            continue
        if change.old is MISSING:
            del container[change.path[-1]]
        else:
            container[change.path[-1]] = copied(change.old)
    if left and (not undone or check_shape(work, schema)):
        return None
    return Repaired(work, tuple(undone), added, lacking)


_PLACEHOLDERS = {"variant": "repaired", "name": {"en": "repaired"}}
"""What stands for parts that a variant needs, and that no other part depends on."""


def _leave_out(document: Document, problems: Sequence[Problem]) -> Repaired | None:
    """A variant without the parts that have these problems; None if it needs one of them."""
    data = document.data
    gone: set[int] = set()
    if not isinstance(data.get("changes"), list):
        return None
    for problem in problems:
        path = parse_path(".".join(filter(None, (problem.path, problem.key))))
        top = str(path[0])
        if top in _PLACEHOLDERS:
            data[top] = _PLACEHOLDERS[top]
        elif path[0] == "changes" and path[1:2] and path[1] in range(len(data["changes"])):
            gone.add(int(path[1]))
        else:
            return None
    changes = [data["changes"][number] for number in sorted(gone)]
    if not all(
        isinstance(change, dict) and isinstance(change.get("at"), str) for change in changes
    ):
        return None
    kept = [change for number, change in enumerate(data["changes"]) if number not in gone]
    if not kept or check_shape(replace(document, data={**data, "changes": kept}), "overlay"):
        return None
    for number in gone:
        data["changes"][number] = None
    return Repaired(document, tuple(change["at"] for change in changes))


def _bring_into_form(data: Any, problems: Iterable[Problem]) -> bool:
    """Change values of a game, in place, that tell their meaning in another form: one value in
    place of a list, a text in no language, a number in quotes. Returns whether a list may lack
    other entries.
    """
    lacking = False
    for problem in problems:
        path = parse_path(problem.path) if problem.code == "shape.type" else ()
        container = _container(data, path)
        if container is None or path[-1] not in container:
            continue  # a key of digits is an index in a parsed path
        node, value = resolved(node_at("game", path)), container[path[-1]]
        kind = node.get("type")
        if kind == "array" and isinstance(value, str | int):
            container[path[-1]] = [value]
            lacking = lacking or path[-1] != "source"
        elif node.get("x-is") == "text" and isinstance(value, str):
            container[path[-1]] = {"en": value}
        elif kind == "integer" and isinstance(value, str) and _NUMBER.fullmatch(value):
            container[path[-1]] = int(value)
    return lacking


_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NAMING = ("contracts", "bonuses", "kontra", "deal", "contract_groups", "declarations")
"""Parts of a game whose names the others use: without one of them, nothing can be said of those."""
_STAND_INS: Mapping[str, Any] = {
    "order": ["play"],
    "table": {
        "players": 4,
        "direction": "clockwise",
        "forehand": {"next_to": "dealer"},
        "first_dealer": "by_lot",
        "next_dealer": {"next_to": "dealer"},
    },
    "play": {
        "first_lead": "forehand",
        "trump": "none",
        "lead": ["any_card"],
        "follow": ["any_card"],
        "beat": "never",
        "hold_back": {},
        "wins": [{"best_of": "suit_led"}],
    },
    "count": {"last_trick": 0},
    "settlement": {"unit": {"en": "points"}, "each_pays": "evenly"},
    "match": {"settle": "every_round"},
}
"""What takes the place of a part of the wrong shape that no game can be without."""
_MOST_PARTS = 40
_MORE = 30
"""By how much the high number is higher than the low one."""


def _chosen(data: Any, problems: Iterable[Problem], choice: int) -> dict[str, int]:
    """Put an allowed value in the place of each wrong word or number. Returns the paths of those,
    each with the number of values that it may have.
    """
    made = {}
    for problem in problems:
        path = parse_path(problem.path) if problem.path else ()
        container = _container(data, path)
        if container is None or path[-1] not in container:
            continue
        if values := _allowed(resolved(node_at("game", path))):
            container[path[-1]] = values[choice % len(values)]
            made[problem.path] = len(values)
    return made


def _allowed(node: Node) -> Sequence[str | int]:
    """The words that a schema allows, or a low and a high number; empty where it wants neither."""
    if "integer" in node.get("type", ""):
        least = node.get("minimum", 1)
        return least, node.get("maximum", least + _MORE)
    words: Sequence[str] = node.get("enum", ())
    return words


def _left_out_of_game(
    data: dict[str, Any], document: Document, problems: Sequence[Problem]
) -> tuple[str, ...] | None:
    """Leave out, in place, the smallest parts of a game without which the rest has the right shape.
    Returns their paths; None where too little would be left.
    """
    gone: list[str] = []
    left = problems
    while left:
        path = parse_path(left[0].path) if left[0].path else ()
        while path and path[-1] not in (_container(data, path) or ()):
            path = path[:-1]
        around = _container(data, path)
        unnamed = len(path) == 1 and path[0] in _NAMING
        if around is None or unnamed or left[0].code == "shape.name" or len(gone) == _MOST_PARTS:
            return None
        del around[path[-1]]
        if len(path) == 1 and path[0] in _STAND_INS:
            data[str(path[0])] = copied(_STAND_INS[str(path[0])])
        gone.append(dotted(path))
        left = check_shape(replace(document, data=data), "game")
    return tuple(gone)


def _is_about(problem: Problem, path: str) -> bool:
    name = re.escape(path.rpartition(".")[2])
    named = re.search(rf"\b{name}\b", f"{problem.path} {problem.text}")
    return is_within(problem.path, path) or named is not None


def _repair(document: Document, problem: Problem) -> Document:
    """A document without one problem, if that can be repaired. Also changes the data in place."""
    path = parse_path(problem.path) if problem.path else ()
    if _lacks_source(problem):
        with suppress(KeyError, IndexError, TypeError):  # a key may look like a path
            # Rules have a list of sources, a change has one.
            document.value(path)["source"] = "custom" if path[:1] == ("changes",) else ["custom"]
        return document
    container = _container(document.data, path)
    meant = problem.meant
    if container is None or path[-1] not in container:
        return document
    if problem.code == "shape.unknown" or (problem.code == "shape.name" and meant):
        if not meant or meant in container:
            del container[path[-1]]
            return document
        renamed = {meant if key == path[-1] else key: it for key, it in container.items()}
        container.clear()
        container.update(renamed)
        other = (*path[:-1], meant)
        return replace(
            document,
            marks=_moved(document.marks, path, other),
            keys=_moved(document.keys, path, other),
        )
    if problem.code in ("shape.enum", "shape.pattern") and meant:
        container[path[-1]] = meant
    return document


def _lacks_source(problem: Problem) -> bool:
    return problem.code == "shape.required" and problem.key == "source"


def _container(data: Any, path: Path) -> dict[Any, Any] | None:
    """The mapping around the value at a path; None where there is none."""
    around = value_at(data, path[:-1]) if path else None
    return around if isinstance(around, dict) else None


def _moved(places: Mapping[Path, Mark], old: Path, new: Path) -> dict[Path, Mark]:
    """Places by path, with the path ``old`` replaced by ``new``, also at the start of paths."""
    size = len(old)
    return {
        (*new, *path[size:]) if path[:size] == old else path: place
        for path, place in places.items()
    }


@dataclass(frozen=True)
class Draft:
    """A game with its changes applied, before it is built.

    ``sources`` are those that variants add, ``found`` problems with which building can go on,
    ``unmade`` the paths of changes that do not fit, ``below`` is what a variant changes, and
    ``place`` where it says so.
    """

    library: Library
    doc: Document
    variant: str = BASE
    title: Mapping[str, Any] | None = None
    changes: tuple[Difference, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    found: tuple[Problem, ...] = ()
    unmade: tuple[str, ...] = ()
    below: Draft | None = None
    place: Mark | None = None


def base(library: Library, game: str) -> Draft:
    """A game without changes."""
    return Draft(library, library.file(library.root / game / "game.yaml", "game"))


def variant(library: Library, path: FilePath, seen: tuple[FilePath, ...] = ()) -> Draft:
    """A game with the changes of a variant, after those of the variants below it."""
    overlay = library.file(path, "overlay")
    data = overlay.data
    below = _below(library, overlay, path, seen)
    problems = ProblemList()
    resolver = Resolver(
        overlay, problems, sources=_ids(library) | {*below.sources, *data.get("sources", ())}
    )
    for name in data.get("sources", ()):
        if name in _ids(library) or name in below.sources:
            text = "the rules have a source of this name already"
            resolver.error(
                ("sources", name), text, "choose another one", key=True, code="sense.twice"
            )
    for number, change in enumerate(data["changes"]):
        if change is not None:
            cited(resolver, ("changes", number, "source"), change["source"])
    misfits = ProblemList()
    merged, differences = apply(below.doc, overlay, guarded=library.guarded, misfits=misfits)
    unmade = (*below.unmade, *(problem.path for problem in misfits.problems))
    problems.extend(misfits.problems)
    found = (*below.found, *problems.problems)
    own = {**below.sources, **(read_sources(data) if "sources" in data else {})}
    return Draft(
        library,
        merged,
        data["variant"],
        data["name"],
        (*below.changes, *differences),
        own,
        found,
        unmade,
        below,
        overlay.mark(("of",)),
    )


_LONGEST_CHAIN = 10
"""The most variants below a variant; the longest chain of the shipped ones has two."""


def _below(
    library: Library, overlay: Document, path: FilePath, seen: tuple[FilePath, ...]
) -> Draft:
    """The draft of the game, or of its variant, that a variant changes. Raises `RulesFault`."""
    game, _, parent = overlay.data["of"].partition(":")
    resolved = path.resolve()

    def fault(text: str, hint: str = "") -> RulesFault:
        return RulesFault([Problem(overlay.mark(("of",)), "of", text, hint, "sense.variant")])

    if resolved in seen:
        ring = " → ".join([*(p.stem for p in seen[seen.index(resolved) :]), path.stem])
        raise fault(
            f"these variants are based on each other in a circle: {ring}",
            "let one of them be of the game",
        )
    if game not in library.games():
        having = [each for each in library.games() if game in library.variants(each)]
        named = f"the variant is written {' or '.join(f'{each}:{game}' for each in having)}"
        hint = named if having and not parent else hint_for_unknown(game, library.games())
        around = folder_around(path)
        if around is not None and game in Library(around).games():
            hint = f"add --rules {quote(short_path(around))}, where it is"
        raise fault(f"there is no game '{game}'", hint)
    if not parent or parent == BASE:
        return base(library, game)
    if len(seen) == _LONGEST_CHAIN:
        text = f"a variant is based on a variant, and so on, {_LONGEST_CHAIN} times"
        raise fault(text, "let one of them be of the game")
    if parent not in library.variants(game):
        raise fault(
            f"{game} has no variant '{parent}'",
            hint_for_unknown(parent, (BASE, *library.variants(game))),
        )
    return variant(library, library.variant_file(game, parent), (*seen, resolved))


def sources(library: Library) -> dict[str, Source]:
    """Every source by its id."""
    return read_sources(library.file(library.root / "sources.yaml", "sources").data)


def _ids(library: Library) -> frozenset[str]:
    return frozenset(library.file(library.root / "sources.yaml", "sources").data["sources"])


def disputes(library: Library, game: str) -> tuple[Dispute, ...]:
    """The contradictions between the sources of a game."""
    path = library.root / game / "disputes.yaml"
    return read_disputes(library.file(path, "disputes").data) if exists(path) else ()


_DECKS: dict[tuple[int, frozenset[str]], tuple[Document, Deck]] = {}
"""A cache of packs, by the `id` of their document and the sources that it may cite. It keeps the
document, so that no other one gets that `id`.
"""
_MOST_DECKS = 64
"""The most packs in the cache, to which each edit of a pack or of the sources adds one."""


def deck(library: Library, doc: Document) -> Deck:
    """The pack in a deck file."""
    known = _ids(library)
    key = id(doc), known
    if (kept := _DECKS.get(key)) is not None:
        return kept[1]
    problems = ProblemList()
    built = build_deck(Resolver(doc, problems, sources=known))
    problems.raise_if_any()
    assert built is not None
    if len(_DECKS) >= _MOST_DECKS:
        _DECKS.clear()
    _DECKS[key] = doc, built
    return built


def _deck_of(library: Library, doc: Document) -> Deck:
    name = doc.data["deck"]
    path = library.root / "decks" / f"{name}.yaml"
    if not exists(path):
        problem = Problem(
            doc.mark(("deck",)),
            "deck",
            f"there is no pack '{name}'",
            hint_for_unknown(name, library.decks()),
        )
        raise RulesFault([replace(problem, code="sense.name")])
    return deck(library, library.file(path, "deck"))


def finish(draft: Draft, *, causes: bool = True) -> Game:
    """The game of a draft. Raises `RulesFault` with every problem in it.

    Without ``causes``, a problem of a variant stays at its rule: the change that causes it is found
    by building the rules without each of them.
    """
    built, brought = _built(draft)
    problems = ProblemList()
    at_causes = causes and draft.changes and brought
    problems.extend(_as_changed(draft, brought) if at_causes else brought)
    problems.extend(draft.found)
    problems.raise_if_any()
    assert built is not None
    return built


def _built(draft: Draft) -> tuple[Game | None, tuple[Problem, ...]]:
    """The game of a draft, if it is sound, and the problems of its rules, each at the rule."""
    # Build the game from its repaired rules, without problems that follow from a repair.
    doc, library = draft.doc, draft.library
    problems = ProblemList()
    shape = check_shape(doc, "game") if draft.changes else []
    whole = repaired(doc, shape, "game", draft.changes)
    built = None
    if whole is not None:
        with suppress(RulesFault) if shape or draft.unmade else nullcontext():
            built = build_game(
                whole.document,
                _deck_of(library, whole.document),
                {**sources(library), **draft.sources},
                problems,
                variant=draft.variant,
                title=draft.title,
                changes=draft.changes,
                disputes=disputes(library, doc.data["game"]),
            )
        found, problems = problems, ProblemList()
        left = none_about(found.problems, (*whole.undone, *draft.unmade))
        problems.extend(outside(left, whole.sources))
    problems.extend(shape)
    return built, problems.problems


def _as_changed(draft: Draft, problems: Sequence[Problem]) -> list[Problem]:
    """The problems of a variant's rules, for the person who wrote the variant.

    A problem in another file is told at the change that causes it, unless the rules below the
    variant have it too.
    """

    def without(change: Difference) -> frozenset[Problem]:
        changes = tuple(each for each in draft.changes if each is not change)
        tried = replace(draft, doc=_undone(draft.doc, change), changes=changes)
        try:
            return frozenset(_built(tried)[1])
        except RulesFault as fault:
            return frozenset(fault.problems)

    found: list[Problem] = []
    of_below: list[Problem] = []
    below: frozenset[Problem] | None = None
    own = [change for change in draft.changes if change.mark.file == draft.doc.file]
    place = draft.place or Mark(draft.doc.file, 1, 1)
    causes = Causes(own, frozenset(problems), place, without)
    for problem in problems:
        mark = problem.mark
        if mark is None or mark.file == draft.doc.file:
            found.append(problem)
            continue
        below = _problems_below(draft) if below is None else below
        if problem in below:
            of_below.append(problem)
        else:
            found.append(causes.told(problem))
    if of_below and draft.below is not None:
        found += _as_changed(draft.below, of_below)
    return found


def _undone(document: Document, change: Difference) -> Document:
    """A document without one change. An entry that is back in its list is at the end of it."""
    data = copied(document.data)
    around: Any = value_at(data, change.path[:-1])
    last: Any = change.path[-1]
    if change.old is MISSING:
        with suppress(KeyError, IndexError, TypeError):
            del around[last]
    elif isinstance(around, list) and change.new is MISSING:
        around.append(copied(change.old))
    else:
        with suppress(IndexError, TypeError):
            around[last] = copied(change.old)
    return replace(document, data=data)


def _problems_below(draft: Draft) -> frozenset[Problem]:
    """The problems that the rules have without the variant's own changes."""
    if draft.below is None:
        return frozenset()
    try:
        return frozenset(_built(draft.below)[1])
    except RulesFault as fault:
        return frozenset(fault.problems)
