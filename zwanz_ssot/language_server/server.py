"""The language server: it passes the requests of an editor to the other files of this package.

`make_server` makes a server for one editor. `serve_stdio` connects it by standard input and output,
`serve_tcp` by a socket; the studio in a browser passes messages on from a web socket.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from importlib.metadata import version
from pathlib import Path as FilePath
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.io_ import run_async
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ..problems import WrongCall, ZwanzError
from . import chapters, navigation
from .actions import Action, Lens, ShownProblem, actions, lenses, otherwise
from .completion import complete, items, resolved
from .diagnostics import DiagnosticsQueue, problems_of
from .navigation import Spot
from .session import ENGLISH, Session

Answer = TypeVar("Answer")
_REFUSALS = logging.getLogger("pygls.protocol.json_rpc")
"""Where pygls logs what it answers with an error."""
_PREPARED = 3
"""The most rule sets that are loaded before the first request; each takes a tenth of a second."""


class RulesServer(LanguageServer):
    """A language server for rule files, examples, records and chapters; one for each editor."""

    def __init__(self, language: str = ENGLISH, rules: FilePath | None = None) -> None:
        # Whole texts: pygls applies parts at lines that end with U+2028 or a form feed, too.
        whole = types.TextDocumentSyncKind.Full
        super().__init__("zwanz", version("zwanz-ssot"), text_document_sync_kind=whole)
        self.session = Session(rules=rules.absolute() if rules else None)
        self.session.speak(language)
        self.usual = self.session.language  # where the setting of the editor names none
        self.checks = DiagnosticsQueue(self.session, self._publish)
        _REFUSALS.addFilter(_is_fault)

    def path(self, uri: str) -> FilePath:
        """The path of a URI; for a text without a file a path that no file has."""
        found = to_fs_path(uri)
        return FilePath(found) if found else FilePath("/") / uri.replace("/", "_")

    def lines(self, path: FilePath) -> list[str]:
        """The lines of a file."""
        return self.session.text(path).split("\n")

    def place(self, params: Any) -> tuple[FilePath, int, int]:
        """The file, line and column, in characters, of a request."""
        path = self.path(params.text_document.uri)
        codec = self.workspace.position_codec
        at = codec.position_from_client_units(self.lines(path), params.position)
        return path, at.line, at.character

    def range(self, path: FilePath, line: int, start: int, end: int) -> types.Range:
        """A part of a line, in the columns of the editor."""
        return self.client_range(
            path, types.Range(types.Position(line, start), types.Position(line, end))
        )

    def client_range(self, path: FilePath, where: types.Range) -> types.Range:
        """A range of a file, in the columns of the editor."""
        return self.workspace.position_codec.range_to_client_units(self.lines(path), where)

    def location(self, path: FilePath, line: int, start: int, end: int) -> types.Location:
        """A part of a line of a file, in the columns of the editor."""
        return types.Location(uri_of(path), self.range(path, line, start, end))

    def client_symbol(self, path: FilePath, symbol: types.DocumentSymbol) -> types.DocumentSymbol:
        """A symbol and its parts, in the columns of the editor."""
        symbol.range = self.client_range(path, symbol.range)
        symbol.selection_range = self.client_range(path, symbol.selection_range)
        for inner in symbol.children or ():
            self.client_symbol(path, inner)
        return symbol

    def known(self, path: FilePath, diagnostic: types.Diagnostic) -> ShownProblem:
        """A problem that the editor has shown, in columns of characters."""
        codec = self.workspace.position_codec
        where = codec.range_from_client_units(self.lines(path), diagnostic.range)
        data = diagnostic.data if isinstance(diagnostic.data, dict) else {}
        start, end = where.start, where.end
        return ShownProblem(
            start.line,
            start.character,
            end.character,
            str(diagnostic.code),
            *(str(data.get(part, "")) for part in ("key", "meant", "instead_of")),
        )

    def action(
        self, path: FilePath, action: Action, known: Sequence[types.Diagnostic]
    ) -> types.CodeAction:
        """An action in the form of the protocol."""
        mends = action.repairs is not None
        kind = types.CodeActionKind.QuickFix if mends else types.CodeActionKind.Refactor
        edits = [
            types.TextEdit(self.range(path, each.line, each.start, each.end), each.text)
            for each in action.edits
        ]
        edit = types.WorkspaceEdit({uri_of(path): edits})
        if action.new is not None:
            uri = uri_of(action.new)
            here = types.OptionalVersionedTextDocumentIdentifier(uri)
            begin = types.Range(types.Position(0, 0), types.Position(0, 0))
            edit = types.WorkspaceEdit(
                document_changes=[
                    types.CreateFile(uri),
                    types.TextDocumentEdit(here, [types.TextEdit(begin, action.text)]),
                ]
            )
        return types.CodeAction(
            action.title,
            kind,
            [known[action.repairs]] if action.repairs is not None else None,
            edit=edit,
        )

    @property
    def knows_snippets(self) -> bool:
        """Whether the editor supports snippets."""
        known = self.client_capabilities.text_document
        item = known.completion.completion_item if known and known.completion else None
        return bool(item and item.snippet_support)

    @property
    def asks_for_sentences(self) -> bool:
        """Whether the editor asks for the documentation of a suggestion when it is selected."""
        known = self.client_capabilities.text_document
        item = known.completion.completion_item if known and known.completion else None
        return bool(item and item.resolve_support)

    def _publish(self, file: str, found: list[types.Diagnostic]) -> None:
        path = FilePath(file)
        shown = [
            types.Diagnostic(
                range=self.client_range(path, each.range),
                message=each.message,
                severity=each.severity,
                code=each.code,
                source=each.source,
                data=each.data,
            )
            for each in found
        ]
        document = self.workspace.text_documents.get(uri_of(path))
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri_of(path), shown, document.version if document else None
            )
        )


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether a record is about more than a request that was refused in a sentence."""
    kind = record.exc_info[0] if record.exc_info else None
    return kind is not JsonRpcInvalidParams


