"""Checks what is said during the play, and duties, open hands and raises in it."""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from ...model import Condition, Contract, Declaration, Game, Path, Play, Role
from ...model.identifiers import without_paths
from ...paths import dotted
from ...problems import to_write
from ...words.cards import span
from ...words.joints import NOT, demanded, owed_card
from ...words.ladders import is_named
from ...words.outcome import tricks_won
from ...words.registry import CONDITIONS, RoleFact, parts, plain, role_is
from ...words.roles import late_partners
from ...words.settings.calling import named_before_bids
from ..resolver import CheckContext
from .objectives import least_points
from .scopes import declared_at_most


def check(context: CheckContext) -> None:
    """Note what cannot be said, declared or raised in the play, and duties that cannot be met."""
    base = context.game.play
    if context.sound(base.at):
        _owed(context, base)
    for contract in context.game.contracts.values():
        if not context.sound(contract.at, contract.play.at):
            continue
        if contract.play.raised_to:
            _raised(context, contract)
        for key in ("raised_after_exchange", "becomes"):
            if getattr(contract, key):
                _raised_before(context, contract, key)
        if contract.becomes:
            _becoming(context, contract)
        if "announced_cards" in _own(context, contract):
            _owed(context, contract.play)
        _open_or_early(context, contract)
    _raised_in_turn(context)
    for play in (base, *(contract.play for contract in context.game.contracts.values())):
        if context.sound(play.at, ("kontra",)):
            _never_first(context, play)
            _never_raised(context, play)
    if context.sound(("kontra",)):
        _never_answered(context)
    for declaration in context.game.declarations.values():
        if context.sound(declaration.at):
            _declared(context, declaration)


def _own(context: CheckContext, contract: Contract) -> dict[str, object]:
    found: dict[str, object] = context.game.data["contracts"][contract.id].get("play", {})
    return found


def _never_first(context: CheckContext, play: Play) -> None:
    """Note declarers who may double where only the game is doubled, by its opponents, and once."""
    kontra = context.game.kontra
    if kontra is None or kontra.doubles != ("game",) or len(kontra.levels) > 1:
        return
    for rule in play.says.any_time:
        if rule.id == "double" and of_declarers(rule.who):
            text = "the game is doubled by its opponents, and there is no word to answer them"
            hint = "write defenders, or add a word to kontra.levels"
            context.never((*rule.at, "who"), text, hint)


def _never_raised(context: CheckContext, play: Play) -> None:
    """Note a raise by players of whom none is the declarer's partner."""
    for rule in play.says.any_time:
        others = role_is(rule.who, RoleFact.DECLARER) or role_is(rule.who, RoleFact.DEFENDERS)
        if rule.id == "raise" and others:
            text = "the declarer's partner alone may raise, and is none of these"
            context.never((*rule.at, "who"), text, "write declarers, or anyone")


def _never_answered(context: CheckContext) -> None:
    """Note a second word of kontra where the defenders alone may double, and only the game."""
    game, kontra = context.game, context.game.kontra
    if kontra is None or kontra.doubles != ("game",) or len(kontra.levels) < 2:
        return
    said = {
        *game.auction.in_one_turn,
        *(game.announcements.in_one_turn if game.announcements else ()),
    }
    doubling = []
    for says in (contract.play.says for contract in game.contracts.values()):
        said |= {*says.first_trick, *says.when_leading}
        doubling += [rule for rule in says.any_time if rule.id == "double"]
    if "double" in said or not doubling:
        return
    if all(role_is(rule.who, RoleFact.DEFENDERS) for rule in doubling):
        text = "the defenders alone may double, and nobody answers them"
        hint = f"take it out, or let others double at {dotted((*doubling[0].at, 'who'))}"
        context.never((*kontra.at, "levels", 1), text, hint)


def _declared(context: CheckContext, rule: Declaration) -> None:
    ranks = set(rule.ranks)
    if not any(ranks <= set(suit.ranks) for suit in context.deck.suits.values()):
        context.never((*rule.at, "ranks"), "no suit has cards of all these ranks")
    plays = [contract.play for contract in context.game.contracts.values()]
    if rule.binds != "lead_one":
        return
    hint = "write nothing, or let it be declared when_leading only"
    if any("declare" in play.says.first_trick for play in plays):
        text = "a player who declares it in the first trick need not lead"
        context.unfit((*rule.at, "binds"), text, hint)
    elif any(spoken.id == "declare" for play in plays for spoken in play.says.any_time):
        text = "a player who declares it at any time need not lead"
        context.unfit((*rule.at, "binds"), text, hint)


