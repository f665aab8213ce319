"""Checks conditions and roles in their places: what is known there, what never or always holds.

A hand is known only to its holder, a trick while it is on the table, a result after the play. This
module lists the moment of a round at which each part of the rules is asked. The entry of a word in
`zwanz_ssot.words.registry` says at which moments it can be asked, and within which limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from ...model import Condition, Contract, Game, Path, Role
from ...words.joints import ALL, ANY, NOT
from ...words.limits import (
    AFTER_PLAY,
    ALL_AGAINST_ALL,
    ANNOUNCEMENTS,
    ANNOUNCER,
    BEFORE_AUCTION,
    BEFORE_CARD,
    BONUS_PAID,
    BONUS_WON,
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
    Bounds,
    Moment,
    Remark,
)
from ...words.outcome import announcers_show_sides
from ...words.registry import (
    CONDITIONS,
    ROLES,
    Kind,
    RoleFact,
    conditions_at,
    every,
    plain,
    role_is,
    roles_at,
    roles_in,
)
from ...words.roles import all_but, innermost, is_whole_side, knows_own_side_of
from ..resolver import CheckContext


def check_places(context: CheckContext) -> None:
    """Note every condition and every role that means nothing in its place."""
    for condition, place in conditions(context.game):
        if context.sound(condition.at):
            for part in plain(condition):
                _condition(context, part, place)
    for role, place in roles(context.game):
        if context.sound(role.at):
            _role(context, role, place)
    _one_by_one(context)


def _one_by_one(context: CheckContext) -> None:
    """Note what asks about each declarer for himself beside an objective, where nobody does."""
    game = context.game
    aims = {each.objective.at for each in game.contracts.values() if each.objective is not None}
    asked = [
        (role, moment)
        for condition, moment in conditions(game)
        if condition.at not in aims and context.sound(condition.at)
        for role in roles_in(condition)
    ]
    for role, moment in (*asked, *roles(game)):
        player = innermost(role)
        if role_is(player, RoleFact.EACH_DECLARER) and moment in ROLES[player.word].moments:
            text = "only in an objective the declarers are asked one by one"
            context.unfit(player.at, text, "write declarers")


def conditions(game: Game) -> Iterator[tuple[Condition, Moment]]:
    """Every condition of the rules with its moment; those of shared ladders and wins once."""
    for reason in game.misdeal:
        yield reason.when, BEFORE_AUCTION
    for promise in game.auction.promises:
        if promise.requires:
            yield promise.requires, IN_BID
    for contract in game.contracts.values():
        result = AFTER_PLAY if contract.declarers else ALL_AGAINST_ALL
        if contract.requires:
            yield contract.requires, IN_BID
        if contract.objective:
            yield contract.objective, result
        if contract.drawn_if:
            yield contract.drawn_if, result
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
        yield bonus.won, BONUS_WON
        if bonus.lost:
            yield bonus.lost, BONUS_WON
        if bonus.replaces_unless:
            yield bonus.replaces_unless, AFTER_PLAY
    for forced in game.kontra.forced if game.kontra else ():
        if forced.when:
            yield forced.when, IN_AUCTION
    for void in game.kontra.void if game.kontra else ():
        yield void.when, AFTER_PLAY


def roles(game: Game) -> Iterator[tuple[Role, Moment]]:
    """Every role of the rules outside of conditions, with its moment."""
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
        text = f"'{condition.word}' cannot be asked {moment.phrase}"
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
        if word.turn and role_is(role.arg, RoleFact.SEVERAL):
            text = f"'{role.arg.word}' may be several players, and each has a neighbour"
            hint = f"name one player, as in {{{role.word}: dealer}}"
            context.unfit(role.arg.at, text, hint)
        elif _is_of_equal_cards(context, role.arg) and (word.turn or is_whole_side(role)):
            text = f"the pack has {context.deck.copies} of each, and '{role.arg.word}' may be "
            text += "several players, with neighbours and sides of their own"
            context.unfit(role.arg.at, text, "name one player, or a side")


def _is_of_equal_cards(context: CheckContext, role: Role) -> bool:
    """Whether a role is about a card of which the pack has several."""
    argument = ROLES[role.word].arg
    of_a_card = argument is not None and argument.kind in (Kind.CARD, Kind.CARD_OR_CALLED)
    return of_a_card and context.deck.copies > 1


def _nobody(context: CheckContext, role: Role, moment: Moment) -> None:
    """Note a role that means nobody at this moment."""
    here = role.at if role.arg is None else (*role.at, role.word)
    if moment is BONUS_PAID:
        text = f"'{role.word}' is no side that a bonus could go to"
        is_rest = role.word == all_but.name
        hint = "write opponents_of" if is_rest else "write {side_of: …} round it"
    else:
        text = f"'{role.word}' means nobody {moment.phrase}"
        known = (
            word.name if word.arg is None else f"{{{word.name}: …}}" for word in roles_at(moment)
        )
        hint = f"who can be meant here: {', '.join(known)}"
    context.unknown(here, text, hint, key=role.arg is not None)


def check_secrets(context: CheckContext) -> None:
    """Note every role by which a player would learn from his own moves what is hidden: who holds a
    card, or who plays with whom.
    """
    noted: set[Path] = set()
    for role, contracts in _asked_of_speakers(context.game):
        secret = next((each for each in contracts if each.secret_until is not None), None)
        hidden = _hidden(context.game, role, secret)
        if hidden is None or hidden.at in noted or not context.sound(role.at):
            continue
        noted.add(hidden.at)
        if role_is(hidden, RoleFact.BY_HIDDEN_CARDS):
            text = "what others may do would tell them where a card is, which only its holder knows"
            hint = f"write {{{hidden.word}: …}} alone, or name a player"
            context.unknown((*hidden.at, hidden.word), text, hint, key=True)
        elif secret is not None:
            place = context.place((*secret.at, "secret_until"), seen_from=hidden.at)
            text = f"what a player may do would tell him who plays with whom, a secret by {place}"
            context.unknown(hidden.at, text, "write declarers or defenders, or drop secret_until")


def _asked_of_speakers(game: Game) -> Iterator[tuple[Role, list[Contract]]]:
    """Every role on which the moves of a player depend, with the contracts whose sides are made by
    then.
    """
    for contract in game.contracts.values():
        if contract.by:
            yield contract.by, []
        for held in contract.play.hold_back:
            yield held.by, [contract]
        for spoken in contract.play.says.any_time:
            yield spoken.who, [contract]
    for bonus in game.bonuses.values():
        counts = [each for each in game.contracts.values() if bonus.counts_in(each)]
        if bonus.announced_by:
            yield bonus.announced_by, counts
        for role in roles_in(bonus.announce_if) if bonus.announce_if is not None else ():
            yield role, counts
    for forced in game.kontra.forced if game.kontra else ():
        here = [
            each
            for each in game.contracts.values()
            if not forced.contracts or each.id in forced.contracts
        ]
        yield forced.who, here
        for role in roles_in(forced.when) if forced.when is not None else ():
            yield role, here


def _hidden(game: Game, role: Role, secret: Contract | None, *, alone: bool = True) -> Role | None:
    """The part of a role of which a player cannot know whether it means him; None without one. The
    holder of a card knows of it if the role stands ``alone``.
    """
    inner = role.arg
    if not isinstance(inner, Role):
        return None if alone or not role_is(role, RoleFact.BY_HIDDEN_CARDS) else role
    if not role_is(role, RoleFact.OF_SIDE):
        # Where no talon can have the card, all but one player know that they are meant.
        left_out = role.word == all_but.name and game.talon is None
        return _hidden(game, inner, secret, alone=alone and left_out)
    found = _hidden(game, inner, secret, alone=False)
    if found is not None or secret is None or knows_own_side_of(inner):
        return found
    announced = role_is(inner, RoleFact.ANNOUNCED) and announcers_show_sides(game)
    return None if announced else inner


def check_satisfiability(context: CheckContext) -> None:
    """Note conditions that never or always hold, and entries of a list that repeat or exclude
    others.
    """
    whole = _bounds(context)
    announced = any("announce" in each.play.says.words for each in context.game.contracts.values())
    in_play = replace(whole, least_hand=0) if announced else whole
    for condition, moment in conditions(context.game):
        if not context.sound(condition.at):
            continue
        bounds = in_play if moment is IN_AUCTION else whole
        for part in every(condition):
            if part.word in _LISTS:
                _LISTS[part.word](context, part, bounds)
                continue
            word = CONDITIONS.get(part.word)
            if word is not None and word.limits is not None:
                for remark in word.limits(part.args, bounds):
                    _note(context, part, remark)


def _bounds(context: CheckContext) -> Bounds:
    """What is certain of every round. Declarations add to the points of the cards."""
    game, resolver = context.game, context.resolver
    points = game.worth_of_all + game.count.last_trick * game.unit + declared_at_most(context)
    return Bounds(
        deck=context.deck,
        players=resolver.players,
        hand_size=resolver.hand_size,
        tricks=resolver.tricks,
        unit=game.unit,
        most_points=points,
        has_talon=game.talon is not None,
        least_hand=resolver.hand_size,
    )


def declared_at_most(context: CheckContext) -> int:
    """The most points that can be declared: each declaration in each suit, one of them trumps."""
    total, suits = 0, len(context.deck.suits)
    for rule in context.game.data.get("declarations", {}).values():
        points = rule.get("points", {})
        total += points.get("trump", 0) + (suits - 1) * points.get("elsewhere", 0)
    return total * context.game.unit


def _note(context: CheckContext, condition: Condition, remark: Remark) -> None:
    note = {"never": context.never, "always": context.always, "unfit": context.unfit}[remark.kind]
    at = (*condition.at, condition.word, *remark.at)
    note(at, remark.text, remark.hint, key=remark.key)


def _all(context: CheckContext, condition: Condition, bounds: Bounds) -> None:
    for first, second, relation in _pairs(context, condition):
        if relation == "opposite" or _exclude(first, second, bounds):
            text = f"this and line {context.resolver.line(first.at)} cannot hold together"
            hint = "a list wants all of its conditions; write {any: […]} for one of them"
            context.never((*second.at, second.word), text, hint, key=True)


def _any(context: CheckContext, condition: Condition, bounds: Bounds) -> None:
    for first, second, relation in _pairs(context, condition):
        if relation == "opposite":
            text = f"one of this and line {context.resolver.line(first.at)} always holds"
            context.always((*second.at, second.word), text, key=True)


_LISTS: dict[str, Callable[[CheckContext, Condition, Bounds], None]] = {ALL: _all, ANY: _any}


def _pairs(
    context: CheckContext, condition: Condition
) -> Iterator[tuple[Condition, Condition, str]]:
    """Each two conditions of a list with their relation. One that repeats another is noted once,
    and is in no other pair.
    """
    repeated: set[Path] = set()
    for first, second in combinations(condition.args["of"], 2):
        if first.at in repeated or second.at in repeated:
            continue
        relation = _same(context, first, second)
        if relation == "same":
            repeated.add(second.at)
            _twice(context, first, second)
        else:
            yield first, second, relation


def _twice(context: CheckContext, first: Condition, second: Condition) -> None:
    text = f"this says the same as line {context.resolver.line(first.at)}"
    context.resolver.error(second.at, text, "keep one of them", code="sense.twice")


def _same(context: CheckContext, first: Condition, second: Condition) -> str:
    """The relation of two conditions: ``same``, ``opposite``, or an empty text."""
    one, other = context.game.at(first.at), context.game.at(second.at)
    if one == other:
        return "same"
    return "opposite" if {NOT: one} == other or one == {NOT: other} else ""


def _exclude(first: Condition, second: Condition, bounds: Bounds) -> bool:
    """Whether two conditions of one list exclude each other, by the entry of one of their words."""
    for one, other in ((first, second), (second, first)):
        word = CONDITIONS.get(one.word)
        excludes = word.excludes.get(other.word) if word is not None else None
        if excludes is not None and excludes(one.args, other.args, bounds):
            return True
    return False
