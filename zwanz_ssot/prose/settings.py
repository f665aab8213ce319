"""Every rule as a sentence, and the difference of two rules.

Under ``settings`` a words file has a pattern for each place of a rule file: ``bonuses.<bonus>.value.silent``;
``<bonus>`` stands for any name there and is a value of the template beside ``value``. An entry is a template,
or has some of these::

    text      the sentence              is        sentences for single values
    empty     for an empty list         gone      when a variant drops the rule
    changed   when the value changes, with ``old`` and ``new``
    within    around the sentence that the place has outside of this one: a contract's own ``play``

Of a mapping without a pattern the sentences of its parts are said, one after the other; a place without one
within a rule that has one is said with the whole rule.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..model import Game, Path
from . import shapes
from .shapes import Shape
from .template import Phrase, Value, fill, sentence
from .terms import Terms
from .values import Values
from .words import Words

ANYWHERE = "**"
_NO_INSTEAD = ("condition", "text", "open", "cards")


@dataclass(frozen=True)
class Pattern:
    """An entry of ``settings`` for the places that ``steps`` fit."""

    key: str
    entry: Mapping[str, Any]
    steps: tuple[str, ...]

    def names(self, path: Path) -> dict[str, str] | None:
        """What the wildcards stand for at this path; None where the pattern does not fit."""
        if self.steps[0] == ANYWHERE:
            return {} if path[-len(self.steps) + 1 :] == self.steps[1:] else None
        if len(path) != len(self.steps):
            return None
        pairs = list(zip(self.steps, map(str, path), strict=True))
        if any(step != part and not step.startswith("<") for step, part in pairs):
            return None
        return {step[1:-1]: part for step, part in pairs if step.startswith("<")}


class Settings:
    """The rules of one game, one by one."""

    def __init__(self, words: Words, terms: Terms, language: str, game: Game) -> None:
        self._words = words
        self._terms = terms
        self._game = game
        self._values = Values(words, terms, language, game)
        entries: Mapping[str, Any] = words.content["settings"]
        self.patterns = tuple(
            Pattern(key, entry if isinstance(entry, Mapping) else {"text": entry}, tuple(key.split(".")))
            for key, entry in entries.items()
        )

    def sentence(self, path: Path, value: Any) -> str:
        """The rule at ``path`` with this value; KeyError for a path that no rule file has."""
        whole, value = self._whole(path, value)
        return self._said(whole, value, whole)

    def differences(self, changes: Iterable[tuple[Path, Any, Any]]) -> tuple[str, ...]:
        """What changes at each place from an old to a new value; what lies within one rule is told together."""
        rules: dict[Path, tuple[Any, Any]] = {}
        for path, *values in changes:
            whole = self._whole(path, None)[0]
            both = rules.get(whole) or (self._game.at(whole),) * 2
            old, new = (_with(it, path[len(whole) :], _plain(value)) for it, value in zip(both, values, strict=True))
            rules[whole] = old, new
        return tuple(self._differs(path, old, new, path) for path, (old, new) in rules.items())

    def pattern(self, path: Path) -> tuple[Pattern, dict[str, str]] | None:
        """The pattern of a place, the one with the fewest wildcards, and what these stand for."""
        fitting = [(it, names) for it in self.patterns if (names := it.names(path)) is not None]
        return min(fitting, key=lambda found: len(found[1])) if fitting else None

    def _around(self, path: Path) -> tuple[Pattern, dict[str, str], int] | None:
        """The pattern that says ``within`` which the rest of this path is to be said, and its length."""
        for length in range(1, len(path) + 1):
            found = self.pattern(path[:length])
            if found and "within" in found[0].entry:
                return (*found, length)
        return None

    def _whole(self, path: Path, value: Any) -> tuple[Path, Any]:
        """The nearest place at or above ``path`` that can be said, and its value with ``value`` in it."""
        for length in range(len(path), 0, -1):
            if self._sayable(path[:length], length == len(path)):
                return path[:length], _with(self._game.at(path[:length]), path[length:], value)
        raise KeyError(".".join(map(str, path)))

    def _sayable(self, path: Path, composed: bool) -> bool:
        if around := self._around(path):
            rest = path[around[2] - 1 :]
            return self.pattern(rest) is not None or (composed and _parts_kind(shapes.shape(rest)))
        return self.pattern(path) is not None or (composed and _parts_kind(shapes.shape(path)))

    def _said(self, path: Path, value: Any, at: Path) -> str:
        if around := self._around(path):
            pattern, names, length = around
            rest = self._said(path[length - 1 :], value, at)
            return sentence(fill(pattern.entry["within"], {**self._named(names), "rest": rest}))
        found = self.pattern(path)
        if found is None:
            return " ".join(self._parts(path, value, at))
        pattern, names = found
        entry = pattern.entry
        if value in ({}, []) and "empty" in entry:
            return sentence(fill(entry["empty"], self._named(names)))
        special = entry.get("is", {}).get(_key(value))
        template = special if special is not None else entry.get("text")
        if template is None:
            return " ".join(self._parts(path, value, at))
        return sentence(fill(template, self._filling(path, names, value, at)))

    def _parts(self, path: Path, value: Any, at: Path) -> Iterator[str]:
        """The sentences of the parts of a mapping, as the schema orders them; its sources are left out."""
        if not isinstance(value, Mapping):
            raise KeyError(".".join(map(str, path)))
        for key in value:
            found = self.pattern((*path, key))
            if found is None or found[0].steps[0] != ANYWHERE:
                yield self._said((*path, key), value[key], (*at, key))

    def _filling(self, path: Path, names: Mapping[str, str], value: Any, at: Path) -> dict[str, Value]:
        values = self._named(names)
        shape = shapes.shape(path)
        assert shape is not None
        if not _parts_kind(shape) or not isinstance(value, Mapping):
            values["value"] = self._values.phrase(shape, value, at)
        if isinstance(value, Mapping):
            values |= self._inside(path, shape, value, at)
        return values

    def _inside(self, path: Path, shape: Shape, value: Mapping[str, Any], at: Path) -> dict[str, Value]:
        """The parts of a mapping by name; of mappings in it, the parts of these, and a whole one as sentences."""
        if shape.kind == "text":
            also = self._values.also(value)
            return {"also": also} if also else {}
        inside: dict[str, Value] = {}
        for key, part in value.items():
            below = shapes.shape((*path, key))
            if below is None:
                continue
            inner = (*at, key)
            if part in ([], {}):
                inside[f"no_{key}"] = self._said((*path, key), part, inner)
                continue
            if below.kind == "text":
                inside |= self._inside((*path, key), below, part, inner)
            if not _parts_kind(below):
                said = self._values.phrase(below, part, inner)
                says = {"says": self._said((*path, key), part, inner)} if self.pattern((*path, key)) else {}
                inside[key] = Phrase(said.text, {**said.forms, **says}, said.number)
            elif self._around((*path, key)):
                inside[key] = self._said((key,), part, inner)
            elif below.kind == "map":
                inside[key] = " ".join(self._parts((*path, key), part, inner))
            else:
                inside |= self._inside((*path, key), below, part, inner)
        return inside

    def _named(self, names: Mapping[str, str], whole: Any = None) -> dict[str, Value]:
        """What the wildcards stand for; a whole contract or bonus brings its own name along."""
        if isinstance(whole, Mapping) and "name" in whole:
            return {name: self._values.name(whole["name"]) for name in names}
        speak = {"contract": self._terms.contract, "bonus": self._terms.bonus, "level": self._terms.level}
        return {name: speak[name](key) if name in speak else self._terms.thing(key) for name, key in names.items()}

    # differences

    def _differs(self, path: Path, old: Any, new: Any, at: Path) -> str:
        if old is None:
            return self._words.text("difference", "new", of=self._said(path, new, at))
        if new is None:
            return self._gone(path, old, at)
        if around := self._around(path):
            pattern, names, length = around
            rest = self._differs(path[length - 1 :], old, new, at)
            return sentence(fill(pattern.entry["within"], {**self._named(names), "rest": rest}))
        parts = list(self._changed_parts(path, old, new, at))
        return " ".join(parts) if parts else self._changed(path, old, new, at)

    def _changed_parts(self, path: Path, old: Any, new: Any, at: Path) -> Iterator[str]:
        """Of two mappings, what is different in parts that have sentences of their own."""
        shape = shapes.shape(path)
        if not _parts_kind(shape) or not isinstance(old, Mapping) or not isinstance(new, Mapping):
            return
        keys = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
        if all(self._sayable((*path, key), True) for key in keys):
            for key in keys:
                yield self._differs((*path, key), old.get(key), new.get(key), (*at, key))

    def _gone(self, path: Path, old: Any, at: Path) -> str:
        around = self._around(path)
        rest = path[around[2] - 1 :] if around else path
        found = self.pattern(rest)
        if found is None or "gone" not in found[0].entry:
            return self._words.text("difference", "gone", of=self._said(path, old, at))
        said = sentence(fill(found[0].entry["gone"], self._named(found[1], old)))
        if around is None:
            return said
        return sentence(fill(around[0].entry["within"], {**self._named(around[1]), "rest": said}))

    def _changed(self, path: Path, old: Any, new: Any, at: Path) -> str:
        found = self.pattern(path)
        shape = shapes.shape(path)
        if found is None or shape is None:
            raise KeyError(".".join(map(str, path)))
        entry = found[0].entry
        special = entry.get("is", {})
        told = "changed" in entry
        plain = "text" in entry and not {_key(old), _key(new)} & set(special) and [] not in (old, new)
        if told or (plain and shape.kind not in (*_NO_INSTEAD, "object", "map") and not _told_whole(shape)):
            before = self._filling(path, found[1], old, at)["value"]
            values = self._filling(path, found[1], new, at)
            after = values["value"]
            if told:
                return sentence(fill(entry["changed"], {**values, "old": before, "new": after}))
            word = "instead.list" if shape.kind == "list" else "instead"
            return sentence(fill(entry["text"], {**values, "value": self._instead(word, before, after)}))
        was, now = self._said(path, old, at), self._said(path, new, at)
        return self._words.text("difference", "changed", old=was, new=now)

    def _instead(self, word: str, old: Value, new: Value) -> Phrase:
        """``new instead of old`` in every form; of two amounts only the new one names its unit."""
        assert isinstance(old, Phrase) and isinstance(new, Phrase)

        def both(form: str) -> str:
            before = old.text if form == "units" else old.said(form)
            return self._words.text("difference", word, old=before, new=new.said(form))

        return Phrase(both(""), {form: both(form) for form in {*old.forms, *new.forms}}, new.number)


def _parts_kind(shape: Shape | None) -> bool:
    return shape is not None and shape.kind in ("object", "map")


def _told_whole(shape: Shape) -> bool:
    """Whether a list is a way of speaking, not a list of names."""
    return shape.kind == "list" and shapes.item_shape(shape).kind in ("rung", "win", "object")


def _key(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _with(whole: Any, path: Path, value: Any) -> Any:
    """A rule with another value at a place in it; None takes the place away."""
    if not path:
        return value
    changed = copy.deepcopy(whole) if whole is not None else {}
    here: Any = changed
    for step in path[:-1]:
        here = here.setdefault(step, {}) if isinstance(here, dict) else here[step]
    if value is None:
        here.pop(path[-1], None)
    else:
        here[path[-1]] = value
    return changed


def _plain(value: Any) -> Any:
    """A value of the rules; None for a mark of something that is missing."""
    return None if isinstance(value, Enum) else value
