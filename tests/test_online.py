"""What stands on the web page alone, and the booklet of sources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import LANGUAGES, loaded

from zwanz_renderer import pages
from zwanz_renderer.book import BookBuilder
from zwanz_renderer.text import online
from zwanz_renderer.text.html_tree import tree_of
from zwanz_renderer.text.markdown import Chapter, ChapterWriter, MarkdownSetup

TEXT = """# Tables

Before, with a [link](#elsewhere).

[online]
## Elsewhere

What others play.
[/online]

## Here

After.
"""


def chapter(text: str) -> Chapter:
    writer = ChapterWriter(MarkdownSetup("en"), loaded("zwanzigerrufen", "base"), "x.md")
    return writer.chapter(text)


def test_on_paper_a_line_names_what_is_left_out() -> None:
    (paper,) = pages.on_paper("en", [chapter(TEXT)])
    assert "What others play" not in paper.html and "After." in paper.html
    assert "booklet of sources: Elsewhere." in re.sub("\u00ad", "", paper.html)
    assert [heading.text for heading in paper.headings] == ["Tables", "Here"]
    assert "with a link." in paper.html


def test_the_whole_of_it_can_be_printed() -> None:
    (paper,) = pages.on_paper("en", [chapter(TEXT)], whole=True)
    assert "What others play" in paper.html and "<!--" not in paper.html


def test_a_chapter_without_such_parts_stays_as_it_is() -> None:
    plain = chapter("# Plain\n\nText.")
    assert online.without_parts([plain], "{elsewhere}") == [plain]


def test_no_index_leads_to_what_stands_on_the_web_page_alone() -> None:
    html = '<p>a</p><div class="online"><p id="inside">b</p></div><p id="after">c</p>'
    tree = tree_of(html)
    parts = {id: any(map(online.is_online, tree.by_id[id].around())) for id in tree.by_id}
    assert parts == {"inside": True, "after": False}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_booklet_of_sources_has_what_the_book_leaves_out(lang: str, tmp_path: Path) -> None:
    """Each question that the sources leave open, and each of their titles, in the booklet."""
    game = loaded("koenigrufen-russbach", "base")
    made = BookBuilder(game, lang, sources=True).build(tmp_path, formats=["html"])
    assert made.files["html"].name == f"koenigrufen-russbach.base.{lang}.sources.html"
    text = made.files["html"].read_text(encoding="utf-8").replace("\u00ad", "")
    assert text.count("<dt>") >= len(game.open)
    assert all(source.id in text for source in game.sources.values() if source.id == "pagat")
