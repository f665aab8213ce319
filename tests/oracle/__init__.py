"""The oracle: the rules once more, slowly. Every number and card is written out, and nothing is
taken from the engine or from `rules/`.

The engine, with the rule files, is compared with it. Where the two disagree, the accounts of the
game decide which one is wrong.
"""

from __future__ import annotations

from .directnet import Directnet
from .plain import Plain
from .rulebook import Rulebook
from .wikipedia import Wikipedia

ORACLES: dict[str, type[Plain]] = {
    "base": Plain,
    "wikipedia": Wikipedia,
    "directnet": Directnet,
    "rulebook": Rulebook,
}

__all__ = ["ORACLES", "Directnet", "Plain", "Rulebook", "Wikipedia"]
