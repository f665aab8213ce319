"""The state of a round: plain fields, each written by one step and read by all.

Sets of cards and of seats are bit masks. Seats count from the forehand, 0, in the order of play. -1
is no seat, no card, and so on. Each class below adds the fields that one step of a round writes;
only `State`, which has all of them, is instantiated. It is one object, and not one for each step,
because the play reads many fields for every card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from .facts import PlayedFacts
from .plan import Plan
from .trick import OwedCard, TrickRules

# The first value of a field with many entries: one for each seat, item or doubling. What changes
# with every card is a list. All else is a tuple, which copies share: with twenty lists more a copy
# took twice as long.
_EMPTY = {"each": "nothing", "entry": None, "kept": list}
_HANDS = {"each": "seat", "entry": 0, "kept": list}
Entry = TypeVar("Entry")
Offer = tuple[int, tuple[int, ...]]
"""The ranks that a hand may bid, as a set, and the cards that it may call."""


def put(entries: tuple[Entry, ...], place: int, entry: Entry) -> tuple[Entry, ...]:
    """The entries with the one at ``place`` replaced.

    >>> put((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    return (*entries[:place], entry, *entries[place + 1 :])


def unite(sets: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """The sets with ``more`` added to the one at ``place``.

    >>> unite((1, 1), 0, 6)
    (7, 1)
    """
    return put(sets, place, sets[place] | more)


def in_packets(cards: Sequence[int], sizes: Sequence[int]) -> tuple[int, ...]:
    """The cards of a talon, in order, as packets of these sizes. Each packet is a set."""
    packets, at = [], 0
    for size in sizes:
        packets.append(sum(1 << card for card in cards[at : at + size]))
        at += size
    return tuple(packets)


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
    """Fields that are set at the beginning, and the progress of the round."""

    plan: Plan
    stakes: int = 1
    """2 in a double round."""
    doubled_for: int = 0
    """The seats that have a double round of their own."""
    restricted: bool = False
    """Whether only some contracts may be bid (`RestrictedRounds`)."""
    number: int = 1
    """Which round of the match it is, from 1."""
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
    """The pack as shuffled; None where the hands were given."""
    cut: int = 0
    """How many cards of the pack went to the bottom."""
    given_hands: tuple[tuple[int, ...], ...] = ()
    """Without a pack: the cards of each seat, in the order dealt."""
    hands: list[int] = field(init=False, metadata=_HANDS)
    """The cards that each seat holds now; passing, exchange and play write here, too."""
    dealt: tuple[int, ...] = ()
    """The hands as far as they have been dealt."""
    stacks: tuple[int, ...] = ()
    """The stacks to choose from after a knock; 0 for one that was taken."""
    deal_stage: int = 0
    """Whether the seat to move cuts or takes a stack; see `zwanz_ssot.engine.deal`."""
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
    """Whether the seat to move has said something in this turn."""
    offers: tuple[Offer | None, ...] = field(init=False, metadata=_seats(None))
    """What each seat may bid with its hand at any moment; None until it is needed."""
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
    """The seat that has promised it."""
    joined: int = 0
    """The seats that have joined the declarer's contract, each for himself."""
    laid: tuple[int, ...] = field(init=False, metadata=_seats(-1))
    """By seat: the card laid down with its bid."""
    named: tuple[int, ...] = field(init=False, metadata=_seats(-1))
    """By seat: the number of the suit named to settle equal bids."""
    bid_number: int = 0
    """The highest number that was bid."""
    asker: int = -1
    """The seat that bids numbers, while numbers are bid."""
    answerer: int = -1
    """The seat that holds them or passes."""
    naming: tuple[int, ...] = ()
    """The seats that still have to name a suit."""
    shown: int = 0
    """The seats whose side everybody knows by what was said."""
    shown_holding: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: the cards that its words have shown it to hold, whatever was bid later."""
    shown_lacking: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: the cards that its words have shown it not to hold."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Announced(_Bid):
    """Written by announcements and doubles: in the auction, after the exchange and in the play."""

    announcers: tuple[int, ...] = field(init=False, metadata=_items(-1))
    """By item: the seat that announced it."""
    levels: tuple[int, ...] = field(init=False, metadata=_items(0))
    """By item: how often it was doubled."""
    doublable: tuple[int, ...] = ()
    """The items that can be doubled now."""
    first_doublers: tuple[int, ...] = field(init=False, metadata=_items(-1))
    """By item: the seat that doubled it first."""
    last_doublers: tuple[int, ...] = field(init=False, metadata=_items(-1))
    """By item: the seat that doubled it last."""
    doublers: int = 0
    """The opponents who have doubled the game."""
    duels: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By opponent: how often the game was doubled between him and the declarer."""
    passed_since: tuple[int, ...] = field(init=False, metadata=_doublings(0))
    """By item and duel: the seats that have had a turn since it was last announced or doubled."""
    muted: int = 0
    """The seats that may announce no more."""
    announced_in_turn: bool = False
    """Whether the seat to move has announced something in this turn."""
    first_turn_over: bool = False
    """Whether the declarer has finished the turn in which he announces."""
    last_speaker: int = -1
    """The seat that last announced or doubled."""
    closed_by: int = 0
    """The announced bonuses that close announcing or doubling, as a set of their numbers."""
    announced_in_play: tuple[tuple[int, ...], ...] = field(init=False, metadata=_seats(()))
    """By seat: the bonuses announced in the play."""


@dataclass(slots=True, eq=False, init=False, repr=False)
class _Exchanged(_Announced):
    """Written by the exchange."""

    exchanged_in: int = -1
    """The contract in which the talon was taken, where the declarer has raised it since."""
    talon_taken: int = 0
    """The packets that were taken, as a set of their numbers."""
    discarded: int = 0
    discarded_by: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: the cards that it has discarded."""
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
    """The seat that led to the first trick."""
    trick: int = 0
    """The cards of the trick on the table, as a set."""
    in_trick: int = 0
    """How many cards are in it."""
    played: list[int] = field(init=False, metadata=_EMPTY)
    """All cards that were played, in order."""
    winners: list[int] = field(init=False, metadata=_EMPTY)
    """By trick: the seat that won it."""
    winning_cards: list[int] = field(init=False, metadata=_EMPTY)
    """By trick: the card that won it."""
    taken: list[int] = field(init=False, metadata=_HANDS)
    """By seat: the cards of the tricks that it has won."""
    held_back: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: the rules by which it keeps cards back, as a set of their numbers."""
    declared_pairs: tuple[tuple[int, ...], ...] = field(init=False, metadata=_seats(()))
    """By seat: the moves that declared its pairs."""
    declared_points: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: what its pairs are worth, in parts of a card point (``Plan.unit``)."""
    declared_counts: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: how much of that counts at the end."""
    tied: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: the cards of which it must play one next, because it declared or laid them down."""
    owed: tuple[tuple[OwedCard, ...], ...] = ()
    """By seat: the announced cards that the play binds it to; empty where there are none."""
    bound: bool = False
    """Whether ``tied`` or ``owed`` has anything."""


@dataclass(slots=True, eq=False)
class State(_Played):
    """The state of one round. This class adds what the settlement writes.

    Steps change a state in place. To keep a position, make a `copy` first, as
    `zwanz_ssot.engine.Round` does before every move.
    """

    losers: int = 0
    """The seats that lose for themselves (`zwanz_ssot.words.facts.Facts`)."""
    game_winners: int = 0
    """The side that has won the game, for conditions of bonuses."""
    credited: tuple[int, ...] = field(init=False, metadata=_seats(0))
    """By seat: the cards that count for it beside its tricks, discards and a share of the talon.
    `zwanz_ssot.engine.exchange.TalonCredit` finds the seat for what counts for a side.
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
        """An independent copy. Lists are copied; all else is immutable and shared."""
        return _copy(self)

    def show(self, seat: int, held: int, lacked: int = 0) -> None:
        """Note cards that the words of a seat have shown it to hold and to lack."""
        self.shown_holding = unite(self.shown_holding, seat, held)
        if lacked:
            self.shown_lacking = unite(self.shown_lacking, seat, lacked)

    def may_have_gone(self, seat: int, cards: int) -> None:
        """Note cards that a seat need not hold any more, whatever its words have shown."""
        if shown := self.shown_holding[seat] & cards:
            self.shown_holding = put(self.shown_holding, seat, self.shown_holding[seat] ^ shown)

    def may_have_come(self, seat: int, cards: int) -> None:
        """Note cards that a seat may have got, whatever its words have shown."""
        if shown := self.shown_lacking[seat] & cards:
            self.shown_lacking = put(self.shown_lacking, seat, self.shown_lacking[seat] ^ shown)

    def credit(self, seat: int, cards: int) -> None:
        """Count cards for a seat beside its tricks."""
        self.credited = unite(self.credited, seat, cards)

    @property
    def exchange_contract(self) -> int:
        """The contract in which the talon was taken: this one, or the one that was raised since."""
        return self.exchanged_in if self.exchanged_in >= 0 else self.contract

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.step >= len(self.plan.steps)


def source_of_copy() -> str:
    """The source of `_copy`, one statement for each field, as `dataclasses` makes some. A loop of
    ``setattr`` over the fields takes twelve times as long (a copy: 21 µs instead of 1.7).

    The compiled wheel has it in place of the call of `exec`, which leaves a function interpreted.
    """
    lines = ["def _copy(old: State) -> State:", "    new = State.__new__(State)"]
    for each in fields(State):
        copied = f"old.{each.name}"
        copied += ".copy()" if each.metadata.get("kept") is list else ""
        lines.append(f"    new.{each.name} = {copied}")
    return "\n".join([*lines, "    return new", ""])


_made: dict[str, Any] = {"State": State}
exec(source_of_copy(), _made)
_copy: Callable[[State], State] = _made["_copy"]


def binding_promise(state: State) -> int:
    """The card that another seat has promised to the declarer; -1: none."""
    return state.promised if state.promiser != state.declarer else -1
