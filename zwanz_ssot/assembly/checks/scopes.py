"""Who and what can be known where: a hand by its holder alone, a trick while it lies, a result
after the play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...model import CALLED_CARD, Condition, Contract, Game, Role
from ..resolver import CALLED
from .part import CheckContext, plain

_SEATS = ("next_to", "before")
_SIDES = ("side_of", "opponents_of")
_HELD = ("holder_of", "holder_of_all")
_OUTCOME = (
    "points_at_least",
    "majority",
    "tricks_won",
    "has_taken",
    "players",
    "in_talon",
    "card_wins_trick",
    "card_in_trick",
    "card_beaten_by",
    "dealt_to_one",
    "is",
    "doubled",
    "announced",
)


@dataclass(frozen=True)
class Scope:
    """Where a word stands: ``said`` in a sentence; the conditions, the roles and the relations it
    has.
    """

    said: str
    conditions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    hand: str = ""
    """Whose hand ``hand_has`` looks at."""
    equals: tuple[str, ...] = ()
    """Roles that one of several stands for who took as many card points: only these can be asked of
    it.
    """


SEAT = Scope("when the cards are dealt", roles=("dealer", "forehand"), relations=_SEATS)
MISDEAL = Scope("before the auction", ("hand_has",), hand="anyone")
BID = Scope(
    "in a bid", ("hand_has",), ("dealer", "forehand"), (*_SEATS, "holder_of"), hand="speaker"
)
SPEAKER = Scope(
    "during the auction",
    roles=("dealer", "forehand", "declarer", "declarers", "defenders"),
    relations=(*_SEATS, *_SIDES, *_HELD, "announcer_of"),
)
SAYING = Scope(
    "during the auction",
    ("announced", "doubled", "hand_has", "is"),
    ("speaker", "dealer", "forehand", "declarer", "declarers", "defenders"),
    (*_SEATS, *_SIDES, "announcer_of"),
    "speaker",
)
DECLARERS = Scope(
    "when the sides are made",
    roles=("declarer", "dealer", "forehand"),
    relations=(*_SEATS, *_HELD, "winner_of"),
)
LEAD = Scope(
    "when the first card is led",
    roles=("declarer", "dealer", "forehand"),
    relations=(*_SEATS, "holder_of"),
)
ANNOUNCING = Scope(
    "when the announcements begin",
    roles=("declarer", "dealer", "forehand"),
    relations=(*_SEATS, "holder_of"),
)
HOLDER = Scope(
    "while the cards are played",
    roles=("anyone", "declarer", "declarers", "defenders", "dealer", "forehand"),
    relations=(*_SEATS, *_SIDES, *_HELD, "announcer_of"),
)
TRICK = Scope("of a trick", ("led", "trick_has", "fall_in_order"))
_ALL = (*_SEATS, *_SIDES, *_HELD, "player_of", "announcer_of", "most", "without", "winner_of")
_AFTER = ("declarer", "declarers", "defenders", "claimants", "declaring_side", "dealer", "forehand")
RESULT = Scope("after the play", _OUTCOME, (*_AFTER, "each_declarer"), _ALL)
PAYING = Scope("when it is paid", _OUTCOME, (*_AFTER, "winners", "losers"), _ALL)
LOSERS = Scope(
    "where all play against all",
    _OUTCOME,
    ("losers", "winners", "dealer", "forehand"),
    (*_SEATS, *_HELD, "opponents_of", "player_of", "announcer_of", "most", "without", "winner_of"),
    equals=("each_loser",),
)
DECLARED = Scope("when what was declared is counted", ("tricks_won",), ("speaker",), ("side_of",))
PAID = Scope(
    "when a bonus is paid",
    roles=("either_side", "declarers", "defenders"),
    relations=("side_of", "opponents_of"),
)
_INSIDE_PAID = Scope(
    "when a bonus is paid",
    roles=("declarer", "declarers", "defenders", "dealer", "forehand"),
    relations=_ALL,
)
_WITHOUT = ("declarer", "declarers", "defenders")


def check(context: CheckContext) -> None:
    """Note every condition and every role that means nothing where it stands."""
    for condition, place in conditions(context.game):
        if context.sound(condition.at):
            for part in plain(condition):
                _condition(context, part, place)
    for role, place in _roles(context.game):
        if context.sound(role.at):
            _role(context, role, place)


def conditions(game: Game) -> Iterator[tuple[Condition, Scope]]:
    """Every condition of the rules, with its place; one that several contracts share, once."""
    for reason in game.misdeal:
        yield reason.when, MISDEAL
    for contract in game.contracts.values():
        result = RESULT if contract.declarers else LOSERS
        if contract.requires:
            yield contract.requires, BID
        if contract.objective:
            yield contract.objective, result
        for times in contract.value_times:
            yield times.when, result
        for case in contract.payments:
            if case.when:
                yield case.when, PAYING if contract.declarers else LOSERS
    wins = [
        win
        for contract in game.contracts.values()
        for win in (*game.play.wins, *contract.play.wins)
    ]
    for win in {win.at: win for win in wins}.values():
        if win.when:
            yield win.when, TRICK
    for declaration in game.declarations.values():
        if declaration.counts_if:
            yield declaration.counts_if, DECLARED
    for bonus in game.bonuses.values():
        if bonus.announce_if:
            yield bonus.announce_if, SAYING
        yield bonus.won, RESULT
        if bonus.lost:
            yield bonus.lost, RESULT
    for forced in game.kontra.forced if game.kontra else ():
        yield forced.when, SAYING
    for void in game.kontra.void if game.kontra else ():
        yield void.when, RESULT


def _roles(game: Game) -> Iterator[tuple[Role, Scope]]:
    """Every role of the rules that stands outside a condition."""
    yield game.table.forehand, SEAT
    yield game.table.next_dealer, SEAT
    yield game.auction.first, SEAT
    if game.announcements is not None:
        yield game.announcements.first, ANNOUNCING
    for after in game.auction.if_all_pass:
        if after.who:
            yield after.who, SEAT
    if game.fixed_contract:
        yield game.fixed_contract.declarer, SEAT
    for step in game.deals.values():
        yield step.first, SEAT
        if step.cut:
            yield step.cut.by, SEAT
    for reason in game.misdeal:
        yield reason.deals_again, SEAT
    for contract in game.contracts.values():
        yield from _of_contract(contract)
    for bonus in game.bonuses.values():
        if bonus.announced_by:
            yield bonus.announced_by, SPEAKER
        yield bonus.goes_to, PAID
    for forced in game.kontra.forced if game.kontra else ():
        yield forced.who, SPEAKER


def _of_contract(contract: Contract) -> Iterator[tuple[Role, Scope]]:
    if contract.by:
        yield contract.by, BID
    for role in contract.declarers:
        yield role, DECLARERS
    if contract.losers:
        yield contract.losers, LOSERS
    if contract.claimed_by:
        yield contract.claimed_by, RESULT
    for case in contract.payments:
        for who in (case.from_, case.to):
            if who is not None:
                yield who, PAYING if contract.declarers else LOSERS
    yield contract.play.first_lead, LEAD
    for held in contract.play.hold_back:
        yield held.by, HOLDER


def _condition(context: CheckContext, condition: Condition, place: Scope) -> None:
    word = condition.word
    if word not in place.conditions:
        text = f"'{word}' cannot be asked {place.said}"
        hint = f"what can be asked here: {', '.join(place.conditions)}"
        context.unknown((*condition.at, word), text, hint, key=True)
    elif word == "hand_has":
        who = condition.args["who"]
        if who.word != place.hand:
            context.unknown(
                who.at, f"nobody can look into this hand {place.said}", f"write {place.hand}"
            )
    elif (
        place is SAYING
        and word == "is"
        and condition.args["who"].word not in ("speaker", "declarer")
    ):
        who = condition.args["who"]
        context.unknown(who.at, "a speaker knows no side but the own for certain", "write speaker")
    else:
        for arg in condition.args.values():
            if isinstance(arg, Role) and not (
                word == "points_at_least" and arg.word in place.equals
            ):
                _role(context, arg, place)
        if condition.args.get("card") == CALLED_CARD and context.game.call is None:
            at = (*condition.at, word, "card")
            context.unfit(at, "no card is called in this game", "say under call which cards are")


def _role(context: CheckContext, role: Role, place: Scope) -> None:
    known = place.roles if role.arg is None else place.relations
    if role.word in place.equals:
        text = f"'{role.word}' is one of those who tie; of each of them nothing is known but the card points"
        context.unknown(role.at, text, "write losers, or ask for points_at_least")
    elif role.word not in known:
        here = role.at if role.arg is None else (*role.at, role.word)
        words = (*place.roles, *(f"{{{word}: …}}" for word in place.relations))
        text = f"'{role.word}' means nobody {place.said}"
        if place is PAID:
            text = f"'{role.word}' is no side that a bonus could go to"
        hint = (
            "write {side_of: …} round it"
            if place is PAID
            else f"who can be meant here: {', '.join(words)}"
        )
        context.unknown(here, text, hint, key=role.arg is not None)
    elif isinstance(role.arg, Role):
        _role(context, role.arg, _INSIDE_PAID if place is PAID else place)
    elif role.arg == CALLED and context.game.call is None:
        context.unfit(
            (*role.at, role.word),
            "no card is called in this game",
            "say under call which cards are",
            key=True,
        )


def needs_declarer(role: Role) -> bool:
    """Whether a role is one of a side, so that nobody is meant where all play against all."""
    if isinstance(role.arg, Role):
        return needs_declarer(role.arg)
    return role.word in _WITHOUT
