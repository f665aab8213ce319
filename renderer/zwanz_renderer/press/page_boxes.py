"""What stands on a page that WeasyPrint has laid out: the roots of parts, their notes, and how much
room is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weasyprint.formatting_structure.boxes import MarginBox

from .filling import end, move, spread


def filled(page_box: Any) -> tuple[float, float]:
    """How much of a page its text fills from above, and its notes from below, in px."""
    roots, notes, _ = split(page_box)
    lowest = max(bottom(root) for root in roots)
    return lowest - page_box.content_box_y(), sum(note.margin_height() for note in notes)


def fill(page_box: Any) -> None:
    """Spread what stands on a page over the height that it leaves."""
    text, noted = filled(page_box)
    spread(split(page_box)[0][-1], page_box.height - text - noted)


def sink(page_box: Any) -> None:
    """Let what a page ends with, its last box below the body, stand at its foot."""
    text, noted = filled(page_box)
    (body,) = split(page_box)[0][-1].children
    move(body.children[-1], page_box.height - text - noted)


def split(page_box: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """What a page is made of: the roots of the parts on it, its notes, and its margins."""
    margins = [child for child in page_box.children if isinstance(child, MarginBox)]
    within = [child for child in page_box.children if not isinstance(child, MarginBox)]
    roots = [child for child in within if child.element_tag == "html"]
    return roots, [child for child in within if child.element_tag != "html"], margins


def bottom(box: Any) -> float:
    """Where the lowest line, table or frame below a box ends."""
    lowest = 0.0
    for child in getattr(box, "children", ()):
        child = getattr(child, "_box", child)
        if child.element_tag in ("body", "main", "section", "header", "nav"):
            lowest = max(lowest, bottom(child))
        elif child.element is None or child.element.get("class") != "opening":
            lowest = max(lowest, end(child))
    return lowest


def at_foot(page_box: Any, notes: Sequence[Any]) -> None:
    """Put notes at the foot of a page, one above the other in their order, wherever they were put
    before.
    """
    foot = page_box.content_box_y() + page_box.height
    for note in reversed(notes):
        foot -= note.margin_height()
        note.translate(0, foot - note.position_y)
