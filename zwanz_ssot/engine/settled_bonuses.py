"""The lines of the bonuses: announced or silent, for either side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ..model import Bonus, Factor, Line, Verdict, Void
from ..terms.facts import Facts
from ..terms.measure import Measure, measure
from ..terms.outcome import Test
from ..terms.roles import Seats, others, seats
from .doubling import GAME, Doubling
from .lines import Lines
from .plan import Plan


@dataclass(frozen=True, slots=True)
class _Rule:
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
            partial(seats, cards=plan.index, bonuses=plan.bonus_ids),
            plan.words,
            plan.game,
        )
        figures = partial(measure, cards=plan.index, bonuses=plan.bonus_ids, unit=plan.unit)
        rules = [
            _Rule(
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
            if rule.bonus.silent is None and True not in said:
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
        declarer, value = 1 << facts.declarer, bonus.announced
        assert value is not None
        winners = others(facts, declarer)
        return self._lines.line(
            facts, bonus.id, bonus.at, declarer, True, "conceded", value, [], winners, stakes, {}
        )

    def _verdict(
        self, facts: Facts, rule: _Rule, announced: bool, against: bool, own: int, claim: int
    ) -> Verdict | None:
        """How it came out for a side that announced it or not, ``against`` the other that did or
        not; None where there is nothing to settle.
        """
        if announced:
            won = rule.won(facts, own) and claim & own
            return "won" if won else "missed" if self._missed_pays else None
        if rule.bonus.silent is None or (against and not self._silent_beside):
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
        rule: _Rule,
        side: int,
        verdict: Verdict,
        winners: int,
    ) -> Line:
        bonus, plan = rule.bonus, self._plan
        item = 1 + 2 * rule.number + side
        own = facts.declarers if side == 0 else others(facts, facts.declarers)
        announced = facts.announced(item)
        value = bonus.announced if announced else bonus.silent
        assert value is not None
        factors: list[Factor] = []
        played = plan.contracts[contract]
        kind = "announced" if announced else "silent"
        times_game = kind in bonus.times_game
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
