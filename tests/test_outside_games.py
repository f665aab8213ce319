"""The games of docs/games, which come from outside the family: checked, played by both
implementations, settled, read aloud and printed. Expected cards and scores are worked out by hand.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from naive import begin
from test_perft_references import compare

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import deal
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.engine.trick import TrickRules
from zwanz_ssot.library import check, load
from zwanz_ssot.model import Game
from zwanz_ssot.prose import Prose, languages

GAMES = Path(__file__).parent.parent / "docs" / "games"
NAMES = tuple(sorted(path.parent.name for path in GAMES.glob("*/game.yaml")))
each_game = pytest.mark.parametrize("name", NAMES)


@cache
def rules_of(name: str) -> Game:
    """A game of the folder."""
    return load(name, rules=GAMES)


def test_nothing_is_wrong_with_them() -> None:
    assert check(rules=GAMES) == []


@each_game
def test_both_implementations_play_them_alike(name: str) -> None:
    rules = rules_of(name)
    for seed in range(12):
        random = Random(f"{name} {seed}")
        compare(deal(rules, seed=seed), begin(rules, seed), random, 0.3)


@each_game
def test_they_are_settled(name: str) -> None:
    settled = [ledger for _, ledger in random_rounds(rules_of(name), 200, seed=1) if ledger]
    assert len(settled) > 100


@each_game
def test_their_examples_hold(name: str) -> None:
    result = CliRunner().invoke(zwanz, ["examples", "--rules", str(GAMES), *map(str, files(name))])
    assert result.exit_code == 0, result.output


def files(name: str) -> list[Path]:
    """The examples of a game."""
    found = sorted((GAMES / name / "examples").glob("*.yaml"))
    assert found
    return found


@each_game
def test_the_page_quotes_what_the_rules_say(name: str) -> None:
    prose = Prose(rules_of(name), "en")
    said = " ".join(
        prose.setting((section,), value)
        for section, value in rules_of(name).data.items()
        if section not in ("open", "not_used")
    )
    page = (GAMES / f"{name}.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^> (.+)$", page, re.MULTILINE)
    assert len(quoted) >= 5
    assert [line for line in quoted if line not in said] == []


@each_game
@pytest.mark.parametrize("language", languages())
def test_they_print(name: str, language: str, tmp_path: Path) -> None:
    command = ["book", name, "--rules", str(GAMES), "--lang", language, "--format", "html"]
    result = CliRunner().invoke(zwanz, [*command, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / f"{name}.base.{language}.html").stat().st_size > 50_000


# Skat: trumps listed one by one


def tricks(name: str, contract: str) -> TrickRules:
    """The rules for tricks of a contract."""
    rules = rules_of(name)
    return TrickRules(rules.contracts[contract].play, rules.deck)


def winner(name: str, contract: str, cards: str) -> str:
    """Who takes a trick, its cards in the order played."""
    deck = rules_of(name).deck
    order = [deck.by_id[card].index for card in cards.split()]
    best = tricks(name, contract).winner(deck.mask(cards.split()), order[0], order)
    return deck.cards[best].id


@pytest.mark.parametrize(
    ("contract", "cards", "best"),
    [
        ("clubs", "D-J C-A S-J", "S-J"),  # Jacks before the Ace of trumps, by their suits
        ("clubs", "H-A D-J H-10", "D-J"),  # a Jack ruffs a suit
        ("clubs", "C-10 C-K C-Q", "C-10"),  # the Ten stands second
        ("hearts", "C-J H-A S-A", "C-J"),
        ("hearts", "C-A H-7 C-10", "H-7"),
        ("grand", "H-A H-10 D-J", "D-J"),
        ("grand", "C-A C-10 H-A", "C-A"),
        ("grand", "C-A D-A D-10", "C-A"),
        ("null", "C-10 C-J C-9", "C-J"),  # the Ten stands below the Jack, and the Jack is a club
        ("null", "C-9 D-J H-A", "C-9"),
    ],
)
def test_who_takes_a_trick_of_skat(contract: str, cards: str, best: str) -> None:
    assert winner("skat", contract, cards) == best


@pytest.mark.parametrize(
    ("contract", "hand", "trick", "may"),
    [
        ("clubs", "D-J D-A H-7", "C-7", "D-J"),  # a Jack follows trumps
        ("clubs", "D-J D-A H-7", "D-7", "D-A"),  # … and its printed suit no more
        ("clubs", "D-J H-7", "D-7", "D-J H-7"),
        ("grand", "C-A C-7 D-7", "S-J", "C-A C-7 D-7"),
        ("grand", "C-J C-7 D-7", "S-J", "C-J"),
        ("null", "C-J C-7 D-7", "C-A", "C-J C-7"),
    ],
)
def test_what_follows_in_skat(contract: str, hand: str, trick: str, may: str) -> None:
    deck = rules_of("skat").deck
    held, lies = deck.mask(hand.split()), deck.mask(trick.split())
    legal = tricks("skat", contract).legal(held, lies, deck.by_id[trick].index, 0, ())
    assert legal == deck.mask(may.split())
