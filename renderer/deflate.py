"""Compressed streams as a PDF needs them."""

from __future__ import annotations

import zlib


def deflated(content: bytes) -> bytes:
    """Compress what a stream holds so that its last byte is no line end.

    A reader that looks for the end of a stream takes such a byte for a part of the line end that follows.
    """
    packed = zlib.compress(content, 9)
    while packed[-1:] in b"\r\n":
        content += b" "
        packed = zlib.compress(content, 9)
    return packed
