"""HTML parsed as XML, in a twentieth of the time.

Books are written by templates, so nearly all of their HTML is XML but for some elements without an
end tag. What is not, or would be moved elsewhere by an HTML parser, is left to `tinyhtml5`, the
parser of WeasyPrint.
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
_INLINE = frozenset(
    ["a", "b", "br", "cite", "code", "dfn", "em", "i", "img", "small", "span", "strong", "sup"]
)
_TEXT_BLOCKS = frozenset(["p", "h1", "h2", "h3", "h4", "h5", "h6"])
_ROWS, _CELLS = frozenset({"tr"}), frozenset({"th", "td"})
_TABLE_CONTENT = {
    "table": frozenset(["caption", "colgroup", "thead", "tbody", "tfoot"]),
    "thead": _ROWS,
    "tbody": _ROWS,
    "tfoot": _ROWS,
    "tr": _CELLS,
}


class Html(weasyprint.HTML):  # type: ignore[misc]
    """`weasyprint.HTML` of a string."""

    def __init__(self, string: str, base_url: str, url_fetcher: object) -> None:
        self.base_url, self.url_fetcher, self.media_type = base_url, url_fetcher, "print"
        self.etree_element = tree(string)
        self.wrapper_element = _Element.from_html_root(self.etree_element, content_language=None)


class _Element(cssselect2.ElementWrapper):  # type: ignore[misc]
    """An element that keeps as attributes what selectors ask for most."""

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
    """The tree of a complete document."""
    found = as_xml(html)
    return tinyhtml5.parse(html, namespace_html_elements=False) if found is None else found


def as_xml(html: str) -> ElementTree.Element | None:
    """The tree of a document that an XML parser and an HTML parser read alike, else None."""
    try:
        root = ElementTree.fromstring(_BARE.sub(r'\1=""', _VOID.sub(r"<\1/>", html)))
    except ElementTree.ParseError:
        return None
    if root.tag != "html" or [child.tag for child in root] != ["head", "body"]:
        return None
    if not all(map(_stays, root.iter())):
        return None
    root.text = root[1].tail = None  # white space outside of head and body
    return root


def _stays(element: ElementTree.Element) -> bool:
    """True if an HTML parser leaves the content of an element where it is."""
    if element.tag in _TEXT_BLOCKS:
        return all(inner.tag in _INLINE for inner in element.iter() if inner is not element)
    if element.tag == "a":
        return not any(inner.tag == "a" for inner in element.iter() if inner is not element)
    allowed = _TABLE_CONTENT.get(element.tag)
    if allowed is None:
        return True
    stray = [element.text or "", *(child.tail or "" for child in element)]
    return not "".join(stray).strip() and all(child.tag in allowed for child in element)
