"""The state of a round: plain fields that the rooms read and write. Seat 0 is the forehand.

Mutable and quick; everybody else works with `Round`, which copies it.
"""

from __future__ import annotations

from typing import Any

from .plan import Plan
from .trick import Tricks

_FIELDS = (
    "table",
    "step",
    "turn",
    "thrown_in",
    "pack",
    "hands",
    "dealt",
    # the deal
    "cut",
    "given",
    "stacks",
    "dealing",
    "talon",
    # the call
    "trump",
    # the exchange
    "talon_taken",
    "discarded",
    "discards_shown",
    "exchanged",
    "conceded",
    # the auction
    "contract",
    "declarer",
    "called_card",
    "declarers",
    "said",
    "levels",
    "items",
    "closed_by",
    "shown",
    "barred",
    "passes",
    "spoke",
    "offers",
    "told_holds",
    "told_lacks",
    # the play
    "rules",
    "trick",
    "leader",
    "in_trick",
    "played",
    "winners",
    "winning",
    "taken",
    "held",
    # the settlement
    "stakes",
    "losers",
)
_LISTS = (
    *("hands", "said", "levels", "items", "offers", "told_holds", "told_lacks"),
    *("played", "winners", "winning", "taken", "held"),
)


class State:
    """One round on its way. Card sets and seat sets are bit masks; -1 is nobody, nothing.

    ``said[item]`` is the seat that announced an item, ``levels[item]`` how often it was doubled; item 0 is the
    game, ``1 + 2·bonus`` a bonus of the declarers, ``2 + 2·bonus`` one of the defenders. ``items`` are those
    that can be doubled now. ``shown`` are the seats whose side has been told by what they said; ``told_holds`` and
    ``told_lacks`` the cards that a seat's words have shown it to hold, or not, whatever was bid later.

    ``pack`` lies as it was shuffled, ``cut`` cards of it go to the bottom; without a pack ``given`` are the hands in
    the order dealt. ``dealt`` are the hands as far as they have been dealt, ``exchanged`` those after an exchange
    (empty without one). ``talon`` are its packets as they were laid, ``talon_taken`` those taken, as a set of
    numbers; ``trump`` the number of the suit that was named, -1 where none was. ``rules`` are those for tricks,
    from the play on.
    """

    __slots__ = _FIELDS

    table: Plan
    step: int
    turn: int
    thrown_in: str | None
    pack: tuple[int, ...] | None
    cut: int
    given: tuple[tuple[int, ...], ...]
    hands: list[int]
    dealt: tuple[int, ...]
    talon: tuple[int, ...]
    trump: int
    talon_taken: int
    discarded: int
    discards_shown: int
    exchanged: tuple[int, ...]
    conceded: bool
    stacks: tuple[int, ...]
    dealing: int
    contract: int
    declarer: int
    called_card: int
    declarers: int
    said: list[int]
    levels: list[int]
    items: list[int]
    closed_by: int
    shown: int
    barred: int
    passes: int
    spoke: bool
    offers: list[Any]
    told_holds: list[int]
    told_lacks: list[int]
    rules: Tricks | None
    trick: int
    leader: int
    in_trick: int
    played: list[int]
    winners: list[int]
    winning: list[int]
    taken: list[int]
    held: list[int]
    stakes: int
    losers: int

    def __init__(self, table: Plan, stakes: int = 1) -> None:
        players = table.players
        self.table = table
        self.step = -1
        self.turn = -1
        self.thrown_in = None
        self.pack = None
        self.cut = 0
        self.given = ()
        self.hands = [0] * players
        self.dealt = ()
        self.stacks = ()
        self.dealing = 0
        self.talon = ()
        self.trump = -1
        self.talon_taken = 0
        self.discarded = 0
        self.discards_shown = 0
        self.exchanged = ()
        self.conceded = False
        self.contract = -1
        self.declarer = -1
        self.called_card = -1
        self.declarers = 0
        self.said = [-1] * table.items
        self.levels = [0] * table.items
        self.items = []
        self.closed_by = -1
        self.shown = 0
        self.barred = 0
        self.passes = 0
        self.spoke = False
        self.offers = [None] * players
        self.told_holds = [0] * players
        self.told_lacks = [0] * players
        self.rules = None
        self.trick = 0
        self.leader = 0
        self.in_trick = 0
        self.played = []
        self.winners = []
        self.winning = []
        self.taken = [0] * players
        self.held = [0] * players
        self.stakes = stakes
        self.losers = 0

    def copy(self) -> State:
        """A state of its own."""
        new: State = object.__new__(State)
        for name in _FIELDS:
            setattr(new, name, getattr(self, name))
        for name in _LISTS:
            setattr(new, name, getattr(self, name).copy())
        return new

    @property
    def over(self) -> bool:
        """Whether nothing more can be said or played."""
        return self.step >= len(self.table.rooms)

    # What the words of the rules may ask: `zwanz_ssot.terms.facts.Facts`.

    @property
    def players(self) -> int:
        """How many play."""
        return self.table.players

    @property
    def tricks(self) -> int:
        """How many tricks a whole round has."""
        return self.table.tricks

    def hand(self, seat: int) -> int:
        """What the seat holds now."""
        return self.hands[seat]

    def points(self, seats: int) -> int:
        """Card points taken by these seats, the last trick's extra among them."""
        cards = 0
        for seat, taken in enumerate(self.taken):
            if seats >> seat & 1:
                cards |= taken
        total = 0
        for worth, mask in self.table.worth:
            total += worth * (cards & mask).bit_count()
        if self.table.last_trick and len(self.winners) == self.tricks and seats >> self.winners[-1] & 1:
            total += self.table.last_trick
        return total

    def won(self, seats: int) -> int:
        """How many tricks these seats have won."""
        return sum(seats >> winner & 1 for winner in self.winners)

    def won_first(self, seats: int, count: int) -> bool:
        """Whether these seats have won each of the first ``count`` tricks."""
        if len(self.winners) < count:
            return False
        return all(seats >> winner & 1 for winner in self.winners[:count])

    def trick_of(self, card: int) -> int:
        """The trick the card was played to."""
        return self.played.index(card) // self.table.players if card in self.played else -1

    def player_of(self, card: int) -> int:
        """The seat that played the card."""
        if card not in self.played:
            return -1
        place = self.played.index(card)
        trick = place // self.table.players
        first = self.winners[trick - 1] if trick else self.leader
        return (first + place) % self.table.players

    def winning_card(self, trick: int) -> int:
        """The card that won the trick."""
        return self.winning[trick] if trick < len(self.winning) else -1

    def winner_of(self, trick: int) -> int:
        """The seat that won the trick."""
        return self.winners[trick] if trick < len(self.winners) else -1

    def holder_of(self, card: int) -> int:
        """The seat that was dealt the card; after an exchange, that holds it when the play begins."""
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
        ours, theirs = self.said[1 + 2 * bonus], self.said[2 + 2 * bonus]
        return ours if ours >= 0 else theirs

    def level(self, item: int) -> int:
        """How often the item has been doubled."""
        return self.levels[item]

    def announced(self, item: int) -> bool:
        """Whether the item was announced."""
        return self.said[item] >= 0
