"""Who pays whom: rules of payment alone, tables of cases, doubling, and where the rules are silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent

import pytest
from changed import changed
from conftest import loaded

from zwanz_ssot.engine.compiled import CompiledGame
from zwanz_ssot.engine.payments import handed_over, multiplied, one_by_one
from zwanz_ssot.engine.settlement import Settler
from zwanz_ssot.engine.state import State
from zwanz_ssot.examples import run
from zwanz_ssot.examples.outcomes import StatedFacts, StatedOutcome
from zwanz_ssot.model import Factor, Game, Payment, Role
from zwanz_ssot.model.identifiers import items_of
from zwanz_ssot.problems import RulesAreSilent

PAGAT = "pagat_ultimo"


def factor(times: int = 1, adds: int = 0, seat: int = -1) -> Factor:
    """Something that multiplies or adds."""
    return Factor("x", times, (), adds, seat=seat)


def test_a_total_is_given_by_all_alike_and_shared_by_all_alike() -> None:
    assert handed_over(4, 0b0001, 0b1110, 6) == (-6, 2, 2, 2)
    assert handed_over(4, 0b0011, 0b1000, 4) == (-2, -2, 0, 4)
    assert handed_over(4, 0b0100, 0b1000, 150) == (0, 0, -150, 150)


@pytest.mark.parametrize(("payers", "payees"), [(0b0001, 0b0110), (0b0110, 0b0001)])
def test_what_cannot_be_shared_is_no_settlement(payers: int, payees: int) -> None:
    with pytest.raises(ValueError, match="3"):
        handed_over(4, payers, payees, 3)


def test_every_opponent_settles_for_himself() -> None:
    assert one_by_one(4, 0, True, [0, 4, 2, 2]) == (8, -4, -2, -2)
    assert one_by_one(4, 0, False, [0, 14, 28, 7]) == (-49, 14, 28, 7)
    assert one_by_one(3, 1, True, [5, 0, 3]) == (-5, 8, -3)


def test_words_of_doubling_multiply_or_add_in_their_order() -> None:
    assert multiplied(2, []) == 2
    assert multiplied(2, [factor(times=2), factor(times=2)]) == 8
    assert (
        multiplied(1, [factor(adds=1), factor(times=2)]) == 4
    )  # a Contra in a round that counts double


def everybody_for_himself(
    points: tuple[int, ...], payments: tuple[Payment, ...]
) -> tuple[int, ...]:
    """What each gets in a contract of all against all, with these payments."""
    rules = loaded("zwanzigerrufen", "rulebook")
    contract = next(each for each in rules.contracts.values() if not each.declarers)
    plain = replace(contract, payments=payments, value=10, lost_value=10, value_times=())
    game: Game = replace(rules, contracts={**rules.contracts, contract.id: plain})
    table = CompiledGame(game)
    outcome = StatedOutcome(
        points={1 << seat: taken for seat, taken in enumerate(points)},
        counts={1: 10, 2: 0, 4: 0, 8: 0},
    )
    facts = StatedFacts(State(table), outcome)
    return Settler(table).settle(facts, table.contract_ids.index(contract.id)).scores


def role(word: str) -> Role:
    """A player or a side without more words."""
    return Role(word, None, ())


def test_the_most_points_pay_and_two_or_three_may_tie() -> None:
    assert everybody_for_himself((40, 30, 18, 0), ()) == (-30, 10, 10, 10)
    assert everybody_for_himself((40, 40, 8, 0), ()) == (-10, -10, 10, 10)
    assert everybody_for_himself((30, 28, 30, 0), ()) == (-10, 10, -10, 10)
    assert everybody_for_himself((29, 29, 1, 29), ()) == (-10, -10, 30, -10)


def test_the_first_case_that_holds_is_paid() -> None:
    first = Payment(
        id="first",
        from_=role("losers"),
        to=role("winners"),
        total=6,
        at=("contracts", "x", "payments", "first"),
    )
    second = replace(first, id="second", total=12)
    assert everybody_for_himself((40, 30, 18, 0), (first, second)) == (-6, 2, 2, 2)


def test_a_case_that_cannot_be_shared_leaves_the_rules_silent() -> None:
    odd = Payment(
        id="odd",
        from_=role("losers"),
        to=role("winners"),
        total=4,
        at=("contracts", "x", "payments", "odd"),
    )
    with pytest.raises(RulesAreSilent) as silent:
        everybody_for_himself((40, 30, 18, 0), (odd,))
    assert silent.value.path == "contracts.x.payments.odd.total"
    assert silent.value.question == "no rule says what follows"


SPOKEN_OF_NOTHING = (
    "at: bonuses, drop: true",
    "at: contracts.solo.bonus_factor, drop: true",
    "at: auction.in_one_turn, set: [bid, double, pass]",
    "at: kontra.doubles, set: [game]",
    "at: kontra.implied_by, drop: true",
    "at: kontra.forced, drop: true",
    "at: auction.overcall_cancels, set: [doubles]",
    "at: settlement.missed_announcement, drop: true",
)
FIVE = ("at: table.players, set: 5", "at: deal.all.packets, set: [4, 4]")


def settled(folder: Path, rules: Game, example: str) -> list[tuple[str, object, object]]:
    """What an example expects of a changed rule set and does not get."""
    file = folder / "example.yaml"
    text = f"game: {rules.id}\nexamples:\n  - example: one\n    title: {{en: One, de: Eins}}\n"
    text += "    because: {en: so it is, de: so ist es}\n    in: [changed.yaml]\n"
    file.write_text(text + indent(dedent(example), "    "), encoding="utf-8")
    (answer,) = run(file)
    return [(each.path, each.expected, each.got) for each in answer.differences]


def test_a_case_pays_its_total_whether_the_sides_could_share_it_or_not(tmp_path: Path) -> None:
    """Five cannot be shared by two and three, but by one and one."""
    one_pays = "{won: {from: declarer, to: {next_to: declarer}, total: 5}}"
    payments = f"at: contracts.rufer.payments, add: {one_pays}"
    rules = changed(tmp_path, "zwanzigerrufen", *FIVE, *SPOKEN_OF_NOTHING, payments)
    example = """
        contract: rufer
        partner: third
        outcome: {points: {declarers: 50}}
        expect: {scores: {forehand: -5, second: 5, third: 0, fourth: 0}}
    """
    assert settled(tmp_path, rules, example) == []


def test_half_of_all_points_is_half_of_the_pack(tmp_path: Path) -> None:
    """Three packets lie for nobody: 36⅔ of 70 are 1⅔ away from 35, not half of 6⅔."""
    nobodys = "at: contracts.solo_two.talon.counts_for, set: nobody"
    table = CompiledGame(changed(tmp_path, "slovenian-tarok:three", nobodys))
    state = State(table)
    state.declarer, state.declarers = 0, 1
    state.contract = table.contract_ids.index("solo_two")

    def value(own: int, others: int) -> int:
        outcome = StatedOutcome(points={1: own, 6: others}, counts={1: 8, 6: 8})
        (line,) = Settler(table).settle(StatedFacts(state, outcome), state.contract).lines
        return line.value

    assert (value(110, 90), value(113, 87), value(98, 90)) == (20, 25, 20)


def test_what_is_replaced_names_the_rule_that_says_so() -> None:
    """The Viennese Valat takes the place of a silent Trull alone, the one of Upper Austria of the
    game, too.
    """
    for variant, expected in (
        ("wien", {"trull": "replaces_silent"}),
        ("base", {"game": "replaces", "trull": "replaces"}),
    ):
        table = CompiledGame(loaded("koenigrufen", variant))
        state = State(table)
        state.contract, state.declarer, state.declarers = table.contract_ids.index("dreier"), 0, 1
        deck = table.game.deck
        every = {1: 12, 2: 0, 4: 0, 8: 0}
        trull = {deck.by_id[card].index: 1 for card in ("T-Sk", "T-XXI", "T-I")}
        outcome = StatedOutcome(points={1: 210, 14: 0}, counts=every, taken=trull)
        ledger = Settler(table).settle(StatedFacts(state, outcome), state.contract)
        assert dict(ledger.replaced) == {
            item: ("bonuses", "valat", key) for item, key in expected.items()
        }


def test_of_all_that_was_promised_the_first_that_failed_decided() -> None:
    table = CompiledGame(loaded("anrufen", "three"))

    def measured(points: int, tricks: int) -> Mapping[str, int]:
        state = State(table)
        state.declarer, state.declarers = 0, 1
        outcome = StatedOutcome(
            points={1: points, 2: 130 - points, 4: 0}, counts={1: tricks, 2: 7 - tricks, 4: 0}
        )
        contract = table.contract_ids.index("all_tricks_hundred")
        (line,) = Settler(table).settle(StatedFacts(state, outcome), contract).lines
        assert line.verdict == ("won" if points >= 100 and tricks == 7 else "lost")
        return line.measured

    assert measured(90, 6) == {"part": 0, "points": 90, "needed": 100}
    assert measured(120, 6) == {"part": 1, "tricks": 6, "needed": 7}
    assert measured(130, 7) == {}


def test_what_is_reached_for_the_other_side_only_is_told_so() -> None:
    """The Pagat wins the last trick for the declarers, after a defender has announced it."""
    game = loaded("hungarian-tarokk", "base")
    table = CompiledGame(game)
    pagat, (_, theirs) = game.deck.by_id["T-I"].index, items_of(table.bonus_ids.index(PAGAT))
    state = State(table)
    state.contract, state.declarer, state.declarers = table.contract_ids.index("harom"), 0, 0b0101
    state.announcers = tuple(1 if item == theirs else -1 for item in range(len(state.announcers)))

    def told(seat: int) -> list[tuple[tuple[int, ...], str, bool]]:
        outcome = StatedOutcome(
            points={0b0101: 50, 0b1010: 44},
            counts={1: 3, 2: 2, 4: 2, 8: 2},
            played={pagat: (8, seat)},
            winning={8: pagat},
            won_last=seat,
        )
        lines = Settler(table).settle(StatedFacts(state, outcome), state.contract).lines
        of_pagat = [line for line in lines if line.item == PAGAT]
        return [(line.claimants, line.verdict, "not_theirs" in line.measured) for line in of_pagat]

    assert told(0) == [((0, 2), "won", False), ((1, 3), "missed", True)]
    assert told(1) == [((1, 3), "won", False)]
