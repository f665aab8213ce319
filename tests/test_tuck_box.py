"""The box of a printed pack: it holds the stack, goes on the paper, and says what is in it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from conftest import loaded
from pdf_judge import faults
from test_deck_print import placed

from zwanz_renderer import deck_print, faces
from zwanz_renderer.faces.tuck_box import TuckBox
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import library, load_deck
from zwanz_ssot.problems import WrongCall

FOLD = 8
"""What two folds of card of 0.4 mm take of the width between them, in 0.1 mm."""
EDGE = 40
"""What a printer leaves white, in 0.1 mm."""
THICK = 3.5
"""A card, in 0.1 mm."""


def stack_of(name: str) -> tuple[float, float, float]:
    """Width, height and thickness of a pack with its title card."""
    cards = load_deck(name).cards
    across, down = faces.size(faces.style_of(cards))
    return across, down, (len(cards) + 1) * THICK


def box_of(name: str) -> TuckBox:
    across, down, _ = stack_of(name)
    return TuckBox(across, down, len(load_deck(name).cards) + 1, THICK)


@pytest.mark.parametrize("name", library().decks())
def test_the_stack_has_room_in_the_folded_box_and_does_not_rattle(name: str) -> None:
    box = box_of(name)
    for room, needed in zip((box.wide, box.high, box.deep), stack_of(name), strict=True):
        assert needed + 5 <= room - FOLD <= needed + 20
    # what is folded in ends before it meets the other flap, a corner or the foot
    assert 2 * box.dust < box.wide
    assert box.glue < box.deep
    assert box.rows[0] - box.deep < box.high


@pytest.mark.parametrize("name", library().decks())
def test_the_net_fits_on_the_paper_and_its_folds_meet(name: str) -> None:
    box = box_of(name)
    w, h = box.size
    for paper in ("a4", "letter"):
        wide, high = deck_print.PAPERS[paper]
        assert w <= wide * 10 - 2 * EDGE and h <= high * 10 - 2 * EDGE - 500  # words stand below
    panels = box.panels
    # back, a side, the front and a side alike follow each other without a gap
    round_it = [panels[each] for each in ("back", "left", "front", "right")]
    for (x, y, across, down), (other, top, _, tall) in pairwise(round_it):
        assert x + across == pytest.approx(other) and (y, down) == (top, tall)
    assert panels["left"][2:] == panels["right"][2:] == (box.deep, box.high)
    # lid and bottom close what front, back and sides leave open
    assert panels["lid"][2:] == panels["bottom"][2:] == (box.wide, box.deep)
    assert panels["lid"][1] + box.deep == pytest.approx(panels["back"][1])


def corners_of(outline: str) -> list[tuple[float, float]]:
    """Where the steps of path data end; of an arc its end alone."""
    x = y = 0.0
    ends = []
    for step, given in re.findall(r"([MLHVa])([^MLHVaz]*)", outline):
        numbers = [float(number) for number in re.findall(r"-?[0-9.]+", given)]
        if step == "a":
            x, y = x + numbers[-2], y + numbers[-1]
        else:
            x = x if step == "V" else numbers[0]
            y = y if step == "H" else numbers[-1]
        ends.append((x, y))
    return ends


@pytest.mark.parametrize(("count", "thickness"), [(55, 3.5), (25, 2.5), (3, 3.5), (55, 10)])
def test_the_line_to_cut_goes_round_all_panels_and_no_further(count: int, thickness: float) -> None:
    box = TuckBox(610, 1130, count, thickness)
    ends = corners_of(box.outline)
    xs, ys = zip(*ends, strict=True)
    assert min(xs) == pytest.approx(0, abs=0.1) and min(ys) == pytest.approx(0, abs=0.1)
    assert (max(xs), max(ys)) == pytest.approx(box.size, abs=0.1)
    # twice the area inside, by the corners: the panels, and flaps that taper
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ends, ends[0]]))
    seen = sum(w * h for _, _, w, h in box.panels.values())
    assert seen < twice / 2 < box.size[0] * box.size[1]


@pytest.mark.parametrize(
    ("lang", "count"), [("en", "24 cards"), ("de", "24 Karten"), ("ja", "24枚")]
)
def test_a_boxed_pack_has_a_title_card_and_the_net_in_true_size(
    tmp_path: Path, lang: str, count: str
) -> None:
    pack = load_deck("french-24")
    path = deck_print.print_pdf(pack, tmp_path, lang, "letter", box=True)
    assert faults(path) == []
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2 + 2 * 4 + 1  # eight on a sheet, and the title card behind 24
        last = pdf.pages[-1]
        assert [float(each) for each in last.mediabox[2:]] == pytest.approx([612, 792], abs=0.1)
        net = TuckBox(590, 910, 25, 3.5)
        ((_, (left, top, right, foot)),) = placed(last)
        # with 5 mm of the drawing round it, and a printer's edge on either side
        assert (right - left, foot - top) == pytest.approx(
            [each / 10 + 10 for each in net.size], abs=0.1
        )
        assert left + 5 >= 4 and right - 5 <= 215.9 - 4 and top + 5 >= 4 and foot - 5 <= 279.4 - 4
        tags = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)]
        found = [str(tag.Alt) for tag in tags if tag.get("/S") == "/Figure"]
    words, name = deck_print.words_in(lang)["box"], pack.name.text(lang)
    for alt in (words["title_alt"], words["net_alt"]):
        assert found.count(alt.format(name=name[:1].upper() + name[1:])) == 1
    assert deck_print.boxed(pack, lang).count == count


def test_a_pack_names_the_games_that_are_played_with_it_once() -> None:
    made = deck_print.boxed(load_deck("tarock-54"), "en")
    assert made.made_for == "for Königrufen, Slovenian\N{NO-BREAK SPACE}Tarok"
    assert made.lead.startswith("For 54 cards and the title card")
    german = deck_print.boxed(load_deck("german-32"), "de")
    assert "jede 0,35\N{NO-BREAK SPACE}mm dick: ein Stapel von 11,5" in german.lead
    assert deck_print.boxed(loaded("zwanzigerrufen", "base").deck.cards[:3], "en").made_for == ""


def test_a_box_that_is_larger_than_the_paper_is_refused_with_its_size() -> None:
    with pytest.raises(WrongCall, match=r"the box is 2[0-9]+ by [0-9]+ mm .* too large for a4"):
        deck_print.boxed(load_deck("tarock-54"), "en", thickness=1.0)
    assert deck_print.boxed(load_deck("tarock-54"), "en", "a3", 1.0).net.count == 55


@pytest.mark.parametrize(
    ("options", "with_what"),
    [
        (["--box"], "--box goes with --print"),
        (["--paper", "a4"], "--paper goes with --print"),
        (["--print", "--thickness", "0.35"], "--thickness goes with --print --box"),
    ],
)
def test_what_has_to_do_with_print_alone_goes_with_it(
    tmp_path: Path, options: list[str], with_what: str
) -> None:
    result = CliRunner().invoke(zwanz, ["deck", "french-24", *options, "--out", str(tmp_path)])
    assert result.exit_code == 2 and with_what in result.output
    assert list(tmp_path.iterdir()) == []
