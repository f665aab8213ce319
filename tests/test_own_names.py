"""What an author names is a name and nothing more: another word for it, even one that the rules or
their sentences use, changes neither moves nor scores, and the book can be printed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from changed import scored
from prose_fixtures import content

from zwanz_renderer import blocks, book
from zwanz_ssot import Prose, deal, places
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault

assert blocks  # registers them
SHIPPED, ELSEWHERE = places.data("rules"), places.data("docs") / "games"
NAMES = [
    (SHIPPED, "zwanzigerrufen", "absolut"),
    (SHIPPED, "zwanzigerrufen", "rekontra"),
    (SHIPPED, "zwanzigerrufen", "glatzen"),
    (SHIPPED, "koenigrufen", "mayor"),
    (SHIPPED, "hungarian-tarokk", "discarded_cards"),
    (SHIPPED, "slovenian-tarok", "with_talon"),
    (ELSEWHERE, "bauernschnapsen", "marriage"),
    (ELSEWHERE, "bauernschnapsen", "black_won"),
    (ELSEWHERE, "bauernschnapsen", "second_batch"),
]
"""A bonus, a level of kontra, sets of cards, a reason for doubling, a group of contracts, a
declaration, a case of payments, a step of the deal.
"""
WORDS = sorted(
    {
        part
        for section in content("en").values()
        if isinstance(section, dict)
        for key in section
        for part in re.split(r"[.<>]", str(key))
        if re.fullmatch("[a-z_]+", part)
    }
)


def renamed(folder: Path, library: Path, old: str, new: str) -> None:
    """Copy a library, with another name for something in all its games and packs."""
    shutil.copytree(library, folder)
    for file in (*folder.glob("decks/*.yaml"), *folder.glob("*/game.yaml")):
        text = file.read_text(encoding="utf-8")
        other = re.sub(rf"(?<![\w-]){old}(?![\w-])", new, text)
        file.write_text(other, encoding="utf-8")


def scores(game: Game) -> Iterator[Any]:
    """What three random rounds come to."""
    prose = Prose(game, "en")
    for seed in range(3):
        random, played = Random(seed), deal(game, seed=seed)
        while not played.over:
            moves = played.moves()
            played = played.after(moves[random.randrange(len(moves))])
        ledger = None if played.silent() else played.ledger()
        if ledger is not None:
            assert prose.ledger(ledger)
        yield len(played.history), scored(played)


@cache
def as_shipped(library: Path, game: str) -> list[Any]:
    return list(scores(load(game, rules=library)))


@pytest.mark.parametrize(("library", "game", "old"), NAMES, ids=lambda it: str(it).split("/")[-1])
def test_a_name_means_nothing(
    library: Path,
    game: str,
    old: str,
    tmp_path: Path,
    sampled: Callable[[list[str], int], list[str]],
) -> None:
    accepted = 0
    for number, word in enumerate(sampled(WORDS, 2)):
        folder = tmp_path / str(number)
        renamed(folder, library, old, word)
        try:
            rules = load(game, rules=folder)
        except RulesFault:  # something else is called so
            continue
        accepted += 1
        assert list(scores(rules)) == as_shipped(library, game), word
        book.BookBuilder(
            rules, "en", chapters=book.chapters_of(book.ANY, "en"), draft=True
        ).manuscript.chapters()
    assert accepted
