"""The lists in docs/protocol.md: every form that a move has in some game, and every step, and no
other.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from conftest import VARIANTS, loaded

from zwanz_ssot.engine import Move, deal
from zwanz_ssot.engine.compiled import table
from zwanz_ssot.explain.legality import _RULES_THAT_ALLOW
from zwanz_ssot.library import load
from zwanz_ssot.model import SEATS, SIDES, Game
from zwanz_ssot.vectors.engine import STEPS

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "docs" / "games"
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


@cache
def games() -> list[Game]:
    """All rule sets, and the games from outside the family: they bid numbers and pass cards."""
    outside = [path.parent.name for path in GAMES.glob("*/game.yaml")]
    return [loaded(*each) for each in VARIANTS] + [load(name, rules=GAMES) for name in outside]


def form(move: Move) -> str:
    """A move with names for its words: ``play CARD``."""
    kind, *words = str(move).split()
    cards = {card.id for card in (move.card, move.laid) if card is not None}
    named = {move.contract: "CONTRACT", move.suit and move.suit.letter: "SUIT"}
    item = "DECLARATION" if kind == "declare" else "BONUS"

    def name(word: str) -> str:
        if word in cards:
            return "CARD"
        if word in named:
            return named[word]
        if word.isdigit():
            return "N"
        if word in (*SEATS, *SIDES):
            return "SEAT" if word in SEATS else "SIDE"
        return word if word == "game" else item

    return " ".join([kind, *map(name, words)])


def listed() -> dict[str, str]:
    """The forms of the page, each with its example."""
    return dict(re.findall(r"^\| `([a-z-]+[A-Z a-z]*)` \| `([^`]+)` \|", PAGE, re.MULTILINE))


def test_the_protocol_lists_every_form_of_a_move_and_no_other() -> None:
    forms = {form(move) for game in games() for move in table(game).moves.all}
    assert {*listed()} == forms
    assert {each.split()[0] for each in forms} == {*_RULES_THAT_ALLOW}


def test_each_example_is_a_move_of_some_game() -> None:
    every = {str(move): form(move) for game in games() for move in table(game).moves.all}
    assert {example: every.get(example) for example in listed().values()} == {
        example: name for name, example in listed().items()
    }


def test_the_protocol_lists_every_step_in_which_an_engine_may_be_asked() -> None:
    (steps,) = re.findall(r"the steps in which it is answered \(([^)]*)\)", PAGE)
    assert tuple(re.findall(r"`(\w+)`", steps)) == STEPS
    kinds = {step.kind for game in games() for step in table(game).steps}
    assert {*STEPS} == {*kinds, "over"} - {"talon"}, "nobody moves while the talon is taken"


def test_a_cut_puts_the_upper_cards_under_the_others() -> None:
    assert "puts the upper N cards under the others" in PAGE
    begun = deal(loaded("anrufen", "base"), seed=3)
    pack = [card.id for card in begun.deal]
    dealt_first = begun.after("cut 12").hands[0]
    assert {*dealt_first.ids} >= {*pack[12:15]}, "packets of three"
