"""The settlement: from what was said and won to a ledger that sums to zero; the line of the game, then
the lines of the bonuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..model import (
    Bonus,
    Condition,
    Contract,
    Factor,
    Ledger,
    Line,
    Path,
    Payment,
    Role,
    ValueTimes,
    Verdict,
    Void,
)
from ..problems import RulesAreSilent
from ..words.facts import Facts
from ..words.registry import Measure, Seats, Test
from ..words.roles import others
from .payments import GAME, Doubling, Lines, evenly
from .plan import Plan


@dataclass(frozen=True, slots=True)
class _BonusRule:
    """A bonus, compiled."""

    number: int
    bonus: Bonus
    goes_to: Seats | None
    """None: to either side."""
    won: Test
    lost: Test | None
    measures: tuple[Measure, Measure]
    """The figures behind winning it, and behind losing it unannounced."""


class SettledBonuses:
    """The bonuses of a game, compiled for the settlement."""

    def __init__(self, plan: Plan, doubling: Doubling, lines: Lines) -> None:
        self._plan = plan
        self._doubling = doubling
        self._lines = lines
        find, words, game = (
            plan.seats,
            plan.words,
            plan.game,
        )
        figures = plan.measure
        rules = [
            _BonusRule(
                number,
                bonus,
                None if bonus.goes_to.word == "either_side" else find(bonus.goes_to),
                words.test(bonus.won),
                words.test(bonus.lost) if bonus.lost else None,
                (figures(bonus.won), figures(bonus.lost or bonus.won)),
            )
            for number, bonus in enumerate(game.bonuses.values())
        ]
        self._rules = [
            [rule for rule in rules if rule.bonus.counts_in(contract)]
            for contract in plan.contracts
        ]
        self._missed_pays = game.settlement.missed_announcement == "counts_for_opponents"
        self._silent_beside = game.settlement.silent_beside_announced == "counts"

    def lines(
        self, facts: Facts, contract: int, stakes: int, void: tuple[Void, ...]
    ) -> Iterator[Line]:
        """The lines of all bonuses that were won or lost, in their order."""
        sides = (facts.declarers, others(facts, facts.declarers))
        announced, all_of_them = facts.announced, sides[0] | sides[1]
        for rule in self._rules[contract]:
            item = 1 + 2 * rule.number
            said = announced(item), announced(item + 1)
            if not rule.bonus.counts_unannounced and True not in said:
                continue
            claim = rule.goes_to(facts, 0) if rule.goes_to else all_of_them
            for side in (0, 1):
                if not claim & sides[side] and not said[side]:
                    continue
                verdict = self._verdict(facts, rule, said[side], said[1 - side], sides[side], claim)
                if verdict is not None:
                    winners = sides[side] if verdict == "won" else sides[1 - side]
                    yield self._line(facts, contract, stakes, void, rule, side, verdict, winners)

    def conceded(self, facts: Facts, contract: int, stakes: int) -> Line:
        """The line of the bonus that was conceded with the game, as if it had been announced and
        missed.
        """
        item = facts.conceded_item()
        bonus = self._plan.game.bonuses[self._plan.bonus_ids[(item - 1) // 2]]
        declarer, value = 1 << facts.declarer, bonus.value.amount(announced=True)
        assert value is not None
        winners = others(facts, declarer)
        return self._lines.line(
            facts, bonus.id, bonus.at, declarer, True, "conceded", value, [], winners, stakes, {}
        )

    def _verdict(
        self, facts: Facts, rule: _BonusRule, announced: bool, against: bool, own: int, claim: int
    ) -> Verdict | None:
        """How it came out for a side that announced it or not, ``against`` the other that did or
        not; None where there is nothing to settle.
        """
        if announced:
            won = rule.won(facts, own) and claim & own
            return "won" if won else "missed" if self._missed_pays else None
        if not rule.bonus.counts_unannounced or (against and not self._silent_beside):
            return None
        if rule.won(facts, own):
            return "won"
        return "silently_lost" if rule.lost is not None and rule.lost(facts, own) else None

    def _line(
        self,
        facts: Facts,
        contract: int,
        stakes: int,
        void: tuple[Void, ...],
        rule: _BonusRule,
        side: int,
        verdict: Verdict,
        winners: int,
    ) -> Line:
        bonus, plan = rule.bonus, self._plan
        item = 1 + 2 * rule.number + side
        own = facts.declarers if side == 0 else others(facts, facts.declarers)
        announced = facts.announced(item)
        value = bonus.value.amount(announced=announced)
        assert value is not None
        factors: list[Factor] = []
        played = plan.contracts[contract]
        kind = "announced" if announced else "silent"
        times_game = bonus.value.is_times_game(announced=announced)
        if times_game:
            times, value = value, played.value if winners & facts.declarers else played.lost_value
            factors.append(Factor("times_game", times, (*bonus.at, "value", f"{kind}_times_game")))
        elif played.bonus_factor > 1:
            factors.append(
                Factor("bonus_factor", played.bonus_factor, (*played.at, "bonus_factor"))
            )
        if not void or all(rule.item for rule in void):
            doubled = self._doubling.factors(facts, contract, item, own)
            if (
                times_game and not void
            ):  # it stands for the game, and what doubles the game doubles it
                game = self._doubling.factors(facts, contract, GAME, facts.declarers)
                doubled = max(doubled, game, key=len)
            factors += doubled
        measured = rule.measures[verdict == "silently_lost"](facts, own)
        return self._lines.line(
            facts,
            bonus.id,
            bonus.at,
            own,
            announced,
            verdict,
            value,
            factors,
            winners,
            stakes,
            measured,
        )


@dataclass(frozen=True, slots=True)
class _Case:
    """A case of a table of payments, compiled."""

    payment: Payment
    when: Test | None
    payers: Seats | None
    payees: Seats | None


@dataclass(frozen=True, slots=True)
class _GameRule:
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
        self._find = plan.seats
        self._measure = plan.measure
        self._rules = [self._rule(contract) for contract in plan.contracts]

    def _rule(self, contract: Contract) -> _GameRule:
        find, test = self._find, self._plan.words.test
        return _GameRule(
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
                    find(case.from_) if case.from_ else None,
                    find(case.to) if case.to else None,
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

    def _join(self, facts: Facts, rule: _GameRule) -> None:
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

    def _came_out(self, facts: Facts, rule: _GameRule) -> tuple[int, int, Verdict, dict[str, Any]]:
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


__all__ = ["Settler", "evenly"]


class Settler:
    """The rules of settlement, compiled. Works on any `Facts`: a round played, or an outcome
    stated.
    """

    def __init__(self, table: Plan) -> None:
        self.table = table
        self._doubling = Doubling(table)
        lines = Lines(table)
        self._game = SettledGame(table, self._doubling, lines)
        self._bonuses = SettledBonuses(table, self._doubling, lines)
        self._late = self._game.has_late_partners
        bonuses = table.game.bonuses.values()
        self._double_rounds = {
            bonus.id: bonus.starts.double_rounds for bonus in bonuses if bonus.starts
        }
        self._replacing = {
            bonus.id: bonus for bonus in bonuses if bonus.replaces or bonus.replaces_silent
        }

    def close(self, facts: Facts, contract: int) -> None:
        """When the last trick is won: find out who was the partner, where only that tells."""
        if self._late:
            self._game.find_late_partner(facts, contract)

    def settle(self, facts: Facts, contract: int, stakes: int = 1) -> Ledger:
        """The ledger of a round in this contract. ``stakes`` 2 is a double round.

        Replaced items are left out of the lines and named in ``replaced``. Raises `RulesAreSilent`
        where a round came out as no rule foresees.
        """
        try:
            return self._settle(facts, contract, stakes)
        except RulesAreSilent as silent:
            asked = self.table.game.question(silent.path)
            text = asked.question.said("en") if asked else "no rule says what follows"
            raise RulesAreSilent(silent.path, text) from None

    def _settle(self, facts: Facts, contract: int, stakes: int) -> Ledger:
        if facts.conceded_item() >= 0:
            return self._ledger(self._conceded(facts, contract, stakes), [], ())
        void = self._doubling.void(facts, contract)
        lines = [self._game.line(facts, contract, stakes, void)]
        lines += self._bonuses.lines(facts, contract, stakes, void)
        lines, replaced = self._replace(lines)
        return self._ledger(lines, replaced, tuple(rule.at for rule in void))

    def _conceded(self, facts: Facts, contract: int, stakes: int) -> list[Line]:
        found = [self._game.conceded(facts, contract, stakes)]
        if facts.conceded_item() > 0:
            found.append(self._bonuses.conceded(facts, contract, stakes))
        return found

    def _ledger(
        self, lines: list[Line], replaced: list[tuple[str, Path]], void: tuple[Path, ...]
    ) -> Ledger:
        scores = tuple(map(sum, zip(*[line.each for line in lines], strict=True)))
        money: tuple[int, ...] = ()
        if self._doubling.two_accounts:
            money = tuple(map(sum, zip(*[line.paid for line in lines], strict=True)))
        double_rounds = 0
        if self._double_rounds:
            double_rounds = sum(
                self._double_rounds.get(line.item, 0) for line in lines if line.verdict == "won"
            )
        return Ledger(tuple(lines), scores, tuple(replaced), double_rounds, money, void)

    def _replace(self, lines: list[Line]) -> tuple[list[Line], list[tuple[str, Path]]]:
        """Leave out what bonuses of the round replace."""
        gone: dict[int, Path] = {}
        for line in lines[1:]:
            bonus = self._replacing.get(line.item)
            if bonus is not None and id(line) not in gone:
                replaced = self._replaced(lines, line)
                gone |= {
                    id(other): (*bonus.at, key) for other, key in replaced if id(other) not in gone
                }
        if not gone:
            return lines, []
        left = [line for line in lines if id(line) not in gone]
        return left, [(line.item, gone[id(line)]) for line in lines if id(line) in gone]

    def _replaced(self, lines: list[Line], by: Line) -> Iterator[tuple[Line, str]]:
        """The lines that a bonus takes the place of, each with the key of the rule that says so."""
        bonus = self.table.game.bonuses[by.item]
        for line in lines:
            if line.item == "game":
                kinds = {"game"}
            else:
                kinds = (
                    {"bonuses", line.item}
                    if line.announced
                    else {"bonuses", "silent_bonuses", line.item}
                )
            if line.item == by.item:
                continue
            if kinds & set(bonus.replaces):
                yield line, "replaces"
            elif not line.announced and line.item in bonus.replaces_silent:
                yield line, "replaces_silent"
