"""Pages of one height: where a page ends early, its joints are opened.

A table that may not be torn, or a heading with what it announces, goes to the next page and leaves a hole. `spread`
gives some of it to the joints of the page that are wide already: above headings, and around tables and figures. Lines
of text stay as close as they are. Nothing is laid out again; the boxes of a page are moved down.

This leans on the insides of WeasyPrint, like `sheets`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

_MOST = 11 * 96 / 72
"""px that a joint is opened at the most, for each of its weights."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_TEXT = ("p", "ul", "ol", "dl")
_PLAIN = ("opening", "ladder", "rules")
"""Classes of what reads as text."""
_FRAME = ("html", "body", "main")


def spread(root: Any, room: float) -> None:
    """Open the joints of the chapter below the `root` of a page by what they bear of `room`, px from its lowest line to
    the end of the page."""
    section = root
    while section.element_tag in _FRAME and section.children:
        section = section.children[-1]
    if section.element_tag != "section":
        return
    joints = [(weight, at) for at, weight in _joints(section.children) if weight]
    weights = sum(weight for weight, _ in joints)
    if not weights or room <= 0:
        return
    step = min(_MOST, room / weights)
    moved = 0.0
    for at, child in enumerate(section.children):
        moved += step * sum(weight for weight, joint in joints if joint == at)
        _move(child, moved)


def _move(box: Any, down: float) -> None:
    """Move a box and all in it, with their backgrounds, for which WeasyPrint keeps places of their own."""
    box.translate(dy=down)
    for inside in box.descendants(placeholders=True):
        inside = getattr(inside, "_box", inside)
        if inside.background is not None:
            inside.background = inside.background._replace(
                layers=[_moved(layer, down) for layer in inside.background.layers]
            )


def _moved(layer: Any, down: float) -> Any:
    """A layer of a background further down. Where it has no image, nothing is placed in it."""
    x, y, *size = layer.painting_area
    placed = layer.positioning_area
    return layer._replace(
        painting_area=(x, y + down, *size),
        positioning_area=placed if layer.image is None else (placed[0], placed[1] + down, *placed[2:]),
        clipped_boxes=[(x, y + down, *rest) for x, y, *rest in layer.clipped_boxes],
    )


def _joints(children: Any) -> Iterator[tuple[int, int]]:
    """Each place before a child that has another above it, with its weight."""
    for at, (above, below) in enumerate(pairwise(children), 1):
        if not (above.is_in_normal_flow() and below.is_in_normal_flow()) or above.element_tag in _HEADINGS:
            weight = 0
        elif below.element_tag in _HEADINGS:
            weight = 2
        else:
            weight = int(_is_block(above) or _is_block(below))
        yield at, weight


def _is_block(box: Any) -> bool:
    return box.element_tag not in (*_TEXT, *_HEADINGS) and box.element.get("class") not in _PLAIN
