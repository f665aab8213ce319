"""What the collected examples cover of the play: every rung of every ladder, every way to win,
every duty to head.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from conftest import loaded
from observed_examples import GAME, RulePath, heard, missing

from zwanz_ssot.engine.trick import TrickRules
from zwanz_ssot.library import BASE, library
from zwanz_ssot.model import Contract, Deck

everywhere = pytest.mark.parametrize("variant", (BASE, *library().variants(GAME)))


def tricks(variant: str) -> Iterator[tuple[dict[str, Any], Contract]]:
    """The examples of tricks, with the contract they are about."""
    game = loaded(GAME, variant)
    for entry in heard()[variant].entries:
        if "trick" in entry:
            yield entry, game.contracts[entry["contract"]]


def mask(deck: Deck, cards: list[str]) -> int:
    return sum(deck.by_id[card].bit for card in cards)


@everywhere
def test_every_rung_is_the_first_that_some_hand_can_serve(variant: str) -> None:
    game = loaded(GAME, variant)
    deck = game.deck
    ladders = [
        ladder for each in game.contracts.values() for ladder in (each.play.lead, each.play.follow)
    ]
    wanted: set[RulePath] = {rung.at for ladder in ladders for rung in ladder}
    found: set[RulePath] = set()
    for entry, contract in tricks(variant):
        if "legal" in entry["expect"]:
            cards = entry["trick"]
            led = deck.by_id[cards[0]].index if cards else 0
            number, _ = TrickRules(contract.play, deck).rung(
                mask(deck, entry["hand"]), mask(deck, cards), led
            )
            found.add((contract.play.follow if cards else contract.play.lead)[number].at)
    assert not missing(wanted, found)


@everywhere
def test_without_any_way_to_win_another_card_would_win_some_trick(variant: str) -> None:
    game = loaded(GAME, variant)
    wanted: set[RulePath] = {
        win.at for contract in game.contracts.values() for win in contract.play.wins
    }
    found: set[RulePath] = set()
    for entry, contract in tricks(variant):
        if "wins" in entry["expect"]:
            for number, win in enumerate(contract.play.wins):
                without = contract.play.wins[:number] + contract.play.wins[number + 1 :]
                if winner(contract, game.deck, entry["trick"], without) != entry["expect"]["wins"]:
                    found.add(win.at)
    assert not missing(wanted, found)


def winner(contract: Contract, deck: Deck, trick: list[str], wins: tuple[Any, ...]) -> str | None:
    """Who would win if these were the ways to win; None where nobody would."""
    order = [deck.by_id[card].index for card in trick]
    try:
        return deck.cards[
            TrickRules(replace(contract.play, wins=wins), deck).winner(
                mask(deck, trick), order[0], order
            )
        ].id
    except AssertionError:
        return None


@everywhere
def test_every_contract_has_a_trick_to_follow_and_one_to_win(variant: str) -> None:
    contracts = loaded(GAME, variant).contracts
    for asked in ("legal", "wins"):
        found = {contract.id for entry, contract in tricks(variant) if asked in entry["expect"]}
        assert not missing(contracts, found), asked


@everywhere
def test_every_duty_to_head_a_trick_refuses_a_card(variant: str) -> None:
    contracts = loaded(GAME, variant).contracts.values()
    wanted = {
        ("must_beat", (*each.play.at, "beat")) for each in contracts if each.play.beat != "never"
    }
    assert not missing(wanted, heard()[variant].refusals)
