"""The line of the game: whose it is, how it came out, and how it is paid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from ..model import Condition, Contract, Factor, Line, Payment, Role, ValueTimes, Verdict, Void
from ..terms.facts import Facts
from ..terms.measure import Measure, measure
from ..terms.outcome import Test
from ..terms.roles import Seats, others, seats
from .doubling import GAME, Doubling
from .lines import Lines
from .plan import Plan


@dataclass(frozen=True, slots=True)
class _Case:
    """A case of a table of payments, compiled."""

    payment: Payment
    when: Test | None
    payers: Seats | None
    payees: Seats | None


@dataclass(frozen=True, slots=True)
class _Rule:
    """A contract, compiled."""

    contract: Contract
    objective: Test | None
    measure: Measure | None
    losers: Seats | None
    claimed_by: Seats | None
    late: tuple[Seats, ...]
    """Partners who are known by how the round came out."""
    each: bool
    """Whether each declarer has to reach the objective for himself."""
    times: tuple[tuple[ValueTimes, Test], ...]
    cases: tuple[_Case, ...]


class SettledGame:
    """The contracts of a game, compiled for the settlement."""

    def __init__(self, plan: Plan, doubling: Doubling, lines: Lines) -> None:
        self._plan = plan
        self._doubling = doubling
        self._lines = lines
        self._find = partial(seats, cards=plan.index, bonuses=plan.bonus_ids)
        self._measure = partial(measure, cards=plan.index, bonuses=plan.bonus_ids, unit=plan.unit)
        self._rules = [self._rule(contract) for contract in plan.contracts]

    def _rule(self, contract: Contract) -> _Rule:
        find, test = self._find, self._plan.words.test
        return _Rule(
            contract,
            test(contract.objective) if contract.objective else None,
            self._measure(contract.objective) if contract.objective else None,
            find(contract.losers) if contract.losers else None,
            find(contract.claimed_by) if contract.claimed_by else None,
            tuple(find(role) for role in contract.declarers if role.word == "winner_of"),
            contract.objective is not None and speaks_of(contract.objective, "each_declarer"),
            tuple((times, test(times.when)) for times in contract.value_times),
            tuple(
                _Case(
                    case,
                    test(case.when) if case.when else None,
                    find(case.payers) if case.payers else None,
                    find(case.payees) if case.payees else None,
                )
                for case in contract.payments
            ),
        )

    def line(self, facts: Facts, contract: int, stakes: int, void: tuple[Void, ...]) -> Line:
        """The line of the game. Finds the losers, and the partner who is known by the last trick."""
        rule = self._rules[contract]
        claimants, winners, verdict, measured = self._came_out(facts, rule)
        value = self._value(facts, rule.contract, won=verdict == "won", measured=measured)
        case = next(
            (case for case in rule.cases if case.when is None or case.when(facts, claimants)), None
        )
        if case is not None:
            value = case.payment.total
        factors = [
            Factor(times.id, times.times, times.at)
            for times, test in rule.times
            if test(facts, claimants)
        ]
        duels: list[Factor] = []
        if not void:
            factors += self._doubling.factors(facts, contract, GAME, claimants)
            duels = self._doubling.each(facts, contract)
        line = self._lines.line(
            facts,
            "game",
            rule.contract.at,
            claimants,
            False,
            verdict,
            value,
            factors,
            winners,
            stakes,
            measured,
            each_for_himself=duels,
        )
        if case is None:
            return line
        if case.payers is None or case.payees is None:
            points = [facts.points(1 << seat) for seat in range(facts.players)]
            return self._lines.by_place(line, case.payment, points)
        payers, payees = case.payers(facts, claimants), case.payees(facts, claimants)
        return self._lines.case(line, facts.players, case.payment.at, payers, payees)

    @property
    def has_late_partners(self) -> bool:
        """Whether some partner is known by how the round came out."""
        return any(rule.late for rule in self._rules)

    def find_late_partner(self, facts: Facts, contract: int) -> None:
        """Add the partner who is known by how the round came out to the declarers' side."""
        rule = self._rules[contract]
        if rule.late and rule.objective is not None and rule.objective(facts, facts.declarers):
            self._join(facts, rule)

    def _join(self, facts: Facts, rule: _Rule) -> None:
        for partner in rule.late:
            facts.declarers |= partner(facts, facts.declarers)

    def conceded(self, facts: Facts, contract: int, stakes: int) -> Line:
        """The line of a game that was given up before the play: the declarer alone pays all others."""
        rule = self._plan.contracts[contract]
        declarer = 1 << facts.declarer
        winners = others(facts, declarer)
        return self._lines.line(
            facts, "game", rule.at, declarer, False, "conceded", rule.value, [], winners, stakes, {}
        )

    def _came_out(self, facts: Facts, rule: _Rule) -> tuple[int, int, Verdict, dict[str, Any]]:
        """Claimants, winners, verdict, and what decided."""
        if rule.losers is not None:
            facts.losers = rule.losers(facts, 0)
            points = facts.points(facts.losers) // max(1, facts.losers.bit_count())
            return facts.losers, others(facts, facts.losers), "lost", {"points": points}
        assert rule.objective is not None and rule.measure is not None
        claimants = rule.claimed_by(facts, facts.declarers) if rule.claimed_by else facts.declarers
        if rule.each:
            own = [1 << seat for seat in range(facts.players) if claimants >> seat & 1]
            facts.losers = sum(one for one in own if not rule.objective(facts, one))
            won = not facts.losers
        else:
            won = rule.objective(facts, claimants)
        measured = rule.measure(facts, facts.losers or claimants)
        if won and rule.late:
            self._join(facts, rule)
            claimants = facts.declarers
        return (
            claimants,
            claimants if won else others(facts, claimants),
            "won" if won else "lost",
            measured,
        )

    def _value(
        self, facts: Facts, contract: Contract, *, won: bool, measured: dict[str, Any]
    ) -> int:
        if contract.per_difference is None:
            return contract.value if won else contract.lost_value
        ours, theirs = facts.points(facts.declarers), facts.points(others(facts, facts.declarers))
        measured["difference"] = abs(ours - theirs) // self._plan.unit
        return int(
            measured["difference"] // contract.per_difference.points * contract.per_difference.pays
        )


def speaks_of(condition: Condition, word: str) -> bool:
    """Whether a role of this word stands in a condition."""
    for arg in condition.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Condition) and speaks_of(part, word):
                return True
            if isinstance(part, Role) and part.word == word:
                return True
    return False
