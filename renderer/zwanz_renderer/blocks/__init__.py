"""The blocks of the rulebook: what chapters can show of a game. Importing this package registers
them.

``kinds`` has the things that attributes name, ``wording`` the words and sentences of blocks,
``acting`` the situations that the engine works out. The other modules have the blocks, each with a
template of its own.
"""

from . import (
    auctions,
    bonuses,
    cards,
    contracts,
    dealt,
    differences,
    in_brief,
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
    "differences",
    "in_brief",
    "index",
    "inline",
    "layout",
    "origins",
    "scenes",
    "scores",
    "side_by_side",
    "tricks",
]
