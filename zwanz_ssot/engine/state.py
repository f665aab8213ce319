"""The state of a round: plain fields, each written by one step and read by all.

Sets of cards and sets of seats are bit masks; seats count from the forehand, 0, in the order of
play; -1 stands for nobody and for nothing. Each class below adds the fields that one step of a
round writes; `State` is all of them together, and alone is ever made. They are one object and not
one for each step because the play reads many of them for every card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from .facts import PlayedFacts
from .plan import Plan
from .trick import OwedCard, TrickRules

# How a field of many entries begins: with an entry for each of these, and which. What every card
# changes is a list, all else a tuple, which copies share: with twenty lists more a copy took twice
# as long.
_EMPTY = {"each": "nothing", "entry": None, "kept": list}
_HANDS = {"each": "seat", "entry": 0, "kept": list}
Entry = TypeVar("Entry")
Offer = tuple[int, tuple[int, ...]]
"""What a hand may bid (`zwanz_ssot.engine.bids`)."""


def put(entries: tuple[Entry, ...], place: int, entry: Entry) -> tuple[Entry, ...]:
    """The entries with another one at a place.

    >>> put((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    return (*entries[:place], entry, *entries[place + 1 :])


def unite(sets: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """The sets with more in the one at a place.

    >>> unite((1, 1), 0, 6)
    (7, 1)
    """
    return put(sets, place, sets[place] | more)


def _seats(entry: object) -> dict[str, object]:
    return {"each": "seat", "entry": entry, "kept": tuple}


def _items(entry: object) -> dict[str, object]:
    """One entry for each item (`zwanz_ssot.model.identifiers`)."""
    return {"each": "item", "entry": entry, "kept": tuple}


def _doublings(entry: object) -> dict[str, object]:
    """One entry for each item, then one for the duel of each seat with the declarer."""
    return {"each": "doubling", "entry": entry, "kept": tuple}


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Begun(PlayedFacts):
    """What holds from the beginning, and where the round is."""

    plan: Plan
    stakes: int = 1
    """2 in a double round."""
    doubled_for: int = 0
    """The seats that have a double round of their own."""
    restricted: bool = False
    """Whether only some contracts may be bid (`RestrictedRounds`)."""
    number: int = 1
    """Which round of the match it is."""
    players: int = 0
    dealer: int = 0
    tricks: int = 0
    step: int = -1
    """The number of the step in ``plan.steps``."""
    turn: int = -1
    thrown_in: str | None = None
    """The reason for which the cards were thrown in."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Dealt(_Begun):
    """Written by the deal."""

    pack: tuple[int, ...] | None = None
    """As it was shuffled; None where the hands were given."""
    cut: int = 0
    """How many cards of the pack went to the bottom."""
    given_hands: tuple[tuple[int, ...], ...] = ()
    """Without a pack: the hands in the order dealt."""
    hands: list[int] = field(init=False, metadata=_HANDS)
    """What each seat holds now; the exchange and the play write here, too."""
    dealt: tuple[int, ...] = ()
    """The hands as far as they have been dealt."""
    stacks: tuple[int, ...] = ()
    """The stacks to choose from after a knock; 0 for one that was taken."""
    deal_stage: int = 0
    """Whether to cut or to take a stack; see `zwanz_ssot.engine.deal`."""
    talon: tuple[int, ...] = ()
    """Its packets as they were laid."""
    talon_cards: tuple[int, ...] = ()
    """All cards of the talon in their order."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Passed(_Dealt):
    """Written by the passing."""

    given: tuple[int, ...] = ()
    """The cards that each seat has given away; empty where none are passed."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Bid(_Passed):
    """Written by the auction and the call."""

    contract: int = -1
    declarer: int = -1
    declarers: int = 0
    """The seats of the declarers' side, the hidden partner among them."""
    called_card: int = -1
    trump: int = -1
    """The number of the suit that was named."""
    barred: int = 0
    """The seats that may bid no more."""
    passes: int = 0
    """How many seats have passed in a row, in the auction or after the exchange."""
    spoke: bool = False
    """Whether the speaker has said something in this turn."""
    offers: tuple[Offer | None, ...] = field(init=False, metadata=_seats(None))
    """What each seat may ever bid with its hand; see `zwanz_ssot.engine.bids`."""
    opened: bool = False
    """Whether the forehand has opened without a contract."""
    times_all_passed: int = 0
    must_bid: int = -1
    """The seat that has to bid after all have passed."""
    bidders: int = 0
    """The seats that have made a bid."""
    held: bool = False
    """Whether the highest bid was taken over from another."""
    promised: int = -1
    """The card that a bid or a pass has promised (`zwanz_ssot.model.Promise`)."""
    promiser: int = -1
    """Who has promised it."""
    joined: int = 0
    """The seats that play the declarer's contract as well, each for himself."""
    laid: tuple[int, ...] = field(init=False, metadata=_seats(-1))
    """The card that a seat laid down with its bid."""
    named: tuple[int, ...] = field(init=False, metadata=_seats(-1))
    """The number of the suit that a seat named to settle equal bids."""
    bid_number: int = 0
    """The highest number that was bid."""
    asker: int = -1
    """Who bids numbers now, or was the last to do so."""
    answerer: int = -1
    """Who holds them or passes."""
    naming: tuple[int, ...] = ()
    """The seats that still have to name a suit."""
    shown: int = 0
    """The seats whose side everybody knows by what they said."""
    shown_holding: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """Cards that a seat's words have shown it to hold, whatever was bid later."""
    shown_lacking: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """Cards that a seat's words have shown it not to hold."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Announced(_Bid):
    """Written by announcements and doubles: in the auction, after the exchange and in the play."""

    announcers: tuple[int, ...] = field(init=False, metadata=_items(-1))
    """Who announced the item."""
    levels: tuple[int, ...] = field(init=False, metadata=_items(0))
    """How often the item was doubled."""
    doublable: tuple[int, ...] = ()
    """The items that can be doubled now."""
    first_doublers: tuple[int, ...] = field(init=False, metadata=_items(-1))
    """Who said the first kontra to an item, where sides may be hidden."""
    last_doublers: tuple[int, ...] = field(init=False, metadata=_items(-1))
    """Who said the last word of kontra to an item, where sides may be hidden."""
    doublers: int = 0
    """The opponents who have doubled the game, where sides may be hidden."""
    duels: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """How often the game was doubled between this opponent and the declarer."""
    passed_since: tuple[int, ...] = field(init=False, metadata=_doublings(0))
    """The seats that have had a turn since an item, or a duel, was last spoken of."""
    muted: int = 0
    """The seats that announce no more."""
    announced_in_turn: bool = False
    """Whether the speaker has announced something in this turn."""
    first_turn_over: bool = False
    """Whether the declarer has finished the turn in which he announces."""
    last_speaker: int = -1
    """Who last announced or doubled."""
    closed_by: int = 0
    """The bonuses whose announcement closes announcing or doubling, as a set of their numbers."""
    announced_in_play: tuple[tuple[int, ...], ...] = field(init=False, metadata=_seats(()))
    """The bonuses that a seat announced since the first lead."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Exchanged(_Announced):
    """Written by the exchange."""

    exchanged_in: int = -1
    """The contract in which the talon was taken, where the declarer has raised it since."""
    talon_taken: int = 0
    """The packets that were taken, as a set of their numbers."""
    discarded: int = 0
    discarded_by: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """The discarded cards by who laid them away."""
    discards_shown: int = 0
    """The discarded cards that lie face up."""
    exchanged: tuple[int, ...] = ()
    """The hands after the exchange or the passing, whichever was last; empty without any."""
    conceded: bool = False
    conceded_with: int = -1
    """The item of the bonus that was conceded with the game."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Played(_Exchanged):
    """Written by the play."""

    rules: TrickRules | None = None
    """The rules for tricks that are in force, from the play on."""
    leader: int = 0
    """Who led to the first trick."""
    trick: int = 0
    """The cards of the trick on the table, as a set."""
    in_trick: int = 0
    """How many they are."""
    played: list[int] = field(init=False, metadata=_EMPTY)
    """All cards that were played, in order."""
    winners: list[int] = field(init=False, metadata=_EMPTY)
    """Who won the tricks."""
    winning_cards: list[int] = field(init=False, metadata=_EMPTY)
    """The cards that won them."""
    taken: list[int] = field(init=False, metadata=_HANDS)
    """The cards of the tricks that a seat has won."""
    held_back: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """The rules by which a seat keeps cards back, as a set of their numbers."""
    declared_pairs: tuple[tuple[int, ...], ...] = field(init=False, metadata=_seats(()))
    """The moves by which a seat declared pairs."""
    declared_points: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """What they are worth, in parts of a card point (``Plan.unit``)."""
    declared_counts: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """What of it counts at the end."""
    tied: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """Cards one of which has to be the next, because it was declared or laid down."""
    owed: tuple[tuple[OwedCard, ...], ...] = ()
    """The announced cards that each seat owes; empty where nobody owes any."""
    bound: bool = False
    """Whether anything is tied or owed."""


@dataclass(slots=True, eq=False)
class State(_Played):
    """One round on its way; here: what the settlement writes.

    Steps change a state in place. Who wants to keep a position makes a `copy` first, as
    `zwanz_ssot.engine.Round` does with every move.
    """

    losers: int = 0
    """Who loses for himself (`zwanz_ssot.words.facts.Facts`)."""
    game_winners: int = 0
    """The side that has won the game, as bonuses ask."""
    credited: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """The cards that count for a seat beside its tricks: discards, a share of the talon. A side's
    share lies with its first seat.
    """

    def __post_init__(self) -> None:
        plan = self.plan
        self.players, self.dealer, self.tricks = plan.players, plan.dealer, plan.tricks
        self.contract, self.declarer = plan.fixed
        sizes = {
            "nothing": 0,
            "seat": plan.players,
            "item": plan.items,
            "doubling": plan.items + plan.players,
        }
        for each in fields(self):
            if each.metadata:
                begins = each.metadata
                entries = begins["kept"]([begins["entry"]] * sizes[begins["each"]])
                setattr(self, each.name, entries)

    def copy(self) -> State:
        """A state of its own: lists are copied, everything else cannot change and is shared."""
        return _copy(self)

    def show(self, seat: int, held: int, lacked: int = 0) -> None:
        """Note cards that a seat's words have shown it to hold and to lack."""
        self.shown_holding = unite(self.shown_holding, seat, held)
        if lacked:
            self.shown_lacking = unite(self.shown_lacking, seat, lacked)

    def credit(self, seat: int, cards: int) -> None:
        """Count cards for a seat beside its tricks."""
        self.credited = unite(self.credited, seat, cards)

    @property
    def exchange_contract(self) -> int:
        """The contract in which the talon was taken: this one, or the one that was raised since."""
        return self.exchanged_in if self.exchanged_in >= 0 else self.contract

    @property
    def over(self) -> bool:
        """Whether nothing more can be said or played."""
        return self.step >= len(self.plan.steps)


def _copy_written_out() -> Callable[[State], State]:
    """A function with one line for each field, made as `dataclasses` makes its own. A loop of
    ``setattr`` over the fields takes twelve times as long (a copy: 21 µs instead of 1.7).
    """
    lines = ["def copied(old):", "    new = State.__new__(State)"]
    for each in fields(State):
        copied = f"old.{each.name}"
        copied += ".copy()" if each.metadata.get("kept") is list else ""
        lines.append(f"    new.{each.name} = {copied}")
    lines.append("    return new")
    scope: dict[str, Any] = {"State": State}
    exec("\n".join(lines), scope)
    made: Callable[[State], State] = scope["copied"]
    return made


_copy = _copy_written_out()
