"""Elements of HTML with their places, and changes that leave the rest as it is."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from conftest import loaded
from hypothesis import given
from hypothesis import strategies as st

from zwanz_renderer.book import BookBuilder
from zwanz_renderer.text.html_tree import Edits, HtmlTree, tags, tree_of

_TEXTS = st.text(alphabet="ab \u00ad&;\n", max_size=5)
_NAMES = st.sampled_from(["p", "em", "ul", "li", "div"])


def _element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    values = st.text(alphabet="ab >'=/", max_size=4)
    parts = st.tuples(_NAMES, values, st.lists(inside, max_size=3))
    return parts.map(lambda it: f'<{it[0]} id="{it[1]}">{"".join(it[2])}</{it[0]}>')


HTML = st.recursive(_TEXTS.map(lambda text: text.replace("&", "&amp;")), _element, max_leaves=8)


@given(HTML)
def test_it_finds_the_elements_that_an_xml_parser_finds(html: str) -> None:
    whole = f"<body>{html}</body>"
    expected = [
        (each.tag, len(list(each)), dict(each.attrib))
        for each in ElementTree.fromstring(whole).iter()
    ]
    found = HtmlTree(whole).elements
    assert [(each.tag, len(each.children), dict(each.attributes)) for each in found] == expected
    for element in found:
        assert whole[element.start] == "<" and whole[: element.end].endswith(f"</{element.tag}>")
        assert whole[element.inside : element.close] == element.inner


class _Tags(HTMLParser):
    """The tags of a page and their attributes, as the standard library reads them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(key for key, _ in attrs)))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_it_reads_the_chapters_of_a_book_as_an_html_parser_does(lang: str) -> None:
    for chapter in BookBuilder(loaded("anrufen", "base"), lang).manuscript.chapters():
        parser = _Tags()
        parser.feed(str(chapter.html))
        elements = HtmlTree(chapter.html).elements
        found = [(each.tag, tuple(key.lower() for key in each.attributes)) for each in elements]
        assert found == parser.found


def test_an_element_without_an_end_ends_with_its_tag() -> None:
    tree = tree_of('<p>a<br>b<img src="x>y">c</p>')
    assert [each.parent.tag if each.parent else "" for each in tree.elements] == ["", "p", "p"]
    assert tree.elements[2].attributes == {"src": "x>y"}
    assert tree.elements[0].inner.endswith("c")


def test_what_is_left_open_ends_with_what_it_stands_in() -> None:
    tree = tree_of("<ul><li>a</ul><p>b</p></em>")
    assert [each.inner for each in tree.elements] == ["<li>a", "a", "b"]


def test_a_place_is_in_a_tag_or_in_the_text() -> None:
    html = '<p title="a">a<!-- a --></p>'
    tree = tree_of(html)
    places = [at for at, letter in enumerate(html) if letter == "a"]
    assert [tree.is_in_tag(at) for at in places] == [True, False, True]


def test_neighbours_are_found_across_blanks_alone() -> None:
    tree = tree_of("<h2>a</h2>\n <p>b</p> and <p>c</p>")
    heading, first, _ = tree.elements
    assert tree.next_to(heading) is first and tree.next_to(first) is None


def test_changes_are_made_in_the_order_of_their_places() -> None:
    edits = Edits("0123456789")
    edits.replace(8, 9, "")
    edits.insert(2, "<")
    edits.insert(2, ">")
    edits.replace(4, 6, "xyz")
    assert edits.made() == "01<>23xyz679"
    assert not Edits("a") and Edits("a").made() == "a"


def test_tags_of_one_name_are_found_without_a_tree() -> None:
    html = '<imgs><img src="a"><p><img alt="" src="b"></p>'
    assert [each.attributes["src"] for each in tags(html, "img")] == ["a", "b"]
