"""What goes to the typesetter: a book in the parts in which it is laid out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaves:
    """What is to be printed: the style, the head of the document, and the bodies of its parts in order."""

    style: str
    head: str
    parts: tuple[str, ...]
