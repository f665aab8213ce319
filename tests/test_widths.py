"""Every block of the book with `width` and `annotation`: in the middle of the text, its note below,
on any page.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import loaded
from weasyprint.text.fonts import FontConfiguration

from zwanz_renderer import blocks, book, pages
from zwanz_renderer.press import pdf
from zwanz_renderer.shortcodes import BLOCKS, Block
from zwanz_ssot.model import Game

assert blocks  # registers them
NOTE = "A word about this."
FRAMED = [each for each in BLOCKS if "annotation" in each.accepted]


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("zwanzigerrufen", "directnet")


def asked(block: Block, width: int) -> str:
    """The first tag of a block's sample and all that follows, in a frame of that width."""
    tag = re.search(rf"\[{re.escape(block.name)}\b[^\]\n]*", block.sample)
    assert tag
    bare = re.sub(r' width=\S+| annotation="[^"]*"', "", tag.group())
    return block.sample.replace(tag.group(), f'{bare} width={width} annotation="{NOTE}"', 1)


def laid_out(game: Game, folder: Path, text: str) -> list[Any]:
    """The boxes of the pages of a chapter."""
    folder.mkdir(exist_ok=True)
    (folder / "01.md").write_text(f"# The play {{#top}}\n\n{text}\n", encoding="utf-8")
    workshop = book.BookBuilder(game, "en", chapters=folder)
    page = pages.document(game, "en", workshop.manuscript.chapters())
    html = pdf._page(pages.parts(page, "a5").document, workshop._pictures)
    document = pdf.render(html, FontConfiguration())
    return [page._page_box for page in document.pages]


def words(box: Any) -> str:
    return " ".join(part.text for part in box.descendants() if hasattr(part, "text")).replace(
        "\u00ad", ""
    )


def test_all_blocks_but_parts_of_others_take_width_and_annotation() -> None:
    around_text = {"col", "if", "online"}
    assert {each.name for each in BLOCKS if each not in FRAMED and not each.inline} == around_text


def test_every_block_stands_in_a_frame_with_its_note_below(game: Game, tmp_path: Path) -> None:
    text = "\n\n".join(f"## One more\n\n{asked(each, 60)}" for each in FRAMED)
    (tmp_path / "01.md").write_text(f"# The play {{#top}}\n\n{text}\n", encoding="utf-8")
    built = book.build(game, lang="en", out=tmp_path / "o", chapters=tmp_path, formats=["html"])
    assert built.files["html"].read_text(encoding="utf-8").count(
        f"<figcaption>{NOTE}</figcaption>"
    ) == len(FRAMED)


@pytest.mark.parametrize(
    "name", ["card-1", "card-2", "card-3", "card-4", "card-row", "score-table"]
)
def test_a_narrow_block_stands_in_the_middle(game: Game, tmp_path: Path, name: str) -> None:
    block = BLOCKS.get(name)
    assert block
    (sheet,) = [
        sheet for sheet in laid_out(game, tmp_path, asked(block, 40)) if NOTE in words(sheet)
    ]
    text = next(box for box in sheet.descendants() if box.element_tag == "section")
    frames = [box for box in text.descendants() if box.element_tag == "figure"]
    assert pytest.approx(text.width * 0.4) in [box.width for box in frames]
    for box in frames:
        assert box.content_box_x() + box.width / 2 == pytest.approx(
            text.content_box_x() + text.width / 2
        ), name


def test_the_note_of_a_page_break_ends_its_page(game: Game, tmp_path: Path) -> None:
    sheets = laid_out(game, tmp_path, f'Before.\n\n[pagebreak annotation="{NOTE}"]\n\nAfter.')
    shown = [words(sheet) for sheet in sheets]
    before, note, after = (
        [text in page for page in shown].index(True) for text in ("Before.", NOTE, "After.")
    )
    assert before == note == after - 1


@pytest.mark.parametrize("width", [50, 8])
def test_a_table_that_is_taller_than_a_page_is_printed_all_the_same(
    game: Game, tmp_path: Path, width: int
) -> None:
    """WeasyPrint gives up where rows that hold together fill more than a page."""
    (tmp_path / "01.md").write_text(
        f'# The play\n\n[bonus-list width={width}]\n\n"Enough."\n', encoding="utf-8"
    )
    built = book.build(game, lang="en", out=tmp_path / "o", chapters=tmp_path, formats=["pdf"])
    assert built.pages > 3
