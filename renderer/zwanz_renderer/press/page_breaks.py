"""Page breaks between the children of a chapter.

`_in_flow_layout` replaces WeasyPrint's function. Where a page would end in or before a child, it
tries in this order:

1. squeeze: close joints a little where a table or picture just misses the page.
2. keep: move a table of up to half a page to the next one.
3. relax: rather than leave a hole, split a table or picture where its rows are held together; hands
   of a deal only where three tenths of the page would stay white.
4. reorder: put what follows a figure, note or table before it. This is a paragraph or list of the
   same section; where a fifth of the page would stay white, also a heading and what follows it, or
   a table.
5. end earlier: leave no heading at the foot with a line or two, nor the columns of an index, split
   no small table, and keep a paragraph with what it announces.

`python -m tests.blank_bands` measures the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, NamedTuple

from weasyprint.formatting_structure.boxes import LineBox, TableRowBox, TableRowGroupBox
from weasyprint.layout import block
from weasyprint.layout import page as page_layout

from .page_filling import HEADINGS, TAIL, TEXT_AND_HEADINGS, classes, close, end, reserve, slack
from .patching import Patch

# Shares of a page that may stay white; above `HOLE`, where the other choice would look worse.
HOLE = 0.15
"""More white reads as a hole. Rather than leave one, a heading stays with a line or two, a table of
more than half a page is split, and a paragraph stays without what it announces.
"""
_FILL_FROM = 0.13  # more white: tables with captions may wait, held rows may be split
_GAPING = 0.2  # more white: headings and tables with captions may come first
_TORN_FROM = 0.3  # more white: a table of up to half a page is split after all
KEPT_WHOLE = 0.5
"""The share of a page up to which a table is not split."""
_SCRAP = 0.22  # too little to begin a table: caption, heads and a row with its remark take a fifth
_SQUEEZE_FROM = 0.1  # more white: joints are closed
_LOST_TO_CHAPTER = 0.26  # the most white rather than begin a chapter with heading and two lines

_FEW_LINES = 2  # lines below a heading that are too few at the end of a page
_MOST_HEADINGS = 2  # the most that come first: those of a section and of its first part
_MOST_WAITING = 2  # the most figures and tables that wait for what follows them
_SMALL_TABLE = 8  # the most rows of a table that should not be split
_LISTS = ("ul", "ol", "dl")
_COLONS = (":", "：")

# Classes.
_MAY_WAIT = ("note", "sticky")
_LADDER = "ladder"  # a list of what has to be played; it reads as a paragraph
_ELSEWHERE = "elsewhere"  # a paragraph that ends a chapter with references
_LOOKED_UP = "contract-table"  # a table for reference, which need not stand right above the text
_DEAL, _PICTURE = "deal", "pack-to-make"  # blocks whose rows are held together
_HELD_HANDS = 2  # hands that stay together on either page when a deal is split

_ENDLESS = 1e6  # px, higher than any table
_FRAME = 100  # px, more than the joints that are closed above a table and the frame below it

_original = block._in_flow_layout
_original_page = page_layout.remake_page


class _Result(NamedTuple):
    """What `block._in_flow_layout` returns."""

    abort: bool
    stop: bool
    resume_at: dict[int, Any] | None
    position_y: float
    margins: Any
    next_page: Any
    children: list[Any]
    max_lines: Any


def _in_flow_layout(
    context: Any, box: Any, index: int, child: Any, new_children: Any, *rest: Any
) -> Any:
    """`block._in_flow_layout` with better page breaks between the children of a chapter.

    `child` may no longer be the child at `index`, as this function changes their order.
    """
    if box.element_tag != "section":
        return _original(context, box, index, child, new_children, *rest)
    page_is_empty, *placed = rest[:3]
    place, child = (child.position_x, child.position_y), box.children[index]
    before = [*new_children]
    if TAIL in classes(child):  # it has no height, but its margin might find no room
        with _longer_page(context, _ENDLESS):
            return _laid_out(context, box, index, place, new_children, rest)
    result = _laid_out(context, box, index, place, new_children, rest)

    def again() -> _Result:
        added = result.children[len(before) :]
        block.remove_placeholders(context, added, *placed)
        return _laid_out(context, box, index, place, [*before], rest)

    # Squeeze.
    if _squeezing_helps(context, child, before, result):
        with _longer_page(context, slack([*before, child])):
            result = again()
        split = bool(result.resume_at and result.resume_at.get(index))
        if split and _small_table_goes(context, result.children):
            result = again()  # squeezing would be in vain
        else:
            result = _squeezed(context, result)

    # Keep or relax.
    torn = result if _is_torn(result, index, child) and before else None
    most = _most_white(context, before, torn, again) if torn else 0.0
    if torn and most:
        block.remove_placeholders(context, torn.children[len(before) :], *placed)
        result = torn._replace(resume_at={index: None}, children=[*before])
    elif _relaxing_helps(context, child, before, result):
        with _relaxed(child):
            result = again()

    # Reorder; split a table after all if that is impossible and too much stays white.
    if result.resume_at == {index: None} and before:
        hole = _white(context, before)
        white = _white(context, _staying(before) or before)
        for waiting, passing in _passing(box.children, index, white):
            instead = _passed(context, box, index, place, before, rest, waiting, passing)
            if instead is not None:
                result = instead
                break
        else:
            if torn is not None and hole > most:
                result = again()
                if _relaxing_helps(context, child, before, result):
                    with _relaxed(child):
                        result = again()

    result = _ended_earlier(context, result, page_is_empty, placed)
    _put_back(box, result)
    return result


def _laid_out(
    context: Any, box: Any, index: int, place: tuple[float, float], new_children: Any, rest: Any
) -> _Result:
    child = box.children[index]
    child.position_x, child.position_y = place
    page_is_empty, absolute, fixed, margins, *more = rest
    rest = page_is_empty, absolute, fixed, [*margins], *more
    return _Result(*_original(context, box, index, child, new_children, *rest))


def _remake_page(index: int, context: Any, root_box: Any, html: Any) -> Any:
    """`page.remake_page` that gives the index and box of each page to the `watch` of an `Html`."""
    made = _original_page(index, context, root_box, html)
    watch = getattr(html, "watch", None)
    if watch is not None:
        watch(index, made[0])
    return made


PATCHES = (
    Patch(block, "_in_flow_layout", _in_flow_layout, "Let a caller choose page breaks"),
    Patch(page_layout, "remake_page", _remake_page, "Show pages while they are made"),
)

# --------------------------------------------------------------------------- squeeze, keep, relax


def _may_be_repeated(before: Sequence[Any], result: _Result) -> bool:
    """True if a page ends in or before a child, and the child can be laid out again: footnotes of
    boxes that were taken from the page would be lost.
    """
    if result.abort or not result.stop or not result.resume_at or not result.children:
        return False
    taken = before[len(result.children) :]
    return not any(box.footnote for child in taken for box in child.descendants())


def _white(context: Any, children: Sequence[Any]) -> float:
    """The share of a page that stays white below these children after joints are opened."""
    room = context.page_bottom - end(children[-1]) - reserve(children)
    return float(room / context.current_footnote_area.page.height)


def _squeezing_helps(context: Any, child: Any, before: Sequence[Any], result: _Result) -> bool:
    """True if a page ends with a hole in or before a child that is no text."""
    if child.element_tag in TEXT_AND_HEADINGS or not _may_be_repeated(before, result):
        return False
    kept = _staying(result.children)
    return bool(kept) and _white(context, kept) > _SQUEEZE_FROM


def _staying(children: Sequence[Any]) -> Sequence[Any]:
    """The children without headings and a paragraph at their end that announce the next child."""
    return children[: _announcement(children)]


@contextmanager
def _longer_page(context: Any, room: float) -> Iterator[None]:
    """Make the page `room` px longer."""
    context.page_bottom += room
    try:
        yield
    finally:
        context.page_bottom -= room


def _squeezed(context: Any, result: _Result) -> _Result:
    """A result on a longer page, with joints closed until it fits the true page."""
    lowest = result.position_y
    if result.stop and result.children:  # the position after a split table may be below its rows
        lowest = end(result.children[-1])
    over = min(lowest - context.page_bottom, slack(result.children))
    if over > 0:
        close(result.children, over)
    return result._replace(position_y=min(result.position_y, context.page_bottom))


def _relaxing_helps(context: Any, table: Any, before: Sequence[Any], result: _Result) -> bool:
    """True if a page ends with a hole in or before a table whose rows are held together."""
    if not any(_held_rows(table)) or not _may_be_repeated(before, result):
        return False
    kept = _staying(result.children)
    most = _TORN_FROM if _DEAL in classes(table) else _FILL_FROM
    return bool(kept) and _white(context, kept) > most


@contextmanager
def _relaxed(table: Any) -> Iterator[None]:
    """Let a page end where the rows of a table are held together."""
    held = [(box, name, box.style) for box, name in _held_rows(table)]
    for box, name, style in held:
        box.style = style.copy()
        box.style[name] = "auto"
    try:
        yield
    finally:
        for box, _, style in held:
            box.style = style


def _held_rows(table: Any) -> Iterator[tuple[Any, str]]:
    """The boxes of a table or picture that forbid page breaks, each with the property that does."""
    names = classes(table)
    if _DEAL in names or _PICTURE in names:
        yield table, "break_inside"
    if _DEAL in names:
        rows = [box for box in table.descendants() if isinstance(box, TableRowBox)]
        for box in rows[_HELD_HANDS + 1 : 1 - _HELD_HANDS]:
            yield box, "break_before"
    for box in table.descendants() if "table" in names else ():
        if isinstance(box, TableRowGroupBox) and _LOOKED_UP in names:
            yield box, "break_inside"
        elif isinstance(box, TableRowGroupBox) and "trick-table" in names and "long" in names:
            yield box, "break_before"
        elif isinstance(box, TableRowBox) and box.element.get("class") == "tall":
            yield box, "break_inside"


def _is_torn(result: _Result, index: int, child: Any) -> bool:
    """True if a page ends within a table that can be laid out again."""
    split = bool(result.resume_at and result.resume_at.get(index))
    if result.abort or not split or "table" not in classes(child):
        return False
    return not any(inner.footnote for inner in child.descendants())


def _most_white(
    context: Any, before: Sequence[Any], torn: _Result, again: Callable[[], _Result]
) -> float:
    """The share of a page that may stay white so that a table is not split.

    It is `_TORN_FROM` for a table of up to half a page, and `HOLE` for one that fits a page and has
    only a scrap of this one; other tables are split at once: 0.
    """
    page = float(context.current_footnote_area.page.height)
    scrap = _white(context, _staying(before) or before) <= _SCRAP
    most = page if scrap else KEPT_WHOLE * page
    bottom = torn.children[-1].border_box_y() + most + _FRAME
    with _longer_page(context, bottom - context.page_bottom):  # to lay out what is taller is slow
        laid_out = again()
    table = laid_out.children[-1]
    height = end(table) - float(table.border_box_y())
    if laid_out.resume_at or height > most:
        return 0.0
    return _TORN_FROM if height <= KEPT_WHOLE * page else HOLE


# ----------------------------------------------------------------------------- reorder


def _passing(children: Any, index: int, white: float) -> Iterator[tuple[int, int]]:
    """Pairs ``waiting, count`` to try in turn: that many children from an index on would come after
    that many that follow them. `white` is the share of the page that stays white otherwise.

    A child that is announced does not wait. Footnotes keep their order.
    """
    hole, gaping = white > _FILL_FROM, white > _GAPING
    if _ends_with_colon(_element(children, index - 1)):
        return
    for waiting in range(1, (_MOST_WAITING if hole else 1) + 1):
        element = _element(children, index + waiting - 1)
        if element is None or not _may_wait(element, hole):
            return
        count = _coming_first(children, index + waiting, element, hole, gaping)
        moved = [_element(children, index + at) for at in range(waiting + count)]
        noted = [at for at, each in enumerate(moved) if _has(each, ".//span[@class='footnote']")]
        if count and (len(noted) < 2 or max(noted) < waiting):
            yield waiting, count


def _may_wait(element: Any, hole: bool) -> bool:
    """True if what follows an element may come before it. The paragraph below a figure without
    words may be about it.
    """
    if element.tag == "figure":
        return any(
            part.tag == "figcaption" or part.get("class") == "card-label" for part in element.iter()
        )
    may_wait = _is_looked_up(element) or element.get("class") in _MAY_WAIT
    return may_wait or (hole and _has_caption(element))


def _coming_first(children: Any, at: int, waiting: Any, hole: bool, gaping: bool) -> int:
    """How many of the children from an index on may come before the element `waiting`."""
    if gaping and _has_caption(_element(children, at)):
        return 1

    # Headings, if much would stay white.
    count = 0
    if gaping and not {*_MAY_WAIT}.intersection((waiting.get("class") or "").split()):
        following = children[at : at + _MOST_HEADINGS]
        count = len([*takewhile(lambda child: child.element_tag in HEADINGS, following)])

    # A paragraph or list; a paragraph that announces the next child only together with it.
    paragraph = _element(children, at + count)
    if paragraph is None:
        return 0
    if (count and paragraph.tag in _LISTS) or (hole and paragraph.get("class") == _LADDER):
        return count + 1
    if paragraph.tag != "p" or paragraph.get("class") == _ELSEWHERE:
        return 0
    behind = _element(children, at + count + 1)
    if behind is not None and (behind.tag in _LISTS or _ends_with_colon(paragraph)):
        listed = hole and behind.tag in _LISTS
        both = listed or (gaping and _has_caption(behind))
        return count + 2 if both and _has_caption(waiting) else 0
    if behind is not None and behind.tag == "div" and _is_looked_up(waiting):
        return 0
    return count + 1


def _is_looked_up(element: Any) -> bool:
    return _LOOKED_UP in (element.get("class") or "").split()


def _passed(
    context: Any, box: Any, index: int, place: Any, before: Any, rest: Any, waiting: int, count: int
) -> _Result | None:
    """The result at an index when `count` children come before the `waiting` ones there; None if
    nothing of them fits.
    """
    first = box.children[index]
    box.children = _reordered(box.children, index, waiting, count)
    if count > 1:
        box.children[index].passed = (first, waiting, count)
    instead = _laid_out(context, box, index, place, [*before], rest)
    resume_at = instead.resume_at
    nothing_fits = instead.stop and (resume_at is None or resume_at.get(index) is None)
    if not (instead.abort or nothing_fits):
        return instead
    box.children = _reordered(box.children, index, count, waiting)
    return None


def _put_back(box: Any, result: _Result) -> None:
    """Undo a reordering if the page ends before the child that should have come first."""
    if not result.resume_at or list(result.resume_at.values()) != [None]:
        return
    (at,) = result.resume_at
    first, waiting, count = getattr(box.children[at], "passed", (None, 0, 0))
    if first is not None and box.children[at + count : at + count + 1] == [first]:
        box.children = _reordered(box.children, at, count, waiting)


def _reordered(children: Any, index: int, waiting: int, count: int) -> list[Any]:
    """The children with `waiting` of them from an index on behind the `count` that follow.
    Paragraphs are indented where they follow a paragraph.
    """
    size = waiting + count
    some = [*children[index : index + size]]
    swapped = [*children[:index], *some[waiting:], *some[:waiting], *children[index + size :]]
    indents = [child.style["text_indent"] for child in children if child.element_tag == "p"]
    most: Any = max(indents, key=lambda indent: indent.value, default=None)
    for at in range(index, min(index + size + 1, len(swapped))):
        if swapped[at].element_tag == "p":
            follows = at and swapped[at - 1].element_tag == "p"
            _indent(swapped[at], most if follows else most._replace(value=0))
    return swapped


def _indent(paragraph: Any, indent: Any) -> None:
    for line in paragraph.descendants():
        if isinstance(line, LineBox):
            line.style = line.style.copy()
            line.style["text_indent"] = indent


def _has_caption(element: Any) -> bool:
    """True for a table with a caption."""
    return _has(element, ".//caption") and "table" in (element.get("class") or "").split()


def _has(element: Any, path: str) -> bool:
    return element is not None and element.find(path) is not None


def _element(children: Any, index: int) -> Any:
    """The element of a child; None for a pseudo-element, and where there is no child."""
    if not 0 <= index < len(children) or "::" in children[index].element_tag:
        return None
    return children[index].element


def _ends_with_colon(element: Any) -> bool:
    return element is not None and "".join(element.itertext()).rstrip().endswith(_COLONS)


# ----------------------------------------------------------------------------- end earlier


def _ended_earlier(context: Any, result: _Result, page_is_empty: bool, placed: Any) -> _Result:
    """The result with an earlier page break, if that is better and little stays white.

    `placed` are WeasyPrint's lists of absolute and of fixed boxes.
    """
    children, resume_at = result.children, result.resume_at
    if result.abort or not result.stop or not resume_at:
        return result

    # Before a small table, an index with a line or two, or what announces the next child.
    first = len(children)
    split = list(resume_at.values()) != [None]
    scrap_of_index = split and bool(children) and _is_scrap_of_index(children[-1])
    if scrap_of_index:
        first -= 1
    elif not split or (children and _is_small_table(children[-1])):
        first = _start(context, children, first - split)

    # Before a heading with a line or two; if it opens the chapter, the whole chapter goes.
    heading = _lonely_heading(children[:first])
    opens_chapter = all("opening" in classes(child) for child in children[:heading])
    if opens_chapter and page_is_empty:
        heading = first
    elif opens_chapter and heading < first:
        goes = scrap_of_index or first == len(children)
        if not goes or not _may_stay_white(context, children, 0, _LOST_TO_CHAPTER):
            return result
        block.remove_placeholders(context, children, *placed)
        return result._replace(abort=True, stop=False)
    if heading < first and _may_stay_white(context, children, heading, HOLE):
        first = heading

    if first in (0, len(children)):
        return result
    block.remove_placeholders(context, children[first:], *placed)
    return result._replace(resume_at={children[first].index: None}, children=children[:first])


def _small_table_goes(context: Any, children: Any) -> bool:
    """True if the last child is a small table that `_ended_earlier` takes from the page."""
    if not children or not _is_small_table(children[-1]):
        return False
    return _start(context, children, len(children) - 1) < len(children)


def _start(context: Any, children: Any, at: int) -> int:
    """The index of a child, or of what announces it, if the page may end before that; else the
    number of the children.
    """
    start = at - _announces(children[:at])
    if start < len(children):
        start = _announcement(children[:at])
    fits = start < len(children) and _may_stay_white(context, children, start, HOLE)
    return start if fits else len(children)


def _announcement(children: Any) -> int:
    """The index of headings and a paragraph that announce the next child; the number of the
    children if there are none.
    """
    return _above_headings(children, len(children) - _announces(children))


def _above_headings(children: Any, at: int) -> int:
    """The index of the first of the headings right above an index; the same index if none are."""
    while at and children[at - 1].element_tag in HEADINGS:
        at -= 1
    return at


def _announces(children: Any) -> bool:
    """True if children end with a short paragraph that ends with a colon."""
    if not children or children[-1].element_tag != "p":
        return False
    return _lines(children[-1]) <= _FEW_LINES and _ends_with_colon(children[-1].element)


def _may_stay_white(context: Any, children: Any, at: int, most: float) -> bool:
    """True if at most this share of the page stays white when it ends before a child."""
    room = context.page_bottom - children[at].position_y - reserve(children[:at])
    return bool(room <= most * context.current_footnote_area.page.height)


def _is_small_table(box: Any) -> bool:
    return "table" in classes(box) and len(box.element.findall(".//tr")) <= _SMALL_TABLE


def _is_scrap_of_index(box: Any) -> bool:
    return "index" in classes(box) and max(map(_lines, box.children), default=0) <= _FEW_LINES


def _lonely_heading(children: Any) -> int:
    """The index of headings that end these children with too few lines below them; the number of
    the children if there are none.
    """
    lines = 0
    at = len(children)
    while at and children[at - 1].element_tag == "p" and lines <= _FEW_LINES:
        at -= 1
        lines += _lines(children[at])
    heading = _above_headings(children, at)
    return heading if heading < at and lines <= _FEW_LINES else len(children)


def _lines(box: Any) -> int:
    """The number of lines of a paragraph. A floated initial is not counted."""
    if isinstance(box, LineBox):
        return 1
    return sum(_lines(child) for child in box.children if not child.is_floated())
