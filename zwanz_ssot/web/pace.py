"""How long the house waits before it moves, so that persons can follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..words.cards import span

if TYPE_CHECKING:
    from ..engine import View

PACE = 0.75
"""Seconds that a player of the computer takes for a move, where nothing else is chosen."""
_TRICK = 2.1
"""The factor on the pause before the next trick is led."""
_SPEECH = 2.0
"""The factor on the pause where a person may speak before the move."""


@dataclass(frozen=True)
class Pace:
    """How long computers wait: ``move`` seconds before a move, longer where persons need it.

    >>> import zwanz_ssot
    >>> played = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> Pace(3.0).before(played.view(0), others=True)
    3.0
    """

    move: float = PACE

    def before(self, view: View, others: bool) -> float:
        """The seconds before a move at a view: longer after a trick, and where the rules let a
        person speak before it, whether his cards do or not. ``others`` says whether there is any
        person besides the one who moves.
        """
        begun = view.step == "play" and not view.trick and bool(view.winners)
        pause = self.move * _TRICK if begun else self.move
        return pause * _SPEECH if others and _lets_speak(view) else pause


def _lets_speak(view: View) -> bool:
    """Whether the rules let anybody speak out of turn in this trick."""
    if view.step != "play" or view.contract is None:
        return False
    spoken = view.game.contracts[view.contract].play.says.any_time
    size, trick = view.game.hand_size, len(view.winners)
    return any(trick in span(each.during, size).numbers for each in spoken)
