"""The drawn cards: every card draws, in ten inks, from paths alone, the same each time."""

from __future__ import annotations

import re
import string
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from threading import Barrier

import pytest
import yaml
from conftest import is_always_the_same

from zwanz_renderer.faces import BACKS, back, indices, motifs, size, style_of, suit_svg, svg
from zwanz_renderer.faces import pen as palette
from zwanz_renderer.faces.figures.cavalier import cavalier
from zwanz_renderer.faces.figures.court import jack, king, queen
from zwanz_renderer.faces.figures.german import ober, unter
from zwanz_renderer.faces.indices import face_of
from zwanz_renderer.faces.pen import PANEL, TAROCK, Detail, Pen, format_of
from zwanz_renderer.faces.scenes import SCENES, scene
from zwanz_ssot.places import data, table

FRENCH_SUITS = ("hearts", "diamonds", "clubs", "spades")
GERMAN_SUITS = ("hearts", "bells", "acorns", "leaves")
NS = "{http://www.w3.org/2000/svg}"
NUMERALS = [
    *["I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"],
    *["XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"],
]


@dataclass(frozen=True)
class Card:
    id: str
    suit: str
    rank: str


def pack(trumps: list[str], red: str, black: str) -> list[Card]:
    cards = [Card(f"T-{rank}", "tarock", rank) for rank in trumps]
    for suit in ("hearts", "diamonds", "clubs", "spades"):
        pips = red if suit in ("hearts", "diamonds") else black
        cards += [
            Card(f"{suit[0].upper()}-{rank}", suit, rank)
            for rank in ["K", "Q", "C", "J", *pips.split()]
        ]
    return cards


FORTY = pack(["Sk", "XXI", *[n for n in NUMERALS if n not in ("II", "III", "XXI")]], "1", "10")
FIFTY_FOUR = pack(["Sk", *NUMERALS], "1 2 3 4", "10 9 8 7")
GERMAN = [
    Card(f"{suit}-{rank}", suit, rank)
    for suit in ("hearts", "bells", "acorns", "leaves")
    for rank in ["A", "10", "K", "O", "U", "9", "8", "7"]
]

FRENCH = [
    Card(f"{suit[0].upper()}-{rank}", suit, rank)
    for suit in ("hearts", "diamonds", "clubs", "spades")
    for rank in ["1", "K", "Q", "J", "10", "9"]
]
PACKS = {"tarock": FIFTY_FOUR, "german": GERMAN, "french": FRENCH}


def test_packs_of_this_test_are_whole() -> None:
    assert len(FORTY) == len(set(FORTY)) == 40
    assert len(FIFTY_FOUR) == len(set(FIFTY_FOUR)) == 54
    assert (len(GERMAN), len(FRENCH)) == (32, 24)


def test_the_style_of_a_pack_is_told_by_its_signs() -> None:
    assert {style: style_of(cards) for style, cards in PACKS.items()} == {
        style: style for style in PACKS
    }
    assert style_of(FORTY) == "tarock"
    assert style_of([]) == "french"


@pytest.mark.parametrize("detail", ["book", "full"])
def test_every_card_is_well_formed_titled_and_made_of_paths_alone(detail: Detail) -> None:
    allowed = {NS + tag for tag in ("svg", "title", "g", "path", "clipPath", "use")}
    for style, cards in PACKS.items():
        box = "0 0 {} {}".format(*size(style))
        for card in cards:
            root = ET.fromstring(
                svg(card, detail=detail, title="The <card> & its title", style=style)
            )
            assert root.attrib["viewBox"] == box, card.id
            assert root.findtext(f"{NS}title") == "The <card> & its title"
            assert {element.tag for element in root.iter()} <= allowed, card.id


def test_only_the_ten_inks_and_the_tones_of_skin_and_hair_are_printed() -> None:
    inks = {*palette.INKS, *palette.TONES}
    assert len(palette.INKS) == 10
    for style, cards in PACKS.items():
        for card in cards:
            text = svg(card, detail="full", style=style)
            assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', text)) - {"none"} <= inks, card.id
            assert not re.search(r"gradient|filter|mask|opacity|style=|<text", text, re.I), card.id


def test_path_data_are_finite_numbers() -> None:
    for card in FIFTY_FOUR:
        for detail in ("book", "full"):
            for d in re.findall(r' d="([^"]*)"', svg(card, detail=detail)):
                assert re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz0-9 .,\-]+", d), (card.id, d[:80])
                assert d[0] == "M"


def test_the_same_card_gives_the_same_bytes() -> None:
    assert is_always_the_same(
        "from test_faces import FIFTY_FOUR, back, svg; "
        "print(back(), *(svg(card, title='x') for card in FIFTY_FOUR))"
    )


