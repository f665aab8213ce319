"""The elements of HTML that this package has written, each with its place in the text.

    tree = tree_of('<p>Who holds <em id="it">it</em></p>')
    tree.by_id["it"].inner  # "it"

A parser that writes its tree again changes more than it is asked to. Here the text stays: `Edits`
gathers the changes, and all else is the same to the byte. Two conditions hold for what Markdown and
templates write: tags are closed in order, except those without an end, and ``<`` stands only in
tags. `html.parser` takes twice as long, and gives lines and columns instead of offsets.

The press wants an ElementTree: `element_tree` parses a document as XML if possible.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from functools import cached_property, lru_cache
from xml.etree import ElementTree

_TOKEN = re.compile(
    r"""<(?:(/?)([a-zA-Z][\w:-]*)([^>"]*(?:"[^"]*"[^>"]*)*)|!--.*?--)>""", re.DOTALL
)
_ATTRIBUTE = re.compile(r'\s+([^\s=>"/]+)(?:="([^"]*)")?')
_WITHOUT_END = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_KEPT = 64
"""How many trees are kept: enough for the chapters of a book and the small texts in work."""


class Element:
    """An element, by offsets in the HTML: `start` to `end`, and inside it `inside` to `close`.

    An element without an end, like ``<br>``, ends where its tag does.
    """

    __slots__ = (
        "_html",
        "_written",
        "children",
        "close",
        "end",
        "inside",
        "parent",
        "start",
        "tag",
    )

    def __init__(
        self, html: str, tag: str, written: tuple[int, int], start: int, parent: Element | None
    ) -> None:
        self._html, self._written = html, written
        self.tag, self.parent = tag, parent
        self.start, self.inside = start, written[1] + 1
        self.close = self.end = self.inside
        self.children: list[Element] = []

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes as they are written, still escaped; one without a value is empty."""
        found = _ATTRIBUTE.finditer(self._html, *self._written)
        return {each[1]: each[2] or "" for each in found}

    @property
    def classes(self) -> list[str]:
        """The classes, in order."""
        return self.attributes.get("class", "").split()

    @property
    def inner(self) -> str:
        """The HTML inside it."""
        return self._html[self.inside : self.close]

    def is_a(self, tag: str, *classes: str) -> bool:
        """True for an element of this tag with all these classes."""
        return self.tag == tag and set(classes) <= set(self.classes)

    def around(self) -> Iterator[Element]:
        """The element itself and those around it, the innermost first."""
        element: Element | None = self
        while element is not None:
            yield element
            element = element.parent

    def attribute_span(self, name: str) -> tuple[int, int]:
        """The offsets of an attribute and the blank before it; KeyError without the attribute."""
        for found in _ATTRIBUTE.finditer(self._html, *self._written):
            if found[1] == name:
                return found.span()
        raise KeyError(name)

    @property
    def first_text(self) -> str:
        """The text before its first child, or all of it."""
        return self._html[self.inside : self.children[0].start if self.children else self.close]


class HtmlTree:
    """The elements of some HTML, in the order in which they begin; see `tree_of`."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.elements: list[Element] = []
        self._tag_starts: list[int] = []
        self._tag_ends: list[int] = []
        open_elements: list[Element] = []
        for token in _TOKEN.finditer(html):
            start, end = token.span()
            self._tag_starts.append(start)
            self._tag_ends.append(end)
            closes, tag = token[1], token[2]
            if tag is None:  # a comment
                continue
            if closes:
                self._close(open_elements, tag, start, end)
                continue
            parent = open_elements[-1] if open_elements else None
            element = Element(html, tag, token.span(3), start, parent)
            self.elements.append(element)
            if parent is not None:
                parent.children.append(element)
            if tag not in _WITHOUT_END and not token[3].endswith("/"):
                open_elements.append(element)

    @staticmethod
    def _close(open_elements: list[Element], tag: str, start: int, end: int) -> None:
        """Close the innermost open element of this tag, and those left open in it."""
        if all(element.tag != tag for element in open_elements):
            return
        while True:
            element = open_elements.pop()
            element.close = element.end = start
            if element.tag == tag:
                element.end = end
                return

    @cached_property
    def _by_close(self) -> dict[int, Element]:
        """The elements with an end, by the offsets of their closing tags."""
        return {each.close: each for each in self.elements if each.close < each.end}

    @cached_property
    def _by_end(self) -> dict[int, Element]:
        return {each.end: each for each in self.elements if each.close < each.end}

    @cached_property
    def _starts(self) -> list[int]:
        return [element.start for element in self.elements]

    @cached_property
    def by_id(self) -> dict[str, Element]:
        """The elements that have an id; of two with one id, the first."""
        found: dict[str, Element] = {}
        for element in self.having("id"):
            found.setdefault(element.attributes["id"], element)
        return found

    def having(self, attribute: str) -> Iterator[Element]:
        """The elements that have an attribute with a value."""
        for found in re.finditer(rf'\s{attribute}="', self.html):
            element = self.elements[bisect_right(self._starts, found.start()) - 1]
            if element.start < found.start() < element.inside:
                yield element

    @cached_property
    def by_start(self) -> dict[int, Element]:
        """The elements by the offsets at which they begin."""
        return {element.start: element for element in self.elements}

    def named(self, *tags: str) -> Iterator[Element]:
        """The elements of these tags."""
        return (element for element in self.elements if element.tag in tags)

    def next_to(self, element: Element) -> Element | None:
        """The next element, if only blanks stand between the two."""
        return self.by_start.get(_after_blanks(self.html, element.end))

    def ending_at(self, at: int) -> Element | None:
        """The element whose closing tag ends at an offset, if there is one."""
        return self._by_end.get(at)

    def after_ends(self, at: int, tags: Container[str]) -> int:
        """The offset after all closing tags of elements of `tags` that stand at `at`."""
        while (element := self._by_close.get(at)) is not None and element.tag in tags:
            at = element.end
        return at

    def around(self, at: int) -> Iterator[Element]:
        """The elements around an offset, the innermost first."""
        before = bisect_right(self._starts, at) - 1
        if before < 0:
            return iter(())
        return (each for each in self.elements[before].around() if at < each.end)

    def is_in_tag(self, at: int) -> bool:
        """True if an offset is inside a tag or a comment."""
        before = bisect_right(self._tag_starts, at) - 1
        return before >= 0 and at < self._tag_ends[before]


def tags(html: str, tag: str) -> Iterator[Element]:
    """The opening tags of one name as elements without content; faster than a tree.

    >>> [each.attributes for each in tags('<p><img src="a"><img src="b" alt="">', "img")]
    [{'src': 'a'}, {'src': 'b', 'alt': ''}]
    """
    for found in re.finditer(rf'<{tag}\b([^>"]*(?:"[^"]*"[^>"]*)*)>', html):
        yield Element(html, tag, found.span(1), found.start(), None)


def text_of(html: str) -> str:
    """The text of some HTML, still escaped, without tags and comments.

    >>> text_of('<p title="a > b">Who <em>leads</em> &amp; wins</p>')
    'Who leads &amp; wins'
    """
    return _TOKEN.sub("", html)


class Edits:
    """Changes of a text, gathered by offset and made together."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._changes: list[tuple[int, int, str]] = []

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the text between two offsets."""
        self._changes.append((start, end, text))

    def insert(self, at: int, text: str) -> None:
        """Insert a text at an offset."""
        self._changes.append((at, at, text))

    def __bool__(self) -> bool:
        return bool(self._changes)

    def made(self) -> str:
        """The changed text.

        >>> edits = Edits("a b c")
        >>> edits.replace(2, 3, "B")
        >>> edits.insert(1, "!")
        >>> edits.made()
        'a! B c'
        """
        if not self._changes:
            return self._text
        pieces, last = [], 0
        for start, end, text in sorted(self._changes, key=lambda change: change[:2]):
            pieces += [self._text[last:start], text]
            last = end
        return "".join([*pieces, self._text[last:]])


@lru_cache(_KEPT)
def tree_of(html: str) -> HtmlTree:
    """The elements of some HTML.

    >>> [element.tag for element in tree_of("<p>a <em>b</em><br>c</p>").elements]
    ['p', 'em', 'br']
    """
    return HtmlTree(html)


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


# ------------------------------------------------------------------------------- as an ElementTree

# HTML is parsed as XML, in a twentieth of the time. Templates write nearly all HTML of a book, so
# it is XML but for elements without an end tag. `tinyhtml5`, the parser of WeasyPrint, reads the
# rest: what is no XML, and what an HTML parser would move elsewhere.

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


def element_tree(html: str) -> ElementTree.Element:
    """The tree of a complete document."""
    found = as_xml(html)
    if found is None:
        import tinyhtml5  # type: ignore[import-untyped]

        found = tinyhtml5.parse(html, namespace_html_elements=False)
    return found


def as_xml(html: str) -> ElementTree.Element | None:
    """The tree of a document that XML and HTML parsers read alike; None for another one."""
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
    """True if an HTML parser keeps the content of an element where it is."""
    if element.tag in _TEXT_BLOCKS:
        return all(inner.tag in _INLINE for inner in element.iter() if inner is not element)
    if element.tag == "a":
        return not any(inner.tag == "a" for inner in element.iter() if inner is not element)
    allowed = _TABLE_CONTENT.get(element.tag)
    if allowed is None:
        return True
    stray = [element.text or "", *(child.tail or "" for child in element)]
    return not "".join(stray).strip() and all(child.tag in allowed for child in element)
