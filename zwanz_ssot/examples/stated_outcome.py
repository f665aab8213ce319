"""What the words of the rules may ask, of an outcome as an example states it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..engine.state import State
from ..problems import ZwanzError
from ..words.facts import Facts


class NotStated(ZwanzError):
    """The settlement needs a fact that the example does not state: ``fact`` names it, ``hint`` how
    to state it.
    """

    def __init__(self, fact: str, hint: str) -> None:
        self.fact = fact
        self.hint = hint
        super().__init__(fact, hint)


@dataclass(frozen=True)
class StatedOutcome:
    """Facts by seats and cards as numbers and masks. What is missing did not happen."""

    points: Mapping[int, int] | None = None
    """Card points by seats; every seat is in one of the keys. None: not stated."""
    winners: tuple[int, ...] = ()
    """Who won the tricks, in order."""
    counts: Mapping[int, int] | None = None
    """Tricks by seats, as `points`; None: not stated."""
    dealt: Mapping[int, int] = field(default_factory=dict)
    """To whom cards were dealt."""
    taken: Mapping[int, int] = field(default_factory=dict)
    """Cards and the seats that have them at the end."""
    talon: int = 0
    """Cards that lay in the talon."""
    declared: Mapping[int, int] = field(default_factory=dict)
    """Card points that were declared, by seats."""
    played: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Cards with the trick they were played to and who played them."""
    winning: Mapping[int, int] = field(default_factory=dict)
    """Tricks and the cards that won them."""
    won_last: int = -1
    """Who won the last trick."""


class StatedFacts(Facts):
    """An outcome and what was said before the play; `Facts` says what each answer is.

    Nobody holds anything at the end. Points and tricks that decide have to be stated (`NotStated`);
    cards, talons and declarations that are not stated are taken not to be.
    """

    def __init__(self, state: State, outcome: StatedOutcome) -> None:
        self.state = state
        self.outcome = outcome
        self.declarer = state.declarer
        self.declarers = state.declarers
        self.losers = 0
        self.players = state.players
        self.dealer = state.dealer
        self.tricks = state.tricks

    def hand(self, seat: int) -> int:
        return 0

    def points(self, seats: int) -> int:
        hint = "write points: {declarers: …}, or the points of each player"
        return _sum(self.outcome.points, seats, "the card points decide here", hint)

    def won(self, seats: int) -> int:
        hint = "write tricks: and the winners in order, or tricks: {declarers: …, defenders: …}"
        return _sum(self.outcome.counts, seats, "the number of tricks decides here", hint)

    def won_first(self, seats: int, count: int) -> bool:
        if self.outcome.winners:
            return all(seats >> winner & 1 for winner in self.outcome.winners[:count])
        if self.outcome.counts is None or self.won(seats) < count:
            return False
        if self.won(seats) == self.tricks:
            return True
        raise NotStated("the first tricks decide here", "write tricks: and the winners in order")

    def declared(self, seats: int) -> int:
        return sum(points for some, points in self.outcome.declared.items() if some & seats)

    def taken_by(self, seats: int) -> int:
        return sum(1 << card for card, some in self.outcome.taken.items() if not some & ~seats)

    def in_talon(self, card: int) -> bool:
        return bool(self.outcome.talon >> card & 1)

    def trick_of(self, card: int) -> int:
        return self.outcome.played.get(card, (-1, -1))[0]

    def player_of(self, card: int) -> int:
        return self.outcome.played.get(card, (-1, -1))[1]

    def winning_card(self, trick: int) -> int:
        return self.outcome.winning.get(trick, -1)

    def winner_of(self, trick: int) -> int:
        if trick < len(self.outcome.winners):
            return self.outcome.winners[trick]
        return self.outcome.won_last if trick == self.tricks - 1 else -1

    def holder_of(self, card: int) -> int:
        # Who plays a card was dealt it; of the called card the auction may tell.
        stated = self.outcome.dealt.get(card, self.player_of(card))
        return (
            self.state.holder_of(card) if stated < 0 and card == self.state.called_card else stated
        )

    def holder_of_all(self, cards: int) -> int:
        holders = {self.holder_of(card) for card in range(cards.bit_length()) if cards >> card & 1}
        return holders.pop() if len(holders) == 1 else -1

    def called(self) -> int:
        return self.state.called_card

    def announcer(self, bonus: int) -> int:
        return self.state.announcer(bonus)

    def level(self, item: int) -> int:
        return self.state.levels[item]

    def doubled_by(self, item: int) -> int:
        return self.state.doubled_by(item)

    def duel(self, seat: int) -> int:
        return self.state.duel(seat)

    def conceded_item(self) -> int:
        return self.state.conceded_item()

    def announced(self, item: int) -> bool:
        """Whether the item was announced."""
        return self.state.announcers[item] >= 0


def _sum(stated: Mapping[int, int] | None, seats: int, fact: str, hint: str) -> int:
    if stated is None:
        raise NotStated(fact, hint)
    total = 0
    for some, amount in stated.items():
        if some & seats and some & ~seats:
            raise NotStated(f"{fact}, player by player", hint)
        if some & seats:
            total += amount
    return total
