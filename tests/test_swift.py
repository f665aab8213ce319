"""The quicker ways through WeasyPrint lead to the same bytes, and are taken for one book at a time."""

from __future__ import annotations

from pathlib import Path

import pydyf
import pytest
import weasyprint
from conftest import loaded
from weasyprint.css import ComputedStyle
from weasyprint.layout import block, percent
from weasyprint.text.line_break import Layout

from zwanz_renderer import book
from zwanz_renderer.press import swift


def test_they_are_for_the_weasyprint_that_is_installed() -> None:
    """If this fails: compare the functions in `swift` with those of the new WeasyPrint, then name
    it in COMPARED.
    """
    assert weasyprint.__version__ in swift.COMPARED


@pytest.mark.parametrize(
    ("variant", "lang", "paper"), [("directnet", "de", "a5"), ("wikipedia", "ja", "letter")]
)
def test_a_whole_book_is_the_same_to_the_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: str, lang: str, paper: str
) -> None:
    game = loaded("zwanzigerrufen", variant)
    quick = book.build(game, lang=lang, out=tmp_path / "quick", formats=["pdf"], paper=paper)  # type: ignore[arg-type]
    monkeypatch.setattr(swift, "COMPARED", frozenset())
    slow = book.build(game, lang=lang, out=tmp_path / "slow", formats=["pdf"], paper=paper)  # type: ignore[arg-type]
    assert quick.pdf is not None and slow.pdf is not None
    assert quick.pdf.read_bytes() == slow.pdf.read_bytes()


def test_they_are_gone_afterwards() -> None:
    def now() -> list[object]:
        return [
            ComputedStyle.__missing__,
            Layout.setup,
            percent.resolve_percentages,
            block.resolve_percentages,
            pydyf.PDF.page_references,
        ]

    before = now()
    with pytest.raises(ValueError, match="broken"), swift.ways():
        assert not any(one is other for one, other in zip(now(), before, strict=True))
        raise ValueError("broken")
    assert now() == before
