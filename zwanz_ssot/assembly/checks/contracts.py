"""Checks contracts and the match: sides, aims, values, draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from ...model import NO_KONTRA, Condition, Contract, Game, MatchRules, Path, Role
from ...model.identifiers import without_paths
from ...problems import to_write
from ...words.cards import CALLED
from ...words.joints import demanded
from ...words.ladders import has_trump, trump_varies
from ...words.registry import ROLES, RoleFact, role_is, roles_in
from ...words.roles import (
    has_declarer,
    has_side_of,
    innermost,
    is_of_claimants,
    late_partners,
    most,
    most_declarers,
)
from ..resolver import CheckContext
from .objectives import least_points


def check(context: CheckContext) -> None:
    """Note contracts and matches that cannot be settled."""
    data = context.game.data
    of_all = _largest({key: part for key, part in data.items() if key != "contracts"})
    for contract in context.game.contracts.values():
        if context.sound(contract.at):
            _contract(context, contract)
            _sides(context, contract)
            _tops(context, contract)
            _drawn(context, contract)
            _grown(context, contract)
            _given_up(context, contract)
            _factor(context, contract)
            _countable(context, contract, max(of_all, _largest(data["contracts"][contract.id])))
            _claimed(context, contract)
    if context.sound(context.game.match.at):
        _match(context, context.game.match)


def _match(context: CheckContext, match: MatchRules) -> None:
    """Note scores that end no match, and what follows a score at which it has ended."""
    at, restricted = match.at, match.restricted_rounds
    if match.loss_marks is not None and match.target is None:
        text = "no score ends a match, so nobody loses it"
        context.unfit(match.loss_marks.at, text, "add match.target", key=True)
    if match.target is not None and match.target <= match.stock:
        text = f"everybody begins with {match.stock}, so the match is over before its first deal"
        context.unfit((*at, "target"), text, f"write more than {match.stock}")
    if match.stock and restricted is not None and "score_of_zero" in restricted.after:
        place = context.place((*at, "stock"), seen_from=restricted.at)
        text = f"the match ends when somebody has lost his stock ({place})"
        after = (*restricted.at, "after", restricted.after.index("score_of_zero"))
        context.never(after, text, "take it out, or drop match.stock")
    if not context.sound(("contracts",), ("bonuses",)):
        return
    if match.target is not None and not _may_change(context.game, "gets"):
        text, hint = "scores only fall here, so nobody reaches it", "write match.stock instead"
        context.never((*at, "target"), text, hint, key=True)
    if match.stock and not _may_change(context.game, "loses"):
        text, hint = "scores only rise here, so nobody loses it", "write match.target instead"
        context.never((*at, "stock"), text, hint, key=True)


def _may_change(game: Game, key: str) -> bool:
    """Whether a score may rise (``gets``) or fall (``loses``): not where all that is paid is
    written to players one by one, and is always the other of the two.
    """
    for contract in game.contracts.values():
        cases = contract.payments
        alone = bool(cases) and all(case.scores for case in cases) and cases[-1].when is None
        if not alone or any(bonus.counts_in(contract) for bonus in game.bonuses.values()):
            return True
        if any(getattr(score, key) for case in cases for score in case.scores):
            return True
    return min(map(game.worth, game.deck.cards), default=0) < 0


def _contract(context: CheckContext, contract: Contract) -> None:
    at, own = contract.at, context.game.data["contracts"][contract.id]
    if contract.declarers:
        if contract.objective is None and not contract.becomes:
            context.unfit(at, "the declarers have nothing to reach", "add objective", key=True)
        if contract.losers is not None:
            text = "who loses follows from the objective where there are declarers"
            context.unfit(
                (*at, "losers"), text, "take losers out, or write declarers: []", key=True
            )
        return
    if contract.losers is None:
        context.unfit(
            at, "all play against all, and nothing says who loses", "add losers", key=True
        )
    elif role_is(innermost(contract.losers), RoleFact.EACH_BY_RESULT):
        text = "who wins and who loses is what is asked here"
        context.unfit(innermost(contract.losers).at, text, "write {most: card_points}")
    else:
        _each_loser(context, contract, contract.losers)
    bid = () if contract.only else ("by", "requires")
    for key in ("objective", *bid, "calls", "joined", "secret_until", "claimed_by"):
        if own.get(key):
            context.unfit(
                (*at, key),
                f"there are no declarers to whom {key} could apply",
                "take it out",
                key=True,
            )
    _lead(context, contract)


def _each_loser(context: CheckContext, contract: Contract, losers: Role) -> None:
    """Note what asks for the points of each loser where the losers need not tie."""
    if losers.word == most.name or not role_is(losers, RoleFact.SEVERAL):
        return
    cases = [case.when for case in contract.payments if case.when is not None]
    for condition in (*(each.when for each in contract.value_times), *cases):
        for role in roles_in(condition):
            if role.word in ROLES and ROLES[role.word].tied_at:
                place = context.place(losers.at, seen_from=role.at)
                text = f"the losers may have taken different points ({place})"
                context.unfit(role.at, text, "write losers, or let {most: card_points} lose")


def _claimed(context: CheckContext, contract: Contract) -> None:
    """Note what is about the declarers where others may have to win a contract."""
    claimed, objective, at = contract.claimed_by, contract.objective, contract.at
    if claimed is not None and is_of_claimants(claimed):
        text = "the claimants are those whom this rule names"
        context.unfit(claimed.at, text, "name declarers or defenders, or take it out")
        return
    if claimed is None or objective is None or role_is(claimed, RoleFact.DECLARERS):
        return
    about_them = any(map(is_of_claimants, roles_in(objective)))
    if not about_them or asks_about(objective, RoleFact.EACH_DECLARER):
        place = context.place((*at, "claimed_by"), seen_from=objective.at)
        text = f"it does not ask about those who have to win ({place})"
        context.unfit(objective.at, text, "ask about claimants, or take claimed_by out")
    for stands, text in (
        (
            bool(late_partners(contract)),
            "who plays along follows from what the declarer wins",
        ),
        (contract.overbid > 0, "who bids more than it is worth loses it"),
        (
            contract.play.ends_when == "aim_failed",
            "the play ends when the declarers can no longer win",
        ),
    ):
        if stands:
            text += ", but others may have to win"
            context.unfit((*at, "claimed_by"), text, "take one of the two out", key=True)


def _lead(context: CheckContext, contract: Contract) -> None:
    """Note a contract without a declarer in which the game's own rule lets the declarer lead."""
    at, lead = contract.at, contract.play.first_lead
    shared = lead.at[:2] != at and context.sound(lead.at)
    if shared and not has_side_of(contract, lead):
        text = "there is no declarer here who could lead first"
        context.unfit(at, text, "say play.first_lead for this contract", key=True)


