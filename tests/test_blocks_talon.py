"""Blocks in a game with a talon, cards in packets of three, values by contract and two accounts."""

from __future__ import annotations

import re

import pytest
from conftest import loaded

from zwanz_renderer import blocks
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared

assert blocks  # registers them


@pytest.fixture(scope="module")
def press() -> MarkdownSetup:
    return MarkdownSetup("en")


def drawn(
    press: MarkdownSetup, text: str, variant: str = "base", game: str = "koenigrufen"
) -> tuple[list[list[str]], str, list[str]]:
    """The rows of a chapter's tables, its text, and its problems."""
    shared = Shared()
    html = (
        ChapterWriter(press, loaded(game, variant), "x.md", shared).chapter(f"# X\n\n{text}").html
    )
    html = re.sub(r'<span class="chip[^>]*title="([^"]*)".*?</span>', r"\1", html)
    html = re.sub(r"<img[^>]*>", "", html.replace("\u00ad", ""))
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.S)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line, re.S) for line in lines]
    found = [
        [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in rows
    ]
    return (
        found,
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)),
        [str(problem) for problem in shared.found.problems],
    )


def test_contracts_with_the_same_bonuses_share_a_row(press: MarkdownSetup) -> None:
    rows, _, problems = drawn(press, "[bonus-matrix]")
    assert not problems
    by_name = {row[0]: row[1:] for row in rows[1:]}
    assert rows[0][1:] == [
        "Trull",
        "Four Kings",
        "King Ultimo",
        "Pagat",
        "Uhu",
        "Kakadu",
        "Quapil",
        "Valat",
    ]
    assert by_name["Rufer, Besserrufer"] == ["1/2", "1/2", "1/2", "1/2", "2/4", "3/6", "4/8", "4/8"]
    assert by_name["Suit Solo"] == ["–", "2/4", "–", "–", "–", "–", "–", "24/48"]
    assert by_name["Solodreier"] == ["2/4", "2/4", "–", "2/4", "4/8", "6/12", "8/16", "32/64"]
    assert not any("Piccolo" in name for name in by_name)


def test_what_cards_count_alone_stands_beside_what_they_count_in_a_packet(
    press: MarkdownSetup,
) -> None:
    rows, _, problems = drawn(press, "[deck-overview show=points]")
    assert not problems
    assert rows[1][1:] == ["5", "4⅓", "7", "30⅓"]  # Sküs, Mond, Pagat and four Kings: 7 × 13 thirds
    assert rows[-1] == ["Together", "54", "70"]


def test_captured_cards_are_counted_with_what_a_packet_counts_less(press: MarkdownSetup) -> None:
    assert (
        "5 points" in drawn(press, '[capture-marker cards="H-K D-2 T-V" to=declarers]')[1]
    )  # 5 + 1 + 1 - 2
    _, _, problems = drawn(press, '[capture-marker cards="H-K D-2 T-V" to=declarers points=7]')
    assert problems[0].endswith("these cards count 5, not 7; write points=5, or leave it out")
    king = '[capture-marker cards="H-K" points=4 to=declarers]'
    assert drawn(press, king)[2][0].endswith("these cards count 4⅓, not 4; leave points out")


def test_a_game_that_costs_more_than_it_brings_says_so(press: MarkdownSetup) -> None:
    rows, _, _ = drawn(press, "[score-table contract=sechserdreier]")
    assert rows[2] == ["nothing", "+12", "−4", "−24", "+8"]
    assert "4 / −8" in drawn(press, "[contract-table only=sechserdreier special=no]")[1]


def test_payments_that_are_told_case_by_case_are_not_drawn_as_a_table(press: MarkdownSetup) -> None:
    _, _, problems = drawn(press, "[score-table contract=trischaken]")
    assert "told case by case; write [rules of=contracts.trischaken.payments]" in problems[0]


def test_a_script_goes_on_through_the_call_and_the_talon(press: MarkdownSetup) -> None:
    script = """[bid-script ends="forehand: rufer" hands="forehand: D-Q D-J S-7" talon="H-1 H-2 H-3"]
forehand: open
second: pass
third: pass
fourth: pass
forehand: bid rufer
forehand: call D-K; take 1; discard D-Q; discard D-J; discard S-7 : Nothing is left to lose.
[/bid-script]"""
    rows, text, problems = drawn(press, script)
    assert not problems
    assert rows[6] == [
        "Forehand",
        "calls the King of Diamonds, takes packet 1 of the talon, discards Queen of Diamonds, Jack of Diamonds"
        " and Seven of Spades Nothing is left to lose.",
    ]
    assert "Forehand plays the Rufer with the holder of the King of Diamonds" in text


