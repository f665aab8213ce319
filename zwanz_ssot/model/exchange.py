"""Between the auction and the play: the talon, the exchange, the announcements."""

from __future__ import annotations

from dataclasses import dataclass

from .words import Cards, Path, Role


@dataclass(frozen=True, slots=True)
class Talon:
    """Cards laid face down in the middle, in so many packets."""

    packets: tuple[int, ...]
    at: Path


@dataclass(frozen=True, slots=True)
class Discard:
    """One rung of what may be discarded; ``shown``: face up."""

    cards: Cards
    shown: bool
    at: Path


@dataclass(frozen=True, slots=True)
class Keeps:
    """What a hand has to hold when it has discarded, where it can: at least so many of these cards."""

    cards: Cards
    at_least: int
    at: Path


@dataclass(frozen=True, slots=True)
class TalonUse:
    """What becomes of the talon in a contract."""

    takes: str
    """``packet``, ``all`` or ``nothing``."""
    seen_by: str
    """``everyone``, ``taker`` or ``nobody``."""
    counts_for: str
    """Whose the cards are that nobody took: ``declarers``, ``defenders``, ``last_trick_winner``,
    ``first_tricks`` (one to each of them) or ``nobody``.
    """
    packet_of_called_card: str
    """Whose the packet of a called card is that nobody took, ``declarers`` or ``defenders``; empty:
    as the others.
    """
    discard: tuple[Discard, ...]
    """What may be discarded; empty: as in the other contracts."""
    at: Path
    keeps: Keeps | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Taking cards of the talon and discarding as many."""

    discard: tuple[Discard, ...]
    """The first of these that the hand still has; what is in none is never discarded."""
    discards_count_for: str
    concedes: bool
    """Whether the declarer may give up when the called card turns up in the talon."""
    at: Path


@dataclass(frozen=True, slots=True)
class Announcements:
    """A round of announcements and doubles after the exchange; each bonus is announced once, by
    either side.
    """

    first: Role
    in_one_turn: tuple[str, ...]
    once: bool
    """Whether who has announced, or has spoken first, announces no more."""
    first_turn: bool
    """Whether nobody announces but in the first turn of his own."""
    at_once: bool
    """Whether a double is said in the first turn after what it answers, or never."""
    ends_after_passes: int
    at: Path
