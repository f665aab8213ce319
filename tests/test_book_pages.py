"""The book as files: what is on its pages, that it needs nothing else, and that a failed build does
no harm.

The blocks are small ones of this file; the rules are the shipped ones.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import pikepdf
import pytest

import zwanz_ssot
from zwanz_renderer import book, pages, styles
from zwanz_renderer.book_parts import BookPart, BookParts, Frame
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press import page_filling, pdf, weasyprint_calls
from zwanz_renderer.press.weasyprint_calls import PdfFault
from zwanz_renderer.shortcodes import Context, Html, Named, Registry, keep_if
from zwanz_ssot.model import Card, Game
from zwanz_ssot.places import data
from zwanz_ssot.problems import ChapterFault, WrongCall, ZwanzError

CardRef = Annotated[Card, Named("card of the deck", lambda ctx: ctx.game.deck.by_id)]
BLOCKS = Registry()
BLOCKS.condition("if")(keep_if)

DECK = """# The Deck

Away from the grand cafés a different kind of game is played, with considerable patience.
The [[T-XX]] is looked for by *everybody*, see [the calling](#calling). A [suit of=hearts] is red[^a].

[card-row cards="T-Sk T-XXI T-I" width=70 annotation="The *Trull*"]

## Suits and ranks {#suits}

| Rank | Card |
|---|---|
| King | [[H-K]] |

- one

- two

[^a]: So is a diamond.
"""
COVER = ["Zwanzigerrufen", "Twenty"]  # on the two sides of the cover
SUITS = ["hearts", "diamonds", "clubs", "spades"]  # before the cards of the player aid
PLAY = """# Calling

Before play begins, [*the* suits](#suits) are looked at. Each side is worth [value at=contracts.rufer.value].

## The calling {#calling}

[card-row cards="T-Sk T-XXI T-I"]
"""


@BLOCKS.block("card", inline=True)
def card(ctx: Context, *, card: CardRef) -> Html:
    return ctx.card_image(card.id, card.id)


@BLOCKS.block("suit", inline=True)
def suit(ctx: Context, *, of: str) -> Html:
    return ctx.suit_image(of, of)


@BLOCKS.block("value", inline=True)
def value(ctx: Context, *, at: str) -> Html:
    return Html.escape(str(ctx.find(at)))


@BLOCKS.block("card-row")
def card_row(ctx: Context, *, cards: tuple[CardRef, ...]) -> Html:
    return Html("<div>{}</div>\n").format(
        Html("").join(ctx.card_image(card.id, card.id) for card in cards)
    )


@BLOCKS.block("anchor")
def anchor(ctx: Context, *, name: str) -> Html:
    return Html('<p id="{}">here</p>\n').format(name)


@pytest.fixture(scope="module")
def game() -> Game:
    return zwanz_ssot.load("zwanzigerrufen", "directnet")


def write(folder: Path, *chapters: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(chapters, 1):
        (folder / f"{number:02}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(game: Game, tmp_path_factory: pytest.TempPathFactory) -> book.Built:
    folder = tmp_path_factory.mktemp("book")
    chapters = write(folder / "chapters", DECK, PLAY)
    return book.build(game, lang="en", out=folder / "out", chapters=chapters, registry=BLOCKS)


@pytest.fixture(scope="module")
def html(built: book.Built) -> str:
    return built.files["html"].read_text(encoding="utf-8")


def problems_of(game: Game, folder: Path, *chapters: str) -> list[str]:
    with pytest.raises(ChapterFault) as caught:
        book.build(
            game,
            lang="en",
            out=folder / "out",
            chapters=write(folder / "c", *chapters),
            registry=BLOCKS,
        )
    assert not (folder / "out").exists()
    return [
        str(problem).removeprefix(f"{folder / 'c'}{os.sep}") for problem in caught.value.problems
    ]


# ---------------------------------------------------------------------------------------- HTML


def test_the_page_needs_nothing_from_anywhere(html: str) -> None:
    assert "<script" not in html.partition("<body>")[2]
    assert "<script src" not in html and "<img" not in html and "<link" not in html
    addresses = re.findall(r'(?:src|href)="([^"]*)"|url\("?([^")]*)', html)
    for address in filter(None, (a or b for a, b in addresses)):
        assert address.startswith(("#", "data:font/woff2", "https://en.wikipedia.org/")), address


def test_each_drawing_stands_once_and_is_used_where_it_was_asked_for(html: str) -> None:
    assert html.count('<g id="card-T-Sk-book">') == 1
    assert html.count('<use href="#card-T-Sk-book"/>') == 2
    assert html.count('<use href="#cover-motif"/>') == 1  # on the title page
    assert (
        html.count('role="img" aria-label="T-Sk, 5 card points" data-told="T-Sk, 5 card points"')
        == 2
    )
    used, defined = (
        set(re.findall(r'href="#([^"]+)"', html)),
        set(re.findall(r'\sid="([^"]+)"', html)),
    )
    assert used <= defined


def test_ids_are_used_once(html: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_contents_title_and_colophon(html: str, game: Game) -> None:
    contents = html.partition('<nav class="contents"')[2].partition("</nav>")[0]
    assert re.findall(r'href="#([^"]+)">([^<]+)<', contents) == [
        ("the-deck", "The Deck"),
        ("suits", "Suits and ranks"),
        ("calling-2", "Calling"),
        ("calling", "The calling"),
        ("player-aid", "Zwanzigerrufen at a glance"),
    ]
    assert "<h1>Zwanzigerrufen</h1>" in html
    assert f'<p class="subtitle">{game.name.text("en")}</p>' in html
    colophon = html.partition('<footer class="colophon">')[2]
    named = {
        source.id
        for source in game.sources.values()
        if source.title.split("(")[0].strip() in colophon
    }
    assert {
        "wikipedia",
        "directnet",
    } <= named and "pagat" not in named  # those of this game and no others


def test_headings_step_down_one_level_at_a_time(html: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", html.partition("<body>")[2])]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_font_carries_the_characters_it_shows_and_no_more() -> None:
    cut = styles.CUTS[0]
    small, more = styles.embedded(cut, "abc"), styles.embedded(cut, "abcdefghijklmnop")
    assert small.startswith("data:font/woff2;base64,")
    assert len(small) < len(more) < len(cut.source)
    assert styles.characters("<p class='ꝗ'>zđ</p>") == styles.characters("đ")


# ----------------------------------------------------------------------------------------- PDF


def test_the_pdf_is_tagged_titled_and_has_an_outline(built: book.Built) -> None:
    with pikepdf.open(built.files["pdf"]) as file:
        root = file.Root
        assert str(root.Lang) == "en" and bool(root.MarkInfo.Marked)
        assert bool(root.ViewerPreferences.DisplayDocTitle)
        with file.open_metadata() as data:
            assert data["pdfuaid:part"] == "1"
            assert data["dc:title"].startswith("Zwanzigerrufen")
        with file.open_outline() as outline:
            titles = [
                (item.title, [below.title for below in item.children]) for item in outline.root
            ]
        assert titles == [
            ("Contents", []),
            ("The Deck", ["Suits and ranks"]),
            ("Calling", ["The calling"]),
        ]
        assert len(file.pages) == built.pages == 6  # with the back cover


def test_every_figure_has_its_text_and_every_list_item_its_body(built: book.Built) -> None:
    with pikepdf.open(built.files["pdf"]) as file:
        elements = [
            o for o in file.objects if isinstance(o, pikepdf.Dictionary) and "/S" in o and "/P" in o
        ]
        figures = [str(element.Alt) for element in elements if element.S == "/Figure"]
        assert sorted(figures) == sorted(
            ["T-XX", "hearts", "H-K", *["T-Sk", "T-XXI", "T-I"] * 2, *COVER, *SUITS * 5]
        )
        for item in (element for element in elements if element.S == "/LI"):
            assert [str(child.S) for child in item.K] == ["/LBody"]


def fonts_in(file: Path) -> set[str]:
    """The names of the fonts in a PDF; that of one which is slanted for want of an italic as the
    upright one.
    """
    with pikepdf.open(file) as pdf_file:
        names = {
            str(o.BaseFont)
            for o in pdf_file.objects
            if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o
        }
    return {name.partition("+")[2].removesuffix("-Oblique") for name in names}


FONTS = {"Book-Garamond", "Book-Garamond-Italic", "Book-Vollkorn-Bold", "Book-Vollkorn-Semi-Bold"}


def test_only_the_fonts_of_the_book_are_in_the_pdf(built: book.Built) -> None:
    assert fonts_in(built.files["pdf"]) <= FONTS


@pytest.mark.parametrize(
    ("lang", "more"), [("en", set()), ("ja", {"Book-Mincho", "Book-Mincho-Bold"})]
)
def test_thirds_and_signs_of_suits_want_no_other_font(
    lang: str, more: set[str], tmp_path: Path
) -> None:
    wien = zwanz_ssot.load("koenigrufen", "wien")  # counts in thirds, and calls a king
    text = "# X\n\n[deck-overview show=points]\n\n[variants]\n\n[disputes]\n"
    paper = book.build(
        wien, lang=lang, out=tmp_path, chapters=write(tmp_path / "c", text), formats=["html", "pdf"]
    )
    assert fonts_in(paper.files["pdf"]) <= FONTS | more
    assert not re.search("[♥♦♣♠]", paper.files["html"].read_text(encoding="utf-8"))


def test_a_link_is_one_annotation_though_words_in_it_are_emphasized(built: book.Built) -> None:
    with pikepdf.open(built.files["pdf"]) as file:
        links = [
            str(note.Dest)
            for page in file.pages
            for note in page.get("/Annots", [])
            if "/Dest" in note
        ]
    assert links.count("suits") == 2  # in the contents and in the text


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_running_heads_page_numbers_and_numbers_behind_links(built: book.Built) -> None:
    text = subprocess.run(
        ["pdftotext", "-layout", str(built.files["pdf"]), "-"],
        capture_output=True,
        text=True,
        check=True,
    )
    title, imprint, contents, deck, play = text.stdout.split("\f")[:5]
    assert re.search(r"The Deck[ .]+4\b", contents) and re.search(r"The calling[ .]+5\b", contents)
    assert "the calling (p. 5)" in " ".join(deck.split()) and "the suits (p. 4)" in " ".join(
        play.split()
    )
    assert deck.split()[-1] == "4" and play.split()[-1] == "5"
    assert title.split()[-1] == "online"  # and no number of a page
    assert "Second edition; rules as of" in imprint and "Version" in imprint
    assert imprint.split()[-1] == "License."  # and no number of a page


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
def test_cards_drawn_once_look_like_cards_drawn_each_time(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_filling, "_TAIL_FROM", 2)  # no ornament, which the plain way lacks
    more = "\n\n- ".join(["- two", "three", "four", "five", "six"])  # ends a page in both ways
    longer = DECK.replace("- two", more)
    chapters = book.write_chapters(game, "en", write(tmp_path / "c", longer, PLAY), BLOCKS)
    page, pictures = pages.document(game, "en", chapters), Pictures.of(game, "en")
    parts = pages.parts(page)
    # The plain way tries no sizes of the back cover.
    sized = [replace(part, html=part.surely_fits, smaller=()) for part in parts.parts]
    parts = replace(parts, parts=tuple(sized))
    once, plain = pdf.Printer(pictures).write(parts), pdf.write_plainly(parts.document, pictures)
    assert len(once.data) < len(plain.data)
    shown = [_raster(tmp_path / name, one.data) for name, one in (("once", once), ("plain", plain))]
    assert len(shown[0]) == once.pages
    for left, right in zip(*shown, strict=True):
        assert len(left) == len(right)
        differing = sum(abs(a - b) > 48 for a, b in zip(left, right, strict=True))
        assert differing < len(left) / 2000


def _raster(folder: Path, data: bytes) -> list[bytes]:
    folder.mkdir()
    (folder / "book.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-r", "60", "-gray", "book.pdf", "p"], cwd=folder, check=True)
    return [path.read_bytes() for path in sorted(folder.glob("p-*.pgm"))]


@pytest.mark.parametrize(
    "address", ["https://example.org/x.png", "file:///etc/hostname", "card:T-II@book"]
)
def test_nothing_is_fetched(game: Game, address: str) -> None:
    chapter = BookPart("chapter", f'<section><p><img src="{address}" alt="x"></p></section>\n')
    frame, style = Frame("en", "", "<title>x</title>\n"), styles.for_paper("en", "a5")
    page, pictures = BookParts(style, frame, (chapter,), "a"), Pictures(game.deck.cards)
    refused = re.escape(f"not a font or drawing of the book: {address}")
    with pytest.raises(PdfFault, match=refused):
        pdf.Printer(pictures).write(page)
    with pytest.raises(PdfFault, match=refused):
        pdf.write_plainly(page.document, pictures)


def test_what_weasyprint_does_not_know_is_an_error(game: Game) -> None:
    with pytest.raises(PdfFault, match="Ignored `colour: red`"):
        pdf.write_plainly(
            "<html lang=en><title>x</title><style>p {colour: red}</style><p>x",
            Pictures(game.deck.cards),
        )


# --------------------------------------------------------------------------------------- builds


_FRESH = """
import sys; sys.path.insert(0, {tests!r}); sys.path.insert(0, {root!r})
import test_book_pages as t; from pathlib import Path
t.book.build(t.zwanz_ssot.load("zwanzigerrufen", "directnet"), lang="en", out=Path({out!r}),
             chapters=Path({chapters!r}), registry=t.BLOCKS)
"""


def test_the_same_book_is_the_same_bytes_also_where_no_fonts_are_installed(
    built: book.Built, tmp_path: Path
) -> None:
    bare = tmp_path / "fonts.conf"
    bare.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'
    )
    here, chapters = Path(__file__).resolve().parent, built.files["html"].parent.parent / "chapters"
    code = _FRESH.format(
        tests=str(here), root=str(here.parent), out=str(tmp_path / "out"), chapters=str(chapters)
    )
    own = {**os.environ, "FONTCONFIG_FILE": str(bare), "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", code], env=own, check=True, capture_output=True)
    for path in (built.files["html"], built.files["pdf"]):
        again = tmp_path / "out" / path.name
        assert (
            hashlib.sha256(again.read_bytes()).digest()
            == hashlib.sha256(path.read_bytes()).digest()
        )


def test_a_failing_build_leaves_the_former_book_whole(game: Game, tmp_path: Path) -> None:
    out, chapters = tmp_path / "out", write(tmp_path / "c", DECK, PLAY)
    first = book.build(
        game, lang="en", out=out, chapters=chapters, registry=BLOCKS, formats=["html"]
    )
    assert set(first.files) == {"html"} and first.pages == 0
    before = first.files["html"].read_bytes()
    write(chapters, DECK.replace("T-XX]", "T-XXXX]"))
    with pytest.raises(ChapterFault):
        book.build(game, lang="en", out=out, chapters=chapters, registry=BLOCKS)
    assert [path.name for path in out.iterdir()] == [first.files["html"].name]
    assert first.files["html"].read_bytes() == before


def test_a_build_that_breaks_while_writing_leaves_nothing_behind(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    chapters = write(tmp_path / "c", DECK, PLAY)
    with pytest.raises(WrongCall, match="no space left"):
        book.build(
            game,
            lang="en",
            out=tmp_path / "out",
            chapters=chapters,
            registry=BLOCKS,
            formats=["html"],
        )
    assert list((tmp_path / "out").iterdir()) == []


def test_problems_of_all_chapters_come_together(game: Game, tmp_path: Path) -> None:
    assert problems_of(
        game, tmp_path, DECK.replace("#calling)", "#caling)"), "# Calling\n\n[[Queen]] 45\n"
    ) == [
        "01.md:4:62: the link to #caling leads nowhere; did you mean 'calling'?",
        "02.md:3:3: card: card must be a card of the deck; got 'Queen'",
        "02.md:3:11: '45' is typed: a chapter types no number the data know; use [value at=…], or say it in words",
    ]


def test_an_id_stands_once_in_a_book(game: Game, tmp_path: Path) -> None:
    found = problems_of(game, tmp_path, "# A\n\n## B {#b}\n", "# C\n\n[anchor name=b]\n")
    assert found == ["01.md:3:1: the id 'b' stands in the book more than once"]


def test_a_link_to_what_a_block_places_is_no_dead_link(game: Game, tmp_path: Path) -> None:
    chapters = write(tmp_path / "c", "# A\n\n[x](#there)\n\n[anchor name=there]\n")
    assert len(book.write_chapters(game, "en", chapters, BLOCKS)) == 1


def test_characters_that_no_font_has_are_told(game: Game, tmp_path: Path) -> None:
    found = problems_of(game, tmp_path, "# A\n\nThe ♠ suit\n")
    assert found == [
        "01.md:3:5: '♠' (U+2660) is in no font of the book; say it in letters, or show it with a shortcode"
    ]


def test_a_chapter_that_is_not_utf8_is_told(game: Game, tmp_path: Path) -> None:
    write(tmp_path / "c")
    (tmp_path / "c" / "00.md").write_bytes("# A\n\nKönig\n".encode("latin-1"))
    assert problems_of(game, tmp_path) == [
        "00.md:3:2: byte 0xF6 is not UTF-8; save the chapter as UTF-8"
    ]


def test_a_byte_behind_the_mark_of_a_byte_order_is_told_where_it_stands(
    game: Game, tmp_path: Path
) -> None:
    write(tmp_path / "c")
    (tmp_path / "c" / "00.md").write_bytes(b"\xef\xbb\xbf# A\n\nK\xf6nig\n")
    assert problems_of(game, tmp_path) == [
        "00.md:3:2: byte 0xF6 is not UTF-8; save the chapter as UTF-8"
    ]


def test_wrong_calls(game: Game, tmp_path: Path) -> None:
    chapters = write(tmp_path / "c", DECK, PLAY)
    with pytest.raises(WrongCall, match=r"no book in 'tlh'; known are de, en"):
        book.build(game, lang="tlh", out=tmp_path, chapters=chapters, registry=BLOCKS)
    with pytest.raises(WrongCall, match="cannot be made as 'docx'"):
        book.build(
            game, lang="en", out=tmp_path, chapters=chapters, registry=BLOCKS, formats=["docx"]
        )
    with pytest.raises(WrongCall, match="there are no chapters"):
        book.build(game, lang="en", out=tmp_path, chapters=tmp_path / "none", registry=BLOCKS)
    (tmp_path / "file").write_text("")
    with pytest.raises(WrongCall, match="nothing can be written to"):
        book.build(
            game,
            lang="en",
            out=tmp_path / "file",
            chapters=chapters,
            registry=BLOCKS,
            formats=["html"],
        )


def test_the_frame_has_the_same_words_in_every_language(game: Game, tmp_path: Path) -> None:
    german = write(
        tmp_path / "c",
        "# Das Blatt\n\nDie Karten sind „alt“.\n\n> Zwanzigerrufenspieler am Tisch\n",
    )
    done = book.build(
        game, lang="de", out=tmp_path / "out", chapters=german, registry=BLOCKS, formats=["html"]
    )
    text = done.files["html"].read_text(encoding="utf-8")
    assert '<html lang="de"' in text and "Inhalt</h2>" in text and "Zwan\u00adzi\u00adger" in text


class Written:
    """A document whose files are written by `write_pdf`; the first `unclear` ones are not clear."""

    pages = ()

    def __init__(self, unclear: int) -> None:
        self._unclear = unclear

    def write_pdf(self, **how: object) -> bytes:
        self._unclear -= 1
        return b"\r\nendstream" if self._unclear >= 0 else b"\nendstream"


def test_no_file_is_printed_with_a_stream_that_ends_like_a_line() -> None:
    assert weasyprint_calls.write(Written(9), "id").data == b"\nendstream"  # type: ignore[arg-type]
    with pytest.raises(ZwanzError, match="a stream of the PDF still ends like a line"):
        weasyprint_calls.write(Written(99), "id")  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_only_books_of_the_shipped_rules_are_an_edition(lang: str, tmp_path: Path) -> None:
    """A game, or house rules, of one's own has its mark, and the edition is none of ours."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "variant: house\nof: zwanzigerrufen\nname: {en: Ours}\n"
        "changes:\n  - {at: contracts.solo.value, set: 5, source: custom}\n",
        encoding="utf-8",
    )
    shipped = zwanz_ssot.load("zwanzigerrufen")
    same = zwanz_ssot.load("zwanzigerrufen", rules=data("rules"))
    own = zwanz_ssot.load("zwanzigerrufen", rules=Path(__file__).parent / "bad" / "rules")
    ours = {"en": "Second edition; rules as of", "de": "Zweite Ausgabe; ", "ja": "第二版；"}[lang]
    edition = {"en": "edition", "de": "Ausgabe", "ja": "版"}[lang]
    for game in (shipped, same):
        assert ours in pages.title_pages(game, lang).printed
    for game in (own, zwanz_ssot.load("zwanzigerrufen", house)):
        imprint = pages.title_pages(game, lang).printed
        assert edition not in imprint.partition('class="imprint"')[2].partition("<footer")[0]
        assert game.rules_digest in imprint
