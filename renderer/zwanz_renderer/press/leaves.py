"""What goes to the typesetter, a book in the parts in which it is laid out, and what comes back.

Nothing here needs the libraries that set the pages: whoever only asks for a book does not load
them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaves:
    """What is to be printed: the style, the head of the document, and the bodies of its parts in
    order.
    """

    style: str
    head: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Pdf:
    """A book on paper: the file's bytes and the number of its pages."""

    data: bytes
    pages: int
