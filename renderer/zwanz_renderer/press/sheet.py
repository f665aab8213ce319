"""A page that is laid out, with what may still change on it: the numbers that its links show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weasyprint.document import Page


class Sheet(Page):  # type: ignore[misc]
    """A page with one annotation for each link, where WeasyPrint has one for all that stands in a
    link.

    `parts` are the pages it is made of, where one part of the book ends and the next begins;
    `numbers` the boxes that show the number of a link's page, each with the link's anchor. `ink` is
    what was painted of it in some `state`.
    """

    def __init__(self, page_box: Any, parts: tuple[Sheet, ...] = ()) -> None:
        super().__init__(page_box)
        self.links[:] = [link for link in self.links if link[3].link]
        self.parts = parts or (self,)
        self.numbers: list[tuple[str, Any]] = [
            pair for part in parts for pair in part.numbers
        ] or list(_numbered(page_box))
        self.ink: tuple[object, Any] | None = None

    @property
    def state(self) -> tuple[str, ...]:
        """What may change on a page that is laid out: the numbers it shows."""
        return tuple(box.text for _, box in self.numbers)


def _numbered(box: Any) -> Iterator[tuple[str, Any]]:
    """The texts below a box that show the number of a link's page, each with the link's anchor."""
    for child in getattr(box, "children", ()):
        child = getattr(child, "_box", child)
        element = child.element
        if (
            hasattr(child, "pango_layout")
            and element is not None
            and child.element_tag == "a::after"
        ):
            number = element.get("data-page")
            if number and number in child.text:
                yield element.get("href", "").removeprefix("#"), child
        yield from _numbered(child)
