"""Functions of WeasyPrint that do less, with the same result to the byte.

All but `Stream.data` do what the function of WeasyPrint 70.0 does. `Html` needs no patch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import inf
from typing import Any, NamedTuple

import cssselect2  # type: ignore[import-untyped]
import pydyf  # type: ignore[import-untyped]
import weasyprint
from cssselect2.compiler import split_whitespace  # type: ignore[import-untyped]
from weasyprint.css import (
    StyleFor,
    declaration_precedence,
    find_style_attributes,
    preprocess_declarations,
)
from weasyprint.layout import inline
from weasyprint.text import fonts, line_break
from weasyprint.text.ffi import ffi, gobject, pango, unicode_to_char_p

from ..text.html_tree import element_tree
from .patching import Patch
from .weasyprint_calls import compress

_Style = dict[str, tuple[Any, Any]]
_Rules = list[Any]  # (specificity, order, pseudo-element, (declarations, layer)) for each rule
_Sheet = tuple[Any, str, Any]  # a style sheet, its origin, and a specificity for all its rules

# --------------------------------------------------------------------------------------------- HTML


class Html(weasyprint.HTML):  # type: ignore[misc]
    """`weasyprint.HTML` of a string, which is parsed as XML if possible.

    `watch` gets the index and box of each page that is laid out, and may raise.
    """

    watch: Callable[[int, Any], None] | None = None

    def __init__(self, string: str, base_url: str, url_fetcher: object) -> None:
        self.base_url, self.url_fetcher, self.media_type = base_url, url_fetcher, "print"
        self.etree_element = element_tree(string)
        self.wrapper_element = _Element.from_html_root(self.etree_element, content_language=None)
        self._matched: tuple[tuple[int, ...], list[tuple[Any, list[_Rules]]]] = (), []

    def matched(self, sheets: Sequence[_Sheet]) -> list[tuple[Any, list[_Rules]]]:
        """The elements, each after its parent, with the matching rules of each sheet.

        The result is kept for all settings of a chapter, as no rule selects by style attribute.
        """
        key = tuple(id(sheet) for sheet, *_ in sheets)
        if self._matched[0] != key:
            matchers = [sheet.matcher for sheet, *_ in sheets]
            elements = self.wrapper_element.iter_subtree()
            self._matched = key, [(it, [each.match(it) for each in matchers]) for it in elements]
        return self._matched[1]


class _Element(cssselect2.ElementWrapper):  # type: ignore[misc]
    """An element that computes only once what selectors ask for most."""

    def __init__(self, etree_element: Any, parent: Any, *place: Any, **more: Any) -> None:
        super().__init__(etree_element, parent, *place, **more)
        self.etree_children = [child for child in etree_element if isinstance(child.tag, str)]
        if etree_element.tag[0] != "{":
            self.local_name, self.namespace_url = etree_element.tag, ""
        self.id = etree_element.get("id")
        self.classes = _words(etree_element.get("class", ""))
        if parent is not None and "lang" not in etree_element.attrib:
            self.lang = parent.lang

    def iter_children(self) -> Iterator[Any]:
        """The children, which are made once, as selectors with ``:has`` often ask for them."""
        if "_children" not in self.__dict__:
            self._children = [*super().iter_children()]
        return iter(self._children)


@lru_cache(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(split_whitespace(text))


# ---------------------------------------------------------------------------------- computed styles

# WeasyPrint computes the style of every element. Here elements that are matched by the same rules
# share one style object, as do their ``::before`` and ``::after``. The cache is an attribute of
# `font_config`, so all parts of a book with the same style sheets share it.

_SHARED = ("before", "after")  # WeasyPrint changes the styles of other pseudo-elements in place
_NOT_INHERITED = frozenset({"anchor", "break_before", "counter_reset"})
"""Properties of a style attribute that do not change the styles of the elements inside."""


def _init_style_for(
    self: Any, html: Any, sheets: Any, hints: bool, font_config: Any, target_collector: Any
) -> None:
    """`StyleFor.__init__` with shared styles."""
    matching = [sheet for sheet in sheets if sheet[0].matcher.order]
    caches = font_config.__dict__.setdefault("_style_caches", {})
    key = tuple((id(sheet), *more) for sheet, *more in matching)
    styles = _Styles(self, html, target_collector, caches.setdefault(key, _Kinds(matching)))
    self._cascaded_styles, self._computed_styles = {}, styles
    self.initial_page_sizes = {"box": None, "area": None}
    self._sheets, self.font_config = sheets, font_config

    attributes: dict[Any, _Style] = {}
    found = find_style_attributes(html.etree_element, hints, html.base_url)
    for specificity, element, declarations, base_url in found:
        style = attributes.setdefault(element, {})
        for name, values, importance in preprocess_declarations(base_url, declarations):
            precedence = declaration_precedence("author", importance)
            _declare(style, name, values, (precedence, inf, specificity))
    for element, matched in html.matched(matching):
        styles.add(element, attributes.get(element.etree_element, {}), matched)


class _Kinds:
    """The kinds of elements seen so far, by number: their computed `styles`, and `cascades`, the
    declarations for each (None) and for its pseudo-elements.

    Elements are of one kind if their parents are, the same rules match them, and their attributes
    are equal where the style attribute has more than `_NOT_INHERITED`.
    """

    def __init__(self, sheets: Sequence[_Sheet]) -> None:
        self.styles: dict[tuple[int, str | None], Any] = {}
        self.cascades: list[Mapping[str | None, _Style]] = []
        self._sheets = sheets
        self._numbers: dict[tuple[object, ...], int] = {}

    def of(
        self, element: Any, parent: int | None, attribute: _Style, matched: Sequence[_Rules]
    ) -> tuple[int, _Style | None]:
        """The kind of an element, and its own declarations if it cannot share those of its kind."""
        inherits = not attribute.keys() <= _NOT_INHERITED
        written: tuple[tuple[str, str], ...] = ()
        if inherits:
            attributes = element.etree_element.attrib.items()
            written = tuple(sorted(pair for pair in attributes if pair[0] != "id"))
        rules = (rule for found in matched for rule in found)
        key = (parent, written, *((id(rule[3]), rule[0], rule[2]) for rule in rules))
        kind = self._numbers.setdefault(key, len(self._numbers))
        if kind == len(self.cascades):
            self.cascades.append(self._cascade(attribute if inherits else {}, matched))
        if attribute.keys().isdisjoint(_NOT_INHERITED):
            return kind, None
        return kind, self._cascade(attribute, matched)[None]

    def _cascade(self, attribute: _Style, matched: Sequence[_Rules]) -> dict[str | None, _Style]:
        styles: dict[str | None, _Style] = {None: dict(attribute)}
        for (sheet, origin, sheet_specificity), rules in zip(self._sheets, matched, strict=True):
            for specificity, _, pseudo, (declarations, layer) in rules:
                order = inf if layer is None else sheet.layers.index(layer)
                style = styles.setdefault(pseudo, {})
                for name, values, importance in declarations:
                    precedence = declaration_precedence(origin, importance)
                    weight = precedence, order, sheet_specificity or specificity
                    _declare(style, name, values, weight)
        return styles


class _Styles(dict[tuple[Any, str | None], Any]):
    """Computed styles by element and pseudo-element. `get` adds those of pseudo-elements."""

    def __init__(self, style_for: Any, html: Any, target_collector: Any, kinds: _Kinds) -> None:
        super().__init__()
        self._style_for, self._html, self._target_collector = style_for, html, target_collector
        self._kinds, self._kind_of = kinds, dict[Any, int]()

    def add(self, element: Any, attribute: _Style, matched: Sequence[_Rules]) -> None:
        """Add the style of an element; its parent must have been added."""
        tree, parent = element.etree_element, element.parent and element.parent.etree_element
        kind, own = self._kinds.of(element, self._kind_of.get(parent), attribute, matched)
        self._kind_of[tree] = kind
        if own is None:
            self._share(tree, parent, kind, None)
        else:
            self._compute(tree, parent, own, None)

    def get(self, key: tuple[Any, str | None], default: Any = None) -> Any:
        """The style of an element or pseudo-element; `default` if it has none."""
        if key not in self:
            tree, pseudo = key
            kind = self._kind_of.get(tree)
            if kind is None or pseudo not in self._kinds.cascades[kind]:
                return default
            if pseudo in _SHARED:
                self._share(tree, tree, kind, pseudo)
            else:
                self._compute(tree, tree, self._kinds.cascades[kind][pseudo], pseudo)
        return self[key]

    def _share(self, tree: Any, parent: Any, kind: int, pseudo: str | None) -> None:
        shared = self._kinds.styles.get((kind, pseudo))
        if shared is None:
            self._compute(tree, parent, self._kinds.cascades[kind][pseudo], pseudo)
            self._kinds.styles[kind, pseudo] = self[tree, pseudo]
        else:
            self[tree, pseudo] = shared

    def _compute(self, tree: Any, parent: Any, cascaded: _Style, pseudo: str | None) -> None:
        key = (tree, pseudo)
        self._style_for._cascaded_styles[key] = cascaded
        self._style_for.set_computed_styles(
            tree,
            parent,
            root=self._html.etree_element,
            pseudo_type=pseudo,
            base_url=self._html.base_url,
            target_collector=self._target_collector,
        )
        del self._style_for._cascaded_styles[key]


def _declare(style: _Style, name: str, values: Any, weight: Any) -> None:
    known = style.get(name)
    if known is None or known[1] <= weight:
        style[name] = values, weight


# ----------------------------------------------------------------------------------- text and boxes

# The fonts of a style are looked up once. A short text is measured once for all styles that set it
# alike: tables repeat the same words, and WeasyPrint measures each several times.

_original_setup = line_break.Layout.setup
_original_split = line_break.split_first_line

_FONT = [
    "font_style", "font_stretch", "font_weight", "font_size", "font_variant_caps",
    "font_variation_settings",
]  # fmt: skip
_FEATURES = [
    "font_kerning", "font_variant_ligatures", "font_variant_position", "font_variant_caps",
    "font_variant_numeric", "font_variant_alternates", "font_variant_east_asian",
    "font_feature_settings",
]  # fmt: skip
_BREAKS = [
    "white_space", "letter_spacing", "word_spacing", "tab_size", "overflow_wrap", "word_break",
    "hyphens", "hyphenate_character", "hyphenate_limit_chars", "hyphenate_limit_zone",
]  # fmt: skip
_SHORT = 80  # characters: longer texts are paragraphs, seldom recur, and are not kept


class _Fonts(NamedTuple):
    """What Pango needs of a style, and the `lines` measured with it so far."""

    context: Any
    language: Any
    description: Any
    features: Any
    lines: dict[object, Any]


def _setup(self: Any, style: Any) -> None:
    """`Layout.setup` that shares Pango's context for a language and its description of a font."""
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
    if "_cached_fonts" not in style.__dict__:
        style._cached_fonts = _look_up_fonts(style)
    found: _Fonts | None = style._cached_fonts
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
    split = partial(_original_split, text, style, context, max_width, justification_spacing)
    font = _fonts(style) if len(text) <= _SHORT else None
    if font is None:
        return split(is_line_start, minimum)
    whole = font.lines.get(text)
    if whole is not None and (max_width is None or whole[3] <= max_width):
        return _renewed(whole, max_width, justification_spacing)
    key = text, max_width, is_line_start, minimum
    known = font.lines.get(key)
    if known is not None:
        return _renewed(known, max_width, justification_spacing)
    found = split(is_line_start, minimum)
    layout, _, resume, width, *_ = found
    kept = font.lines[key] = layout.__dict__.copy(), *found[1:]
    if resume is None and layout.text == text and (max_width is None or width <= max_width):
        font.lines[text] = kept
    return found


