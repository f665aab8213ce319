"""Who is meant: a role becomes the set of its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..model import Cards, Role, Tricks
from ..paths import dotted
from ..problems import RulesAreSilent
from .facts import Facts

Seats = Callable[[Facts, int], int]
"""From a round and the seats that speak or claim, to a set of seats."""

CALLED = "called_card"


def _one(seat: int) -> int:
    return 1 << seat if seat >= 0 else 0


def side(facts: Facts, seats: int) -> int:
    """The whole side that these seats belong to; nobody's side is nobody, and where all play
    against all everybody is a side of his own.
    """
    if not seats or not facts.declarers:
        return seats
    return facts.declarers if seats & facts.declarers else others(facts, facts.declarers)


def others(facts: Facts, seats: int) -> int:
    """Everybody else."""
    return ((1 << facts.players) - 1) & ~seats


def seats(role: Role, cards: Mapping[str, int], bonuses: Sequence[str]) -> Seats:
    """The function that finds a role's seats. ``cards`` gives the index of a card id, ``bonuses``
    their order.
    """
    simple: dict[str, Seats] = {
        "forehand": lambda facts, own: 1,
        "dealer": lambda facts, own: 1 << facts.dealer,
        "declarer": lambda facts, own: _one(facts.declarer),
        "declarers": lambda facts, own: facts.declarers,
        "defenders": lambda facts, own: others(facts, facts.declarers),
        "declaring_side": lambda facts, own: _declaring(facts, role),
        "losers": lambda facts, own: facts.losers,
        "winners": lambda facts, own: (facts.declarers or others(facts, 0)) & ~facts.losers,
        "each_declarer": lambda facts, own: own,
        # They tie for the most and are no partners: what one of them took, each of them took.
        "each_loser": lambda facts, own: facts.losers & -facts.losers,
        "speaker": lambda facts, own: own,
        "claimants": lambda facts, own: own,
        "anyone": lambda facts, own: (1 << facts.players) - 1,
        "either_side": lambda facts, own: (1 << facts.players) - 1,
    }
    if role.arg is None:
        return simple[role.word]
    if isinstance(role.arg, Role):
        return _relation(role.word, seats(role.arg, cards, bonuses))
    if isinstance(role.arg, Tricks):
        number = role.arg.count - 1 if role.arg.word == "number" else -1
        return lambda facts, own: _one(facts.winner_of(number % facts.tricks))
    if isinstance(role.arg, Cards):
        mask = role.arg.mask
        return lambda facts, own: _one(facts.holder_of_all(mask))
    return _named(role.word, role.arg, cards, bonuses)


def _relation(word: str, inner: Seats) -> Seats:
    def turned(facts: Facts, own: int, by: int) -> int:
        seat = inner(facts, own).bit_length() - 1
        return _one((seat + by) % facts.players) if seat >= 0 else 0

    relations: dict[str, Seats] = {
        "next_to": lambda facts, own: turned(facts, own, 1),
        "before": lambda facts, own: turned(facts, own, -1),
        "side_of": lambda facts, own: side(facts, inner(facts, own)),
        "opponents_of": lambda facts, own: (
            others(facts, mine) if (mine := side(facts, inner(facts, own))) else 0
        ),
    }
    return relations[word]


def _named(word: str, arg: str, cards: Mapping[str, int], bonuses: Sequence[str]) -> Seats:
    if word == "most":
        return _most_points
    if word == "without":
        return _without_tricks
    if word == "announcer_of":
        bonus = bonuses.index(arg)
        return lambda facts, own: _one(facts.announcer(bonus))
    if word == "holder_of" and arg == CALLED:
        return lambda facts, own: (
            _one(facts.holder_of(facts.called())) if facts.called() >= 0 else 0
        )
    card = cards[arg]
    if word == "holder_of":
        return lambda facts, own: _one(facts.holder_of(card))
    return lambda facts, own: _one(facts.player_of(card))


def _most_points(facts: Facts, own: int) -> int:
    """All seats that tie for the most card points."""
    taken = [facts.points(1 << seat) for seat in range(facts.players)]
    most = max(taken)
    return sum(1 << seat for seat, points in enumerate(taken) if points == most)


def _without_tricks(facts: Facts, own: int) -> int:
    """All seats that have won no trick."""
    return sum(1 << seat for seat in range(facts.players) if not facts.won(1 << seat))


def _declaring(facts: Facts, role: Role) -> int:
    """The side that has declared; the declarers where neither has. No rule says what follows when
    both have.
    """
    ours, theirs = facts.declarers, others(facts, facts.declarers)
    if not facts.declared(theirs):
        return ours
    if facts.declared(ours):
        raise RulesAreSilent(dotted(role.at), "")
    return theirs
