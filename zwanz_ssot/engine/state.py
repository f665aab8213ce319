"""The state of a round: plain fields that the steps read and write. Seat 0 is the forehand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .facts import PlayedFacts
from .plan import Plan
from .trick import TrickRules


class OwedCard(NamedTuple):
    """A card that its announcer owes. ``bit`` is the card as a set of one; tricks count from 0."""

    bit: int
    trick: int
    due: bool
    """Whether it must be played in its trick."""
    in_order: bool
    """Whether it has a place in the order in which several are given up."""


def narrowed(cards: int, owed: Iterable[OwedCard], now: int) -> int:
    """What may be played of these legal cards in trick ``now``; ``owed`` stand in the order of
    giving up.
    """
    first = True
    for bit, trick, due, _ in owed:
        if due and cards & bit and trick == now:
            return bit
    for bit, trick, _, in_order in owed:
        if in_order and cards & bit and trick > now:
            if not first:
                cards &= ~bit
            first = False
    return cards


_FIELDS = (
    "table",
    "players",
    "dealer",
    "tricks",
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
    "talon_cards",
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
    "silent",
    "announcing",
    "lies",
    "heard",
    "closed_by",
    "shown",
    "barred",
    "passes",
    "spoke",
    "offers",
    "opened",
    "chances",
    "must",
    "joined",
    "laid",
    "named",
    "naming",
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
    "pairs",
    "announced_here",
    "tied",
    "due",
    "bound",
    # the settlement
    "stakes",
    "losers",
    "beside",
    "declared_points",
    "declared_counts",
    "duels",
    "first_doubles",
    "doublers",
    "conceded_with",
)
_LISTS = (
    *("hands", "said", "levels", "items", "offers", "laid", "named", "told_holds", "told_lacks"),
    *("played", "winners", "winning", "taken", "held", "heard"),
    *("beside", "declared_points", "declared_counts", "duels", "first_doubles"),
    *("pairs", "announced_here", "tied"),
)


class State(PlayedFacts):
    """One round on its way. Card sets and seat sets are bit masks; -1 is nobody, nothing.

    ``said[item]`` is the seat that announced an item, ``levels[item]`` how often it was doubled;
    item 0 is the game, ``1 + 2·bonus`` a bonus of the declarers, ``2 + 2·bonus`` one of the
    defenders. ``items`` are those that can be doubled now. ``shown`` are the seats whose side has
    been told by what they said; ``told_holds`` and ``told_lacks`` the cards that a seat's words
    have shown it to hold, or not, whatever was bid later.

    ``barred`` are the seats that may bid no more, ``opened`` tells that the forehand has opened
    without a contract, ``chances`` how often all have passed, ``must`` is the seat that has to bid
    then. ``joined`` are the seats that play the declarer's contract as well, each for himself;
    ``laid`` the card that a seat laid down with its bid, ``named`` the number of the suit that it
    named to settle equal bids, ``naming`` the seats that still have to.

    ``pack`` lies as it was shuffled, ``cut`` cards of it go to the bottom; without a pack ``given``
    are the hands in the order dealt. ``dealt`` are the hands as far as they have been dealt,
    ``exchanged`` those after an exchange (empty without one). ``talon`` are its packets as they
    were laid, ``talon_taken`` those taken, as a set of numbers, ``talon_cards`` all of them in
    their order; ``trump`` the number of the suit that was named, -1 where none was. ``silent`` are
    the seats that announce no more, ``announcing`` tells that the speaker has announced something
    in this turn, ``lies`` that the first turn is over; ``heard`` are the seats that have had a turn
    since an item (or a duel, after the items) was last spoken of. ``rules`` are those for tricks,
    from the play on.

    For the settlement: ``beside`` are the cards that count for a seat beside its tricks (discards,
    a share of the talon; a side's share is with its first seat); ``declared_points`` what a seat
    said it has, ``declared_counts`` what of it counts, both in parts of a point (``Plan.unit``);
    ``duels`` how often an opponent and the declarer doubled the game between them;
    ``first_doubles`` who said the first kontra to an item; ``doublers`` the opponents who have
    doubled the game; ``conceded_with`` the item of a bonus that was conceded with the game.

    In the play, by seat: ``held`` the rules by which cards are kept back (a set of numbers),
    ``pairs`` the moves that declared pairs, ``announced_here`` the announcements made since the
    first lead, ``tied`` cards one of which has to be the next, ``due`` the cards announced for a
    certain trick (see `zwanz_ssot.engine.play`); it is empty where there are none. ``bound`` tells
    whether anything is tied or due.
    """

    __slots__ = _FIELDS

    table: Plan
    players: int
    dealer: int
    tricks: int
    step: int
    turn: int
    thrown_in: str | None
    pack: tuple[int, ...] | None
    cut: int
    given: tuple[tuple[int, ...], ...]
    hands: list[int]
    dealt: tuple[int, ...]
    talon: tuple[int, ...]
    talon_cards: tuple[int, ...]
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
    silent: int
    announcing: bool
    lies: bool
    heard: list[int]
    closed_by: int
    shown: int
    barred: int
    passes: int
    spoke: bool
    offers: list[Any]
    opened: bool
    chances: int
    must: int
    joined: int
    laid: list[int]
    named: list[int]
    naming: tuple[int, ...]
    told_holds: list[int]
    told_lacks: list[int]
    rules: TrickRules | None
    trick: int
    leader: int
    in_trick: int
    played: list[int]
    winners: list[int]
    winning: list[int]
    taken: list[int]
    held: list[int]
    pairs: list[tuple[int, ...]]
    announced_here: list[tuple[int, ...]]
    tied: list[int]
    due: tuple[tuple[OwedCard, ...], ...]
    bound: bool
    stakes: int
    losers: int
    beside: list[int]
    declared_points: list[int]
    declared_counts: list[int]
    duels: list[int]
    first_doubles: list[int]
    doublers: int
    conceded_with: int

    def __init__(self, table: Plan, stakes: int = 1) -> None:
        players = table.players
        self.table, self.players, self.dealer, self.tricks = (
            table,
            players,
            table.dealer,
            table.tricks,
        )
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
        self.talon_cards = ()
        self.trump = -1
        self.talon_taken = 0
        self.discarded = 0
        self.discards_shown = 0
        self.exchanged = ()
        self.conceded = False
        self.contract, self.declarer = table.fixed
        self.called_card = -1
        self.declarers = 0
        self.said = [-1] * table.items
        self.levels = [0] * table.items
        self.items = []
        self.silent = 0
        self.announcing = False
        self.lies = False
        self.heard = [0] * (table.items + players)
        self.closed_by = -1
        self.shown = 0
        self.barred = 0
        self.passes = 0
        self.spoke = False
        self.offers = [None] * players
        self.opened = False
        self.chances = 0
        self.must = -1
        self.joined = 0
        self.laid = [-1] * players
        self.named = [-1] * players
        self.naming = ()
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
        self.pairs = [()] * players
        self.announced_here = [()] * players
        self.tied = [0] * players
        self.due = ()
        self.bound = False
        self.stakes = stakes
        self.losers = 0
        self.beside = [0] * players
        self.declared_points = [0] * players
        self.declared_counts = [0] * players
        self.duels = [0] * players
        self.first_doubles = [-1] * table.items
        self.doublers = 0
        self.conceded_with = -1

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
