"""One line of a settlement: what it is worth in the end, and what every seat gets of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..model import Factor, Line, Path, Payment, Verdict, seats_in
from ..problems import RulesAreSilent
from ..terms.facts import Facts
from ..terms.roles import others
from .paying import by_place, evenly, handed_over, multiplied, one_by_one
from .plan import Plan


class Lines:
    """Makes the lines of one game."""

    def __init__(self, plan: Plan) -> None:
        kontra = plan.game.kontra
        self._two_accounts = kontra is not None and kontra.counts_in == "money"

    def line(
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
        *,
        each_for_himself: list[Factor] | None = None,
    ) -> Line:
        """A line settled evenly between its winners and everybody else; with ``each_for_himself``
        the declarer settles with every opponent alone, by these factors too.
        """
        if stakes > 1:
            factors.append(Factor("double_round", stakes, ("match", "double_rounds")))
        duels = each_for_himself or []
        losers = others(facts, winners)
        paid = each = _shared(facts, winners, losers, value, factors, duels)
        if self._two_accounts and (factors or duels):
            each = _shared(facts, winners, losers, value, _written(factors), _written(duels))
        return Line(
            item,
            rule,
            seats_in(claimants),
            announced,
            verdict,
            value,
            (*factors, *duels),
            seats_in(winners),
            seats_in(losers),
            each,
            measured,
            paid if self._two_accounts else (),
        )

    def case(self, line: Line, players: int, case: Path, payers: int, payees: int) -> Line:
        """The line as a case of the contract's payments has it: a total from some to others."""
        try:
            each = handed_over(players, payers, payees, line.amount)
            paid = handed_over(players, payers, payees, multiplied(line.value, line.factors))
        except ValueError:
            raise RulesAreSilent(".".join(map(str, (*case, "total"))), "") from None
        return replace(
            line,
            winners=seats_in(payees),
            losers=seats_in(payers),
            each=each,
            paid=paid if self._two_accounts else (),
            case=case,
        )

    def by_place(self, line: Line, case: Payment, points: Sequence[int]) -> Line:
        """The line as a case has it in which every place, in order of card points, gets or pays its
        own.
        """
        try:
            shares = by_place(case.by_place, points)
        except ValueError:
            raise RulesAreSilent(".".join(map(str, (*case.at, "by_place"))), "") from None

        def all_of(factors: Sequence[Factor]) -> tuple[int, ...]:
            return tuple(
                (-1 if share < 0 else 1) * multiplied(abs(share), factors) for share in shares
            )

        return replace(
            line,
            value=sum(share for share in shares if share > 0),
            winners=tuple(seat for seat, share in enumerate(shares) if share > 0),
            losers=tuple(seat for seat, share in enumerate(shares) if share < 0),
            each=all_of(_written(list(line.factors))),
            paid=all_of(line.factors) if self._two_accounts else (),
            case=case.at,
        )


def _shared(
    facts: Facts, winners: int, losers: int, value: int, factors: list[Factor], duels: list[Factor]
) -> tuple[int, ...]:
    """What every seat gets: evenly, or each opponent by what was doubled between him and the
    declarer.
    """
    if not duels:
        return evenly(
            facts.players, winners, losers, multiplied(value, factors) if factors else value
        )
    amounts = [
        multiplied(value, [*factors, *(factor for factor in duels if factor.seat == seat)])
        for seat in range(facts.players)
    ]
    return one_by_one(facts.players, facts.declarer, bool(winners >> facts.declarer & 1), amounts)


def _written(factors: list[Factor]) -> list[Factor]:
    return [factor for factor in factors if not factor.only_paid]