def uri_of(path: FilePath) -> str:
    """The URI of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def make_server(language: str = ENGLISH, rules: FilePath | None = None) -> RulesServer:
    """A server for one editor. ``language`` is that of sentences until the editor sets another one;
    ``rules`` is a folder of rules to use instead of the shipped ones.
    """
    server = RulesServer(language, rules)
    _follow_files(server)
    _offer(server)
    _navigate(server)
    _rename(server)
    _act(server)
    return server


def _follow_files(server: RulesServer) -> None:
    """Register what keeps the open texts and checks them."""
    session, checks = server.session, server.checks

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        wanted = options.get("language") if isinstance(options, dict) else None
        session.speak(params.locale)
        server.usual = session.language
        session.speak(wanted if isinstance(wanted, str) else None)
        session.folders = [server.path(folder.uri) for folder in params.workspace_folders or ()]
        prepare(server)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        folders = server.workspace.folders.values()
        session.folders = [server.path(folder.uri) for folder in folders]

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        path = server.path(params.text_document.uri)
        session.texts[str(path)] = params.text_document.text
        checks.edited(path, at_once=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        path = server.path(params.text_document.uri)
        document = server.workspace.get_text_document(params.text_document.uri)
        session.texts[str(path)] = document.source
        checks.edited(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = server.path(params.text_document.uri)
        session.texts.pop(str(path), None)
        checks.changed_on_disk(path)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        checks.edited(server.path(params.text_document.uri), at_once=True)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            path = FilePath(os.path.normpath(server.path(change.uri)))
            if str(path) not in session.texts:
                checks.changed_on_disk(path)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        wanted = params.settings.get("zwanz", {}) if isinstance(params.settings, dict) else {}
        if isinstance(wanted, dict) and isinstance(wanted.get("language"), str):
            session.speak(wanted["language"] or server.usual)
            checks.all_open()


def prepare(server: RulesServer) -> None:
    """Load what the first keystrokes would wait for: the rules that variants in the open folders
    change. Completing and checking a change of each fills the caches.
    """
    session = server.session
    draft = (session.folders or [FilePath.cwd()])[0] / ".prepared.yaml"
    with session.reading():
        named = {session.named(file): None for file in session.house_files()}
        bases = [each for each in (*named, session.library(draft).first_game()) if each]
    for base in bases[:_PREPARED]:
        session.texts[str(draft)] = f"variant: prepared\nof: {base}\nchanges:\n  - {{at: "
        answered(server, lambda: _try_once(session, draft), None)
    session.texts.pop(str(draft), None)


def _try_once(session: Session, draft: FilePath) -> None:
    """Complete and check a text whose fourth line begins a change."""
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    for item in items(complete(session, draft, 3, len("  - {at: ")), nowhere, True, True)[:1]:
        resolved(session, item)
    problems_of(session, draft)


def _offer(server: RulesServer) -> None:
    """Register completion."""
    session = server.session

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(
            trigger_characters=[".", " ", "{", "[", ":", ",", "="], resolve_provider=True
        ),
    )
    def completion(params: types.CompletionParams) -> types.CompletionList:
        path, line, column = server.place(params)

        def ask() -> list[types.CompletionItem]:
            if path.suffix == ".md":
                found = chapters.complete(session, path, line, column)
                if found is None:
                    return []
                where = server.range(path, line, column - len(found.prefix), column)
                return chapters.items(found, where, server.knows_snippets)
            asked = complete(session, path, line, column)
            where = server.range(path, line, asked.at.start, asked.at.end)
            return items(asked, where, server.knows_snippets, server.asks_for_sentences)

        return types.CompletionList(is_incomplete=False, items=answered(server, ask, []))

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        return answered(server, lambda: resolved(session, item), item)


def _navigate(server: RulesServer) -> None:
    """Register hover, definition, references, symbols and folding."""
    session = server.session

    def locations(spots: Sequence[Spot]) -> list[types.Location]:
        return [server.location(each.file, each.line, each.start, each.end) for each in spots]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        place = server.place(params)
        text = answered(server, lambda: navigation.hover(session, *place), "")
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content) if text else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        place = server.place(params)
        return locations(answered(server, lambda: navigation.definition(session, *place), []))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        place = server.place(params)
        own = params.context.include_declaration
        return locations(
            answered(
                server,
                lambda: navigation.references(session, *place, with_definition=own),
                [],
            )
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        path = server.path(params.text_document.uri)
        none: list[types.DocumentSymbol] = []
        found = answered(server, lambda: navigation.symbols(session, path), none)
        return [server.client_symbol(path, each) for each in found]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        path = server.path(params.text_document.uri)
        return answered(server, lambda: navigation.folds(session, path), [])


def _rename(server: RulesServer) -> None:
    """Register renaming."""
    session = server.session

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.Range | None:
        place = server.place(params)
        found = answered(server, lambda: navigation.renamable(session, *place), None)
        if found is None:
            return None
        return server.range(place[0], found.line, found.start, found.end)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        place = server.place(params)
        with session.reading():
            try:
                found = navigation.rename(session, *place, params.new_name)
            except WrongCall as wrong:
                raise JsonRpcInvalidParams(str(wrong)) from None
        changes = {
            uri_of(file): [
                types.TextEdit(server.range(file, each.line, each.start, each.end), params.new_name)
                for each in spots
            ]
            for file, spots in found.items()
        }
        return types.WorkspaceEdit(changes)


def _act(server: RulesServer) -> None:
    """Register code actions and lenses."""
    session = server.session

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor]),
    )
    def act(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = server.path(params.text_document.uri)
        known = [each for each in params.context.diagnostics if each.source == "zwanz"]
        problems = [server.known(path, each) for each in known]
        none: list[Action] = []
        line = params.range.start.line
        found = answered(server, lambda: [*actions(session, path, line, problems)], none)
        return [server.action(path, each, known) for each in found]

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    def lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        path = server.path(params.text_document.uri)
        none: list[Lens] = []
        found = answered(server, lambda: [*lenses(session, path)], none)
        shown = [
            types.CodeLens(
                server.range(path, each.line, 0, 0),
                types.Command(each.title, each.command, arguments=[params.text_document.uri]),
            )
            for each in found
        ]
        if (
            session.kind(path) == "variant"
        ):  # counting examples takes a second: it is resolved later
            shown.append(types.CodeLens(server.range(path, 0, 0, 0), data=str(path)))
        return shown

    @server.feature(types.CODE_LENS_RESOLVE)
    async def resolve_lens(given: types.CodeLens) -> types.CodeLens:
        if given.command is None:
            try:
                title = await otherwise(session, FilePath(str(given.data)))
            except (ZwanzError, OSError):
                title = ""
            title = title or session.phrases("lens_waits")
            given.command = types.Command(title, "zwanz.said")
        return given


def answered(server: RulesServer, ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    """The result of ``ask``, called while open texts replace files; ``otherwise`` if rules have
    problems, as diagnostics show these.
    """
    with server.session.reading():
        try:
            return ask()
        except (ZwanzError, OSError):
            return otherwise


# Transport

_LOG = logging.getLogger(__name__)


def serve_stdio(language: str, rules: FilePath | None = None) -> None:
    """Serve the editor that started this process, until it ends the session. All other output goes
    to standard error, so that it does not mix with messages.
    """
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, redirect_stdout(sys.stderr):
        make_server(language, rules).start_io(stdout=out)


def serve_tcp(
    host: str,
    port: int,
    language: str,
    rules: FilePath | None = None,
    listening: Callable[[int], None] = lambda port: None,
) -> None:
    """Serve every editor that connects, each with a server of its own, until an interrupt.

    ``listening`` is called with the port, which the system chooses for 0. Raises `OSError` if it
    cannot listen there.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_listen(host, port, language, rules, listening))


async def _listen(
    host: str, port: int, language: str, rules: FilePath | None, listening: Callable[[int], None]
) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _speak(make_server(language, rules), reader, writer)

    listener = await asyncio.start_server(connected, host, port)
    listening(int(listener.sockets[0].getsockname()[1]))
    async with listener:
        await listener.serve_forever()


async def _speak(
    server: RulesServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve one editor until it disconnects."""
    server.protocol.set_writer(writer)
    try:
        await run_async(threading.Event(), reader, server.protocol, _LOG)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass  # it disconnected within a message
    finally:
        writer.close()
