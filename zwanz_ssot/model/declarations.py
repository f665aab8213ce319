"""What is told during the play: pairs of cards that are declared for their points."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Name
from .words import Condition, Path


@dataclass(frozen=True, slots=True)
class Declaration:
    """Cards of these ranks in one suit and one hand."""

    id: str
    name: Name
    ranks: tuple[str, ...]
    in_trump: int
    """Card points in the trump suit."""
    elsewhere: int
    shown: str
    """``word``: only the points are told; ``cards``: the cards are shown."""
    binds: str
    """``lead_one``: one of the cards has to be led at once; ``nothing``."""
    counts_if: Condition | None
    at: Path
