"""The words files, ``templates/words.<language>.yaml``, and their template language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
GENDER = "gender"
TEXT = "text"
_NO_FORMS = (TEXT, NUMBER, GENDER)
"""The keys of an entry that are not among the forms of its phrase."""


@dataclass(frozen=True)
class Phrase:
    """A piece of a sentence: its text, its other forms, its number (one, many or you), and its
    gender, a key of ``articles``; empty if it has none.
    """

    text: str
    forms: Mapping[str, str] = field(default_factory=dict)
    number: str = "one"
    gender: str = ""

    def inflected(self, form: str = "") -> str:
        """The phrase in a form; its text if it has no such form."""
        return self.forms.get(form, self.text)


Value = Phrase | int | str
Values = Mapping[str, Value]


def fill(template: str, values: Values) -> str:
    """A template filled with values. A part in ``[ ]`` is left out if one of its values is missing;
    elsewhere KeyError is raised with the name of the value.
    """

    def place(match: re.Match[str]) -> str:
        return _filled(values[match[1]], match[2] or "")

    def maybe(match: re.Match[str]) -> str:
        there = all(name in values for name, _ in _PLACE.findall(match[1]))
        return match[1] if there else ""

    return _PLACE.sub(place, _MAYBE.sub(maybe, template))


def phrase(entry: Any, values: Values | None = None) -> Phrase:
    """An entry of a words file as a phrase, every form filled with the values. The ``number`` and
    the ``gender`` of an entry may be the name of the value from which it takes them.
    """
    values = values or {}
    if not isinstance(entry, Mapping):
        return Phrase(fill(str(entry), values))
    number, gender = str(entry.get(NUMBER, "one")), str(entry.get(GENDER, ""))
    forms = {key: fill(form, values) for key, form in entry.items() if key not in _NO_FORMS}
    if number in values:
        number = _number(values[number])
    if gender in values:
        gender = _gender(values[gender])
    return Phrase(fill(entry[TEXT], values), forms, number, gender)


def sentence(text: str) -> str:
    """A tidy text with a capital at the start and a full stop at the end."""
    text = tidy(text).lstrip(", ")
    if text and text[-1] not in _ENDS:
        text += "."
    return capital(text)


def tidy(text: str) -> str:
    """A text without superfluous commas, full stops and blanks; full-width marks have no blank
    after them.
    """
    text = _AFTER_WIDE.sub("", re.sub(r"\s+", " ", text).strip())
    text = re.sub(r",(?=\s*[,.;:)!?])", "", text)
    text = re.sub(r"\s+(?=[,.;:)!?])", "", text)
    return re.sub(r"\.(?=\.)", "", text).rstrip(", ")


def capital(text: str) -> str:
    """A text with a capital as its first letter.

    >>> capital("dealt to the DECLARER")
    'Dealt to the DECLARER'
    """
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
    """The word for a number or a gender: that for exactly it (``2 3=few``, ``feminine=her``), else
    for one, many or you.
    """
    exactly = {value.text if isinstance(value, Phrase) else str(value), _gender(value)}
    for word in words:
        names, equals, its = word.partition("=")
        if equals and not exactly.isdisjoint(names.split()):
            return its
    usual = [word for word in words if "=" not in word]
    return usual[min(_NUMBERS[_number(value)], len(usual) - 1)]


def _gender(value: Value) -> str:
    return value.gender if isinstance(value, Phrase) else ""


def _number(value: Value) -> str:
    if isinstance(value, Phrase):
        return value.number
    return "one" if value in (1, "1") else "many"


_PREFIX, _SUFFIX = "words.", ".yaml"


def languages() -> tuple[str, ...]:
    """The languages with a words file, in alphabetical order.

    >>> {"de", "en", "ja"} <= {*languages()}
    True
    """
    files = data("templates").glob(f"{_PREFIX}*{_SUFFIX}")
    return tuple(sorted(file.name[len(_PREFIX) : -len(_SUFFIX)] for file in files))


FALLBACK = "en"
"""The language of the sentences that another language lacks."""


def fallback_first() -> tuple[str, ...]:
    """The languages with a words file, the fallback first.

    >>> fallback_first()[0], sorted(fallback_first()) == [*languages()]
    ('en', True)
    """
    return tuple(sorted(languages(), key=lambda lang: lang != FALLBACK))


_OWN = frozenset({"language", "numbers", "grammar", "articles", "nouns"})
"""Sections for which there is no fallback."""
_NO_GRAMMAR: Mapping[str, Mapping[str, Any]] = {
    "grammar": {"definite": (), "default": "bare", "dropped": ()},
    "articles": {"bare": {"nom": ""}},
    "nouns": {},
}
"""What the grammar of a language says of which there is nothing yet."""
_SETTINGS = "settings"
_SPECIAL = "is"
_CLAUSES = ("and.clause", "and.mixed")
_CHANGED = "changed"
"""The key of a sentence that some languages need and others do without."""


class NoWords(WrongCall, KeyError):
    """No language has this entry, not even the fallback."""


class WordsFile:
    """One words file: sections of entries, which are templates or mappings of forms.

    An entry that the file lacks comes from the ``fallback``, filled with names and numbers in the
    language itself. An own entry goes before a narrower one of the fallback, unless it needs a
    value that is not given.
    """

    def __init__(
        self,
        content: Mapping[str, Any],
        fallback: Mapping[str, Any] | None = None,
        *,
        file: str = f"{_PREFIX}{FALLBACK}{_SUFFIX}",
    ) -> None:
        self._file = file
        # Entries stand in the order of the file, the usual ones last.
        own = {
            section: {**(its := content.get(section, {})), **usual, **its}
            for section, usual in _NO_GRAMMAR.items()
        }
        self.content: Mapping[str, Any] = {**content, **own}
        self._fallback = {
            section: entries for section, entries in (fallback or {}).items() if section not in _OWN
        }

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The entries of rules by pattern, completed from the fallback."""
        own: Mapping[str, Any] = self.content.get(_SETTINGS, {})
        others: Mapping[str, Any] = self._fallback.get(_SETTINGS, {})
        return {
            key: _completed(own[key], others.get(key)) if key in own else others[key]
            for key in (*own, *(key for key in others if key not in own))
        }

    @property
    def untranslated(self) -> tuple[str, ...]:
        """The keys of all entries from the fallback: ``conditions.majority``,
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
        """The entry of the first key that the section has. Raises NoWords with the last one if it
        has none.
        """
        for entries in self._entries(section):
            for key in keys:
                if key in entries:
                    return entries[key]
        text = f"there are no words for '{section}.{keys[-1]}'"
        raise NoWords(text, f"write them into templates/{self._file}")

    def _entries(self, section: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return self.content.get(section, {}), self._fallback.get(section, {})

    def phrase(self, section: str, *keys: str, **values: Value) -> Phrase:
        """The entry of the first key that the section has, filled, with all its forms.

        If it needs a value that is missing, it is the entry of the fallback for a narrower key.
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
        """A number in digits. If the language has a word for it, the form ``word`` and the forms of
        the number 1 are that word.
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
        """The text of `phrase`."""
        return self.phrase(section, *keys, **values).text

    def joined(
        self, phrases: Iterable[Phrase], how: str = "and", *, comma: str = "comma"
    ) -> Phrase:
        """Several phrases as one, in every form that one of them has: ``a, b and c``.

        ``how`` is the entry of ``join`` before the last phrase, ``comma`` that before the others.
        Clauses before an and take the endings in ``grammar.before_and``.
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
        """A clause before another one: ``出る`` becomes ``出て`` in Japanese."""
        endings: Mapping[str, str] = self.content.get("grammar", {}).get("before_and", {})
        found = max(filter(clause.endswith, endings), key=len, default="")
        return clause.removesuffix(found) + endings.get(found, "")