def _renewed(kept: Any, max_width: float | None, justification_spacing: float) -> Any:
    """A measured line with a new `Layout`, as boxes may change it."""
    layout = line_break.Layout.__new__(line_break.Layout)
    layout.__dict__.update(kept[0])
    layout.max_width, layout.justification_spacing = max_width, justification_spacing
    return layout, *kept[1:]


_original_strut = line_break.strut


def _strut(style: Any) -> Any:
    """`strut` that keeps its answer with the style."""
    if "_cached_strut" not in style.__dict__:
        style._cached_strut = _original_strut(style)
    return style._cached_strut


_original_data = pydyf.Stream.data


def _data(self: Any) -> bytes:
    """`Stream.data` that compresses an object stream only the first time."""
    if self.compress and self.extra.get("Type") == "/ObjStm":
        compress(self)
    data: bytes = _original_data.fget(self)
    return data


_TEXT = "Cache text"
PATCHES = (
    Patch(StyleFor, "__init__", _init_style_for, "Share computed styles", copied=True),
    Patch(line_break.Layout, "setup", _setup, _TEXT, copied=True),
    Patch(line_break, "split_first_line", _split_first_line, _TEXT, copied=True),
    Patch(inline, "strut", _strut, _TEXT),
)
FILE = (Patch(pydyf.Stream, "data", property(_data), "Write objects once"),)
