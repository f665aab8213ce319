"""From the deal to the contract: table, deal, misdeal, call, auction, contracts, kontra."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Name
from .play import Play
from .words import Condition, Path, Role


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where. Seats are counted in the order of play from the forehand."""

    players: int
    direction: str
    forehand: Role
    first_dealer: str
    next_dealer: Role
    at: Path


@dataclass(frozen=True, slots=True)
class Cut:
    """Cutting the pack; ``knock`` tells what follows a knock, None where nobody may knock."""

    by: Role
    leaves: int
    knock: str | None
    at: Path


@dataclass(frozen=True, slots=True)
class DealStep:
    """One dealing: packets to each player in turn; a packet of 0 is the talon, laid in the middle."""

    id: str
    packets: tuple[int, ...]
    first: Role
    cut: Cut | None
    at: Path


@dataclass(frozen=True, slots=True)
class Talon:
    """Cards laid face down in the middle, in so many packets."""

    packets: tuple[int, ...]
    at: Path


@dataclass(frozen=True, slots=True)
class MisdealReason:
    """Hands with which the cards must or may be thrown in."""

    id: str
    when: Condition
    thrown_in: str
    deals_again: Role
    at: Path


@dataclass(frozen=True, slots=True)
class Call:
    """The cards that may be called, the first one first."""

    cards: tuple[int, ...]
    """Indices."""
    choose: str
    at: Path


@dataclass(frozen=True, slots=True)
class Auction:
    """One round of speech."""

    first: Role
    opening: str
    in_one_turn: tuple[str, ...]
    ladder: tuple[str, ...]
    next_bid: str
    own_bid: str
    after_agreeing: str
    overcall_cancels: tuple[str, ...]
    ends_after_passes: int
    if_all_pass: str | None
    at: Path


@dataclass(frozen=True, slots=True)
class ValueTimes:
    """What multiplies the value of a contract."""

    id: str
    when: Condition
    times: int
    at: Path


@dataclass(frozen=True, slots=True)
class Contract:
    """What can be played. ``play`` is complete: the game's play with this contract's changes."""

    id: str
    name: Name
    by: Role | None
    calls: bool
    requires: Condition | None
    declarers: tuple[Role, ...]
    secret_until: str | None
    """The card (or called_card) whose playing shows the partner; None: nothing is secret."""
    objective: Condition | None
    losers: Role | None
    value: int
    value_times: tuple[ValueTimes, ...]
    bonus_factor: int
    play: Play
    at: Path


@dataclass(frozen=True, slots=True)
class Forced:
    """Who has to double."""

    id: str
    say: str
    item: str
    who: Role
    when: Condition
    contracts: tuple[str, ...]
    """Empty: all."""
    at: Path


@dataclass(frozen=True, slots=True)
class Kontra:
    """Doubling; without this part of the rules nothing is doubled."""

    levels: tuple[str, ...]
    names: Mapping[str, Name]
    times: int
    doubles: tuple[str, ...]
    begins: str
    implied_by: Mapping[str, str]
    """Bonus to item: announced by the item's opponents, it doubles the item by itself."""
    forced: tuple[Forced, ...]
    at: Path
