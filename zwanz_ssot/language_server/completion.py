"""Suggestions at the cursor: keys, words of the rule language, names, sources and paths of rules,
as text or as snippets with places to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

import yaml
from lsprotocol import types

from ..engine import table
from ..model import Game
from ..move_parser import SPOKEN, MoveParser
from ..paths import Path, dotted
from ..prose.template import fallback_first, words
from ..schema import Node
from ..source import spell
from ..yaml_reader import plain as plain_word
from .grammar import (
    SCHEMAS,
    Place,
    addable,
    child,
    outline_of,
    part,
    place,
    present,
    sentence,
    steps,
)
from .outline import Cursor, Outline, cursor
from .session import ENGLISH, Session

_LANGUAGES = fallback_first()

Kind = types.CompletionItemKind
_CHANGES = frozenset(("was", "set", "add", "drop"))
"""Keys that say what a change does."""
_DEPTH_OF_TURN = 5
"""The length of the path to what a seat says: `examples`, a number, `says`, a number, the seat."""
_LONG = 80
"""The most characters of a value on one line that is suggested for `was`."""
_VARIANT = """\
variant: ${1:house}
of: ${2:game}
name: {en: ${3:Ours}, de: ${4:Unsere}}
changes:
  - {at: $5}"""
_EXAMPLES = """\
game: ${1:game}
in: [${2:base}]
examples:
  - example: ${3:id}
    title: {en: $4, de: $5}
    source: ${6:custom}
    $7"""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion. ``text`` is a snippet that replaces what is being typed; ``rank`` sorts, lowest
    first. ``path`` is the rule whose sentence is shown when the suggestion is selected.
    """

    label: str
    text: str
    kind: Kind
    detail: str = ""
    documentation: str = ""
    rank: str = "5"
    path: Path | None = None


