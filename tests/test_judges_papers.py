"""Packs and leaflets as PDFs, judged like the books; what is looked at stands in ``pdf_judge`` and
``tagged_pdf``.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pdf_judge
import pytest
from conftest import VARIANTS, loaded
from tagged_pdf import out_of_order

from zwanz_renderer import deck_print
from zwanz_renderer.book import with_chapters, write_sources
from zwanz_renderer.leaflets import Leaflet, write_score_sheet, write_summary
from zwanz_renderer.reference import write_cheat_sheet, write_reference
from zwanz_ssot import places
from zwanz_ssot.library import load_deck
from zwanz_ssot.model import Game

pytestmark = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")

LANGS = with_chapters()
PACKS = sorted(file.stem for file in (places.data("rules") / "decks").glob("*.yaml"))
PAPERS = sorted(deck_print.PAPERS)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("pack", "lang", "paper"),
    [
        (pack, lang, PAPERS[(at + turn) % len(PAPERS)])
        for at, pack in enumerate(PACKS)
        for turn, lang in enumerate(LANGS)
    ],
)
def test_nothing_is_wrong_with_a_printed_pack(
    pack: str, lang: str, paper: str, tmp_path: Path
) -> None:
    file = deck_print.print_pdf(load_deck(pack), tmp_path, lang, paper, box=True)
    assert pdf_judge.faults(file) == out_of_order(file) == []


Writer = Callable[[Game, str, Path], Leaflet]


@pytest.mark.sample(2)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("write", [write_summary, write_score_sheet, write_sources])
def test_nothing_is_wrong_with_a_leaflet(write: Writer, lang: str, tmp_path: Path) -> None:
    at = LANGS.index(lang) + 3 * (write is write_summary)  # each another rule set
    file = write(loaded(*VARIANTS[4 * at % len(VARIANTS)]), lang, tmp_path).pdf
    assert pdf_judge.faults(file) == pdf_judge.empty(file) == out_of_order(file) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("write", [write_reference, write_cheat_sheet])
def test_nothing_is_wrong_with_a_paper_about_shortcodes(
    write: Writer, lang: str, tmp_path: Path, reference: Callable[[str], Leaflet]
) -> None:
    """As in the test above, but that it shows the marks that chapters are written with."""
    if write is write_reference:
        file = reference(lang).pdf
    else:
        file = write(loaded("zwanzigerrufen", "directnet"), lang, tmp_path).pdf
    judges = (pdf_judge.standards, pdf_judge.structure, pdf_judge.links, pdf_judge.words)
    assert [fault for judge in judges for fault in judge(file)] == out_of_order(file) == []
