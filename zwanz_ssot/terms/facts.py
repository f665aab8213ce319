"""What the words of the rules may ask of a round. Seats and cards are numbers; sets of either are
bit masks.
"""

from __future__ import annotations

from typing import Protocol


class Facts(Protocol):
    """A round, as far as it has gone; or an outcome as an example states it. Trick numbers count
    from 0;
    -1 stands for nobody and for nowhere.
    """

    declarer: int
    declarers: int
    """The seats of the declarers' side; 0 where all play against all."""
    losers: int
    """Who loses for himself: where all play against all, or each declarer for his own part."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""

    @property
    def tricks(self) -> int:
        """How many tricks a whole round has."""

    def hand(self, seat: int) -> int:
        """What the seat holds at this moment."""

    def points(self, seats: int) -> int:
        """Card points of these seats together: of their tricks, of what counts for them beside
        these, and of what they declared. Where cards are counted in packets, in parts of a point.
        """

    def declared(self, seats: int) -> int:
        """Card points that these seats have declared, whether they came to count or not."""

    def taken_by(self, seats: int) -> int:
        """The cards that these seats have at the end: tricks, discards, their share of the talon."""

    def in_talon(self, card: int) -> bool:
        """Whether the card lay in the talon."""

    def won(self, seats: int) -> int:
        """How many tricks these seats have won together."""

    def won_first(self, seats: int, count: int) -> bool:
        """Whether these seats have won each of the first ``count`` tricks."""

    def trick_of(self, card: int) -> int:
        """The trick that the card was played to."""

    def player_of(self, card: int) -> int:
        """The seat that played the card."""

    def winning_card(self, trick: int) -> int:
        """The card that won the trick."""

    def winner_of(self, trick: int) -> int:
        """The seat that won the trick."""

    def holder_of(self, card: int) -> int:
        """The seat that was dealt the card; after an exchange, that holds it when the play begins."""

    def holder_of_all(self, cards: int) -> int:
        """The seat that was dealt all of these cards."""

    def called(self) -> int:
        """The card that was called."""

    def announcer(self, bonus: int) -> int:
        """The seat that announced the bonus, on either side."""

    def level(self, item: int) -> int:
        """How often an item has been doubled. Item 0 is the game, ``1 + 2·bonus`` a bonus of the
        declarers, ``2 + 2·bonus`` one of the defenders.
        """

    def doubled_by(self, item: int) -> int:
        """Who said the first word of kontra to an item."""

    def duel(self, seat: int) -> int:
        """How often the game has been doubled between the declarer and this opponent alone."""

    def conceded_item(self) -> int:
        """-1: the round was played; 0: the game was conceded; else the item that was conceded with it."""

    def announced(self, item: int) -> bool:
        """Whether the item was announced; items are numbered as in `level`."""