def test_ids_are_unique_on_a_page_and_every_reference_is_met() -> None:
    drawings = [svg(card) for card in FORTY] + [
        svg(FORTY[0], uid="again"),
        svg(FORTY[0], detail="full"),
        back(),
    ]
    ids = [name for text in drawings for name in re.findall(r' id="([^"]+)"', text)]
    assert len(ids) == len(set(ids))
    for text in drawings:
        own = set(re.findall(r' id="([^"]+)"', text))
        assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) == own
    assert all(
        name.startswith("again-")
        for name in re.findall(r' id="([^"]+)"', svg(FORTY[0], uid="again"))
    )


def test_a_strange_uid_stays_a_name() -> None:
    ET.fromstring(svg(FORTY[3], uid='a "b" <c>'))


def test_a_card_for_the_book_is_small() -> None:
    for style, cards in PACKS.items():
        lengths = {card.id: len(svg(card, style=style).encode()) for card in cards}
        assert max(lengths.values()) < 25 * 1024, max(lengths, key=lambda name: lengths[name])
    assert sum(len(svg(card)) for card in FORTY) < 1_000_000
    assert max(len(back(design=design)) for design in BACKS) < 25 * 1024


def test_lining_figures_stand_in_the_indices() -> None:
    # the old-style one of the index font looks like a capital I
    assert indices.glyph("1")[0] != indices.glyph("I")[0]
    heights = {char: indices.glyph(char)[2][3] - indices.glyph(char)[2][1] for char in "0123456789"}
    assert max(heights.values()) - min(heights.values()) < 80
    feet = [indices.glyph(char)[2][3] for char in "0123456789"]
    assert max(feet) < 60  # none hangs below the line


def test_threads_draw_the_same_characters_at_once() -> None:
    def fresh() -> None:
        indices._font.cache_clear()
        indices.glyph.cache_clear()

    letters = string.ascii_letters
    fresh()
    wanted = [indices.glyph(char) for char in letters]
    before, workers = sys.getswitchinterval(), 6
    gate = Barrier(workers)

    def draw(_: int) -> list[tuple[str, float, indices.Bounds]]:
        gate.wait(60)
        return [indices.glyph(char) for char in letters]

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(workers) as pool:
            for _ in range(3):
                fresh()
                assert list(pool.map(draw, range(workers))) == [wanted] * workers
    finally:
        sys.setswitchinterval(before)


def test_a_character_that_the_font_lacks_is_still_seen() -> None:
    assert indices.glyph("\U0001f0a1")[0]


def _extent(drawing: str) -> tuple[float, float, float, float]:
    """The box round all glyphs of an outlined text, from its transforms and the bounds of its font."""
    outer = re.search(
        r'<g fill="[^"]*" stroke="none" transform="translate\(([\d.-]+)[ ,]?([\d.-]+)\)', drawing
    )
    assert outer
    x, y = float(outer[1]), float(outer[2])
    squeeze = re.search(r"scale\(([\d.]+) 1\)", drawing)
    k = float(squeeze[1]) if squeeze else 1.0
    boxes = []
    for d, at, scale in re.findall(
        r'<path d="([^"]*)" transform="translate\(([\d.-]+)\) scale\(([\d.]+)\)"', drawing
    ):
        left, top, right, bottom = next(
            indices.glyph(char)[2] for char in "IVXKQDCJ0123456789" if indices.glyph(char)[0] == d
        )
        s = float(scale)
        boxes.append(
            (
                x + k * (float(at) + left * s),
                y + top * s,
                x + k * (float(at) + right * s),
                y + bottom * s,
            )
        )
    columns = list(zip(*boxes, strict=True))
    return min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])


@pytest.mark.parametrize("detail", ["book", "full"])
def test_indices_stay_inside_the_card_and_their_frames(detail: Detail) -> None:
    pen = Pen("t", detail)
    for numeral in NUMERALS:
        left, top, right, bottom = _extent(indices.numeral_tab(numeral, pen))
        edges = indices.numeral_bounds(numeral, pen)
        assert edges[:2] == (PANEL, PANEL) and edges[2] < TAROCK.cx and bottom < 160, numeral
        assert left > edges[0] and top > edges[1], numeral
        assert right < edges[2] and bottom < edges[3], numeral
    for rank in ["K", "Q", "C", "J"]:
        left, top, right, bottom = _extent(indices.tab(rank, "hearts", pen))
        assert left > PANEL and right < 160 and top > PANEL and bottom < 160, rank
    for rank in ["1", "4", "10"]:
        left, top, right, bottom = _extent(indices.corner(rank, "clubs", pen))
        assert left > 34 and top > 34 and right < 160 and bottom < 160, rank


