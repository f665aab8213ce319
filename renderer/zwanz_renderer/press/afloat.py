"""Figures that wait: where a table or a picture finds no room on a page, the paragraph after it
comes first.

A book of many tables would else end page after page with a hole, because a table that may not be
torn goes to the next page and takes all that follows with it. `figures` lets WeasyPrint, as it lays
out a chapter, put the paragraph that follows before such a block, if that paragraph can stand on
the page at least in part. Nothing is laid out twice for it. Only whole paragraphs pass, never a
heading or another table, and none that ends with a colon, which belongs to what follows it; a block
that a colon announces stays where it is, and so does one with a footnote, whose number is in order,
and a picture without words of its own, which the paragraph after it may be about.

This leans on the insides of WeasyPrint 70; with any other version nothing waits.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from weasyprint.formatting_structure.boxes import LineBox
from weasyprint.layout import block

from . import ends, loose, placed, tight
from .instead import instead

_WAITING = frozenset({"note", "sticky"})
"""What may wait, beside figures, by its class."""
_LOOKED_UP = "contract-table"
"""A table in which one looks things up: what is said after it need not stand below it, unless it is
about another.
"""
_LISTS = frozenset({"ul", "ol", "dl"})
_COLONS = (":", "：")
_original = block._in_flow_layout


def figures() -> AbstractContextManager[None]:
    """Let figures wait for as long as a book is laid out."""
    return instead([(block, "_in_flow_layout", _in_flow_layout)] if placed.known() else [])


def _in_flow_layout(
    context: Any, box: Any, index: int, child: Any, new_children: Any, *rest: Any
) -> Any:
    """`block._in_flow_layout`; of a chapter the child that stands at `index` now, and if it has to
    go to the next page, the paragraph after it in its place, where there is room for some of it;
    and the page as `ends` has it.
    """
    if box.element_tag != "section":
        return _original(context, box, index, child, new_children, *rest)
    place, child = (child.position_x, child.position_y), box.children[index]
    before = [*new_children]
    done = _laid_out(context, box, index, place, new_children, rest)

    def again() -> Any:
        block.remove_placeholders(context, done[6][len(before) :], *rest[1:3])
        return _laid_out(context, box, index, place, [*before], rest)

    if tight.is_of_use(context, child, before, done):
        with tight.lowered(context, [*before, child]):
            done = again()
        done = again() if tight.is_in_vain(context, index, done) else tight.closed(context, done)
    if loose.is_of_use(context, child, before, done):
        with loose.loosened(child):
            done = again()
    if done[2] == {index: None} and _may_wait(box.children, index):
        box.children = _swapped(box.children, index)
        instead = _laid_out(context, box, index, place, new_children, rest)
        if instead[0] or (
            instead[1] and (instead[2] is None or instead[2].get(index, None) is None)
        ):
            box.children = _swapped(box.children, index)
        else:
            done = instead
    return ends.better(context, done, *rest[:3])


def _laid_out(
    context: Any, box: Any, index: int, place: tuple[float, float], new_children: Any, rest: Any
) -> Any:
    child = box.children[index]
    child.position_x, child.position_y = place
    page_is_empty, absolute, fixed, margins, *others = rest
    return _original(
        context,
        box,
        index,
        child,
        new_children,
        page_is_empty,
        absolute,
        fixed,
        [*margins],
        *others,
    )


def _swapped(children: Any, index: int) -> list[Any]:
    """The children with the one at an index behind the paragraph after it; the first lines of
    paragraphs are indented where they follow a paragraph now.
    """
    swapped = [*children[:index], children[index + 1], children[index], *children[index + 2 :]]
    indents = [child.style["text_indent"] for child in children if child.element_tag == "p"]
    most = max(indents, key=lambda indent: indent.value)
    for at in range(index, min(index + 3, len(swapped))):
        if swapped[at].element_tag == "p":
            follows = at and swapped[at - 1].element_tag == "p"
            _indent(swapped[at], most if follows else most._replace(value=0))
    return swapped


def _indent(paragraph: Any, indent: Any) -> None:
    for line in paragraph.descendants():
        if isinstance(line, LineBox):
            line.style = line.style.copy()
            line.style["text_indent"] = indent


def _may_wait(children: Any, index: int) -> bool:
    """Whether the child at an index may change places with the paragraph that follows it."""
    element, after, then = (_element(children, at) for at in (index, index + 1, index + 2))
    if element is None or element.find(".//span[@class='footnote']") is not None:
        return False
    classes = element.get("class") or ""
    looked_up = _LOOKED_UP in classes.split()
    if (
        not _says_itself(element)
        if element.tag == "figure"
        else not looked_up and classes not in _WAITING
    ):
        return False
    if after is None or after.tag != "p" or _text(after).endswith(_COLONS):
        return False
    if then is not None and (then.tag in _LISTS or (looked_up and then.tag == "div")):
        return False
    before = _element(children, index - 1)
    return before is None or not _text(before).endswith(_COLONS)


def _says_itself(figure: Any) -> bool:
    """Whether a picture has a caption, or labels."""
    return any(
        part.tag == "figcaption" or part.get("class") == "card-label" for part in figure.iter()
    )


def _element(children: Any, index: int) -> Any:
    """The element of a child, if there is such a child and it is no pseudo-element."""
    if not 0 <= index < len(children) or "::" in children[index].element_tag:
        return None
    return children[index].element


def _text(element: Any) -> str:
    return "".join(element.itertext()).rstrip()
