"""Pages of one height: where a page ends early, its joints are opened.

A table that may not be torn, or a heading with what it announces, goes to the next page and leaves
a hole. `spread` gives some of it to the joints of the page that are wide already: above headings,
and around tables and figures; what is left then, to the rows of long tables. Lines of text stay as
close as they are. Nothing is laid out again; the boxes of a page are moved down.

This leans on the insides of WeasyPrint, like `sheets`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from weasyprint.formatting_structure.boxes import TableCaptionBox, TableRowBox

_MOST = 11 * 96 / 72
"""px that a joint is opened at the most, for each of its weights."""
_LEAST = 3.5 * 96 / 72
"""px that a joint is closed at the most, for each of its weights: a quarter of what it has above a
table.
"""
_OF_ROW = 1 / 6
"""As a part of their mean height, what each of the rows of a long table is opened at the most."""
_TALL = 18 * 96 / 72 / _OF_ROW
"""px of mean height, above which rows are opened no further: the eye would take it for a hole."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_TEXT = ("p", "ul", "ol", "dl")
TEXT_AND_HEADINGS = (*_TEXT, *_HEADINGS)
_PLAIN = ("opening", "ladder", "rules")
"""Classes of what reads as text."""
_FRAME = ("html", "body", "main")


def spread(root: Any, room: float) -> None:
    """Open the joints of the chapter below the `root` of a page, and then the rows of its long
    tables, by what they bear of `room`, px from its lowest line to the end of the page.
    """
    section = root
    while section.element_tag in _FRAME and section.children:
        section = section.children[-1]
    if section.element_tag != "section":
        return
    weights = dict(_joints(section.children))
    room -= _open(
        [(child, weights.get(at, 0)) for at, child in enumerate(section.children)], room, _MOST
    )
    _open([pair for child in section.children for pair in _rows_to_open(child)], room, _OF_ROW)


def borne(children: Sequence[Any]) -> float:
    """How much room, in px, the joints of these children of a chapter and the rows of its long
    tables bear at most.
    """
    of_rows = sum(weight for child in children for _, weight in _rows_to_open(child))
    return _MOST * sum(weight for _, weight in _joints(children)) + _OF_ROW * of_rows


def spared(children: Sequence[Any]) -> float:
    """How much room, in px, the joints of these children of a chapter can do without."""
    return _LEAST * sum(weight for _, weight in _joints(children))


def close(children: Sequence[Any], room: float) -> None:
    """Close the joints of these children of a chapter by so many px in all, which they can do
    without.
    """
    weights = dict(_joints(children))
    _shift(
        [(child, weights.get(at, 0)) for at, child in enumerate(children)],
        -room / sum(weights.values()),
    )


def end(child: Any) -> float:
    """Where a child of a chapter ends on its page. Where rows went to the next one with the one
    after them, a table has the height of all.
    """
    if child.element is not None and "table" in (child.element.get("class") or "").split():
        return float(max((row.position_y + row.height for row in rows(child)), default=0))
    return float(child.border_box_y() + child.border_height())


def _open(boxes: Sequence[tuple[Any, float]], room: float, most: float) -> float:
    """Move each of the boxes down by the weights up to it, as far as `room` allows and `most` for
    each weight; give how much of the room that takes.
    """
    weights = sum(weight for _, weight in boxes)
    if not weights or room <= 0:
        return 0
    return _shift(boxes, min(most, room / weights))


def _shift(boxes: Sequence[tuple[Any, float]], step: float) -> float:
    """Move each of the boxes down by a step for each weight up to it; give how far the last one is
    moved.
    """
    moved = 0.0
    above = None
    for box, weight in boxes:
        moved += step * weight
        move(box, moved)
        if isinstance(above, TableRowBox):
            for cell in above.children:
                _paint_further(cell, step * weight)
        above = box
    return moved


def is_long(box: Any) -> bool:
    """Whether a box is a table that may run on to the next page."""
    return box.element is not None and "long" in (box.element.get("class") or "").split()


def rows(box: Any) -> Iterator[Any]:
    """The captions, heads and rows of a table."""
    if isinstance(box, TableCaptionBox | TableRowBox) or getattr(box, "is_header", False):
        yield box
        return
    for child in box.children:
        yield from rows(child)


def _rows_to_open(child: Any) -> Iterator[tuple[Any, float]]:
    """A child of a chapter; of a long table its caption and rows. Each row that has another above
    it weighs the mean height of those (with what is remarked there), so that all of them are opened
    alike.
    """
    if not is_long(child):
        yield child, 0
        return
    boxes, heights = [], [0.0]
    for box in rows(child):
        opens = isinstance(box, TableRowBox) and box.element.get("class") != "special"
        if opens:
            heights.append(box.height)
        elif heights[-1]:
            heights[-1] += box.height
        boxes.append((box, opens and len(heights) > 2))
    above = heights[1:-1]
    for box, opens in boxes:
        yield box, min(_TALL, sum(above) / len(above)) if opens else 0


def move(box: Any, down: float) -> None:
    """Move a box and all in it, with their backgrounds, for which WeasyPrint keeps places of their
    own.
    """
    box.translate(dy=down)
    for inside in box.descendants(placeholders=True):
        inside = getattr(inside, "_box", inside)
        _change_background(inside, down, 0)


def _paint_further(box: Any, down: float) -> None:
    """Let the colour behind a box reach further down."""
    _change_background(box, 0, down)


def _change_background(box: Any, down: float, taller: float) -> None:
    if getattr(box, "background", None) is not None:  # it has its place when the page is complete
        layers = [_moved(layer, down, taller) for layer in box.background.layers]
        box.background = box.background._replace(layers=layers)


def _moved(layer: Any, down: float, taller: float) -> Any:
    """A layer of a background further down, and taller. Where it has no image, nothing is placed in
    it.
    """
    x, y, width, height = layer.painting_area
    placed = layer.positioning_area
    return layer._replace(
        painting_area=(x, y + down, width, height + taller),
        positioning_area=placed
        if layer.image is None
        else (placed[0], placed[1] + down, *placed[2:]),
        clipped_boxes=[
            (x, y + down, wide, high + taller, *rest)
            for x, y, wide, high, *rest in layer.clipped_boxes
        ],
    )


def _joints(children: Any) -> Iterator[tuple[int, int]]:
    """Each place before a child that has another above it, with its weight."""
    for at, (above, below) in enumerate(pairwise(children), 1):
        if (
            not (above.is_in_normal_flow() and below.is_in_normal_flow())
            or above.element_tag in _HEADINGS
        ):
            weight = 0
        elif below.element_tag in _HEADINGS:
            weight = 2
        else:
            weight = int(_is_block(above) or _is_block(below))
        yield at, weight


def _is_block(box: Any) -> bool:
    return box.element_tag not in TEXT_AND_HEADINGS and box.element.get("class") not in _PLAIN
