"""Sentences on changes of rules: what is new, changed or gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple

from ..model import Game, Path
from . import shapes
from .settings import RuleSentences, changed, is_one, key_of
from .shapes import Found, Shape, moot
from .template import Phrase, Value, capital, fill, sentence

_WHOLE = ("condition", "text", "open", "cards", "object", "map")
_WHOLE_LISTS = ("rung", "win", "object", "all_pass")
_WHEN, _SOURCE = "when", "source"
_CONTRACTS, _PLAY, _VALUE = "contracts", "play", ("value",)
_PART = 3
"""The least length of a path within a contract."""
_NUMBER = re.compile(r"(\d+)")
_COUNTED = re.compile(r"^(?!.*@units).*\{value:[^}]*\|")
"""A sentence with a noun that agrees with a number, so that it cannot stand beside two."""
_CLAUSE = re.compile(r"(?<=[:;.] )|(?<=[：；。])")
_SENTENCE = re.compile(r"(?<=\.) (?=[^\d])|(?<=。)(?=.)")
"""The places between two sentences."""
_MARKS = ":;.：；。"
"""What ends a clause."""
_ORDER: Path = ("order",)
_ANY_RULE = "<rule>"
_NOT_TWICE = ("units", "units.dat", "only")
"""Forms with a word more than a value has, which is said once of two values."""
_TIMES_GAME = "_times_game"
"""The ending of the key of a value that is a multiple of the value of the game."""


class _Piece(NamedTuple):
    """One or more sentences about one part of a rule."""

    text: str
    alone: bool = False
    """Whether the text can stand without the pieces before it, as something is new or gone."""
    old: str = ""
    """The sentence that this one replaces, where the text does not say so itself."""
    bare: tuple[str, str] = ("", "")
    """The old and the new sentence without the name of the contract with which both begin."""


class Differences:
    """Makes sentences of changes of the rules of one game.

    ``sentences`` makes the sentences about a game that may still have the rules that are gone;
    ``after`` is the game without these. ``old`` makes the sentences about old values.
    """

    def __init__(self, sentences: RuleSentences, after: Game, old: RuleSentences) -> None:
        self._sentences = sentences
        self._words = sentences.terms.words
        self._patterns = sentences.patterns
        self._game = sentences.game
        self._after = after
        self._old = old

    def parts(self, changes: Iterable[tuple[Path, Any, Any]]) -> tuple[tuple[str, ...], ...]:
        """The texts for each rule that changes; each text can stand alone.

        A change is a path with its old and new value. A rule that reads the same in this language
        is left out.
        """
        # Collect the changes within each rule in its whole old and new value.
        rules: dict[Path, tuple[Any, Any]] = {}
        for path, old, new in changes:
            whole = self._patterns.owner(path)
            if None not in (_plain(old), _plain(new)):
                whole = self.sentence_at(whole)
            before, after = rules.get(whole) or (self._game.at(whole),) * 2
            inside = path[len(whole) :]
            rules[whole] = (
                changed(before, inside, _plain(old)),
                changed(after, inside, _plain(new)),
            )

        # Make sentences, except for rules that make no difference in this game.
        found = []
        for path, (old, new) in rules.items():
            if not moot(self._after, path):
                pieces = map(self._with_old, self._one(path, old, new))
                found.append(_grouped(pieces))
        return tuple(filter(None, found))

    def sentence_at(self, path: Path) -> Path:
        """The path of the rule whose sentence tells of a part.

        This is the rule around the part if that is one of several ``<rule>`` entries, or if it has
        a condition and the entry of the part has only fixed sentences (``is``), which do not say
        when it holds.
        """
        if path[-1] == _SOURCE:
            return path
        around, found = path[:-1], self._patterns.find(path)
        held, case = self._game.at(around), self._patterns.find(around)
        if case and case.pattern.steps[-1] == _ANY_RULE and "text" in case.pattern.entry:
            return around
        if not (isinstance(held, Mapping) and _WHEN in held and path[-1] in held):
            return path
        bare = (
            found is not None and "is" in found.pattern.entry and "text" not in found.pattern.entry
        )
        return around if bare and self._patterns.find(around) is not None else path

    def _with_old(self, piece: _Piece) -> _Piece:
        """A piece whose text says what it replaces, without the clauses that both have."""
        if not piece.old:
            return piece
        text = self._other_number(piece.old, piece.text)
        if not text:
            old = _rest(*piece.bare) if all(piece.bare) else _rest(piece.old, piece.text)
            text = self._words.text("difference", "changed", old=old, new=piece.text)
        return piece._replace(text=text, old="")

    def _other_number(self, old: str, new: str) -> str:
        """A sentence with the old number beside the new one; empty unless just one differs."""
        before, after = _NUMBER.split(old), _NUMBER.split(new)
        other = [place for place, part in enumerate(after) if [part] != before[place : place + 1]]
        if len(before) != len(after) or len(other) != 1 or not after[other[0]].isdigit():
            return ""
        was, now = before[other[0]], after[other[0]]
        after[other[0]] = self._words.text("difference", "instead", old=was, whole=was, new=now)
        return "".join(after)

    def _one(self, path: Path, old: Any, new: Any) -> Iterable[_Piece]:
        """The pieces on one change; none where both values read the same in this language."""
        if path == _ORDER and None not in (old, new):
            old = [step for step in old if not _idle(self._before((step,)))]
            new = [step for step in new if not _idle(self._after.at((step,)))]
            if old == new:
                return ()
        if None not in (old, new):
            was, now = (self._sentences.rule_text(path, value, path) for value in (old, new))
            if was == now:
                return ()
            # Parts with sentences of their own may be left: what is told of no part is untrue then.
            if old == {} and self._before(path):
                return [_Piece(self._words.text("difference", "new", of=now), alone=True)]
            if new == {} and self._after.at(path):
                return [_Piece(self._words.text("difference", "gone", of=was), alone=True)]
        return self._differs(path, old, new, path)

    def _differs(self, path: Path, old: Any, new: Any, at: Path) -> list[_Piece]:
        if more := _cases_before(path, old, new):
            return self._differs(path, None, more, at)
        if old is None and (other := self._counted_before(path)):
            was = self._sentences.rule_text(*other, other[0])
            return [_Piece(self._sentences.rule_text(path, new, at), alone=True, old=was)]
        if old is None:
            text = self._with_contract(path, self._sentences.rule_text(path, new, at))
            return [_Piece(self._words.text("difference", "new", of=text), alone=True)]
        if new is None:
            return self._gone(path, old, at)
        if around := self._patterns.around(path):
            inner = self._differs(path[around.length - 1 :], old, new, at)
            text = " ".join(piece.text for piece in inner)
            replaced = " ".join(piece.old for piece in inner if piece.old)
            within = self._sentences.within
            old_whole = replaced and within(around, replaced)
            return [_Piece(within(around, text), old=old_whole, bare=(replaced, text))]
        parts = self._changed_parts(path, old, new, at)
        if parts is None:
            return [self._changed(path, old, new, at)]
        return parts

    def _changed_parts(self, path: Path, old: Any, new: Any, at: Path) -> list[_Piece] | None:
        """The pieces on two mappings, part by part.

        None if a part has no sentence of its own, and for a rule with a condition, as a sentence on
        a part would not say when it holds.
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
        """The piece on a dropped rule; none if its name is now another name of a rule beside it, or
        if nothing could happen by it.
        """
        beside = self._after.at(at[:-1])
        if _is_alias(old, beside) or (not at[1:] and _idle(old)):
            return []
        other = _other_way(path)
        if other != path and self._is_new(other):
            return []  # the sentence on the new way to count it says so
        found = self._without(path, beside if isinstance(beside, Mapping) else {})
        if found is None:
            text = self._with_contract(path, self._sentences.rule_text(path, old, at))
            return [_Piece(self._words.text("difference", "gone", of=text), alone=True)]
        values = self._sentences.terms.additions | self._sentences.named(found.names, old)
        text = sentence(fill(found.pattern.entry["gone"], values))
        around = self._patterns.around(path)
        text = self._sentences.within(around, text) if around else text
        return [_Piece(self._with_contract(path, text))]

    def _with_contract(self, path: Path, text: str) -> str:
        """A sentence on a part of a contract, with the name of the contract if it lacks that."""
        if path[0] != _CONTRACTS or len(path) < _PART:
            return text
        name = self._sentences.terms.names.contract(str(path[1]))
        forms = (name.text, *name.forms.values())
        if any(each in text or text.startswith(capital(each)) for each in forms):
            return text
        around = self._patterns.around((*path[:2], _PLAY, _PLAY))
        return self._sentences.within(around, text) if around else text

    def _counted_before(self, path: Path) -> tuple[Path, Any] | None:
        """The path and the old value of the same item counted in the other way: in points, or as a
        multiple of the game. None if it was not counted so before, or still is.
        """
        other = _other_way(path)
        if other == path or self._after.at(other) is not None:
            return None
        was = self._before(other)
        return None if was is None else (other, was)

    def _is_new(self, path: Path) -> bool:
        """Whether a path has a value now and had none before."""
        return self._after.at(path) is not None and self._before(path) is None

    def _before(self, path: Path) -> Any:
        """The plain value at a path before all changes; None if there was none."""
        if self._old is not self._sentences:
            return self._old.game.at(path)
        for each in self._after.changes:
            if path[: len(each.path)] == each.path:
                was = _plain(each.old)
                for step in path[len(each.path) :]:
                    was = was.get(step) if isinstance(was, Mapping) else None
                return was
        return self._after.at(path)

    def _without(self, path: Path, beside: Mapping[str, Any]) -> Found | None:
        """The pattern whose ``gone`` says what holds without a rule.

        None where another rule of this kind is left ``beside`` it, or the same value is counted in
        the other way.
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

    def _changed(self, path: Path, old: Any, new: Any, at: Path) -> _Piece:
        """The piece on a changed value."""
        found = self._patterns.find(path)
        shape = shapes.shape(path)
        if found is None or shape is None:
            raise shapes.NoRule(path)

        # One sentence with both values, if the values fit into one.
        entry = found.pattern.entry
        special = entry.get("is", {})
        parted = shape.has_parts and (isinstance(old, Mapping) or isinstance(new, Mapping))
        single = not parted and [] not in (old, new)
        if "one" in entry and "changed" not in entry:
            single = single and is_one(path, old) == is_one(path, new)
        own = single and "changed" in entry
        plain = single and "text" in entry and not {key_of(old), key_of(new)} & set(special)
        plain = plain and not ((1 in (old, new)) and _COUNTED.search(entry["text"]))
        if own or (plain and (_inline(shape) or not isinstance(old, Mapping | list | tuple))):
            before = self._old.filling(path, found.names, old, at)["value"]
            values = self._sentences.filling(path, found.names, new, at)
            after = values["value"]
            if own:
                values |= {"old": before, "new": after}
                if isinstance(entry["changed"], str):
                    return _Piece(sentence(fill(entry["changed"], values)))
                return _Piece(self._listed_otherwise(path, found, values, (old, new), at))
            word = "instead.list" if shape.kind == "list" else "instead"
            text = fill(entry["text"], {**values, "value": self._instead(word, before, after)})
            return _Piece(sentence(text))

        # Two sentences.
        was, now = self._old.rule_text(path, old, at), self._sentences.rule_text(path, new, at)
        if (named := self._with_contract(path, now)) != now:
            return _Piece(named, old=self._with_contract(path, was), bare=(was, now))
        return _Piece(now, old=was)

    def _listed_otherwise(
        self,
        path: Path,
        found: Found,
        values: Mapping[str, Value],
        lists: tuple[Sequence[Any], Sequence[Any]],
        at: Path,
    ) -> str:
        """The sentence on a changed list: what is added, and what is removed without contracts that
        are gone. It names both lists if nothing of the old one is left, or if the order matters
        (``moved``) and changes.
        """
        old, new = lists
        texts = found.pattern.entry["changed"]
        more = [each for each in new if each not in old]
        gone = [each for each in old if each not in new and self._is_left(each)]
        key = {(True, True): "both", (True, False): "added", (False, True): "removed"}.get(
            (bool(more), bool(gone)), "whole"
        )
        kept = [[each for each in one if each in other] for one, other in (lists, lists[::-1])]
        moved = "moved" in texts and kept[0] != kept[1]
        key = "whole" if moved or len(gone) == len(old) else key
        if more:
            added = self._sentences.filling(path, found.names, more, at)["value"]
            values = {**values, "added": added}
        if gone:
            removed = self._old.filling(path, found.names, gone, at)["value"]
            values = {**values, "removed": removed}
        return sentence(fill(texts[key], values))

    def _is_left(self, name: str) -> bool:
        """Whether a name is not that of a contract that is gone."""
        return name in self._after.contracts or self._before((_CONTRACTS, name)) is None

    def _instead(self, word: str, old: Value, new: Value) -> Phrase:
        """``new instead of old`` in every form. In the forms ``units`` and ``only``, ``old`` is
        without the unit or the only, ``whole`` with it.
        """
        assert isinstance(old, Phrase) and isinstance(new, Phrase)

        def both(form: str) -> str:
            before = old.text if form in _NOT_TWICE else old.inflected(form)
            return self._words.text(
                "difference", word, old=before, whole=old.inflected(form), new=new.inflected(form)
            )

        forms = {form: both(form) for form in {*old.forms, *new.forms}}
        return replace(new, text=both(""), forms=forms)


def _other_way(path: Path) -> Path:
    """The path of the same value counted in the other way: in points, or as a multiple of the game.
    The path itself if it is not that of a value.
    """
    name = str(path[-1])
    if path[-2:-1] != _VALUE:
        return path
    plain = name.removesuffix(_TIMES_GAME)
    return (*path[:-1], plain if plain != name else f"{name}{_TIMES_GAME}")


def _cases_before(path: Path, old: Any, new: Any) -> list[Any]:
    """The cases that a changed list of who wins a trick has before the old ones; none otherwise."""
    here = shapes.shape(path)
    both = isinstance(old, list | tuple) and isinstance(new, list | tuple)
    if not both or here is None or here.kind != "list" or shapes.item_shape(here).kind != "win":
        return []
    more, rest = [*new[: len(new) - len(old)]], [*new[len(new) - len(old) :]]
    return more if rest == [*old] and all(_WHEN in each for each in more) else []


def _rest(old: str, new: str) -> str:
    """The part of an old text that differs from the new one: its other sentences, or the clauses
    between those that both begin and end with; all of it if the new one only says more.
    """
    before, after = (_SENTENCE.split(text) for text in (old, new))
    left = [each for each in before if each not in after]
    if left and len(left) < len(before):
        return " ".join(left)
    before, after = (_CLAUSE.split(text) for text in (old, new))
    while len(before) > 1 and len(after) > 1 and before[0] == after[0]:
        del before[0], after[0]
    while len(before) > 1 and len(after) > 1 and before[-1] == after[-1]:
        del before[-1], after[-1]
    rest = "".join(before).strip().rstrip(_MARKS)
    return rest + old[-1] if rest else old


def _grouped(pieces: Iterable[_Piece]) -> tuple[str, ...]:
    """Pieces as texts that can stand alone: one that cannot is joined to the one before."""
    found: list[str] = []
    for piece in pieces:
        if piece.alone or not found:
            found.append(piece.text)
        else:
            found[-1] = f"{found[-1]} {piece.text}"
    return tuple(found)


def _idle(value: Any) -> bool:
    """Whether these are the rules of a step at which nothing can happen."""
    rules = value.items() if isinstance(value, Mapping) else ()
    return bool(rules) and not any(part for key, part in rules if key != _SOURCE)


def _is_alias(old: Any, beside: Any) -> bool:
    """Whether a rule that is gone has a name that is now another name of a rule beside it."""
    if not (isinstance(old, Mapping) and isinstance(beside, Mapping)):
        return False
    names = {name for name in old.values() if isinstance(name, str)}
    others = (other for other in beside.values() if isinstance(other, Mapping))
    return any(names & set(other.get("also", ())) for other in others)


def _inline(shape: Shape) -> bool:
    """Whether two values of this shape fit into one sentence: ``new instead of old``."""
    if shape.kind == "list":
        return shapes.item_shape(shape).kind not in _WHOLE_LISTS
    return shape.kind not in _WHOLE


def _plain(value: Any) -> Any:
    """A value of the rules; None for a mark such as MISSING."""
    return None if isinstance(value, Enum) else value
