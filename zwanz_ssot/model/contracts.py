"""The steps of a round up to the play as data: table, deal, misdeal, call, auction, contracts and
what they pay, kontra, talon, exchange, announcements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..paths import Path
from .cards import Name
from .identifiers import (
    BonusId,
    CardNumber,
    Cards,
    CardsInOrder,
    Condition,
    ContractId,
    ContractIds,
    GroupId,
    LevelId,
    Packet,
    Role,
    SuitId,
)
from .play import Play

NO_KONTRA = "none"
"""The kontra of a contract in which nothing is doubled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueTimes:
    """What multiplies the value of a contract."""

    id: str
    when: Condition
    times: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueAdds:
    """What is added to the value of a contract."""

    id: str
    when: Condition
    adds: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PerDifference:
    """A value that grows with the difference of card points: ``pays`` for every ``points`` of
    it.
    """

    points: int
    pays: int
    from_: str = field(default="other_side", metadata={"key": "from"})
    """``other_side``, or ``half`` of all points."""
    rounded: str = "down"
    """What becomes of a part of a step: ``down``, or to the ``nearest`` step."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What each of some players gets or loses by himself."""

    id: str
    who: Role
    gets: int = 0
    loses: int = 0
    per: str = ""
    """``card_point``: once for each card point of his own."""
    to_nearest: int = 1
    """What the result is rounded to a multiple of, a half upwards."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One case of a table of payments: when it holds, those who pay give
    ``total`` together, all alike, and those who are paid share it; or, with ``by_place``, each gets
    what belongs to his place.
    """

    id: str
    when: Condition | None = None
    from_: Role | None = field(default=None, metadata={"key": "from"})
    """Who pays: ``from`` in the rules, a word that Python keeps to itself."""
    to: Role | None = None
    total: int = 0
    at: Path
    by_place: tuple[int, ...] = ()
    """What each place gets, in order of card points, the most first; those who tie share what their
    places get.
    """
    scores: tuple[Score, ...] = ()
    """What players score by themselves; nobody pays for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """When doubling counts for nothing."""

    id: str
    when: Condition
    item: str = ""
    """``game``: only what doubled the game does not count; empty: nothing that was doubled counts.
    """
    contracts: ContractIds = ()
    """Empty: all."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Talon:
    """Cards laid face down in the middle, in packets."""

    packets: tuple[int, ...]
    at: Path


@dataclass(frozen=True, slots=True)
class Discard:
    """One rung of the cards that may be discarded; ``shown``: face up."""

    cards: Cards
    shown: bool
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeps:
    """What a hand keeps when it discards, if it can: a least number of these cards."""

    cards: Cards
    at_least: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TalonUse:
    """What becomes of the talon in a contract."""

    takes: str
    """``packet``, ``all``, ``shared`` (each player a packet, the declarer the first one) or
    ``nothing``.
    """
    seen_by: str
    """``everyone``, ``taker`` or ``nobody``."""
    counts_for: str
    """Whose the cards are that nobody took: ``declarers``, ``defenders``, ``last_trick_winner``,
    ``first_tricks`` (one to each of them) or ``nobody``.
    """
    packet_of_called_card: str = ""
    """Whose the packet of a called card is that nobody took, ``declarers`` or ``defenders``; empty:
    as the others.
    """
    to_declarers_if: Condition | None = None
    """When all that nobody took goes to the declarers after all."""
    packets: tuple[int, ...] = ()
    """How many cards each packet has; empty: as in the game."""
    discard: tuple[Discard, ...] = ()
    """What may be discarded; empty: as in the other contracts."""
    at: Path
    keeps: Keeps | None = None
    """What the hand has to hold when it has discarded, if it can."""
    lost_without: Keeps | None = None
    """What the declarer has to hold with his packet, or the game is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Taking cards of the talon and discarding as many."""

    discard: tuple[Discard, ...]
    """The first of these that the hand still has; what is in none is never discarded."""
    discards_count_for: str
    """``declarers``, ``defenders``, or ``each_side``: the declarer's for the declarers, those of
    the others for the defenders.
    """
    tells: tuple[SuitId, ...] = ()
    """Of each card of these suits that is discarded face down the others are told the suit."""
    declarer_shows: tuple[SuitId, ...] = ()
    """Cards of these suits the declarer discards face up."""
    called_card_in_talon: str = "is_played"
    """``may_be_conceded``: the declarer may give up when it turns up there; ``is_played``."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcements:
    """A round of announcements and doubles after the exchange; each bonus is announced once, by
    either side, or once by each (``speaks_for``).
    """

    first: Role
    in_one_turn: tuple[str, ...]
    each_announces: str
    """``once``: nobody who has announced, or has spoken first, announces in a later turn;
    ``first_turn``: nobody announces in any later turn of his own; ``freely``.
    """
    doubles_wait: str
    """``one_turn``: a double is said in the first turn after what it answers; ``always``: or later.
    """
    ends_after_passes: int
    one_word: bool = False
    """Whether a turn is a single word, and not as many as one likes."""
    speaks_for: str = ""
    """Words show the side, and each side announces a bonus once. ``own_side``: everybody announces
    for his own; ``last_speaker``: whose side is hidden announces for that of whoever last announced
    or doubled; empty: sides stay hidden.
    """
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits where. Seats are counted in the order of play from the forehand."""

    players: int
    direction: str
    forehand: Role
    first_dealer: str
    next_dealer: Role
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Cutting the pack; ``knock`` tells what follows a knock, None where nobody may knock."""

    by: Role
    leaves: int
    knock: str | None = None
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStep:
    """One dealing: packets to each player in turn; a packet of 0 is the talon, laid in the
    middle.
    """

    id: str
    packets: tuple[Packet, ...]
    first: Role
    cut: Cut | None = None
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MisdealReason:
    """Hands with which the cards must or may be thrown in."""

    id: str
    when: Condition
    thrown_in: str
    deals_again: Role
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """Naming the trump suit before anything is bid."""

    by: Role
    suits: str
    """``held``: a suit of which the player holds a card; ``any``."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """Cards that players give each other before anything is said."""

    cards: int
    """How many each of them gives."""
    to: tuple[str, ...]
    """By turns from round to round: ``left``, ``right``, ``across`` or ``nobody``."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The cards that may be called, the first one first."""

    cards: CardsInOrder
    """Indices."""
    if_all_held: CardsInOrder = ()
    """What somebody may call who holds them all; empty: nobody can."""
    own: CardsInOrder = ()
    """What somebody who holds it may call as well, to play alone."""
    own_discards: str = ""
    """``never``: nobody calls a card that he has discarded himself."""
    choose: str
    """``first_not_held``, ``not_held`` or ``free``."""
    at: Path

    @property
    def every(self) -> tuple[int, ...]:
        """All cards that anybody might call, each once, in order."""
        return tuple(dict.fromkeys((*self.cards, *self.if_all_held, *self.own)))


