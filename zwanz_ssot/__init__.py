"""Card game rules as data: loaded and checked, played and scored, printed as a book.

The core in three lines::

    game = zwanz_ssot.load("zwanzigerrufen", variant="directnet")
    round = zwanz_ssot.deal(game, seed=7)
    round = round.after(move); round.moves(); round.why_not(move)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine import Match, Move, Round, deal
    from .library import load

__all__ = ["Match", "Move", "Round", "deal", "load"]


def __getattr__(name: str) -> object:
    """What is asked for, read only then: whoever needs one room does not pay for all."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(
        import_module(f"{__name__}.{'library' if name == 'load' else 'engine'}"), name
    )
    return found
