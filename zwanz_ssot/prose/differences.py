"""What is different between two rules, as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ..model import Game, Path
from . import shapes
from .enumeration import moot
from .settings import Settings, changed, key_of
from .shapes import Found, Shape
from .template import Phrase, Value, WordsFile, fill, sentence

_TOLD_WHOLE = ("condition", "text", "open", "cards", "object", "map")
_LISTS_TOLD_WHOLE = ("rung", "win", "object", "all_pass")
_WHEN, _SOURCE = "when", "source"
_ANY_RULE = "<rule>"
_TIMES_GAME = "_times_game"
"""How the name of a value ends that counts by the value of the game; without it, it is that of a
plain one.
"""


class _Piece(NamedTuple):
    """A sentence or several about one part of a rule; ``alone``: what is new or gone, which can
    stand without the pieces before it.
    """

    text: str
    alone: bool = False


class Differences:
    """Compares rules of one game with what they were. ``after`` is the game with all changes: the
    same one, or, where the game still has what is gone, the one that has it no more.
    """

    def __init__(self, words: WordsFile, settings: Settings, game: Game, after: Game) -> None:
        self._words = words
        self._settings = settings
        self._patterns = settings.patterns
        self._game = game
        self._after = after

    def parts(self, changes: Iterable[tuple[Path, Any, Any]]) -> tuple[tuple[str, ...], ...]:
        """What changes at each place from an old to a new value, rule by rule; of each rule the
        sentences that can stand alone. A rule that reads the same in this language is left out.
        """
        rules: dict[Path, tuple[Any, Any]] = {}
        for path, *values in changes:
            whole = self._patterns.owner(path)
            both = rules.get(whole) or (self._game.at(whole),) * 2
            old, new = (
                changed(it, path[len(whole) :], _plain(value))
                for it, value in zip(both, values, strict=True)
            )
            rules[whole] = old, new
        found = (
            _grouped(self._one(path, old, new))
            for path, (old, new) in rules.items()
            if not moot(self._after, path)
        )
        return tuple(parts for parts in found if parts)

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
        """Of two mappings, what is different in parts that have sentences of their own; None where
        they have none, and for a rule with a condition, since a part of it does not say when it
        holds.
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
        """That something is no more; nothing of a name that lives on as another name of something
        beside it.
        """
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
        """The pattern whose ``gone`` says what holds without a rule; None where that is not so,
        since what stands ``beside`` it still does the same: another rule of this kind, or the same
        value counted in another way.
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
            raise KeyError(".".join(map(str, path)))
        entry = found.pattern.entry
        special = entry.get("is", {})
        parted = shape.has_parts and (isinstance(old, Mapping) or isinstance(new, Mapping))
        single = not parted and [] not in (old, new)
        told = single and "changed" in entry
        plain = single and "text" in entry and not {key_of(old), key_of(new)} & set(special)
        if told or (plain and (_inline(shape) or not isinstance(old, Mapping | list | tuple))):
            before = self._settings.filling(path, found.names, old, at)["value"]
            values = self._settings.filling(path, found.names, new, at)
            after = values["value"]
            if told:
                return sentence(fill(entry["changed"], {**values, "old": before, "new": after}))
            word = "instead.list" if shape.kind == "list" else "instead"
            return sentence(
                fill(entry["text"], {**values, "value": self._instead(word, before, after)})
            )
        was, now = self._settings.said(path, old, at), self._settings.said(path, new, at)
        return self._words.text("difference", "changed", old=was, new=now)

    def _instead(self, word: str, old: Value, new: Value) -> Phrase:
        """``new instead of old`` in every form; ``old`` of two amounts names no unit, ``whole`` its
        own.
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
    """Whether a name is also one of those beside it."""
    if not (isinstance(old, Mapping) and isinstance(beside, Mapping)):
        return False
    others = (other.get("also", ()) for other in beside.values() if isinstance(other, Mapping))
    return any(
        set(also) & {name for name in old.values() if isinstance(name, str)} for also in others
    )


def _inline(shape: Shape) -> bool:
    """Whether two values fit into one sentence: ``new instead of old``."""
    if shape.kind == "list":
        return shapes.item_shape(shape).kind not in _LISTS_TOLD_WHOLE
    return shape.kind not in _TOLD_WHOLE


def _plain(value: Any) -> Any:
    """A value of the rules; None for a mark of something that is missing."""
    return None if isinstance(value, Enum) else value