def _raised(context: CheckContext, contract: Contract) -> None:
    at: Path = (*contract.play.at, "raised_to")
    if "raise" not in contract.play.says.words:
        context.never(at, "nobody can ever raise it", "name raise under play.says", key=True)
    if len(contract.declarers) < 2:
        context.never(at, "there is no partner who could raise it", "take it out", key=True)
    for number, key in enumerate(contract.play.raised_to):
        other = context.game.contracts.get(key)
        if other is None:  # an unknown name, which is reported elsewhere
            continue
        if key == contract.id:
            context.never((*at, number), "it is this contract itself", "take it out")
        elif without_paths(other.declarers) != without_paths(contract.declarers):
            text = f"'{key}' has other players on the declarers' side"
            context.unfit((*at, number), text, "name a contract that is played by the same sides")
        elif _tricks(other.play) != _tricks(contract.play):
            text = f"'{key}' is played in another way, and the play has begun"
            context.unfit((*at, number), text, "name a contract with the same play")
        elif "announce" in context.game.speech:
            _announced_alike(context, contract, other, (*at, number))
        _never_played(context, other, (*at, number))


def _raised_in_turn(context: CheckContext) -> None:
    """Note contracts that can be raised to each other, again and again."""
    to: dict[tuple[str, str], Path] = {}
    later: dict[tuple[str, str], Path] = {}
    for contract in context.game.contracts.values():
        if context.sound(contract.at, contract.play.at):
            for number, key in enumerate(contract.play.raised_to):
                to[contract.id, key] = (*contract.play.at, "raised_to", number)
            for number, key in enumerate(contract.raised_after_exchange):
                later[contract.id, key] = (*contract.at, "raised_after_exchange", number)
    for raises in (to, later):
        ways = a_circle((one, other) for one, other in raises if one != other)
        if not ways:
            continue
        here, *others = (raises[way] for way in ways)
        then = " and ".join(
            f"'{one}' is raised to '{other}' ({context.place(at, seen_from=here)})"
            for (one, other), at in zip(ways[1:], others, strict=True)
        )
        of = "two" if len(ways) == 2 else "circle"
        text = f"in turn, {then}, so nothing ends the raising"
        context.unfit(here, text, f"take one of the {of} out")


