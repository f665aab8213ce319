"""What is copied from a page, or read aloud, is what stands there, also where letters have grown
together.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import loaded

from zwanz_renderer import book, pages, styles
from zwanz_renderer.book_parts import BookParts, Frame
from zwanz_renderer.press import pdf

CHAPTER = '<section class="chapter"><h2 id="a">A</h2><p>{}</p></section>\n'


def read_from(text: str, tmp_path: Path, *, plainly: bool) -> str:
    """What is read from a paragraph that was printed."""
    pictures = book.BookBuilder(loaded("zwanzigerrufen", "wikipedia"), "de")._pictures
    chapter = pages.chapter_part(CHAPTER.format(text), "a5")
    page = BookParts(
        styles.for_paper("de", "a5"), Frame("de", "", "<title>T</title>"), (chapter,), "a"
    )
    if plainly:
        printed = pdf.write_plainly(page.document, pictures)
    else:
        printed = pdf.Printer(pictures).write(page)
    file = tmp_path / "page.pdf"
    file.write_bytes(printed.data)
    output = subprocess.run(
        ["pdftotext", file, "-"], capture_output=True, text=True, check=True
    ).stdout
    return " ".join(output.split())


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "word", ["weg\u00adgelegt", "tref\u00adfen", "auf\u00adfinden", "Auf\u00adlage"]
)
def test_a_ligature_over_a_place_to_part_a_word_says_its_letters(
    word: str, plainly: bool, tmp_path: Path
) -> None:
    assert word.replace("\u00ad", "") in read_from(
        f"<em>{word}</em>", tmp_path, plainly=plainly
    ).replace("\u00ad", "")
