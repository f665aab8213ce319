"""One line of a settlement: what multiplies it, who pays whom, and what every seat gets of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..model import Factor, Line, Path, Payment, Verdict, Void, seats_in
from ..paths import dotted
from ..problems import RulesAreSilent
from ..words.facts import Facts
from ..words.roles import others
from .plan import Plan

GAME = 0


class Doubling:
    """The rules of kontra at the settlement, compiled."""

    def __init__(self, plan: Plan) -> None:
        kontra = plan.game.kontra
        self._levels = kontra.levels if kontra else ()
        self._times = kontra.times if kontra else 1
        self._adds = kontra.adds if kontra else 0
        self._only_paid = kontra is not None and kontra.counts_in == "money"
        self._rule: Path = ("kontra", "adds" if self._adds else "times")
        self._voids = [
            [
                (plan.words.test(void.when), void)
                for void in (kontra.void if kontra else ())
                if not void.contracts or contract.id in void.contracts
            ]
            for contract in plan.contracts
        ]
        self._items = plan.items
        self._own = [contract.kontra for contract in plan.contracts]

    @property
    def two_accounts(self) -> bool:
        """Whether what is paid differs from what is written."""
        return self._only_paid

    def void(self, facts: Facts, contract: int) -> tuple[Void, ...]:
        """The rules by which kontra of this round does not count; none where nothing of theirs was
        doubled.
        """
        found: tuple[Void, ...] = ()
        for test, void in self._voids[contract]:
            doubled = (
                facts.level(GAME) > 0
                if void.item
                else any(facts.level(item) for item in range(self._items))
            )
            if doubled and test(facts, facts.declarers):
                found = (*found, void)
        return found

    def factors(self, facts: Facts, contract: int, item: int, own: int) -> list[Factor]:
        """What doubles an item of the side ``own``; a kontra by one of that side counts for
        nothing.
        """
        level = facts.level(item)
        if not level or self._own[contract] is not None:
            return []
        by = facts.doubled_by(item)
        return [] if by >= 0 and own >> by & 1 else self._said(level, -1)

    def each(self, facts: Facts, contract: int) -> list[Factor]:
        """What doubles the game between the declarer and single opponents."""
        if self._own[contract] != "individual":
            return []
        return [
            factor for seat in range(facts.players) for factor in self._said(facts.duel(seat), seat)
        ]

    def _said(self, level: int, seat: int) -> list[Factor]:
        return [
            Factor(word, self._times, self._rule, self._adds, self._only_paid, seat)
            for word in self._levels[:level]
        ]


@lru_cache(maxsize=4096)
def evenly(players: int, winners: int, losers: int, amount: int) -> tuple[int, ...]:
    """What each seat gets: in total the larger side times ``amount``, shared within each side."""
    many, few = winners.bit_count(), losers.bit_count()
    return (
        handed_over(players, losers, winners, amount * max(many, few))
        if many and few
        else (0,) * players
    )


def handed_over(players: int, payers: int, payees: int, total: int) -> tuple[int, ...]:
    """What each seat gets when the payers give a total, all alike, and the payees share it. Raises
    `ValueError` where it cannot be shared, or there is nobody on one side.
    """
    if not payers or not payees:
        raise ValueError(total)
    give, given = divmod(total, payers.bit_count())
    take, taken = divmod(total, payees.bit_count())
    if given or taken:
        raise ValueError(total)
    return tuple(
        (take if payees >> seat & 1 else 0) - (give if payers >> seat & 1 else 0)
        for seat in range(players)
    )


def by_place(shares: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """What each seat gets by its place in the order of ``points``, the most first: ``shares`` are
    what the places get, and seats that tie share theirs. Raises `ValueError` where they cannot.
    """
    each = [0] * len(points)
    place = 0
    for worth in sorted(set(points), reverse=True):
        tied = [seat for seat, own in enumerate(points) if own == worth]
        share, rest = divmod(sum(shares[place : place + len(tied)]), len(tied))
        if rest:
            raise ValueError(worth)
        for seat in tied:
            each[seat] = share
        place += len(tied)
    return tuple(each)


def one_by_one(players: int, declarer: int, won: bool, amounts: Sequence[int]) -> tuple[int, ...]:
    """What each seat gets when the declarer settles with every opponent for himself; ``amounts`` by
    seat.
    """
    own = sum(amount for seat, amount in enumerate(amounts) if seat != declarer)
    sign = 1 if won else -1
    return tuple(sign * (own if seat == declarer else -amounts[seat]) for seat in range(players))


def multiplied(value: int, factors: Sequence[Factor]) -> int:
    """A value after all that is added to it and multiplies it, in order."""
    for factor in factors:
        value = (value + factor.adds) * factor.times
    return value


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
            raise RulesAreSilent(dotted((*case, "total")), "") from None
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
            raise RulesAreSilent(dotted((*case.at, "by_place")), "") from None

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