def a_circle(ways: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Ways that lead from one name to another and back to the first; empty if no ways do.

    >>> a_circle([("a", "b"), ("b", "c"), ("c", "b")])
    [('b', 'c'), ('c', 'b')]
    """
    order: TopologicalSorter[str] = TopologicalSorter()
    for one, other in ways:
        order.add(other, one)
    try:
        order.prepare()
    except CycleError as error:
        return list(pairwise(error.args[1]))
    return []


def _becoming(context: CheckContext, contract: Contract) -> None:
    """Note rules of play and payment in a contract that becomes another one."""
    at, own = contract.at, context.game.data["contracts"][contract.id]
    for key in (
        *("raised_after_exchange", "objective", "drawn_if", "value", "value_adds", "value_times"),
        *("lost_value", "payments", "must_announce", "announces_with_bid", "starts", "joined"),
    ):
        if own.get(key):
            text = "it becomes another contract before it is played"
            context.unfit((*at, key), text, "take it out", key=True)
    exchange = context.game.exchange
    conceded = exchange is not None and exchange.called_card_in_talon == "may_be_conceded"
    if conceded and contract.calls:
        text = "it may be conceded in the exchange, but is worth nothing itself"
        context.unfit((*at, "becomes"), text, "write called_card_in_talon: is_played", key=True)
    talon = contract.talon
    if talon is not None and talon.lost_without is not None:
        text = "the game may be given up before it becomes another one, and is worth nothing itself"
        context.unfit(talon.lost_without.at, text, "take it out", key=True)


def _raised_before(context: CheckContext, contract: Contract, key: str) -> None:
    """Note what prevents a raise after the exchange, when the declarer has to speak first."""
    at: Path = (*contract.at, key)
    game = context.game
    rules, named = game.announcements, named_before_bids(game)
    if rules is None or not role_is(rules.first, RoleFact.DECLARER):
        text = "nothing lets the declarer speak first after the exchange"
        context.unfit(at, text, "add announcements, with first: declarer", key=True)
    if contract.announces_with_bid:
        text = "the declarer has announced with the bid, and the next one speaks first"
        context.never(at, text, "take one of the two out", key=True)
    takes = contract.talon is not None and contract.talon.takes != "nothing"
    if game.exchange is None or not takes:
        context.never(at, "nothing is exchanged in this contract", "take it out", key=True)
    for number, other in enumerate(game.contracts[each] for each in getattr(contract, key)):
        if without_paths(other.declarers) != without_paths(contract.declarers):
            text = f"'{other.id}' has other players on the declarers' side"
            context.unfit((*at, number), text, "name a contract that is played by the same sides")
        elif contract.joined and not contract.becomes and not other.joined:
            text = f"several may play '{contract.id}', but '{other.id}' is played by one alone"
            context.unfit((*at, number), text, "name another one, or drop joined")
        elif other.id == contract.id:
            context.never((*at, number), "it is this contract itself", "name another one")
        elif other.announces_with_bid:
            text = f"in '{other.id}' bonuses are announced with the bid, and the bids are over"
            context.unfit((*at, number), text, "name another one")
        elif "announce" in game.auction.in_one_turn:
            _announced_alike(context, contract, other, (*at, number))
        if is_named(other.play.trump) and not (named or is_named(contract.play.trump)):
            text = (
                f"in '{other.id}' the suit that is named is trumps, and in '{contract.id}' none is"
            )
            hint = f"name another one, or write contracts.{contract.id}.play.trump: named"
            context.unfit((*at, number), text, hint)
        _never_played(context, other, (*at, number))


def _never_played(context: CheckContext, raised: Contract, at: Path) -> None:
    """Note a contract to raise to that is not played itself."""
    if raised.becomes:
        text = f"'{raised.id}' becomes another contract itself"
        context.unfit(at, text, "name that one")


def _announced_alike(context: CheckContext, contract: Contract, other: Contract, at: Path) -> None:
    """Note bonuses that may be announced before a raise, and do not count in the new contract."""
    for bonus in context.game.bonuses.values():
        announced = bonus.can_be_announced and bonus.counts_in(contract)
        if announced and not bonus.counts_in(other):
            text = f"'{bonus.id}' may have been announced, and does not count in '{other.id}'"
            hint = f"add {other.id} to bonuses.{bonus.id}.contracts, or name another contract"
            context.unfit(at, text, hint)


def _tricks(play: Play) -> tuple[object, ...]:
    """The rules that must stay the same when a contract is raised during the play."""
    rungs = [
        [(rung.word, without_paths(rung.cards), without_paths(rung.when)) for rung in it]
        for it in (play.lead, play.follow)
    ]
    wins = [(win.best_of, win.card, without_paths(win.when)) for win in play.wins]
    return (
        (play.trump.word, play.trump.suit, [group.mask for group in play.trump.cards]),
        play.ranking,
        dict(play.ranking_if_called),
        rungs,
        play.beat,
        wins,
    )


def _open_or_early(context: CheckContext, contract: Contract) -> None:
    rule = contract.play.open_hands
    if rule is not None:
        if rule.after_trick >= context.resolver.tricks:
            text = f"after trick {rule.after_trick} no hand is left"
            context.never((*rule.at, "after_trick"), text)
        if rule.of != "everyone" and not contract.declarers:
            text = f"all play against all, so there are no {rule.of}"
            context.unfit((*rule.at, "of"), text, to_write("everyone"))
    if contract.play.ends_when == "aim_failed" and not _about_tricks(contract.objective):
        text = "only of an aim about tricks is it certain before the end that it has failed"
        at = (*contract.play.at, "ends_when")
        context.unfit(at, text, "write all_played, or give it an objective of tricks_won", key=True)
    elif contract.play.ends_when == "aim_failed":
        _of_a_certain_side(context, contract)
    ends_at, game = contract.play.ends_at_points, context.game
    if ends_at is not None:
        declared = declared_at_most(context)
        whole = (game.worth_of_all + declared) // game.unit
        at = (*contract.play.at, "ends_at_points")
        if ends_at > whole and game.at(at) is not None:
            more = ", with all that can be declared" if declared else ""
            context.never(at, f"the pack counts {whole} card points in all{more}")
        elif not declared and contract.objective is not None and game.talon is None:
            _ends_too_early(context, contract, contract.objective, ends_at)
    if ends_at is not None and contract.id not in game.raised_contracts:
        _ends_before_the_tricks(context, contract, ends_at)


def _ends_before_the_tricks(context: CheckContext, contract: Contract, ends_at: int) -> None:
    """Note tricks that no side can win, as all but the last of them have the points that end the
    play, even if their cards are the cheapest.
    """
    game, worth = context.game, sorted(map(context.game.worth, context.game.deck.cards))
    wanted = [contract.objective] if contract.objective is not None else []
    wanted += [bonus.won for bonus in game.bonuses.values() if bonus.counts_in(contract)]
    asked = [part for each in wanted if context.sound(each.at) for part in demanded(each)]
    for part in asked:
        many = _tricks_wanted(part, game.hand_size)
        if sum(worth[: (many - 1) * game.table.players]) >= ends_at * game.unit:
            place = context.place(_end(game, contract), seen_from=part.at)
            text = f"nobody can win {many} tricks in '{contract.id}', where the play ends with "
            text += f"{ends_at} card points ({place})"
            context.never((*part.at, part.word), text, "ask for fewer, or for points", key=True)


def _tricks_wanted(condition: Condition, size: int) -> int:
    """How many tricks a side has to win for a condition; 1 for other conditions."""
    args = condition.args
    if condition.word != tricks_won.name:
        return 1
    tricks = len(span(args["all_of"], size).numbers) if "all_of" in args else 0
    return max(1, tricks, int(args.get("at_least", 0)), int(args.get("exactly", 0)))


def _end(game: Game, contract: Contract) -> Path:
    """Where it is said of a contract with how many points the play ends."""
    own: Path = (*contract.at, "play", "ends_at_points")
    return own if game.at(own) is not None else ("play", "ends_at_points")


def _ends_too_early(
    context: CheckContext, contract: Contract, objective: Condition, ends_at: int
) -> None:
    """Note a play that ends before the declarers can have the points of their aim: with fewer than
    end it, and the dearest trick.
    """
    game = context.game
    if contract.id in game.raised_contracts:  # their points may be of a play that goes on
        return
    dearest = sorted(map(game.worth, game.deck.cards))[-game.table.players :]
    most = ends_at * game.unit - 1 + sum(dearest) + game.count.last_trick * game.unit
    for part in demanded(objective):
        least = least_points(part, game.unit)
        if least is not None and least > most and of_declarers(part.args["side"]):
            at = _end(game, contract)
            place = context.place(part.at, seen_from=at)
            text = f"the declarers have at most {most // game.unit} card points then, too few for "
            text += f"'{contract.id}' ({place})"
            context.unfit(at, text, f"write {-(-least // game.unit)}, or take it out")


def of_declarers(role: Role) -> bool:
    """Whether a role is the declarer, or the declarers' side."""
    facts = (RoleFact.DECLARER, RoleFact.DECLARERS, RoleFact.EACH_DECLARER)
    return any(role_is(role, fact) for fact in facts)


def _of_a_certain_side(context: CheckContext, contract: Contract) -> None:
    """Note an aim about the tricks of players who may be others after the next card."""
    late = bool(late_partners(contract))
    assert contract.objective is not None
    for condition in plain(contract.objective):
        roles = [arg for arg in condition.args.values() if isinstance(arg, Role)]
        if CONDITIONS[condition.word].hopeless and any(_changes(role, late) for role in roles):
            text = f"whose tricks '{contract.id}' is about is certain only after the last card"
            at = (*contract.play.at, "ends_when")
            hint = "write all_played, or ask about the declarer"
            context.unfit(at, text, hint, key=True)
            return


def _changes(role: Role, late: bool) -> bool:
    """Whether a role may mean others after the next card; ``late``: the end decides a partner."""
    inner = isinstance(role.arg, Role) and _changes(role.arg, False)
    return inner or role_is(role, RoleFact.MAY_CHANGE) or (late and role_is(role, RoleFact.SEVERAL))


def _about_tricks(aim: Condition | None) -> bool:
    """True if the play can show that a part of an aim has failed; False for negated parts."""
    if aim is None or aim.word == NOT:
        return False
    inner = parts(aim)
    return any(map(_about_tricks, inner)) if inner else bool(CONDITIONS[aim.word].hopeless)


def _owed(context: CheckContext, play: Play) -> None:
    rule = play.announced_cards
    for key in ("due", "given_up") if rule is not None else ():
        assert rule is not None
        for number, name in enumerate(getattr(rule, key)):
            bonus = context.game.bonuses[name]
            at: Path = (*rule.at, key, number)
            if not bonus.can_be_announced:
                context.never(
                    at, f"'{name}' is never announced", "give it an announced value, or take it out"
                )
            elif context.is_faulty(bonus.won.at):
                continue
            elif owed_card(bonus.won) is None:
                text = f"'{name}' names no card that would be played in a certain trick"
                context.unfit(at, text, "take it out")
