"""The blocks of the rulebook: what chapters can show of a game. Importing this package registers
them.

``kinds`` holds what attributes name, ``wording`` the words and sentences that blocks print,
``acting`` the situations that the engine works out. The other modules hold the blocks, a template
each.
"""

from . import (
    auctions,
    bonuses,
    cards,
    contracts,
    dealt,
    deck,
    index,
    inline,
    layout,
    origins,
    scenes,
    scores,
    side_by_side,
    tricks,
)

__all__ = [
    "auctions",
    "bonuses",
    "cards",
    "contracts",
    "dealt",
    "deck",
    "index",
    "inline",
    "layout",
    "origins",
    "scenes",
    "scores",
    "side_by_side",
    "tricks",
]
