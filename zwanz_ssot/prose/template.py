"""The words files, ``templates/words.<language>.yaml``, and the small template language they are
written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import takewhile
from typing import Any

from ..places import data, table
from ..problems import WrongCall, did_you_mean

_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_MAYBE = re.compile(r"\[([^\[\]]*)\]")
_NUMBERS = {"one": 0, "many": 1, "you": 2}
_ENDS = ".!?…。！？"
_AFTER_WIDE = re.compile("(?<=[、。：；！？「」『』（）])\\s+")
NUMBER = "number"
TEXT = "text"


@dataclass(frozen=True)
class Phrase:
    """A piece of a sentence: its text, its other forms, and whether it is one, many or you."""

    text: str
    forms: Mapping[str, str] = field(default_factory=dict)
    number: str = "one"

    def inflected(self, form: str = "") -> str:
        """The phrase in a form; its plain text where it has no such form."""
        return self.forms.get(form, self.text)


Value = Phrase | int | str
Values = Mapping[str, Value]


def fill(template: str, values: Values) -> str:
    """A template with its values; KeyError with the name of a value that is missing outside of ``[
    ]``.
    """

    def place(match: re.Match[str]) -> str:
        return _filled(values[match[1]], match[2] or "")

    def maybe(match: re.Match[str]) -> str:
        there = all(name in values for name, _ in _PLACE.findall(match[1]))
        return match[1] if there else ""

    return _PLACE.sub(place, _MAYBE.sub(maybe, template))


def phrase(entry: Any, values: Values | None = None) -> Phrase:
    """An entry of a words file as a phrase, every form of it filled with the values.

    Its number is that of the entry; an entry whose number is the name of a value takes the number
    of that.
    """
    values = values or {}
    if not isinstance(entry, Mapping):
        return Phrase(fill(str(entry), values))
    number = str(entry.get(NUMBER, "one"))
    forms = {key: fill(form, values) for key, form in entry.items() if key not in (TEXT, NUMBER)}
    named = values.get(number)
    return Phrase(fill(entry[TEXT], values), forms, number if named is None else _number(named))


def sentence(text: str) -> str:
    """A text as a sentence: a capital letter at the start, a full stop at the end, no comma too
    many.
    """
    text = tidy(text).lstrip(", ")
    if text and text[-1] not in _ENDS:
        text += "."
    return capital(text)


def tidy(text: str) -> str:
    """A text without the commas and blanks that putting it together has left; full-width marks
    bring their own.
    """
    text = _AFTER_WIDE.sub("", re.sub(r"\s+", " ", text).strip())
    text = re.sub(r",(?=\s*[,.;:)!?])", "", text)
    text = re.sub(r"\s+(?=[,.;:)!?])", "", text)
    return re.sub(r"\.(?=\.)", "", text).rstrip(", ")


def capital(text: str) -> str:
    """A text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def _filled(value: Value, how: str) -> str:
    if "|" in how:
        return _chosen(value, how.split("|"))
    text = str(value)
    if isinstance(value, Phrase):
        text = value.inflected(how.strip("@^_"))
    if how.endswith("_"):
        return text[:1].lower() + text[1:]
    return capital(text) if how.endswith("^") else text


def _chosen(value: Value, words: list[str]) -> str:
    """The word for a number: the one that names it, else by whether it is one, many or you."""
    text = value.text if isinstance(value, Phrase) else str(value)
    for word in words:
        numbers, equals, its = word.partition("=")
        if equals and text in numbers.split():
            return its
    usual = [word for word in words if "=" not in word]
    return usual[min(_NUMBERS[_number(value)], len(usual) - 1)]


def _number(value: Value) -> str:
    if isinstance(value, Phrase):
        return value.number
    return "one" if value in (1, "1") else "many"


_PREFIX, _SUFFIX = "words.", ".yaml"


def languages() -> tuple[str, ...]:
    """The languages there are words for, in alphabetical order.

    >>> {"de", "en", "ja"} <= {*languages()}
    True
    """
    files = data("templates").glob(f"{_PREFIX}*{_SUFFIX}")
    return tuple(sorted(file.name[len(_PREFIX) : -len(_SUFFIX)] for file in files))


FALLBACK = "en"
"""The language whose sentence is shown where another one has none yet."""


def fallback_first() -> tuple[str, ...]:
    """The languages there are words for, the fallback before the others.

    >>> fallback_first()[0], sorted(fallback_first()) == [*languages()]
    ('en', True)
    """
    return tuple(sorted(languages(), key=lambda lang: lang != FALLBACK))


_OWN = frozenset({"language", "numbers", "grammar", "articles", "nouns"})
"""Sections that are a language's own affair: nothing of them is taken from another one."""
_SETTINGS = "settings"
_SPECIAL = "is"
_CLAUSES = ("and.clause", "and.mixed")
_CHANGED = "changed"
"""A sentence that one language may need where another does without it."""


