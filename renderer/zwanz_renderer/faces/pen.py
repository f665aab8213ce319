"""The pen: what one drawing carries along - its detail, and names that no other drawing uses."""

from __future__ import annotations

import re
from typing import Literal

from .formats import TAROCK, Format

Detail = Literal["full", "book", "head"]


class Pen:
    """Draws one card of a format. ``book`` leaves out what would clog at 18 mm, and so does
    ``head``, which is the upper half of a card; names begin with the uid.
    """

    def __init__(self, uid: str, detail: Detail, card: Format = TAROCK) -> None:
        self.uid = re.sub(r"[^A-Za-z0-9_-]", "_", uid)
        self.book = detail != "full"
        self.card = card
        self._count = 0

    def name(self) -> str:
        """A name that is unique in this drawing and, by its prefix, among all on a page."""
        self._count += 1
        return f"{self.uid}-{self._count}"

    def clip(self, inner: str, d: str) -> str:
        """A drawing cut to the form of path data."""
        name = self.name()
        return f'<clipPath id="{name}"><path d="{d}"/></clipPath><g clip-path="url(#{name})">{inner}</g>'

    def pick(self, full: float, book: float) -> float:
        """The measure for this detail."""
        return book if self.book else full

    def twice(self, inner: str) -> str:
        """A drawing and its half-turn about the middle of the card; its text stands in the file
        once.
        """
        name = self.name()
        return f'<g id="{name}">{inner}</g><use href="#{name}" transform="{self.turned()}"/>'

    def turned(self) -> str:
        """The half-turn about the middle of the card."""
        return f"rotate(180 {self.card.cx:g} {self.card.mid:g})"
