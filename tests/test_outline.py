"""The tolerant reading of YAML, against the strict one: in every file of the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from zwanz_ssot.language_server.outline import Outline, cursor
from zwanz_ssot.library import library
from zwanz_ssot.source import read

FILES = sorted(library().root.rglob("*.yaml"))
SAMPLE = [*[f for f in FILES if f.parent.name != "examples"], *FILES[::9]]


@pytest.mark.parametrize("file", SAMPLE, ids=lambda f: "/".join(f.parts[-3:]))
def test_every_word_of_a_sound_file_is_found_where_it_stands(file: Path) -> None:
    document = read(file)
    lines = file.read_text(encoding="utf-8").split("\n")
    outline = Outline.of("\n".join(lines))
    found = {token.path: token for token in outline.tokens if not token.is_key}
    for path, mark in document.marks.items():
        value = document.value(path)
        written = lines[mark.line - 1][mark.column - 1 :]
        if isinstance(value, dict | list) or value is None or written[:1] in "|>":
            continue
        token = found[path]
        start = token.start - (written[:1] in "\"'")
        assert (token.line, start) == (mark.line - 1, mark.column - 1), path
    keys = {token.path for token in outline.tokens if token.is_key}
    assert keys == set(document.keys)


@pytest.mark.parametrize("file", SAMPLE[:12], ids=lambda f: "/".join(f.parts[-3:]))
def test_where_a_word_is_typed_its_path_is_known_without_the_rest_of_the_file(file: Path) -> None:
    """Cut anywhere inside a word, a text says what is being typed as the whole file does."""
    text = file.read_text(encoding="utf-8")
    tokens = Outline.of(text).tokens
    for token in tokens[:: max(1, len(tokens) // 40)]:
        if token.end - token.start < 2 or token.text[:2].strip() != token.text[:2]:
            continue
        lines = text.split("\n")[: token.line + 1]
        lines[-1] = lines[-1][: token.start + 2]
        at = cursor("\n".join(lines), token.line, token.start + 2)
        assert at.prefix == token.text[:2]
        if at.kind == "value" and not token.is_key:
            assert at.path == token.path
