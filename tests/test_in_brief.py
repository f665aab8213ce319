"""The first spread of every book, drawn from the rules, and a trick drawn on the table."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from conftest import VARIANTS, loaded
from test_fans import block_style

from zwanz_renderer import (
    blocks,  # noqa: F401  registers the blocks
    book,
    faces,
)
from zwanz_renderer.blocks.dealt import WIDER_THAN_STEP, overlap_step
from zwanz_renderer.blocks.tricks import PlacedSeat, place_of
from zwanz_renderer.pictures import bought
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared

SPREAD = "# X\n\n[in-brief]\n\n[reset-diagram]\n\n[pack-to-make]\n\n[round-in-brief]\n"


def drawn(game: str, variant: str, lang: str, text: str) -> tuple[str, list[str]]:
    """A chapter as HTML without soft hyphens, and its problems."""
    shared = Shared()
    setup = MarkdownSetup(lang, registry=BLOCKS)
    html = ChapterWriter(setup, loaded(game, variant), "x.md", shared).chapter(text).html
    problems = [str(problem) for problem in shared.found.problems]
    return str(html).replace("\u00ad", ""), problems


@pytest.mark.sample(12)
@pytest.mark.parametrize("lang", book.with_chapters())
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_game_has_its_spread(game: str, variant: str, lang: str) -> None:
    html, problems = drawn(game, variant, lang, SPREAD)
    assert problems == []
    brief, round_ = (
        re.search(rf'<div class="{name}">.*?</div>', html, re.DOTALL)
        for name in ("in-brief", "round-in-brief")
    )
    assert brief and brief[0].count("<p>") == 2  # what it is, and what one needs
    assert round_ and 4 <= round_[0].count("<li>") <= 6
    players = loaded(game, variant).table.players
    assert html.count('class="seat-number"') == players


@pytest.mark.parametrize(
    ("game", "count", "spare"),
    [
        # by the sources tarocks II and III, the red 2 to 4 and the black 9 to 7 are out
        (
            "zwanzigerrufen",
            54,
            "T-III T-II H-2 H-3 H-4 D-2 D-3 D-4 C-9 C-8 C-7 S-9 S-8 S-7",
        ),
        ("koenigrufen", 54, ""),
        ("koenigrufen-russbach", 32, ""),
        (
            "anrufen",
            52,
            " ".join(f"{suit}-{rank}" for suit in "HDSC" for rank in (8, 7, 6, 5, 4, 3, 2)),
        ),
    ],
)
def test_the_pack_is_made_up_of_the_one_in_the_shop(game: str, count: int, spare: str) -> None:
    pack = bought(loaded(game, "base").deck)
    assert pack is not None
    assert (pack.count, [card.id for card in pack.spare]) == (count, spare.split())


def test_cards_that_are_taken_out_are_drawn_and_named() -> None:
    html, _ = drawn("zwanzigerrufen", "wikipedia", "en", "# X\n\n[pack-to-make]\n")
    shown = re.findall(r'src="card:([^"@]+)@book" alt="([^"]+)"', html)
    assert ("T-II", "Tarock II") in shown and ("S-7", "Spades 7") in shown
    assert len(shown) == 14


@pytest.mark.parametrize(
    ("game", "second"), [("koenigrufen", "right"), ("koenigrufen-russbach", "left")]
)
def test_whoever_plays_second_sits_where_play_goes(
    game: str, second: Literal["right", "left"]
) -> None:
    """Anticlockwise, seen from above, is to the right of who sits below."""
    seats = [PlacedSeat("", *place_of(loaded(game, "base"), number)) for number in range(4)]
    assert [seat.side for seat in seats[::2]] == ["below", "above"]
    assert seats[1].side == second


TRICKS = """[trick-table contract=rufer lead=second{}]
second: H-K | third: H-1 | fourth: T-IX | forehand: H-Q -> fourth
fourth: C-10 | forehand: C-K | second: C-J | third: C-Q -> forehand
[/trick-table]
"""


def test_a_trick_lies_on_the_table_with_its_cards_in_the_order_of_play() -> None:
    html, problems = drawn(
        "zwanzigerrufen", "wikipedia", "en", "# X\n\n" + TRICKS.format(" draws=2")
    )
    assert problems == []
    figure = html[html.index('<figure class="scene">') :]
    cards = re.findall(r'src="card:([^"@]+)@head".*?class="turn"[^>]*>(\d)<', figure)
    assert {turn: card for card, turn in cards} == {
        "1": "C-10",
        "2": "C-K",
        "3": "C-J",
        "4": "C-Q",
    }
    assert len(re.findall("lying winning", figure)) == 1
    assert "<figcaption>Trick 2, as it lies on the table</figcaption>" in figure


def test_a_trick_that_is_not_there_cannot_be_drawn() -> None:
    _, problems = drawn("zwanzigerrufen", "wikipedia", "en", "# X\n\n" + TRICKS.format(" draws=3"))
    assert len(problems) == 1 and "draws=3 is none of them" in problems[0]


def test_a_hand_that_is_laid_out_shows_the_sign_of_each_card() -> None:
    """The next card begins where the step ends: every sign of every pack is left of it."""
    wide = re.search(r"^\.deal \.laid \.card \{[^}]*width: ([\d.]+)%", block_style(), re.M)
    assert wide and float(wide[1]) / 100 == pytest.approx(WIDER_THAN_STEP, abs=0.001)
    for game, variant in VARIANTS:
        deck = loaded(game, variant).deck
        style = faces.style_of(deck.cards)
        across = faces.size(style, head=True)[0]
        for card in deck.cards:
            right = faces.index_bounds(card, detail="head", style=style)[2]
            assert right < across / WIDER_THAN_STEP, card.id


@pytest.mark.parametrize("count", range(1, 17))
def test_a_hand_that_is_laid_out_fits_its_row(count: int) -> None:
    assert overlap_step(count) * (count - 1 + WIDER_THAN_STEP) <= 100.2


def test_cards_of_a_packet_are_as_large_as_those_of_a_hand() -> None:
    assert overlap_step(4, columns=2) / 2 == overlap_step(4)
    assert overlap_step(12, columns=2) == overlap_step(12)  # they fill the column
