"""A web socket between the editor of the page and a language server of its own, which runs as a
process. Messages about files outside the folder are not passed on.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any
from urllib.parse import unquote, urlsplit

from anyio import CancelScope
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..language_server.session import SUFFIXES
from .folder import StudioFolder

_REQUESTS = frozenset(
    {
        *("initialize", "initialized", "shutdown", "exit", "completionItem/resolve"),
        *("$/cancelRequest", "$/setTrace"),
        *(f"textDocument/{each}" for each in ("didOpen", "didChange", "didClose", "didSave")),
        *(f"textDocument/{each}" for each in ("completion", "hover", "definition", "references")),
        *(f"textDocument/{each}" for each in ("codeAction", "rename", "prepareRename")),
        *(f"textDocument/{each}" for each in ("documentSymbol", "foldingRange")),
    }
)
"""The methods that the page may call."""
_LONGEST = 64_000_000
"""The most bytes of an answer. Answers about a folder of two thousand files are shorter."""
_REFUSED = -32602
"""The code `InvalidParams` of JSON-RPC."""


def admitted(message: Any, folder: StudioFolder) -> dict[str, Any] | None:
    """The message of the page to pass on to the server; None if it is refused.

    >>> folder = StudioFolder(FilePath("/"))
    >>> admitted({"jsonrpc": "2.0", "method": "workspace/executeCommand"}, folder)
    """
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    method, params = message.get("method"), message.get("params")
    if method is None:  # an answer to the server
        return message if "id" in message and not _addresses(message) else None
    if method not in _REQUESTS:
        return None
    if method == "initialize":
        return _begun(message, folder)
    if not all(_is_inside(each, folder) for each in _addresses(params)):
        return None
    return message


def _begun(message: dict[str, Any], folder: StudioFolder) -> dict[str, Any] | None:
    """The first message, with this folder as the only workspace."""
    params = message.get("params")
    if not isinstance(params, dict):
        return None
    uri = folder.root.as_uri()
    known = {key: params[key] for key in ("clientInfo", "capabilities", "locale") if key in params}
    here = {
        "processId": None,
        "rootUri": uri,
        "workspaceFolders": [{"uri": uri, "name": folder.root.name}],
    }
    return {**message, "params": {**known, **here}}


def _addresses(value: Any) -> list[Any]:
    """Every URI in a message, and every file name in the data of a completion."""
    found: list[Any] = []
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found += [it for key, it in value.items() if key == "file" or key.lower()[-3:] == "uri"]
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return found


def _is_inside(address: Any, folder: StudioFolder) -> bool:
    """Whether an address is that of a text of the folder."""
    if not isinstance(address, str):
        return False
    path = address
    if address.startswith("file:"):
        try:
            parts = urlsplit(address)
        except ValueError:
            return False
        if parts.netloc or parts.query or parts.fragment:
            return False
        path = unquote(parts.path)
    found = FilePath(path)
    plain = found.is_absolute() and ".." not in found.parts and "\0" not in path
    return plain and found.suffix in SUFFIXES and folder.holds(found)


async def speak(
    socket: WebSocket, folder: StudioFolder, lang: str, rules: FilePath | None = None
) -> None:
    """Start a language server, and pass messages both ways until the page disconnects."""
    more: Sequence[str] = ["--rules", str(rules)] if rules is not None else []
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "zwanz_ssot", "lsp", "--lang", lang, *more),
        cwd=folder.root,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    answers = asyncio.create_task(_to_page(process.stdout, socket))
    try:
        while True:
            frame = await socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            await _pass_on(frame.get("text"), process.stdin, socket, folder)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        answers.cancel()
        with suppress(ProcessLookupError):
            process.kill()
        with CancelScope(shield=True):
            await asyncio.wait([answers])
            await process.communicate()  # closes its pipes


async def _pass_on(
    text: Any, server: asyncio.StreamWriter, socket: WebSocket, folder: StudioFolder
) -> None:
    """Pass a frame on to the server; answer a refused request with an error."""
    try:
        message = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        message = None
    given = admitted(message, folder)
    if given is not None:
        body = json.dumps(given).encode()
        server.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        await server.drain()
    elif isinstance(message, dict) and "id" in message and "method" in message:
        error = {"code": _REFUSED, "message": "this is not in the folder of the studio"}
        answer = {"jsonrpc": "2.0", "id": message["id"], "error": error}
        await socket.send_text(json.dumps(answer))


async def _to_page(server: asyncio.StreamReader, socket: WebSocket) -> None:
    """Pass messages of the server on to the page until either disconnects."""
    with suppress(asyncio.IncompleteReadError, OSError, RuntimeError, WebSocketDisconnect):
        while True:
            head = await server.readuntil(b"\r\n\r\n")
            size = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            )
            if size > _LONGEST:
                break
            await socket.send_text((await server.readexactly(size)).decode())
    with suppress(RuntimeError, OSError, WebSocketDisconnect):
        await socket.close(1011)
