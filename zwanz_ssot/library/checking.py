"""Finds every problem of rule files: of one file of any kind, of several, or of a whole folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from ..assembly.checks.unanswered import questions as left_to_the_table
from ..assembly.resolver import Resolver, cited
from ..model import Game
from ..paths import Path, parse_path
from ..problems import Mark, Problem, ProblemList, RulesFault, WrongCall, did_you_mean, repeated
from ..schema import check as check_shape
from ..source import Document, WordFault
from . import drafts
from .drafts import Draft, Repaired, none_of_left_out, none_that_follows, outside, repaired
from .folder import BASE, Library, bare, library, with_what_is_wanted

KINDS = {
    "variant": "overlay",
    "game": "game",
    "deck": "deck",
    "sources": "sources",
    "disputes": "disputes",
    "terms": "glossary",
    "first_game": "library",
}


def check(paths: Sequence[FilePath] = (), *, rules: FilePath | None = None) -> list[Problem]:
    """Every problem of the whole library, or of the files given, in order of file and line.

    >>> check([library().root / "sources.yaml"])
    []
    """
    run = Checking(library(rules))
    problems = ProblemList()
    for path in paths or run.library.files():
        try:
            run.look_at(path)
        except RulesFault as fault:
            problems.extend(fault.problems)
    return list(problems.problems)


def questions(paths: Sequence[FilePath], *, rules: FilePath | None = None) -> list[Problem]:
    """What the valid games and variants among these files leave to the table, with answers.

    >>> game = library().root / "koenigrufen-russbach" / "game.yaml"
    >>> [problem.path for problem in questions([game])]
    ['contracts.simple.claimed_by', 'contracts.simple.objective.points_at_least.by_declared']
    """
    run, found = Checking(library(rules)), ProblemList()
    for path in paths:
        with suppress(RulesFault):
            kind = kind_of(run.library.written(path))
            if kind in ("game", "variant"):
                found.extend(left_to_the_table(run.game(path, kind)))
    return list(found.problems)


def check_file(library: Library, path: FilePath) -> None:
    """Raise `RulesFault` with every problem of one rule file: shape, names, sense.

    >>> check_file(library(), library().variant_file("zwanzigerrufen", "directnet"))
    """
    Checking(library).look_at(path)


@dataclass
class Checking:
    """Checks some files of a library. A game is built once, however many files refer to it.

    Without ``causes`` it only matters whether there are problems: `drafts.finish`.
    """

    library: Library
    built: dict[FilePath, Game | RulesFault] = field(default_factory=dict)
    causes: bool = True

    def look_at(self, path: FilePath) -> None:
        """Raise `RulesFault` with every problem of one rule file."""
        problems, run = ProblemList(), self
        try:
            document = self.library.written(path)
        except WordFault as fault:
            problems.extend(fault.problems)
            document, run = fault.document, self._with(path, fault.document)
        words = {problem.mark for problem in problems.problems}
        kind = kind_of(document)
        if kind is None:
            raise RulesFault(problems.problems or [_no_rule_file(document)])
        whole: Repaired | None = None
        if shape := check_shape(document, KINDS[kind]):
            problems = with_what_is_wanted(problems.problems, shape)
            problems.extend(problem for problem in shape if problem.mark not in words)
            written = document
            whole = repaired(document, shape, KINDS[kind])
            if whole is None:
                raise RulesFault(problems.problems)
            document, run = whole.document, self._with(path, whole.document)
        if all(problem.path != kind for problem in problems.problems):
            problems.extend(_misnamed(document, path, kind))
        left = [*run.in_meaning(path, document, kind)]
        if whole is not None:
            # What is wrong with each value in place of a wrong one does not follow from that value.
            for choice in range(1, whole.choices):
                other = repaired(written, shape, KINDS[kind], choice=choice) or whole
                also = self._with(path, other.document).in_meaning(path, other.document, kind)
                left = [problem for problem in left if problem in also]
            left = none_of_left_out(outside(left, whole.sources), whole.undone)
            left = none_that_follows(left) if whole.lacking else left
        problems.extend(problem for problem in left if problem.mark not in words)
        problems.raise_if_any()

    def _with(self, path: FilePath, document: Document) -> Checking:
        """The same with a document in place of a file."""
        replacements = {**self.library.replacements, path.absolute(): bare(document)}
        return Checking(replace(self.library, replacements=replacements), causes=self.causes)

    def in_meaning(self, path: FilePath, document: Document, kind: str) -> tuple[Problem, ...]:
        """The problems of a document that a schema does not find."""
        try:
            self.check_meaning(path, document, kind)
        except RulesFault as fault:
            return fault.problems
        return ()

    def check_meaning(self, path: FilePath, document: Document, kind: str) -> None:
        """Raise `RulesFault` with every problem that a schema does not find."""
        if kind in ("variant", "game"):
            self.game(path, kind)
        elif kind == "deck":
            drafts.deck(self.library, document)
        elif kind == "disputes":
            game = path.absolute().parent.name
            games = [game] if game in self.library.games() else self.library.games()
            _disputes(self.library, document, self.games(games))
        elif kind == "terms":
            _glossary(document, self.games(self.library.games()))
        elif kind == "first_game":
            resolver = Resolver(document)
            resolver.named((kind,), document.data[kind], self.library.games(), "game")
            resolver.done()

    def game(self, path: FilePath, kind: str) -> Game:
        """The game or variant in a file. Raises `RulesFault`."""
        key = path.absolute()
        if key not in self.built:
            try:
                draft = (
                    drafts.variant(self.library, path)
                    if kind == "variant"
                    else Draft(self.library, self.library.file(path, kind))
                )
                self.built[key] = drafts.finish(draft, causes=self.causes)
            except RulesFault as fault:
                self.built[key] = fault
        found = self.built[key]
        if isinstance(found, RulesFault):
            raise found
        return found

    def games(self, names: Iterable[str]) -> list[Game]:
        """The valid rule sets of these games. Problems of others are reported at their files."""
        found = []
        for name in names:
            variants = [
                (self.library.variant_file(name, variant), "variant")
                for variant in self.library.variants(name)
            ]
            for path, kind in [(self.library.root / name / "game.yaml", "game"), *variants]:
                with suppress(RulesFault):
                    found.append(self.game(path, kind))
        return found


def kind_of(document: Document) -> str | None:
    """The key that tells the kind of a rule file (see `KINDS`); None if there is none.

    >>> kind_of(Document("house.yaml", {"variant": "house", "of": "rufmariasch"}, {}, {}))
    'variant'
    """
    keys: Iterable[str] = document.data if isinstance(document.data, dict) else ()
    return next((key for key in KINDS if key in keys), None)


_LONGEST = 300
"""The most characters of a path in a message."""
_OTHERS = {
    "record": (
        "the record of a round",
        "perft takes it as --deal; check, replay, solve, vectors and why as it is",
    ),
    "examples": ("a file of examples", "zwanz examples runs it"),
    "variant": ("a variant", "zwanz play takes it as --variant, and so do most commands"),
    "game": ("a game", "--rules takes the folder of rules that it lies in"),
    "deck": ("a pack of cards", "a game names it as its deck"),
    "sources": ("a list of sources", "it belongs to a folder of rules"),
}
"""The files that people confuse, by the first of these keys that they have, and who takes them."""


def refuse_other_kind(document: Document, wanted: str) -> None:
    """Raise `WrongCall` for a file that is plainly of another kind than the ``wanted`` one.

    >>> refuse_other_kind(Document("house.yaml", {"variant": "house"}, {}, {}), "variant")
    """
    keys: Iterable[str] = document.data if isinstance(document.data, dict) else ()
    found = next((key for key in _OTHERS if key in keys), wanted)
    if wanted not in keys and found != wanted:
        (what, hint), (instead, _) = _OTHERS[found], _OTHERS[wanted]
        text = f"{repeated(document.file, _LONGEST)!r} is {what}, not {instead}"
        raise WrongCall(text, hint)


def _no_rule_file(document: Document) -> Problem:
    hint = f"a rule file has one of these at its top: {', '.join(KINDS)}"
    keys = dict.fromkeys(document.data)
    if {"of", "changes"} & keys.keys():
        hint = "write variant: NAME"
        keys.pop("name", None)  # it is right, and near to game
    near = (did_you_mean(key, KINDS) for key in keys)
    hint = next(filter(None, near), hint)
    return Problem(
        Mark(document.file, 1, 1), "", "nothing says what this file is about", hint, "sense.file"
    )


def _misnamed(document: Document, path: FilePath, kind: str) -> Iterable[Problem]:
    """The problem of a variant, pack or game that is not named like its file or folder."""
    path = path.absolute()  # in its own folder, a file is named without it
    wanted = {"variant": path.stem, "deck": path.stem, "game": path.parent.name}.get(kind)
    placed = path.parent.name == {"variant": "variants", "deck": "decks"}.get(kind)
    named = document.data.get(kind)
    if kind == "variant" and named == BASE:
        text = f"'{BASE}' is what a game without changes is called"
        yield Problem(document.mark((kind,)), kind, text, "choose another name", "sense.file")
    elif (placed or (kind == "game" and path.name == "game.yaml")) and named != wanted:
        what = "folder" if kind == "game" else "file"
        text = f"the name is '{named}', but the {what} is called '{wanted}'"
        yield Problem(
            document.mark((kind,)),
            kind,
            text,
            f"write {wanted}, or rename the {what}",
            "sense.file",
        )


def _disputes(library: Library, document: Document, games: Sequence[Game]) -> None:
    """Check that disputes have unique ids, known sources, and rules that some variant has."""
    resolver = Resolver(document, sources=frozenset(drafts.sources(library)))
    first: dict[str, int] = {}
    for number, dispute in enumerate(document.data["disputes"]):
        at: Path = ("disputes", number)
        name = dispute["id"]
        if name in first:
            line = document.mark(("disputes", first[name], "id")).line
            resolver.error(
                (*at, "id"),
                f"{name} is in line {line} already",
                "number it anew",
                code="sense.twice",
            )
        first.setdefault(name, number)
        for place, path in enumerate(dispute["at"]):
            _leads_somewhere(resolver, (*at, "at", place), path, games)
        for source in dispute["said"]:
            cited(resolver, (*at, "said", source), source, key=True)
    resolver.done()


def _glossary(document: Document, games: Sequence[Game]) -> None:
    """Check that the rules that a word of the glossary needs are in some game."""
    resolver = Resolver(document)
    for word, entry in document.data["terms"].items():
        for number, path in enumerate(entry.get("needs", ())):
            _leads_somewhere(resolver, ("terms", word, "needs", number), path, games)
    resolver.done()


def _leads_somewhere(resolver: Resolver, at: Path, path: str, games: Sequence[Game]) -> None:
    steps = parse_path(path)
    if not games or any(
        game.at(steps) is not None or game.deck_at(steps) is not None for game in games
    ):
        return
    length = max(_reached(game, steps) for game in games)
    inside = [_inside(game, steps[:length]) for game in games]
    known = list(dict.fromkeys(key for keys in inside for key in keys))
    before = f"no variant has a rule at {path}: "
    resolver.leads_nowhere(at, steps[:length], steps[length], known, before=before)


def _found(game: Game, path: Path) -> Any:
    if path == ("deck",):
        return game.deck.data
    return game.data if not path else game.deck_at(path) if path[0] == "deck" else game.at(path)


def _inside(game: Game, path: Path) -> list[str]:
    inside = _found(game, path)
    return [str(key) for key in inside] if isinstance(inside, dict) else []


def _reached(game: Game, path: Path) -> int:
    return next(
        length for length in range(len(path) - 1, -1, -1) if _found(game, path[:length]) is not None
    )
