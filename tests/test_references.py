"""References to sections: by the words of a heading, which may refer to others, and change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import loaded

from zwanz_renderer import book
from zwanz_ssot.model import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("zwanzigerrufen", "directnet")


def text_of(workshop: book.BookBuilder, out: Path) -> str:
    """The chapters of the book, built as HTML."""
    built = workshop.build(out, formats=["html"])
    return built.files["html"].read_text(encoding="utf-8").partition("<main")[2]


def write(folder: Path, *texts: str) -> Path:
    for number, text in enumerate(texts, 1):
        (folder / f"{number}.md").write_text(text, encoding="utf-8")
    return folder


def test_a_reference_bears_the_new_words_of_a_heading_in_a_chapter_that_changed(
    game: Game, tmp_path: Path
) -> None:
    workshop = book.BookBuilder(
        game, "en", chapters=write(tmp_path, "# The old {#keys}\n", "# B\n\nSee [[#keys]].\n")
    )
    assert '<a href="#keys">The old</a>' in text_of(workshop, tmp_path / "o")
    write(tmp_path, "# The new {#keys}\n")
    assert '<a href="#keys">The new</a>' in text_of(workshop, tmp_path / "o")
    assert workshop.manuscript.drawn == 4


def test_a_chapter_without_references_is_kept_when_a_heading_of_another_changes(
    game: Game, tmp_path: Path
) -> None:
    workshop = book.BookBuilder(
        game, "en", chapters=write(tmp_path, "# The old {#keys}\n", "# B\n\nSee.\n")
    )
    text_of(workshop, tmp_path / "o")
    write(tmp_path, "# The new {#keys}\n")
    text_of(workshop, tmp_path / "o")
    assert workshop.manuscript.drawn == 3


def test_headings_that_refer_to_each_other_have_no_end_of_words_and_no_link_in_a_link(
    game: Game, tmp_path: Path
) -> None:
    text = "# A [[#a]] {#a}\n\n## B [[#c]] {#b}\n\n## C [x](#a) [[#b]] {#c}\n\nSee [[#b]] and [[#c]].\n"
    html = text_of(book.BookBuilder(game, "en", chapters=write(tmp_path, text)), tmp_path / "o")
    assert '<a href="#b">B c</a>' in html
    assert '<a href="#c">C x b</a>' in html
    assert not re.search(r"<a\b[^>]*>(?:(?!</a>).)*<a\b", html, re.DOTALL)
