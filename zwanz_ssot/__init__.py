"""Card game rules as data: loaded and checked, played and scored, printed as a book.

The core in three lines::

    game = zwanz_ssot.load("zwanzigerrufen", variant="directnet")
    round = zwanz_ssot.deal(game, seed=7)
    round = round.after(move); round.moves(); round.why_not(move)
"""

from .engine import Match, Move, Round, deal
from .loading import load

__all__ = ["Match", "Move", "Round", "deal", "load"]