def _tops(context: CheckContext, contract: Contract) -> None:
    """Note a value by top trumps where there is no side, no trump, or no fixed order of trumps."""
    at = (*contract.at, "value", "per_top")
    if not contract.per_top:
        return
    if not contract.declarers:
        text = "all play against all, so there is no side whose trumps are counted"
        context.unfit(at, text, "take it out", key=True)
    elif context.deck.copies > 1:
        text = "a side may have one of two equal trumps, and it is not said what that counts"
        context.unfit(at, text, "write a number as the value", key=True)
    elif not has_trump(contract.play):
        text = "there are no trumps here"
        context.never(at, text, "take it out, or name trumps", key=True)
    elif trump_varies(contract.play.trump) or contract.play.ranking_if_called:
        text = "the trumps are others from round to round, so their order is not known here"
        context.unfit(at, text, "write trump: {suit: …} or {cards: […]} in this contract", key=True)


def _grown(context: CheckContext, contract: Contract) -> None:
    """Note a value that grows beside a fixed value of a loss, without sides, or, after bids of
    numbers, without a rule for an overbid.
    """
    at, own = contract.at, context.game.data["contracts"][contract.id]
    if not contract.declarers:
        text = "all play against all, so no contract is won or lost"
        if contract.value_adds:
            context.unfit((*at, "value_adds"), text, "take it out", key=True)
        if "lost_value" in own:
            context.unfit((*at, "lost_value"), text, "write it as the value", key=True)
        if contract.lost_times > 1:
            context.unfit((*at, "value", "lost_times"), text, "write a higher base", key=True)
        if contract.per_difference is not None:
            text = "all play against all, so there are no sides whose card points differ"
            context.unfit(contract.per_difference.at, text, "write a number as the value", key=True)
    elif contract.grows and "lost_value" in own:
        text, hint = "the value grows, so this is never paid", "write value.lost_times instead"
        context.unfit((*at, "lost_value"), text, hint, key=True)
    game = context.game
    unlimited = game.auction.numbers and contract.grows and not contract.overbid
    if unlimited and contract.id in (*game.auction.ladder, *game.raised_contracts):
        text = "it is not said what follows when it is worth less than the number that was bid"
        context.unfit((*at, "value"), text, "add overbid to the value")