@dataclass(slots=True)
class Completion:
    """A request for suggestions at a place of a file."""

    session: Session
    path: FilePath
    at: Cursor
    outline: Outline
    place: Place = field(init=False)
    after: str = ""
    """The rest of the line."""
    quoted: bool = False
    """Whether what is being typed stands in quotes."""

    def __post_init__(self) -> None:
        self.place = place(self.outline, self.at.path)

    def all(self) -> Iterator[Suggestion]:
        """All suggestions."""
        node = self.place.node
        if not self.outline.kind and self.at.path == () and self.at.kind == "key":
            yield from _whole_files()
        elif self.at.kind == "key":
            kinds = types_of(node)
            if "array" in kinds and "object" not in kinds:
                yield from self._dashes(node)
            else:
                yield from self._keys(node)
        else:
            yield from self._values(node)
            if self.at.block and "object" in types_of(node):
                yield from self._keys(node)

    def _dashes(self, node: Node) -> Iterator[Suggestion]:
        """A new entry of a list that is written line by line."""
        item = child(node, 0)
        description = str(item.get("description", ""))
        yield Suggestion("- ", f"- {shape(item)}", Kind.Snippet, documentation=description)

    def _keys(self, node: Node) -> Iterator[Suggestion]:
        """Keys that the mapping does not have yet."""
        there = set(self.outline.keys(self.at.path)) - {self.at.prefix}
        if is_word(node) and there:
            return
        needed = node.get("required", ())
        for key in node.get("properties", ()):
            if key not in there:
                inner = self._inner(node, key)
                text = f"{key}: {self._now(key) or shape(inner)}"
                description = str(inner.get("description", ""))
                rank = "1" if key in needed else "3"
                yield Suggestion(key, text, Kind.Property, documentation=description, rank=rank)
        named = node.get("propertyNames")
        if named is not None:
            inner = child(node, "")
            for name in self._names(str(part(node, named).get("x-of", ""))):
                if name not in there:
                    yield Suggestion(
                        name, f"{name}: {shape(inner)}", Kind.Field, self._called(name)
                    )
        if "patternProperties" in node:
            for language in _LANGUAGES:
                if language not in there:
                    yield Suggestion(language, f"{language}: $1", Kind.Property)

    def _now(self, key: str) -> str:
        """The value of the rule that a change names, for the key `was`; empty for other keys."""
        found = place(self.outline, (*self.at.path, key))
        if found.node.get("x-is") != "guard" or found.rule is None or self.outline.kind == "deck":
            return ""
        base = self.session.base_of(self.path)
        value = base.at(steps(base, dotted(found.rule)) or ("",)) if base else None
        return "" if value is None else escaped(flow(value))

    def _inner(self, node: Node, key: str) -> Node:
        """The schema below a key; for `set` and `add` that of the rule that the change names."""
        found = place(self.outline, (*self.at.path, key)).node
        return found or child(node, key)

    def _values(self, node: Node) -> Iterator[Suggestion]:
        """The values that are allowed here."""
        if self.place.is_path:
            yield from self._paths()
            return
        if self.place.is_cite:
            yield from self._sources(in_list="array" in types_of(node))
            return
        if self.outline.kind == "examples" and self.at.path[2:3] == ("says",):
            yield from self._turns()
        yield from self._present()
        for each in node.get("enum", ()):
            yield Suggestion(str(each), escaped(flow(each)), Kind.EnumMember, rank="2")
        if "const" in node:
            yield Suggestion(flow(node["const"]), flow(node["const"]), Kind.EnumMember, rank="2")
        kinds = types_of(node)
        if "boolean" in kinds:
            for word in ("true", "false"):
                yield Suggestion(word, word, Kind.EnumMember, rank="2")
        wraps = "array" in kinds and "string" not in kinds
        for name in self._names(self.place.names):
            text = escaped(flow(name))
            text = f"[{text}]" if wraps else text
            yield Suggestion(name, text, Kind.Value, self._called(name), rank="3")
        if "object" in kinds:
            yield from self._mappings(node)
        if "array" in kinds:
            yield from self._lists(node)

    def _turns(self) -> Iterator[Suggestion]:
        """The words that can be said in the auction of the game, or after its exchange."""
        game = self.session.base_of(self.path)
        if game is None or len(self.at.path) < _DEPTH_OF_TURN:
            return
        parser = MoveParser(self.session.prose(game))
        for move in table(game).moves.all:
            if move.kind in SPOKEN:
                text, about = str(move), move.contract or move.item
                section = "contracts" if move.contract else "bonuses"
                path = (section, about) if about and game.at((section, about)) else None
                reading = next(iter(parser.forms(move)), "")
                yield Suggestion(
                    text, escaped(flow(text)), Kind.Value, reading, rank="2", path=path
                )

    def _mappings(self, node: Node) -> Iterator[Suggestion]:
        """Mappings with one word and its shape, or with all required keys."""
        if is_word(node):
            for word in node["properties"]:
                inner = child(node, word)
                text = f"{{{word}: {shape(inner)}}}"
                description = str(inner.get("description", ""))
                yield Suggestion(word, text, Kind.Keyword, documentation=description, rank="4")
        elif "patternProperties" in node:
            names = ", ".join(f"{lang}: ${n}" for n, lang in enumerate(_LANGUAGES, 1))
            yield Suggestion(f"{{{', '.join(_LANGUAGES)}}}", f"{{{names}}}", Kind.Struct, rank="2")
        else:
            needed = ", ".join(node.get("required", ()))
            yield Suggestion(f"{{{needed}}}", shape(node), Kind.Struct, rank="6")

    def _lists(self, node: Node) -> Iterator[Suggestion]:
        """Lists: an empty one, and one with each allowed name or value."""
        item = child(node, 0)
        if item.get("x-of") and "string" not in types_of(node):
            for name in self._names(str(item["x-of"])):
                yield Suggestion(name, f"[{escaped(flow(name))}$1]", Kind.Value, self._called(name))
        for each in item.get("enum", ()):
            yield Suggestion(str(each), f"[{escaped(flow(each))}$1]", Kind.EnumMember)
        yield Suggestion("[ ]", "[$1]", Kind.Struct, rank="8")

    def _present(self) -> Iterator[Suggestion]:
        """The present value of the rule that a change names."""
        rule = self.place.rule
        base = self.session.base_of(self.path) if rule and self.outline.kind != "game" else None
        value = base.at(rule) if base is not None and rule is not None else None
        if value is not None:
            text = flow(value)
            yield Suggestion(
                text if len(text) < _LONG else f"{text[: _LONG - 1]}…",
                escaped(text),
                Kind.Constant,
                "as it is now",
                rank="0",
                path=rule,
            )

    # names

    def _names(self, kind: str) -> tuple[str, ...]:
        """The names of a kind that may be used in the file."""
        if kind == "refusal":
            return tuple(words(ENGLISH).content["refusals"])
        if kind == "variant" and self.outline.kind == "examples":
            about = self.session.base_of(self.path)
            known = self.session.library(self.path)
            return ("base", *known.variants(about.id)) if about else ()
        return self.session.names(self.path).known(kind) if kind else ()

    def _called(self, name: str) -> str:
        """The full name of an id, in the language of the reader."""
        game = self.session.base_of(self.path)
        return called(self.session, game, name) if game else ""

    def _sources(self, in_list: bool) -> Iterator[Suggestion]:
        """The sources, also with each section that the game cites."""
        game = self.session.own(self.path) or self.session.base_of(self.path)
        if game is None:
            return
        cited: dict[str, None] = {}
        for path in present(game, entries=True):
            if path.at[-1] == "source" and isinstance(path.value, list):
                cited |= dict.fromkeys(path.value)
        cited |= dict.fromkeys(change.source for change in game.changes)
        for source in dict.fromkeys([*game.sources, *sorted(cited)]):
            known = game.sources.get(source.partition(" ")[0])
            text = escaped(source)
            yield Suggestion(
                source,
                f"[{text}]" if in_list else text,
                Kind.Reference,
                known.title if known else "",
                rank="3" if " " in source else "2",
            )

    # paths

    def _paths(self) -> Iterator[Suggestion]:
        """Every path of the rules; for a change also with its present value as `was`."""
        game = self.session.base_of(self.path)
        if game is None:
            return
        change = self._change()
        prefix = self.at.prefix
        entries = prefix[-1:].isdigit() or change is None
        for found in present(game, entries=entries):
            text = escaped(found.text) if change is None else self._changed(found, change)
            value = spell(found.value, _LONG)
            yield Suggestion(found.text, text, Kind.Field, value, rank="3", path=found.at)
        if change is not None:
            for found in addable(game):
                assert found.node is not None
                text = self._added(found.text, found.node, change)
                description = str(found.node.get("description", ""))
                yield Suggestion(found.text, text, Kind.Event, documentation=description, rank="7")

    def _change(self) -> set[str] | None:
        """The keys of the change that is being written; None where it is no change."""
        parent = self.place.parent or {}
        if self.at.path[-1:] != ("at",) or "set" not in parent.get("properties", ()):
            return None
        return set(self.outline.keys(self.at.path[:-1]))

    def _changed(self, found: Any, there: set[str]) -> str:
        """A path and the rest of a change of its rule, without keys that are there already."""
        snippet, value = Snippet(), flow(found.value)
        parts: list[str] = []
        if not there & _CHANGES:
            known = "was" in (self.place.parent or {}).get("properties", ())
            if known and len(value) <= _LONG:
                parts.append(f"was: {escaped(value)}")
            parts.append(f"set: {snippet.place(value if len(value) <= _LONG else '')}")
        return self._joined(found.text, parts, there, snippet)

    def _added(self, text: str, node: Node, there: set[str]) -> str:
        """A path and the rest of a change that adds its rule, without keys already there."""
        snippet, parts = Snippet(), []
        if not there & _CHANGES:
            parts.append(f"add: {snippet.shape(node)}")
        return self._joined(text, parts, there, snippet)

    def _joined(self, text: str, parts: list[str], there: set[str], snippet: Snippet) -> str:
        """Join a path and the parts of its change, in brackets or line by line; in quotes the path
        alone.
        """
        if self.quoted:
            return escaped(text)
        if "source" not in there and "source" in (self.place.parent or {}).get("required", ()):
            parts.append(f"source: {snippet.place('custom')}")
        if self.at.flow:
            close = "}" if parts and "}" not in self.after else ""
            return ", ".join([escaped(text), *parts]) + close
        key = self.outline.key(self.at.path)
        indent = " " * (key.start if key else 0)
        return f"\n{indent}".join([escaped(text), *parts])


