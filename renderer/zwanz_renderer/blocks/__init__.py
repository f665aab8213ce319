"""The blocks of the rulebook: what chapters can show of a game. Importing this package registers
them.

``kinds`` what attributes name; ``words`` the fixed words of tables and captions; ``speech``
sentences about the rules; ``chips`` cards in running text; ``acting`` situations that the engine
works out; ``spoken`` and ``trick_lines`` read the lines of a body. The other rooms hold the blocks
themselves, a template each.
"""

from . import (
    accounts,
    bonuses,
    callouts,
    cards,
    contracts,
    crossings,
    dealt,
    deck,
    glossary,
    index,
    inline,
    layout,
    listing,
    origins,
    panels,
    scenes,
    scores,
    scripts,
    seating,
    side_by_side,
    tricks,
)

__all__ = [
    "accounts",
    "bonuses",
    "callouts",
    "cards",
    "contracts",
    "crossings",
    "dealt",
    "deck",
    "glossary",
    "index",
    "inline",
    "layout",
    "listing",
    "origins",
    "panels",
    "scenes",
    "scores",
    "scripts",
    "seating",
    "side_by_side",
    "tricks",
]
