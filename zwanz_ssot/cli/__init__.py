"""The command ``zwanz``: a file for each command or a few that belong together.

A command parses its arguments, calls one service and prints the result; nothing imports this
package. `framework` finds the command and loads it when it is called, turns every exception into an
exit code, and holds the options that several commands share.
"""

from __future__ import annotations

import gc


def main() -> None:
    """The entry point; always ends by `SystemExit`."""
    # Rules and books are made of much that stays, and little that goes in circles: with fewer
    # collections `zwanz check` takes a tenth less (0.60 → 0.54 s of processor time).
    gc.set_threshold(100_000, 50, 50)
    from .framework import zwanz

    zwanz(prog_name="zwanz")