def _whole_files() -> Iterator[Suggestion]:
    """The beginnings of all kinds of files."""
    yield Suggestion("variant", _VARIANT, Kind.File, "house rules: a variant of a game", rank="1")
    yield Suggestion("examples", _EXAMPLES, Kind.File, "examples of house rules", rank="2")
    for kind in SCHEMAS:
        if kind not in ("variant", "examples"):
            yield Suggestion(kind, f"{kind}: $1", Kind.File)


def called(session: Session, game: Game, name: str) -> str:
    """The full name of an id of a game, in the language of the reader; empty for other words."""
    if name in game.deck.by_id:
        return session.prose(game).card(game.deck.by_id[name])
    for section in ("contracts", "bonuses", "declarations"):
        named = game.at((section, name, "name"))
        if isinstance(named, dict):
            return str(named.get(session.language) or named.get(ENGLISH, ""))
    return game.sources[name].title if name in game.sources else ""


def complete(session: Session, path: FilePath, line: int, column: int) -> Completion:
    """The request for suggestions at a place of a YAML file."""
    text = session.text(path)
    at = cursor(text, line, column)
    lines = text.split("\n")
    written = lines[line] if line < len(lines) else ""
    quoted = written[max(at.start - 1, 0) : at.start] in ("'", '"')
    return Completion(session, path, at, outline_of(text), written[column:], quoted)


