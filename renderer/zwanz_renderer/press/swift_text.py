"""Quicker ways through the text: see `swift`.

What a style says of fonts is looked up once for each style, and how much of a short text fits on a
line once for all styles that say the same: tables are full of the same words, and each is measured
several times.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from weasyprint.layout import inline
from weasyprint.text import fonts, line_break
from weasyprint.text.ffi import ffi, gobject, pango, unicode_to_char_p

_original_setup = line_break.Layout.setup
_original_split = line_break.split_first_line
_original_strut = line_break.strut
_original_width = inline.inline_min_content_width

_FONT = (
    "font_style",
    "font_stretch",
    "font_weight",
    "font_size",
    "font_variant_caps",
    "font_variation_settings",
)
_FEATURES = (
    *("font_kerning", "font_variant_ligatures", "font_variant_position", "font_variant_caps"),
    *(
        "font_variant_numeric",
        "font_variant_alternates",
        "font_variant_east_asian",
        "font_feature_settings",
    ),
)


_BREAKS = (
    *(
        "white_space",
        "letter_spacing",
        "word_spacing",
        "tab_size",
        "overflow_wrap",
        "word_break",
        "hyphens",
    ),
    *("hyphenate_character", "hyphenate_limit_chars", "hyphenate_limit_zone"),
)
_SHORT = 80  # characters


class _Fonts(NamedTuple):
    """What Pango is told of a style: the context and its language, the font, and its features, if
    any; and the lines that were begun in it so far.
    """

    context: Any
    language: Any
    description: Any
    features: Any
    lines: dict[object, Any]


def _setup(self: Any, style: Any) -> None:
    """`Layout.setup`: texts in one language share a context, those in one font its description."""
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
    """What Pango is told of a style; None where it has more to be told."""
    try:
        found: _Fonts | None = style._swift_fonts
    except AttributeError:
        found = style._swift_fonts = _looked_up(style)
    return found


def _looked_up(style: Any) -> _Fonts | None:
    if (
        style["text_decoration_line"] != "none"
        or style["font_language_override"] != "normal"
        or not style["lang"]
    ):
        return None
    config = style.font_config
    known = config.__dict__.setdefault("_swift", {})
    spoken = ("context", style["direction"], style["lang"])
    if spoken not in known:
        known[spoken] = _spoken(config, style["direction"], style["lang"])
    font = ("font", tuple(style["font_family"]), *(style[name] for name in _FONT))
    if font not in known:
        known[font] = fonts.get_font_description(style)
    wanted = ("features", *(style[name] for name in _FEATURES))
    if wanted not in known:
        features = fonts.font_features(*wanted[1:])
        text = ",".join(f"{name} {value}" for name, value in features.items()).encode()
        known[wanted] = (
            config.font_features.setdefault(text, pango.pango_attr_font_features_new(text))
            if features
            else None
        )
    lines = known.setdefault(
        ("lines", spoken, font, wanted, *(style[name] for name in _BREAKS)), {}
    )
    context, language = known[spoken]
    return _Fonts(context, language, known[font], known[wanted], lines)


def _spoken(config: Any, direction: str, lang: str) -> tuple[Any, Any]:
    """A context of Pango's, and its language."""
    context = ffi.gc(pango.pango_font_map_create_context(config.font_map), gobject.g_object_unref)
    pango.pango_context_set_round_glyph_positions(context, False)
    pango.pango_context_set_base_dir(context, line_break.PANGO_DIRECTION[direction])
    pointer, _kept = unicode_to_char_p(lang)
    language = pango.pango_language_from_string(pointer)
    pango.pango_context_set_language(context, language)
    return context, language


def _split_first_line(
    text: str,
    style: Any,
    context: Any,
    max_width: float | None,
    justification_spacing: float,
    is_line_start: bool = True,
    minimum: bool = False,
) -> Any:
    """`split_first_line`, of short texts once for each width, and of those that fit once for all."""
    fonts = _fonts(style) if len(text) <= _SHORT else None
    if fonts is None:
        return _original_split(
            text, style, context, max_width, justification_spacing, is_line_start, minimum
        )
    whole = fonts.lines.get(text)
    if whole is not None and (max_width is None or whole[3] <= max_width):
        return _anew(whole, max_width, justification_spacing)
    asked = text, max_width, is_line_start, minimum
    known = fonts.lines.get(asked)
    if known is not None:
        return _anew(known, max_width, justification_spacing)
    found = _original_split(
        text, style, context, max_width, justification_spacing, is_line_start, minimum
    )
    layout, _, resume, width, *_ = found
    kept = fonts.lines[asked] = layout.__dict__.copy(), *found[1:]
    if resume is None and layout.text == text and (max_width is None or width <= max_width):
        fonts.lines[text] = kept
    return found


def _anew(kept: Any, max_width: float | None, justification_spacing: float) -> Any:
    """A line that is known, with a layout of its own: box by box it may still be changed."""
    layout = line_break.Layout.__new__(line_break.Layout)
    layout.__dict__.update(kept[0])
    layout.max_width, layout.justification_spacing = max_width, justification_spacing
    return layout, *kept[1:]


def _strut(style: Any) -> Any:
    """`strut`: how high a line is, and where it stands, is a matter of its style alone."""
    found = style.__dict__.get("_swift_strut")
    if found is None:
        found = style._swift_strut = _original_strut(style)
    return found


def _least_width(context: Any, box: Any, **asked: Any) -> Any:
    """`inline_min_content_width` of a line: only asked for beside a float, and not for all lines
    below it.
    """
    top = box.position_y
    if all(
        shape.position_y < top and shape.position_y + shape.margin_height() <= top
        for shape in context.excluded_shapes
    ):
        return 0
    return _original_width(context, box, **asked)


def places() -> Iterator[tuple[object, str, object]]:
    """Each function to be replaced: where it stands, its name, and what takes its place."""
    yield line_break.Layout, "setup", _setup
    yield line_break, "split_first_line", _split_first_line
    yield inline, "strut", _strut
    yield inline, "inline_min_content_width", _least_width
