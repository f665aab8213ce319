"""Which style applies to which element, asked of each kind of element once.

WeasyPrint puts the style of every element together from all the rules for it. Most elements of a book are met by the
same rules as many others; what comes of them is one and the same, and so it is kept, for them and for what stands
before and after them.
"""

from __future__ import annotations

from math import inf
from typing import Any

from weasyprint.css import declaration_precedence, find_style_attributes, preprocess_declarations

from renderer.press.matching import Matching

_Rules = tuple[tuple[int, Any, Any], ...]
_Style = dict[str, tuple[Any, Any]]
_ALONE = ("before", "after")  # of the other pseudo-elements WeasyPrint changes the styles one by one


def init(
    self: Any, html: Any, sheets: Any, presentational_hints: bool, font_config: Any, target_collector: Any
) -> None:
    """`StyleFor.__init__`, with one style for all that are met by the same rules."""
    styles = _Styles(self, html, target_collector)
    self._cascaded_styles, self._computed_styles = {}, styles
    self.initial_page_sizes = {"box": None, "area": None}
    self._sheets, self.font_config = sheets, font_config
    own: dict[Any, tuple[Any, ...]] = {}
    written: dict[Any, _Style] = {}
    for specificity, element, declarations, base_url in find_style_attributes(
        html.etree_element, presentational_hints, html.base_url
    ):
        own[element] = tuple(declarations)
        style = written.setdefault(element, {})
        for name, values, importance in preprocess_declarations(base_url, declarations):
            _put(style, name, values, (declaration_precedence("author", importance), inf, specificity))
    matching = Matching([sheet.matcher for sheet, _, _ in sheets])
    cascades: dict[_Rules, dict[str | None, _Style]] = {}
    for element in html.wrapper_element.iter_subtree():
        tree = element.etree_element
        met = matching.met(element)
        rules = tuple((id(rule[3]), rule[0], rule[2]) for found in met for rule in found)
        if tree in written:
            cascade = _cascade({None: written[tree]}, sheets, met)
        elif rules in cascades:
            cascade = cascades[rules]
        else:
            cascade = cascades[rules] = _cascade({}, sheets, met)
        parent = element.parent and element.parent.etree_element
        styles.cascades[tree] = cascade
        styles.compute(tree, parent, (element.parent and id(styles[parent, None]), own.get(tree), rules), None)


class _Styles(dict[tuple[Any, str | None], Any]):
    """The styles of elements and, made when they are asked for, of pseudo-elements."""

    def __init__(self, style_for: Any, html: Any, target_collector: Any) -> None:
        super().__init__()
        self.cascades: dict[Any, dict[str | None, _Style]] = {}
        self._known: dict[tuple[Any, ...], Any] = {}
        self._style_for, self._html, self._target_collector = style_for, html, target_collector

    def get(self, key: tuple[Any, str | None], default: Any = None) -> Any:
        """The style of an element or a pseudo-element, if it has one."""
        if key not in self:
            tree, pseudo = key
            cascade = self.cascades.get(tree)
            if cascade is None or pseudo not in cascade:
                return default
            kind = (id(self[tree, None]), id(cascade[pseudo]), pseudo) if pseudo in _ALONE else ()
            self.compute(tree, tree, kind, pseudo)
        return self[key]

    def compute(self, tree: Any, parent: Any, kind: tuple[Any, ...], pseudo: str | None) -> None:
        """Give an element or a pseudo-element its style, the one of its kind where there is one already."""
        if not kind or kind not in self._known:
            style_for, key = self._style_for, (tree, pseudo)
            style_for._cascaded_styles[key] = self.cascades[tree].get(pseudo, {})
            style_for.set_computed_styles(
                tree,
                parent,
                root=self._html.etree_element,
                pseudo_type=pseudo,
                base_url=self._html.base_url,
                target_collector=self._target_collector,
            )
            del style_for._cascaded_styles[key]
            self._known[kind] = self[key]
        else:
            self[tree, pseudo] = self._known[kind]


def _cascade(styles: dict[str | None, _Style], sheets: Any, met: Any) -> dict[str | None, _Style]:
    """The styles of an element and of its pseudo-elements, by rules of style sheets."""
    for (sheet, origin, sheet_specificity), found in zip(sheets, met, strict=True):
        for specificity, _, pseudo, (declarations, layer) in found:
            order = inf if layer is None else sheet.layers.index(layer)
            style = styles.setdefault(pseudo, {})
            for name, values, importance in declarations:
                weight = (declaration_precedence(origin, importance), order, sheet_specificity or specificity)
                _put(style, name, values, weight)
    return styles


def _put(style: _Style, name: str, values: Any, weight: Any) -> None:
    known = style.get(name)
    if known is None or known[1] <= weight:
        style[name] = values, weight
