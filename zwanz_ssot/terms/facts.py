"""What the words of the rules may ask of a round. Seats and cards are numbers; sets of either are bit masks."""

from __future__ import annotations

from typing import Protocol


class Facts(Protocol):
    """A round, as far as it has gone; or an outcome as an example states it. Trick numbers count from 0;
    -1 stands for nobody and for nowhere."""

    declarer: int
    declarers: int
    """The seats of the declarers' side; 0 where all play against all."""
    losers: int
    """Where all play against all: the seats that lose."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def tricks(self) -> int:
        """How many tricks a whole round has."""

    def hand(self, seat: int) -> int:
        """What the seat holds at this moment."""

    def points(self, seats: int) -> int:
        """Card points taken by these seats together."""

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
        """How often an item has been doubled. Item 0 is the game, ``1 + 2·bonus`` a bonus of the declarers,
        ``2 + 2·bonus`` one of the defenders."""

    def announced(self, item: int) -> bool:
        """Whether the item was announced; items are numbered as in `level`."""
