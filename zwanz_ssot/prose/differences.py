"""Differences between two rules as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ..model import Game, Path
from ..paths import dotted
from . import shapes
from .settings import Settings, changed, key_of
from .shapes import Found, Shape, moot
from .template import Phrase, Value, WordsFile, fill, sentence

_WHOLE = ("condition", "text", "open", "cards", "object", "map")
_WHOLE_LISTS = ("rung", "win", "object", "all_pass")
_WHEN, _SOURCE = "when", "source"
_ANY_RULE = "<rule>"
_TIMES_GAME = "_times_game"
"""The ending of a value that counts by the value of the game; the plain one lacks it."""


class _Piece(NamedTuple):
    """A sentence or several about one part of a rule; ``alone``: what is new or gone, which can
    stand without the pieces before it.
    """

    text: str
    alone: bool = False


class Differences:
    """Compares rules of one game with what they were.

    ``after`` is the game with all changes: the same game, unless that one still has what is gone;
    ``old`` says what stood there, by the names that it had.
    """

    def __init__(
        self, words: WordsFile, settings: Settings, game: Game, after: Game, old: Settings
    ) -> None:
        self._words = words
        self._settings = settings
        self._patterns = settings.patterns
        self._game = game
        self._after = after
        self._old = old

    def parts(self, changes: Iterable[tuple[Path, Any, Any]]) -> tuple[tuple[str, ...], ...]:
        """Changes, each a path with its old and new value, by rule: texts that can stand alone.

        A rule that reads the same in this language is left out.
        """
        # Changes within one rule are put into its whole old and new value.
        rules: dict[Path, tuple[Any, Any]] = {}
        for path, old, new in changes:
            whole = self._patterns.owner(path)
            if None not in (_plain(old), _plain(new)):
                whole = self._told_with(whole)
            before, after = rules.get(whole) or (self._game.at(whole),) * 2
            inside = path[len(whole) :]
            rules[whole] = (
                changed(before, inside, _plain(old)),
                changed(after, inside, _plain(new)),
            )

        # What reads the same has no sentence, and neither have rules that make no difference.
        found = []
        for path, (old, new) in rules.items():
            if not moot(self._after, path):
                found.append(_grouped(self._one(path, old, new)))
        return tuple(filter(None, found))

    def _told_with(self, path: Path) -> Path:
        """The rule that a part is told with: beside a condition, a part whose sentence is the same
        wherever it stands does not say when it holds.
        """
        around, found = path[:-1], self._patterns.find(path)
        held = self._game.at(around)
        if not (isinstance(held, Mapping) and _WHEN in held and path[-1] in held):
            return path
        bare = (
            found is not None and "is" in found.pattern.entry and "text" not in found.pattern.entry
        )
        return around if bare and self._patterns.find(around) is not None else path

    def _one(self, path: Path, old: Any, new: Any) -> Iterable[_Piece]:
        """One difference; nothing where both read the same in this language."""
        if None not in (old, new):
            was, now = (self._settings.said(path, value, path) for value in (old, new))
            if was == now:
                return ()
        return self._differs(path, old, new, path)

    def _differs(self, path: Path, old: Any, new: Any, at: Path) -> list[_Piece]:
        if old is None:
            said = self._settings.said(path, new, at)
            return [_Piece(self._words.text("difference", "new", of=said), alone=True)]
        if new is None:
            return self._gone(path, old, at)
        if around := self._patterns.around(path):
            inner = self._differs(path[around.length - 1 :], old, new, at)
            said = " ".join(piece.text for piece in inner)
            return [_Piece(self._settings.within(around, said))]
        parts = self._changed_parts(path, old, new, at)
        if parts is None:
            return [_Piece(self._changed(path, old, new, at))]
        return parts

    def _changed_parts(self, path: Path, old: Any, new: Any, at: Path) -> list[_Piece] | None:
        """Differences of two mappings part by part, if every part has a sentence of its own.

        None for a rule with a condition: a part of it does not say when it holds.
        """
        both = isinstance(old, Mapping) and isinstance(new, Mapping)
        if not (both and shapes.has_parts(path)) or _WHEN in old:
            return None
        keys = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
        keys = [key for key in keys if key != _SOURCE] or keys
        if not keys or not all(self._patterns.sayable((*path, key), composed=True) for key in keys):
            return None
        pieces: list[_Piece] = []
        for key in keys:
            pieces += self._differs((*path, key), old.get(key), new.get(key), (*at, key))
        return pieces

    def _gone(self, path: Path, old: Any, at: Path) -> list[_Piece]:
        """A dropped rule; nothing if its name survives as an alias."""
        beside = self._after.at(at[:-1])
        if _still_said(old, beside):
            return []
        found = self._without(path, beside if isinstance(beside, Mapping) else {})
        if found is None:
            said = self._settings.said(path, old, at)
            return [_Piece(self._words.text("difference", "gone", of=said), alone=True)]
        said = sentence(fill(found.pattern.entry["gone"], self._settings.named(found.names, old)))
        around = self._patterns.around(path)
        return [_Piece(self._settings.within(around, said) if around else said)]

    def _without(self, path: Path, beside: Mapping[str, Any]) -> Found | None:
        """The pattern whose ``gone`` says what holds without a rule.

        None where something ``beside`` it still does the same: another rule of this kind, or the
        same value counted in another way.
        """
        name = str(path[-1])
        plain = name.removesuffix(_TIMES_GAME)
        if name != plain and not {plain, name} & beside.keys():
            path = (*path[:-1], plain)
        found = self._patterns.find(self._patterns.rest(path))
        if found is None or "gone" not in found.pattern.entry:
            return None
        one_of_many = found.pattern.steps[-1] == _ANY_RULE and beside
        return None if one_of_many or f"{name}{_TIMES_GAME}" in beside else found

    def _changed(self, path: Path, old: Any, new: Any, at: Path) -> str:
        found = self._patterns.find(path)
        shape = shapes.shape(path)
        if found is None or shape is None:
            raise KeyError(dotted(path))
        entry = found.pattern.entry
        special = entry.get("is", {})
        parted = shape.has_parts and (isinstance(old, Mapping) or isinstance(new, Mapping))
        single = not parted and [] not in (old, new)
        own = single and "changed" in entry
        plain = single and "text" in entry and not {key_of(old), key_of(new)} & set(special)
        if own or (plain and (_inline(shape) or not isinstance(old, Mapping | list | tuple))):
            before = self._old.filling(path, found.names, old, at)["value"]
            values = self._settings.filling(path, found.names, new, at)
            after = values["value"]
            if own:
                return sentence(fill(entry["changed"], {**values, "old": before, "new": after}))
            word = "instead.list" if shape.kind == "list" else "instead"
            return sentence(
                fill(entry["text"], {**values, "value": self._instead(word, before, after)})
            )
        was, now = self._old.said(path, old, at), self._settings.said(path, new, at)
        return self._words.text("difference", "changed", old=was, new=now)

    def _instead(self, word: str, old: Value, new: Value) -> Phrase:
        """``new instead of old`` in every form.

        Of two amounts ``old`` is without its unit, ``whole`` with it.
        """
        assert isinstance(old, Phrase) and isinstance(new, Phrase)

        def both(form: str) -> str:
            before = old.text if form == "units" else old.said(form)
            return self._words.text(
                "difference", word, old=before, whole=old.said(form), new=new.said(form)
            )

        return Phrase(both(""), {form: both(form) for form in {*old.forms, *new.forms}}, new.number)


def _grouped(pieces: Iterable[_Piece]) -> tuple[str, ...]:
    """Pieces as texts that can stand alone: what cannot is joined to the one before."""
    found: list[str] = []
    for piece in pieces:
        if piece.alone or not found:
            found.append(piece.text)
        else:
            found[-1] = f"{found[-1]} {piece.text}"
    return tuple(found)


def _still_said(old: Any, beside: Any) -> bool:
    """Whether a name is an alias of something beside it."""
    if not (isinstance(old, Mapping) and isinstance(beside, Mapping)):
        return False
    names = {name for name in old.values() if isinstance(name, str)}
    others = (other for other in beside.values() if isinstance(other, Mapping))
    return any(names & set(other.get("also", ())) for other in others)


def _inline(shape: Shape) -> bool:
    """Whether two values fit into one sentence: ``new instead of old``."""
    if shape.kind == "list":
        return shapes.item_shape(shape).kind not in _WHOLE_LISTS
    return shape.kind not in _WHOLE


def _plain(value: Any) -> Any:
    """A value of the rules; None for a mark such as MISSING."""
    return None if isinstance(value, Enum) else value
