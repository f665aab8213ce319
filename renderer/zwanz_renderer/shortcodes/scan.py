"""Reading one tag: ``[name key=value …]``, ``[/name]`` or ``[[value key=value …]]``.

The scanner knows no names. It says what a text at a bracket would be as a tag, and what is wrong
with it; whether it is one at all is for the caller to decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zwanz_ssot.problems import nearest

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
    """What is wrong with the writing of a tag, at an offset of the text."""

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


def scan(text: str, start: int, limit: int) -> Tag | None:
    """The tag at offset `start` of `text`, read no further than `limit` and the end of the line.

    None when the text there does not have the form of a tag at all.
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
    return _Reader(text, limit, "]").tag(name.group(), start, after, closing)


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
    """Reads the attributes of one tag up to its `mark` (``]`` or ``]]``)."""

    def __init__(self, text: str, limit: int, mark: str) -> None:
        self.text, self.limit, self.mark = text, limit, mark
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
        return self.text[at:behind], behind

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
