"""The blocks of the rulebook: what chapters can show of a game. Importing this package registers them.

``kinds`` what attributes name; ``words`` the fixed words of tables and captions; ``speech`` sentences about the
rules; ``chips`` cards in running text. The other rooms hold the blocks themselves, a template each.
"""

from . import (
    bonuses,
    callouts,
    cards,
    contracts,
    crossings,
    deck,
    glossary,
    inline,
    layout,
    origins,
    panels,
    scores,
    seating,
    tricks,
)

__all__ = [
    "bonuses",
    "callouts",
    "cards",
    "contracts",
    "crossings",
    "deck",
    "glossary",
    "inline",
    "layout",
    "origins",
    "panels",
    "scores",
    "seating",
    "tricks",
]
