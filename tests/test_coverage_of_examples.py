"""What the collected examples cover: every rule of every rule set comes out in every way it can.

What has to be covered is read from the rules: a new bonus without examples fails here. Refusals
that no shipped rule set can give are expected by the games of docs/games, or have a house of their
own, ``house_rules``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import pytest
from conftest import loaded
from observed_examples import GAME, ROOT, Settled, heard, heard_of_all, missing

from zwanz_ssot.engine import table
from zwanz_ssot.library import BASE, library
from zwanz_ssot.model import Bonus, Condition, Contract, Game

RULE_SETS = (BASE, *library().variants(GAME))
everywhere = pytest.mark.parametrize("variant", RULE_SETS)


@everywhere
def test_every_contract_is_won_and_lost(variant: str) -> None:
    ways = {
        contract.id: ("lost",) if contract.losers else ("won", "lost")
        for contract in contracts(variant)
    }
    wanted = {(contract, verdict) for contract, verdicts in ways.items() for verdict in verdicts}
    found = {
        (each.contract.id, line.verdict)
        for each in heard()[variant].settled
        for line in each.lines("game")
    }
    assert not missing(wanted, found)


def contracts(variant: str) -> Iterable[Contract]:
    return loaded(GAME, variant).contracts.values()


def bonuses(variant: str) -> Iterable[Bonus]:
    return loaded(GAME, variant).bonuses.values()


@everywhere
def test_every_bonus_comes_out_in_every_way_in_every_contract_it_counts_in(variant: str) -> None:
    wanted = set()
    for bonus in bonuses(variant):
        for contract in contracts(variant):
            if bonus.counts_in(contract):
                wanted |= {(bonus.id, contract.id, *way) for way in ways(bonus)}
    found = {
        (line.item, each.contract.id, line.announced, line.verdict)
        for each in heard()[variant].settled
        for line in each.ledger.lines
        if each.asks(line.item)
    }
    assert not missing(wanted, found)


def ways(bonus: Bonus) -> Iterator[tuple[bool, str]]:
    """Announced or not, and how it can come out."""
    if bonus.counts_unannounced:
        yield False, "won"
    if bonus.lost is not None:
        yield False, "silently_lost"
    if bonus.can_be_announced:
        yield True, "won"
        yield True, "missed"


@everywhere
def test_every_bonus_is_reached_where_it_does_not_count(variant: str) -> None:
    words = table(loaded(GAME, variant)).words
    wanted, found = set(), set()
    for bonus in bonuses(variant):
        reached = words.test(bonus.won)
        for contract in contracts(variant):
            # What only declarers are paid is out of reach where there are none.
            theirs = loaded(GAME, variant).at(("bonuses", bonus.id, "goes_to")) == "declarers"
            if not bonus.counts_in(contract) and (contract.declarers or not theirs):
                wanted.add((bonus.id, contract.id))
        for each in heard()[variant].settled:
            if (bonus.id, each.contract.id) in wanted and each.asks(bonus.id):
                found |= {
                    (bonus.id, each.contract.id)
                    for side in each.sides()
                    if reached(each.facts, side)
                }
    assert not missing(wanted, found)


@everywhere
def test_bonuses_of_either_side_are_won_by_both(variant: str) -> None:
    either = [
        bonus
        for bonus in bonuses(variant)
        if bonus.goes_to.word in ("either_side", "side_of", "opponents_of")
    ]
    wanted = {(bonus.id, whose) for bonus in either for whose in ("declarers", "defenders")}
    found = {
        (line.item, "declarers" if each.facts.declarers >> line.claimants[0] & 1 else "defenders")
        for each in heard()[variant].settled
        for line in each.ledger.lines
        if line.verdict == "won" and each.facts.declarers and each.asks(line.item)
    }
    assert not missing(wanted, found)


@everywhere
def test_everything_is_doubled_as_often_as_it_may_be(variant: str) -> None:
    kontra = loaded(GAME, variant).kontra
    items = ["game", *(bonus.id for bonus in bonuses(variant) if bonus.can_be_announced)]
    levels = kontra.levels if kontra else ()
    wanted = {(item, level) for item in items for level in levels}
    found = {
        (line.item, [factor.word for factor in line.factors if factor.word in levels][-1])
        for each in heard()[variant].settled
        for line in each.ledger.lines
        if any(factor.word in levels for factor in line.factors) and each.asks(line.item)
    }
    assert not missing(wanted, found)


@everywhere
def test_every_other_factor_multiplies(variant: str) -> None:
    game = loaded(GAME, variant)
    wanted = {
        (contract.id, "bonus_factor")
        for contract in contracts(variant)
        if contract.bonus_factor > 1
    }
    wanted |= {
        (contract.id, times.id) for contract in contracts(variant) for times in contract.value_times
    }
    found = set()
    for each in heard()[variant].settled:
        for line in each.ledger.lines:
            found |= {
                (each.contract.id, factor.word) for factor in line.factors if each.asks(line.item)
            }
    assert not missing(wanted, found)
    begun = {each.ledger.double_rounds for each in heard()[variant].settled}
    starts = {bonus.starts.double_rounds for bonus in bonuses(variant) if bonus.starts}
    assert not missing(starts, begun)
    assert not game.match.double_rounds or any(word == "double_round" for _, word in found)


# Borders


def test_thresholds_stand_in_pairs() -> None:
    lacking = []
    for variant in RULE_SETS:
        for item, contract, condition in conditions(loaded(GAME, variant)):
            seen = set()
            for each in heard()[variant].settled:
                if contract is None or each.contract.id == contract.id:
                    seen |= set(counts(each, item, condition))
            lacking += [
                (variant, item, condition.at, want)
                for want in missing(borders(condition, variant), seen)
            ]
    assert not lacking


def conditions(game: Game) -> Iterator[tuple[str, Contract | None, Condition]]:
    """Every condition of points and tricks that settles something; the contract it is about, None
    for any.
    """
    for contract in game.contracts.values():
        if contract.objective is not None:
            yield "game", contract, contract.objective
        for times in contract.value_times:
            if times.when.word == "points_at_least":
                yield times.id, contract, times.when
    for bonus in game.bonuses.values():
        if bonus.won.word in ("points_at_least", "tricks_won"):
            yield bonus.id, None, bonus.won


def borders(condition: Condition, variant: str) -> set[tuple[int, bool]]:
    """Numbers on both sides of each border, and whether the condition holds there."""
    if condition.word == "points_at_least":
        points = condition.args["points"]
        return {(points, True), (points - 1, False)}
    assert condition.word == "tricks_won", f"{condition.word} has no border that is known here"
    if "exactly" in condition.args:
        tricks = condition.args["exactly"]
        return {(tricks, True), (tricks - 1, False), (tricks + 1, False)}
    tricks = condition.args["all_of"].count
    return {(tricks, True), (tricks - 1, False)}


def counts(each: Settled, item: str, condition: Condition) -> Iterator[tuple[int, bool]]:
    """How much was taken by those whom a condition is about, and whether the item came out as won."""
    game_lines = each.lines("game")
    if item in (times.id for times in each.contract.value_times):
        for line in game_lines:
            for seat in line.claimants:
                taken = each.taken(condition.word, 1 << seat)
                if taken is not None:
                    yield taken, item in (factor.word for factor in line.factors)
        return
    sides = each.sides()[:1] if item == "game" else each.sides()
    for side in sides:
        taken = each.taken(condition.word, side)
        won = any(
            line.verdict == "won" and side >> line.claimants[0] & 1 for line in each.lines(item)
        )
        if taken is not None and each.asks(item) and (item != "game" or game_lines):
            yield taken, won


# What is refused, forced, implied


@everywhere
def test_every_card_held_back_is_refused(variant: str) -> None:
    rules = {tuple(hold.at) for contract in contracts(variant) for hold in contract.play.hold_back}
    assert not missing({("held_back", rule) for rule in rules}, heard()[variant].refusals)


@everywhere
def test_every_forced_double_is_demanded(variant: str) -> None:
    kontra = loaded(GAME, variant).kontra
    rules = {tuple(forced.at) for forced in kontra.forced} if kontra else set()
    assert not missing({("forced", rule) for rule in rules}, heard()[variant].refusals)


@everywhere
def test_every_announcement_that_doubles_by_itself_does(variant: str) -> None:
    game = loaded(GAME, variant)
    implied = game.kontra.implied_by if game.kontra else {}
    ids = list(game.bonuses)
    found = {
        bonus
        for each in heard()[variant].settled
        for bonus in implied
        if "says" in each.entry and "double game" not in json.dumps(each.entry["says"])
        if each.facts.announced(2 + 2 * ids.index(bonus)) and each.facts.level(0) == 1
    }
    assert not missing(implied, found)


@everywhere
def test_every_reason_to_throw_in_is_given(variant: str) -> None:
    found = set()
    for entry in heard()[variant].entries:
        misdeal = entry["expect"].get("misdeal", {})
        found |= (
            {misdeal}
            if isinstance(misdeal, str)
            else {reason for some in misdeal.values() for reason in some}
        )
        found |= {entry["expect"].get("thrown_in", "none")}
    assert not missing({reason.id for reason in loaded(GAME, variant).misdeal}, found)


def test_every_refusal_is_expected_somewhere() -> None:
    page = (ROOT / "docs" / "examples.md").read_text("utf-8").partition("## Codes of refusals")[2]
    codes = re.findall(
        r"`([a-z_]+)`", "\n".join(line for line in page.splitlines() if line.startswith("|"))
    )
    found = {code for each in heard_of_all().values() for code, _ in each.refusals}
    assert missing(codes, found) == []
    assert missing(found, codes) == [], "docs/examples.md lacks codes that an example expects"
