"""The events of a YAML parser, followed one by one into plain data.

Only the unsurprising part of YAML is let through: mappings with named keys, lists, texts, decimal
numbers, ``true`` and ``false``. Whatever readers of YAML understand differently (``on``, ``010``,
``12:30``), and whatever lets one value stand in two places (anchors, aliases, merge keys), is a
problem at its line. Nothing here recurses, so no file can exhaust the stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

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

from zwanz_ssot.problems import Gathering, Mark
from zwanz_ssot.yaml_errors import explain
from zwanz_ssot.yaml_scalars import Scalar, plain, shorten

Path = tuple[str | int, ...]

MAX_DEPTH = 40
MAX_PROBLEMS = 100

# What YAML allows in a text, less line breaks that editors do not count and marks that turn the
# writing.
UNWRITABLE = re.compile(
    "\r(?!\n)|[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being filled; `key`, which ends at `key_end`, waits for its value."""

    data: dict[str, Any] | list[Any]
    path: Path
    flow: bool = False
    key: str | None = None
    key_end: int = 0


@dataclass(slots=True)
class Reading:
    """What a text says: its data, and where each value and each key stands."""

    file: str
    gathering: Gathering
    root: Any = None
    marks: dict[Path, Mark] = field(default_factory=dict)
    keys: dict[Path, Mark] = field(default_factory=dict)
    _stack: list[_Open] = field(default_factory=list)
    _text: str = ""

    def follow(self, text: str) -> None:
        """Read the whole text; problems go into the gathering, and end the reading only where they
        must.
        """
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
                if len(self.gathering) >= MAX_PROBLEMS:
                    text = f"{MAX_PROBLEMS} problems so far; the rest of the file was not read"
                    self._add(event, "many", text)
                    return
        except yaml.MarkedYAMLError as error:
            self.gathering.add(*self._break(error), "source.yaml")
        except yaml.YAMLError:
            self.gathering.add(Mark(self.file, 1, 1), "", "this is not YAML", code="source.yaml")

    def _node(self, event: NodeEvent) -> bool:
        """Take in one key, value, list or mapping; False when reading on makes no sense."""
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
        """In ``{en: one, two}`` the second word is a key without a value: hardly ever what is
        meant.
        """
        start: Any = event.start_mark
        if ":" not in self._text[top.key_end : start.index] and key:
            path = (*top.path, key)
            text = f"{shorten(key)} is a key without ': ' and a value"
            hint = (
                "write a space after its colon"
                if ":" in key
                else "put a text with a comma in quotes"
            )
            self.gathering.add(
                self.keys[path], ".".join(map(str, path)), text, hint, "source.colon"
            )

    def _scalar(self, event: ScalarEvent, as_key: bool = False) -> Scalar:
        """The value of a single word or text."""
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
        """Where and why the reading broke off: place, path, sentence, hint."""
        at: Any = error.problem_mark
        top = self._stack[-1] if self._stack else None
        rest = self._text[at.index :].strip() if at is not None else ""
        if top is not None and top.flow and not rest and "quoted" not in str(error.context):
            kind, end = ("list", "]") if isinstance(top.data, list) else ("mapping", "}")
            path = ".".join(map(str, top.path))
            return (
                self.marks[top.path],
                path,
                f"the {kind} that opens here is not closed",
                f"write '{end}'",
            )
        sign = self._text[at.index : at.index + 1] if at is not None else ""
        opened = (
            self.marks[top.path].line if top is not None and isinstance(top.data, list) else None
        )
        mark, sentence, hint = explain(error, self.file, sign, opened)
        return mark, "", sentence, hint

    def _note_extras(self, event: NodeEvent) -> None:
        """Anchors, aliases and tags: each is a problem, none stops the reading."""
        if isinstance(event, AliasEvent):
            text = f"'*{event.anchor}' is an alias; each value stands once"
            self._add(event, "alias", text, "write the value here")
        elif event.anchor is not None:
            text = f"'&{event.anchor}' is an anchor; each value stands once"
            self._add(event, "anchor", text, "remove it")
        if (tag := getattr(event, "tag", None)) is not None:
            name = str(tag).replace("tag:yaml.org,2002:", "!!")
            text = f"'{name}' is a tag; rule files have none"
            self._add(event, "tag", text, "remove it, or put the text in quotes")

    def _mark(self, event: Event) -> Mark:
        start: Any = event.start_mark
        return Mark(self.file, start.line + 1, start.column + 1)

    def _add(self, event: Event, code: str, text: str, hint: str = "") -> None:
        path = ".".join(map(str, self._path()))
        self.gathering.add(self._mark(event), path, text, hint, f"source.{code}")

    def _path(self) -> Path:
        """Where the reading stands: the value or key that comes next."""
        if not self._stack:
            return ()
        top = self._stack[-1]
        if isinstance(top.data, list):
            return (*top.path, len(top.data))
        return (*top.path, top.key) if top.key is not None else top.path


def _events(text: str) -> Iterator[Event]:
    loader = _LOADER(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


def _end(event: Event) -> int:
    end: Any = event.end_mark
    return int(end.index)
