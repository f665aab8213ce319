"""How a server speaks: through standard input and output, or to each editor that connects to a
socket.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path as FilePath

from pygls.io_ import run_async

from .server import RulesServer, make_server

_LOG = logging.getLogger(__name__)


def serve_stdio(language: str, rules: FilePath | None = None) -> None:
    """Speak with the editor that started this process, until it says goodbye.

    Whatever else is printed goes to standard error, where it harms no message.
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
    """Speak with every editor that connects, each with a server of its own, until interrupted.

    ``listening`` is told the port, which the system chooses where it is 0. Raises OSError where
    nothing can listen there.
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
    """Answer one editor until it leaves."""
    server.protocol.set_writer(writer)
    try:
        await run_async(threading.Event(), reader, server.protocol, _LOG)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass  # it left in the middle of a message
    finally:
        writer.close()
