"""Quicker ways through the text: see `swift`. What a style says of fonts is looked up once for each style."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weasyprint.layout import inline
from weasyprint.text import fonts, line_break
from weasyprint.text.ffi import ffi, gobject, pango, unicode_to_char_p

_original_setup = line_break.Layout.setup
_original_strut = line_break.strut
_original_width = inline.inline_min_content_width

_FONT = ("font_style", "font_stretch", "font_weight", "font_size", "font_variant_caps", "font_variation_settings")
_FEATURES = (
    *("font_kerning", "font_variant_ligatures", "font_variant_position", "font_variant_caps"),
    *("font_variant_numeric", "font_variant_alternates", "font_variant_east_asian", "font_feature_settings"),
)


def _setup(self: Any, style: Any) -> None:
    """`Layout.setup`: texts in one language share a context, those in one font its description."""
    if style["text_decoration_line"] != "none" or style["font_language_override"] != "normal" or not style["lang"]:
        _original_setup(self, style)
        return
    found = style.__dict__.get("_swift_fonts")
    if found is None:
        found = style._swift_fonts = _fonts(style)
    context, self.language, description, features = found
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


def _fonts(style: Any) -> tuple[Any, Any, Any, Any]:
    """What Pango is told of a style: the context and its language, the font, and its features, if any."""
    config = style.font_config
    known = config.__dict__.setdefault("_swift", {})
    spoken = ("context", style["direction"], style["lang"])
    if spoken not in known:
        context = ffi.gc(pango.pango_font_map_create_context(config.font_map), gobject.g_object_unref)
        pango.pango_context_set_round_glyph_positions(context, False)
        pango.pango_context_set_base_dir(context, line_break.PANGO_DIRECTION[style["direction"]])
        pointer, _kept = unicode_to_char_p(style["lang"])
        language = pango.pango_language_from_string(pointer)
        pango.pango_context_set_language(context, language)
        known[spoken] = context, language
    font = ("font", tuple(style["font_family"]), *(style[name] for name in _FONT))
    if font not in known:
        known[font] = fonts.get_font_description(style)
    wanted = ("features", *(style[name] for name in _FEATURES))
    if wanted not in known:
        features = fonts.font_features(*wanted[1:])
        text = ",".join(f"{name} {value}" for name, value in features.items()).encode()
        known[wanted] = (
            config.font_features.setdefault(text, pango.pango_attr_font_features_new(text)) if features else None
        )
    return *known[spoken], known[font], known[wanted]


def _strut(style: Any) -> Any:
    """`strut`: how high a line is, and where it stands, is a matter of its style alone."""
    found = style.__dict__.get("_swift_strut")
    if found is None:
        found = style._swift_strut = _original_strut(style)
    return found


def _least_width(context: Any, box: Any, **asked: Any) -> Any:
    """`inline_min_content_width` of a line: only asked for beside a float, and not for all lines below it."""
    top = box.position_y
    if all(
        shape.position_y < top and shape.position_y + shape.margin_height() <= top for shape in context.excluded_shapes
    ):
        return 0
    return _original_width(context, box, **asked)


def places() -> Iterator[tuple[object, str, object]]:
    """Each function to be replaced: where it stands, its name, and what takes its place."""
    yield line_break.Layout, "setup", _setup
    yield inline, "strut", _strut
    yield inline, "inline_min_content_width", _least_width
