"""A tolerant reader for YAML while it is typed. It finds every word with its place and path from
indentation and brackets alone, so that a broken line affects only itself.

`zwanz_ssot.source` reads valid YAML for its meaning. This module reads any text for an editor: what
is at a place, and what is being typed at the cursor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ..paths import Path

_KEY = re.compile(
    r"""(?P<quote>["'])(?P<quoted>.*?)(?P=quote)\s*:(?=\s|$)"""
    r"""|(?P<plain>[^\s#\[\]{},&*!|>'"%@`-](?:[^#:{}\[\],]*[^\s#:{}\[\],])?|-[^\s:]+)\s*:(?=\s|$)"""
)
_PLAIN = re.compile(r"(?:[^,\[\]{}:#\s]|:(?=[^\s,\]}])|(?<=\S)#|\s+(?=[^\s#,\[\]{}]))+")
_BLOCK_PLAIN = re.compile(r"(?:[^#:\s]|:(?=\S)|(?<=\S)#|\s+(?=[^\s#]))+")
_BLOCK_SCALAR = re.compile(r"[|>][-+0-9]*\s*(#.*)?$")
_TOP_KEY = re.compile(r"^([a-z_]+):", re.MULTILINE)
_REST_OF_WORD = re.compile(r"[\w.§-]*")


@dataclass(frozen=True, slots=True)
class Token:
    """A key or a single value, without its quotes. Lines and columns count from 0. The ``path`` of
    a key ends with the key.
    """

    path: Path
    is_key: bool
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is being typed: a ``key`` of the mapping at ``path``, or the ``value`` at ``path``.
    ``prefix`` is the part before the cursor; completion replaces the columns from ``start`` to
    ``end``.

    ``flow`` is true between brackets, ``block`` where a mapping could be written line by line.
    """

    kind: Literal["key", "value"]
    path: Path
    prefix: str
    line: int
    start: int
    end: int
    flow: bool
    block: bool
    indent: int


@dataclass(slots=True)
class _Frame:
    """A list or mapping that has not ended. ``indent`` is its column; ``step`` the key or number of
    its last entry, ``waits`` whether the value of that is still missing.
    """

    is_map: bool
    indent: int
    path: Path
    flow: bool = False
    step: str | int | None = None
    waits: bool = False

    @property
    def here(self) -> Path:
        """The path of the value that is being read."""
        return self.path if self.step is None else (*self.path, self.step)


@dataclass(slots=True)
class Outline:
    """The tokens of a text, in their order."""

    lines: list[str]
    kind: str = ""
    """The key at the top that names the kind of the file; empty for other files."""
    tokens: list[Token] = field(default_factory=list)
    _values: dict[Path, Token] = field(default_factory=dict)
    _frames: list[_Frame] = field(default_factory=list)
    _quote: str = ""
    _literal: int = -1
    """The column of the key of a block scalar that is being read; -1 without one."""

    @classmethod
    def of(cls, text: str) -> Outline:
        """Read a whole text.

        >>> outline = Outline.of("changes:\\n  - {at: play.lead, set: [")
        >>> [token.text for token in outline.tokens]
        ['changes', 'at', 'play.lead', 'set']
        """
        outline = cls(text.split("\n"))
        for number, line in enumerate(outline.lines):
            outline._line(number, line.removesuffix("\r"))
        return outline

    def at(self, line: int, column: int) -> Token | None:
        """The token at a place, its ends included."""
        for token in self.tokens:
            if token.line == line and token.start <= column <= token.end:
                return token
        return None

    def value(self, path: Path) -> Token | None:
        """The single value at a path."""
        if not self._values:
            for token in self.tokens:
                if not token.is_key:
                    self._values.setdefault(token.path, token)
        return self._values.get(path)

    def key(self, path: Path) -> Token | None:
        """The key at the end of a path; for an entry of a list its first token."""
        for token in self.tokens:
            if token.path[: len(path)] == path and (token.is_key or len(token.path) == len(path)):
                return token
        return None

    def text(self, path: Path) -> str | None:
        """The single value at a path, as it is written."""
        token = self.value(path)
        return token.text if token else None

    def keys(self, path: Path) -> list[str]:
        """The keys of the mapping at a path."""
        size = len(path)
        return [
            token.text
            for token in self.tokens
            if token.is_key and len(token.path) == size + 1 and token.path[:size] == path
        ]

    def inside(self, path: Path) -> Iterator[Token]:
        """Every token at or below a path."""
        return (token for token in self.tokens if token.path[: len(path)] == path)

    # reading

    def _line(self, number: int, line: str) -> None:
        """Read the next line."""
        bare = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if self._literal >= 0:
            if not bare or indent > self._literal:
                return
            self._literal = -1
        at = 0
        if (self._quote or self._in_flow()) and bare and bare[0] not in "]}":
            self._abandon(indent)
        if self._quote:
            end = line.find(self._quote)
            if end < 0:
                return
            self._quote, at = "", end + 1
        if self._in_flow():
            self._flow(number, line, at)
        elif at == 0 and bare and not bare.startswith("#"):
            self._block(number, line, indent)

    def _abandon(self, indent: int) -> None:
        """End open quotes and brackets, if the line is indented too little to belong to them."""
        around = [frame for frame in self._frames if not frame.flow]
        if around and indent <= around[-1].indent:
            self._frames, self._quote = around, ""

    def _in_flow(self) -> bool:
        return bool(self._frames) and self._frames[-1].flow

    def _top(self) -> _Frame:
        if not self._frames:
            self._frames.append(_Frame(True, 0, ()))
        return self._frames[-1]

    def _close(self, indent: int) -> None:
        """End lists and mappings that are indented deeper."""
        while len(self._frames) > 1 and self._frames[-1].indent > indent:
            self._frames.pop()

    def _block(self, number: int, line: str, at: int) -> None:
        """Read a line outside brackets: dashes, a key, a value."""
        self._close(at)
        while at < len(line):
            top = self._top()
            if line[at] == "-" and line[at + 1 : at + 2] in ("", " "):
                self._dash(at)
                at += 1
                at += len(line[at:]) - len(line[at:].lstrip(" "))
                continue
            key = _KEY.match(line, at)
            if key is None:
                self._value(number, line, at, is_key=top.is_map and top.indent == at)
                return
            self._map(at)
            top = self._top()
            name, quoted = key["plain"] or key["quoted"] or "", key["plain"] is None
            start = at + quoted
            top.step, top.waits = name, True
            self.tokens.append(Token(top.here, True, name, number, start, start + len(name)))
            rest = line[key.end() :]
            start = key.end() + len(rest) - len(rest.lstrip())
            if _BLOCK_SCALAR.match(line, start):
                self._literal, top.waits = at, False
            elif start < len(line) and line[start] != "#":
                self._value(number, line, start)
            return

    def _dash(self, at: int) -> None:
        """Begin an entry of a list, in the list of this column or in a new one."""
        frames = self._frames
        while frames[1:] and frames[-1].is_map and frames[-1].indent == at and not frames[-1].waits:
            frames.pop()
        top = self._top()
        if not top.is_map and top.indent == at:
            top.step = int(top.step or 0) + 1
            return
        frames.append(_Frame(False, at, top.here, step=0))
        top.waits = top.indent == at

    def _map(self, at: int) -> None:
        """Begin a key, in the mapping of this column or in a new one."""
        while len(self._frames) > 1 and not self._top().is_map and self._top().indent == at:
            self._frames.pop()
        top = self._top()
        if not (top.is_map and (top.indent == at or top.step is None)):
            self._frames.append(_Frame(True, at, top.here))
        else:
            top.indent = at

    def _value(self, number: int, line: str, at: int, is_key: bool = False) -> None:
        """Read the value after a key or a dash in its line."""
        top = self._top()
        if line[at] in "{[":
            self._flow(number, line, at)
        elif line[at] in "\"'":
            self._quoted(number, line, at, top.here)
        elif found := _BLOCK_PLAIN.match(line, at):
            path = (*top.path, found[0]) if is_key else top.here
            self.tokens.append(Token(path, is_key, found[0], number, at, found.end()))
        top.waits = False

    def _quoted(self, number: int, line: str, at: int, path: Path, is_key: bool = False) -> int:
        """Read a text in quotes, and return the column after it."""
        end = line.find(line[at], at + 1)
        if end < 0:
            self._quote = line[at]
        text = line[at + 1 : end if end >= 0 else len(line)]
        path = (*path, text) if is_key else path
        self.tokens.append(Token(path, is_key, text, number, at + 1, at + 1 + len(text)))
        return len(line) if end < 0 else end + 1

    def _flow(self, number: int, line: str, at: int) -> None:
        """Read between brackets, to the end of the line or the last closing bracket."""
        while at < len(line):
            sign, top = line[at], self._top()
            if sign in "{[":
                self._frames.append(
                    _Frame(sign == "{", at, top.here, flow=True, step=None if sign == "{" else 0)
                )
            elif sign in "}]":
                self._frames.pop()
                self._top().waits = False
                if not self._in_flow():
                    return
            elif sign == ",":
                top.step, top.waits = None if top.is_map else int(top.step or 0) + 1, False
            elif sign == "#" and line[at - 1 : at] in ("", " "):
                return
            elif sign == ":" and top.is_map:
                top.waits = True
            elif not sign.isspace():
                at = self._flow_word(number, line, at, top)
                continue
            at += 1

    def _flow_word(self, number: int, line: str, at: int, top: _Frame) -> int:
        """Read a key or a value between brackets, and return the column after it."""
        is_key = top.is_map and not top.waits
        if line[at] in "\"'":
            end = self._quoted(number, line, at, top.path if is_key else top.here, is_key)
        else:
            found = _PLAIN.match(line, at)
            if found is None:
                return at + 1
            end = found.end()
            path = (*top.path, found[0]) if is_key else top.here
            self.tokens.append(Token(path, is_key, found[0], number, at, end))
        if is_key:
            top.step = self.tokens[-1].text
        else:
            top.waits = False
        return end


def top_keys(text: str) -> set[str]:
    """The keys that begin a line of a text."""
    return set(_TOP_KEY.findall(text))


def _goes_on(last: Token, before: str) -> bool:
    """Whether the end of a line belongs to its last token: only a value contains blanks."""
    between = before[last.end :]
    return before[-1:] != ":" and between.strip(" ") == "" and not (between and last.is_key)


def cursor(text: str, line: int, column: int) -> Cursor:
    """What is being typed at a place of a text.

    >>> at = cursor("changes:\\n  - {at: play.le", 1, 16)
    >>> at.kind, at.path, at.prefix
    ('value', ('changes', 0, 'at'), 'play.le')
    >>> cursor("deal:\\n  all:\\n    pa", 2, 6).path
    ('deal', 'all')
    """
    lines = text.split("\n")
    whole = lines[line].removesuffix("\r") if line < len(lines) else ""
    before = whole[:column]
    state = Outline([*lines[:line], before])
    for number, each in enumerate(state.lines):
        state._line(number, each.removesuffix("\r"))
    found = _REST_OF_WORD.match(whole, column)
    end = found.end() if found else column
    indent = len(before) - len(before.lstrip(" "))

    # The word that ends at the cursor is being typed.
    last = state.tokens[-1] if state.tokens else None
    if last is not None and last.line == line and _goes_on(last, before):
        path = last.path[:-1] if last.is_key else last.path
        kind: Literal["key", "value"] = "key" if last.is_key else "value"
        flow = state._in_flow()
        block = not flow and before[: last.start].strip(" -") == ""
        if block and not last.is_key:
            indent = last.start
        return Cursor(kind, path, before[last.start :], line, last.start, end, flow, block, indent)

    # Otherwise a new key or value begins here.
    if not before.strip() and not state._in_flow():
        state._close(column)
        indent = column
    top = state._top()
    if state._in_flow():
        kind = "key" if top.is_map and not top.waits else "value"
        path = top.path if kind == "key" else top.here
        return Cursor(kind, path, "", line, column, end, True, False, indent)
    if before.strip():
        block = before.strip(" -") == ""
        return Cursor("value", top.here, "", line, column, end, False, block, column)
    if top.is_map and top.waits and top.indent < column:
        return Cursor("key", top.here, "", line, column, end, False, True, indent)
    if not top.is_map:
        return Cursor("key", top.here, "", line, column, end, False, True, indent)
    return Cursor("key", top.path, "", line, column, end, False, True, indent)
