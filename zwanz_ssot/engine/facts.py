"""Facts: the answers of a played round to what the words of the rules ask."""

from __future__ import annotations

from ..model import seats_in
from .plan import Plan


class PlayedFacts:
    """`zwanz_ssot.terms.facts.Facts` from the fields of a `zwanz_ssot.engine.state.State`."""

    __slots__ = ()

    plan: Plan
    players: int
    dealer: int
    tricks: int
    hands: list[int]
    taken: list[int]
    credited: list[int]
    declared_counts: list[int]
    declared_points: list[int]
    talon: tuple[int, ...]
    winners: list[int]
    winning_cards: list[int]
    played: list[int]
    leader: int
    dealt: tuple[int, ...]
    exchanged: tuple[int, ...]
    called_card: int
    announcers: list[int]
    levels: list[int]
    first_doublers: list[int]
    duels: list[int]
    conceded: bool
    conceded_with: int

    def hand(self, seat: int) -> int:
        """What the seat holds now."""
        return self.hands[seat]

    def points(self, seats: int) -> int:
        """Card points of these seats: their tricks, what counts beside them, what they declared,
        the last trick.
        """
        total = cards = 0
        for seat in seats_in(seats):
            cards |= self.taken[seat] | self.credited[seat]
            total += self.declared_counts[seat]
        for worth, mask in self.plan.worth:
            total += worth * (cards & mask).bit_count()
        if (
            self.plan.last_trick
            and len(self.winners) == self.tricks
            and seats >> self.winners[-1] & 1
        ):
            total += self.plan.last_trick
        return total

    def declared(self, seats: int) -> int:
        """Card points that these seats declared."""
        return sum(points for seat, points in enumerate(self.declared_points) if seats >> seat & 1)

    def taken_by(self, seats: int) -> int:
        """The cards that these seats have at the end."""
        cards = 0
        for seat in seats_in(seats):
            cards |= self.taken[seat] | self.credited[seat]
        return cards

    def in_talon(self, card: int) -> bool:
        """Whether the card lay in the talon."""
        return any(packet >> card & 1 for packet in self.talon)

    def won(self, seats: int) -> int:
        """How many tricks these seats have won."""
        return sum(map(self.winners.count, seats_in(seats)))

    def won_first(self, seats: int, count: int) -> bool:
        """Whether these seats have won each of the first ``count`` tricks."""
        if len(self.winners) < count:
            return False
        return all(seats >> winner & 1 for winner in self.winners[:count])

    def trick_of(self, card: int) -> int:
        """The trick the card was played to."""
        try:
            return self.played.index(card) // self.players
        except ValueError:
            return -1

    def player_of(self, card: int) -> int:
        """The seat that played the card."""
        try:
            place = self.played.index(card)
        except ValueError:
            return -1
        trick = place // self.players
        first = self.winners[trick - 1] if trick else self.leader
        return (first + place) % self.players

    def winning_card(self, trick: int) -> int:
        """The card that won the trick."""
        return self.winning_cards[trick] if trick < len(self.winning_cards) else -1

    def winner_of(self, trick: int) -> int:
        """The seat that won the trick."""
        return self.winners[trick] if trick < len(self.winners) else -1

    def holder_of(self, card: int) -> int:
        """The seat that was dealt the card; after an exchange, the one that holds it when the play
        begins.
        """
        for seat, cards in enumerate(self.exchanged or self.dealt):
            if cards >> card & 1:
                return seat
        return -1

    def holder_of_all(self, cards: int) -> int:
        """The seat that was dealt all of these cards."""
        for seat, dealt in enumerate(self.dealt):
            if dealt & cards == cards:
                return seat
        return -1

    def called(self) -> int:
        """The card that was called."""
        return self.called_card

    def announcer(self, bonus: int) -> int:
        """The seat that announced the bonus."""
        ours, theirs = self.plan.bonus_items[bonus]
        announcer = self.announcers[ours]
        return announcer if announcer >= 0 else self.announcers[theirs]

    def level(self, item: int) -> int:
        """How often the item has been doubled."""
        return self.levels[item]

    def doubled_by(self, item: int) -> int:
        """Who said the first word of kontra to the item."""
        return self.first_doublers[item]

    def duel(self, seat: int) -> int:
        """How often the game was doubled between the declarer and this opponent."""
        return self.duels[seat]

    def conceded_item(self) -> int:
        """-1: played; 0: the game was conceded; else with it this item."""
        return max(0, self.conceded_with) if self.conceded else -1

    def announced(self, item: int) -> bool:
        """Whether the item was announced."""
        return self.announcers[item] >= 0
