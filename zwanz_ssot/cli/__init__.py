"""The command ``zwanz``: a file for each command or a few that belong together.

A command parses its arguments, calls one service and prints the result; nothing imports this
package. `framework` finds the command and loads it when it is called, turns every exception into an
exit code, and holds the options that several commands share.
"""

from __future__ import annotations


def main() -> None:
    """The entry point; always ends by `SystemExit`."""
    from .framework import zwanz

    zwanz(prog_name="zwanz")