class WordsFile:
    """One words file. Sections and keys are plain mappings; entries are templates or mappings of
    forms.

    An entry that the file lacks is that of the ``fallback``, where there is one, with the names and
    numbers of the language itself; its own entry goes first, even where the other one is narrower,
    unless it asks for a value that is not given.
    """

    def __init__(
        self, content: Mapping[str, Any], fallback: Mapping[str, Any] | None = None
    ) -> None:
        self.content = content
        self._fallback = {
            section: entries for section, entries in (fallback or {}).items() if section not in _OWN
        }

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The sentences of rules by pattern, completed from the fallback."""
        own: Mapping[str, Any] = self.content.get(_SETTINGS, {})
        others: Mapping[str, Any] = self._fallback.get(_SETTINGS, {})
        return {
            key: _completed(own[key], others.get(key)) if key in own else others[key]
            for key in (*own, *(key for key in others if key not in own))
        }

    @property
    def untranslated(self) -> tuple[str, ...]:
        """The keys of all entries that are those of the fallback: ``conditions.majority``,
        ``settings.table.direction.is.clockwise``.
        """
        found: list[str] = []
        for section, entries in self._fallback.items():
            own = self.content.get(section, {})
            for key, entry in entries.items():
                path = f"{section}.{key}"
                if key not in own:
                    found.append(path)
                elif section == _SETTINGS:
                    found += [f"{path}.{part}" for part in _missing(own[key], entry)]
        return tuple(found)

    def has(self, section: str, key: str) -> bool:
        """Whether there is such an entry."""
        return any(key in entries for entries in self._entries(section))

    def entry(self, section: str, *keys: str) -> Any:
        """The entry under the first of the keys that the section has; KeyError with the last when
        none.
        """
        for entries in self._entries(section):
            for key in keys:
                if key in entries:
                    return entries[key]
        raise KeyError(f"{section}.{keys[-1]}")

    def _entries(self, section: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return self.content.get(section, {}), self._fallback.get(section, {})

    def phrase(self, section: str, *keys: str, **values: Value) -> Phrase:
        """An entry, filled, with all its forms; the first of the keys that there is.

        An entry of the language itself that asks for a value which only other cases have gives way
        to the narrower one of the fallback.
        """
        values = {
            name: self.numeral(value) if isinstance(value, int) else value
            for name, value in values.items()
        }
        try:
            return phrase(self.entry(section, *keys), values)
        except KeyError:
            own, other = self._entries(section)
            narrower = takewhile(lambda key: key not in own, keys)
            entry = next((other[key] for key in narrower if key in other), None)
            if entry is None:
                raise
            return phrase(entry, values)

    def numeral(self, number: int) -> Phrase:
        """A number in digits; its form ``word``, and those that one has, in a word where the
        language gives one.
        """
        spelt: Mapping[str, Any] = self.content.get("numbers", {})
        digits = str(number)
        how_many = "one" if number == 1 else "many"
        if digits not in spelt:
            return Phrase(digits, number=how_many)
        word = phrase(spelt[digits])
        forms = {"word": word.text} | {
            form: word.inflected(form) for form in phrase(spelt["1"]).forms
        }
        return Phrase(digits, forms, how_many)

    def text(self, section: str, *keys: str, **values: Value) -> str:
        """An entry, filled, as text."""
        return self.phrase(section, *keys, **values).text

    def joined(
        self, phrases: Iterable[Phrase], how: str = "and", *, comma: str = "comma"
    ) -> Phrase:
        """Several phrases as one, in every form one of them has: ``a, b and c``. ``how`` and
        ``comma`` are the entries of ``join`` before the last one and before the others. Clauses
        that all hold take the endings of their language (``grammar.before_and``), but for the last.
        """
        parts = tuple(phrases)
        if len(parts) == 1:
            return parts[0]
        last = str(self.entry("join", how))
        usual = str(self.entry("join", comma))

        def listed(form: str) -> str:
            texts = [part.inflected(form) for part in parts]
            if how in _CLAUSES:
                texts[:-1] = map(self._before_and, texts[:-1])
            return (
                last.join((usual.join(texts[:-1]), texts[-1]))
                if texts
                else str(self.entry("join", "none"))
            )

        forms = {form: listed(form) for part in parts for form in part.forms}
        return Phrase(listed(""), forms, "many")

    def _before_and(self, clause: str) -> str:
        """A clause as it stands before another one: ``出る`` becomes ``出て`` in Japanese."""
        endings: Mapping[str, str] = self.content.get("grammar", {}).get("before_and", {})
        found = max(filter(clause.endswith, endings), key=len, default="")
        return clause.removesuffix(found) + endings.get(found, "")


@cache
def words(language: str) -> WordsFile:
    """The words of a language; WrongCall when there is no such file."""
    there = languages()
    if language not in there:
        hint = did_you_mean(language, there) or f"there are: {', '.join(there)}"
        raise WrongCall(f"there are no words for the language {language!r}", hint)
    return WordsFile(_read(language), _read(FALLBACK) if language != FALLBACK else None)


@cache
def _read(language: str) -> Mapping[str, Any]:
    content: Mapping[str, Any] = table(data("templates") / f"{_PREFIX}{language}{_SUFFIX}")
    return content


def _parts(entry: Any) -> Mapping[str, Any]:
    """An entry of ``settings`` as a mapping: a bare text is its ``text``. An empty one is none."""
    parts = entry if isinstance(entry, Mapping) else {TEXT: entry}
    return {key: part for key, part in parts.items() if part != ""}


def _completed(own: Any, other: Any) -> Any:
    """An entry of ``settings`` with the parts that only the other language has."""
    if not _missing(own, other):
        return own
    found = {**_parts(other), **_parts(own)}
    if _CHANGED not in _parts(own):
        found.pop(_CHANGED, None)
    if _SPECIAL in found:
        found[_SPECIAL] = {
            **_parts(other).get(_SPECIAL, {}),
            **_parts(own).get(_SPECIAL, {}),
        }
    return found


def _missing(own: Any, other: Any) -> list[str]:
    """The parts of an entry of ``settings`` that only the other language has."""
    if other is None:
        return []
    ours, theirs = _parts(own), _parts(other)
    found = [part for part in theirs if part not in ours and part not in (_CHANGED, _SPECIAL)]
    special = [key for key in theirs.get(_SPECIAL, {}) if key not in ours.get(_SPECIAL, {})]
    return [*found, *(f"{_SPECIAL}.{key}" for key in special)]


def forget() -> None:
    """Read the words files anew from now on."""
    words.cache_clear()
    _read.cache_clear()
