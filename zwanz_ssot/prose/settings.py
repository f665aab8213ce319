"""Every rule as a sentence, and the difference of two rules.

Under ``settings`` a words file has a pattern for each place of a rule file:
``bonuses.<bonus>.value.silent``; ``<bonus>`` stands for any name there and is a value of the
template beside ``value``. An entry is a template, or has some of these::

    text      the sentence              is        sentences for single values
    one       for a list of one         within    around the sentence that the place has outside of
    this one
    empty     for an empty list         gone      when a variant drops the rule
    changed   when the value changes, with ``old`` and ``new``

Of a mapping without a pattern the sentences of its parts are said, one after the other; a place
without one within a rule that has one is said with the whole rule.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..model import Bonus, Game, Path
from . import reading, shapes
from .patterns import ANYWHERE, Found, Patterns
from .shapes import Shape
from .template import Phrase, Value, fill, sentence
from .terms import Terms
from .values import Values
from .words import Words


class Settings:
    """The rules of one game, one by one."""

    def __init__(self, words: Words, terms: Terms, language: str, game: Game) -> None:
        self.patterns = Patterns(words.content["settings"])
        self.values = Values(words, terms, language, game)
        self._terms = terms
        self._game = game
        self._beside: Mapping[str, tuple[str, ...]] = {}

    @contextmanager
    def together(self, beside: Mapping[str, tuple[str, ...]]) -> Iterator[None]:
        """For as long as this lasts, what is told of a name is told of those ``beside`` it as well."""
        self._beside = beside
        try:
            yield
        finally:
            self._beside = {}

    def sentence(self, path: Path, value: Any) -> str:
        """The rule at ``path`` with this value; KeyError for a path that no rule file has."""
        owner = self.patterns.owner(path)
        return self.said(owner, changed(self._game.at(owner), path[len(owner) :], value), owner)

    def says(self, path: Path) -> bool:
        """Whether there is a sentence for the rule at ``path`` as a whole, not only for its parts."""
        found = self.patterns.find(self.patterns.rest(path))
        entry = found.pattern.entry if found else {}
        value = self._game.at(path)
        bare = value in ({}, []) and "empty" in entry
        return bare or "text" in entry or key_of(value) in entry.get("is", {})

    def within(self, around: Found, rest: str) -> str:
        """What is said of a part, as a sentence about the whole around it."""
        return sentence(
            fill(around.pattern.entry["within"], {**self.named(around.names), "rest": rest})
        )

    def said(self, path: Path, value: Any, at: Path) -> str:
        """The rule as it reads at ``path``; ``at`` is where it really stands."""
        if around := self.patterns.around(path):
            return self.within(around, self.said(path[around.length - 1 :], value, at))
        found = self.patterns.find(path)
        if found is None:
            return " ".join(self._parts(path, value, at))
        entry, names = found.pattern.entry, found.names
        if value in ({}, []) and "empty" in entry:
            return sentence(fill(entry["empty"], self.named(names)))
        special = entry.get("is", {}).get(key_of(value))
        if special is None and isinstance(value, list) and len(value) == 1:
            special = entry.get("one")
        template = special if special is not None else entry.get("text")
        if template is None:
            return " ".join(self._parts(path, value, at))
        return sentence(fill(template, self.filling(path, names, value, at)))

    def _parts(self, path: Path, value: Any, at: Path) -> Iterator[str]:
        """The sentences of the parts of a mapping, in their order; its sources are left out."""
        if not isinstance(value, Mapping):
            raise KeyError(".".join(map(str, path)))
        for key in value:
            found = self.patterns.find((*path, key))
            if found is None or found.pattern.steps[0] != ANYWHERE:
                yield self.said((*path, key), value[key], (*at, key))

    def filling(
        self, path: Path, names: Mapping[str, str], value: Any, at: Path
    ) -> dict[str, Value]:
        """What the template of a place may use: its wildcards, ``value``, or the parts of a
        mapping.
        """
        values = self.named(names)
        shape = shapes.shape(path)
        assert shape is not None
        if not shape.has_parts or not isinstance(value, Mapping):
            values["value"] = self.values.phrase(shape, value, at)
        if isinstance(value, Mapping):
            values |= self._inside(path, shape, value, at)
            if {"won", "goes_to"} <= value.keys():
                deck = self._game.deck
                role, won = (*at, "goes_to"), (*at, "won")
                values["goes_to"] = self._terms.payee(
                    reading.role(deck, value["goes_to"], role),
                    reading.condition(deck, value["won"], won),
                )
        return {**self._terms.additions(), **values}

    def paid(self, bonus: Bonus) -> str:
        """Who is paid for a bonus, as a sentence to stand beside the one that says what it is won
        by.
        """
        found = self.patterns.find((*bonus.at, "goes_to"))
        assert found is not None
        values = {**self.named(found.names), "value": self._terms.payee(bonus.goes_to, bonus.won)}
        return sentence(fill(found.pattern.entry["text"], values))

    def _inside(
        self, path: Path, shape: Shape, value: Mapping[str, Any], at: Path
    ) -> dict[str, Value]:
        """The parts of a mapping by name; of mappings in it, the parts of these, and a whole one as
        sentences.
        """
        if shape.kind == "text":
            also = self.values.also(value)
            return {"also": also} if also else {}
        inside: dict[str, Value] = {}
        if "when" in shape.node.get("properties", {}) and "when" not in value:
            inside["no_when"] = ""  # a case for whatever no other case is for
        for key, part in value.items():
            below = shapes.shape((*path, key))
            if below is None:
                continue
            inner = (*at, key)
            if part in ([], {}):
                inside[f"no_{key}"] = self.said((*path, key), part, inner)
                continue
            if below.kind == "text":
                inside |= self._inside((*path, key), below, part, inner)
            if not below.has_parts or not isinstance(part, Mapping):
                said = self.values.phrase(below, part, inner)
                says = (
                    {"says": self.said((*path, key), part, inner)}
                    if self.patterns.find((*path, key))
                    else {}
                )
                inside[key] = Phrase(said.text, {**said.forms, **says}, said.number)
            elif self.patterns.around((*path, key)):
                inside[key] = self.said((key,), part, inner)
            elif below.kind == "map":
                inside[key] = " ".join(self._parts((*path, key), part, inner))
            else:
                inside = {**self._inside((*path, key), below, part, inner), **inside}
                number_or_more = "integer" in below.node.get("type", ())
                if self.patterns.speaks_whole((*path, key)) and not number_or_more:
                    inside[key] = self.said((*path, key), part, inner)
        return inside

    def named(self, names: Mapping[str, str], whole: Any = None) -> dict[str, Value]:
        """What the wildcards stand for; a whole contract or bonus brings its own name along."""
        if isinstance(whole, Mapping) and "name" in whole:
            return {name: self.values.name(whole["name"]) for name in names}
        speak = {
            "contract": self._terms.contract,
            "bonus": self._terms.bonus,
            "level": self._terms.level,
        }
        speak["declaration"] = self._terms.item
        said = {name: speak.get(name, self._terms.thing) for name in names}
        return {
            name: self._terms.words.joined(
                said[name](each) for each in (key, *self._beside.get(key, ()))
            )
            for name, key in names.items()
        }


def key_of(value: Any) -> str:
    """A single value as it is written in the words file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def changed(whole: Any, path: Path, value: Any) -> Any:
    """A rule with another value at a place in it; None takes the place away."""
    if not path:
        return value
    copied = copy.deepcopy(whole) if whole is not None else {}
    here: Any = copied
    for step in path[:-1]:
        here = here.setdefault(step, {}) if isinstance(here, dict) else here[step]
    if value is None:
        here.pop(path[-1], None)
    else:
        here[path[-1]] = value
    return copied