@cache
def words(language: str) -> WordsFile:
    """The words file of a language. Raises WrongCall if there is none, and for a word that is
    chosen by a gender that the language does not have.
    """
    there = languages()
    if language not in there:
        hint = did_you_mean(language, there) or f"there are: {', '.join(there)}"
        raise WrongCall(f"there are no words for the language {language!r}", hint)
    own = _read(language)
    found = WordsFile(own, _read(FALLBACK) if language != FALLBACK else None)
    genders = tuple(found.content["articles"])
    sentences = {section: its for section, its in own.items() if section not in _OWN}
    wrong = list(_wrong_choices(sentences, genders))
    if wrong:
        raise WrongCall(
            f"templates/{_PREFIX}{language}{_SUFFIX}: {'; '.join(wrong)}",
            f"the genders are those under articles: {', '.join(genders)}",
        )
    return found


def _wrong_choices(entry: Any, genders: Iterable[str], at: str = "") -> Iterator[str]:
    """What is wrong with the genders in an entry, and with the words that it chooses between."""
    if isinstance(entry, Mapping):
        for key, part in entry.items():
            if key == GENDER and isinstance(part, str):
                values = {name for name, _ in _PLACE.findall(str(entry.get(TEXT, "")))}
                yield from _no_genders([part], {*genders, *values}, at)
            else:
                yield from _wrong_choices(part, genders, f"{at}.{key}" if at else str(key))
    elif isinstance(entry, str) and "=" in entry:
        for place in _PLACE.finditer(entry):
            words = (place[2] or "").split("|")
            exact = [word for word in words if "=" in word]
            names = [name for word in exact for name in word.partition("=")[0].split()]
            yield from _no_genders((n for n in names if not n.isdecimal()), genders, at)
            if exact == words:
                yield f"{at}: {place[0]} has no word for other names and numbers"


def _no_genders(names: Iterable[str], genders: Iterable[str], at: str) -> Iterator[str]:
    for name in names:
        if name not in genders:
            hint = did_you_mean(name, genders)
            yield f"{at}: there is no gender '{name}'{hint and f', {hint}'}"


@cache
def _read(language: str) -> Mapping[str, Any]:
    content: Mapping[str, Any] = table(data("templates") / f"{_PREFIX}{language}{_SUFFIX}")
    return content


def _parts(entry: Any) -> Mapping[str, Any]:
    """An entry of ``settings`` as a mapping, without empty texts. A bare text is its ``text``."""
    parts = entry if isinstance(entry, Mapping) else {TEXT: entry}
    return {key: part for key, part in parts.items() if part != ""}


def _completed(own: Any, other: Any) -> Any:
    """An entry of ``settings``, completed with the parts that only the other language has."""
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
    """Clear the caches, so that words files are read again."""
    words.cache_clear()
    _read.cache_clear()
