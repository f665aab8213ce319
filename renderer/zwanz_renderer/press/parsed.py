"""The tree of a page that was written well: read by Python's own reader of XML, in a twentieth of
the time.

Books are written by templates, so that nearly all of them are XML but for some elements without an
end. What is not, or what a reader of HTML would move elsewhere, is left to the reader that
WeasyPrint uses.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import cssselect2  # type: ignore[import-untyped]
import tinyhtml5  # type: ignore[import-untyped]
import weasyprint
from cssselect2.compiler import split_whitespace  # type: ignore[import-untyped]

_VOID = re.compile(r"<((?:br|col|hr|img|link|meta|wbr)\b[^>]*?)\s*/?>")
_BARE = re.compile(r"(<\w[^>]* hidden)(?=[ >])")
_IN_A_LINE = frozenset(
    ("a", "b", "br", "cite", "code", "dfn", "em", "i", "img", "small", "span", "strong", "sup")
)
_LINES = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6"))
_OF_TABLES = {"table": frozenset(("caption", "colgroup", "thead", "tbody", "tfoot"))}
_OF_TABLES |= dict.fromkeys(("thead", "tbody", "tfoot"), frozenset(("tr",))) | {
    "tr": frozenset(("th", "td"))
}


class Html(weasyprint.HTML):  # type: ignore[misc]
    """A page to be laid out, as `weasyprint.HTML` makes it of a string."""

    def __init__(self, string: str, base_url: str, url_fetcher: object) -> None:
        self.base_url, self.url_fetcher, self.media_type = base_url, url_fetcher, "print"
        self.etree_element = tree(string)
        self.wrapper_element = _Element.from_html_root(self.etree_element, content_language=None)


class _Element(cssselect2.ElementWrapper):  # type: ignore[misc]
    """An element for those who look for rules, with all that they ask of it most often at hand."""

    def __init__(self, etree_element: Any, parent: Any, *place: Any, **more: Any) -> None:
        super().__init__(etree_element, parent, *place, **more)
        self.etree_children = [child for child in etree_element if isinstance(child.tag, str)]
        if etree_element.tag[0] != "{":
            self.local_name, self.namespace_url = etree_element.tag, ""
        self.id = etree_element.get("id")
        self.classes = _words(etree_element.get("class", ""))
        if parent is not None and "lang" not in etree_element.attrib:
            self.lang = parent.lang


@lru_cache(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(split_whitespace(text))


def tree(html: str) -> ElementTree.Element:
    """The tree of a whole page."""
    found = _quickly(html)
    return found if found is not None else tinyhtml5.parse(html, namespace_html_elements=False)


def _quickly(html: str) -> ElementTree.Element | None:
    try:
        root = ElementTree.fromstring(_BARE.sub(r'\1=""', _VOID.sub(r"<\1/>", html)))
    except ElementTree.ParseError:
        return None
    if (
        root.tag != "html"
        or [child.tag for child in root] != ["head", "body"]
        or not all(map(_stays, root.iter()))
    ):
        return None
    root.text = root[1].tail = None  # blanks there belong to nothing
    return root


def _stays(element: ElementTree.Element) -> bool:
    """Whether what is in an element may be there."""
    if element.tag in _LINES:
        return all(inner.tag in _IN_A_LINE for inner in element.iter() if inner is not element)
    if element.tag == "a":
        return not any(inner.tag == "a" for inner in element.iter() if inner is not element)
    allowed = _OF_TABLES.get(element.tag)
    if allowed is None:
        return True
    stray = "".join([element.text or "", *(child.tail or "" for child in element)])
    return not stray.strip() and all(child.tag in allowed for child in element)
