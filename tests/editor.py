"""An editor that speaks with ``zwanz lsp``, for the tests of the language server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

CONFIG = ClientServerConfig(
    server_command=[sys.executable, "-m", "zwanz_ssot", "lsp"],
    server_env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
)
HERE = "‸"
"""Marks the cursor in a text."""


def snippets() -> types.ClientCapabilities:
    """The capabilities of an editor that knows snippets."""
    item = types.ClientCompletionItemOptions(snippet_support=True)
    completion = types.CompletionClientCapabilities(completion_item=item)
    return types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(completion=completion)
    )


class Editor:
    """A client with a folder, and the texts that it has open."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client, self.folder = client, folder
        self.version = 0
        self.texts: dict[str, str] = {}

    def uri(self, name: str | Path) -> str:
        return (self.folder / name).as_uri()

    async def begin(self, **options: Any) -> types.InitializeResult:
        params = types.InitializeParams(
            capabilities=snippets(),
            workspace_folders=[types.WorkspaceFolder(self.folder.as_uri(), "house")],
            **options,
        )
        self.begun = await self.client.initialize_session(params)
        return self.begun

    def show(
        self, name: str | Path, text: str
    ) -> tuple[types.TextDocumentIdentifier, types.Position]:
        """Open a text, or replace it; return the place of its mark of the cursor."""
        line, column = 0, 0
        if HERE in text:
            before = text[: text.index(HERE)]
            line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
            text = text.replace(HERE, "")
        uri = self.uri(name)
        self.version += 1
        self.client.diagnostics.pop(uri, None)
        if uri in self.texts:
            whole = types.TextDocumentContentChangeWholeDocument(text)
            document = types.VersionedTextDocumentIdentifier(self.version, uri)
            self.client.text_document_did_change(
                types.DidChangeTextDocumentParams(document, [whole])
            )
        else:
            item = types.TextDocumentItem(uri, "yaml", self.version, text)
            self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        self.texts[uri] = text
        return types.TextDocumentIdentifier(uri), types.Position(line, column)

    async def diagnostics(
        self, name: str | Path, until: Any = lambda found: True
    ) -> list[types.Diagnostic]:
        """The diagnostics of a file, as soon as they are the expected ones."""
        uri = self.uri(name)
        for _ in range(12_000):  # two minutes
            found = self.client.diagnostics.get(uri)
            if found is not None and until(found):
                return list(found)
            await asyncio.sleep(0.01)
        raise AssertionError(f"{uri}: {self.client.diagnostics.get(uri)}")

    async def completed(self, name: str, text: str) -> dict[str, types.CompletionItem]:
        """The completions at the cursor, by their labels."""
        document, at = self.show(name, text)
        found = await self.client.text_document_completion_async(
            types.CompletionParams(document, at)
        )
        items = found.items if isinstance(found, types.CompletionList) else found or []
        return {item.label: item for item in items}

    async def hovered(self, name: str, text: str) -> str:
        """The hover text of the word at the cursor."""
        document, at = self.show(name, text)
        found = await self.client.text_document_hover_async(types.HoverParams(document, at))
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    def applied(self, name: str, item: types.CompletionItem) -> str:
        """The text with a completion in it."""
        edit = item.text_edit
        assert isinstance(edit, types.TextEdit)
        lines = self.texts[self.uri(name)].split("\n")
        start, end = edit.range.start, edit.range.end
        assert start.line == end.line
        line = lines[start.line]
        lines[start.line] = line[: start.character] + edit.new_text + line[end.character :]
        return "\n".join(lines)


async def editing(client: LanguageClient, folder: Path, **options: Any) -> AsyncIterator[Editor]:
    """Start an editor, and end it after the test."""
    editor = Editor(client, folder)
    await editor.begin(**options)
    yield editor
    with suppress(Exception):
        await client.shutdown_session()


__all__ = ["CONFIG", "HERE", "Editor", "editing", "pytest_lsp"]
