"""Who is meant: players, sides, and relations to others. Each becomes a set of seats."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Contract, Game, Path, Role, Table
from ..paths import dotted
from ..problems import RulesAreSilent
from .cards import TrickSpan
from .facts import Facts
from .limits import (
    AFTER_PLAY,
    ALL_AGAINST_ALL,
    ANNOUNCEMENTS,
    ANNOUNCER,
    BEFORE_AUCTION,
    BONUS_PAID,
    BONUS_WON,
    COUNTED,
    DEALING,
    DECLARED,
    FIRST_LEAD,
    IN_AUCTION,
    IN_BID,
    IN_PLAY,
    OUTCOME,
    SIDES_MADE,
    TALON_GIVEN,
    WHEN_PAID,
    WITHIN_BONUS_PAID,
    Group,
)
from .premises import BONUSES_ANNOUNCED, HAS_DECLARER, PAIRS_TO_DECLARE, SIDES, TALON_EXCHANGED
from .registry import (
    BONUS,
    CARD,
    CARD_OR_CALLED,
    CARDS,
    MEASURE,
    ROLE,
    ROLES,
    TRICK,
    RoleFact,
    Seats,
    player,
    relation,
    role_is,
)

_AFTER = (AFTER_PLAY, BONUS_WON, WHEN_PAID, TALON_GIVEN)
_LEADS = (SIDES_MADE, FIRST_LEAD, ANNOUNCEMENTS)
_SPEECH = (ANNOUNCER, IN_AUCTION)
_SEATED = (DEALING, IN_BID, *_SPEECH, *_LEADS, IN_PLAY, *OUTCOME, WITHIN_BONUS_PAID)
_KNOWN = (*_SPEECH, IN_PLAY, *_AFTER, BONUS_PAID, WITHIN_BONUS_PAID)
"""When players know at least their own side."""


def one(seat: int) -> int:
    """A seat as a set; the empty set for -1."""
    return 1 << seat if seat >= 0 else 0


def others(facts: Facts, seats: int) -> int:
    """All other seats."""
    return (1 << facts.players) - 1 & ~seats


def innermost(role: Role) -> Role:
    """The player or side from which a role is reached; the role itself without a relation."""
    return counted_from(role)[0]


def counted_from(role: Role) -> tuple[Role, int]:
    """The innermost role, and how many seats further a role is in the order of play.

    >>> dealer = Role("dealer", None, ())
    >>> counted_from(Role("next_to", Role("next_to", dealer, ()), ())) == (dealer, 2)
    True
    """
    steps = 0
    while isinstance(role.arg, Role):
        entry = ROLES.get(role.word)
        steps, role = steps + (entry.turn if entry is not None else 0), role.arg
    return role, steps


def side(facts: Facts, seats: int) -> int:
    """The whole side that these seats belong to, or both; where all play against all, these
    seats.
    """
    ours, theirs = facts.declarers, others(facts, facts.declarers)
    if not ours:
        return seats
    return (ours if seats & ours else 0) | (theirs if seats & theirs else 0)


def is_of_claimants(role: Role) -> bool:
    """Whether a role is that of the claimants, or reached from them."""
    return role_is(innermost(role), RoleFact.CLAIMING_SIDE)


def is_whole_side(role: Role) -> bool:
    """Whether a role always means a side, not some of its players."""
    entry, facts = ROLES.get(role.word), (RoleFact.CLAIMING_SIDE, RoleFact.DECLARING_SIDE)
    paid = entry is not None and BONUS_PAID in entry.moments
    return paid or any(role_is(role, fact) for fact in facts)


def fixed_seat(role: Role, players: int) -> int | None:
    """The seat, counted from the forehand, of a role that depends only on dealer and forehand; None
    for other roles.

    >>> fixed_seat(Role("next_to", Role("dealer", None, ()), ()), 4)
    0
    """
    entry = ROLES.get(role.word)
    if entry is None:
        return None
    if isinstance(role.arg, Role):
        inner = fixed_seat(role.arg, players)
        return None if inner is None or not entry.turn else (inner + entry.turn) % players
    return None if entry.seat is None else entry.seat % players


def forehand_from_dealer(table: Table) -> int:
    """The number of seats from the dealer to the forehand; negative: against the order of play."""
    return counted_from(table.forehand)[1]


def has_declarer(contract: Contract) -> bool:
    """Whether a contract has one declarer, who bids it or is named. If not, cards make the sides,
    or all play against all.
    """
    return any(role_is(role, RoleFact.DECLARER) for role in contract.declarers)


def late_partners(contract: Contract) -> tuple[Role, ...]:
    """The declarers who are known only by the result of the round."""
    by_result = (role_is(innermost(role), RoleFact.BY_RESULT) for role in contract.declarers)
    return tuple(role for role, late in zip(contract.declarers, by_result, strict=True) if late)


def most_declarers(contract: Contract, game: Game) -> int:
    """The most players that the declarers of a contract can be, without those who join."""
    seats, others = set[int](), 0
    for role in contract.declarers:
        inner, steps = counted_from(role)
        if role_is(inner, RoleFact.DECLARER):
            seats.add(steps % game.table.players)
        else:
            others += game.deck.copies if role_is(inner, RoleFact.BY_CARD) else 1
    return len(seats) + others


def has_side_of(contract: Contract, role: Role) -> bool:
    """Whether a contract has the declarer, or the sides, by which a role is found."""
    needed = ROLES[innermost(role).word].needs
    declarer_there = HAS_DECLARER not in needed or has_declarer(contract)
    return declarer_there and (SIDES not in needed or bool(contract.declarers))


def knows_own_side_of(role: Role) -> bool:
    """Whether every player knows if he is on the side of a role, whoever plays with whom.

    >>> declarer = Role("declarer", None, ())
    >>> knows_own_side_of(declarer), knows_own_side_of(Role("next_to", declarer, ()))
    (True, False)
    """
    if isinstance(role.arg, Role):
        return role_is(role, RoleFact.OF_SIDE) and knows_own_side_of(role.arg)
    return role.word in (declarer.name, declarers.name, defenders.name, speaker.name, anyone.name)


def names_side(role: Role) -> bool:
    """Whether everybody knows the side of a player of whom he knows that the role means him.

    >>> names_side(Role("declarers", None, ())), names_side(Role("forehand", None, ()))
    (True, False)
    """
    sides = (RoleFact.DECLARERS, RoleFact.DEFENDERS, RoleFact.OF_SIDE)
    if any(role_is(role, side) for side in sides):
        return True
    return isinstance(role.arg, Role) and names_side(role.arg)


# players and sides


@player("dealer", group=Group.SEAT, moments=_SEATED, facts=(RoleFact.ONE_SEAT,), seat=-1)
def dealer(facts: Facts, own: int) -> int:
    """Who deals."""
    return 1 << facts.dealer


@player("forehand", group=Group.SEAT, moments=_SEATED, facts=(RoleFact.ONE_SEAT,), seat=0)
def forehand(facts: Facts, own: int) -> int:
    """The first player in the order of play, in seat 0."""
    return 1


@player(
    "declarer",
    group=Group.SIDE,
    moments=(
        *(ANNOUNCER, IN_AUCTION, *_LEADS, IN_PLAY),
        *(*_AFTER, WITHIN_BONUS_PAID),
    ),
    needs=(HAS_DECLARER,),
    facts=(
        RoleFact.ONE_SEAT,
        RoleFact.DECLARER,
    ),
)
def declarer(facts: Facts, own: int) -> int:
    """Who plays the contract; nobody before it is known."""
    return one(facts.declarer)


@player(
    "speaker",
    group=Group.ANYONE,
    moments=(IN_AUCTION, DECLARED),
    hand_at=(IN_BID, IN_AUCTION),
)
def speaker(facts: Facts, own: int) -> int:
    """Whoever's turn it is to speak."""
    return own


