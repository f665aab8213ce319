"""What a seat knows in full: its view, and what a view leaves out. A view keeps words and cards
apart; here they stand in the order in which they fell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..engine import Move, Round, View
from ..model import CardSet, Seat
from ..problems import WrongCall, of_kind

Events = Sequence[tuple[Seat, Move]]
"""Words and cards in order, each with its seat, as one seat has heard them."""


def heard(seen: View, history: Events) -> Events:
    """All words and cards in order, as the view's seat has heard them."""
    said = iter(seen.said)
    return [made if made[1].kind == "play" else next(said) for made in history]


@dataclass(frozen=True, slots=True)
class InformationState:
    """All that a seat knows, with perfect recall. Like a view it holds nothing that is hidden.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> known = InformationState.of(round.after("bid solo"), "second")
    >>> known.events, known.dealt == known.view.hand
    (((Seat.FOREHAND, Move('bid solo')),), True)
    """

    view: View
    events: tuple[tuple[Seat, Move], ...]
    """Words and cards in order, as the seat has heard them."""
    dealt: CardSet
    """The cards that it was dealt so far."""

    @classmethod
    def of(cls, round: Round, seat: int | str) -> InformationState:
        """What a seat knows in a round. Raises `WrongCall` for a seat that is not at the table."""
        of_kind("round", Round, round)
        view, state = round.view(seat), round.state
        if view.seat is None:
            raise WrongCall("an onlooker is dealt no cards", "name a seat")
        dealt = CardSet(round.game.deck, (state.dealt or state.hands)[view.seat])
        return cls(view, tuple(heard(view, round.history)), dealt)


@runtime_checkable
class InformedPlayer(Protocol):
    """A player that a view is too little for: `chosen` asks it with all that its seat knows.

    >>> class Last:
    ...     def choose_informed(self, known):
    ...         return known.view.moves[-1]
    >>> import zwanz_ssot
    >>> player: InformedPlayer = Last()
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> player.choose_informed(InformationState.of(round, "forehand"))
    Move('bid solo')
    """

    def choose_informed(self, known: InformationState) -> Move:
        """One of ``known.view.moves``."""
