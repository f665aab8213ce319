"""The rules of a round up to the play: table, deal, misdeal, call, auction, contracts and their
payments, kontra, talon, exchange, announcements.
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
    """A factor of the value of a contract, if a condition holds."""

    id: str
    when: Condition
    times: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueAdds:
    """An amount added to the value of a contract, if a condition holds."""

    id: str
    when: Condition
    adds: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PerDifference:
    """A value that grows with the difference of card points: ``pays`` for every ``points``."""

    points: int
    pays: int
    from_: str = field(default="other_side", metadata={"key": "from"})
    """``other_side``, or ``half`` of all points."""
    rounded: str = "down"
    """How an incomplete step is rounded: ``down``, or to the ``nearest`` step."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What some players each get or lose by themselves."""

    id: str
    who: Role
    gets: int = 0
    loses: int = 0
    per: str = ""
    """``card_point``: once for each card point of his own."""
    to_nearest: int = 1
    """The result is rounded to the nearest multiple of this, a half away from zero."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One case of a contract's payments, if ``when`` holds: ``from`` pay ``total`` in equal parts,
    and ``to`` share it equally; or each player gets the amount of his place, or scores by himself.
    """

    id: str
    when: Condition | None = None
    from_: Role | None = field(default=None, metadata={"key": "from"})
    """Who pays; ``from`` in the rules, which is a keyword of Python."""
    to: Role | None = None
    total: int = 0
    at: Path
    by_place: tuple[int, ...] = ()
    """The amount of each place by card points, the most first; a tie shares those of its places."""
    scores: tuple[Score, ...] = ()
    """What players score by themselves; nobody pays for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """A case in which doubling does not count."""

    id: str
    when: Condition
    item: str = ""
    """``game``: only doubling of the game does not count; empty: no doubling does."""
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
    """One rung of the ladder of cards that may be discarded; ``shown``: face up."""

    cards: Cards
    shown: bool
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeps:
    """The least number of certain cards that a hand has to hold."""

    cards: Cards
    at_least: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TalonUse:
    """The use of the talon in a contract."""

    takes: str
    """``packet``, ``all``, ``shared`` (each player a packet, the declarer the first one) or
    ``nothing``.
    """
    seen_by: str
    """``everyone``, ``taker`` or ``nobody``."""
    counts_for: str
    """Who gets the cards that nobody took: ``declarers``, ``defenders``, ``last_trick_winner``,
    ``first_tricks`` (one card to each) or ``nobody``.
    """
    packet_of_called_card: str = ""
    """Who gets the packet with the called card if nobody took it, ``declarers`` or ``defenders``;
    empty: as the others.
    """
    to_declarers_if: Condition | None = None
    """If it holds, the declarers get all cards that nobody took."""
    packets: tuple[int, ...] = ()
    """The number of cards in each packet; empty: as in the game."""
    discard: tuple[Discard, ...] = ()
    """What may be discarded; empty: as in the other contracts."""
    at: Path
    keeps: Keeps | None = None
    """What the hand has to hold after discarding, if it can."""
    lost_without: Keeps | None = None
    """What the declarer has to hold with his packet; without it the game is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Taking cards of the talon and discarding as many."""

    discard: tuple[Discard, ...]
    """Cards of the first of these that the hand still has; cards in none are never discarded."""
    discards_count_for: str
    """``declarers``, ``defenders``, or ``each_side``: the declarer's for the declarers, those of
    the others for the defenders.
    """
    tells: tuple[SuitId, ...] = ()
    """When a card of these suits is discarded face down, the others are told the suit."""
    declarer_shows: tuple[SuitId, ...] = ()
    """The declarer discards cards of these suits face up."""
    called_card_in_talon: str = "is_played"
    """``may_be_conceded``: the declarer may give up when the card is there; or ``is_played``."""
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
    """``one_turn``: a double has to be said in the first turn after what it answers; ``always``:
    also later.
    """
    ends_after_passes: int
    one_word: bool = False
    """Whether a turn is one word, not any number of words."""
    speaks_for: str = ""
    """If not empty, words show the side, and each side announces a bonus once. ``own_side``:
    everybody announces for his own side; ``last_speaker``: a player whose side is hidden announces
    for the side of the last one who announced or doubled; empty: sides stay hidden.
    """
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The players, the dealer and the forehand. Seats count in the order of play from forehand."""

    players: int
    direction: str
    forehand: Role
    first_dealer: str
    next_dealer: Role
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Cutting the pack: each part has at least ``leaves`` cards. ``knock`` says what follows a
    knock; None: nobody may knock.
    """

    by: Role
    leaves: int
    knock: str | None = None
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStep:
    """One dealing: packets to each player in turn; a packet of 0 is the talon."""

    id: str
    packets: tuple[Packet, ...]
    first: Role
    cut: Cut | None = None
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class MisdealReason:
    """A reason why the cards must or may be thrown in."""

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
    """Cards that players pass to each other before anything is bid."""

    cards: int
    """The number of cards that each player passes."""
    to: tuple[str, ...]
    """The directions, one per round in turn: ``left``, ``right``, ``across`` or ``nobody``."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The cards that may be called, the first one first."""

    cards: CardsInOrder
    """Indices."""
    if_all_held: CardsInOrder = ()
    """What a player who holds them all may call; empty: nothing."""
    own: CardsInOrder = ()
    """Cards that their holder may call as well, to play alone."""
    own_discards: str = ""
    """``never``: nobody may call a card that he has discarded."""
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
    is played that nobody has bid. If it is none of them, everybody is asked once more.
    """

    word: str
    """Its word in the rules."""
    at: Path
    must_bid: Role | None = None
    deal_again: Role | None = None
    contract: str | None = None

    @property
    def who(self) -> Role | None:
        """The player who has to bid, or who deals."""
        return self.must_bid or self.deal_again

    @property
    def asks_again(self) -> bool:
        """True if everybody is asked once more."""
        return self.who is None and self.contract is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """The auction. In a game without one (`FixedContract`) its ladder is empty."""

    first: Role
    opening: str
    in_one_turn: tuple[str, ...]
    ladder: tuple[ContractId, ...]
    numbers: tuple[int, ...] = ()
    """What is bid before a contract is named, the lowest first; empty: only contracts are bid."""
    next_bid: str
    suit_order: tuple[SuitId, ...] = ()
    """The suits that decide between equal bids, the highest first."""
    own_bid: str
    after_agreeing: str
    overcall_cancels: tuple[str, ...]
    ends_after_passes: int | None = None
    """The number of passes in a row that end it; None: `ends_when` says when it ends."""
    ends_when: str | None = None
    """``one_is_left``: it ends when all but the highest bidder have passed."""
    if_all_pass: tuple[AllPass, ...] = ()
    """They apply one after the other, each when all have passed once more."""
    promises: tuple[Promise, ...] = ()
    """The first one that is made counts."""
    at: Path

    @property
    def played_if_all_pass(self) -> str | None:
        """The contract that is played when nobody bids."""
        return next((after.contract for after in self.if_all_pass if after.contract), None)

    def rule_of(self, kind: str) -> str:
        """The key of the setting that allows ``open``, ``hold``, ``number`` or ``name``."""
        held = "numbers" if self.numbers else "next_bid"
        return {"open": "opening", "hold": held, "number": "numbers"}.get(kind, "suit_order")

    @property
    def end(self) -> Path:
        """The path of the rule that says when it ends."""
        return (*self.at, "ends_after_passes" if self.ends_after_passes else "ends_when")


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A way to promise a card, which the player who takes the game over then calls: a bid that
    skips some steps, or a bidder's pass against a bid that nobody has held.
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
    """None: there is none; cards make the sides, or all play against all."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A bid that others may make as well while it is the highest; each of them plays it for
    himself.
    """

    name: Name
    """The name of these players."""
    most: int
    """How many may join the first bidder."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """Double rounds that follow a contract that is played, or a bonus that is won."""

    double_rounds: int
    also_if_missed: bool = False
    """Of a bonus: whether they follow also if it was announced and missed."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractGroup:
    """A group of contracts that rules can name. Each contract lists the groups that it is in."""

    id: str
    name: Name
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract. ``play`` is complete: the game's play with this contract's changes.

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
    like: str | None = None
    """The contract whose rules it has, but for those of its own."""
    by: Role | None = None
    only: str | None = None
    """When it can be bid: ``as_first_word`` or ``after_all_passed``; None: if it is high enough."""
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
    """If it holds, neither side wins when the objective is not reached, and nothing is paid."""
    losers: Role | None = None
    claimed_by: Role | None = None
    """Whose item the game is; None: the declarers'."""
    value: int
    lost_value: int
    """What it costs if it is lost; by default the value."""
    per_difference: PerDifference | None = field(default=None, metadata={"key": "value"})
    """How the value grows with the card points, if it does; then ``value`` is the ``base``, or
    without one what a step pays.
    """
    base: int = field(default=0, metadata={"key": "value"})
    """The start of a value that grows."""
    per_top: int = field(default=0, metadata={"key": "value"})
    """What is added for each trump that the declarers' side had, or lacked, in a row from the
    highest.
    """
    value_adds: tuple[ValueAdds, ...] = ()
    value_times: tuple[ValueTimes, ...] = ()
    lost_times: int = field(default=1, metadata={"key": "value"})
    """The factor of a value that grows if the contract is lost."""
    overbid: int = field(default=0, metadata={"key": "value"})
    """If it is worth less than the number that was bid, it is lost, and worth the next multiple of
    this; 0: there is no such rule.
    """
    payments: tuple[Payment, ...] = ()
    """Cases that are not settled evenly; the first that holds applies."""
    kontra: str | None = None
    """``individual``: each opponent doubles for himself; `NO_KONTRA`: nothing is doubled; None: as
    the game has it.
    """
    starts: Starts | None = None
    bonus_factor: int = 1
    talon: TalonUse | None = None
    raised_after_exchange: tuple[ContractId, ...] = ()
    """Contracts that the declarer may play instead, after the exchange."""
    becomes: ContractIds = ()
    """Contracts of which the declarer has to play one instead, after the exchange; empty: none."""
    announces_with_bid: bool = False
    """Whether the bidder announces in the turn of the bid, not after the auction."""
    must_announce: tuple[BonusId, ...] = ()
    """Bonuses of which the declarer has to announce one whose card was dealt to him."""
    play: Play
    at: Path

    @property
    def grows(self) -> bool:
        """Whether the value is no plain number: it has steps, additions, tops, or a rule of its own
        for a loss or an overbid. A plain number that is multiplied does not grow.

        >>> import zwanz_ssot
        >>> zwanz_ssot.load("zwanzigerrufen", "directnet").contracts["solo"].grows
        False
        """
        steps = self.per_difference is not None or bool(self.value_adds)
        return steps or self.per_top > 0 or self.lost_times > 1 or self.overbid > 0

    def reaches(self, number: int) -> bool:
        """Whether it can be worth a number that was bid. It can if its value grows, or if it
        becomes another contract. What multiplies the value (``value_times``) does not count: as
        with an overbid, the number is compared with the value before that.

        >>> import zwanz_ssot
        >>> solo = zwanz_ssot.load("zwanzigerrufen", "directnet").contracts["solo"]  # worth 4
        >>> solo.reaches(4), solo.reaches(5)
        (True, False)
        """
        return bool(self.becomes) or self.grows or self.value >= number


@dataclass(frozen=True, slots=True, kw_only=True)
class Forced:
    """A duty to double."""

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
    """The rules of doubling."""

    levels: tuple[str, ...]
    names: Mapping[LevelId, Name]
    times: int = 1
    """The factor of each word; 1 if words add."""
    adds: int = 0
    """What each word adds; 0 if words multiply."""
    counts_in: str = "score"
    """``score``, or ``money``: beside the written score there is an account of what is paid."""
    void: tuple[Void, ...] = ()
    doubles: tuple[str, ...]
    begins: str
    implied_by: Mapping[BonusId, str] = field(default_factory=dict)
    """By bonus, the item that it doubles by itself when the item's opponents announce it."""
    forced: tuple[Forced, ...] = ()
    excludes: Mapping[BonusId, ContractIds] = field(default_factory=dict)
    """By bonus, the contracts in which an opponent may announce it or double the game, not both."""
    at: Path
