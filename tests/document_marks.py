"""The marks of a document, which tests of several packages check."""

from __future__ import annotations

from typing import Any

from zwanz_ssot.source import Document, Path


def whole(document: Document) -> None:
    """Assert that every value has a mark, every key of a mapping has one, and no mark is left over."""
    everything = _paths((), document.data)
    assert set(document.marks) == everything
    assert set(document.keys) == {path for path in everything if path and isinstance(path[-1], str)}


def _paths(path: Path, value: Any) -> set[Path]:
    found = {path}
    if isinstance(value, list):
        value = dict(enumerate(value))
    if isinstance(value, dict):
        for step, inner in value.items():
            found |= _paths((*path, step), inner)
    return found
