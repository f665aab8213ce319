"""The command ``zwanz``, with a file for each command or for a few related ones.

A command parses its arguments, calls one service and prints the result; no other package imports
this one. `framework` loads a command when it is called, turns every exception into an exit code,
and holds the options that several commands share.
"""

from __future__ import annotations

import gc


def main() -> None:
    """The entry point. It always raises `SystemExit`."""
    # Most objects of rules and books live to the end, and few form cycles: with fewer garbage
    # collections `zwanz check` is a tenth faster (0.60 → 0.54 s of processor time).
    gc.set_threshold(100_000, 50, 50)
    try:
        from .framework import zwanz
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # as `exit_code` has it, which is not there yet

    zwanz(prog_name="zwanz")
