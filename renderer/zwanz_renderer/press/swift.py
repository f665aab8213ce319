"""Quicker ways through WeasyPrint: a few of its functions that are called by the hundred thousand,
written anew.

Each does what the one in its place does, to the byte; only it does not ask again what it was told
before. `ways` puts them there for as long as a book is printed, and only into the one WeasyPrint
that they were compared with.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import pydyf  # type: ignore[import-untyped]
import weasyprint
from weasyprint.css import AnonymousStyle, ComputedStyle, StyleFor
from weasyprint.css.computed_values import COMPUTER_FUNCTIONS, PHYSICAL_FUNCTIONS
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES, Dimension
from weasyprint.draw.color import get_color
from weasyprint.formatting_structure import boxes
from weasyprint.layout import background, percent
from weasyprint.layout import float as float_
from weasyprint.pdf import fonts as pdf_fonts
from weasyprint.text.ffi import ffi

from . import cascade, swift_text
from .instead import instead

COMPARED = frozenset({"70.0"})
_OWN_WAY = frozenset({"float", "position", "display", "page"})  # what the whole of a style decides
_DIRECTIONS = ("ltr", "rtl")

_original_missing = ComputedStyle.__missing__
_original_anonymous = AnonymousStyle.__missing__
_original_backgrounds = background.layout_box_backgrounds
_original_collisions = float_.avoid_collisions
_original_flow = boxes.Box.is_in_normal_flow
_original_percentages = percent.resolve_percentages


@dataclass(frozen=True, slots=True)
class _Simple:
    """A property as long as nobody sets it: inherited or not, its first value, how that is computed
    if it has to be, and its logical name for each direction of the text.
    """

    inherited: bool
    first: Any
    compute: Callable[[Any, str, Any], Any] | None
    logical: dict[str, str] | None


def _simple(key: str) -> _Simple:
    logical = PHYSICAL_FUNCTIONS.get(key)
    names = logical and {way: logical(block="ttb", inline=way) for way in _DIRECTIONS}
    compute = COMPUTER_FUNCTIONS.get(key) if key in INITIAL_NOT_COMPUTED else None
    return _Simple(key in INHERITED, INITIAL_VALUES[key], compute, names)


_SIMPLE = {
    key: _simple(key)
    for key in INITIAL_VALUES
    if key not in _OWN_WAY and not key.startswith("text_decoration_")
}


def _missing(self: Any, key: str) -> Any:
    """`ComputedStyle.__missing__`: a property that nobody has set is inherited or initial, and no
    more is to know.
    """
    found = _SIMPLE.get(key)
    if found is not None and key not in self.cascaded:
        logical = found.logical
        if logical is None or logical[self["direction"]] not in self.cascaded:
            if not found.inherited:
                value = self[key] = (
                    found.compute(self, key, found.first) if found.compute else found.first
                )
                return value
            if self.parent_style is not None:
                value = self[key] = self.parent_style[key]
                return value
    return _original_missing(self, key)


def _missing_anonymous(self: Any, key: str) -> Any:
    """`AnonymousStyle.__missing__`, with the same knowledge."""
    found = _SIMPLE.get(key)
    if found is None:
        return _original_anonymous(self, key)
    if found.inherited:
        value = self[key] = self.parent_style[key]
    else:
        value = self[key] = found.compute(self, key, found.first) if found.compute else found.first
    return value


def _in_normal_flow(self: Any) -> bool:
    """`Box.is_in_normal_flow`, of nearly every box by two looks at its style."""
    style = self.style
    if style["float"] == "none" and style["position"] in ("static", "relative"):
        return True
    normal: bool = _original_flow(self)
    return normal


_SIZES = (
    *(
        f"{edge}_{side}"
        for edge in ("margin", "padding")
        for side in ("left", "right", "top", "bottom")
    ),
    *(f"{bound}{size}" for size in ("width", "height") for bound in ("", "min_", "max_")),
)
_BORDERS = tuple(f"border_{side}_width" for side in ("top", "right", "bottom", "left"))


def _resolve_percentages(box: Any, containing_block: Any) -> None:
    """`resolve_percentages`, for all but pages; of what is no share of anything as the style has
    it.
    """
    if isinstance(box, percent.boxes.PageBox) or (fixed := _fixed(box.style)) is None:
        _original_percentages(box, containing_block)
        return
    style, used = box.style, box.__dict__
    if style["border_collapse"] == "collapse":
        fixed = {
            name: value
            for name, value in fixed.items()
            if name not in _BORDERS or not hasattr(box, name)
        }
    used.update(fixed)
    if style["box_sizing"] != "content-box":
        percent.adjust_box_sizing(box, "width")
        percent.adjust_box_sizing(box, "height")


def _fixed(style: Any) -> dict[str, Any] | None:
    """The widths and heights of a style; None where one is a share of what the box stands in."""
    fixed: dict[str, Any] | None
    try:
        fixed = style._swift_fixed
    except AttributeError:
        values = {name: style[name] for name in _SIZES}
        fixed = None
        if all(
            value == "auto" or (value.__class__ is Dimension and value.unit == "px")
            for value in values.values()
        ):
            fixed = {
                name: value if value == "auto" else value.value for name, value in values.items()
            }
            fixed.update((name, 0) for name in ("min_width", "min_height") if fixed[name] == "auto")
            fixed.update((name, style[name]) for name in _BORDERS)
        style._swift_fixed = fixed
    return fixed


def _layout_box_backgrounds(
    page: Any, box: Any, images: Any, layout_children: bool = True, style: Any = None
) -> None:
    """`layout_box_backgrounds`, where there is none, and no corner is round."""
    if style is not None or box is page or not _bare(box.style):
        _original_backgrounds(page, box, images, layout_children, style)
        return
    getattr(box, "_box", box).__dict__.update(_SQUARE)
    if layout_children:
        for child in box.all_children():
            _layout_box_backgrounds(page, child, images)


_RADII = tuple(
    f"border_{corner}_radius" for corner in ("top_left", "top_right", "bottom_right", "bottom_left")
)
_SQUARE: dict[str, Any] = {**dict.fromkeys(_RADII, (0, 0)), "background": None}


def _bare(style: Any) -> bool:
    """Whether boxes in a style have nothing behind them, and square corners."""
    bare: bool | None = style.__dict__.get("_swift_bare")
    if bare is None:
        bare = style._swift_bare = (
            all((0, "px") in style[radius] for radius in _RADII)
            and style["border_image_source"][0] == style["mask_border_source"][0] == "none"
            and style["visibility"] != "hidden"
            and all(kind == "none" for kind, _ in style["background_image"])
            and get_color(style, "background_color").alpha == 0
            and not style["box_shadow"]
        )
    return bare


def _avoid_collisions(context: Any, box: Any, containing_block: Any, outer: bool = True) -> Any:
    """`avoid_collisions`, where there is nothing to collide with."""
    style = box.style
    if (
        context.excluded_shapes
        or style["float"] != "none"
        or containing_block.style["direction"] != "ltr"
    ):
        return _original_collisions(context, box, containing_block, outer)
    left = containing_block.content_box_x()
    right = left + containing_block.width
    if outer:
        return left, box.position_y, right - left
    left += box.margin_left
    right -= box.margin_right
    return left - box.margin_left, box.border_box_y() - box.margin_top, right - left


_original_references = pydyf.PDF.page_references


def _page_references(self: Any) -> tuple[bytes, ...]:
    """`PDF.page_references`, which every element of the text asks for: counted only when there is
    another page.
    """
    kids = self.pages["Kids"]
    kept: tuple[int, tuple[bytes, ...]] = self.__dict__.get("_swift", (-1, ()))
    if kept[0] != len(kids):
        kept = self._swift = len(kids), _original_references.fget(self)
    return kept[1]


_ARRAY = re.compile(r"\[\d+\]$")


class _Ffi:
    """The ways to the libraries: arrays are as long as what they are made of, so that their types
    are known.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(ffi, name)

    def new(self, kind: str, content: Any = None) -> Any:
        return ffi.new(kind) if content is None else ffi.new(_ARRAY.sub("[]", kind), content)


def _places() -> Iterator[tuple[object, str, object]]:
    """Each function to be replaced: where it stands, its name, and what takes its place."""
    yield ComputedStyle, "__missing__", _missing
    yield AnonymousStyle, "__missing__", _missing_anonymous
    yield StyleFor, "__init__", cascade.init
    yield from swift_text.places()
    yield boxes.Box, "is_in_normal_flow", _in_normal_flow
    yield background, "layout_box_backgrounds", _layout_box_backgrounds
    yield pydyf.PDF, "page_references", property(_page_references)
    yield pdf_fonts, "ffi", _Ffi()
    anywhere = {
        "resolve_percentages": (_original_percentages, _resolve_percentages),
        "avoid_collisions": (_original_collisions, _avoid_collisions),
    }
    for module_name, module in list(sys.modules.items()):
        for name, (slow, quick) in anywhere.items():
            if module_name.startswith("weasyprint.") and getattr(module, name, None) is slow:
                yield module, name, quick


def ways() -> AbstractContextManager[None]:
    """Take the quicker ways, where they are known to lead to the same place."""
    return instead(_places() if weasyprint.__version__ in COMPARED else ())