@pytest.mark.parametrize("style", ["tarock", "german"])
@pytest.mark.parametrize("detail", ["book", "full"])
def test_no_sign_of_a_pip_card_touches_the_index(detail: Detail, style: str) -> None:
    pen = Pen("t", detail, format_of(style))
    for number in range(2, 11):
        drawing = indices.pip_card(number, "bells", str(number), pen)
        signs, corner = drawing.split('<g id="', 1)
        spots = re.findall(
            r'translate\(([\d.]+) ([\d.]+)\)(?: rotate\(180\))? scale\((0?\.\d+|1\.?\d*)\)"><path',
            signs,
        )
        assert len(spots) == number
        *_, right, _ = _extent(corner)
        for x, y, k in spots:
            # a bell is 95 wide at scale 1, its edge included; signs below the index may stand under
            # it
            assert float(x) - 47.5 * float(k) > right + 4 or float(y) > 330, (number, x, y)


def test_numerals_are_large_in_the_book() -> None:
    # at 18 mm a card is 213 dots wide at 300 dpi; a numeral of 24 dots is read with ease
    _, top, _, bottom = _extent(indices.numeral_tab("XVIII", Pen("t", "book")))
    assert (bottom - top) * 213 / 610 > 24


@pytest.mark.parametrize("style", ["french", "german"])
def test_so_are_ranks_and_letters(style: str) -> None:
    pen = Pen("t", "book", format_of(style))
    for rank, drawn in (
        ("10", indices.corner),
        ("K", indices.tab),
        ("7", indices.corner),
        ("D", indices.tab),
    ):
        _, top, _, bottom = _extent(drawn(rank, "hearts", pen))
        assert (bottom - top) * 213 / 590 > 24, rank


def test_every_numbered_trump_has_two_scenes_that_no_other_has() -> None:
    table = yaml.safe_load((data("templates") / "faces.yaml").read_text(encoding="utf-8"))
    shown = [name for pair in table["scenes"].values() for name in pair]
    assert set(table["scenes"]) == {f"T-{numeral}" for numeral in NUMERALS}
    assert len(shown) == len(set(shown)) == 42
    assert set(shown) <= set(SCENES)


def test_a_trump_without_an_entry_gets_two_scenes_of_its_own() -> None:
    face = face_of(Card("T-XXII", "tarock", "XXII"), tuple(SCENES))
    assert face.kind == "numeral" and len(set(face.scenes)) == 2 and set(face.scenes) <= set(SCENES)
    assert face == face_of(Card("T-XXII", "tarock", "XXII"), tuple(SCENES))


def test_no_two_scenes_are_alike() -> None:
    drawings = {name: scene(name, Pen("t", "book")) for name in SCENES}
    assert all(drawings[a] != drawings[b] for a, b in combinations(drawings, 2))


@pytest.mark.parametrize("style", PACKS)
def test_all_faces_of_a_pack_differ(style: str) -> None:
    cards = PACKS[style]
    bodies = {re.sub(r"<title>.*?</title>", "", svg(card, uid="t", style=style)) for card in cards}
    assert len(bodies) == len(cards)


def test_courts_differ_by_more_than_colour_and_sign() -> None:
    # without its inks and its suit signs, what is left of a figure is its face, its hat, its hands
    # and what they hold
    bare = re.compile(r' (?:fill|stroke)="[^"]*"| id="[^"]*"| href="[^"]*"|url\([^)]*\)')
    for draw, suits in (
        (king, FRENCH_SUITS),
        (queen, FRENCH_SUITS),
        (cavalier, FRENCH_SUITS),
        (jack, FRENCH_SUITS),
    ):
        outlines = [
            set(re.findall(r' d="([^"]*)"', bare.sub("", draw(suit, Pen("t", "book")))))
            for suit in suits
        ]
        for a, b in combinations(outlines, 2):
            assert len(a - b) > 10, draw.__name__
    for suit in GERMAN_SUITS:
        figures = [
            set(re.findall(r' d="([^"]*)"', draw(suit, Pen("t", "book"))))
            for draw in (ober, unter, cavalier, jack)
        ]
        assert all(len(a - b) > 20 for a, b in combinations(figures, 2)), suit


def test_unknown_suit_and_rank_still_draw_with_their_index() -> None:
    for card in (
        Card("Z-Q", "zucchini", "Q"),
        Card("H-Joker", "hearts", "Joker"),
        Card("?", "", ""),
    ):
        text = svg(card)
        ET.fromstring(text)
        assert card.rank == "" or indices.glyph(card.rank[0])[0] in text


@pytest.mark.parametrize(
    ("style", "turn"), [("tarock", "rotate(180 305 565)"), ("french", "rotate(180 295 455)")]
)
def test_a_court_is_double_ended(style: str, turn: str) -> None:
    text = svg(Card("H-K", "hearts", "K"), style=style)
    assert text.count(f'transform="{turn}"') >= 2


