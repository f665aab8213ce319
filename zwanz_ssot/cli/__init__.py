"""The command ``zwanz``: a file for each command or a few that belong together.

A command parses its arguments, calls a service of another room and prints the result; no other room
imports this one. ``group`` finds the command and loads it when it is called, ``exit_codes`` turns
every exception into an exit code, ``options`` holds what several commands share.
"""

from __future__ import annotations


def main() -> None:
    """The entry point; always ends by `SystemExit`."""
    from .framework import zwanz

    zwanz(prog_name="zwanz")
