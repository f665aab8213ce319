"""What the words of the rules may ask of a round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol


class Facts(Protocol):
    """A round, as far as it has gone, or an outcome as an example states it.

    Seats and cards are numbers, sets of either are bit masks. Trick numbers count from 0; -1 stands
    for nobody and for nowhere. `zwanz_ssot.engine.facts.PlayedFacts` answers for a round that is
    played, `zwanz_ssot.examples.outcomes.StatedFacts` for one that is stated.
    """

    if not TYPE_CHECKING:  # mypy takes empty slots for a ban on assigning what is declared below
        __slots__ = ()

    players: int
    """How many play."""
    dealer: int
    """The seat of the dealer."""
    tricks: int
    """How many tricks a whole round has."""
    declarer: int
    """The seat of the declarer."""
    declarers: int
    """The seats of the declarers' side; 0 where all play against all."""
    doubled_for: int
    """The seats that have a double round of their own."""
    losers: int
    """Who loses for himself: where all play against all, or each declarer for his own part."""
    game_winners: int
    """The side that has won the game; 0 for neither, and before it is settled."""

    @abstractmethod
    def hand(self, seat: int) -> int:
        """What the seat holds at this moment."""

    @abstractmethod
    def points(self, seats: int) -> int:
        """Card points of these seats together, in parts of a point: of their tricks, of cards that
        count for them beside these, of their declarations, and of the last trick.
        """

    @abstractmethod
    def declared(self, seats: int) -> int:
        """Card points that these seats have declared, whether they came to count or not."""

    @abstractmethod
    def taken_by(self, seats: int) -> int:
        """The cards that these seats have at the end: tricks, discards, a share of the talon."""

    @abstractmethod
    def in_talon(self, card: int) -> bool:
        """Whether the card lay in the talon."""

    @abstractmethod
    def won(self, seats: int) -> int:
        """How many tricks these seats have won together."""

    @abstractmethod
    def won_first(self, seats: int, count: int) -> bool:
        """Whether these seats have won each of the first ``count`` tricks."""

    @abstractmethod
    def all_played(self) -> int:
        """The cards that have been played so far."""

    @abstractmethod
    def tricks_done(self) -> int:
        """How many tricks have been won so far."""

    @abstractmethod
    def trick_of(self, card: int) -> int:
        """The trick that the card was played to."""

    @abstractmethod
    def player_of(self, card: int) -> int:
        """The seat that played the card."""

    @abstractmethod
    def winning_card(self, trick: int) -> int:
        """The card that won the trick."""

    @abstractmethod
    def winner_of(self, trick: int) -> int:
        """The seat that won the trick."""

    @abstractmethod
    def holder_of(self, card: int) -> int:
        """The seat that was dealt the card; after an exchange, that holds it as the play begins."""

    @abstractmethod
    def discarder_of(self, card: int) -> int:
        """The seat that has discarded the card."""

    @abstractmethod
    def dealt_to(self, seat: int) -> int:
        """The cards that the seat was dealt, as a set."""

    @abstractmethod
    def tops(self, seats: int, trumps: Sequence[int]) -> int:
        """How many of these trumps, the highest first, the seats had without a gap from the top, or
        all lacked: dealt, or taken from the talon, or left there and counting for them.
        """

    @abstractmethod
    def number_bid(self) -> int:
        """The highest number that was bid; 0 where none is."""

    @abstractmethod
    def holder_of_all(self, cards: int) -> int:
        """The seat that was dealt all of these cards."""

    @abstractmethod
    def called(self) -> int:
        """The card that was called."""

    @abstractmethod
    def announced_by(self, bonus: int) -> int:
        """The seats that announced the bonus, on both sides."""

    @abstractmethod
    def level(self, item: int) -> int:
        """How often an item has been doubled. Item 0 is the game, ``1 + 2·bonus`` a bonus of the
        declarers, ``2 + 2·bonus`` one of the defenders. A game that each opponent doubles for
        himself: how often by the one who went furthest.
        """

    @abstractmethod
    def doubled_by(self, item: int) -> int:
        """Who said the first word of kontra to an item."""

    @abstractmethod
    def duel(self, seat: int) -> int:
        """How often the game has been doubled between the declarer and this opponent alone."""

    @abstractmethod
    def conceded_item(self) -> int:
        """-1: the round was played; 0: the game was conceded; else the item conceded with it."""

    @abstractmethod
    def announced(self, item: int) -> bool:
        """Whether the item was announced; items are numbered as in `level`."""


def in_a_row(had: Sequence[bool]) -> int:
    """How many entries at the beginning are alike.

    >>> in_a_row([True, True, False, True]), in_a_row([False, True]), in_a_row([])
    (2, 1, 0)
    """
    row = 0
    while row < len(had) and had[row] == had[0]:
        row += 1
    return row
