"""Facts of a round in play, as conditions and roles of the rules ask for them."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import seats_in
from ..model.identifiers import GAME_ITEM
from ..words.facts import in_a_row
from .plan import Plan


class PlayedFacts:
    """The `zwanz_ssot.words.facts.Facts` of a round, from the fields of its state. It is not
    derived from that protocol, as mypyc compiles only classes with compiled bases.
    """

    __slots__ = ()

    plan: Plan
    players: int
    doubled_for: int
    dealer: int
    tricks: int
    hands: list[int]
    taken: list[int]
    credited: tuple[int, ...]
    declared_counts: tuple[int, ...]
    declared_points: tuple[int, ...]
    talon: tuple[int, ...]
    talon_taken: int
    winners: list[int]
    winning_cards: list[int]
    played: list[int]
    leader: int
    dealt: tuple[int, ...]
    exchanged: tuple[int, ...]
    discarded_by: tuple[int, ...]
    called_card: int
    bid_number: int
    announcers: tuple[int, ...]
    announced_in_play: tuple[tuple[int, ...], ...]
    levels: tuple[int, ...]
    first_doublers: tuple[int, ...]
    duels: tuple[int, ...]
    conceded: bool
    conceded_with: int

    def hand(self, seat: int) -> int:
        return self.hands[seat]

    def points(self, seats: int) -> int:
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
        total = 0
        for seat in seats_in(seats):
            total += self.declared_points[seat]
        return total

    def taken_by(self, seats: int) -> int:
        cards = 0
        for seat in seats_in(seats):
            cards |= self.taken[seat] | self.credited[seat]
        return cards

    def in_talon(self, card: int) -> bool:
        return any(packet >> card & 1 for packet in self.talon)

    def won(self, seats: int) -> int:
        return sum(map(self.winners.count, seats_in(seats)))

    def won_first(self, seats: int, count: int) -> bool:
        if len(self.winners) < count:
            return False
        winners = 0
        for winner in self.winners[:count]:
            winners |= 1 << winner
        return not winners & ~seats

    def all_played(self) -> int:
        return sum(1 << card for card in self.played)

    def tricks_done(self) -> int:
        return len(self.winners)

    def trick_of(self, card: int) -> int:
        try:
            return self.played.index(card) // self.players
        except ValueError:
            return -1

    def player_of(self, card: int) -> int:
        try:
            place = self.played.index(card)
        except ValueError:
            return -1
        trick = place // self.players
        first = self.winners[trick - 1] if trick else self.leader
        return (first + place) % self.players

    def winning_card(self, trick: int) -> int:
        return self.winning_cards[trick] if trick < len(self.winning_cards) else -1

    def winner_of(self, trick: int) -> int:
        return self.winners[trick] if trick < len(self.winners) else -1

    def holder_of(self, card: int) -> int:
        bit = 1 << card
        for seat, cards in enumerate(self.exchanged or self.dealt):
            if cards & bit:
                return seat
        return -1

    def discarder_of(self, card: int) -> int:
        for seat, cards in enumerate(self.discarded_by):
            if cards >> card & 1:
                return seat
        return -1

    def dealt_to(self, seat: int) -> int:
        return self.dealt[seat]

    def tops(self, seats: int, trumps: Sequence[int]) -> int:
        had = 0
        for seat in seats_in(seats):
            had |= self.dealt[seat]
        held = self.exchanged or self.hands
        for number, packet in enumerate(self.talon):
            taken = self.talon_taken >> number & 1
            for seat in seats_in(seats):
                own = held[seat] | self.discarded_by[seat] if taken else self.credited[seat]
                had |= packet & own
        return in_a_row([bool(had >> card & 1) for card in trumps])

    def number_bid(self) -> int:
        return self.bid_number

    def holder_of_all(self, cards: int) -> int:
        for seat, dealt in enumerate(self.dealt):
            if dealt & cards == cards:
                return seat
        return -1

    def called(self) -> int:
        return self.called_card

    def announced_by(self, bonus: int) -> int:
        found = 0
        for item in self.plan.bonus_items[bonus]:
            if self.announcers[item] >= 0:
                found |= 1 << self.announcers[item]
        for seat, own in enumerate(self.announced_in_play):
            found |= (bonus in own) << seat
        return found

    def level(self, item: int) -> int:
        if item == GAME_ITEM and not self.levels[item]:
            return max(self.duels)  # the game may be doubled between two alone
        return self.levels[item]

    def doubled_by(self, item: int) -> int:
        return self.first_doublers[item]

    def duel(self, seat: int) -> int:
        return self.duels[seat]

    def conceded_item(self) -> int:
        return max(0, self.conceded_with) if self.conceded else -1

    def announced(self, item: int) -> bool:
        return self.announcers[item] >= 0
