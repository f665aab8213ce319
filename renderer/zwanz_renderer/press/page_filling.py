"""Pages that end early: what is left over stands at the foot.

A table or heading that goes to the next page leaves white space. `spread` takes up to half a line
of it to each joint around tables and figures, which have no distance that a reader would compare,
and some to the rows of long tables. The space above headings is the same on every page, and lines
of text stay close. Boxes are moved down; nothing is laid out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from weasyprint.formatting_structure.boxes import BlockBox, MarginBox, TableCaptionBox, TableRowBox

_PX = 96 / 72  # px in a pt
_OPENED = 7 * _PX
"""px that a joint is opened at most: about half a line of `print.css`, so that it stays nearer to
the 14 pt it has than to those and an empty line more.
"""
_CLOSED = 3.5 * _PX
"""px that a joint is closed at most: a quarter of the 14 pt above a table in `print.css`, the least
that keeps a table further from the text than two lines are from each other.
"""
_ROW_OPENED = 1 / 6
"""The share of their mean height by which rows of a long table are opened at most: a row of one
line then stays below a line and a half, from which on it reads as two.
"""
_TALL = 18 * _PX / _ROW_OPENED
"""px of mean height from which rows are opened no further than 18 pt: it would look like a hole."""

TAIL = "tail"
"""Class of the ornament after the last line of a chapter."""
_TAIL_FROM = 0.11
"""The share of a page from which a blank band after a chapter has an ornament in it: it is 6 % high
with what stands clear of it, and smaller bands than twice that look full without.
"""
_TAIL_AFTER_OPENING = 0.2
"""The same for a section that a chapter opens with, on one page: it has hardly begun."""

HEADINGS = ("h2", "h3", "h4", "h5", "h6")
TEXT_AND_HEADINGS = ("p", "ul", "ol", "dl", *HEADINGS)
_READ_AS_TEXT = ("opening", "ladder", "rules")  # classes
_FRAMES = ("html", "body", "main")
_CONTAINERS = ("body", "main", "section", "header", "nav")
_Weighted = tuple[Any, float]

# ------------------------------------------------------------------------------ a page as a whole


def split(page_box: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """The boxes of a page: the roots of the parts on it, its footnotes, and its margins."""
    roots: list[Any] = []
    notes: list[Any] = []
    margins: list[Any] = []
    for child in page_box.children:
        if isinstance(child, MarginBox):
            margins.append(child)
        else:
            (roots if child.element_tag == "html" else notes).append(child)
    return roots, notes, margins


def filled(page_box: Any) -> tuple[float, float]:
    """The px of a page that its text takes from the top, and its footnotes from the bottom."""
    roots, notes, _ = split(page_box)
    lowest = max(bottom(root) for root in roots)
    return max(0.0, lowest - page_box.content_box_y()), sum(note.margin_height() for note in notes)


def fill(page_box: Any) -> None:
    """Spread the text of a page over the room that it leaves."""
    text, notes = filled(page_box)
    spread(split(page_box)[0][-1], page_box.height - text - notes)


def bottom(box: Any) -> float:
    """Where the lowest line, table or frame in a box ends."""
    lowest = 0.0
    for child in getattr(box, "children", ()):
        child = getattr(child, "_box", child)
        if child.element_tag in _CONTAINERS:
            lowest = max(lowest, bottom(child))
        elif child.element is None or child.element.get("class") not in ("opening", TAIL):
            lowest = max(lowest, end(child))
    return lowest


def end_with_tail(page_box: Any, wanted: bool, least: float = 0) -> None:
    """Show the ornament that ends a chapter or section if it is `wanted` and would stand in a blank
    band of at least this share of the page, in the middle of that.

    It has no height, so that it takes no room where it is not shown; and nothing in it then, as
    what is off the page would be read aloud. Of several chapters that end on a page the last one
    shows it.
    """
    text, notes = filled(page_box)
    room = page_box.height - text - notes
    tails = list(_tails(page_box))
    for tail in tails:
        shown = wanted and tail is tails[-1] and room > max(least, _TAIL_FROM) * page_box.height
        middle = page_box.content_box_y() + text + room / 2
        tail.children = tail.ornament = getattr(tail, "ornament", None) or tail.children
        move(tail, middle - tail.position_y)
        if not shown:
            tail.children = []


def end_sections(page_boxes: Sequence[Any]) -> None:
    """End the pages of a chapter with its ornament where a section ends with the page."""
    tail: Any = next(_tails(page_boxes[-1]), None)
    for above, below in pairwise(page_boxes if tail is not None else ()):
        section, begun = chapter_on(above), chapter_on(below)
        if section is not None and begun is not None and begun.children[0].element_tag == "h3":
            section.children = [*section.children, tail.deepcopy()]
            opens = any("opening" in _classes(child) for child in section.children)
            end_with_tail(above, True, _TAIL_AFTER_OPENING if opens else 0)


def _tails(page_box: Any) -> Iterator[Any]:
    for root in split(page_box)[0]:
        for box in root.descendants():
            if isinstance(box, BlockBox) and box.element_tag == "hr" and TAIL in _classes(box):
                yield box


def _classes(box: Any) -> list[str]:
    return (box.element.get("class") or "").split()


def chapter_on(page_box: Any) -> Any:
    """The last chapter on a page, None if there is none."""
    return _chapter_in(split(page_box)[0][-1])


def _chapter_in(root: Any) -> Any:
    section = root
    while section.element_tag in _FRAMES and section.children:
        section = section.children[-1]
    return section if section.element_tag == "section" and section.children else None


def put_at_foot(page_box: Any, notes: Sequence[Any]) -> None:
    """Stack footnotes at the foot of a page, wherever they are."""
    foot = page_box.content_box_y() + page_box.height
    for note in reversed(notes):
        foot -= note.margin_height()
        note.translate(0, foot - note.position_y)


# ------------------------------------------------------------------------- joints and rows


def spread(root: Any, room: float) -> None:
    """Open the joints of the chapter in the `root` of a page, and then the rows of its long tables.

    `room` is the distance, in px, from its lowest line to the end of the page.
    """
    section = _chapter_in(root)
    if section is None:
        return
    room -= _open(_weighted(section.children), room, _OPENED)
    rows_to_open = [pair for child in section.children for pair in _rows_to_open(child)]
    _open(rows_to_open, room, _ROW_OPENED)


def reserve(children: Sequence[Any]) -> float:
    """px that `spread` can fill at most with these children of a chapter."""
    rows_weight = sum(weight for child in children for _, weight in _rows_to_open(child))
    return _OPENED * _weight(children) + _ROW_OPENED * rows_weight


def slack(children: Sequence[Any]) -> float:
    """px that the joints of these children of a chapter can be closed by at most."""
    return _CLOSED * _weight(children)


def close(children: Sequence[Any], room: float) -> None:
    """Close the joints of these children of a chapter by `room` px, at most their `slack`."""
    _shift(_weighted(children), -room / _weight(children))


def end(child: Any) -> float:
    """Where a child of a chapter ends on its page.

    The height of a table counts the rows that went to the next page with the row after them.
    """
    if child.element is not None and "table" in (child.element.get("class") or "").split():
        return float(max((row.position_y + row.height for row in _rows(child)), default=0))
    return float(child.border_box_y() + child.border_height())


def move(box: Any, down: float) -> None:
    """Move a box and all in it, with their backgrounds, which have positions of their own."""
    box.translate(dy=down)
    for inner in box.descendants(placeholders=True):
        _change_background(getattr(inner, "_box", inner), down, 0)


def _weighted(children: Sequence[Any]) -> list[_Weighted]:
    """Children of a chapter, each with the weight of the joint above it."""
    weights = dict(_joints(children))
    return [(child, weights.get(at, 0)) for at, child in enumerate(children)]


def _weight(children: Sequence[Any]) -> int:
    return sum(weight for _, weight in _joints(children))


def _joints(children: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """The index of each child below another, and the weight of the joint between them."""
    for at, (above, below) in enumerate(pairwise(children), 1):
        flows = above.is_in_normal_flow() and below.is_in_normal_flow()
        if not flows or {*HEADINGS}.intersection((above.element_tag, below.element_tag)):
            yield at, 0
        else:
            yield at, int(_is_block(above) or _is_block(below))


def _is_block(box: Any) -> bool:
    return (
        box.element_tag not in TEXT_AND_HEADINGS and box.element.get("class") not in _READ_AS_TEXT
    )


def _open(boxes: Sequence[_Weighted], room: float, most: float) -> float:
    """Move boxes down by at most `most` px for each weight above them; the px of `room` used."""
    weights = sum(weight for _, weight in boxes)
    if not weights or room <= 0:
        return 0
    return _shift(boxes, min(most, room / weights))


def _shift(boxes: Iterable[_Weighted], step: float) -> float:
    """Move boxes down by `step` px for each weight above them; the px that the last one moved."""
    moved = 0.0
    above = None
    for box, weight in boxes:
        moved += step * weight
        move(box, moved)
        if isinstance(above, TableRowBox):
            for cell in above.children:  # its colour reaches to the next row
                _change_background(cell, 0, step * weight)
        above = box
    return moved


def _rows_to_open(child: Any) -> Iterator[_Weighted]:
    """A child of a chapter; in place of a long table its captions and rows.

    Each row below the first weighs the mean height of the rows above the last, remarks included, so
    that all are opened alike.
    """
    if child.element is None or "long" not in (child.element.get("class") or "").split():
        yield child, 0
        return
    boxes: list[tuple[Any, bool]] = []
    heights = [0.0]
    for box in _rows(child):
        opens = isinstance(box, TableRowBox) and box.element.get("class") != "special"
        if opens:
            heights.append(box.height)
        elif heights[-1]:
            heights[-1] += box.height
        boxes.append((box, opens and len(heights) > 2))
    above = heights[1:-1]
    for box, opens in boxes:
        yield box, min(_TALL, sum(above) / len(above)) if opens else 0


def _rows(box: Any) -> Iterator[Any]:
    """The captions, heads and rows of a table."""
    if isinstance(box, TableCaptionBox | TableRowBox) or getattr(box, "is_header", False):
        yield box
        return
    for child in box.children:
        yield from _rows(child)


def _change_background(box: Any, down: float, taller: float) -> None:
    """Move the background of a box, if it has one by now, and make it taller."""
    if getattr(box, "background", None) is not None:
        layers = [_moved(layer, down, taller) for layer in box.background.layers]
        box.background = box.background._replace(layers=layers)


def _moved(layer: Any, down: float, taller: float) -> Any:
    x, y, width, height = layer.painting_area
    positioning = layer.positioning_area
    if layer.image is not None:
        positioning = (positioning[0], positioning[1] + down, *positioning[2:])
    clipped = [
        (left, top + down, wide, high + taller, *radii)
        for left, top, wide, high, *radii in layer.clipped_boxes
    ]
    return layer._replace(
        painting_area=(x, y + down, width, height + taller),
        positioning_area=positioning,
        clipped_boxes=clipped,
    )
