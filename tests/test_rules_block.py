"""The block that tells every rule of a part, and the chapters that print any game with it."""

from __future__ import annotations

import re

import pytest
from conftest import VARIANTS, loaded

from zwanz_renderer import blocks, book
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared
from zwanz_ssot.places import data

assert blocks
ANY = "any"


def drawn(text: str, variant: str, lang: str = "en") -> tuple[list[str], list[str]]:
    """The items of the list that a text becomes, and the problems found."""
    shared = Shared()
    game = loaded("zwanzigerrufen", variant)
    html = ChapterWriter(MarkdownSetup(lang), game, "x.md", shared).chapter(f"# X\n\n{text}").html
    items = re.findall(r"<li>(.*?)</li>", str(html), re.DOTALL)
    return [re.sub(r"<[^>]+>", "", item).replace("\u00ad", "") for item in items], [
        str(problem) for problem in shared.found.problems
    ]


def test_every_rule_of_a_part_is_a_sentence_of_its_own() -> None:
    rules, problems = drawn("[rules of=match]\n\n[rules of=count]", "rulebook")
    assert problems == []
    assert rules[0].startswith("Scores are kept until a target ends the match, and settled then.")
    assert rules[-1] == "The last trick counts nothing of its own."


def test_what_is_open_about_a_rule_is_a_note_at_the_end_of_the_chapter() -> None:
    """Of two rules with the same question, both lead to the one note."""
    shared, game = Shared(), loaded("zwanzigerrufen", "directnet")
    text = "# X\n\n[rules of=auction]\n\nOnce more.[open at=auction.own_bid]"
    writer = ChapterWriter(MarkdownSetup("en"), game, "x.md", shared)
    html = str(writer.chapter(text, number=3).html).replace("\u00ad", "")
    above, notes = html.split('<details class="open-questions">')
    assert "<strong>" not in above and "Open questions" in notes

    (rule,) = re.findall(r"<li>Whoever holds the highest bid cannot raise it.*?</li>", above)
    (number,) = re.findall(r'href="#open-(3-\d+)"', rule)
    assert above.count(f'href="#open-{number}"') == 2
    assert above.count(f'id="asked-{number}"') == notes.count(f'id="open-{number}"') == 1


def test_a_part_told_elsewhere_can_be_left_out() -> None:
    with_all, _ = drawn("[rules of=play]", "directnet")
    without, problems = drawn('[rules of=play without="wins, beat"]', "directnet")
    assert problems == []
    assert len(without) == len(with_all) - 2


def test_what_cannot_be_said_or_left_out_is_a_problem_at_its_line() -> None:
    _, problems = drawn("[rules of=play without=winds]", "directnet")
    assert problems == ["x.md:3:1: rules: there is no 'winds' in 'play' that could be left out"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("lang", book.with_chapters())
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_the_chapters_for_any_game_print_every_game(game: str, variant: str, lang: str) -> None:
    chapters = book.write_chapters(
        loaded(game, variant), lang, data("templates") / "book" / lang / ANY, BLOCKS
    )
    assert len(chapters) == 8
