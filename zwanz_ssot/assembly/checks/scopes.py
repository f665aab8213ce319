"""Who and what can be known where: a hand by its holder alone, a trick while it lies, a result
after the play.

Here stands at which moment of a round each part of the rules is asked; what can be asked at a
moment each word says itself (`zwanz_ssot.words.registry`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Condition, Contract, Game, Role
from ...words.limits import (
    AFTER_PLAY,
    ALL_AGAINST_ALL,
    ANNOUNCEMENTS,
    ANNOUNCER,
    BEFORE_AUCTION,
    BEFORE_CARD,
    BONUS_PAID,
    DEALING,
    DECLARED,
    FIRST_LEAD,
    IN_AUCTION,
    IN_BID,
    IN_PLAY,
    IN_TRICK,
    SIDES_MADE,
    TALON_GIVEN,
    WHEN_PAID,
    WITHIN_BONUS_PAID,
    Moment,
)
from ...words.registry import CONDITIONS, ROLES, Kind, conditions_at, plain, roles_at
from ..resolver import CheckContext


def check(context: CheckContext) -> None:
    """Note every condition and every role that means nothing where it stands."""
    for condition, place in conditions(context.game):
        if context.sound(condition.at):
            for part in plain(condition):
                _condition(context, part, place)
    for role, place in roles(context.game):
        if context.sound(role.at):
            _role(context, role, place)


def conditions(game: Game) -> Iterator[tuple[Condition, Moment]]:
    """Every condition of the rules, with its place; one that several contracts share, once."""
    for reason in game.misdeal:
        yield reason.when, BEFORE_AUCTION
    for contract in game.contracts.values():
        result = AFTER_PLAY if contract.declarers else ALL_AGAINST_ALL
        if contract.requires:
            yield contract.requires, IN_BID
        if contract.objective:
            yield contract.objective, result
        if contract.talon and contract.talon.to_declarers_if:
            yield contract.talon.to_declarers_if, TALON_GIVEN
        for adds in contract.value_adds:
            yield adds.when, result
        for times in contract.value_times:
            yield times.when, result
        for case in contract.payments:
            if case.when:
                yield case.when, WHEN_PAID if contract.declarers else ALL_AGAINST_ALL
    wins = [
        win
        for contract in game.contracts.values()
        for win in (*game.play.wins, *contract.play.wins)
    ]
    for win in {win.at: win for win in wins}.values():
        if win.when:
            yield win.when, IN_TRICK
    ladders = [game.play, *(contract.play for contract in game.contracts.values())]
    rungs = {rung.at: rung for play in ladders for rung in (*play.lead, *play.follow)}
    for rung in rungs.values():
        if rung.when:
            yield rung.when, BEFORE_CARD
    for declaration in game.declarations.values():
        if declaration.counts_if:
            yield declaration.counts_if, DECLARED
    for bonus in game.bonuses.values():
        if bonus.announce_if:
            yield bonus.announce_if, IN_AUCTION
        yield bonus.won, AFTER_PLAY
        if bonus.lost:
            yield bonus.lost, AFTER_PLAY
        if bonus.replaces_unless:
            yield bonus.replaces_unless, AFTER_PLAY
    for forced in game.kontra.forced if game.kontra else ():
        yield forced.when, IN_AUCTION
    for void in game.kontra.void if game.kontra else ():
        yield void.when, AFTER_PLAY


def roles(game: Game) -> Iterator[tuple[Role, Moment]]:
    """Every role of the rules that stands outside a condition."""
    yield game.table.forehand, DEALING
    yield game.table.next_dealer, DEALING
    yield game.auction.first, DEALING
    if game.naming is not None:
        yield game.naming.by, DEALING
    if game.announcements is not None:
        yield game.announcements.first, ANNOUNCEMENTS
    for after in game.auction.if_all_pass:
        if after.who:
            yield after.who, DEALING
    if game.fixed_contract and game.fixed_contract.declarer:
        yield game.fixed_contract.declarer, DEALING
    for step in game.deals.values():
        yield step.first, DEALING
        if step.cut:
            yield step.cut.by, DEALING
    for reason in game.misdeal:
        yield reason.deals_again, DEALING
    for contract in game.contracts.values():
        yield from _of_contract(contract)
    for bonus in game.bonuses.values():
        if bonus.announced_by:
            yield bonus.announced_by, ANNOUNCER
        yield bonus.goes_to, BONUS_PAID
        if bonus.paid_by:
            yield bonus.paid_by, AFTER_PLAY
    for forced in game.kontra.forced if game.kontra else ():
        yield forced.who, ANNOUNCER


def _of_contract(contract: Contract) -> Iterator[tuple[Role, Moment]]:
    if contract.by:
        yield contract.by, IN_BID
    for role in contract.declarers:
        yield role, SIDES_MADE
    if contract.losers:
        yield contract.losers, ALL_AGAINST_ALL
    if contract.claimed_by:
        yield contract.claimed_by, AFTER_PLAY
    for case in contract.payments:
        for who in (case.from_, case.to, *(score.who for score in case.scores)):
            if who is not None:
                yield who, WHEN_PAID if contract.declarers else ALL_AGAINST_ALL
    yield contract.play.first_lead, FIRST_LEAD
    for held in contract.play.hold_back:
        yield held.by, IN_PLAY
    for spoken in contract.play.says.any_time:
        yield spoken.who, IN_PLAY


def _condition(context: CheckContext, condition: Condition, moment: Moment) -> None:
    word = CONDITIONS[condition.word]
    at = (*condition.at, condition.word)
    if moment not in word.moments:
        text = f"'{condition.word}' cannot be asked {moment.said}"
        hint = f"what can be asked here: {', '.join(conditions_at(moment))}"
        context.unknown(at, text, hint, key=True)
        return
    if word.misplaced is not None and (wrong := word.misplaced(condition.args, moment)):
        below, text, hint = wrong
        context.unknown((*at, *below), text, hint)
        return
    for name, value in condition.args.items():
        argument = word.args[name]
        if argument.kind is Kind.ROLE:
            _role(context, value, moment, may_tie=argument.takes_ties)


def _role(context: CheckContext, role: Role, moment: Moment, *, may_tie: bool = False) -> None:
    word = ROLES[role.word]
    if moment in word.tied_at:
        if not may_tie:
            text = (
                f"'{role.word}' is one of those who tie; of each of them nothing is known but "
                "the card points"
            )
            context.unknown(role.at, text, "write losers, or ask for points_at_least")
    elif moment not in word.moments:
        _nobody(context, role, moment)
    elif isinstance(role.arg, Role):
        _role(context, role.arg, WITHIN_BONUS_PAID if moment is BONUS_PAID else moment)


def _nobody(context: CheckContext, role: Role, moment: Moment) -> None:
    """Note a role that means nobody at this moment."""
    here = role.at if role.arg is None else (*role.at, role.word)
    if moment is BONUS_PAID:
        text = f"'{role.word}' is no side that a bonus could go to"
        hint = "write {side_of: …} round it"
    else:
        text = f"'{role.word}' means nobody {moment.said}"
        known = (
            word.name if word.arg is None else f"{{{word.name}: …}}" for word in roles_at(moment)
        )
        hint = f"who can be meant here: {', '.join(known)}"
    context.unknown(here, text, hint, key=role.arg is not None)


def needs_declarer(role: Role) -> bool:
    """Whether a role is one of a side, so that nobody is meant where all play against all."""
    if isinstance(role.arg, Role):
        return needs_declarer(role.arg)
    return ROLES[role.word].needs_declarer
