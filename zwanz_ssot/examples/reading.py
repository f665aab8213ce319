"""Reads a file of examples: a case for each example in each rule set in which it holds."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from ..engine import Round
from ..library import BASE, Library, is_rule_file, library, load, load_variant_file
from ..model import Game
from ..paths import parse_path
from ..problems import Problem, RulesFault, WrongCall
from ..schema import check
from ..source import Document, DocumentProblems, Path, WordFault, exists, read, stay
from . import hands, outcomes, rounds, tricks
from .case_context import Answer, CaseContext

_TOLD = frozenset(["example", "title", "in", "not_in", "source", "because", "shows", "expect"])
"""Keys that every kind of example may have."""
_KINDS: dict[str, Any] = {"outcome": outcomes, "trick": tricks, "hand": hands}
"""The module for a kind of example, by the key that distinguishes it; all others are rounds."""
_TOP = ("", "examples", "game", "in", "not_in", "rules")
"""The whole of a file, and the keys at its top that its examples depend on."""
_ROUND = ("says", "hands", "pack", "plays")
"""Keys of which a round has at least one."""

LoadedGames = dict[tuple[FilePath, str, str], Game]
"""Loaded rule sets, which several files share: by folder of rules, game and variant."""


@dataclass(frozen=True)
class Case:
    """One example in one rule set."""

    document: Document
    number: int
    game: Game
    source: FilePath

    @property
    def entry(self) -> dict[str, Any]:
        """The example as it is written."""
        entry: dict[str, Any] = self.document.data["examples"][self.number]
        return entry

    @property
    def kind(self) -> str:
        """The kind of example: ``hand``, ``outcome``, ``round`` or ``trick``."""
        return _kind(self.entry)

    @property
    def id(self) -> str:
        """File, example and variant: ``file/example[variant]``."""
        return f"{self.source.stem}/{self.entry['example']}[{self.game.variant}]"

    def run(self) -> Answer:
        """Compare what the example expects with what the rules say. Raises `RulesFault` for unknown
        names, facts that contradict each other, and expectations that do not fit the situation.
        """
        context = self._worked_out(in_words=True)
        entry = self.entry
        mark = self.document.mark(("examples", self.number))
        return Answer(
            entry["example"],
            entry["title"],
            self.game.id,
            self.game.variant,
            mark,
            tuple(context.differences),
        )

    def holds(self) -> bool:
        """Whether `run` finds no difference. Faster, as none is put in words. Raises as `run`."""
        return not self._worked_out(in_words=False).differences

    def _worked_out(self, *, in_words: bool) -> CaseContext:
        context = CaseContext(self.document, self.number, self.game, in_words=in_words)
        _check(context)
        context.done()
        _KINDS.get(self.kind, rounds).work_out(context)
        context.done()
        return context

    def rounds(self) -> list[Round]:
        """The rounds that the example states, up to its last move: several where it leaves cards
        open, none where it states neither cards nor words. That of a hand ends before its first
        word. Raises `RulesFault` as `run` does.
        """
        context = CaseContext(self.document, self.number, self.game)
        found: list[Round] = _KINDS.get(self.kind, rounds).stated_rounds(context)
        context.done()
        return found

    def tricks(self) -> list[Round]:
        """The positions that an example of a single trick states: the trick, and for each two cards
        in an ``order`` the two tricks that begin with them. Empty for any other kind. Raises
        `RulesFault` as `run` does.
        """
        if self.kind != "trick":
            return []
        return tricks.stated_tricks(CaseContext(self.document, self.number, self.game))

    def outcome(self) -> tuple[Round, outcomes.StatedOutcome] | None:
        """The round and the facts that an example of an outcome states. None for any other kind,
        and where a stated word is not legal. Raises `RulesFault` as `run` does.
        """
        if self.kind != "outcome":
            return None
        return outcomes.stated_outcome(CaseContext(self.document, self.number, self.game))


def cases(
    path: FilePath, rules: FilePath | None = None, games: LoadedGames | None = None
) -> list[Case]:
    """The cases of one file. ``rules`` is a folder of rules: by default the one that the file names
    or lies in, or else the shipped one. ``games`` are rule sets loaded before; those that this file
    needs are added. Raises `RulesFault` with every problem of the file's shape, ids and rule sets.

    >>> from zwanz_ssot.library import library
    >>> file = library().root / "rufmariasch" / "examples" / "cards.yaml"
    >>> cases(file)[0].game
    Game('rufmariasch:base')
    """
    found, problems = sound_cases(path, rules, games)
    if problems:
        raise RulesFault(problems)
    return found


def sound_cases(
    path: FilePath, rules: FilePath | None = None, games: LoadedGames | None = None
) -> tuple[list[Case], list[Problem]]:
    """What `cases` gives of the examples without a problem of shape or of rule sets, and all that
    it raises.

    >>> from zwanz_ssot.library import library
    >>> found, problems = sound_cases(library().root / "rufmariasch" / "examples" / "cards.yaml")
    >>> found[0].id, problems
    ('cards/order-of-the-cards[base]', [])
    """
    if home := _home(path):
        stay(path, home)
    problems: list[Problem] = []
    try:
        document = read(path)
    except WordFault as fault:
        problems += fault.problems
        document = fault.document
    told = {problem.mark for problem in problems}
    problems += [each for each in check(document, "examples") if each.mark not in told]

    # Examples can be read without what is told elsewhere, but not without the names of rule sets.
    broken = set()
    for problem in problems:
        match parse_path(problem.path):
            case "examples", int(number), *_:
                broken.add(number)
            case step, *_ if step in _TOP:
                return [], problems
    if "examples" not in document.data:
        return [], problems
    file = _ExampleFile(document, path, rules, {} if games is None else games)
    return list(file.cases(broken)), [*problems, *file.problems.problems.problems]


def _home(path: FilePath) -> FilePath | None:
    """The folder of rules that a file of examples lies in, if any."""
    game = path.absolute().parent.parent
    return (
        game.parent if exists(game / "game.yaml") and exists(game.parent / "sources.yaml") else None
    )


class _ExampleFile:
    """A document of examples, and the rule sets that it names."""

    def __init__(
        self, document: Document, path: FilePath, rules: FilePath | None, loaded: LoadedGames
    ) -> None:
        self.document = document
        self.path = path
        self.problems = DocumentProblems(document, code="example")
        folder, home = path.absolute().parent, _home(path)
        named = document.data.get("rules")
        self.rules = rules or (folder / named if named else home)
        self.game: str | None = document.data.get("game", folder.parent.name if home else None)
        self._loaded = loaded
        self._games: dict[str, Game | None] = {}
        self._derived: dict[str, tuple[str, ...]] | None = None

    def cases(self, broken: Container[int]) -> Iterator[Case]:
        """A case for every example and rule set, without the ``broken`` ones. Notes problems."""
        data = self.document.data
        if self.game is None:
            known = ", ".join(library(self.rules).games())
            self._error((), "'game' is missing", f"known are {known}" if known else "")
        seen: dict[str, int] = {}
        for number, entry in enumerate(data["examples"]):
            if number in broken:
                continue
            at: Path = ("examples", number)
            if seen.setdefault(entry["example"], number) != number:
                self._error(
                    (*at, "example"),
                    f"there is an example {entry['example']!r} before",
                    "give it another id",
                )
            if "source" not in entry and "because" not in entry:
                self._error(
                    at,
                    "'source' is missing",
                    "name the source, or write because: and why it follows",
                )
            named = named_rule_sets(self.document, number)
            if named is None:
                self._error(
                    at, "'in' is missing", "name the rule sets here or at the top of the file"
                )
                continue
            for game in self._games_of(named) if self.game else ():
                yield Case(self.document, number, game, self.path)

    def _games_of(self, named: NamedRuleSets) -> Iterator[Game]:
        """The named rule sets, and those that inherit from them. Notes problems with names."""
        for name, path in (*named.held.items(), *named.excepted.items()):
            self._game(path, name)
        known = all(self._games[name] for name in named.held)
        for name, path in named.excepted.items() if known else ():
            above = self._lineages().get(name, (name,))[1:]
            if self._games[name] and (name in named.held or not named.has(above)):
                self._error(
                    path,
                    f"{name} is not inherited from what 'in' names",
                    "take it out: not_in is for variants of what 'in' names",
                )
        houses = [name for name in named.held if is_rule_file(name)]
        shipped = [name for name, line in self._lineages().items() if named.has(line)]
        for name in (*shipped, *houses):
            game = self._game(named.held.get(name, ()), name)
            if game is not None:
                yield game

    def _lineages(self) -> dict[str, tuple[str, ...]]:
        """The rule sets of the game with their lineages, read once."""
        if self._derived is None:
            self._derived = derived(library(self.rules), self.game or BASE)
        return self._derived

    def _game(self, path: Path, name: str) -> Game | None:
        """A rule set by its name, or by the path of its file; None, with a problem noted, when it
        cannot be loaded.
        """
        if name not in self._games:
            self._games[name] = None
            try:
                loaded = self._load(name)
                if loaded.id != self.game:
                    self._error(path, f"{name} is a variant of {loaded.id}, not of {self.game}")
                else:
                    self._games[name] = loaded
            except WrongCall as wrong:
                self._error(path, wrong.text, wrong.hint)
            except RulesFault as fault:
                self.problems.problems.extend(fault.problems)
        return self._games[name]

    def _load(self, name: str) -> Game:
        """Load a rule set. One in the folder of rules is loaded once for all files."""
        if is_rule_file(name):
            file = FilePath(os.path.normpath(self.path.parent / name))
            return load_variant_file(file, rules=self.rules)
        key = (library(self.rules).root, self.game or BASE, name)
        if key not in self._loaded:
            self._loaded[key] = load(self.game or BASE, name, rules=self.rules)
        return self._loaded[key]

    def _error(self, path: Path, text: str, hint: str = "") -> None:
        self.problems.error(path, text, hint, key=True)


def _kind(entry: dict[str, Any]) -> str:
    return next((kind for kind in _KINDS if kind in entry), "round")


def _check(context: CaseContext) -> None:
    """Note problems: unknown sources and rules, and keys that do not fit the situation."""
    entry, game = context.entry, context.game
    cited = entry.get("source", [])
    several = isinstance(cited, list)
    for number, cite in enumerate(cited if several else [cited]):
        path: Path = ("source", number) if several else ("source",)
        context.named(path, cite.partition(" §")[0], game.sources, "source")
    for number, rule in enumerate(entry.get("shows", ())):
        steps = parse_path(rule)
        if game.at(steps) is None and game.deck_at(steps) is None:
            context.error(("shows", number), f"{game.id}, {game.variant}, has no rule at {rule}")
    kind = _kind(dict(entry))
    module = _KINDS.get(kind, rounds)
    if kind == "round" and not any(key in entry for key in _ROUND):
        context.error((), "no situation is stated", "write one of hand, says, trick and outcome")
        return
    for key in entry:
        if key not in _TOLD and key not in module.SITUATION:
            context.error((key,), f"{key} has no place in an example about a {kind}")
    for key in entry["expect"]:
        if key not in module.EXPECTS:
            known = ", ".join(sorted(module.EXPECTS))
            context.error(("expect", key), f"{key} is not asked of a {kind}", f"ask for: {known}")


# The rule sets in which an example holds: those that it names, and the variants of these.
# A variant inherits the examples of its parent. Of a rule set, its parent, and so on up to the
# base, the nearest one that the example names decides: under ``in`` the example holds, under
# ``not_in`` it does not.


@dataclass(frozen=True)
class NamedRuleSets:
    """The rule sets under ``in`` and ``not_in``, each with its place in the file."""

    held: Mapping[str, Path] = field(default_factory=dict)
    excepted: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, held: Iterable[str], excepted: Iterable[str] = ()) -> NamedRuleSets:
        """Rule sets without places."""
        return cls(dict.fromkeys(held, ()), dict.fromkeys(excepted, ()))

    def has(self, lineage: tuple[str, ...]) -> bool:
        """Whether the example holds in the first rule set of a lineage (`Library.lineage`)."""
        named = (name for name in lineage if name in self.held or name in self.excepted)
        return next(named, None) in self.held


def named_rule_sets(document: Document, number: int) -> NamedRuleSets | None:
    """The rule sets that an example names; None without ``in``.

    An example without ``in`` has that of the top of the file, and adds its ``not_in`` to that of
    the file.
    """
    entry, at = document.data["examples"][number], ("examples", number)
    excepted = _places(entry, at, "not_in")
    if "in" in entry:
        return NamedRuleSets(_places(entry, at, "in"), excepted)
    if "in" not in document.data:
        return None
    return NamedRuleSets(
        _places(document.data, (), "in"), _places(document.data, (), "not_in") | excepted
    )


def is_about(document: Document, number: int, lineage: tuple[str, ...]) -> bool:
    """Whether an example holds in the first rule set of a lineage.

    >>> from zwanz_ssot.library import library
    >>> case, *_ = cases(library().root / "rufmariasch" / "examples" / "cards.yaml")
    >>> is_about(case.document, case.number, ("base",))
    True
    >>> is_about(case.document, case.number, ("named-trump", "base"))
    False
    """
    named = named_rule_sets(document, number)
    return named is not None and named.has(lineage)


def derived(folder: Library, game: str) -> dict[str, tuple[str, ...]]:
    """The rule sets of a game in a folder of rules, each with its lineage.

    >>> from zwanz_ssot.library import library
    >>> derived(library(), "rufmariasch")["named-trump"]
    ('named-trump', 'base')
    """
    names = (BASE, *folder.variants(game))
    return {name: folder.lineage(game, name) for name in names}


def _places(data: Mapping[str, Any], at: Path, key: str) -> dict[str, Path]:
    return {name: (*at, key, place) for place, name in enumerate(data.get(key, ()))}
