"""Papers for the table: the summary fits its page and says what the rules say; the score sheet has
its columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pdf_judge
import pikepdf
import pytest
from click.testing import CliRunner
from conftest import loaded

import zwanz_ssot
from zwanz_renderer.book import write_sources
from zwanz_renderer.book_parts import Pdf
from zwanz_renderer.leaflets import Leaflet, write_score_sheet, write_summary
from zwanz_renderer.press.sheet import SheetPrinter
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.model import Game
from zwanz_ssot.problems import WrongCall

VARIANTS = ("base", "directnet", "wikipedia", "rulebook")
A4 = (595, 842)


@pytest.fixture(scope="module")
def games() -> Mapping[str, Game]:
    return {variant: zwanz_ssot.load("zwanzigerrufen", variant=variant) for variant in VARIANTS}


Summary = Callable[[str, str, str], Leaflet]
"""Prints the summary of a game, a rule set and a language."""


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """Summaries by game, rule set and language, each printed once."""
    out = tmp_path_factory.mktemp("summaries")

    @cache
    def printed(game: str, variant: str, lang: str) -> Leaflet:
        return write_summary(loaded(game, variant), lang, out)

    return printed


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that look at the words of a paper alone: printing it takes ten times as long as
    writing it. It has the largest letters then, and all that is special.
    """
    monkeypatch.setattr(SheetPrinter, "printed", lambda *args: (0, Pdf(b"", 1)))


def text_of(leaflet: Leaflet) -> str:
    body = leaflet.html.read_text(encoding="utf-8").split("<main", 1)[1]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body)).replace("\u00ad", "")


def size_of(leaflet: Leaflet) -> tuple[int, int]:
    with pikepdf.open(leaflet.pdf) as pdf:
        box = [round(float(side)) for side in pdf.pages[0].mediabox]
    return box[2], box[3]


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_summary_is_one_sheet_in_german_too(
    variant: str, games: Mapping[str, Game], summary: Summary
) -> None:
    made = summary("zwanzigerrufen", variant, "de")
    assert made.pages == 1
    assert size_of(made) == A4[::-1]
    text = text_of(made)
    for contract in games[variant].contracts.values():
        assert contract.name.text("de") in text
    for bonus in games[variant].bonuses.values():
        assert bonus.name.text("de") in text


def test_a_game_of_many_contracts_leaves_out_what_is_special_and_keeps_to_one_sheet(
    summary: Summary, tmp_path: Path
) -> None:
    game = loaded("koenigrufen", "wien")
    made = summary("koenigrufen", "wien", "de")
    assert made.pages == 1
    text = text_of(made)
    assert all(contract.name.text("de") in text for contract in game.contracts.values())
    assert (
        "Insgesamt 70" in text or "Zusammen 70" in text
    )  # 54 cards in packets of three, two less for each: 106 - 36
    assert write_score_sheet(game, "ja", tmp_path).pages == 1


def test_a_size_that_weasyprint_cannot_lay_out_in_columns_is_passed_over(summary: Summary) -> None:
    assert summary("hungarian-tarokk", "base", "de").pages == 1


def test_nothing_is_wrong_with_papers_as_files(summary: Summary, tmp_path: Path) -> None:
    sheet = write_score_sheet(loaded("slovenian-tarok", "three"), "ja", tmp_path)
    sources = write_sources(loaded("rufmariasch", "named-trump"), "en", tmp_path)
    for paper in (summary("hungarian-tarokk", "base", "de"), sheet, sources):
        assert pdf_judge.faults(paper.pdf) == pdf_judge.empty(paper.pdf) == []


def letters_of(leaflet: Leaflet) -> float:
    found = re.search(r"--letters: ([\d.]+)pt", leaflet.html.read_text(encoding="utf-8"))
    assert found
    return float(found[1])


