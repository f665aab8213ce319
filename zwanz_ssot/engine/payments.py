"""The lines of a settlement: what multiplies them, who pays whom, and what each seat gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any

from ..model import Factor, Kontra, Line, Path, Payment, Verdict, Void, seats_in
from ..model.identifiers import GAME_ITEM
from ..paths import dotted
from ..problems import RulesAreSilent
from ..words.facts import Facts
from ..words.roles import others
from .plan import Plan


class Doubling:
    """The rules of kontra for the settlement, compiled."""

    def __init__(self, plan: Plan) -> None:
        kontra = plan.game.kontra
        self._only_paid = kontra is not None and kontra.counts_in == "money"
        self._between_all = _by_level(kontra, -1)
        self._in_duel = [_by_level(kontra, seat) for seat in range(plan.players)]
        """By seat: the factors of its duel with the declarer, level by level."""
        voids = kontra.void if kontra else ()
        self._voids = [
            (plan.words.test(void.when), void, _contracts_of(void, plan)) for void in voids
        ]
        """The rules by which kontra does not count: test, rule, and contracts as a set."""
        self._items = plan.items
        self._own = [contract.kontra for contract in plan.contracts]

    @property
    def two_accounts(self) -> bool:
        """Whether money is counted beside the written scores."""
        return self._only_paid

    def void(self, facts: Facts, contract: int, claimants: int) -> tuple[Void, ...]:
        """The rules by which kontra of this round does not count; none if nothing that they are
        about was doubled. ``claimants`` are those of the contract.
        """
        found: list[Void] = []
        for test, void, contracts in self._voids:
            if not contracts >> contract & 1:
                continue
            items: Sequence[int] = (GAME_ITEM,) if void.item else range(self._items)
            doubled = any(facts.level(item) > 0 for item in items)
            if doubled and test(facts, claimants):
                found.append(void)
        return tuple(found)

    def factors(self, facts: Facts, contract: int, item: int, own: int) -> list[Factor]:
        """The factors of an item of the side ``own``; none if that side said the first kontra."""
        level = facts.level(item)
        if not level or (item == GAME_ITEM and self._own[contract] is not None):
            return []
        by = facts.doubled_by(item)
        if by >= 0 and own >> by & 1:
            return []
        return self._between_all[:level]

    def each(self, facts: Facts, contract: int, beyond: int = 0) -> list[Factor]:
        """The factors of the duels between the declarer and single opponents, each without its
        first ``beyond`` levels.
        """
        if self._own[contract] != "individual":
            return []
        found: list[Factor] = []
        for seat in range(facts.players):
            found += self._in_duel[seat][beyond : facts.duel(seat)]
        return found


def _by_level(kontra: Kontra | None, seat: int) -> list[Factor]:
    """The factor of each level of kontra: between all (``seat`` -1), or in the duel of a seat."""
    if kontra is None:
        return []
    rule = ("kontra", "adds" if kontra.adds else "times")
    paid = kontra.counts_in == "money"
    return [Factor(word, kontra.times, rule, kontra.adds, paid, seat) for word in kontra.levels]


def _contracts_of(void: Void, plan: Plan) -> int:
    numbers: Iterable[int] = range(len(plan.contracts))
    if void.contracts:
        numbers = [plan.contract_ids.index(contract) for contract in void.contracts]
    return sum(1 << number for number in numbers)


@lru_cache(maxsize=4096)
def evenly(players: int, winners: int, losers: int, amount: int) -> tuple[int, ...]:
    """By seat: what it gets if the winners receive ``amount`` times the size of the larger side,
    shared alike within each side; 0 if a side is empty. Raises `ValueError` where it cannot be
    shared.
    """
    larger, smaller = winners.bit_count(), losers.bit_count()
    if not larger or not smaller:
        return (0,) * players
    return handed_over(players, losers, winners, amount * max(larger, smaller))


def handed_over(players: int, payers: int, payees: int, total: int) -> tuple[int, ...]:
    """By seat: what it gets if the payers give ``total`` in equal parts, and the payees share it
    alike. Raises `ValueError` where it cannot be shared, or a side is empty.
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
    """By seat: what it gets by its place in the order of ``points``, the most first. ``shares`` are
    those of the places; seats that tie share theirs. Raises `ValueError` where they cannot.
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
    """By seat: what it gets if the declarer settles with each opponent alone. ``amounts`` are by
    seat.
    """
    own = sum(amount for seat, amount in enumerate(amounts) if seat != declarer)
    sign = 1 if won else -1
    return tuple(sign * (own if seat == declarer else -amounts[seat]) for seat in range(players))


def multiplied(value: int, factors: Sequence[Factor]) -> int:
    """A value after all factors in order: each adds to it, then multiplies it."""
    for factor in factors:
        value = (value + factor.adds) * factor.times
    return value


@dataclass(slots=True)
class ItemOutcome:
    """The result of one item, and its value before anybody pays."""

    item: str
    """``game``, or the id of a bonus."""
    rule: Path
    claimants: int
    """The seats whose item it is."""
    announced: bool
    verdict: Verdict
    winners: int
    """The seats that are paid; everybody else pays."""
    value: int
    factors: Sequence[Factor] = ()
    """What multiplies the value, in order."""
    duels: Sequence[Factor] = ()
    """Factors of duels between the declarer and single opponents. If there are any, he settles with
    each opponent alone.
    """
    measured: Mapping[str, Any] = field(default_factory=dict)
    """The figures that decided."""


class Lines:
    """Makes the lines of one game: from the outcome of an item to what each seat gets."""

    def __init__(self, plan: Plan) -> None:
        kontra = plan.game.kontra
        self._two_accounts = kontra is not None and kontra.counts_in == "money"
        alone = plan.game.settlement.each_pays == "declarers_alone"
        self._shared: _Shared = _of_declarers if alone else _between_sides
        self._alone = alone

    def line(self, facts: Facts, outcome: ItemOutcome, stakes: int) -> Line:
        """A line settled evenly between its winners and all others, or in duels. ``stakes`` is 2 in
        a double round.
        """
        factors, duels, winners = outcome.factors, outcome.duels, outcome.winners
        losers = others(facts, winners)
        paid = each = self._shared(facts, winners, losers, outcome.value, factors, duels)
        if self._two_accounts and (factors or duels):
            written, in_duels = _written(factors), _written(duels)
            each = self._shared(facts, winners, losers, outcome.value, written, in_duels)
        if stakes > 1:
            paid, each = [tuple(stakes * own for own in shares) for shares in (paid, each)]
        return self._made(facts, outcome, stakes, each, paid)

    def unshared(self, facts: Facts, outcome: ItemOutcome, stakes: int) -> Line:
        """A line of which nobody gets or pays anything yet."""
        nothing = (0,) * facts.players
        return self._made(facts, outcome, stakes, nothing, nothing)

    def _made(
        self,
        facts: Facts,
        outcome: ItemOutcome,
        stakes: int,
        each: tuple[int, ...],
        paid: tuple[int, ...],
    ) -> Line:
        factors = (*outcome.factors, *outcome.duels)
        if stakes > 1:  # which multiply what words of doubling have added
            factors += (Factor("double_round", stakes, ("match", "double_rounds")),)
        return Line(
            outcome.item,
            outcome.rule,
            seats_in(outcome.claimants),
            outcome.announced,
            outcome.verdict,
            outcome.value,
            factors,
            seats_in(outcome.winners),
            seats_in(others(facts, outcome.winners)),
            each,
            outcome.measured,
            paid if self._two_accounts else (),
        )

    def case(self, line: Line, players: int, case: Path, payers: int, payees: int) -> Line:
        """The line by a case of payments in which some seats pay a total to others. Raises
        `RulesAreSilent` where it cannot be shared.
        """
        try:
            each = handed_over(players, payers, payees, line.amount)
            paid = handed_over(players, payers, payees, multiplied(line.value, line.factors))
        except ValueError:
            raise RulesAreSilent(dotted((*case, "total"))) from None
        return replace(
            line,
            winners=seats_in(payees),
            losers=seats_in(payers),
            each=each,
            paid=paid if self._two_accounts else (),
            case=case,
        )

    def by_place(self, line: Line, case: Payment, points: Sequence[int]) -> Line:
        """The line by a case of payments in which each place, in order of card points, has an
        amount. Raises `RulesAreSilent` where seats that tie cannot share theirs.
        """

        def each(factors: Sequence[Factor]) -> tuple[int, ...]:
            return by_place(_multiplied_shares(case.by_place, factors), points)

        try:
            shares = by_place(case.by_place, points)
            shared = self._by_shares(line, case.at, shares, each)
        except ValueError:
            raise RulesAreSilent(dotted((*case.at, "by_place"))) from None
        return replace(shared, value=sum(share for share in shares if share > 0))

    def shares(self, line: Line, case: Path, shares: Sequence[int]) -> Line:
        """The line by a case of payments in which each seat gets a share of its own."""
        return self._by_shares(
            line, case, shares, lambda factors: _multiplied_shares(shares, factors)
        )

    def _by_shares(
        self,
        line: Line,
        case: Path,
        shares: Sequence[int],
        each: Callable[[Sequence[Factor]], tuple[int, ...]],
    ) -> Line:
        """The line with these shares before any factor; ``each`` gives them after some."""
        return replace(
            line,
            value=max(map(abs, shares)),
            winners=tuple(seat for seat, share in enumerate(shares) if share > 0),
            losers=tuple(seat for seat, share in enumerate(shares) if share < 0),
            each=each(_written(line.factors)),
            paid=each(line.factors) if self._two_accounts else (),
            case=case,
        )

    def paid_by(self, facts: Facts, line: Line, payers: int, winners: int) -> Line:
        """The line of a bonus that only these seats pay: to each of the winners, or to nobody where
        only declarers score. Between the declarer and an opponent their own duel counts.
        """
        payees = winners & ~payers

        def each(factors: Sequence[Factor]) -> tuple[int, ...]:
            if self._alone:
                amount = multiplied(line.value, factors)
                return tuple(-amount if payers >> seat & 1 else 0 for seat in range(facts.players))
            gets = [0] * facts.players
            for payer, payee in product(seats_in(payers), seats_in(payees)):
                pair = {int(payer), int(payee)}
                own = [it for it in factors if it.seat < 0 or {it.seat, facts.declarer} == pair]
                amount = multiplied(line.value, own)
                gets[payer] -= amount
                gets[payee] += amount
            return tuple(gets)

        return replace(
            line,
            winners=seats_in(payees),
            losers=seats_in(payers),
            each=each(_written(line.factors)),
            paid=each(line.factors) if self._two_accounts else (),
        )


def _multiplied_shares(shares: Sequence[int], factors: Sequence[Factor]) -> tuple[int, ...]:
    """Each share after the factors, which work on its amount, whether it is gained or lost; who
    gets nothing, gets nothing.
    """
    amounts = [multiplied(abs(share), factors) if share else 0 for share in shares]
    return tuple(
        -amount if share < 0 else amount for share, amount in zip(shares, amounts, strict=True)
    )


_Shared = Callable[[Facts, int, int, int, Sequence[Factor], Sequence[Factor]], tuple[int, ...]]
"""What each seat gets, from facts, winners, losers, value, factors, and factors of duels."""


def _of_declarers(
    facts: Facts,
    winners: int,
    losers: int,
    value: int,
    factors: Sequence[Factor],
    duels: Sequence[Factor],
) -> tuple[int, ...]:
    """What each seat gets where each declarer scores the whole value, and nobody else scores."""
    amount = multiplied(value, factors)
    if not winners & facts.declarers:
        amount = -amount
    return tuple(amount if facts.declarers >> seat & 1 else 0 for seat in range(facts.players))


def _between_sides(
    facts: Facts,
    winners: int,
    losers: int,
    value: int,
    factors: Sequence[Factor],
    duels: Sequence[Factor],
) -> tuple[int, ...]:
    """What each seat gets where the sides settle evenly, or the declarer in duels."""
    if not duels:
        amount = multiplied(value, factors) if factors else value
        return evenly(facts.players, winners, losers, amount)
    amounts = []
    for seat in range(facts.players):
        own = [factor for factor in duels if factor.seat == seat]
        amounts.append(multiplied(value, [*factors, *own]))
    declarer = facts.declarer
    return one_by_one(facts.players, declarer, bool(winners >> declarer & 1), amounts)


def _written(factors: Sequence[Factor]) -> list[Factor]:
    """The factors of the written score, without those of money only."""
    return [factor for factor in factors if not factor.only_paid]