@player(
    "anyone",
    group=Group.ANYONE,
    moments=(IN_PLAY, ALL_AGAINST_ALL, WHEN_PAID),
    hand_at=(BEFORE_AUCTION,),
    facts=(RoleFact.SEVERAL,),
)
def anyone(facts: Facts, own: int) -> int:
    """All players."""
    return (1 << facts.players) - 1


@player(
    "declarers",
    group=Group.SIDE,
    moments=_KNOWN,
    needs=(SIDES,),
    facts=(RoleFact.SEVERAL, RoleFact.DECLARERS),
)
def declarers(facts: Facts, own: int) -> int:
    """The declarer and the partners."""
    return facts.declarers


@player(
    "defenders",
    group=Group.SIDE,
    moments=_KNOWN,
    needs=(SIDES,),
    facts=(RoleFact.SEVERAL, RoleFact.DEFENDERS),
)
def defenders(facts: Facts, own: int) -> int:
    """Everybody but the declarers."""
    return (1 << facts.players) - 1 & ~facts.declarers


@player(
    "claimants",
    group=Group.SIDE,
    moments=(AFTER_PLAY, BONUS_WON, WHEN_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.CLAIMING_SIDE),
)
def claimants(facts: Facts, own: int) -> int:
    """The side that claims the contract or bonus in question."""
    return own