def test_a_panel_has_what_is_written_and_what_is_paid(press: MarkdownSetup) -> None:
    lines = "contract: piccolo\ndoubled: {game second: 1}\noutcome: {tricks: {declarers: 1}}"
    rows, _, problems = drawn(press, f"[score-panel]\n{lines}\n[/score-panel]")
    assert not problems
    assert rows[-2:] == [["Written", "+6", "−2", "−2", "−2"], ["Paid", "+8", "−4", "−2", "−2"]]


def test_an_auction_that_ends_before_the_call_leaves_nobody_alone(press: MarkdownSetup) -> None:
    turns = "forehand: open\nsecond: bid solorufer\nthird: pass\nfourth: pass\nforehand: pass"
    script = f'[bid-script ends="second: solorufer"]\n{turns}\n[/bid-script]'
    rows, _, problems = drawn(press, script)
    assert not problems
    assert rows[-1] == ["Second hand plays the Solorufer, and has yet to call a partner."]
    rows, _, _ = drawn(MarkdownSetup("de"), script)
    assert rows[-1] == ["Zweite Hand spielt den Solorufer und hat noch einen Partner zu rufen."]


def test_the_end_of_an_auction_is_told_in_the_cases_of_its_language() -> None:
    script = """[bid-script ends="forehand: rufer" hands="forehand: T-I; third: D-K" talon="H-1 H-2 H-3 C-7 C-8 C-9"]
forehand: open
second: pass
third: pass
fourth: pass
forehand: bid rufer
forehand: call D-K; take 1; discard H-1; discard H-2; discard H-3; announce pagat
second: double pagat
third: pass
fourth: pass
forehand: pass
[/bid-script]"""
    rows, _, problems = drawn(MarkdownSetup("de"), script)
    assert not problems
    assert "mit dem Spieler, der den Karo-König hält." in rows[-1][0]
    assert rows[-1][0].endswith("Auf dem Pagat steht Kontra.")


def test_a_script_tells_each_word_between_the_declarer_and_one_opponent(
    press: MarkdownSetup,
) -> None:
    script = """[bid-script]
forehand: bid bettel
second: pass
third: pass
fourth: pass
forehand: pass
second: double game
third: pass
fourth: pass
forehand: double game second
second: double game
[/bid-script]"""
    rows, _, problems = drawn(press, script)
    assert not problems
    assert [row[-1] for row in rows[:-1] if "ontra to" in row[-1]] == [
        "says Kontra to the game",
        "says Rekontra to second hand",
        "says Subkontra to the game",
    ]


def test_what_each_gets_by_his_place_is_not_in_the_table_of_all_contracts(
    press: MarkdownSetup,
) -> None:
    plain, _, _ = drawn(press, "[score-table]")
    assert ["Trischaken", "–", "–", "−3", "+1"] in plain
    placed, _, problems = drawn(press, "[score-table]", "tirol")
    assert not problems
    assert not any(row[0].startswith("Trischaken") for row in placed)


@pytest.mark.parametrize(
    ("variant", "not_here"), [("wien", ["Kaiserstich", "Besserrufer", "hold a Solodreier", "wants none says “Vorhand”"]),
                              ("tirol", ["Kaiserstich", "Mondfang", "hold a Solodreier"])]
)  # fmt: skip
def test_a_cup_neither_denies_nor_asks_what_its_rules_say(
    press: MarkdownSetup, variant: str, not_here: list[str]
) -> None:
    _, sentence, problems = drawn(press, "[not-used]\n\n[open-list]\n\n[differences]", variant)
    assert not problems
    before = sentence.split("What is different")[0]
    assert not [word for word in not_here if word in before]


def test_where_everybody_plays_alone_no_row_is_for_each_declarer(press: MarkdownSetup) -> None:
    rows, _, problems = drawn(press, "[score-table]", "three", "anrufen")
    assert not problems
    assert rows[1] == ["declarer", "each opponent"] * 2
    rows, _, _ = drawn(press, "[score-table]")
    assert rows[1] == ["each declarer", "each opponent"] * 2


def test_one_of_several_cards_is_told_as_one_or_the_other(press: MarkdownSetup) -> None:
    """A beginner who reads "the Uhu and the Pagat" would wait for both."""
    rule = "[rule at=contracts.besserrufer.requires]"
    found = {lang: drawn(MarkdownSetup(lang), rule, "tirol")[1] for lang in ("en", "de", "ja")}
    assert "if the bidder holds the Uhu or the Pagat" in found["en"]
    assert "wenn der Ansager den Uhu oder den Pagat hält" in found["de"]
    assert "本人の手札にウーフーまたはパガットがあり" in found["ja"]


def test_cards_in_the_sentence_of_a_rule_are_labels_as_in_the_text_around_it(
    press: MarkdownSetup,
) -> None:
    _, html, problems = drawn(press, "[rule at=call.cards]")
    assert not problems
    assert all(f"King of {suit}" in html for suit in ("Hearts", "Diamonds", "Spades", "Clubs"))
