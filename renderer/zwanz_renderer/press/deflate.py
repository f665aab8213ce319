"""Compressed streams as a PDF needs them."""

from __future__ import annotations

import zlib

_LEVEL = 5
"""Books are two hundredths larger than at the highest level, which takes three times as long."""


def deflated(content: bytes) -> bytes:
    """Compress what a stream holds so that its last byte is no line end.

    A reader that looks for the end of a stream takes such a byte for a part of the line end that
    follows.
    """
    packed = zlib.compress(content, _LEVEL)
    while packed[-1:] in b"\r\n":
        content += b" "
        packed = zlib.compress(content, _LEVEL)
    return packed