@player(
    "either_side",
    group=Group.ANYONE,
    moments=(BONUS_PAID,),
    facts=(RoleFact.SEVERAL, RoleFact.BOTH_SIDES),
)
def either_side(facts: Facts, own: int) -> int:
    """Both sides: whichever reaches it."""
    return (1 << facts.players) - 1


@player(
    "declaring_side",
    group=Group.SIDE,
    moments=(AFTER_PLAY, BONUS_WON, WHEN_PAID),
    takes_path=True,
    needs=(PAIRS_TO_DECLARE,),
    facts=(RoleFact.SEVERAL, RoleFact.DECLARING_SIDE, RoleFact.MAY_CHANGE),
)
def declaring_side(at: Path) -> Seats:
    """The side that has declared; the declarers where neither has. `RulesAreSilent` when both
    have.
    """

    def found(facts: Facts, own: int) -> int:
        ours, theirs = facts.declarers, others(facts, facts.declarers)
        if not facts.declared(theirs):
            return ours
        if facts.declared(ours):
            raise RulesAreSilent(dotted(at), "")
        return theirs

    return found


@player(
    "losers",
    group=Group.SIDE,
    moments=(ALL_AGAINST_ALL, WHEN_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.EACH_BY_RESULT),
)
def losers(facts: Facts, own: int) -> int:
    """Who loses for himself."""
    return facts.losers


@player("each_loser", group=Group.EACH, moments=(), tied_at=(ALL_AGAINST_ALL,))
def each_loser(facts: Facts, own: int) -> int:
    """One of the losers. They tie for the most points and are no partners: what one of them took,
    each of them took.
    """
    return facts.losers & -facts.losers


@player(
    "winners",
    group=Group.SIDE,
    moments=(ALL_AGAINST_ALL, WHEN_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.EACH_BY_RESULT),
)
def winners(facts: Facts, own: int) -> int:
    """Those of the losers' kind (declarers, or all players) who have not lost."""
    return (facts.declarers or others(facts, 0)) & ~facts.losers


@player(
    "each_declarer",
    group=Group.EACH,
    moments=(AFTER_PLAY, BONUS_WON),
    facts=(RoleFact.EACH_DECLARER,),
)
def each_declarer(facts: Facts, own: int) -> int:
    """Each of the declarers for himself; asked once for each of them."""
    return own


# relations


def _turned(of: Seats, by: int) -> Seats:
    def found(facts: Facts, own: int) -> int:
        seat = of(facts, own).bit_length() - 1
        return one((seat + by) % facts.players) if seat >= 0 else 0

    return found


@relation("next_to", of=ROLE, group=Group.BESIDE, moments=_SEATED, turn=1)
def next_to(of: Seats) -> Seats:
    """The player after this one in the order of play."""
    return _turned(of, 1)


@relation("before", of=ROLE, group=Group.BESIDE, moments=_SEATED, turn=-1)
def before(of: Seats) -> Seats:
    """The player before this one in the order of play."""
    return _turned(of, -1)


@relation(
    "side_of",
    of=ROLE,
    group=Group.PARTNERS,
    moments=(*_SPEECH, IN_PLAY, DECLARED, *_AFTER, BONUS_PAID, WITHIN_BONUS_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.OF_SIDE),
)
def side_of(of: Seats) -> Seats:
    """This player and the partners; of players of both sides, everybody."""
    return lambda facts, own: side(facts, of(facts, own))


@relation(
    "opponents_of",
    of=ROLE,
    group=Group.PARTNERS,
    moments=(*_SPEECH, IN_PLAY, *OUTCOME, BONUS_PAID, WITHIN_BONUS_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.OPPONENTS, RoleFact.OF_SIDE),
)
def opponents_of(of: Seats) -> Seats:
    """The players against this one; everybody where players of both sides are meant, and nobody
    where nobody is.
    """

    def found(facts: Facts, own: int) -> int:
        meant, ours = of(facts, own), facts.declarers
        theirs = others(facts, ours)
        if not ours:
            return others(facts, meant) if meant else 0
        return (theirs if meant & ours else 0) | (ours if meant & theirs else 0)

    return found


