"""Perft: the positions within so many moves, counted, for those who compare their engine with this
one.

``counting`` the tree below a position; ``ways`` from a deal to a contract, a step, the last tricks;
``references`` counts that another implementation came to, held against this one.
"""

from .counting import OVER, THROWN_IN, Reached, Tell, below, counted, named
from .references import Recount, recount
from .ways import LAST_TRICKS, after, before, way

__all__ = [
    "LAST_TRICKS",
    "OVER",
    "THROWN_IN",
    "Reached",
    "Recount",
    "Tell",
    "after",
    "before",
    "below",
    "counted",
    "named",
    "recount",
    "way",
]
