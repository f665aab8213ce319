"""Functions of WeasyPrint that do less, with the same result to the byte.

What a style says about fonts is looked up once for each style. How a short text fits on a line is
measured once for all styles that set it alike: tables repeat the same words, and WeasyPrint
measures each of them several times. The other functions skip work for the usual case.

All but the last repeat what the function of one version of WeasyPrint does.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pydyf  # type: ignore[import-untyped]
from weasyprint.css.properties import Dimension
from weasyprint.layout import float as floats
from weasyprint.layout import inline, percent
from weasyprint.pdf import fonts as pdf_fonts
from weasyprint.text import fonts, line_break
from weasyprint.text.ffi import ffi, gobject, pango, unicode_to_char_p

from .patching import Patch, Report
from .pdf_archive import compress

_original_setup = line_break.Layout.setup
_original_split = line_break.split_first_line
_original_strut = line_break.strut
_original_min_width = inline.inline_min_content_width
_original_collisions = floats.avoid_collisions
_original_percentages = percent.resolve_percentages
_original_references = pydyf.PDF.page_references

_FONT = [
    "font_style",
    "font_stretch",
    "font_weight",
    "font_size",
    "font_variant_caps",
    "font_variation_settings",
]
_FEATURES = [
    "font_kerning",
    "font_variant_ligatures",
    "font_variant_position",
    "font_variant_caps",
    "font_variant_numeric",
    "font_variant_alternates",
    "font_variant_east_asian",
    "font_feature_settings",
]
_BREAKS = [
    "white_space",
    "letter_spacing",
    "word_spacing",
    "tab_size",
    "overflow_wrap",
    "word_break",
    "hyphens",
    "hyphenate_character",
    "hyphenate_limit_chars",
    "hyphenate_limit_zone",
]
_SHORT = 80
"""Texts of more characters, which are paragraphs, seldom occur twice and are not kept."""


class _Fonts(NamedTuple):
    """What Pango needs of a style, and the `lines` that were measured with it so far."""

    context: Any
    language: Any
    description: Any
    features: Any
    lines: dict[object, Any]


def _setup(self: Any, style: Any) -> None:
    """`Layout.setup` that shares Pango's context of a language and the description of a font."""
    found = _fonts(style)
    if found is None:
        _original_setup(self, style)
        return
    context, self.language, description, features, _ = found
    self.style = style
    self.first_line_direction = 0
    self.ascent = self.underline_position = self.strikethrough_position = None
    self.layout = ffi.gc(pango.pango_layout_new(context), gobject.g_object_unref)
    pango.pango_layout_set_auto_dir(self.layout, False)
    pango.pango_layout_set_font_description(self.layout, description)
    if features is not None:
        attributes = pango.pango_attr_list_new()
        pango.pango_attr_list_insert(attributes, features)
        pango.pango_layout_set_attributes(self.layout, attributes)


def _fonts(style: Any) -> _Fonts | None:
    """What Pango needs of a style, kept with the style; None where `_setup` cannot be used."""
    try:
        found: _Fonts | None = style._cached_fonts
    except AttributeError:
        found = style._cached_fonts = _look_up_fonts(style)
    return found


def _look_up_fonts(style: Any) -> _Fonts | None:
    if (
        style["text_decoration_line"] != "none"
        or style["font_language_override"] != "normal"
        or not style["lang"]
    ):
        return None
    config = style.font_config
    cache = config.__dict__.setdefault("_text_cache", {})
    language = ("language", style["direction"], style["lang"])
    if language not in cache:
        cache[language] = _context_of(config, style["direction"], style["lang"])
    font = ("font", tuple(style["font_family"]), *(style[name] for name in _FONT))
    if font not in cache:
        cache[font] = fonts.get_font_description(style)
    wanted = ("features", *(style[name] for name in _FEATURES))
    if wanted not in cache:
        cache[wanted] = _features_of(config, fonts.font_features(*wanted[1:]))
    breaks = (style[name] for name in _BREAKS)
    lines = cache.setdefault(("lines", language, font, wanted, *breaks), {})
    pango_context, pango_language = cache[language]
    return _Fonts(pango_context, pango_language, cache[font], cache[wanted], lines)


def _context_of(config: Any, direction: str, lang: str) -> tuple[Any, Any]:
    """Pango's context and language."""
    context = ffi.gc(pango.pango_font_map_create_context(config.font_map), gobject.g_object_unref)
    pango.pango_context_set_round_glyph_positions(context, False)
    pango.pango_context_set_base_dir(context, line_break.PANGO_DIRECTION[direction])
    pointer, _kept = unicode_to_char_p(lang)
    language = pango.pango_language_from_string(pointer)
    pango.pango_context_set_language(context, language)
    return context, language


def _features_of(config: Any, features: Any) -> Any:
    """Pango's attribute for font features; None if there are none."""
    if not features:
        return None
    text = ",".join(f"{name} {value}" for name, value in features.items()).encode()
    return config.font_features.setdefault(text, pango.pango_attr_font_features_new(text))


def _split_first_line(
    text: str,
    style: Any,
    context: Any,
    max_width: float | None,
    justification_spacing: float,
    is_line_start: bool = True,
    minimum: bool = False,
) -> Any:
    """`split_first_line` that measures a short text once a width, or once if it fits whole."""
    font = _fonts(style) if len(text) <= _SHORT else None
    if font is None:
        return _original_split(
            text, style, context, max_width, justification_spacing, is_line_start, minimum
        )
    whole = font.lines.get(text)
    if whole is not None and (max_width is None or whole[3] <= max_width):
        return _renewed(whole, max_width, justification_spacing)
    key = text, max_width, is_line_start, minimum
    known = font.lines.get(key)
    if known is not None:
        return _renewed(known, max_width, justification_spacing)
    found = _original_split(
        text, style, context, max_width, justification_spacing, is_line_start, minimum
    )
    layout, _, resume, width, *_ = found
    kept = font.lines[key] = layout.__dict__.copy(), *found[1:]
    if resume is None and layout.text == text and (max_width is None or width <= max_width):
        font.lines[text] = kept
    return found


