"""One computed style for all elements of a kind.

WeasyPrint computes the style of every element. Most elements of a book are matched by the same
rules as many others, so their styles are equal; here such elements share one style object, as do
their ``::before`` and ``::after``. The cache lives with the fonts of the book (`font_config`), so
all parts of a book that are laid out with the same style sheets share it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from weasyprint.css import (
    StyleFor,
    declaration_precedence,
    find_style_attributes,
    preprocess_declarations,
)

from .patching import Patch, Report

_Style = dict[str, tuple[Any, Any]]
_Rules = list[Any]  # (specificity, order, pseudo-element, (declarations, layer)) for each rule
_Sheet = tuple[Any, str, Any]  # a style sheet, its origin, and a specificity for all its rules
_SHARED = ("before", "after")  # WeasyPrint changes the styles of other pseudo-elements in place
_NOT_INHERITED = frozenset({"anchor", "break_before", "counter_reset"})
"""Written in a style attribute, these need a style for the element but not for those inside it."""


def _init(
    self: Any,
    html: Any,
    sheets: Any,
    presentational_hints: bool,
    font_config: Any,
    target_collector: Any,
) -> None:
    """`StyleFor.__init__` with shared styles."""
    matching = [sheet for sheet in sheets if sheet[0].matcher.order]
    caches = font_config.__dict__.setdefault("_style_caches", {})
    key = tuple((id(sheet), *more) for sheet, *more in matching)
    if key not in caches:
        caches[key] = _Kinds(matching)
    styles = _Styles(self, html, target_collector, caches[key])
    self._cascaded_styles, self._computed_styles = {}, styles
    self.initial_page_sizes = {"box": None, "area": None}
    self._sheets, self.font_config = sheets, font_config

    attributes: dict[Any, _Style] = {}
    for specificity, element, declarations, base_url in find_style_attributes(
        html.etree_element, presentational_hints, html.base_url
    ):
        style = attributes.setdefault(element, {})
        for name, values, importance in preprocess_declarations(base_url, declarations):
            precedence = declaration_precedence("author", importance)
            _declare(style, name, values, (precedence, inf, specificity))
    for element in html.wrapper_element.iter_subtree():
        styles.add(element, attributes.get(element.etree_element, {}))


class _Kinds:
    """The kinds of elements seen so far, by number, and their computed `styles`.

    Two elements are of one kind if their parents are, the same rules match them, and their style
    attributes are equal but for `_NOT_INHERITED`.
    """

    def __init__(self, sheets: Sequence[_Sheet]) -> None:
        self.styles: dict[tuple[int, str | None], Any] = {}
        self._sheets = sheets
        self._numbers: dict[tuple[object, ...], int] = {}
        self._cascades: list[dict[str | None, _Style]] = []

    def of(self, element: Any, parent: int | None, attribute: _Style) -> tuple[int, _Style | None]:
        """The kind of an element, and its own cascade if it cannot share that of its kind."""
        matched = [sheet.matcher.match(element) for sheet, _, _ in self._sheets]
        inherits = not attribute.keys() <= _NOT_INHERITED
        written: tuple[tuple[str, str], ...] = ()
        if inherits:
            attributes = element.etree_element.attrib.items()
            written = tuple(sorted(pair for pair in attributes if pair[0] != "id"))
        rules = (rule for found in matched for rule in found)
        key = (parent, written, *((id(rule[3]), rule[0], rule[2]) for rule in rules))
        kind = self._numbers.setdefault(key, len(self._numbers))
        if kind == len(self._cascades):
            self._cascades.append(self._cascade(attribute if inherits else {}, matched))
        if attribute.keys().isdisjoint(_NOT_INHERITED):
            return kind, None
        return kind, self._cascade(attribute, matched)[None]

    def cascade(self, kind: int) -> Mapping[str | None, _Style]:
        """The declarations for a kind (None) and for its pseudo-elements."""
        return self._cascades[kind]

    def _cascade(self, attribute: _Style, matched: Sequence[_Rules]) -> dict[str | None, _Style]:
        styles: dict[str | None, _Style] = {None: dict(attribute)}
        for (sheet, origin, sheet_specificity), rules in zip(self._sheets, matched, strict=True):
            for specificity, _, pseudo, (declarations, layer) in rules:
                order = inf if layer is None else sheet.layers.index(layer)
                style = styles.setdefault(pseudo, {})
                for name, values, importance in declarations:
                    precedence = declaration_precedence(origin, importance)
                    _declare(
                        style, name, values, (precedence, order, sheet_specificity or specificity)
                    )
        return styles


class _Styles(dict[tuple[Any, str | None], Any]):
    """Computed styles by element and pseudo-element; those of pseudo-elements on demand."""

    def __init__(self, style_for: Any, html: Any, target_collector: Any, kinds: _Kinds) -> None:
        super().__init__()
        self._style_for, self._html, self._target_collector = style_for, html, target_collector
        self._kinds, self._kind_of = kinds, dict[Any, int]()

    def add(self, element: Any, attribute: _Style) -> None:
        """Add the style of an element, after that of its parent."""
        tree, parent = element.etree_element, element.parent and element.parent.etree_element
        kind, own = self._kinds.of(element, self._kind_of.get(parent), attribute)
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
            if kind is None or pseudo not in self._kinds.cascade(kind):
                return default
            if pseudo in _SHARED:
                self._share(tree, tree, kind, pseudo)
            else:
                self._compute(tree, tree, self._kinds.cascade(kind)[pseudo], pseudo)
        return self[key]

    def _share(self, tree: Any, parent: Any, kind: int, pseudo: str | None) -> None:
        shared = self._kinds.styles.get((kind, pseudo))
        if shared is None:
            self._compute(tree, parent, self._kinds.cascade(kind)[pseudo], pseudo)
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


_SHARE = Report(
    "Share computed styles",
    why="each element gets a computed style of its own, though most are equal",
    worth="0.26 s",
)
PATCHES = (Patch(StyleFor, "__init__", _init, _SHARE, copied=True),)