@relation(
    "all_but",
    of=ROLE,
    group=Group.REST,
    moments=(*_SPEECH, IN_PLAY, *OUTCOME),
    facts=(RoleFact.SEVERAL,),
)
def all_but(of: Seats) -> Seats:
    """Everybody but this player; nobody where nobody is meant."""

    def found(facts: Facts, own: int) -> int:
        left_out = of(facts, own)
        return others(facts, left_out) if left_out else 0

    return found


@relation(
    "holder_of",
    of=CARD_OR_CALLED,
    group=Group.HOLDERS,
    moments=(IN_BID, ANNOUNCER, *_LEADS, IN_PLAY, *OUTCOME, WITHIN_BONUS_PAID),
    facts=(RoleFact.BY_CARD, RoleFact.BY_HIDDEN_CARDS),
)
def holder_of(of: Callable[[Facts], int]) -> Seats:
    """Who holds this card, or the called one."""

    def found(facts: Facts, own: int) -> int:
        card = of(facts)
        return one(facts.holder_of(card)) if card >= 0 else 0

    return found


@relation(
    "discarder_of",
    of=CARD_OR_CALLED,
    group=Group.HOLDERS,
    moments=(ANNOUNCER, *OUTCOME),
    needs=(TALON_EXCHANGED,),
    facts=(RoleFact.BY_HIDDEN_CARDS,),
)
def discarder_of(of: Callable[[Facts], int]) -> Seats:
    """Who has discarded this card, or the called one."""

    def found(facts: Facts, own: int) -> int:
        card = of(facts)
        return one(facts.discarder_of(card)) if card >= 0 else 0

    return found


@relation(
    "holder_of_all",
    of=CARDS,
    group=Group.HOLDERS,
    moments=(ANNOUNCER, SIDES_MADE, IN_PLAY, *OUTCOME, WITHIN_BONUS_PAID),
    facts=(RoleFact.BY_HIDDEN_CARDS,),
)
def holder_of_all(of: int) -> Seats:
    """Who was dealt all of these."""
    return lambda facts, own: one(facts.holder_of_all(of))


@relation(
    "player_of",
    of=CARD,
    group=Group.REST,
    moments=(*OUTCOME, WITHIN_BONUS_PAID),
    facts=(RoleFact.MAY_CHANGE,),
)
def player_of(of: int) -> Seats:
    """Who played this card."""
    return lambda facts, own: one(facts.player_of(of))


@relation(
    "announcer_of",
    of=BONUS,
    group=Group.REST,
    moments=(*_SPEECH, IN_PLAY, *OUTCOME, WITHIN_BONUS_PAID),
    needs=(BONUSES_ANNOUNCED,),
    facts=(RoleFact.SEVERAL, RoleFact.MAY_CHANGE, RoleFact.ANNOUNCED),
)
def announcer_of(of: int) -> Seats:
    """Who announced this bonus; several where each side, or each player, may."""
    return lambda facts, own: facts.announced_by(of)


@relation(
    "most",
    of=MEASURE,
    group=Group.REST,
    moments=(*COUNTED, WITHIN_BONUS_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.MAY_CHANGE),
)
def most(of: str) -> Seats:
    """Who took the most card points; several when they tie."""

    def found(facts: Facts, own: int) -> int:
        taken = [facts.points(1 << seat) for seat in range(facts.players)]
        highest = max(taken)
        return sum(1 << seat for seat, points in enumerate(taken) if points == highest)

    return found


@relation(
    "without",
    of=MEASURE,
    group=Group.REST,
    moments=(*OUTCOME, WITHIN_BONUS_PAID),
    facts=(RoleFact.SEVERAL, RoleFact.MAY_CHANGE),
)
def without(of: str) -> Seats:
    """The players who have won no trick."""
    return lambda facts, own: sum(
        1 << seat for seat in range(facts.players) if not facts.won(1 << seat)
    )


@relation(
    "winner_of",
    of=TRICK,
    group=Group.REST,
    moments=(SIDES_MADE, *OUTCOME, WITHIN_BONUS_PAID),
    facts=(RoleFact.BY_RESULT, RoleFact.MAY_CHANGE),
)
def winner_of(of: TrickSpan) -> Seats:
    """Who won this trick."""
    number = of.numbers[0]
    return lambda facts, own: one(facts.winner_of(number))
