"""Schemas as they are walked: references followed, parts found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from .. import places

Node = Mapping[str, Any]


@cache
def _file(name: str) -> Node:
    content: Node = json.loads((places.data("schema") / name).read_text(encoding="utf-8"))
    return content


def root(schema: str) -> Node:
    """A schema by its name: ``game``."""
    return _file(f"{schema}.schema.json")


def resolved(node: Node) -> Node:
    """A schema with its reference followed; what stands beside the reference comes first."""
    while "$ref" in node:
        file, _, pointer = node["$ref"].partition("#")
        found: Any = _file(file or "terms.schema.json")
        for step in filter(None, pointer.split("/")):
            found = found[step]
        node = {**found, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def below(node: Node, step: str | int) -> Node:
    """The schema of a part; an empty one where the schema says nothing of it."""
    if isinstance(step, int) and "items" in node:
        found = node["items"]
    elif step in node.get("properties", {}):
        found = node["properties"][step]
    else:
        found = node.get("additionalProperties")
    return found if isinstance(found, Mapping) else {}
