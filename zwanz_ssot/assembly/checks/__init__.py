"""What no schema can see: parts of the rules that do not fit together, conditions that no round can
meet.

``scopes`` who and what can be known at each place; ``satisfiability`` conditions that never or
always hold;
``ladders`` whether every hand has a card to play and every trick a winner; ``table`` seats, deal
and order; ``auction`` bids and kontra; ``during_play`` what is said and owed in the play;
``settled`` contracts and bonuses, ``paying`` what is paid; ``talon`` the exchange and the
announcements after it.
"""

from __future__ import annotations

from ...model import Game
from ..resolver import Resolver
from . import auction, during_play, satisfiability, scopes, settlement, steps, tricks
from .part import CheckContext

_CHECKS = (
    scopes.check,
    satisfiability.check,
    steps.check_table,
    auction.check,
    tricks.check,
    during_play.check,
    settlement.check_aims,
    settlement.check_payments,
    steps.check_talon,
)


def check(site: Resolver, game: Game) -> None:
    """Note everything in ``game`` that cannot be meant.

    A part of the rules in which a name leads nowhere is left alone: what could be said of it would
    only follow from that.
    """
    sense = CheckContext(site, game, frozenset(site.faulty))
    for look in _CHECKS:
        look(sense)
