"""Reads YAML event by event into plain data, and explains each error of the parser in one sentence
at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
)

from .paths import Path, dotted
from .problems import Mark, ProblemList

Scalar = str | int | float | bool | None

_CONSTANTS: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}
_YES_OR_NO = frozenset(["y", "n", "yes", "no", "on", "off"])
_LONGEST = 18
_INTEGER = re.compile(rf"-?(?:0|[1-9][0-9]{{0,{_LONGEST - 1}}})")
_DECIMAL = re.compile(rf"{_INTEGER.pattern}\.[0-9]{{1,{_LONGEST}}}")
_TOO_LONG = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_LIKE_A_NUMBER = re.compile(
    r"[-+]?(?:\.?[0-9][0-9_.:]*(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+|\.inf|\.nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[t ].*)?",
    re.IGNORECASE,
)


class Complaint(NamedTuple):
    """Why a word is refused: a short code, a sentence, a hint."""

    code: str
    text: str
    hint: str


def plain(word: str, as_key: bool = False) -> tuple[Scalar, Complaint | None]:
    """The value of a word without quotes, and a complaint if readers of YAML disagree on it."""
    if word in _CONSTANTS:
        return _CONSTANTS[word], None
    if _INTEGER.fullmatch(word):
        return int(word), None
    if _DECIMAL.fullmatch(word):
        return float(word), None
    return word, _complaint(word, as_key)


def shorten(word: str) -> str:
    """A word in quotes, cut off after 40 characters."""
    return f"'{word}'" if len(word) <= 40 else f"'{word[:39]}…'"


def _complaint(word: str, as_key: bool) -> Complaint | None:
    lower = word.lower()
    if _TOO_LONG.fullmatch(word):
        text = f"{shorten(word)} has too many digits for a number"
        hint = f"write at most {_LONGEST}, or put it in quotes if it is a text"
        return Complaint("number", text, hint)
    if _LIKE_A_NUMBER.fullmatch(word):
        text = f"{shorten(word)} looks like a number, but readers of YAML do not agree on which"
        return Complaint(
            "number", text, "write plain digits such as 12, or put it in quotes if it is a text"
        )
    if lower in _YES_OR_NO:
        text = f"'{word}' is a text for some readers of YAML and true or false for others"
        instead = "choose another word" if as_key else "write true or false"
        return Complaint("boolean", text, f"{instead}, or put it in quotes: '{word}'")
    if lower in _CONSTANTS:
        text = f"'{word}' is a text for some readers of YAML and {lower} for others"
        return Complaint("boolean", text, f"write {lower}, or put it in quotes: '{word}'")
    return None


_SHARED = "contracts that share rules say like: with the name of the first, or name a group"


class _Explanation(NamedTuple):
    """Our sentence and hint for a message of the parser that contains `part`.

    {here} is the line where the parser stopped, {opener} the line where the list, mapping or text
    began; with `at_opener` that is the place of the problem.
    """

    part: str
    sentence: str
    hint: str
    at_opener: bool = False


_QUOTE = "put the text in quotes"
_CLOSE = "write the same quote at its end"
_DASH = "begin each entry with '- ', indented alike"
_BACKSLASH = "use single quotes, in which a backslash is only itself"
_TAG = "'!' begins a tag, which rule files do not have"
_TAB = "a tab stands where spaces belong"
_NO_KEY = "a key is missing before ':'"
_NO_DASH = "this does not continue the list that begins in line {opener}"
_BEFORE_A_COLON = re.compile(
    r"(?:^|[,{\[])\s*[^\s,{}\[\]][^,{}\[\]]*?:\s+([^\s\"',{}\[\]][^,{}\[\]]*)$"
)
"""A line up to a second colon in an entry; the group is the text that begins after the first."""
_LOOKED_BACK = 200
"""How many characters of a line that pattern looks at: it would take too long with a long one."""
_EXPLANATIONS = (
    _Explanation(
        "expected ',' or ']'",
        "the list that opens here with '[' is not closed, and line {here} does not continue it",
        "write ',' between entries and ']' at the end",
        at_opener=True,
    ),
    _Explanation(
        "expected ',' or '}'",
        "the mapping that opens here with '{{' is not closed, and line {here} does not continue it",
        "write ',' between entries and '}' at the end",
        at_opener=True,
    ),
    _Explanation(
        "unexpected end of stream",
        "the quote that opens here is never closed",
        _CLOSE,
        at_opener=True,
    ),
    _Explanation(
        "unexpected document",
        "the quote that opens here is not closed before line {here}",
        _CLOSE,
        at_opener=True,
    ),
    _Explanation(
        "mapping values are not allowed",
        "a ':' stands where no value can begin",
        "put a text with ': ' in quotes, and indent the keys of one mapping alike",
    ),
    _Explanation("unexpected ':'", "a ':' stands where no value can begin", _QUOTE),
    _Explanation(
        "not find expected ':'",
        "this line has no ': ' after its key",
        "write 'key: value', with a space after the colon",
        at_opener=True,
    ),
    _Explanation("tab character", _TAB, "use spaces"),
    _Explanation("'\\t' that cannot start", _TAB, "use spaces"),
    _Explanation("cannot start any token", "a value cannot begin with this character", _QUOTE),
    _Explanation(
        "entries are not allowed",
        "a list with '- ' cannot begin in the middle of a line",
        "begin it on a line of its own",
    ),
    _Explanation("mapping keys are not allowed", "a key cannot begin here", _QUOTE),
    _Explanation(
        "expected '-' indicator",
        _NO_DASH,
        _DASH,
    ),
    _Explanation(
        "expected key",
        "this does not continue the mapping that begins in line {opener}",
        "indent its keys alike; a text with quotes or brackets in it is put in quotes",
    ),
    _Explanation(
        "<block end>",
        "this does not continue what begins in line {opener}",
        "indent what belongs together alike; a text with quotes or brackets in it is put in quotes",
    ),
    _Explanation(
        "node content",
        "something is missing before this",
        "write one, or remove the bracket or the comma",
    ),
    _Explanation(
        "document start>",
        "text stands after the end of the document",
        "keep one document in one file",
    ),
    _Explanation(
        "alphabetic or numeric",
        "'*' and '&' begin aliases and anchors, which rule files do not have",
        _QUOTE,
    ),
    _Explanation("tag", _TAG, _QUOTE),
    _Explanation("expected '>'", _TAG, _QUOTE, at_opener=True),
    _Explanation("hex", "no character has this number after its backslash", _BACKSLASH),
    _Explanation("escape", "no character is written like this after a backslash", _BACKSLASH),
    _Explanation(
        "directive", "a line that begins with '%' is a directive", "remove it", at_opener=True
    ),
    _Explanation(
        "incompatible", "this version of YAML is not known", "remove the line that begins with '%'"
    ),
    _Explanation(
        "comment or line break",
        "nothing may follow '|' or '>' in its line",
        "begin the text in the next line",
    ),
)


def explain(
    error: yaml.MarkedYAMLError, file: str, sign: str = "", in_list: int | None = None
) -> tuple[Mark, str, str]:
    """An error of the parser as a place in `file`, a sentence and a hint.

    `sign` is the character at the error, `in_list` the first line of the list being read.
    """
    problem = error.problem_mark or error.context_mark
    opener = error.context_mark or problem
    if problem is None or opener is None:
        return Mark(file, 1, 1), "this is not YAML", ""
    message = str(error.problem or "")
    for explanation in _EXPLANATIONS:
        if explanation.part in message:
            at = opener if explanation.at_opener else problem
            if sign == ":" and explanation.part in ("expected key", "node content"):
                return Mark(file, at.line + 1, at.column + 1), _NO_KEY, "write one"
            if sign == "\t" and explanation.part == "cannot start any token":
                return Mark(file, at.line + 1, at.column + 1), _TAB, "use spaces"
            if in_list is not None and explanation.part == "not find expected ':'":
                return (
                    Mark(file, at.line + 1, at.column + 1),
                    _NO_DASH.format(opener=in_list),
                    _DASH,
                )
            sentence = explanation.sentence.format(here=problem.line + 1, opener=opener.line + 1)
            return Mark(file, at.line + 1, at.column + 1), sentence, explanation.hint
    return Mark(file, problem.line + 1, problem.column + 1), "this cannot be read as YAML", ""


MAX_DEPTH = 40
MAX_PROBLEMS = 100

# What YAML forbids, and line breaks that editors do not count and marks that change the direction
# of writing.
UNWRITABLE = re.compile(
    "\r(?!\n)|[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class _Open:
    """A list or mapping being read; `key`, which ends at `key_end`, has no value yet."""

    data: dict[str, Any] | list[Any]
    path: Path
    flow: bool = False
    key: str | None = None
    key_end: int = 0


@dataclass(slots=True)
class EventReader:
    """Reads the data of a text, with the place of each value and each key."""

    file: str
    problems: ProblemList
    root: Any = None
    marks: dict[Path, Mark] = field(default_factory=dict)
    keys: dict[Path, Mark] = field(default_factory=dict)
    _stack: list[_Open] = field(default_factory=list)
    _text: str = ""

    def follow(self, text: str) -> None:
        """Read the whole text and note its problems; most of them do not end the reading."""
        self._text = text
        documents = 0
        try:
            for event in _events(text):
                if isinstance(event, DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        text = "a second document begins here"
                        self._add(event, "several", text, "keep one document in one file")
                        return
                elif isinstance(event, NodeEvent):
                    self._note_extras(event)
                    if not self._node(event):
                        return
                elif isinstance(event, (MappingEndEvent, SequenceEndEvent)):
                    self._stack.pop()
                if len(self.problems) >= MAX_PROBLEMS:
                    text = f"{MAX_PROBLEMS} problems so far; the rest of the file was not read"
                    self._add(event, "many", text)
                    return
        except yaml.MarkedYAMLError as error:
            self.problems.add(*self._break(error), "source.yaml")
        except yaml.YAMLError:
            self.problems.add(Mark(self.file, 1, 1), "", "this is not YAML", code="source.yaml")

    def _node(self, event: NodeEvent) -> bool:
        """Read one key, value, list or mapping; False if the rest cannot be read."""
        top = self._stack[-1] if self._stack else None
        if top is not None and isinstance(top.data, dict) and top.key is None:
            return self._key(event, top, top.data)
        if isinstance(event, CollectionStartEvent) and len(self._stack) >= MAX_DEPTH:
            self._add(
                event,
                "deep",
                f"this is nested deeper than {MAX_DEPTH} levels",
                "no rule needs that",
            )
            return False
        value: Any = None
        if isinstance(event, MappingStartEvent):
            value = {}
        elif isinstance(event, CollectionStartEvent):
            value = []
        elif isinstance(event, ScalarEvent):
            value = self._scalar(event)
        path: Path = ()
        if top is None:
            self.root = value
        elif isinstance(top.data, list):
            path = (*top.path, len(top.data))
            top.data.append(value)
        elif top.key is not None:
            if value is None:
                self._check_colon(event, top, top.key)
            path = (*top.path, top.key)
            top.data[top.key] = value
            top.key = None
        self.marks[path] = self._mark(event)
        if isinstance(event, CollectionStartEvent):
            self._stack.append(_Open(value, path, bool(event.flow_style)))
        return True

    def _key(self, event: NodeEvent, top: _Open, mapping: dict[str, Any]) -> bool:
        if not isinstance(event, ScalarEvent):
            text = "a key is a single word, not a list, a mapping or an alias"
            self._add(event, "key", text, "put it in quotes")
            return False
        key: str = event.value
        if event.implicit[0] and key == "<<":
            text = "'<<' merges another mapping into this one"
            self._add(event, "merge", text, "write its entries out here")
        value = self._scalar(event, as_key=True)
        if not isinstance(value, str | int) or isinstance(value, bool):
            text = f"{shorten(key)} is not a name" if key else "a key is missing before ':'"
            self._add(event, "key", text, "put it in quotes if it is meant as a key")
        path = (*top.path, key)
        if key in mapping:
            text = f"{shorten(key)} is written twice here, first in line {self.keys[path].line}"
            self._add(event, "twice", text, "keep one of them")
        self.keys[path] = self._mark(event)
        top.key, top.key_end = key, _end(event)
        return True

    def _check_colon(self, event: NodeEvent, top: _Open, key: str) -> None:
        """Note a key without colon and value, as ``two`` in ``{en: one, two}``."""
        start: Any = event.start_mark
        if ":" not in self._text[top.key_end : start.index] and key:
            path = (*top.path, key)
            text = f"{shorten(key)} is a key without ': ' and a value"
            hint = (
                "write a space after its colon"
                if ":" in key
                else "put a text with a comma in quotes"
            )
            self.problems.add(self.keys[path], dotted(path), text, hint, "source.colon")

    def _scalar(self, event: ScalarEvent, as_key: bool = False) -> Scalar:
        """The value of a single word or text; note what is wrong with it."""
        if not event.implicit[0]:
            if odd := UNWRITABLE.search(event.value):
                text = f"this text contains the invisible character U+{ord(odd[0]):04X}"
                self._add(event, "character", text, "remove it")
            return str(event.value)
        value, complaint = plain(event.value, as_key)
        if complaint:
            self._add(event, *complaint)
        return value

    def _break(self, error: yaml.MarkedYAMLError) -> tuple[Mark, str, str, str]:
        """Where and why reading stopped: place, path, sentence, hint."""
        at: Any = error.problem_mark
        top = self._stack[-1] if self._stack else None
        rest = self._text[at.index :].strip() if at is not None else ""
        if top is not None and top.flow and not rest and "quoted" not in str(error.context):
            kind, end = ("list", "]") if isinstance(top.data, list) else ("mapping", "}")
            path = dotted(top.path)
            return (
                self.marks[top.path],
                path,
                f"the {kind} that opens here is not closed",
                f"write '{end}'",
            )
        sign = self._text[at.index : at.index + 1] if at is not None else ""
        line = self._text[at.index - at.column : at.index] if at is not None else ""
        before = _BEFORE_A_COLON.search(line, max(0, len(line) - _LOOKED_BACK))
        if before and sign == ":" and "expected ',' or" in str(error.problem):
            text = f"the text that begins with {shorten(before[1].strip())} has a ':' in it"
            mark = Mark(self.file, at.line + 1, before.start(1) + 1)
            return mark, "", text, "put it in quotes, or write ',' before the next key"
        opened = (
            self.marks[top.path].line if top is not None and isinstance(top.data, list) else None
        )
        mark, sentence, hint = explain(error, self.file, sign, opened)
        return mark, "", sentence, hint

    def _note_extras(self, event: NodeEvent) -> None:
        """Note anchors, aliases and tags as problems that do not end the reading."""
        if isinstance(event, AliasEvent):
            text = f"'*{event.anchor}' is an alias; each value stands once"
            self._add(
                event,
                "alias",
                text,
                f"write the value here; {_SHARED}",
            )
        elif event.anchor is not None:
            text = f"'&{event.anchor}' is an anchor; each value stands once"
            self._add(event, "anchor", text, f"remove it; {_SHARED}")
        if (tag := getattr(event, "tag", None)) is not None:
            name = str(tag).replace("tag:yaml.org,2002:", "!!")
            text = f"'{name}' is a tag; rule files have none"
            self._add(event, "tag", text, "remove it, or put the text in quotes")

    def _mark(self, event: Event) -> Mark:
        start: Any = event.start_mark
        return Mark(self.file, start.line + 1, start.column + 1)

    def _add(self, event: Event, code: str, text: str, hint: str = "") -> None:
        path = dotted(self._path())
        self.problems.add(self._mark(event), path, text, hint, f"source.{code}")

    def _path(self) -> Path:
        """The path of the value that comes next, or of the mapping whose key comes next."""
        if not self._stack:
            return ()
        top = self._stack[-1]
        if isinstance(top.data, list):
            return (*top.path, len(top.data))
        return (*top.path, top.key) if top.key is not None else top.path


def _events(text: str) -> Iterator[Event]:
    """The events of a text. libyaml looks ahead: from 0.2.6 on it fails at deep nesting before it
    gives the events up to there. PyYAML's own parser gives those.
    """
    count = 0
    try:
        for event in _read_by(_LOADER, text):
            yield event
            count += 1
    except yaml.MarkedYAMLError as error:
        if "nesting depth" not in str(error.problem):
            raise
        yield from islice(_read_by(yaml.SafeLoader, text), count, None)


def _read_by(kind: Any, text: str) -> Iterator[Event]:
    loader = kind(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    except (ValueError, OverflowError):  # PyYAML's own parser does not look at the number
        problem = "found invalid Unicode character escape code"
        raise yaml.MarkedYAMLError(problem=problem, problem_mark=loader.get_mark()) from None
    finally:
        loader.dispose()


def _end(event: Event) -> int:
    end: Any = event.end_mark
    return int(end.index)
