"""The words files, ``templates/words.<language>.yaml``: all sentences of a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ..places import data, table
from ..problems import WrongCall, did_you_mean
from .template import Phrase, Value, phrase

_PREFIX, _SUFFIX = "words.", ".yaml"


def languages() -> tuple[str, ...]:
    """The languages there are words for, in alphabetical order."""
    files = data("templates").glob(f"{_PREFIX}*{_SUFFIX}")
    return tuple(sorted(file.name[len(_PREFIX) : -len(_SUFFIX)] for file in files))


class Words:
    """One words file. Sections and keys are plain mappings; entries are templates or mappings of
    forms.
    """

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content

    def has(self, section: str, key: str) -> bool:
        """Whether there is such an entry."""
        return key in self.content[section]

    def entry(self, section: str, *keys: str) -> Any:
        """The entry under the first of the keys that the section has; KeyError with the last when
        none.
        """
        there: Mapping[str, Any] = self.content[section]
        for key in keys:
            if key in there:
                return there[key]
        raise KeyError(f"{section}.{keys[-1]}")

    def phrase(self, section: str, *keys: str, **values: Value) -> Phrase:
        """An entry, filled, with all its forms; the first of the keys that there is."""
        said = {
            name: self.numeral(value) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return phrase(self.entry(section, *keys), said)

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
        forms = {"word": word.text} | {form: word.said(form) for form in phrase(spelt["1"]).forms}
        return Phrase(digits, forms, how_many)

    def text(self, section: str, *keys: str, **values: Value) -> str:
        """An entry, filled, as text."""
        return self.phrase(section, *keys, **values).text

    def joined(self, phrases: Iterable[Phrase], how: str = "and") -> Phrase:
        """Several phrases as one, in every form one of them has: ``a, b and c``."""
        parts = tuple(phrases)
        if len(parts) == 1:
            return parts[0]
        last = str(self.entry("join", how))
        comma = str(self.entry("join", "comma"))

        def listed(form: str) -> str:
            said = [part.said(form) for part in parts]
            return (
                last.join((comma.join(said[:-1]), said[-1]))
                if said
                else str(self.entry("join", "none"))
            )

        forms = {form: listed(form) for part in parts for form in part.forms}
        return Phrase(listed(""), forms, "many")


@cache
def words(language: str) -> Words:
    """The words of a language; WrongCall when there is no such file."""
    there = languages()
    if language not in there:
        hint = did_you_mean(language, there) or f"there are: {', '.join(there)}"
        raise WrongCall(f"there are no words for the language {language!r}", hint)
    file = data("templates") / f"{_PREFIX}{language}{_SUFFIX}"
    return Words(table(file))
