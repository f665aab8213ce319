"""The small template language of the words files, and what it fills in.

A template is a sentence with places:

    {x}            the value of x as it is
    {x:@dat}       its form ``dat``: a case, or whatever form its entry has (``if``, ``no``, ``a``…)
    {x:one|many}   one of two words, by the number of x; a third word follows ``you`` (du hältst)
    {x:^}          with a capital letter, {x:_} with a small one; ``@dat^`` takes the form first
    {x:one|many|2 3 4=few}   beside these, a word for some numbers alone
    [ … {x} … ]    left out when one of its values is missing

An entry is a template, or a mapping of forms: ``text`` and others beside it (``dat``, ``if``), and
its ``number``. Everything that is filled in is a ``Phrase``: a text with its forms and its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_MAYBE = re.compile(r"\[([^\[\]]*)\]")
_NUMBERS = {"one": 0, "many": 1, "you": 2}
_ENDS = ".!?…。！？"
_AFTER_WIDE = re.compile("(?<=[、。：；！？「」『』（）])\\s+")
NUMBER = "number"
TEXT = "text"


@dataclass(frozen=True)
class Phrase:
    """A piece of a sentence: its text, the other forms it has, and whether it is one, many or you."""

    text: str
    forms: Mapping[str, str] = field(default_factory=dict)
    number: str = "one"

    def said(self, form: str = "") -> str:
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
    text = tidy(text)
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
    said = str(value)
    if isinstance(value, Phrase):
        said = value.said(how.strip("@^_"))
    if how.endswith("_"):
        return said[:1].lower() + said[1:]
    return capital(said) if how.endswith("^") else said


def _chosen(value: Value, words: list[str]) -> str:
    """The word for a number: the one that names it, else by whether it is one, many or you."""
    said = value.text if isinstance(value, Phrase) else str(value)
    for word in words:
        numbers, equals, its = word.partition("=")
        if equals and said in numbers.split():
            return its
    usual = [word for word in words if "=" not in word]
    return usual[min(_NUMBERS[_number(value)], len(usual) - 1)]


def _number(value: Value) -> str:
    if isinstance(value, Phrase):
        return value.number
    return "one" if value in (1, "1") else "many"
