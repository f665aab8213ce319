"""Who pays whom: evenly between two sides, by a table of cases, or each opponent for himself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..model import Factor


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