def _given_up(context: CheckContext, contract: Contract) -> None:
    """Note what a contract pays by its play, when it may be given up before and paid as lost."""
    exchange, talon = context.game.exchange, contract.talon
    if exchange is None or talon is None or contract.becomes:
        return
    hint = "write a number alone"
    if talon.lost_without is not None:
        hint += ", or take lost_without out"
    elif contract.calls and exchange.called_card_in_talon == "may_be_conceded":
        hint += ", or called_card_in_talon: is_played"
    else:
        return
    parts = {
        "value_adds": contract.value_adds,
        "value_times": contract.value_times,
        "payments": contract.payments,
        "value": contract.grows and not contract.value_adds,
    }
    text = "it may be given up before the play, on which the payment of a loss depends"
    for key in (key for key, depends in parts.items() if depends):
        context.unfit((*contract.at, key), text, hint, key=True)


def _factor(context: CheckContext, contract: Contract) -> None:
    """Note a factor of bonuses in a contract in which none counts."""
    at, bonuses = (*contract.at, "bonus_factor"), context.game.bonuses.values()
    is_own = at in context.game.marks  # not from another contract
    if is_own and not any(bonus.counts_in(contract) for bonus in bonuses):
        context.never(at, "no bonus counts in this contract", "take it out", key=True)


_MOST = 10**15
"""The highest score that rules may lead to, by a rough estimate: a float holds it exactly, whole
numbers of 64 bits the sum of a thousand rounds. Of the shipped games none comes over 10**10.
"""


def _countable(context: CheckContext, contract: Contract, largest: int) -> None:
    """Note a contract whose scores may be too large. The ``largest`` number in its rules stands for
    each amount; it counts for every card, bonus and word that adds to the value.
    """
    game, kontra = context.game, context.game.kontra
    multiplied = (
        contract.per_difference is not None
        or any(score.per for case in contract.payments for score in case.scores)
        or any(
            bonus.value.is_times_game(announced=told)
            for bonus in game.bonuses.values()
            for told in (False, True)
        )
    )
    times = max(1, contract.bonus_factor, largest if multiplied else 1)
    times *= prod(max(1, each.times) for each in contract.value_times)
    times *= max(1, contract.lost_times) * game.table.players
    if kontra is not None:
        times *= (1 + max(1, kontra.times)) ** len(kontra.levels)
    amounts = len(game.deck.cards) + 2 * len(game.bonuses) + len(contract.value_adds)
    if largest * times * amounts > _MOST:
        text = "this may come to scores of more than fifteen digits"
        context.unfit(contract.at, text, "write smaller numbers, or fewer factors", key=True)


def _largest(data: Any) -> int:
    """The largest of the numbers in data, without their signs."""
    if isinstance(data, Mapping):
        return max(map(_largest, data.values()), default=0)
    if isinstance(data, list):
        return max(map(_largest, data), default=0)
    return abs(data) if isinstance(data, int) else 0


def _drawn(context: CheckContext, contract: Contract) -> None:
    """Note a draw without two sides, one in a play that ends before it is known, and one where the
    declarers have won.
    """
    if contract.drawn_if is None:
        return
    at, objective = (*contract.at, "drawn_if"), contract.objective
    if objective is None:
        text = "all play against all, so no contract is won or lost"
        context.unfit(at, text, "take it out", key=True)
    elif asks_about(objective, RoleFact.EACH_DECLARER):
        text = "each declarer wins or loses for himself"
        context.unfit(at, text, "take it out", key=True)
    elif contract.play.ends_when == "aim_failed":
        text = "the play ends as soon as the declarers cannot win, before that is known"
        context.unfit(at, text, "write play.ends_when: all_played", key=True)
    elif not context.is_faulty(at):
        parts = list(demanded(contract.drawn_if))
        wanted = demanded(objective)
        if all(any(_entails(part, aim, context.game.unit) for part in parts) for aim in wanted):
            text = "where this holds, the declarers have won"
            context.never(at, text, "ask for less than the objective, or take it out", key=True)


