"""The command ``zwanz``: one room a command, each loaded when it is called.

``group`` finds the command, ``ending`` turns whatever happens into an exit code, ``options`` and
``picking`` read a call, ``output`` prints. ``players`` are simple opponents (``hopes`` their bids,
``thumbs`` their cards), ``typed`` understands what a person types.
"""

from __future__ import annotations


def main() -> None:
    """The entry point; always ends by `SystemExit`."""
    from .group import zwanz

    zwanz(prog_name="zwanz")
