"""``zwanz lsp``: help while rules are written, in any editor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..problems import NotInstalled
from .framework import CommandWithExamples, lang_option, rules_option

_LOCAL = "127.0.0.1"
_PACKAGES = frozenset({"pygls", "lsprotocol", "cattrs", "attrs"})


class _Address(click.ParamType):  # type: ignore[type-arg]
    """HOST:PORT, or a port of this machine."""

    name = "address"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, int]:
        """Host and port; a wrong call for anything else."""
        if isinstance(value, tuple):
            return value
        host, _, port = str(value).rpartition(":")
        if not port.isdigit() or int(port) > 65535:
            self.fail(f"{value!r} is no HOST:PORT", param, ctx)
        return host.strip("[]") or _LOCAL, int(port)


@click.command("lsp", cls=CommandWithExamples)
@click.option(
    "--tcp",
    type=_Address(),
    metavar="[HOST:]PORT",
    help=f"Wait for editors at a socket, of {_LOCAL} without HOST; otherwise the editor starts "
    "this command and speaks through its input and output.",
)
@lang_option
@rules_option
def command(tcp: tuple[str, int] | None, lang: str, rules: Path | None) -> None:
    """Help an editor while rules and chapters are written.

    An editor starts this by itself; docs/editors.md says how. It speaks the Language Server
    Protocol.
    """
    try:
        from ..language_server import transport
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise NotInstalled(
            "zwanz lsp needs pygls; install it with: pip install 'zwanz-ssot[lsp]'"
        ) from None
    if tcp is None:
        transport.serve_stdio(lang, rules)
    else:
        host, port = tcp
        transport.serve_tcp(
            host, port, lang, rules, lambda chosen: click.echo(f"{host}:{chosen}", err=True)
        )