def _entails(one: Condition, other: Condition, unit: int) -> bool:
    """Whether a condition is another one, or asks for as many points of the same side, or more."""
    if without_paths(one) == without_paths(other):
        return True
    least, enough = least_points(one, unit), least_points(other, unit)
    if least is None or enough is None or least < enough:
        return False
    return without_paths(one.args["side"]) == without_paths(other.args["side"])


def _sides(context: CheckContext, contract: Contract) -> None:
    at, declarers = contract.at, contract.declarers
    if not declarers:
        return
    if not has_declarer(contract):
        _made_by_cards(context, contract)
    players = context.game.table.players
    if contract.joined is None and most_declarers(contract, context.game) >= players:
        text = f"all of {players} players may play together, and nobody is left to play against"
        context.unfit((*at, "declarers"), text, "name fewer, or let more players play", key=True)
    called = any(_of_called(role) for role in declarers)
    if contract.calls and not called:
        text = "a card is called, but nobody plays along for holding it"
        context.unfit((*at, "declarers"), text, f"add {{holder_of: {CALLED}}}", key=True)
    if contract.by is not None and contract.calls and _of_called(contract.by):
        role = innermost(contract.by)
        text = "the card is called with this bid or after it, not before"
        context.unfit((*role.at, role.word), text, "name a card, or another player")
    _secret(context, contract)


def _secret(context: CheckContext, contract: Contract) -> None:
    """Note a card whose playing does not show who plays with whom."""
    card, at = contract.secret_until, (*contract.at, "secret_until")
    if card is None:
        return
    if len(contract.declarers) == 1 and has_declarer(contract):
        context.unfit(at, "there is no partner to be secret", "take it out", key=True)
    elif card == CALLED and not contract.calls:
        hint = "write calls: true, or name a card"
        context.unfit((*at, "played"), "no card is called here", hint)
    elif card != CALLED and contract.calls:
        text = "who is called is known by the called card alone"
        context.unfit((*at, "played"), text, to_write(CALLED))
    else:
        others = [role for role in contract.declarers if not role_is(role, RoleFact.DECLARER)]
        held = [role.arg if role_is(role, RoleFact.BY_CARD) else None for role in others]
        told = (CALLED in held) != contract.calls or (contract.calls and not has_declarer(contract))
        if told or set(held) <= {card}:
            return
        if len(held) == 1 and held[0] is not None:
            text = f"who plays along holds {held[0]}, and playing {card} does not show him"
            hint = to_write(str(held[0]))
        else:
            shown = "the called card" if card == CALLED else card
            text, hint = f"playing {shown} does not show all who play along", "take it out"
        context.unfit((*at, "played"), text, hint)


def _made_by_cards(context: CheckContext, contract: Contract) -> None:
    """Note what needs a declarer in a contract in which cards make the sides."""
    at, fixed = contract.at, context.game.fixed_contract
    if contract.id in context.game.auction.ladder or (
        fixed is not None and fixed.declarer is not None
    ):
        text = "the declarer is not among the declarers"
        context.unfit((*at, "declarers"), text, "add declarer", key=True)
        return
    nobody = f"nobody is the declarer of '{contract.id}'"
    for here, text, hint in _wanting_declarer(context, contract):
        context.unfit(here, f"{nobody}, {text}", hint, key=True)
    _lead(context, contract)


def _wanting_declarer(context: CheckContext, contract: Contract) -> Iterator[tuple[Path, str, str]]:
    """The parts of a contract that need a declarer: path, rest of the text, and hint."""
    at, game = contract.at, context.game
    own = game.data["contracts"][contract.id]
    for key in _OF_DECLARER:
        if own.get(key):
            yield (*at, key), f"to whom {key} could apply", "take it out"
    if game.kontra is not None and contract.kontra != NO_KONTRA:
        yield at, "whose game could be doubled", "write kontra: none in this contract"
    if game.announcements is not None:
        yield at, "who could begin the announcements", "take announcements out, or add declarer"


_OF_DECLARER = (
    *("by", "requires", "calls", "joined", "lays_card"),
    *("announces_with_bid", "must_announce"),
)


def _of_called(role: Role) -> bool:
    inner = innermost(role)
    return role_is(inner, RoleFact.BY_CARD) and inner.arg == CALLED


def asks_about(condition: Condition, fact: RoleFact) -> bool:
    """Whether an argument of a condition is a role with this fact."""
    return any(role_is(role, fact) for role in roles_in(condition))
