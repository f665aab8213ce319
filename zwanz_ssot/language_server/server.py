"""The language server: what an editor asks, answered by the other files here.

A server is made for one editor, by `make_server`, and knows nothing of how messages travel:
`transport` lets it speak through standard input and output or a socket, and a page in a browser may
let it speak through a web socket.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path as FilePath
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ..problems import WrongCall, ZwanzError
from . import chapter_completion, hovering, navigation
from .actions import Action, Lens, ShownProblem, actions, lenses, otherwise
from .completion import complete, items, resolved
from .navigation import Spot
from .publishing import DiagnosticsQueue, changed_on_disk
from .session import ENGLISH, Session

Answer = TypeVar("Answer")


class RulesServer(LanguageServer):
    """A language server for rule files, examples, records and chapters; one for each editor."""

    def __init__(self, language: str = ENGLISH, rules: FilePath | None = None) -> None:
        super().__init__("zwanz", version("zwanz-ssot"))
        self.session = Session(rules=rules.absolute() if rules else None)
        self.session.speak(language)
        self.checks = DiagnosticsQueue(self.session, self._publish)

    def path(self, uri: str) -> FilePath:
        """The file of an address; of a text without a file a path that none has."""
        found = to_fs_path(uri)
        return FilePath(found) if found else FilePath("/") / uri.replace("/", "_")

    def lines(self, path: FilePath) -> list[str]:
        """The lines of a file."""
        return self.session.text(path).split("\n")

    def place(self, params: Any) -> tuple[FilePath, int, int]:
        """The file, line and column, in characters, that a question is about."""
        path = self.path(params.text_document.uri)
        codec = self.workspace.position_codec
        at = codec.position_from_client_units(self.lines(path), params.position)
        return path, at.line, at.character

    def range(self, path: FilePath, line: int, start: int, end: int) -> types.Range:
        """A part of a line as the editor counts."""
        return self.told(path, types.Range(types.Position(line, start), types.Position(line, end)))

    def told(self, path: FilePath, where: types.Range) -> types.Range:
        """A range of a file as the editor counts columns."""
        return self.workspace.position_codec.range_to_client_units(self.lines(path), where)

    def location(self, path: FilePath, line: int, start: int, end: int) -> types.Location:
        """A part of a line of a file."""
        return types.Location(uri_of(path), self.range(path, line, start, end))

    def told_symbol(self, path: FilePath, symbol: types.DocumentSymbol) -> types.DocumentSymbol:
        """A symbol and its parts as the editor counts columns."""
        symbol.range = self.told(path, symbol.range)
        symbol.selection_range = self.told(path, symbol.selection_range)
        for inner in symbol.children or ():
            self.told_symbol(path, inner)
        return symbol

    def known(self, path: FilePath, told: types.Diagnostic) -> ShownProblem:
        """A problem that the editor has shown."""
        codec = self.workspace.position_codec
        where = codec.range_from_client_units(self.lines(path), told.range)
        key = told.data.get("key", "") if isinstance(told.data, dict) else ""
        start, end = where.start, where.end
        return ShownProblem(
            start.line, start.character, end.character, str(told.code), told.message, str(key)
        )

    def action(
        self, path: FilePath, action: Action, known: Sequence[types.Diagnostic]
    ) -> types.CodeAction:
        """An action as the protocol has it."""
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
        """Whether the editor knows places to fill in."""
        known = self.client_capabilities.text_document
        item = known.completion.completion_item if known and known.completion else None
        return bool(item and item.snippet_support)

    def _publish(self, file: str, found: list[types.Diagnostic]) -> None:
        path = FilePath(file)
        shown = [
            types.Diagnostic(
                range=self.told(path, each.range),
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


def uri_of(path: FilePath) -> str:
    """The address of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def make_server(language: str = ENGLISH, rules: FilePath | None = None) -> RulesServer:
    """A server for one editor. ``language`` is that of the sentences until the editor asks for
    another one; ``rules`` a folder of rules instead of those that are shipped.
    """
    server = RulesServer(language, rules)
    _follow_files(server)
    _offer(server)
    _tell(server)
    _rename(server)
    _act(server)
    return server


def _follow_files(server: RulesServer) -> None:
    """Keep what is open, and check it."""
    session, checks = server.session, server.checks

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        wanted = options.get("language") if isinstance(options, dict) else None
        session.speak(wanted if isinstance(wanted, str) and wanted else params.locale)

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
        checks.forget(path)
        if path.exists():
            checks.edited(path, at_once=True)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        checks.edited(server.path(params.text_document.uri), at_once=True)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [str(server.path(change.uri)) for change in params.changes]
        for path in changed_on_disk(session, paths):
            checks.edited(path, at_once=True)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        wanted = params.settings.get("zwanz", {}) if isinstance(params.settings, dict) else {}
        if isinstance(wanted, dict) and isinstance(wanted.get("language"), str):
            session.speak(wanted["language"])
            checks.all_open()


def _offer(server: RulesServer) -> None:
    """Completion."""
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
                found = chapter_completion.complete(session, path, line, column)
                if found is None:
                    return []
                where = server.range(path, line, column - len(found.prefix), column)
                return chapter_completion.items(found, where, server.knows_snippets)
            asked = complete(session, path, line, column)
            where = server.range(path, line, asked.at.start, asked.at.end)
            return items(asked, where, server.knows_snippets)

        return types.CompletionList(is_incomplete=False, items=answered(server, ask, []))

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        return answered(server, lambda: resolved(session, item), item)


def _tell(server: RulesServer) -> None:
    """Hover, definition, references, symbols and folding."""
    session = server.session

    def locations(spots: Sequence[Spot]) -> list[types.Location]:
        return [server.location(each.file, each.line, each.start, each.end) for each in spots]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        place = server.place(params)
        said = answered(server, lambda: hovering.hover(session, *place), "")
        content = types.MarkupContent(types.MarkupKind.Markdown, said)
        return types.Hover(content) if said else None

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
        return [server.told_symbol(path, each) for each in found]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        path = server.path(params.text_document.uri)
        return answered(server, lambda: navigation.folds(session, path), [])


def _rename(server: RulesServer) -> None:
    """Another name for an id, in all files."""
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
    """Code actions and lenses."""
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
        if session.kind(path) == "variant":  # counting takes a second, so it comes later
            shown.append(types.CodeLens(server.range(path, 0, 0, 0), data=str(path)))
        return shown

    @server.feature(types.CODE_LENS_RESOLVE)
    async def resolve_lens(given: types.CodeLens) -> types.CodeLens:
        if given.command is None:
            try:
                title = await otherwise(session, FilePath(str(given.data)))
            except (ZwanzError, OSError):
                title = ""
            given.command = types.Command(title or "-", "zwanz.said")
        return given


def answered(server: RulesServer, ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    """What a question comes to while everything is read as it is open; ``otherwise`` where the
    rules have problems, which diagnostics tell.
    """
    with server.session.reading():
        try:
            return ask()
        except (ZwanzError, OSError):
            return otherwise
