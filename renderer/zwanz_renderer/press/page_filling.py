"""White space at the foot of pages that end early.

`spread` moves boxes down: it opens the joints around tables and figures by up to half a line, and
the rows of long tables a little. The space above headings and the lines of text stay as they are,
as readers would compare them. Nothing is laid out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from weasyprint.formatting_structure.boxes import BlockBox, MarginBox, TableCaptionBox, TableRowBox

PX = 96 / 72  # px in a pt
_OPENED = 7 * PX
"""The most px that a joint is opened: half a line of `print.css`; more looks like an empty line."""
_CLOSED = 3.5 * PX
"""The most px that a joint is closed: a quarter of its 14 pt, so that a table stays further from
the text than two lines from each other.
"""
_ROW_OPENED = 1 / 6
"""The most that rows of a long table are opened, as a share of their mean height: a row of one line
stays below a line and a half.
"""
_TALL = 18 * PX / _ROW_OPENED
"""Mean height in px for which this share is 18 pt; more would look like a hole."""

TAIL = "tail"
"""Class of the ornament after the last line of a chapter."""
_TAIL_FROM = 0.11  # the share of a page from which a blank band gets it: twice its height (6 %)
_TAIL_AFTER_OPENING = 0.2  # the same where a section ends on the page on which its chapter opens

HEADINGS = ("h2", "h3", "h4", "h5", "h6")
TEXT_AND_HEADINGS = ("p", "ul", "ol", "dl", *HEADINGS)
_READ_AS_TEXT = ("opening", "ladder", "rules")  # classes
_FRAMES = ("html", "body", "main")
_CONTAINERS = ("body", "main", "section", "header", "nav")
_Weighted = tuple[Any, float]

# ------------------------------------------------------------------------------ a page as a whole


_AID = "aid"
_NEARER = 0.8
"""How near to the edge of the page the player aid may end, in its distance from the edge above."""


def split(page_box: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """The boxes of a page: the roots of the parts on it, its footnotes, and its margins."""
    margins = [child for child in page_box.children if isinstance(child, MarginBox)]
    others = [child for child in page_box.children if not isinstance(child, MarginBox)]
    roots = [child for child in others if child.element_tag == "html"]
    return roots, [child for child in others if child.element_tag != "html"], margins


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


def has_room(page_box: Any) -> bool:
    """Whether the player aid of a back cover ends above the frame of its drawing, which is as far
    from the edge below as above.
    """
    boxes = (box for root in split(page_box)[0] for box in root.descendants())
    aid = next(box for box in boxes if _AID in classes(box))
    above = float(aid.position_y)
    lowest = above + float(aid.border_height())
    return lowest <= float(page_box.height) - _NEARER * above


def end_with_tail(page_box: Any, wanted: bool, least: float = 0) -> None:
    """Put the ornament that ends a chapter or section into the middle of the blank band below it.

    It is hidden unless it is `wanted` and the band is higher than `least`, a share of the page, and
    than `_TAIL_FROM`. Hidden, it has no children, as screen readers would read them. Of several
    ornaments on a page only the last is shown.
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
    """Add the ornament of a chapter to those of its pages that end with a section."""
    tail: Any = next(_tails(page_boxes[-1]), None)
    for above, below in pairwise(page_boxes if tail is not None else ()):
        section, begun = chapter_on(above), chapter_on(below)
        if section is not None and begun is not None and begun.children[0].element_tag == "h3":
            section.children = [*section.children, tail.deepcopy()]
            opens = any("opening" in classes(child) for child in section.children)
            end_with_tail(above, True, _TAIL_AFTER_OPENING if opens else 0)


def _tails(page_box: Any) -> Iterator[Any]:
    for root in split(page_box)[0]:
        for box in root.descendants():
            if isinstance(box, BlockBox) and box.element_tag == "hr" and TAIL in classes(box):
                yield box


def classes(box: Any) -> list[str]:
    """The classes of the element of a box; none without an element."""
    return [] if box.element is None else (box.element.get("class") or "").split()


