"""The facts that words of the rules ask of a round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol


class Facts(Protocol):
    """The facts of a round so far (`zwanz_ssot.engine.facts.PlayedFacts`), or of an outcome that an
    example states (`zwanz_ssot.examples.outcomes.StatedFacts`).

    Seats and cards are numbers, sets of them bit masks. Tricks count from 0; -1 means nobody, or no
    card or trick.
    """

    if not TYPE_CHECKING:  # mypy takes empty slots for a ban on assigning what is declared below
        __slots__ = ()

    players: int
    """The number of players."""
    dealer: int
    """The seat of the dealer."""
    tricks: int
    """The number of tricks of a whole round."""
    declarer: int
    """The seat of the declarer."""
    declarers: int
    """The seats of the declarers' side; 0 where all play against all."""
    doubled_for: int
    """The seats with a double round of their own."""
    losers: int
    """The seats that lose: where all play against all, or each declarer plays for himself."""
    game_winners: int
    """The side that has won the game; 0 for neither, or if it is not settled."""

    @abstractmethod
    def hand(self, seat: int) -> int:
        """The cards that the seat holds now."""

    @abstractmethod
    def points(self, seats: int) -> int:
        """The card points of these seats together, in parts of a point: of tricks, of other cards
        that count for them, of declarations and of the last trick.
        """

    @abstractmethod
    def declared(self, seats: int) -> int:
        """The points that these seats have declared, in parts of a point, counted or not."""

    @abstractmethod
    def taken_by(self, seats: int) -> int:
        """The cards of these seats at the end: tricks, discards, a share of the talon."""

    @abstractmethod
    def in_talon(self, card: int) -> bool:
        """Whether the card was dealt to the talon."""

    @abstractmethod
    def won(self, seats: int) -> int:
        """The number of tricks that these seats have won together."""

    @abstractmethod
    def won_first(self, seats: int, count: int) -> bool:
        """Whether these seats have won each of the first ``count`` tricks."""

    @abstractmethod
    def all_played(self) -> int:
        """The cards that have been played so far."""

    @abstractmethod
    def tricks_done(self) -> int:
        """The number of finished tricks."""

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
        """The seat that was dealt the card, or after an exchange held it at the start of play."""

    @abstractmethod
    def discarder_of(self, card: int) -> int:
        """The seat that has discarded the card."""

    @abstractmethod
    def dealt_to(self, seat: int) -> int:
        """The cards that the seat was dealt."""

    @abstractmethod
    def tops(self, seats: int, trumps: Sequence[int]) -> int:
        """How many of these trumps, the highest first, the seats had in a row from the top, or
        lacked in a row: dealt, taken from the talon, or counting for them there.
        """

    @abstractmethod
    def number_bid(self) -> int:
        """The highest number that was bid; 0 without one."""

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
        declarers, ``2 + 2·bonus`` one of the defenders. Where each opponent doubles the game for
        himself: the highest level.
        """

    @abstractmethod
    def doubled_by(self, item: int) -> int:
        """The seat that doubled the item first."""

    @abstractmethod
    def duel(self, seat: int) -> int:
        """How often the game has been doubled between the declarer and this opponent."""

    @abstractmethod
    def conceded_item(self) -> int:
        """0: the game was conceded; above 0: this item with it; -1: the round was played."""

    @abstractmethod
    def announced(self, item: int) -> bool:
        """Whether the item was announced; items are numbered as in `level`."""


def in_a_row(had: Sequence[bool]) -> int:
    """The number of entries at the beginning that are equal.

    >>> in_a_row([True, True, False, True]), in_a_row([False, True]), in_a_row([])
    (2, 1, 0)
    """
    row = 0
    while row < len(had) and had[row] == had[0]:
        row += 1
    return row