def items(
    asked: Completion, where: types.Range, snippets: bool, asks: bool
) -> list[types.CompletionItem]:
    """Suggestions in the form of the protocol; they replace the range ``where``. An editor that
    ``asks`` for the sentence of a selected suggestion gets it then (`resolved`). Another editor
    gets it now, with suggestions that begin with what is typed.
    """
    form = types.InsertTextFormat
    found: dict[str, types.CompletionItem] = {}
    for each in asked.all():
        item = types.CompletionItem(
            each.label,
            kind=each.kind,
            detail=each.detail or None,
            documentation=each.documentation or None,
            sort_text=f"{each.rank}{each.label}",
            filter_text=each.label,
            insert_text_format=form.Snippet if snippets else form.PlainText,
            insert_text_mode=types.InsertTextMode.AsIs,
            text_edit=types.TextEdit(where, each.text if snippets else plain(each.text)),
            data={"file": str(asked.path), "rule": list(each.path)} if each.path else None,
        )
        if not asks and each.label.startswith(asked.at.prefix):
            item = resolved(asked.session, item)
        found.setdefault(each.label, item)
    return list(found.values())


def resolved(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """A suggestion with the sentence of its rule."""
    data = item.data
    if isinstance(data, dict) and "rule" in data:
        game = session.base_of(FilePath(data["file"]))
        if game is not None:
            item.documentation = sentence(session.prose(game), tuple(data["rule"])) or None
    return item


# Snippets for the values of a schema

_PLACE = re.compile(r"\\([\\$}])|\$\{\d+:((?:\\.|[^\\}])*)\}|\$\{\d+\|([^,|]*)[^|}]*\|\}|\$\d+")
"""An escaped sign; or a place: with a word to begin with, with words to choose from, or empty."""
_SIGNS = re.compile(r"[\\$}]")
_SIMPLE = re.compile(r"[A-Za-z][\w.§ -]*(?<! )")
"""Texts that need no quotes anywhere, unless they are a word such as ``true``."""
_DEEP = 2
"""The depth to which a shape writes out mappings; deeper ones are places to fill in."""
_WIDE = 100_000
"""A width at which YAML never breaks a line."""


def flow(value: Any) -> str:
    """A value as YAML on one line.

    >>> flow({"points_at_least": {"side": "declarers", "points": 45}})
    '{points_at_least: {side: declarers, points: 45}}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{flow(key)}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str) and _SIMPLE.fullmatch(value) and plain_word(value) == (value, None):
        return value
    if isinstance(value, int):  # a shortcut for most values: a list may have all rules
        return str(value).lower() if isinstance(value, bool) else str(value)
    quotes = "'" if isinstance(value, str) else None
    text: str = yaml.safe_dump(value, default_style=quotes, allow_unicode=True, width=_WIDE)
    return text.removesuffix("\n").removesuffix("\n...")


def escaped(text: str) -> str:
    """A text with the signs escaped that mean something in a snippet."""
    return _SIGNS.sub(r"\\\g<0>", text)


def plain(snippet: str) -> str:
    """A snippet as plain text, with the first word of each place, for editors without snippets.

    >>> plain("{side: ${1|declarers,defenders|}, points: ${2:45}}")
    '{side: declarers, points: 45}'
    """
    return _PLACE.sub(
        lambda found: found[1] or (plain(found[2]) if found[2] else found[3] or ""), snippet
    )


def is_word(node: Node) -> bool:
    """Whether a mapping takes exactly one of its keys, as a condition does."""
    return node.get("maxProperties") == 1 and "properties" in node


def types_of(node: Node) -> Sequence[str]:
    """The types that a schema allows."""
    found = node.get("type", ())
    return (found,) if isinstance(found, str) else tuple(found)


@dataclass(slots=True)
class Snippet:
    """Writes the shapes of values as snippets, and numbers their places."""

    count: int = 0

    def place(self, word: str = "") -> str:
        """The next place, perhaps with a word to begin with."""
        self.count += 1
        return f"${{{self.count}:{escaped(word)}}}" if word else f"${self.count}"

    def choice(self, words: Sequence[str]) -> str:
        """The next place, with words to choose from."""
        self.count += 1
        return f"${{{self.count}|{','.join(words)}|}}"

    def shape(self, node: Node, deep: int = 0) -> str:
        """The shape of a value of this schema, with all required keys."""
        enum = [str(each) for each in node.get("enum", ())]
        kinds = types_of(node)
        if "const" in node:
            return flow(node["const"])
        if enum:
            return self.choice(enum) if len(enum) > 1 else enum[0]
        if "boolean" in kinds:
            return self.choice(["true", "false"])
        if "object" in kinds and "string" not in kinds:
            return self._mapping(node, deep)
        if "array" in kinds and "string" not in kinds:
            return f"[{self.place()}]"
        if "integer" in kinds:
            return self.place(str(node.get("minimum", 1)))
        return self.place()

    def _mapping(self, node: Node, deep: int) -> str:
        needed = node.get("required", ())
        if is_word(node) or not needed or deep >= _DEEP:
            return f"{{{self.place()}}}"
        parts = []
        for key in needed:
            known = key in node.get("properties", ())
            inner = child(node, key) if known else part(node, {"type": "string"})
            parts.append(f"{key}: {self.shape(inner, deep + 1)}")
        return f"{{{', '.join(parts)}}}"


def shape(node: Node) -> str:
    """The shape of a value, as a snippet.

    >>> shape({"type": "object", "required": ["at"], "properties": {"at": {"type": "integer"}}})
    '{at: ${1:1}}'
    """
    return Snippet().shape(node)
