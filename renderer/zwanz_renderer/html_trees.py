"""HTML parsed as XML, in a twentieth of the time.

Books are written by templates, so nearly all of their HTML is XML but for some elements without an
end tag. What is not, or would be moved elsewhere by an HTML parser, is left to `tinyhtml5`, the
parser of WeasyPrint.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

import tinyhtml5  # type: ignore[import-untyped]

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
