"""What no schema can see: parts of the rules that do not fit together, conditions that no round can
meet.

``known`` who and what can be known at each place; ``chances`` conditions that never or always hold;
``ladders`` whether every hand has a card to play and every trick a winner; ``table`` seats, deal
and order; ``auction`` bids and kontra; ``during_play`` what is said and owed in the play;
``settled`` contracts and bonuses, ``paying`` what is paid; ``talon`` the exchange and the
announcements after it.
"""

from __future__ import annotations

from ...model import Game
from ..site import Site
from . import auction, chances, during_play, known, ladders, paying, settled, table, talon
from .part import Sense

_CHECKS = (
    known.check,
    chances.check,
    table.check,
    auction.check,
    ladders.check,
    during_play.check,
    settled.check,
    paying.check,
    talon.check,
)


def check(site: Site, game: Game) -> None:
    """Note everything in ``game`` that cannot be meant.

    A part of the rules in which a name leads nowhere is left alone: what could be said of it would
    only follow from that.
    """
    sense = Sense(site, game, frozenset(site.faulty))
    for look in _CHECKS:
        look(sense)
