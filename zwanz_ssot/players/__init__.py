"""Players: from the view of a seat to one of its legal moves.

``simple`` chooses, with ``bid_sampling`` for bids and ``card_heuristics`` for cards.
"""

from .simple import choose

__all__ = ["choose"]
