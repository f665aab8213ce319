"""What multiplies an item when it is settled: kontra of all or of one opponent, and what voids it."""

from __future__ import annotations

from ..model import Factor, Path, Void
from ..terms.facts import Facts
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
