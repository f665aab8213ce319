"""What two processes say to each other: a length, and so many bytes of a pickle."""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

from zwanz_ssot.problems import ZwanzError

_LENGTH = struct.Struct("!Q")


class MissingLibraries(ZwanzError):
    """The libraries that set the pages are not there. Its text is what WeasyPrint says."""


def write(stream: IO[bytes], message: object) -> None:
    """Say a message."""
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read(stream: IO[bytes]) -> bytes | None:
    """The next message, still to be opened; None when the other end is closed."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def opened(data: bytes) -> Any:
    """A message that was read."""
    return pickle.loads(data)
