"""What no schema can see: parts of the rules that contradict each other, and conditions that no
round can meet.

A check works on a `CheckContext`. ``premises`` compares what parts of the rules need, give and bar,
the one check of parts that do not know each other; ``scopes`` which player or fact can be asked
about where, and which conditions never or always hold; ``steps`` table, deal, order,
talon and announcements; ``auction`` the ladder, the turns and what follows when all pass;
``tricks`` a card to play for every hand, a winner for every trick, packs with equal cards;
``during_play`` what is owed in the play; ``objectives`` bonuses that an objective brings with it;
``settlement`` contracts, bonuses and payments; ``unanswered`` what is left to the table.
"""

from __future__ import annotations

from ...model import SEATS, Game
from ..resolver import CheckContext, Resolver
from . import (
    auction,
    during_play,
    objectives,
    premises,
    scopes,
    settlement,
    steps,
    tricks,
)

_CHECKS = (
    scopes.check_places,
    premises.check,
    scopes.check_satisfiability,
    steps.check_table,
    auction.check,
    tricks.check,
    tricks.check_equal_cards,
    during_play.check,
    settlement.check_aims,
    settlement.check_payments,
    objectives.check,
    steps.check_talon,
)


def check(resolver: Resolver, game: Game) -> None:
    """Note everything in ``game`` that cannot be meant.

    A part of the rules in which a name leads nowhere is left alone: what could be said of it would
    only follow from that. With more players than there are seats the table alone is looked at.
    """
    context = CheckContext(resolver, game, frozenset(resolver.faulty))
    for look in _CHECKS if game.table.players <= len(SEATS) else (steps.check_table,):
        look(context)