def test_the_sign_stands_high_on_an_ober_low_on_an_unter_twice_on_a_king() -> None:
    def heights(rank: str) -> list[float]:
        pen = Pen("t", "full", format_of("german"))
        drawing = indices.court_signs(face_of(Card(f"A-{rank}", "acorns", rank), ()), pen)
        return [
            float(y)
            for y in re.findall(r"translate\([\d.]+ ([\d.]+)\) scale\(0?\.\d+\)\"><path", drawing)
        ]

    assert len(heights("K")) == 2 and max(heights("K")) < 200
    assert len(heights("O")) == 1 and max(heights("O")) < 200
    assert len(heights("U")) == 1 and 300 < heights("U")[0] < 455


def test_the_ace_of_a_german_pack_has_two_signs() -> None:
    text = svg(Card("A-A", "acorns", "A"), style="german")
    cup = motifs._ACORN_CUP
    assert (
        text.count(f'd="{cup}"') == 2
    )  # one drawn sign and one index, each turned once more by reference
    assert text.count('transform="rotate(180 295 455)"') == 2


@pytest.mark.parametrize("style", PACKS)
@pytest.mark.parametrize("detail", ["book", "full"])
def test_the_lattice_does_not_tell_which_end_is_up(detail: Detail, style: str) -> None:
    drawing, (w, h) = back(detail=detail, style=style), size(style)
    for ink in (palette.CREAM, palette.RED):
        lattice = max(re.findall(rf'd="([^"]*)" fill="{ink}" stroke="none"', drawing), key=len)
        tops = [(float(x), float(y)) for x, y in re.findall(r"M([\d.-]+) ([\d.-]+)", lattice)]
        k = float(re.findall(r"l([\d.]+) ", lattice)[0])
        centres = {(round(x), round(y + k)) for x, y in tops}
        assert len(centres) > 50
        assert centres == {(w - x, h - y) for x, y in centres}


@pytest.mark.parametrize("style", PACKS)
@pytest.mark.parametrize("detail", ["book", "full"])
def test_nor_do_the_petals(detail: Detail, style: str) -> None:
    drawing, (w, h) = back(detail=detail, style=style, design="petals"), size(style)
    ground, tile = re.findall(
        r'<g id="back-\d+"><g transform="translate\(([\d.-]+) ([\d.-]+)\)', drawing
    )[0]
    x0, y0 = float(ground), float(tile)
    moved = re.findall(
        r'<use href="#back-\d+" transform="translate\(([\d.-]+) ?([\d.-]*)\)', drawing
    )
    nodes = {(x0, y0)} | {(x0 + float(x), y0 + float(y or 0)) for x, y in moved}
    inside = [
        (x, y) for x, y in nodes if PANEL - 1 < x < w - PANEL + 1 and PANEL - 1 < y < h - PANEL + 1
    ]
    assert len(inside) > 40
    for x, y in inside:
        assert any(abs(w - x - a) < 0.5 and abs(h - y - b) < 0.5 for a, b in inside), (x, y)


def test_a_card_to_be_cut_reaches_beyond_its_edge_and_has_no_outline() -> None:
    text = svg(Card("H-1", "hearts", "1"), bleed=30)
    assert 'viewBox="-30 -30 670 1190"' in text and 'd="M-30-30h670v1190h-670z"' in text
    assert 'viewBox="-30 -30 670 1190"' in back(bleed=30)


def test_a_scene_that_is_not_drawn_is_named_with_the_nearest_one() -> None:
    with pytest.raises(
        LookupError, match="no scene is called 'mountain'; did you mean 'mountains'"
    ):
        scene("mountain", Pen("t", "book"))


@pytest.mark.parametrize("design", BACKS)
def test_each_back_draws_and_has_a_title_in_each_language(design: str) -> None:
    assert back(design=design).startswith("<svg")
    for file in sorted(data("templates").glob("deck_print.*.yaml")):
        assert table(file)["backs"][design], file.name


def test_a_back_that_is_not_drawn_is_named_with_the_nearest_one() -> None:
    with pytest.raises(LookupError, match="no back is called 'petal'; did you mean 'petals'"):
        back(design="petal")


def test_points_are_read_as_they_are_written() -> None:
    assert palette.points("-10 280, 40 190.5") == [(-10, 280), (40, 190.5)]


def test_suit_signs_for_running_text() -> None:
    for name in motifs.MOTIFS:
        root = ET.fromstring(suit_svg(name, title="hearts & co"))
        assert root.findtext(f"{NS}title") == "hearts & co"
        assert "currentColor" not in suit_svg(name) and "currentColor" in suit_svg(
            name, colour=False
        )
    assert 'aria-hidden="true"' in suit_svg("hearts")


def test_sizes_of_the_three_kinds_of_card() -> None:
    assert size("tarock") == (610, 1130)
    assert size("french") == size("german") == (590, 910)