def _renewed(kept: Any, max_width: float | None, justification_spacing: float) -> Any:
    """A measured line with a `Layout` of its own, which boxes may change."""
    layout = line_break.Layout.__new__(line_break.Layout)
    layout.__dict__.update(kept[0])
    layout.max_width, layout.justification_spacing = max_width, justification_spacing
    return layout, *kept[1:]


def _strut(style: Any) -> Any:
    """`strut`, computed once a style."""
    found = style.__dict__.get("_cached_strut")
    if found is None:
        found = style._cached_strut = _original_strut(style)
    return found


def _min_content_width(context: Any, box: Any, **options: Any) -> Any:
    """`inline_min_content_width` of a line, which is only compared with the room beside floats."""
    top = box.position_y
    for shape in context.excluded_shapes:
        if shape.position_y >= top or shape.position_y + shape.margin_height() > top:
            return _original_min_width(context, box, **options)
    return 0


_SIDES = ("left", "right", "top", "bottom")
_SIZES = (
    *(f"margin_{side}" for side in _SIDES),
    *(f"padding_{side}" for side in _SIDES),
    *("width", "min_width", "max_width", "height", "min_height", "max_height"),
)
_BORDERS = tuple(f"border_{side}_width" for side in _SIDES)


def _resolve_percentages(box: Any, containing_block: Any) -> None:
    """`resolve_percentages`, once a style where the style has no percentages; not for pages."""
    if isinstance(box, percent.boxes.PageBox) or (sizes := _sizes(box.style)) is None:
        _original_percentages(box, containing_block)
        return
    style, used = box.style, box.__dict__
    if style["border_collapse"] == "collapse":
        for name, value in sizes.items():
            if name not in _BORDERS or not hasattr(box, name):
                used[name] = value
    else:
        used.update(sizes)
    if style["box_sizing"] != "content-box":
        percent.adjust_box_sizing(box, "width")
        percent.adjust_box_sizing(box, "height")


def _sizes(style: Any) -> dict[str, Any] | None:
    """The used sizes of a style, kept with it; None if one is a percentage."""
    sizes: dict[str, Any] | None
    try:
        sizes = style._cached_sizes
    except AttributeError:
        sizes = style._cached_sizes = _look_up_sizes(style)
    return sizes


def _look_up_sizes(style: Any) -> dict[str, Any] | None:
    sizes: dict[str, Any] = {}
    for name in _SIZES:
        value = style[name]
        if value == "auto":
            sizes[name] = 0 if name in ("min_width", "min_height") else value
        elif value.__class__ is Dimension and value.unit == "px":
            sizes[name] = value.value
        else:
            return None
    sizes.update((name, style[name]) for name in _BORDERS)
    return sizes


def _avoid_collisions(context: Any, box: Any, containing_block: Any, outer: bool = True) -> Any:
    """`avoid_collisions` where nothing floats."""
    if (
        context.excluded_shapes
        or box.style["float"] != "none"
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


def _page_references(self: Any) -> tuple[bytes, ...]:
    """`PDF.page_references`, built again only after a page was added."""
    pages = len(self.pages["Kids"])
    kept: tuple[int, tuple[bytes, ...]] = self.__dict__.get("_kept_references", (-1, ()))
    if kept[0] != pages:
        kept = self._kept_references = pages, _original_references.fget(self)
    return kept[1]


_LENGTH = re.compile(r"\[\d+\]$")


class _Ffi:
    """CFFI's library that creates arrays without a length in their type, which it parses once."""

    def __getattr__(self, name: str) -> Any:
        return getattr(ffi, name)

    def new(self, kind: str, content: Any = None) -> Any:
        return ffi.new(kind) if content is None else ffi.new(_LENGTH.sub("[]", kind), content)


_original_data = pydyf.Stream.data


def _data(self: Any) -> bytes:
    """`Stream.data`, which compresses an object stream when it is first asked for."""
    if self.compress and self.extra.get("Type") == "/ObjStm":
        compress(self)
    data: bytes = _original_data.fget(self)
    return data


_TEXT = Report(
    "Cache text",
    why="fonts of a style and widths of words are looked up and measured again and again",
    worth="0.20 s",
)
_LESS = Report(
    "Skip work in the usual case",
    why="called by the hundred thousand, these do work that the usual box does not need",
    worth="0.12 s",
)
_ONCE = Report(
    "Write objects once",
    why="object streams are built and compressed twice, for the file and for its identifier",
    worth="0.13 s",
)
PATCHES = (
    Patch(line_break.Layout, "setup", _setup, _TEXT, copied=True),
    Patch(line_break, "split_first_line", _split_first_line, _TEXT, copied=True),
    Patch(inline, "strut", _strut, _TEXT, copied=True),
    Patch(inline, "inline_min_content_width", _min_content_width, _TEXT, copied=True),
    Patch(percent, "resolve_percentages", _resolve_percentages, _LESS, imported=True, copied=True),
    Patch(floats, "avoid_collisions", _avoid_collisions, _LESS, imported=True, copied=True),
    Patch(pydyf.PDF, "page_references", property(_page_references), _LESS, copied=True),
    Patch(pdf_fonts, "ffi", _Ffi(), _LESS, copied=True),
)
FILE = (Patch(pydyf.Stream, "data", property(_data), _ONCE),)
