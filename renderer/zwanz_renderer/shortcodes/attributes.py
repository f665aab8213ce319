"""Attributes and tags: a converter for each kind of value, and the scanner of tags.

Tags are ``[name key=value …]``, ``[/name]`` and ``[[value key=value …]]``. The scanner knows no
names; the caller decides whether what it found is a tag.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, runtime_checkable

from zwanz_ssot.problems import did_you_mean, joined_hints, nearest

from .context import Context

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_FEW = 12
_GOT = "; got "
_FLAGS = {"yes": True, "no": False, "true": True, "false": False}


class BadValue(Exception):
    """A wrong value. `text` continues the attribute's name: "must be …; got 'x'"."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.text, self.hint = text, hint


@runtime_checkable
class Attribute(Protocol):
    """A kind of value; `wants` describes it, as in "a whole number"."""

    @property
    def wants(self) -> str: ...

    def parse(self, text: str, ctx: Context) -> object:
        """The value of `text` (never empty), or BadValue."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """Any text; an empty one only if it `may_be_empty`."""

    wants: str = "a text"
    may_be_empty: bool = False

    def parse(self, text: str, ctx: Context) -> str:
        return text


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`, both allowed."""

    low: int | None = None
    high: int | None = None

    @property
    def wants(self) -> str:
        match self.low, self.high:
            case None, None:
                return "a whole number"
            case low, None:
                return f"a whole number of at least {low}"
            case None, high:
                return f"a whole number of at most {high}"
            case low, high:
                return f"a whole number from {low} to {high}"

    def parse(self, text: str, ctx: Context) -> int:
        fits = _WHOLE.fullmatch(text) is not None
        number = int(text) if fits else 0
        too_low = self.low is not None and number < self.low
        too_high = self.high is not None and number > self.high
        if not fits or too_low or too_high:
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return number


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    wants: str = "yes or no"

    def parse(self, text: str, ctx: Context) -> bool:
        if text.lower() not in _FLAGS:
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return _FLAGS[text.lower()]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def wants(self) -> str:
        return _one_of(self.choices)

    def parse(self, text: str, ctx: Context) -> str:
        if text not in self.choices:
            raise BadValue(f"must be {self.wants}; got '{text}'", did_you_mean(text, self.choices))
        return text


@dataclass(frozen=True, slots=True)
class Named:
    """The name of something in the game; `known` maps each name to its thing."""

    kind: str
    known: Callable[[Context], Mapping[str, Any]]

    @property
    def wants(self) -> str:
        return f"the name of a {self.kind}"

    def parse(self, text: str, ctx: Context) -> object:
        known = self.known(ctx)
        if text in known:
            return known[text]
        wants = _one_of(known) if 0 < len(known) <= _FEW else f"a {self.kind}"
        raise BadValue(f"must be {wants}; got '{text}'", did_you_mean(text, known))


@dataclass(frozen=True, slots=True)
class Many:
    """Several values between commas, or between spaces without any comma; texts between commas."""

    item: Attribute
    make: type[list[object]] | type[tuple[object, ...]] = list

    @property
    def wants(self) -> str:
        return f"a list, each item {self.item.wants}"

    def parse(self, text: str, ctx: Context) -> list[object] | tuple[object, ...]:
        texts = isinstance(self.item, Text)
        parts = text.split(",") if texts or "," in text else text.split()
        items = [part.strip() for part in parts]
        if not texts and "" in items:
            raise BadValue("has an empty item in its list", "take out one of the commas")
        values, wrong = [], []
        for item in items:
            try:
                values.append(self.item.parse(item, ctx) if item else item)
            except BadValue as bad:
                wrong.append(bad)
        if wrong:
            raise _together(wrong)
        return self.make(values)


Percent = Annotated[int, Whole(1, 100)]


def attribute_for(annotation: Any) -> Attribute:
    """The converter that a parameter's annotation asks for; TypeError when there is none."""
    simple: dict[Any, Attribute] = {str: Text(), int: Whole(), bool: Flag()}
    if annotation in simple:
        return simple[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        declared = [extra for extra in arguments[1:] if isinstance(extra, Attribute)]
        if declared:
            return declared[0]
    elif origin is Literal:
        return OneOf(tuple(str(choice) for choice in arguments))
    elif origin in (list, tuple):
        return Many(attribute_for(arguments[0]), origin)
    elif origin in (Union, types.UnionType):
        rest = [argument for argument in arguments if argument is not type(None)]
        if len(rest) == 1:
            return attribute_for(rest[0])
    raise TypeError(f"no attribute can be read as {annotation!r}")


def _together(wrong: list[BadValue]) -> BadValue:
    """One BadValue for several: what is wanted once, then everything that was given."""
    wants, gap, _ = wrong[0].text.rpartition(_GOT)
    others = [bad.text.rpartition(_GOT) for bad in wrong]
    hints = joined_hints(bad.hint for bad in wrong)
    if all(each[:2] == (wants, gap) for each in others):
        return BadValue(wants + gap + ", ".join(got for *_, got in others), hints)
    return BadValue("; ".join(bad.text for bad in wrong), hints)


def _one_of(choices: Iterable[str]) -> str:
    return "one of " + ", ".join(choices)


# -------------------------------------------------------------------------------------------- tags

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)[ \t\u00a0\u202f]*=")
_BARE = re.compile(r"[^\s\]\"']*")
_WORD = re.compile(r"[^\s\]]+")
_BLANKS = " \t\u00a0\u202f"
_TYPOGRAPHIC = {"„": "“”", "“": "”“", "”": "”", "‚": "‘’", "‘": "’‘", "’": "’", "»": "«", "«": "»"}


