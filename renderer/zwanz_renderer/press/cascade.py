"""Which style applies to which element, asked of each kind of element once.

WeasyPrint puts the style of every element together from all the rules for it. Most elements of a
book are met by the same rules as many others; what comes of them is one and the same, and so it is
kept, with the fonts of the book: for them, for what stands before and after them, and for all parts
of the book that are laid out in the same sheets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from weasyprint.css import declaration_precedence, find_style_attributes, preprocess_declarations

from .matching import Found, Matching

_Style = dict[str, tuple[Any, Any]]
_Sheet = tuple[Any, str, Any]  # with its origin, and the weight of all its rules if they have one
_SHARED = (
    "before",
    "after",
)  # of the other pseudo-elements WeasyPrint changes the styles one by one
_OF_ITS_OWN = frozenset({"anchor", "break_before", "counter_reset"})
"""What an element may have without concern to those in it: their styles are those of others all the
same.
"""


def init(
    self: Any,
    html: Any,
    sheets: Any,
    presentational_hints: bool,
    font_config: Any,
    target_collector: Any,
) -> None:
    """`StyleFor.__init__`, with one style for all of a kind."""
    asked = [sheet for sheet in sheets if sheet[0].matcher.order]
    kept = font_config.__dict__.setdefault("_swift_kinds", {})
    known = tuple((id(sheet), *more) for sheet, *more in asked)
    if known not in kept:
        kept[known] = _Kinds(asked)
    styles = _Styles(self, html, target_collector, kept[known])
    self._cascaded_styles, self._computed_styles = {}, styles
    self.initial_page_sizes = {"box": None, "area": None}
    self._sheets, self.font_config = sheets, font_config
    written: dict[Any, _Style] = {}
    for specificity, element, declarations, base_url in find_style_attributes(
        html.etree_element, presentational_hints, html.base_url
    ):
        style = written.setdefault(element, {})
        for name, values, importance in preprocess_declarations(base_url, declarations):
            _put(
                style,
                name,
                values,
                (declaration_precedence("author", importance), inf, specificity),
            )
    for element in html.wrapper_element.iter_subtree():
        styles.add(element, written.get(element.etree_element, {}))


class _Kinds:
    """The kinds of elements that were met so far, by numbers. Elements are of one kind if what they
    stand in is, and the same rules of some sheets meet them, and the same is written in them but
    for what is of their own.

    `styles` are those of a kind and of its pseudo-elements, as far as they were asked for.
    """

    def __init__(self, sheets: Sequence[_Sheet]) -> None:
        self.styles: dict[tuple[int, str | None], Any] = {}
        self._sheets, self._matching = sheets, Matching([sheet.matcher for sheet, _, _ in sheets])
        self._numbers: dict[tuple[object, ...], int] = {}
        self._cascades: list[dict[str | None, _Style]] = []

    def of(self, element: Any, within: int | None, written: _Style) -> tuple[int, _Style | None]:
        """The kind of an element `within` another; and what applies to it, if it is not the same
        for the kind.
        """
        met = self._matching.met(element)
        bound = not written.keys() <= _OF_ITS_OWN
        said = (
            tuple(sorted(pair for pair in element.etree_element.attrib.items() if pair[0] != "id"))
            if bound
            else ()
        )
        key = (within, said, *((id(rule[3]), rule[0], rule[2]) for found in met for rule in found))
        kind = self._numbers.setdefault(key, len(self._numbers))
        if kind == len(self._cascades):
            self._cascades.append(self._cascade(written if bound else {}, met))
        apart = not written.keys().isdisjoint(_OF_ITS_OWN)
        return kind, self._cascade(written, met)[None] if apart else None

    def cascade(self, kind: int) -> Mapping[str | None, _Style]:
        """What applies to a kind, and to its pseudo-elements."""
        return self._cascades[kind]

    def _cascade(self, written: _Style, met: Sequence[Found]) -> dict[str | None, _Style]:
        styles: dict[str | None, _Style] = {None: dict(written)}
        for (sheet, origin, sheet_specificity), found in zip(self._sheets, met, strict=True):
            for specificity, _, pseudo, (declarations, layer) in found:
                order = inf if layer is None else sheet.layers.index(layer)
                style = styles.setdefault(pseudo, {})
                for name, values, importance in declarations:
                    weight = (
                        declaration_precedence(origin, importance),
                        order,
                        sheet_specificity or specificity,
                    )
                    _put(style, name, values, weight)
        return styles


class _Styles(dict[tuple[Any, str | None], Any]):
    """The styles of elements and, made when they are asked for, of pseudo-elements."""

    def __init__(self, style_for: Any, html: Any, target_collector: Any, kinds: _Kinds) -> None:
        super().__init__()
        self._style_for, self._html, self._target_collector = style_for, html, target_collector
        self._kinds, self._of = kinds, dict[Any, int]()

    def add(self, element: Any, written: _Style) -> None:
        """Give an element its style, the one of its kind where there is one already; its parent
        comes first.
        """
        tree, parent = element.etree_element, element.parent and element.parent.etree_element
        kind, apart = self._kinds.of(element, self._of.get(parent), written)
        self._of[tree] = kind
        if apart is not None:
            self._compute(tree, parent, apart, None)
        else:
            self._share(tree, parent, kind, None)

    def get(self, key: tuple[Any, str | None], default: Any = None) -> Any:
        """The style of an element or a pseudo-element, if it has one."""
        if key not in self:
            tree, pseudo = key
            kind = self._of.get(tree)
            if kind is None or pseudo not in self._kinds.cascade(kind):
                return default
            if pseudo in _SHARED:
                self._share(tree, tree, kind, pseudo)
            else:
                self._compute(tree, tree, self._kinds.cascade(kind)[pseudo], pseudo)
        return self[key]

    def _share(self, tree: Any, parent: Any, kind: int, pseudo: str | None) -> None:
        known = self._kinds.styles.get((kind, pseudo))
        if known is None:
            self._compute(tree, parent, self._kinds.cascade(kind)[pseudo], pseudo)
            self._kinds.styles[kind, pseudo] = self[tree, pseudo]
        else:
            self[tree, pseudo] = known

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


def _put(style: _Style, name: str, values: Any, weight: Any) -> None:
    known = style.get(name)
    if known is None or known[1] <= weight:
        style[name] = values, weight
