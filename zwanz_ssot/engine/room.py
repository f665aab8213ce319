"""A room: one step of a round. It says which moves there are, makes them, and tells why one is
refused.
"""

from __future__ import annotations

from typing import Protocol

from ..model import Refusal
from .state import State


class Room(Protocol):
    """One step of a round."""

    kind: str
    """``deal``, ``misdeal``, ``auction`` or ``play``."""

    def enter(self, state: State) -> None:
        """Begin the step; it may end at once, by ``state.table.leave(state)``."""

    def moves(self, state: State) -> list[int]:
        """Every legal move of the seat whose turn it is; never empty."""

    def apply(self, state: State, move: int) -> None:
        """Make a legal move."""

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the move is not legal; None when it is."""
