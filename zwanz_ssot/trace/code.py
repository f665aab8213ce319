"""The functions that execute a rule: those that read it while rounds are played."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path as FilePath
from random import Random
from types import CodeType
from typing import Any

from .. import engine, model, paths
from .. import words as language
from ..engine import Match, deal
from ..examples import Case
from ..model import (
    AllPass,
    Cards,
    Condition,
    Discard,
    Game,
    HoldBack,
    Path,
    Role,
    Rung,
    Tricks,
    Trump,
    WinRule,
)
from ..overlay import Difference
from ..problems import NotInstalled
from ..prose import shapes
from ..words import registry
from .coverage import holds

Note = Callable[[Path, CodeType], None]
"""Called with the path of a rule and the code of the function that reads it."""

_WHOLE = (Condition, Role, Cards, Tricks, Rung, Discard, AllPass, HoldBack, Trump, WinRule)
"""Rules whose parts make sense only together: whoever reads a part reads the rule."""
_NO_RULES = frozenset(("at", "id", "name", "names", "said", "mask"))
"""Fields that only name or locate a rule."""
_OF_GAME = frozenset(("order",))
"""The fields of a game that are rules themselves, not parts that hold rules."""
_PASSED_OVER = (
    str(FilePath(__file__)),
    str(FilePath(model.__file__).parent),
    str(FilePath(paths.__file__)),
    str(FilePath(registry.__file__)),
    "dataclasses.py",
    "<string>",
    "<frozen",
)
"""Files whose functions only pass rules on: the reader is the function that calls them."""


def watched(game: Game, note: Note) -> Game:
    """A copy of the game that calls ``note`` for each rule that is read from it."""
    copied = _Watcher(game, note).copied(game)
    assert isinstance(copied, Game)
    return copied


class _Watcher:
    """Makes the watched copy of a game, with a derived class for each class of the model."""

    def __init__(self, game: Game, note: Note) -> None:
        self._game = game
        self._note = note
        self._classes: dict[type, type] = {}
        self._paths: dict[tuple[Path, str, str], Path] = {}

    def copied(self, part: Any) -> Any:
        """A watched copy of a part of the model and all in it; single values stay as they are."""
        if is_dataclass(part) and not isinstance(part, type):
            return self._object(part)
        if type(part) is tuple:
            return tuple(map(self.copied, part))
        if type(part) is dict and not _are_marks(part):
            return {key: self.copied(value) for key, value in part.items()}
        return part

    def _object(self, part: Any) -> Any:
        made: Any = object.__new__(self._class(type(part)))
        for field in fields(part):
            value = getattr(part, field.name)
            is_data = field.name == "data" and isinstance(part, Game)
            made.__dict__[field.name] = self._plain((), value) if is_data else self.copied(value)
        return made

    def _plain(self, path: Path, value: Any) -> Any:
        """Plain rules with each mapping replaced by one that notes what is read from it."""
        if not isinstance(value, dict):
            return value
        parts = {key: self._plain((*path, key), inner) for key, inner in value.items()}
        return _PlainRules(self, path, parts)

    def _class(self, kind: type) -> type:
        """The class derived from ``kind`` in which each field is a property that notes its reading.

        The properties keep the values in ``__dict__``, which the derived class has even where
        ``kind`` has slots. `dataclasses.replace` sets the values through the same properties.
        """
        if kind not in self._classes:
            body = {field.name: self._property(kind, field) for field in fields(kind)}
            self._classes[kind] = type(kind.__name__, (kind,), body)
        return self._classes[kind]

    def _property(self, kind: type, field: Field[Any]) -> property:
        name = field.name

        def read(owner: Any) -> Any:
            value = owner.__dict__[name]
            path = self._path(kind, owner, field, value)
            if path:
                self.note(path)
            return value

        def write(owner: Any, value: Any) -> None:
            owner.__dict__[name] = value

        return property(read, write)

    def note(self, path: Path) -> None:
        """Note a rule together with the function outside the model that reads it."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith(_PASSED_OVER):
            frame = frame.f_back
        self._note(path, frame.f_code)

    def _path(self, kind: type, owner: Any, field: Field[Any], value: Any) -> Path:
        """The path of the rule in a field of an object; empty if it holds none."""
        # A change of a variant is read at the path of the rule that it changes.
        if issubclass(kind, Difference):
            changed: Path = owner.__dict__["path"]
            return changed if field.name == "new" else ()
        if kind is Game:
            return (field.name,) if field.name in _OF_GAME else ()
        at = owner.__dict__.get("at", ())
        # Parts that hold rules note these themselves.
        if not isinstance(at, tuple) or not at or field.name in _NO_RULES or _holds_rules(value):
            return ()
        if issubclass(kind, _WHOLE):
            return at
        return self._written(at, field.name, field.metadata.get("key", field.name))

    def _written(self, at: Path, name: str, key: str) -> Path:
        """The path at which a rule is written: under its key in the part, or in the play of the
        game where the contract does not have its own.
        """
        known = at, name, key
        if known not in self._paths:
            heads = [at, at[at.index("play") :]] if "play" in at else [at]
            paths = ((*head, key) for head in heads)
            there = (path for path in paths if self._game.at(path) is not None)
            self._paths[known] = next(there, ())
        return self._paths[known]


