"""The server: uvicorn with the application, its limits, and what it says when it starts."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Sequence

import click
import uvicorn

from ..problems import WrongCall
from .app import application
from .hub import Pace
from .messages import MOST_BYTES
from .rule_sets import RuleSets
from .store import Store

_MOST_CONNECTIONS = 4000
_TRICK = 2.1
"""How many times as long as for another card a computer waits before it leads to the next trick."""
_SWITCH = 0.0005
"""Seconds after which a thread lets another one run. With Python's 5 ms each event that the store
writes held all tables up by 4 ms, measured.
"""
_EVERYWHERE = ("0.0.0.0", "::")


def run(
    rules: RuleSets,
    database: str,
    usual: str,
    host: str,
    port: int,
    names: Sequence[str] = (),
    pace: float = 0.75,
) -> None:
    """Serve until an interrupt. WrongCall where nothing can be listened to."""
    listening = _listening(host, port)
    sys.setswitchinterval(_SWITCH)
    store = Store(database)
    hosts = [*names, socket.gethostname()] if host in _EVERYWHERE else [*names]
    app = application(rules, store, usual=usual, hosts=hosts, pace=Pace(pace, _TRICK * pace))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses hold the ids of tables
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32_768,
    )
    for address in _addresses(host, listening.getsockname()[1]):
        click.echo(address)
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass  # the latter, where it has not quite begun
    finally:
        store.close()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)  # who comes before the server is ready waits
    except OSError as error:
        found.close()
        hint = "another program may listen there; --port chooses another one, 0 a free one"
        text = f"nothing can be served at {host}:{port} ({(error.strerror or '').lower()})"
        raise WrongCall(text, hint) from None
    return found


def _addresses(host: str, port: int) -> list[str]:
    """Where a browser finds the server: on this machine, and in the network if it is open to it."""
    if host not in _EVERYWHERE:
        name = f"[{host}]" if ":" in host else host
        return [f"http://{name}:{port}/"]
    found = [f"http://127.0.0.1:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # nothing is sent: it tells the own address
            found.append(f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            pass
    return found
