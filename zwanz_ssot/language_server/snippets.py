"""What is written at a place, from its schema: values as YAML on one line, and shapes with places
to fill in, as the snippets of editors have them (``${1:word}``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from ..schema import Node
from ..yaml_reader import plain as plain_word
from .grammar import child, part

_PLACE = re.compile(r"\$\{\d+:([^{}]*)\}|\$\{\d+\|([^,|]*)[^|}]*\|\}|\$\d+")
_SIGNS = re.compile(r"[\\$}]")
_SIMPLE = re.compile(r"[A-Za-z][\w.§ -]*(?<! )")
"""Texts that need no quotes anywhere, unless they are a word such as ``true``."""
_DEEP = 2
"""Mappings within mappings that a shape writes out; what is further in is a place to fill."""
_WIDE = 100_000


def flow(value: Any) -> str:
    """A value as YAML on one line.

    >>> flow({"points_at_least": {"side": "declarers", "points": 45}})
    '{points_at_least: {side: declarers, points: 45}}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{flow(key)}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str) and _SIMPLE.fullmatch(value) and plain_word(value)[0] == value:
        return value
    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=_WIDE)
    return text.removesuffix("\n").removesuffix("\n...")


def escaped(text: str) -> str:
    """A text as it stands in a snippet."""
    return _SIGNS.sub(r"\\\g<0>", text)


def plain(snippet: str) -> str:
    """A snippet for an editor that knows none: each place has its first word.

    >>> plain("{side: ${1|declarers,defenders|}, points: ${2:45}}")
    '{side: declarers, points: 45}'
    """
    text = _PLACE.sub(lambda found: found[1] or found[2] or "", snippet)
    return re.sub(r"\\([\\$}])", r"\1", text)


def is_word(node: Node) -> bool:
    """Whether exactly one of its keys stands in a mapping, as in a condition."""
    return node.get("maxProperties") == 1 and "properties" in node


def types_of(node: Node) -> Sequence[str]:
    """The types that a value may have."""
    found = node.get("type", ())
    return (found,) if isinstance(found, str) else tuple(found)


@dataclass(slots=True)
class Snippet:
    """Writes shapes, and numbers the places in them."""

    count: int = 0

    def place(self, word: str = "") -> str:
        """The next place, with a word that stands there at first."""
        self.count += 1
        return f"${{{self.count}:{escaped(word)}}}" if word else f"${self.count}"

    def choice(self, words: Sequence[str]) -> str:
        """The next place, with words to choose from."""
        self.count += 1
        return f"${{{self.count}|{','.join(words)}|}}"

    def shape(self, node: Node, deep: int = 0) -> str:
        """What stands at a place of this schema, with what it must have."""
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