class _PlainRules(dict[str, Any]):
    """A mapping of plain rules that notes each value or list that is read from it."""

    def __init__(self, watcher: _Watcher, path: Path, content: Mapping[str, Any]) -> None:
        super().__init__(content)
        self._watcher, self._path = watcher, path

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        self._watcher.note(self._path)
        return copy.deepcopy(dict(super().items()), memo)

    def __eq__(self, other: object) -> bool:
        """To compare two mappings is to read both."""
        for read in (self, other):
            if isinstance(read, _PlainRules):
                self._watcher.note(read._path)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # as of any mapping that may change

    def _taken(self, key: Any, value: Any) -> Any:
        if not isinstance(value, _PlainRules):
            self._watcher.note((*self._path, key))
        return value

    def __getitem__(self, key: str) -> Any:
        return self._taken(key, super().__getitem__(key))

    def get(self, key: str, default: Any = None) -> Any:
        return self._taken(key, super().__getitem__(key)) if key in self else default

    def items(self) -> Any:
        return [(key, self._taken(key, value)) for key, value in super().items()]

    def values(self) -> Any:
        return [self._taken(key, value) for key, value in super().items()]


def _holds_rules(value: Any) -> bool:
    """Whether a value is a part, or a container of parts, whose fields are rules."""
    if isinstance(value, tuple) and value:
        return _holds_rules(value[0])
    if isinstance(value, dict):
        return any(is_dataclass(inner) for inner in dict.values(value))
    return is_dataclass(value) and not isinstance(value, _WHOLE)


def _are_marks(mapping: Mapping[Any, Any]) -> bool:
    """Whether this is a mapping from paths to places in files."""
    return any(isinstance(key, tuple) for key in mapping)


_ROOT = FilePath(str(language.__file__)).resolve().parent.parent
_PACKAGES = tuple(str(FilePath(str(each.__file__)).resolve().parent) for each in (engine, language))
_SEED, _ROUNDS = 20, 3
"""Rounds that are played besides the examples, and the seed of their moves."""


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """A function with the file, ``zwanz_ssot/…``, and line where it begins."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} {self.file}:{self.line}"


class Readers:
    """The functions that read each rule, by `place`.

    Raises `NotInstalled` where the engine is compiled, as its functions have no frames.
    """

    def __init__(self) -> None:
        if not str(engine.__file__).endswith(".py"):
            raise NotInstalled(
                "zwanz trace reads the Python code of the engine, which is compiled here; "
                "install the pure one, as pip install . makes it in a checkout"
            )
        self.of: dict[Path, dict[Code, None]] = {}

    def note(self, path: Path, reader: CodeType) -> None:
        """Note that a function has read a rule, if it is one of the engine or the words."""
        if reader.co_filename.startswith(_PACKAGES):
            self.of.setdefault(place(path), {}).setdefault(_code(reader))

    def look(self, game: Game, cases: Iterable[Case]) -> None:
        """Run the examples of a rule set and play some rounds, noting what reads its rules."""
        seen = watched(game, self.note)
        for case in cases:
            holds(replace(case, game=seen))
        match, random = Match(seen), Random(_SEED)
        for seed in range(_ROUNDS):
            round = deal(seen, seed=seed)
            while round.turn is not None:
                round.view(round.turn)
                round = round.after(random.choice(round.moves()))
            match = match if match.over else match.after(round)

    def code(self, path: Path) -> tuple[Code, ...]:
        """The functions that read the rule at a path, or something in it."""
        at = place(path)
        near = (
            found
            for other, found in self.of.items()
            if other[: len(at)] == at or at[: len(other)] == other
        )
        return tuple(sorted({code for found in near for code in found}))


def place(path: Path) -> Path:
    """A path with ``*`` for each name that the rules choose, such as that of a contract."""
    return tuple(
        shapes.ANY
        if (shape := shapes.shape(path[:number])) is not None and shape.kind == "map"
        else step
        for number, step in enumerate(path)
        if isinstance(step, str)
    )


@cache
def _code(reader: CodeType) -> Code:
    name = reader.co_qualname.replace(".<locals>", "").replace("<lambda>", "").rstrip(".")
    name = name.removesuffix(".<listcomp>").removesuffix(".<genexpr>").removesuffix(".<dictcomp>")
    return Code(_shown(FilePath(reader.co_filename)), reader.co_firstlineno, name)


def _shown(file: FilePath) -> str:
    return file.resolve().relative_to(_ROOT.parent).as_posix()


@cache
def words() -> Mapping[str, tuple[Code, ...]]:
    """The functions that define each word of the rules, from the registry."""
    found: dict[str, dict[Code, None]] = {}
    for word, function in registry.meanings():
        found.setdefault(word, {}).setdefault(_code(function.__code__))
    return {word: tuple(codes) for word, codes in found.items()}
