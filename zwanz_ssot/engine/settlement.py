"""The settlement: from what was said and won to a ledger that sums to zero."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..model import Bonus, Factor, Ledger, Line, Path, Verdict, seats_in
from ..terms.facts import Facts
from ..terms.measure import measure
from ..terms.outcome import Test
from ..terms.roles import others, seats
from .plan import Plan

GAME = 0


class Settling:
    """The rules of settlement, compiled. Works on any `Facts`: a round played, or an outcome stated."""

    def __init__(self, table: Plan) -> None:
        self.table = table
        game = table.game
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        words = table.words
        self._contracts = [
            (
                words.test(contract.objective) if contract.objective else None,
                find(contract.losers) if contract.losers else None,
                [(times, words.test(times.when)) for times in contract.value_times],
            )
            for contract in table.contracts
        ]
        rows = [
            (
                number,
                bonus,
                None if bonus.goes_to.word == "either_side" else find(bonus.goes_to),
                words.test(bonus.won),
                words.test(bonus.lost) if bonus.lost else None,
            )
            for number, bonus in enumerate(game.bonuses.values())
        ]
        self._bonuses = [
            [row for row in rows if row[1].counts_in(contract)] for contract in table.contracts
        ]
        self._missed_pays = game.settlement.missed_announcement == "counts_for_opponents"
        self._times = game.kontra.times if game.kontra else 1
        self._levels = game.kontra.levels if game.kontra else ()

    def settle(self, facts: Facts, contract: int, stakes: int = 1) -> Ledger:
        """The ledger of a round in this contract. ``stakes`` 2 is a double round.

        Replaced items are left out of the lines and named in ``replaced``.
        """
        lines = [self._game(facts, contract, stakes)]
        for row in self._bonuses[contract]:
            self._bonus(facts, contract, stakes, row, lines)
        lines, replaced = self._replace(lines)
        players = facts.players
        scores = [0] * players
        double_rounds = 0
        for line in lines:
            for seat, amount in enumerate(line.each):
                scores[seat] += amount
            if line.item != "game" and line.verdict == "won":
                double_rounds += self.table.game.bonuses[line.item].double_rounds
        return Ledger(tuple(lines), tuple(scores), tuple(replaced), double_rounds)

    def _game(self, facts: Facts, contract: int, stakes: int) -> Line:
        rule = self.table.contracts[contract]
        objective, losers, value_times = self._contracts[contract]
        factors: list[Factor] = []
        verdict: Verdict
        measured: dict[str, Any]
        if losers is not None:
            facts.losers = losers(facts, 0)
            winners, verdict, claimants = others(facts, facts.losers), "lost", facts.losers
            points = facts.points(facts.losers) // max(1, facts.losers.bit_count())
            measured = {"points": points}
        else:
            claimants = facts.declarers
            assert objective is not None and rule.objective is not None
            won = objective(facts, claimants)
            winners = claimants if won else others(facts, claimants)
            verdict = "won" if won else "lost"
            measured = measure(rule.objective, facts, claimants, self.table.index, self.table.bonus_ids)
        for times, test in value_times:
            if test(facts, claimants):
                factors.append(Factor(times.id, times.times, times.at))
        self._kontra(facts.level(GAME), factors)
        value = rule.value
        return self._line(facts, "game", rule.at, claimants, False, verdict, value, factors, winners, stakes, measured)

    def _bonus(
        self,
        facts: Facts,
        contract: int,
        stakes: int,
        row: tuple[int, Bonus, object, Test, Test | None],
        lines: list[Line],
    ) -> None:
        number, bonus, goes_to, won, lost = row
        sides = (facts.declarers, others(facts, facts.declarers))
        claim = goes_to(facts, 0) if callable(goes_to) else sides[0] | sides[1]
        for side, own in enumerate(sides):
            item = 1 + 2 * number + side
            announced = facts.announced(item)
            verdict: Verdict
            if announced:
                verdict = "won" if won(facts, own) and claim & own else "missed"
            elif bonus.silent is None or not claim & own:
                continue
            elif won(facts, own):
                verdict = "won"
            elif lost is not None and lost(facts, own):
                verdict = "silently_lost"
            else:
                continue
            if verdict == "missed" and not self._missed_pays:
                continue
            value = bonus.announced if announced else bonus.silent
            assert value is not None
            factors: list[Factor] = []
            rule = self.table.contracts[contract]
            if rule.bonus_factor > 1:
                factors.append(Factor("bonus_factor", rule.bonus_factor, (*rule.at, "bonus_factor")))
            self._kontra(facts.level(item), factors)
            winners = own if verdict == "won" else sides[1 - side]
            condition = bonus.lost if verdict == "silently_lost" and bonus.lost else bonus.won
            measured = measure(condition, facts, own, self.table.index, self.table.bonus_ids)
            item_id, at = bonus.id, bonus.at
            lines.append(
                self._line(facts, item_id, at, own, announced, verdict, value, factors, winners, stakes, measured)
            )

    def _kontra(self, level: int, factors: list[Factor]) -> None:
        for number in range(level):
            factors.append(Factor(self._levels[number], self._times, ("kontra", "times")))

    def _line(
        self,
        facts: Facts,
        item: str,
        rule: Path,
        claimants: int,
        announced: bool,
        verdict: Verdict,
        value: int,
        factors: list[Factor],
        winners: int,
        stakes: int,
        measured: Mapping[str, Any],
    ) -> Line:
        if stakes > 1:
            factors.append(Factor("double_round", stakes, ("match", "double_rounds")))
        amount = value
        for factor in factors:
            amount *= factor.times
        losers = others(facts, winners)
        each = evenly(facts.players, winners, losers, amount)
        return Line(
            item,
            rule,
            seats_in(claimants),
            announced,
            verdict,
            value,
            tuple(factors),
            seats_in(winners),
            seats_in(losers),
            each,
            measured,
        )

    def _replace(self, lines: list[Line]) -> tuple[list[Line], list[tuple[str, Path]]]:
        """Leave out what a bonus of the round replaces."""
        bonuses = self.table.game.bonuses
        for line in lines[1:]:
            bonus = bonuses[line.item]
            if not bonus.replaces:
                continue
            rule = (*bonus.at, "replaces")
            gone = [
                other
                for other in lines
                if (other.item == "game" and "game" in bonus.replaces)
                or (other.item not in ("game", bonus.id) and "bonuses" in bonus.replaces)
            ]
            return [other for other in lines if other not in gone], [(other.item, rule) for other in gone]
        return lines, []


def evenly(players: int, winners: int, losers: int, amount: int) -> tuple[int, ...]:
    """What each seat gets: in total the larger side times ``amount``, shared within each side."""
    many, few = winners.bit_count(), losers.bit_count()
    if not many or not few:
        return (0,) * players
    pot = amount * max(many, few)
    return tuple(pot // many if winners >> seat & 1 else -pot // few for seat in range(players))

