"""The English chapters: one text, a sound book of every variant."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

import pytest
from conftest import VARIANTS, loaded

import zwanz_ssot
from renderer import blocks, book, pages
from renderer.shortcodes import BLOCKS
from zwanz_ssot.model import SEATS, Contract
from zwanz_ssot.places import data

GAME, LANG = "zwanzigerrufen", "en"
NAMES = [variant for game, variant in VARIANTS if game == GAME]
ANNOUNCING = ["base", "wikipedia", "directnet"]
assert blocks  # registers them
CHAPTERS = sorted((data("templates") / "book" / LANG).glob("*.md"))

RAW = re.compile(r"^\[trick-table.*?^\[/trick-table\]", re.MULTILINE | re.DOTALL)
TAG = re.compile(r"\[\[[^\]]*\]\]|\[/?[a-z][^\]]*\]|\{#[\w-]+\}|\]\(#[\w-]+\)")


@cache
def text(variant: str) -> str:
    """What a reader of the book finds, in plain words: contents, chapters, colophon."""
    game = loaded(GAME, variant)
    chapters = book.write_chapters(game, LANG, CHAPTERS[0].parent, BLOCKS)
    page = re.sub(r"<style>.*?</style>", "", pages.document(game, LANG, chapters), flags=re.DOTALL)
    return plain(re.sub(r"<[^>]+>", " ", page))


def plain(said: str) -> str:
    """A text without soft hyphens, typographic quotes and line ends."""
    said = html.unescape(said).replace("\u00ad", "").replace("’", "'")
    return re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"\s+", " ", said))


def word(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(plain(name))}\b")


def missing(variant: str) -> list[Contract]:
    """The contracts that other variants have and this one has not."""
    here = loaded(GAME, variant).contracts
    others = {id: contract for other in NAMES for id, contract in loaded(GAME, other).contracts.items()}
    return [contract for id, contract in others.items() if id not in here]


@pytest.mark.parametrize("variant", NAMES)
def test_the_book_of_every_variant_is_written_without_a_problem(variant: str) -> None:
    assert len(text(variant).split()) > 3000


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.stem)
def test_no_chapter_types_a_digit(chapter: Path) -> None:
    written = TAG.sub("", RAW.sub("", chapter.read_text(encoding="utf-8")))
    assert re.findall(r".*\d.*", written) == []


@pytest.mark.parametrize("variant", NAMES)
def test_every_open_question_is_printed_with_its_answer(variant: str) -> None:
    book_text = text(variant)
    for entry in loaded(GAME, variant).open:
        for said in (entry.question, entry.kept, entry.why):
            assert plain(said.said(LANG)) in book_text, entry.at


@pytest.mark.parametrize("variant", NAMES)
def test_every_contract_and_every_bonus_is_named(variant: str) -> None:
    game, book_text = loaded(GAME, variant), text(variant)
    names = [contract.name for contract in game.contracts.values()] + [bonus.name for bonus in game.bonuses.values()]
    for name in names:
        assert word(name.said(LANG)).search(book_text), name


@pytest.mark.parametrize("variant", NAMES)
def test_no_contract_is_told_of_that_the_variant_lacks(variant: str) -> None:
    for contract in missing(variant):
        assert not word(contract.name.said(LANG)).search(text(variant)), contract.id


@pytest.mark.parametrize(
    ("told", "where"),
    [
        ("The fairy-tale trick", ["wikipedia", "directnet"]),
        ("Throwing in", ["wikipedia", "directnet"]),
        ("is a promise", ["directnet"]),
        ("Announcing and Kontra", ANNOUNCING),
        ("clears out another suit first", ["wikipedia", "rulebook"]),
        ("must play a tarock although it cannot win", ["base", "directnet"]),
        ("nobody cuts", ["directnet", "rulebook"]),
        ("nothing for it but to bid a game that is played alone", ANNOUNCING),
    ],
)
def test_a_passage_stands_where_its_rule_is_played(told: str, where: list[str]) -> None:
    assert sorted(variant for variant in NAMES if told in text(variant)) == sorted(where)


# The auction that is told word by word ------------------------------------------------------------

HANDS = [
    "T-XX T-Sk T-XVIII T-X T-VII H-K H-Q D-K D-1 C-K",
    "T-I T-XVII T-XVI T-XV T-XIV T-XIII T-XII S-K S-Q H-C",
    "T-XIX T-XXI T-XI T-IX T-VIII C-Q C-C C-J D-C H-J",
    "T-VI T-V T-IIII S-C S-J S-10 H-1 D-Q D-J C-10",
]
TURNS = [
    ("forehand", ["bid rufer T-XIX"]),
    ("second", []),
    ("third", ["announce absolut"]),
    ("fourth", ["double absolut"]),
    ("forehand", []),
    ("second", ["double game", "announce pagat_ultimo"]),
    ("third", ["double pagat_ultimo"]),
]


def test_the_turns_below_are_those_of_the_chapter() -> None:
    chapter = next(file for file in CHAPTERS if "kontra" in file.stem).read_text(encoding="utf-8")
    assert re.findall(r"^\| \*\*(\w+):\*\*", chapter, re.MULTILINE) == [seat.capitalize() for seat, _ in TURNS]


@pytest.mark.parametrize("variant", ANNOUNCING)
def test_the_auction_of_the_chapter_can_be_said(variant: str) -> None:
    round = zwanz_ssot.deal(loaded(GAME, variant), hands=[hand.split() for hand in HANDS])
    while round.step == "misdeal":
        round = round.after("keep")
    for seat, said in TURNS:
        assert round.turn == SEATS.index(seat)
        for move in [*said, "pass"]:
            round = round.after(move)
    while round.step == "auction":
        round = round.after("pass")
    assert round.step == "play"
    assert round.contract is not None and round.contract.id == "rufer"
