"""``zwanz deck``: drawings and sheets from the command line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import loaded

from zwanz_renderer import faces
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import library, load_deck
from zwanz_ssot.problems import WrongCall


def test_one_drawing_a_card_with_its_name_and_points(tmp_path: Path) -> None:
    args = ["deck", "tarock-40", "--out", str(tmp_path), "--detail", "book", "--lang", "de"]
    result = CliRunner().invoke(zwanz, args)
    assert result.exit_code == 0, result.output
    drawn = {path.stem for path in (tmp_path / "tarock-40").glob("*.svg")}
    assert {card.id for card in loaded("zwanzigerrufen", "base").deck.cards} <= drawn
    title = (
        ET.parse(tmp_path / "tarock-40" / "H-K.svg")
        .getroot()
        .find("{http://www.w3.org/2000/svg}title")
    )
    assert title is not None and title.text is not None
    assert "König" in title.text and "5" in title.text


@pytest.mark.parametrize("name", library().decks())
def test_every_pack_is_drawn_card_by_card_each_with_a_title_of_its_own(
    tmp_path: Path, name: str
) -> None:
    result = CliRunner().invoke(
        zwanz, ["deck", name, "--out", str(tmp_path), "--detail", "book", "--lang", "de"]
    )
    assert result.exit_code == 0, result.output
    files = sorted((tmp_path / name).glob("*.svg"))
    backs = {f"back-{back}" for back in faces.BACKS}
    assert {path.stem for path in files} == {*load_deck(name).by_id, *backs}
    titles = {ET.parse(path).getroot()[0].text for path in files}
    assert len(titles) == len(files) and None not in titles


def test_titles_of_german_cards_name_suit_rank_and_points(tmp_path: Path) -> None:
    CliRunner().invoke(zwanz, ["deck", "german-32", "--out", str(tmp_path), "--detail", "book"])
    titles = {
        card: ET.parse(tmp_path / "german-32" / f"{card}.svg").getroot()[0].text
        for card in ("B-O", "E-A")
    }
    assert titles == {"B-O": "Ober of bells, 0 points", "E-A": "Ace of acorns, 10 points"}


def test_sheets_to_print(tmp_path: Path) -> None:
    result = CliRunner().invoke(zwanz, ["deck", "french-24", "--print", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "french-24.pdf").read_bytes().startswith(b"%PDF")


def test_an_unknown_pack_is_a_wrong_call() -> None:
    with pytest.raises(WrongCall, match="did you mean 'tarock-40'"):
        load_deck("tarok-40")