def chapter_on(page_box: Any) -> Any:
    """The last chapter on a page, None if there is none."""
    return _chapter_in(split(page_box)[0][-1])


def _chapter_in(root: Any) -> Any:
    section = root
    while section.element_tag in _FRAMES and section.children:
        section = section.children[-1]
    return section if section.element_tag == "section" and section.children else None


def put_at_foot(page_box: Any, notes: Sequence[Any]) -> None:
    """Move footnotes to the foot of a page, one below the other."""
    foot = page_box.content_box_y() + page_box.height
    for note in reversed(notes):
        foot -= note.margin_height()
        note.translate(0, foot - note.position_y)


# ------------------------------------------------------------------------- joints and rows


def spread(root: Any, room: float) -> None:
    """Open the joints of the chapter in the `root` of a page, and then the rows of its long tables,
    to fill `room` px from its lowest line to the end of the page.
    """
    section = _chapter_in(root)
    if section is None:
        return
    room -= _open(_weighted(section.children), room, _OPENED)
    rows_to_open = [pair for child in section.children for pair in _rows_to_open(child)]
    _open(rows_to_open, room, _ROW_OPENED)


def reserve(children: Sequence[Any]) -> float:
    """The most px that `spread` can fill with these children of a chapter."""
    rows_weight = sum(weight for child in children for _, weight in _rows_to_open(child))
    return _OPENED * _weight(children) + _ROW_OPENED * rows_weight


def slack(children: Sequence[Any]) -> float:
    """The most px by which `close` can move up the last of these children of a chapter."""
    return _CLOSED * _weight(children)


def close(children: Sequence[Any], room: float) -> None:
    """Close the joints of these children of a chapter by `room` px, at most their `slack`."""
    _shift(_weighted(children), -room / _weight(children))


def end(child: Any) -> float:
    """The y in px at which a child of a chapter ends on its page. (The height of a table includes
    rows that went to the next page.)
    """
    if "table" in classes(child):
        return float(max((row.position_y + row.height for row in _rows(child)), default=0))
    return float(child.border_box_y() + child.border_height())


def move(box: Any, down: float) -> None:
    """Move a box and all in it, with backgrounds, which have positions of their own."""
    box.translate(dy=down)
    for inner in box.descendants(placeholders=True):
        _change_background(getattr(inner, "_box", inner), down, 0)


def _weighted(children: Sequence[Any]) -> list[_Weighted]:
    """Children of a chapter, each with the weight of the joint above it."""
    pairs = pairwise((None, *children))
    return [(child, above is not None and _is_joint(above, child)) for above, child in pairs]


def _weight(children: Sequence[Any]) -> float:
    return sum(weight for _, weight in _weighted(children))


def _is_joint(above: Any, below: Any) -> bool:
    """True if the space between two children may be opened and closed."""
    flows = above.is_in_normal_flow() and below.is_in_normal_flow()
    if not flows or {*HEADINGS}.intersection((above.element_tag, below.element_tag)):
        return False
    return _is_block(above) or _is_block(below)


def _is_block(box: Any) -> bool:
    return not (box.element_tag in TEXT_AND_HEADINGS or box.element.get("class") in _READ_AS_TEXT)


def _open(boxes: Sequence[_Weighted], room: float, most: float) -> float:
    """Move boxes down by at most `most` px for each weight above them. Returns the px used."""
    weights = sum(weight for _, weight in boxes)
    if not weights or room <= 0:
        return 0
    return _shift(boxes, min(most, room / weights))


def _shift(boxes: Iterable[_Weighted], step: float) -> float:
    """Move boxes down by `step` px for each weight above them. Returns the px of the last one."""
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
    """A child of a chapter with the weight 0; in place of a long table, its captions and rows.

    Each row below the first weighs the mean height of the rows above the last, remarks included.
    """
    if "long" not in classes(child):
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
    """Move the background of a box, if it has one, and make it taller; both in px."""
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
