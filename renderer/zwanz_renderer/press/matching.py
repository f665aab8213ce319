"""Which rules of a style sheet meet which element, found once for each kind of element.

Of most rules it depends on the name and the attributes of an element, and on those of what it
stands in, whether they meet it; elements that have these in common are of one kind. Rules that look
at what stands before an element or in it are asked of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any

from cssselect2 import Matcher  # type: ignore[import-untyped]
from webencodings import ascii_lower  # type: ignore[import-untyped]

_BY_KEY = ("id_selectors", "class_selectors", "lower_local_name_selectors", "namespace_selectors")
_PLAIN = ("lang_attr_selectors", "other_selectors")
_OF_KINDS = frozenset(
    {
        *(
            "any",
            "next",
            "ascii_lower",
            "split_whitespace",
            "get",
            "lower",
            "startswith",
            "endswith",
        ),
        *(
            "local_name",
            "namespace_url",
            "in_html_document",
            "id",
            "lang",
            "classes",
            "ancestors",
            "parent",
        ),
        *("etree_element", "attrib"),
    }
)
"""What the test of a rule names that asks for nothing but names and attributes of an element and of
its ancestors.
"""

Found = list[Any]


class Matching:
    """Finds the rules of some style sheets."""

    def __init__(self, matchers: Sequence[Any]) -> None:
        self._halves = [_halves(matcher) for matcher in matchers]
        self._named = frozenset[str]().union(
            {"class", "lang"}, *(named for _, _, named in self._halves)
        )
        self._ids = frozenset[str]().union(*(matcher.id_selectors for matcher in matchers))
        self._kinds: dict[tuple[Any, ...], int] = {}
        self._of_kind: dict[int, tuple[list[Found], list[Found]]] = {}

    def met(self, element: Any) -> list[Found]:
        """The rules that meet an element, those of each sheet in the order of their weight; its
        parent comes first.
        """
        attributes = element.etree_element.attrib
        key = (
            element.parent and element.parent.kind,
            element.etree_element.tag,
            *((name, value) for name, value in attributes.items() if name in self._named),
            attributes.get("id") in self._ids and attributes["id"],
        )
        kind = element.kind = self._kinds.setdefault(key, len(self._kinds) + 1)
        known = self._of_kind.get(kind)
        if known is None:
            fixed = [fixed.match(element) for fixed, _, _ in self._halves]
            known = self._of_kind[kind] = (
                fixed,
                [_asked(other, element) for _, other, _ in self._halves],
            )
        found, asked = known
        if not any(asked):
            return found
        more = [[rule[1:] for rule in rules if rule[0](element)] for rules in asked]
        return [sorted(one + two) if two else one for one, two in zip(found, more, strict=True)]


def _asked(matcher: Any, element: Any) -> Found:
    """The rules of a matcher that might meet an element, each after its test: `Matcher.match` but
    for the asking.
    """
    name = ascii_lower(element.local_name)
    return [
        *matcher.id_selectors.get(element.id, ()),
        *(rule for named in element.classes for rule in matcher.class_selectors.get(named, ())),
        *matcher.lower_local_name_selectors.get(name, ()),
        *matcher.namespace_selectors.get(element.namespace_url, ()),
        *(matcher.lang_attr_selectors if "lang" in element.etree_element.attrib else ()),
        *matcher.other_selectors,
    ]


def _halves(matcher: Any) -> tuple[Any, Any, frozenset[str]]:
    """A matcher in two: the rules of kinds of elements, and the others; with the words that the
    first name.
    """
    known: tuple[Any, Any, frozenset[str]] | None = matcher.__dict__.get("_halves")
    if known is None:
        words: set[str] = set()
        fixed, other = Matcher(), Matcher()
        for name in _BY_KEY:
            for key, rules in getattr(matcher, name).items():
                for half, some in zip((fixed, other), _parted(rules, words), strict=True):
                    if some:
                        getattr(half, name)[key] = some
        for name in _PLAIN:
            for half, some in zip(
                (fixed, other), _parted(getattr(matcher, name), words), strict=True
            ):
                setattr(half, name, some)
        known = matcher._halves = fixed, other, frozenset(words)
    return known


def _parted(rules: Sequence[Any], words: set[str]) -> tuple[list[Any], list[Any]]:
    parted: tuple[list[Any], list[Any]] = [], []
    for rule in rules:
        codes = list(_codes(rule[0].__code__))
        of_kind = all(_OF_KINDS.issuperset(code.co_names) for code in codes)
        parted[not of_kind].append(rule)
        words.update(
            word for code in codes if of_kind for word in code.co_consts if isinstance(word, str)
        )
    return parted


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)
