"""A pack to keep or to play with: files, sheets in true size, backs in register, the same bytes
each time.
"""

from __future__ import annotations

import errno
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
import yaml
from conftest import loaded
from pdf_judge import faults

from zwanz_renderer import deck_print, faces
from zwanz_renderer.building import language_files
from zwanz_ssot import places
from zwanz_ssot.model import Deck
from zwanz_ssot.problems import WrongCall

MM = 72 / 25.4
KNOWN = f"known are {', '.join(language_files('deck_print'))}"


@dataclass(frozen=True)
class Card:
    id: str
    suit: str
    rank: str


def pack(suits: Iterable[str], ranks: str) -> list[Card]:
    return [
        Card(f"{suit[0].upper()}-{rank}", suit, rank) for suit in suits for rank in ranks.split()
    ]


TAROCKS = "Sk I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
FIFTY_FOUR = [
    *pack(["tarock"], TAROCKS),
    *pack(["hearts", "diamonds"], "K Q C J 1 2 3 4"),
    *pack(["clubs", "spades"], "K Q C J 10 9 8 7"),
]
GERMAN = pack(["acorns", "leaves", "hearts", "bells"], "A 10 K O U 9 8 7")
FRENCH = pack(["hearts", "diamonds", "clubs", "spades"], "1 K Q J 10 9")


def deck() -> Deck:
    return loaded("zwanzigerrufen", "base").deck


