"""Checks that no schema can make: for parts of the rules that contradict each other, and for
conditions that no round can meet.

A check works on a `CheckContext`. ``premises`` compares what parts of the rules need, give and bar,
without knowing any of them; ``scopes`` checks which players and facts are known where, what a
player would learn from his own moves, and which conditions never or always hold; ``steps`` table,
deal, order, talon and announcements; ``auction`` the ladder, the turns, what follows when all pass,
and kontra; ``tricks`` that every hand has a card to play and every trick a winner, and packs with
equal cards; ``during_play`` what is said, and duties in the play; ``objectives`` bonuses that an
objective entails; ``names`` that no two are called the same; ``contracts`` the sides, aims and
values of contracts, and the match; ``bonuses`` and ``payments`` these. ``unanswered`` finds what is
left to the table.
"""

from __future__ import annotations

from ...model import SEATS, Game
from ..resolver import CheckContext, Resolver
from . import (
    auction,
    bonuses,
    contracts,
    during_play,
    names,
    objectives,
    payments,
    premises,
    scopes,
    steps,
    tricks,
)

_CHECKS = (
    scopes.check_places,
    scopes.check_secrets,
    premises.check,
    scopes.check_satisfiability,
    steps.check_table,
    auction.check,
    tricks.check,
    tricks.check_equal_cards,
    during_play.check,
    contracts.check,
    bonuses.check,
    payments.check,
    objectives.check,
    names.check,
    steps.check_talon,
)


def check(resolver: Resolver, game: Game) -> None:
    """Note everything in ``game`` that cannot be meant.

    Parts of the rules with unknown names are left out, because further problems would follow from
    these. With more players than there are seats only the table is checked.
    """
    context = CheckContext(resolver, game, frozenset(resolver.faulty))
    for look in _CHECKS if game.table.players <= len(SEATS) else (steps.check_table,):
        look(context)
