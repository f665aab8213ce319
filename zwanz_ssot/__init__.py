"""Card game rules as data: loaded and checked, played and scored, printed as a book.

>>> import zwanz_ssot
>>> game = zwanz_ssot.load("zwanzigerrufen", variant="directnet")
>>> round = zwanz_ssot.deal(game, seed=7)
>>> [str(move) for move in round.moves()]
['bid rufer T-XX', 'bid farbensolo', 'bid solo']
>>> print(round.why_not("pass"))
You speak first and have to bid.
>>> round = round.after("bid solo")

All names below are the public interface; ``docs/api.md`` explains them.
"""

from typing import TYPE_CHECKING

from .problems import speak_through

if TYPE_CHECKING:
    from .engine import Match, Move, Round, View, deal
    from .library import load
    from .model import (
        SEATS,
        Card,
        CardSet,
        Contract,
        Deck,
        Factor,
        Game,
        Ledger,
        Line,
        Refusal,
        Seat,
    )
    from .problems import IllegalMove, RulesAreSilent, RulesFault, WrongCall, ZwanzError
    from .prose import Prose

__all__ = [
    "SEATS",
    "Card",
    "CardSet",
    "Contract",
    "Deck",
    "Factor",
    "Game",
    "IllegalMove",
    "Ledger",
    "Line",
    "Match",
    "Move",
    "Prose",
    "Refusal",
    "Round",
    "RulesAreSilent",
    "RulesFault",
    "Seat",
    "View",
    "WrongCall",
    "ZwanzError",
    "deal",
    "load",
]

_MODULES = {
    "engine": ("Match", "Move", "Round", "View", "deal"),
    "library": ("load",),
    "problems": ("IllegalMove", "RulesAreSilent", "RulesFault", "WrongCall", "ZwanzError"),
    "prose": ("Prose",),
}


def __getattr__(name: str) -> object:
    """A public name. Its module is imported at the first use, so that the package loads fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = next((module for module, names in _MODULES.items() if name in names), "model")
    found: object = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = found
    return found


def _sentence(refusal: "Refusal", language: str) -> str:
    """The sentence of a refusal. Imports the prose at the first call."""
    from .prose import sentence_of

    return sentence_of(refusal, language)


speak_through(_sentence)