def placed(page: pikepdf.Page) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The drawings of a page: the name of each form, and left, top, right, bottom in mm from the
    upper left.
    """
    high = float(page.mediabox[3])
    stack: list[pikepdf.Matrix] = []
    now, out = pikepdf.Matrix(), []
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        if word == "q":
            stack.append(now)
        elif word == "Q":
            now = stack.pop()
        elif word == "cm":
            now = pikepdf.Matrix(*(float(number) for number in operands)) @ now
        elif word == "Do":
            name = str(operands[0])
            left, low, right, top = (float(number) for number in page.Resources.XObject[name].BBox)
            xs, ys = zip(
                *(now.transform(corner) for corner in ((left, low), (right, top))), strict=True
            )
            box = (min(xs) / MM, (high - max(ys)) / MM, max(xs) / MM, (high - min(ys)) / MM)
            out.append((name, box))
    return out


def test_a_deck_of_the_rules_becomes_files_with_the_names_and_points_of_its_data(
    tmp_path: Path,
) -> None:
    paths = deck_print.write_svgs(deck(), tmp_path / "new" / "cards", lang="de")
    names = {path.name for path in paths}
    assert names == {path.name for path in (tmp_path / "new" / "cards").iterdir()}
    backs = {f"back-{name}.svg" for name in faces.BACKS}
    assert names == {f"{id}.svg" for id in deck().by_id} | backs | {"index.html"}
    titles = {
        path.stem: ET.parse(path).getroot()[0].text for path in paths if path.suffix == ".svg"
    }
    assert titles["T-XX"] == "Zwanziger, 1 Punkt"
    assert titles["T-Sk"] == "Sküs, 5 Punkte"
    assert titles["S-K"] == "Pik-König, 5 Punkte"
    assert titles["T-XVIII"] == "Tarock XVIII, 1 Punkt"


def test_in_english_a_court_is_of_its_suit(tmp_path: Path) -> None:
    deck_print.write_svgs(deck(), tmp_path, "book")
    assert ET.parse(tmp_path / "H-Q.svg").getroot()[0].text == "Queen of hearts, 4 points"
    assert ET.parse(tmp_path / "T-I.svg").getroot()[0].text == "Pagat, 5 points"


def test_the_contact_sheet_shows_every_drawing_with_its_alternative_text(tmp_path: Path) -> None:
    paths = deck_print.write_svgs(GERMAN, tmp_path, "book")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', page)
    assert [src for src, _ in shown] == [path.name for path in paths[:-1]]
    assert ("A-A.svg", "A-A") in shown


def test_a_full_disk_leaves_the_former_drawings_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = 5

    def full(self: Path, data: bytes) -> int:
        """Only a few files find room."""
        nonlocal room
        room -= tmp_path in self.parents
        if room < 0 and tmp_path in self.parents:
            raise OSError(errno.ENOSPC, "No space left on device")
        with self.open("wb") as file:
            return file.write(data)

    deck_print.write_svgs(FRENCH, tmp_path, "book")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(WrongCall, match="no space left"):
        deck_print.write_svgs(FRENCH, tmp_path, "full")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    with pytest.raises(WrongCall, match="no space left"):
        deck_print.print_pdf(FRENCH[:2], tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(before)


def test_an_id_cannot_leave_the_folder(tmp_path: Path) -> None:
    deck_print.write_svgs([Card("../../x<y>", "hearts", "K")], tmp_path / "in", "book")
    assert {path.parent for path in tmp_path.rglob("*.svg")} == {tmp_path / "in"}
    assert "x<y>" not in (tmp_path / "in" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("cards", "size", "room", "paper"),
    [
        (FIFTY_FOUR, (61, 113), 6, (210, 297)),
        (GERMAN, (59, 91), 8, (297, 210)),
        (FRENCH, (59, 91), 8, (297, 210)),
    ],
    ids=["tarock-54", "german-32", "french-24"],
)
def test_cards_stand_in_true_size_with_their_bleed_and_the_backs_behind_them(
    tmp_path: Path, cards: list[Card], size: tuple[int, int], room: int, paper: tuple[int, int]
) -> None:
    with pikepdf.open(deck_print.print_pdf(cards, tmp_path / "deck.pdf")) as pdf:
        count = -(-len(cards) // room)
        assert len(pdf.pages) == 2 + 2 * count
        left = len(cards)
        for number in range(count):
            front, back = (placed(pdf.pages[2 + 2 * number + side]) for side in (0, 1))
            wide, high = (float(n) / MM for n in pdf.pages[2 + 2 * number].mediabox[2:])
            assert (wide, high) == pytest.approx(paper, abs=0.01)
            assert len(front) == len(back) == min(room, left)
            left -= room
            for _, (x0, y0, x1, y1) in front + back:
                assert (x1 - x0, y1 - y0) == pytest.approx((size[0] + 6, size[1] + 6), abs=0.02)
                assert min(x0, y0, wide - x1, high - y1) >= 4
            # turned over the long edge, the back's left is the front's right on upright paper, its
            # top the front's bottom on oblong paper
            turned = (
                [(wide - x1, y0) for _, (_, y0, x1, _) in back]
                if wide < high
                else [(x0, high - y1) for _, (x0, _, _, y1) in back]
            )
            for spot in ((x0, y0) for _, (x0, y0, _, _) in front):
                assert any(spot == pytest.approx(other, abs=0.02) for other in turned)


def test_each_card_is_drawn_once_in_the_file(tmp_path: Path) -> None:
    with pikepdf.open(deck_print.print_pdf(FRENCH, tmp_path / "deck.pdf")) as pdf:
        forms = [
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/BBox" in thing
        ]
        assert len(forms) == 24 + 1


def test_the_sheets_keep_the_standards_of_the_books_and_each_card_says_what_it_is(
    tmp_path: Path,
) -> None:
    path = deck_print.print_pdf(deck(), tmp_path, "de")
    assert faults(path) == []
    with pikepdf.open(path) as pdf:
        tags = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)]
        found = [str(tag.Alt) for tag in tags if tag.get("/S") == "/Figure"]
    assert len(found) == 2 * 40 and {"Zwanziger, 1 Punkt", "Pik-König, 5 Punkte"} <= set(found)
    assert found.count("Rückseite: Windrose") == 40


def test_crop_marks_stand_at_every_cut_and_touch_no_card() -> None:
    for style in ("tarock", "german"):
        for paper in deck_print.PAPERS:
            sheet = deck_print.sheet_for(style, paper)
            xs, ys = sheet.cuts
            assert len(xs) == 2 * sheet.columns and len(ys) == 2 * sheet.rows
            assert xs[1] - xs[0] == pytest.approx(sheet.across) and ys[1] - ys[0] == pytest.approx(
                sheet.down
            )
            assert {x for x, _, other, _ in sheet.marks if x == other} == set(xs)
            assert {y for _, y, _, other in sheet.marks if y == other} == set(ys)
            for x0, y0, x1, y1 in sheet.marks:
                assert x1 >= x0 >= 0 and y1 >= y0 >= 0 and x1 <= sheet.wide and y1 <= sheet.high
                for column in range(sheet.columns):
                    for row in range(sheet.rows):
                        left, top = xs[2 * column], ys[2 * row]
                        beside = x1 <= left - 1.9 or x0 >= left + sheet.across + 1.9
                        beyond = y1 <= top - 1.9 or y0 >= top + sheet.down + 1.9
                        assert beside or beyond


def test_the_same_pack_is_the_same_bytes_and_asks_for_both_sides_in_true_size(
    tmp_path: Path,
) -> None:
    first = deck_print.print_pdf(FRENCH[:8], tmp_path / "a.pdf", "de").read_bytes()
    assert deck_print.print_pdf(FRENCH[:8], tmp_path / "b.pdf", "de").read_bytes() == first
    assert (
        deck_print.print_pdf(FRENCH[:8], tmp_path / "c.pdf", "de", design="petals").read_bytes()
        != first
    )
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (str(wishes.PrintScaling), str(wishes.Duplex)) == ("/None", "/DuplexFlipLongEdge")


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "A pack of cards: To print, cut and play with"),
        ("de", "Ein Kartenspiel: Zum Drucken, Schneiden und Spielen"),
        ("ja", "カード一組: 印刷して、切って、遊ぶ"),
    ],
)
def test_the_file_says_its_title_and_language(tmp_path: Path, lang: str, title: str) -> None:
    with pikepdf.open(deck_print.print_pdf(FRENCH[:2], tmp_path / "cards.pdf", lang)) as pdf:
        assert (str(pdf.docinfo.Title), str(pdf.Root.Lang)) == (title, lang)
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)


def test_the_file_is_named_after_the_deck_where_only_a_folder_is_given(tmp_path: Path) -> None:
    path = deck_print.print_pdf(deck(), tmp_path)
    assert path.name == "tarock-40.pdf"
    with pikepdf.open(path) as pdf:
        assert str(pdf.docinfo.Title).startswith("Forty-card Tarock pack: ")
    assert deck_print.print_pdf(FRENCH[:2], tmp_path, paper="letter").name == "deck.pdf"


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_every_language_says_the_same_things(lang: str) -> None:
    english, other = (
        yaml.safe_load(
            (places.data("templates") / f"deck_print.{each}.yaml").read_text(encoding="utf-8")
        )
        for each in ("en", lang)
    )
    assert english.keys() == other.keys() and len(english["steps"]) == len(other["steps"])
    marks = re.compile(r"\{\w+\}")
    for key in ("court", "numbered", "title", "lead"):
        assert set(marks.findall(english[key])) == set(marks.findall(other[key]))


def test_the_sheets_of_a_language_carry_its_letters(tmp_path: Path) -> None:
    with pikepdf.open(deck_print.print_pdf(FRENCH[:2], tmp_path / "cards.pdf", "ja")) as pdf:
        fonts = {
            str(thing.get("/FontName"))
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary)
        }
    assert {name.partition("+")[2] for name in fonts if "+" in name} <= {
        "Book-Mincho", "Book-Mincho-Bold", "Book-Mincho-Oblique"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "wishes", "sentence", "hint"),
    [
        ([], {}, "there is no card to draw", "a pack has at least one"),
        (FRENCH, {"paper": "lettre"}, "there is no paper 'lettre'", "did you mean 'letter'?"),
        (FRENCH, {"paper": "x"}, "there is no paper 'x'", "known are a4, a3, letter, tabloid"),
        (
            FRENCH,
            {"lang": "fr"},
            "the sheets of cards have no words in 'fr'",
            KNOWN,
        ),
        (
            FRENCH,
            {"lang": "../x"},
            "the sheets of cards have no words in '../x'",
            KNOWN,
        ),
    ],
)
def test_what_cannot_be_printed_is_said(
    tmp_path: Path, cards: list[Card], wishes: dict[str, str], sentence: str, hint: str
) -> None:
    with pytest.raises(WrongCall) as caught:
        deck_print.print_pdf(cards, tmp_path, **wishes)  # type: ignore[arg-type]
    assert sentence in str(caught.value) and hint in str(caught.value)
    assert not list(tmp_path.iterdir())