@pytest.mark.sample(1)
@pytest.mark.parametrize(("variant", "lang"), [("base", "ja"), ("wien", "de")])
def test_a_summary_has_the_largest_letters_that_fit_and_few_are_tried(
    variant: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    written = SheetPrinter._laid_out

    def counted(self: SheetPrinter, html: str) -> Any:
        document = written(self, html)
        if "one-column" not in html:
            tried.append(len(document.pages))
        return document

    monkeypatch.setattr(SheetPrinter, "_laid_out", counted)
    made = write_summary(zwanz_ssot.load("koenigrufen", variant=variant), lang, tmp_path)
    assert made.pages == 1 and letters_of(made) > 8
    assert len(tried) <= 3 and tried[-1] == 1


@pytest.mark.usefixtures("unprinted")
def test_a_long_aim_has_a_line_of_its_own_and_names_have_room_for_their_words(
    tmp_path: Path,
) -> None:
    long = write_summary(loaded("rufmariasch", "base"), "de", tmp_path).html.read_text(
        encoding="utf-8"
    )
    assert re.search(
        r'class="wordy"><td colspan="4">Die Partei, die gemeldet hat,', long.replace("\u00ad", "")
    )
    short = write_summary(loaded("zwanzigerrufen", "base"), "de", tmp_path).html.read_text(
        encoding="utf-8"
    )
    assert 'class="wordy"' not in short
    assert re.findall(r'<col style="width: ([\d.]+)em">', short) == [
        "6.3",
        "6.86",
    ]  # Farbensolo: 10, Königstrull: 11


@pytest.mark.usefixtures("unprinted")
def test_a_paper_that_is_printed_from_a_browser_has_the_style_of_the_pdf(
    games: Mapping[str, Game], tmp_path: Path
) -> None:
    page = write_summary(games["base"], "en", tmp_path).html.read_text(encoding="utf-8")
    printed = page.rpartition("</style>")[0].rpartition("@media print")[2]
    assert "A4 landscape" in printed and "table-layout: fixed" in printed
    assert (
        "bookmark-level" not in printed and "@bottom-center" not in printed
    )  # which browsers do not know


@pytest.mark.usefixtures("unprinted")
def test_the_summary_says_the_variants_own_values(
    games: Mapping[str, Game], tmp_path: Path
) -> None:
    encyclopaedia = text_of(write_summary(games["wikipedia"], "en", tmp_path))
    assert "Kontra ×2 Rekontra ×4 Supra ×8 Resupra ×16" in re.sub(r"\s+", " ", encyclopaedia)
    assert "The auction ends after four passes in a row." in encyclopaedia
    assert re.search(r"Four Kings One player was dealt the four Kings 2 –", encyclopaedia)
    house = text_of(write_summary(games["rulebook"], "en", tmp_path))
    assert "Words of doubling" not in house
    assert "Announced" not in house
    assert "Whoever has taken the most card points loses" in house


def test_the_score_sheet_is_one_page_with_a_line_for_each_round(
    games: Mapping[str, Game], tmp_path: Path
) -> None:
    made = write_score_sheet(games["wikipedia"], "en", tmp_path)
    assert (made.pages, size_of(made)) == (1, A4)
    html = made.html.read_text(encoding="utf-8")
    assert html.count('class="player"') == 4
    assert html.count('scope="row"') == 32
    assert "Double" in text_of(made)  # it has double rounds
    assert "Target" not in text_of(made)


def test_a_long_name_of_house_rules_leaves_the_score_sheet_its_title(tmp_path: Path) -> None:
    """The title keeps to one line, and the name ends at the right."""
    name = "Klub der Dienstagsrunde am Alten Platz in Klagenfurt am Wörthersee"
    file = tmp_path / "club.yaml"
    head = "variant: club\nof: zwanzigerrufen:directnet\n"
    file.write_text(f"{head}name: {{en: Club, de: {name}}}\nchanges: []\n", encoding="utf-8")
    made = write_score_sheet(zwanz_ssot.load("zwanzigerrufen", str(file)), "de", tmp_path)
    words = {each.text: each for _, _, seen in pdf_judge.seen_pages(made.pdf) for each in seen}
    assert words["Zwanzigerrufen:"].bottom == pytest.approx(words["Stand"].bottom, abs=1)
    assert words["am"].right == pytest.approx(words["Wörthersee"].right, abs=1)


@pytest.mark.parametrize("printed", [["book"], ["leaflet", "summary"]], ids=lambda it: it[-1])
def test_a_long_name_of_a_contract_is_divided_at_a_syllable(
    printed: list[str], tmp_path: Path
) -> None:
    name, file = "Hundertvierziger", tmp_path / "club.yaml"
    file.write_text(
        "variant: club\nof: anrufen\nname: {en: Club, de: Klub}\nchanges:\n"
        f"  - {{at: contracts.hundred.name.de, set: {name}, source: custom}}\n",
        encoding="utf-8",
    )
    form = ["--format", "pdf"] if printed == ["book"] else []
    words = [*printed, "anrufen", "-v", str(file), "--lang", "de", *form, "--out", str(tmp_path)]
    assert CliRunner().invoke(zwanz, words).exit_code == 0
    (made,) = tmp_path.glob("*.pdf")
    seen = {word.text for _, _, words in pdf_judge.seen_pages(made) for word in words}
    parts = {part for part in seen if len(part) > 5 and name.startswith(part.rstrip("\u2010-"))}
    assert parts - {name} and all(part.endswith(("\u2010", "-")) for part in parts - {name})


@pytest.mark.usefixtures("unprinted")
def test_the_score_sheet_has_what_the_variant_needs(
    games: Mapping[str, Game], tmp_path: Path
) -> None:
    house = text_of(write_score_sheet(games["rulebook"], "en", tmp_path))
    assert "Double" not in house
    assert "Target" in house
    assert "Solodreier 10" in house


@pytest.mark.usefixtures("unprinted")
def test_the_score_sheet_keeps_names_with_their_values_and_ends_as_the_language_does(
    games: Mapping[str, Game], tmp_path: Path
) -> None:
    made = {lang: write_score_sheet(games["base"], lang, tmp_path).html for lang in ("en", "ja")}
    pages = {
        lang: page.read_text(encoding="utf-8").replace("\u00ad", "") for lang, page in made.items()
    }
    assert "Suit Solo\u00a04 ·" in pages["en"]
    assert "Absolut\u00a01/2 ·" in pages["en"]
    hungarian = write_score_sheet(zwanz_ssot.load("hungarian-tarokk"), "en", tmp_path).html
    text = hungarian.read_text(encoding="utf-8").replace("\u00ad", "")
    assert "Eight Tarocks\u00a0–/1 ·" in text
    assert re.search(r"\d\. Each loser pays one winner", pages["en"])
    assert re.search(r"\d。敗者", pages["ja"])


@pytest.mark.usefixtures("unprinted")
def test_a_language_without_a_book_is_a_wrong_call(
    games: Mapping[str, Game], tmp_path: Path
) -> None:
    with pytest.raises(WrongCall, match="there is no book in 'xx'"):
        write_summary(games["base"], "xx", tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(WrongCall, match="nothing can be written"):
        write_score_sheet(games["base"], "en", blocked)


@pytest.mark.usefixtures("unprinted")
def test_what_is_declared_the_last_trick_and_the_usual_ranking_stand_on_the_summary(
    tmp_path: Path,
) -> None:
    danube = text_of(write_summary(zwanz_ssot.load("rufmariasch"), "en", tmp_path))
    assert "The marriage counts 40 card points in the trump suit, 20 in any other." in danube
    assert "The last trick counts 10 card points of its own." in danube
    assert "1 per 10 points" in danube
    valley = text_of(write_summary(zwanz_ssot.load("koenigrufen-graden"), "en", tmp_path))
    assert "Hearts A K Q J 10 9" in valley  # the Ten is second only in some of its games
