"""Which style applies to which element, asked of each kind of element once.

WeasyPrint puts the style of every element together from all the rules for it. Most elements of a book are met by the
same rules as many others; what comes of them is one and the same, and so it is kept, for them and for what stands
before and after them.
"""

from __future__ import annotations

from math import inf
from typing import Any

from weasyprint.css import declaration_precedence, find_style_attributes, preprocess_declarations

_Rules = tuple[tuple[int, int, Any, Any], ...]
_Style = dict[str, tuple[Any, Any]]
_ALONE = ("before", "after")  # of the other pseudo-elements WeasyPrint changes the styles one by one


def init(
    self: Any, html: Any, sheets: Any, presentational_hints: bool, font_config: Any, target_collector: Any
) -> None:
    """`StyleFor.__init__`, with one style for all that are met by the same rules."""
    self._cascaded_styles, self._computed_styles = {}, {}
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
    cascades: dict[_Rules, dict[str | None, _Style]] = {}
    computed: dict[Any, Any] = {}
    for element in html.wrapper_element.iter_subtree():
        tree = element.etree_element
        parent = element.parent.etree_element if element.parent else None
        met = [(at, sheet.matcher.match(element)) for at, (sheet, _, _) in enumerate(sheets)]
        rules = tuple((at, id(rule[3]), rule[0], rule[2]) for at, found in met for rule in found)
        if tree in written:
            cascade = _cascade({None: written[tree]}, sheets, met)
        elif rules in cascades:
            cascade = cascades[rules]
        else:
            cascade = cascades[rules] = _cascade({}, sheets, met)
        for pseudo, style in cascade.items():
            self._cascaded_styles[tree, pseudo] = style
        key = (id(self._computed_styles[parent, None]) if element.parent else None, own.get(tree), rules)
        if key not in computed:
            self.set_computed_styles(
                tree, root=html.etree_element, parent=parent, base_url=html.base_url, target_collector=target_collector
            )
            computed[key] = self._computed_styles[tree, None]
        self._computed_styles[tree, None] = computed[key]
    for (tree, pseudo), style in self._cascaded_styles.items():
        if pseudo:
            kind = (id(self._computed_styles[tree, None]), id(style), pseudo)
            if kind not in computed:
                self.set_computed_styles(
                    tree,
                    pseudo_type=pseudo,
                    root=html.etree_element,
                    parent=tree,
                    base_url=html.base_url,
                    target_collector=target_collector,
                )
                if pseudo not in _ALONE:
                    continue
                computed[kind] = self._computed_styles[tree, pseudo]
            self._computed_styles[tree, pseudo] = computed[kind]
    self._kept = cascades, written  # whose ids are in use
    self._cascaded_styles.clear()


def _cascade(styles: dict[str | None, _Style], sheets: Any, met: Any) -> dict[str | None, _Style]:
    """The styles of an element and of its pseudo-elements, by rules of style sheets."""
    for at, found in met:
        sheet, origin, sheet_specificity = sheets[at]
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
