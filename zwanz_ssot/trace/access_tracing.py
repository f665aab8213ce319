"""Who reads a rule: a game that tells each time something of it is looked at, and from which
function of the program.

A watched game is made of the same classes and is equal in all that it says; it is slow, and only
asked here.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path as FilePath
from types import CodeType
from typing import Any

from .. import model
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

Note = Callable[[Path, CodeType], None]
"""Told the path of a rule that is read, and the function of the program that reads it."""

_TERMS = (Condition, Role, Cards, Tricks, Rung, Discard, AllPass, HoldBack, Trump, WinRule)
"""What says one thing as a whole, whichever part of it is looked at."""
_CALLED: Mapping[str, tuple[str, ...]] = {
    "per_difference": ("value",),
    "from_": ("from",),
}
"""Where the rules have what the model calls otherwise."""
_OF_GAME: Mapping[str, Path] = {
    "order": ("order",),
}
_HERE = (
    str(FilePath(__file__)),
    str(FilePath(model.__file__).parent),
    "dataclasses.py",
    "<string>",
    "<frozen",
)


def watched(game: Game, note: Note) -> Game:
    """The same game, which tells ``note`` of all that is read of it."""
    copy = _Watcher(game, note).copy(game)
    assert isinstance(copy, Game)
    return copy


class _Watcher:
    def __init__(self, game: Game, note: Note) -> None:
        self._game = game
        self._note = note
        self._classes: dict[type, type] = {}
        self._known: dict[tuple[type, Path, str], Path] = {}

    def copy(self, thing: Any) -> Any:
        """A thing of the model with all that is in it."""
        if is_dataclass(thing) and not isinstance(thing, type):
            made: Any = object.__new__(self._class(type(thing)))
            for field in fields(thing):
                value = getattr(thing, field.name)
                inner = (
                    self._data((), value)
                    if field.name == "data" and isinstance(thing, Game)
                    else self.copy(value)
                )
                object.__setattr__(made, field.name, inner)
            return made
        if isinstance(thing, tuple) and type(thing) is tuple:
            return tuple(map(self.copy, thing))
        if isinstance(thing, Mapping) and type(thing) is dict and not _marks(thing):
            return {key: self.copy(value) for key, value in thing.items()}
        return thing

    def _data(self, path: Path, value: Any) -> Any:
        """Plain rules: what is read of them are single values and lists."""
        if not isinstance(value, dict):
            return value
        return _Plain(
            self, path, {key: self._data((*path, key), inner) for key, inner in value.items()}
        )

    def tell(self, path: Path) -> None:
        """Note a rule that is read, with the function outside of the model that reads it."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
            frame = frame.f_back
        self._note(path, frame.f_code)

    def _class(self, kind: type) -> type:
        if kind not in self._classes:
            tell, place = self.tell, self._place
            names = frozenset(field.name for field in fields(kind))

            def read(self: Any, name: str) -> Any:
                value = object.__getattribute__(self, name)
                if name == "new" and change:
                    tell(object.__getattribute__(self, "path"))
                elif name in names and not _holds_rules(value):
                    path = place(kind, object.__getattribute__(self, "at") if at else (), name)
                    if path:
                        tell(path)
                return value

            at = "at" in names
            change = {"path", "new"} <= names  # what a variant changes says the rule that it makes
            slots = () if hasattr(kind, "__slots__") else None
            body: dict[str, Any] = {"__getattribute__": read, "__module__": kind.__module__}
            if slots is not None:
                body["__slots__"] = slots
            self._classes[kind] = type(kind.__name__, (kind,), body)
        return self._classes[kind]

    def _place(self, kind: type, at: Any, name: str) -> Path:
        key = kind, at if isinstance(at, tuple) else (), name
        if key not in self._known:
            self._known[key] = self._found(*key)
        return self._known[key]

    def _found(self, kind: type, at: Path, name: str) -> Path:
        """Where the rule stands that a field of the model is; empty where it is none."""
        if name in ("at", "id", "name", "names", "said", "mask"):
            return ()
        if kind is Game:
            return _OF_GAME.get(name, ())
        if not at:
            return ()
        if issubclass(kind, _TERMS):
            return at
        within = _CALLED.get(name, ())
        tails = [(name,), (*within, name), within] if within else [(name,)]
        heads = [at, *([at[at.index("play") :]] if "play" in at else [])]
        return next(
            ((*head, *tail) for head in heads for tail in tails if self._there((*head, *tail))), ()
        )

    def _there(self, path: Path) -> bool:
        return self._game.at(path) is not None


class _Plain(dict[str, Any]):
    """A mapping of plain rules that tells of the values that are taken out of it."""

    def __init__(self, watcher: _Watcher, path: Path, content: Mapping[str, Any]) -> None:
        super().__init__(content)
        self._watcher, self._path = watcher, path

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        self._watcher.tell(self._path)
        return copy.deepcopy(dict(super().items()), memo)

    def _taken(self, key: Any, value: Any) -> Any:
        if not isinstance(value, _Plain):
            self._watcher.tell((*self._path, key))
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
    """Whether a value is no rule but has rules in it, which tell by themselves when they are read."""
    if isinstance(value, tuple) and value:
        return _holds_rules(value[0])
    if isinstance(value, dict):
        return any(is_dataclass(inner) for inner in dict.values(value))
    return is_dataclass(value) and not isinstance(value, _TERMS)


def _marks(thing: Mapping[Any, Any]) -> bool:
    """Whether a mapping says where rules are written, and not what they say."""
    return any(isinstance(key, tuple) for key in thing)
