"""Players: from the view of a seat to one of its legal moves.

``named`` has them by name. ``simple`` chooses by rules of thumb, with ``bid_sampling`` for bids and
``card_heuristics`` for cards; ``sampling`` weighs moves in ``worlds``.
"""

from .registry import NAMES, Player, named, seated
from .sampling import SamplingPlayer, Strength, WeighedMove, prepare
from .simple import choose

__all__ = [
    "NAMES",
    "Player",
    "SamplingPlayer",
    "Strength",
    "WeighedMove",
    "choose",
    "named",
    "prepare",
    "seated",
]
