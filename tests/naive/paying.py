"""Who pays whom for an item: the scores of each seat, by its value."""

from __future__ import annotations

from collections.abc import Callable

from zwanz_ssot.model import Payment, Score

from .outcome import Outcome, Seats, Silent

Scores = tuple[int, ...]
Amount = Callable[[int], int]
"""Gives a value after all that multiplies it."""


def between_sides(outcome: Outcome, winners: Seats, amount: int) -> Scores:
    """The scores if one side wins.

    The smaller side pays or gets in total what the larger one gets or pays; or each declarer scores
    the amount, and nobody else scores.
    """
    position = outcome.position
    if position.game.settlement.each_pays == "declarers_alone":
        ours = outcome.declarers
        own = amount if winners & ours else -amount
        return tuple(own if seat in ours else 0 for seat in sorted(outcome.everybody))
    losers = outcome.others(winners)
    if not winners or not losers:
        return (0,) * position.players
    return handed(outcome, losers, winners, amount * max(len(winners), len(losers)))


def handed(outcome: Outcome, payers: Seats, payees: Seats, total: int) -> Scores:
    """The scores if all payers pay alike and all winners get alike."""
    if not payers or not payees or total % len(payers) or total % len(payees):
        raise Silent
    gets = dict.fromkeys(sorted(outcome.everybody), 0)
    for seat in payers:
        gets[seat] -= total // len(payers)
    for seat in payees:
        gets[seat] += total // len(payees)
    return tuple(gets.values())


def paid_alone(
    outcome: Outcome, payers: Seats, winners: Seats, amount: Callable[[int, int], int]
) -> Scores:
    """The scores if each payer pays each winner the amount between the two; where declarers alone
    score, nobody gets it.
    """
    alone = outcome.position.game.settlement.each_pays == "declarers_alone"
    gets = dict.fromkeys(sorted(outcome.everybody), 0)
    for payer in payers:
        if alone:
            gets[payer] -= amount(payer, payer)
            continue
        for payee in winners - payers:
            gets[payer] -= amount(payer, payee)
            gets[payee] += amount(payer, payee)
    return tuple(gets.values())


def of_a_table(outcome: Outcome, case: Payment, claimants: Seats, amount: Amount) -> Scores:
    """The scores by a case of a contract's payments."""
    if case.by_place:
        return _by_place(outcome, case, amount)
    if case.scores:
        every = sorted(outcome.everybody)
        return tuple(_by_itself(outcome, case, claimants, seat, amount) for seat in every)
    assert case.from_ is not None and case.to is not None
    payers, payees = outcome.seats(case.from_, claimants), outcome.seats(case.to, claimants)
    return handed(outcome, payers, payees, amount(case.total))


def _by_place(outcome: Outcome, case: Payment, amount: Amount) -> Scores:
    """The scores by places, most card points first; whoever ties shares what the places get."""
    points = [outcome.points(frozenset({seat})) for seat in sorted(outcome.everybody)]
    found = []
    for own in points:
        better, tied = sum(each > own for each in points), points.count(own)
        plain = case.by_place[better : better + tied]
        share = sum(_signed(each, amount) for each in plain)
        if sum(plain) % tied or share % tied:
            raise Silent
        found.append(share // tied)
    return tuple(found)


def _by_itself(outcome: Outcome, case: Payment, claimants: Seats, seat: int, amount: Amount) -> int:
    """The score of a seat by rules of which no other seat pays or gets anything."""
    own = frozenset({seat})
    meant = [score for score in case.scores if seat in outcome.seats(score.who, claimants)]
    return _signed(sum(_score(outcome, score, own) for score in meant), amount)


def _score(outcome: Outcome, score: Score, own: Seats) -> int:
    """A score, rounded to the nearest multiple; a half is rounded away from zero."""
    each, parts = score.gets - score.loses, 1
    if score.per:
        parts = outcome.position.game.unit
        each *= outcome.points(own)
    whole = parts * score.to_nearest
    steps, rest = divmod(abs(each), whole)
    steps += 2 * rest >= whole
    return steps * score.to_nearest * (-1 if each < 0 else 1)


def _signed(value: int, amount: Amount) -> int:
    """An amount that is got or paid, after all that multiplies it; nothing stays nothing."""
    return amount(abs(value)) * (value > 0) - amount(abs(value)) * (value < 0)