@dataclass(frozen=True, slots=True)
class AllPass:
    """What follows when all have passed: somebody has to bid, somebody deals again, or a contract
    is played that nobody has bid. Where it is none of them, everybody is asked once more.
    """

    word: str
    """The word under which it stands."""
    at: Path
    must_bid: Role | None = None
    deal_again: Role | None = None
    contract: str | None = None

    @property
    def who(self) -> Role | None:
        """Who has to bid, or deals."""
        return self.must_bid or self.deal_again

    @property
    def asks_again(self) -> bool:
        """True if everybody is asked once more."""
        return self.who is None and self.contract is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """One round of speech. A game without one (`FixedContract`) has an empty ladder here."""

    first: Role
    opening: str
    in_one_turn: tuple[str, ...]
    ladder: tuple[ContractId, ...]
    numbers: tuple[int, ...] = ()
    """What is bid before a contract is named, the lowest first; empty: contracts alone are bid."""
    next_bid: str
    suit_order: tuple[SuitId, ...] = ()
    """The suits by which equal bids are settled, the highest first."""
    own_bid: str
    after_agreeing: str
    overcall_cancels: tuple[str, ...]
    ends_after_passes: int | None = None
    """How many turns in a row without a word end it; None where `ends_when` says it."""
    ends_when: str | None = None
    """``one_is_left``: it ends when all but the highest bidder have passed."""
    if_all_pass: tuple[AllPass, ...] = ()
    """One after the other, each when all have passed once more."""
    promises: tuple[Promise, ...] = ()
    """The first one that is made counts."""
    at: Path

    @property
    def played_if_all_pass(self) -> str | None:
        """The contract that is played when nobody bids."""
        return next((after.contract for after in self.if_all_pass if after.contract), None)

    def rule_of(self, kind: str) -> str:
        """The setting by which ``open``, ``hold``, ``number`` or ``name`` may be said."""
        held = "numbers" if self.numbers else "next_bid"
        return {"open": "opening", "hold": held, "number": "numbers"}.get(kind, "suit_order")

    @property
    def end(self) -> Path:
        """The rule that says when it ends."""
        return (*self.at, "ends_after_passes" if self.ends_after_passes else "ends_when")


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What promises a card that whoever takes the game over then calls: a bid that skips so many
    steps, or a pass of a bidder against a bid that nobody has held.
    """

    id: str
    card: CardNumber
    bid_skips: int | None = None
    pass_against: ContractId | None = None
    requires: Condition | None = None
    """What the hand must hold besides."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedContract:
    """The contract of a game without an auction."""

    contract: ContractId
    declarer: Role | None = None
    """None: nobody is, and cards make the sides, or all play against all."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A bid that others may make as well while it is the highest; each of them plays it for
    himself.
    """

    name: Name
    """What they are called."""
    most: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """What a contract that is played, or a bonus that is won, begins: rounds that count double."""

    double_rounds: int
    also_if_missed: bool = False
    """Of a bonus: whether one that was announced and missed sets them off, too."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractGroup:
    """Contracts that rules can name together. Each of them says that it is in the group."""

    id: str
    name: Name
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What can be played. ``play`` is complete: the game's play with this contract's changes.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> solo = game.contracts["solo"]
    >>> solo.value, solo.calls, [role.word for role in solo.declarers]
    (4, False, ['declarer'])
    """

    id: str
    name: Name
    groups: tuple[GroupId, ...] = ()
    """The groups of contracts that it is in."""
    by: Role | None = None
    only: str | None = None
    """``as_first_word`` or ``after_all_passed``; None: whenever it is high enough."""
    calls: bool = False
    joined: Joined | None = None
    lays_card: bool = False
    """Whether it is bid with a card laid face down, which is then played to the first trick
    whatever is led.
    """
    requires: Condition | None = None
    declarers: tuple[Role, ...]
    secret_until: str | None = None
    """The card (or called_card) whose playing shows the partner; None: nothing is secret."""
    objective: Condition | None = None
    drawn_if: Condition | None = None
    """When neither side wins though the objective is not reached; then nothing is paid for it."""
    losers: Role | None = None
    claimed_by: Role | None = None
    """Whose item the game is; None: the declarers'."""
    value: int
    lost_value: int
    """What it costs when it is lost; mostly as much as it is worth."""
    per_difference: PerDifference | None = field(default=None, metadata={"key": "value"})
    """How the value grows with the points, where it does; then ``value`` is what it begins with, or
    without that what one step pays.
    """
    base: int = field(default=0, metadata={"key": "value"})
    """What a value that grows begins with."""
    per_top: int = field(default=0, metadata={"key": "value"})
    """What each of the highest trumps adds that the declarers' side had in a row from the top, or
    lacked.
    """
    value_adds: tuple[ValueAdds, ...] = ()
    value_times: tuple[ValueTimes, ...] = ()
    lost_times: int = field(default=1, metadata={"key": "value"})
    """What multiplies a value that grows when the contract is lost."""
    overbid: int = field(default=0, metadata={"key": "value"})
    """Where it is worth less than the number that was bid, it is lost, and worth the next multiple
    of this; 0: nothing of the kind.
    """
    payments: tuple[Payment, ...] = ()
    """Cases that are not settled evenly; the first that holds."""
    kontra: str | None = None
    """``individual``: each opponent doubles for himself; `NO_KONTRA`: nothing is doubled; None: as
    the game has it.
    """
    starts: Starts | None = None
    bonus_factor: int = 1
    talon: TalonUse | None = None
    raised_after_exchange: tuple[ContractId, ...] = ()
    """What the declarer may play instead, once he has exchanged."""
    becomes: ContractIds = ()
    """What the declarer has to play instead, once he has exchanged; empty: he plays this one."""
    announces_with_bid: bool = False
    """Whether the bidder announces in the turn of the bid, and not after the auction."""
    must_announce: tuple[BonusId, ...] = ()
    """Bonuses of which the declarer announces one whose card was dealt to him; empty: none has to
    be.
    """
    play: Play
    at: Path

    @property
    def grows(self) -> bool:
        """Whether what it is worth depends on more than whether it is won.

        >>> import zwanz_ssot
        >>> zwanz_ssot.load("zwanzigerrufen", "directnet").contracts["solo"].grows
        False
        """
        steps = self.per_difference is not None or bool(self.value_adds)
        return steps or self.per_top > 0 or self.lost_times > 1 or self.overbid > 0

    def reaches(self, number: int) -> bool:
        """Whether it can be worth so much as was bid: any value that grows can, or cost more.

        >>> import zwanz_ssot
        >>> solo = zwanz_ssot.load("zwanzigerrufen", "directnet").contracts["solo"]  # worth 4
        >>> solo.reaches(4), solo.reaches(5)
        (True, False)
        """
        return bool(self.becomes) or self.grows or self.value >= number


@dataclass(frozen=True, slots=True, kw_only=True)
class Forced:
    """Who has to double."""

    id: str
    say: str
    item: str
    who: Role
    when: Condition | None = None
    contracts: ContractIds = ()
    """Empty: all."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Kontra:
    """Doubling; without this part of the rules nothing is doubled."""

    levels: tuple[str, ...]
    names: Mapping[LevelId, Name]
    times: int = 1
    """What each word multiplies by; 1 where it adds."""
    adds: int = 0
    """What each word adds; 0 where it multiplies."""
    counts_in: str = "score"
    """``score``, or ``money``: beside the written score there is an account of what is paid."""
    void: tuple[Void, ...] = ()
    doubles: tuple[str, ...]
    begins: str
    implied_by: Mapping[BonusId, str] = field(default_factory=dict)
    """Bonus to item: announced by the item's opponents, it doubles the item by itself."""
    forced: tuple[Forced, ...] = ()
    excludes: Mapping[BonusId, ContractIds] = field(default_factory=dict)
    """Bonus to contracts, in which an opponent either announces it or doubles the game."""
    at: Path