@dataclass(frozen=True, slots=True)
class Written:
    """An attribute as written; `at` is the offset of its name in the text."""

    key: str
    value: str
    at: int


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake in the syntax of a tag, at an offset of the text."""

    at: int
    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag from offset `start` up to and without `end`. `word` is the value in ``[[word …]]``."""

    name: str
    start: int
    end: int
    closing: bool = False
    word: str | None = None
    attributes: tuple[Written, ...] = ()
    slips: tuple[Slip, ...] = ()


def scan(text: str, start: int, limit: int, known: Container[str] | None = None) -> Tag | None:
    """The tag at offset `start` of `text`, which ends before `limit` and on the same line.

    None when the text there does not have the form of a tag. With the names that are `known`, None
    also for another name with a further bracket behind it: otherwise a line of such brackets would
    be read to its end from each of them.
    """
    if not text.startswith("[", start):
        return None
    line_end = text.find("\n", start, limit)
    limit = limit if line_end < 0 else line_end
    closing = text.startswith("[/", start)
    name = _NAME.match(text, start + 1 + closing, limit)
    if name is None:
        return None
    after = name.end()
    if after < limit and text[after] not in _BLANKS + "]":
        return None
    reader = _Reader(text, limit, "]", one=known is not None and name.group() not in known)
    tag = reader.tag(name.group(), start, after, closing)
    return None if reader.another else tag


def scan_card(text: str, start: int, limit: int) -> Tag | None:
    """The inline card ``[[word key=value …]]`` at `start`, or None."""
    if not text.startswith("[[", start):
        return None
    line_end = text.find("\n", start, limit)
    limit = limit if line_end < 0 else line_end
    close = text.find("]]", start, limit)
    if close < 0:
        return None
    word = _WORD.match(text, start + 2, close)
    after = word.end() if word else start + 2
    return _Reader(text, limit, "]]").tag("card", start, after, False, word.group() if word else "")


class _Reader:
    """Reads the attributes of one tag up to its `mark` (``]`` or ``]]``); with `one`, no further
    than to `another` bracket outside of quotes, or to the second value with one.
    """

    def __init__(self, text: str, limit: int, mark: str, *, one: bool = False) -> None:
        self.text, self.limit, self.mark, self.one = text, limit, mark, one
        self.another, self.brackets = False, 0
        self.attributes: list[Written] = []
        self.slips: list[Slip] = []
        self.quote_open = False

    def tag(self, name: str, start: int, at: int, closing: bool, word: str | None = None) -> Tag:
        end = self._attributes(at)
        if closing and self.attributes:
            self._slip(self.attributes[0].at, "a closing tag takes no attributes")
        return Tag(name, start, end, closing, word, tuple(self.attributes), tuple(self.slips))

    def _slip(self, at: int, text: str, hint: str = "") -> None:
        self.slips.append(Slip(at, text, hint))

    def _attributes(self, at: int) -> int:
        """Read attributes from `at`; the offset behind the tag."""
        while True:
            if self.another:
                return at
            while at < self.limit and self.text[at] in _BLANKS:
                at += 1
            if at >= self.limit:
                if not self.quote_open:
                    self._slip(at, "the tag has no end on its line", f"close it with {self.mark}")
                return self.limit
            if self.text.startswith(self.mark, at):
                return at + len(self.mark)
            key = _KEY.match(self.text, at, self.limit)
            if key is None:
                at = self._stray(at)
                continue
            value, behind = self._value(key.end(), key.group(1))
            self.attributes.append(Written(key.group(1), value, at))
            at = behind

    def _stray(self, at: int) -> int:
        word = _WORD.match(self.text, at, self.limit)
        behind = word.end() if word else at + 1
        written = self.text[at:behind]
        self.another = self.one and "[" in written
        self._slip(
            at,
            f"'{written}' is no attribute",
            "write key=value, with quotes round a value with spaces",
        )
        return behind

    def _value(self, at: int, key: str) -> tuple[str, int]:
        """The value at `at` and the offset behind it."""
        quote = self.text[at : at + 1] if at < self.limit else ""
        if quote in ('"', "'"):
            return self._quoted(at, quote, key)
        if quote in _TYPOGRAPHIC:
            close = [self.text.find(mark, at + 1, self.limit) for mark in _TYPOGRAPHIC[quote]]
            found = [place for place in close if place > 0]
            behind = min(found) + 1 if found else self.limit
            self._slip(at, f"{key} has typographic quotes ({quote})", 'use straight ones: "…"')
            return self.text[at + 1 : behind - 1], behind
        bare = _BARE.match(self.text, at, self.limit)
        behind = bare.end() if bare else at
        value = self.text[at:behind]
        self.brackets += "[" in value
        self.another = self.one and self.brackets > 1
        return value, behind

    def _quoted(self, at: int, quote: str, key: str) -> tuple[str, int]:
        value: list[str] = []
        place = at + 1
        while place < self.limit:
            sign = self.text[place]
            if sign == "\\" and place + 1 < self.limit and self.text[place + 1] in (quote, "\\"):
                value.append(self.text[place + 1])
                place += 2
            elif sign == quote:
                return "".join(value), place + 1
            else:
                value.append(sign)
                place += 1
        self._slip(at, f"{key} has no end quote on its line", f"close it with {quote}")
        self.quote_open = True
        return "".join(value), self.limit


def like(name: str, known: list[str]) -> str:
    """``did you mean [x]?`` for a tag's name, or an empty text."""
    other = nearest(name, known)
    return f"did you mean [{other}]?" if other else ""
