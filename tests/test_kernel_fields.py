"""Which settings of the model the kernel reads. A new one is in none of these lists: read it in
`zwanz_ssot.kernel.program`, or refuse it there by its name (``_NOT_READ``), and name it here.
"""

from __future__ import annotations

import ast
from copy import copy
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import loaded

from zwanz_ssot import load, model
from zwanz_ssot.engine import table
from zwanz_ssot.engine.random_play import random_start
from zwanz_ssot.kernel import NotLowered
from zwanz_ssot.kernel.program import lowered, program_key
from zwanz_ssot.model import Bonus, Contract, Game

ROOT = Path(__file__).parent.parent
READERS = ("zwanz_ssot/kernel/program.py", "zwanz_ssot/engine/trick.py", "zwanz_ssot/model/play.py")
RANDOM = Random(1)
AT = {"at", "id", "name"}

READ = {
    "Contract": {
        *("declarers", "objective", "losers", "claimed_by", "value", "lost_value", "base", "play"),
        *("per_difference", "per_top", "value_times", "payments", "kontra", "starts", "talon"),
        "bonus_factor",
    },
    "PerDifference": {"points", "pays", "from_", "rounded"},
    "ValueTimes": {"when", "times"},
    "Payment": {"when", "from_", "to", "total", "by_place", "scores"},
    "Score": {"who", "gets", "loses", "per", "to_nearest"},
    "Starts": {"double_rounds", "also_if_missed"},
    "TalonUse": {"counts_for", "packet_of_called_card", "to_declarers_if"},
    "Exchange": {"discards_count_for"},
    "Bonus": {
        *("goes_to", "paid_by", "won", "lost", "value", "contracts", "replaces"),
        *("replaces_silent", "replaces_unless", "silent_count_if_missed", "starts"),
    },
    "BonusValue": {"silent", "announced", "silent_times_game", "announced_times_game"},
    "Kontra": {"levels", "times", "adds", "counts_in", "void"},
    "Void": {"when", "item", "contracts"},
    "Settlement": {"each_pays", "missed_announcement", "silent_beside_announced"},
    "Declaration": {"counts_if"},
    "Play": {
        *("trump", "ranking", "ranking_if_called", "lead", "follow", "beat", "hold_back", "wins"),
        *("announced_cards", "ends_when", "ends_at_points"),
    },
    "Rung": {"word", "cards", "when"},
    "HoldBack": {"card", "while_holding", "before_trick"},
    "WinRule": {"best_of", "card", "when"},
    "AnnouncedCards": {"due", "given_up"},
}  # fmt: skip
"""What decides about a program."""

BEFORE = {
    "Contract": {
        *("groups", "like", "by", "only", "calls", "joined", "lays_card", "requires", "secret_until"),
        *("raised_after_exchange", "becomes", "announces_with_bid", "must_announce"),
    },
    "TalonUse": {"takes", "seen_by", "packets", "discard", "keeps", "lost_without"},
    "Exchange": {"discard", "tells", "declarer_shows", "called_card_in_talon"},
    "Bonus": {"announced_by", "announce_if", "closes"},
    "Kontra": {"names", "doubles", "begins", "implied_by", "forced", "excludes"},
    "Settlement": {"unit"},
    "Declaration": {"ranks", "points", "shown", "binds"},
    "Play": {"first_lead", "says", "open_hands", "raised_to", "beat_at"},
    "HoldBack": {"by"},
}  # fmt: skip
"""What has had its effect when a position is given to the kernel: who bids, says, sees and leads
first. What cards are held back for whom, and what declared pairs count, stands in the position.
"""

REFUSED: dict[str, dict[str, Any]] = {
    "Contract": {
        "value_adds": ("any addition",),
        "lost_times": 2,
        "overbid": 10,
        "drawn_if": "any condition",
    },
}
"""What is refused by its name, each with a value that is not the usual one."""

ELSEWHERE = {"Play": {"equal_cards"}}
"""What needs a pack that is refused as a whole: one with equal cards."""


@pytest.mark.parametrize("name", READ)
def test_every_setting_is_read_or_refused_or_of_no_matter(name: str) -> None:
    of_class = {each.name for each in fields(getattr(model, name))} - AT
    lists = (
        READ[name],
        BEFORE.get(name, set()),
        {*REFUSED.get(name, ())},
        ELSEWHERE.get(name, set()),
    )
    named = [each for one in lists for each in one]
    assert len(named) == len(set(named)), "a setting stands in two lists"
    assert of_class == set(named), "see the top of this file"


@pytest.mark.parametrize("name", READ)
def test_what_is_said_to_be_read_is_read(name: str) -> None:
    found = set()
    for file in READERS:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    by_methods = {
        "Bonus": {"contracts"},
        "BonusValue": {each.name for each in fields(model.BonusValue)},
    }
    assert READ[name] - found <= by_methods.get(name, set())


REFUSALS = [
    (part, setting, value) for part, found in REFUSED.items() for setting, value in found.items()
]
REFUSALS += [("Contract", "per_top", 1)]  # of the talon, what counts for a side is its own


@pytest.mark.parametrize(("part", "setting", "value"), REFUSALS)
def test_what_the_kernel_lacks_is_refused_by_its_name(part: str, setting: str, value: Any) -> None:
    game = loaded("koenigrufen", "base")
    bonuses, contracts = dict(game.bonuses), dict(game.contracts)
    parts: Any = bonuses if part == "Bonus" else contracts
    for key in parts:
        parts[key] = replace(parts[key], **{setting: value})
    assert refused(game, contracts, bonuses) == setting


def test_an_announcement_worth_nothing_is_refused() -> None:
    game = loaded("koenigrufen", "base")
    bonuses = {
        key: replace(bonus, value=replace(bonus.value, announced=0))
        for key, bonus in game.bonuses.items()
    }
    assert refused(game, dict(game.contracts), bonuses) == "announced"


def test_equal_cards_are_refused() -> None:
    game = load("doppelkopf", rules=ROOT / "docs" / "games")
    assert refused(game, dict(game.contracts), dict(game.bonuses)) == "copies"


def refused(game: Game, contracts: dict[str, Contract], bonuses: dict[str, Bonus]) -> str:
    """What the kernel names when a game has these contracts and bonuses; empty: it plays them."""
    compiled = table(game)
    state = None
    while state is None or not any(
        bonus.counts_in(compiled.contracts[state.contract]) for bonus in game.bonuses.values()
    ):
        state = random_start(compiled, RANDOM)
    key = program_key(compiled, state)
    changed = copy(compiled)
    changed.game = replace(game, contracts=contracts, bonuses=bonuses)
    changed.contracts = tuple(contracts.values())
    try:
        lowered(changed, key)
    except NotLowered as missing:
        return missing.word
    return ""


def test_what_no_list_names_is_played() -> None:
    game = loaded("koenigrufen", "base")
    assert refused(game, dict(game.contracts), dict(game.bonuses)) == ""
