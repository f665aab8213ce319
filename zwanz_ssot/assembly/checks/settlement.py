"""Checks contracts, bonuses and their payments: sides, aims, values, cases, kontra."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from ...model import (
    CALLED_CARD,
    NO_KONTRA,
    Bonus,
    Condition,
    Contract,
    Game,
    Kontra,
    MatchRules,
    Path,
    Payment,
    Role,
    Score,
)
from ...model.identifiers import GAME, without_paths
from ...paths import dotted, is_within
from ...problems import to_write
from ...words.cards import CALLED
from ...words.facts import Facts
from ...words.joints import demanded
from ...words.ladders import has_trump, trump_varies
from ...words.outcome import announced, announced_by, belongs_to
from ...words.registry import CONDITIONS, ROLES, Kind, RoleFact, Test, every, plain, role_is
from ...words.roles import has_declarer, has_side_of, innermost, speaker
from ...words.settings.speech import doubled_in
from ..resolver import CheckContext
from .during_play import a_circle, of_declarers
from .objectives import Untold, can_be_missed, compiler_of, least_points, telling_no_more
from .unanswered import both_declare


def check_aims(context: CheckContext) -> None:
    """Note contracts and bonuses that cannot be settled."""
    for contract in context.game.contracts.values():
        if context.sound(contract.at):
            _contract(context, contract)
            _sides(context, contract)
            _tops(context, contract)
            _drawn(context, contract)
            _grown(context, contract)
            _given_up(context, contract)
            _factor(context, contract)
    if context.sound(context.game.match.at):
        _match(context, context.game.match)
    for bonus in context.game.bonuses.values():
        if context.sound(bonus.at):
            _bonus(context, bonus)
            _announced(context, bonus)


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
    elif _asks_about(objective, RoleFact.EACH_DECLARER):
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
    if contract.joined is None and _most_declarers(context, contract) >= players:
        text = f"all of {players} players may play together, and nobody is left to play against"
        context.unfit((*at, "declarers"), text, "name fewer, or let more players play", key=True)
    called = any(_of_called(role) for role in declarers)
    if contract.calls and not called:
        text = "a card is called, but nobody plays along for holding it"
        context.unfit((*at, "declarers"), text, f"add {{holder_of: {CALLED}}}", key=True)
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
        if contract.calls or set(held) <= {card} or CALLED in held:
            return
        if len(held) == 1 and held[0] is not None:
            text = f"who plays along holds {held[0]}, and playing {card} does not show him"
            hint = to_write(str(held[0]))
        else:
            text, hint = f"playing {card} does not show all who play along", "take it out"
        context.unfit((*at, "played"), text, hint)


def _most_declarers(context: CheckContext, contract: Contract) -> int:
    """The most players that the declarers of a contract can be."""
    seats, others = set[int](), 0
    for role in contract.declarers:
        steps, inner = 0, role
        while isinstance(inner.arg, Role):
            steps, inner = steps + ROLES[inner.word].turn, inner.arg
        if role_is(inner, RoleFact.DECLARER):
            seats.add(steps % context.game.table.players)
        else:
            others += context.deck.copies if role_is(inner, RoleFact.BY_CARD) else 1
    return len(seats) + others


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


def _bonus(context: CheckContext, bonus: Bonus) -> None:
    at = bonus.at
    if role_is(bonus.goes_to, RoleFact.BOTH_SIDES) and not _speaks_of(
        bonus.won, RoleFact.CLAIMING_SIDE
    ):
        text = "it goes to either side, but 'won' does not ask about the claimants"
        context.unfit(
            (*at, "won"), text, "ask about claimants, or name the side in goes_to", key=True
        )
    if bonus.lost is not None and not bonus.counts_unannounced:
        text = "it has no silent value that could be lost"
        context.unfit((*at, "lost"), text, "add value.silent, or take lost out", key=True)
    counting = [context.game.contracts[key] for key in bonus.contracts]
    if not counting and not any(map(bonus.counts_in, context.game.contracts.values())):
        text = "no bonus counts where all play against all, and nothing else is played"
        context.never(at, text, "take it out", key=True)
    for number, contract in enumerate(counting):
        if not contract.declarers:
            text = f"no bonus counts in '{contract.id}', where all play against all"
            _needless(context, (*at, "contracts"), number, contract, text)
        elif not contract.calls and any(map(_of_called_card, demanded(bonus.won))):
            text = f"no card is called in '{contract.id}', so nobody wins it there"
            _needless(context, (*at, "contracts"), number, contract, text)


def _of_called_card(condition: Condition) -> bool:
    """Whether a condition is about the called card."""
    word = CONDITIONS.get(condition.word)
    kinds = {name: argument.kind for name, argument in word.args.items()} if word else {}
    cards = [name for name, kind in kinds.items() if kind is Kind.CARD_OR_CALLED]
    return any(condition.args.get(name) == CALLED_CARD for name in cards)


def _needless(context: CheckContext, at: Path, number: int, contract: Contract, text: str) -> None:
    """Note a contract that is named in vain, in a list or by its group."""
    if isinstance(context.game.at(at), str):
        hint = f"take {contract.id} out of the group, or name the others one by one"
        context.never(at, text, hint)
    else:
        context.never((*at, number), text, "take it out")


def _announced(context: CheckContext, bonus: Bonus) -> None:
    at = bonus.at
    if bonus.can_be_announced:
        if bonus.announce_if is not None:
            _first_announced(context, bonus, bonus.announce_if)
        _announced_by_others(context, bonus)
        return
    for key, rule in (("announced_by", bonus.announced_by), ("announce_if", bonus.announce_if)):
        if rule is not None:
            text = "it has no announced value"
            context.unfit((*at, key), text, f"add value.announced, or drop {key}", key=True)
    if bonus.closes:
        context.unfit(
            (*at, "closes"), "it is never announced, so it closes nothing", "drop closes", key=True
        )
    if bonus.starts and bonus.starts.also_if_missed:
        text = "it is never announced, so it is never missed"
        context.never((*bonus.starts.at, "also_if_missed"), text, "take it out", key=True)


def _announced_by_others(context: CheckContext, bonus: Bonus) -> None:
    """Note a bonus that only those announce to whom it never goes."""
    announcers = [bonus.announced_by] if bonus.announced_by is not None else []
    for part in demanded(bonus.announce_if) if bonus.announce_if is not None else ():
        if part.word == belongs_to.name and part.args["who"].word == speaker.name:
            announcers.append(part.args["among"])
    for role in announcers:
        if _are_opponents(role, bonus.goes_to) or _are_opponents(bonus.goes_to, role):
            place = context.place((*bonus.at, "goes_to"), seen_from=role.at)
            text = f"it never goes to these ({place}), so what they announce is missed"
            context.never(role.at, text, "let others announce it, or write goes_to: either_side")


def _are_opponents(one: Role, other: Role) -> bool:
    """Whether a role always is of the other side than another one."""
    ours = role_is(one, RoleFact.DECLARERS) or role_is(one, RoleFact.DECLARER)
    if ours and role_is(other, RoleFact.DEFENDERS):
        return True
    against = other.arg if role_is(other, RoleFact.OPPONENTS) else None
    if not isinstance(against, Role) or isinstance(against.arg, Role):
        return False
    same_card = against.arg is not None and against.arg == one.arg
    return same_card or without_paths(against) == without_paths(one)


def _first_announced(context: CheckContext, bonus: Bonus, condition: Condition) -> None:
    """Note a bonus that may be announced only once it has been."""
    for part in demanded(condition):
        if part.word in (announced.name, announced_by.name) and bonus.id in part.args.values():
            text = f"nobody can be the first to announce '{bonus.id}'"
            context.never((*part.at, part.word), text, "ask about another bonus", key=True)


def _speaks_of(condition: Condition, fact: RoleFact) -> bool:
    return any(role_is(innermost(role), fact) for role in _roles(condition))


def _roles(condition: Condition) -> list[Role]:
    return [arg for part in plain(condition) for arg in part.args.values() if isinstance(arg, Role)]


def check_payments(context: CheckContext) -> None:
    """Note what cannot be settled, and gaps in the rules without an open question."""
    for contract in context.game.contracts.values():
        if context.sound(contract.at):
            _several(context, contract)
            _late_partner(context, contract)
            _alone(context, contract)
            _each_by_result(context, contract)
            _never_paid(context, contract)
            for case in contract.payments:
                _case(context, case)
                _shares(context, contract, case)
                _added(context, contract, case)
    for bonus in context.game.bonuses.values():
        if context.sound(bonus.at):
            _thirds(context, bonus)
            _paid_by(context, bonus)
            _replaced_silently(context, bonus)
    _replaced_in_turn(context)
    if context.game.kontra and context.sound(context.game.kontra.at):
        _kontra(context, context.game.kontra)
        _excluded(context, context.game.kontra)
        _forced(context, context.game.kontra)
    _missed(context)
    _silent(context)


def _several(context: CheckContext, contract: Contract) -> None:
    each = contract.objective is not None and _asks_about(
        contract.objective, RoleFact.EACH_DECLARER
    )
    if contract.joined is not None and not each:
        text = (
            "each of several declarers plays for himself, but the objective asks about all of them"
        )
        context.unfit((*contract.at, "objective"), text, "ask about each_declarer", key=True)
    if contract.joined is not None and not contract.payments:
        text = "it is not said what is paid when two play it"
        context.unfit((*contract.at, "joined"), text, "add payments", key=True)
    elif contract.joined is not None and each:
        words = compiler_of(context.game)
        tests = [words.test(case.when) if case.when else None for case in contract.payments]
        for several in range(2, contract.joined.most + 2):
            for losing in range(1, several):
                rounds = _EachAlone(context.game.table.players, several, losing)
                if not any(test is None or _is_certain(test, rounds) for test in tests):
                    text = f"of {several} who play it {losing} may lose, and no case says who pays"
                    context.unfit((*contract.at, "payments"), text, "add a case for it", key=True)


class _OfLosers(Facts):
    """A round of which is known how many play for themselves, and how many of these lose."""

    def __init__(self, players: int, declarers: int, losers: int) -> None:
        self.players, self.declarer = players, 0
        self.declarers, self.losers = (1 << declarers) - 1, (1 << losers) - 1


_EachAlone = telling_no_more(_OfLosers)


def _is_certain(test: Test, facts: Facts) -> bool:
    """Whether a condition holds whatever else is true of the round."""
    try:
        return test(facts, facts.declarers)
    except Untold:
        return False


def _case(context: CheckContext, case: Payment) -> None:
    """Note a case that is not exactly one of these: some pay others, every place has an amount,
    players score by themselves.
    """
    pair = case.from_ is not None and case.to is not None and case.total > 0
    for score in case.scores:
        _score(context, score)
    if case.scores and (case.by_place or case.from_ or case.to or case.total):
        text, hint = "who pays is said twice", "keep scores alone, or take them out"
        context.unfit((*case.at, "scores"), text, hint, key=True)
    elif case.scores:
        return
    elif case.by_place and (case.from_ or case.to or case.total):
        context.unfit(
            (*case.at, "by_place"),
            "who pays is said twice",
            "keep by_place, or from, to and total",
            key=True,
        )
    elif not case.by_place and not pair:
        context.unfit(
            case.at,
            "it is not said who pays whom, and how much",
            "add from, to and total",
            key=True,
        )
    elif pair and context.game.at((*case.at, "from")) == context.game.at((*case.at, "to")):
        context.unfit(
            (*case.at, "to"),
            "those who pay are those who are paid",
            "say who else gets it",
            key=True,
        )
    elif case.by_place and len(case.by_place) != context.resolver.players:
        text = f"{context.resolver.players} players have as many places, not {len(case.by_place)}"
        context.unfit((*case.at, "by_place"), text, key=True)
    elif sum(case.by_place):
        context.unfit(
            (*case.at, "by_place"),
            "what some pay is not what the others get",
            "let it sum to 0",
            key=True,
        )


def _score(context: CheckContext, score: Score) -> None:
    if bool(score.gets) == bool(score.loses):
        text, hint = "a player either gets something or loses it", "write gets or loses"
        context.unfit(score.at, text, hint, key=True)
    if score.to_nearest > 1 and not score.per:
        text, hint = "a number that is written down needs no rounding", "add per, or take it out"
        context.unfit((*score.at, "to_nearest"), text, hint, key=True)


def _alone(context: CheckContext, contract: Contract) -> None:
    """Note contracts without scores, with those of others, or with an opponent's doubling, if only
    declarers score.
    """
    if context.game.settlement.each_pays != "declarers_alone":
        return
    if not contract.declarers and not contract.payments:
        text = "where declarers alone score, nobody would score without any"
        context.unfit((*contract.at, "declarers"), text, "add payments", key=True)
    for case in contract.payments if contract.declarers else ():
        text = "where declarers alone score, nobody else pays or gets anything"
        hint = "write scores: {…: {who: declarers, …}}"
        if not case.scores:
            context.unfit(case.at, text, hint, key=True)
        for score in case.scores:
            if role_is(score.who, RoleFact.DEFENDERS):
                context.unfit(score.who.at, text, hint)
    if contract.kontra == "individual":
        text = "where declarers alone score, no opponent settles for himself"
        context.unfit((*contract.at, "kontra"), text, "take it out", key=True)


def _never_paid(context: CheckContext, contract: Contract) -> None:
    """Note what is never paid because a case of the payments always holds."""
    cases, game = contract.payments, context.game
    always = next((number for number, case in enumerate(cases) if case.when is None), len(cases))
    for case in cases[always + 1 : always + 2]:
        place = context.place(cases[always].at, seen_from=case.at)
        text = f"a case before it always holds ({place})"
        context.never(case.at, text, "move it up, or take it out", key=True)

    # The value may be asked for elsewhere: what a number bid is held against, or a bonus counts.
    own = game.data["contracts"][contract.id]
    told = bool(game.auction.numbers) or any(
        bonus.value.is_times_game(announced=announced)
        for bonus in game.bonuses.values()
        if bonus.counts_in(contract)
        for announced in (False, True)
    )
    if always == len(cases) or told:
        return
    for key, stands, hint in (
        ("value", contract.grows and not contract.value_adds, "write a number alone"),
        ("lost_value", "lost_value" in own, "take it out"),
        ("value_adds", contract.value_adds, "take it out"),
    ):
        if stands:
            at = (*contract.at, key)
            place = context.place(cases[always].at, seen_from=at)
            text = f"it is never paid, as a case of the payments always holds ({place})"
            context.never(at, text, hint, key=True)


def _each_by_result(context: CheckContext, contract: Contract) -> None:
    """Note losers and winners, each for himself, where a whole side wins or loses."""
    objective = contract.objective
    if objective is None or _asks_about(objective, RoleFact.EACH_DECLARER):
        return
    for case in contract.payments:
        roles = [case.from_, case.to, *(score.who for score in case.scores)]
        roles += _roles(case.when) if case.when is not None else []
        for role in (innermost(role) for role in roles if role is not None):
            if role_is(role, RoleFact.EACH_BY_RESULT):
                text = "a whole side wins or loses here, not each for himself"
                context.unfit(role.at, text, "write declarers or defenders")


def _paid_by(context: CheckContext, bonus: Bonus) -> None:
    if bonus.paid_by is None or not bonus.can_be_announced or context.is_faulty(bonus.won.at):
        return
    # A bonus that is won by announcing it is never lost.
    if not context.sound(bonus.won.at) or can_be_missed(context.game, bonus):
        text = "what a side has announced the whole side pays"
        context.unfit((*bonus.at, "paid_by"), text, "take out announced, or this", key=True)


def _shares(context: CheckContext, contract: Contract, case: Payment) -> None:
    """Note a total that the payers or the paid cannot share, if their number is fixed."""
    for role in filter(None, (case.from_, case.to)):
        count = _how_many(role, contract, context.resolver.players)
        if count and case.total % count:
            text = f"{case.total} cannot be shared by {count} players"
            context.unfit((*case.at, "total"), text, f"write a multiple of {count}")


def _added(context: CheckContext, contract: Contract, case: Payment) -> None:
    """Note places of which more pay than get something, or fewer, where doubling adds to each."""
    kontra, gets = context.game.kontra, sum(share > 0 for share in case.by_place)
    pays = sum(share < 0 for share in case.by_place)
    doubled = kontra is not None and kontra.adds and "game" in kontra.doubles
    if doubled and contract.kontra is None and gets != pays and not sum(case.by_place):
        text = "a word of doubling adds to each amount, and not as many places pay as get something"
        hint = "let as many pay as get something, or write kontra: none in this contract"
        context.unfit((*case.at, "by_place"), text, hint, key=True)


def _how_many(role: Role, contract: Contract, players: int) -> int:
    """The number of seats that a role always has in a contract; 0 if it depends on the round."""
    if role_is(role, RoleFact.ONE_SEAT):
        return 1
    if len(contract.declarers) == 1 and contract.joined is None:
        if role_is(role, RoleFact.DECLARERS):
            return 1
        return players - 1 if role_is(role, RoleFact.DEFENDERS) else 0
    one = isinstance(role.arg, Role) and _how_many(role.arg, contract, players) == 1
    return (
        players - 1 if role_is(role, RoleFact.OPPONENTS) and one and not contract.declarers else 0
    )


def _late_partner(context: CheckContext, contract: Contract) -> None:
    late = any(role_is(role, RoleFact.BY_RESULT) for role in contract.declarers)
    if (
        late
        and contract.objective is not None
        and _asks_about(contract.objective, RoleFact.DECLARERS)
    ):
        text = "who plays along is known only when the objective has been reached"
        context.unfit((*contract.at, "objective"), text, "ask about the declarer", key=True)


def _kontra(context: CheckContext, kontra: Kontra) -> None:
    if (kontra.times > 1) == bool(kontra.adds):
        context.unfit(
            kontra.at,
            "a word of doubling either multiplies or adds",
            "write times or adds",
            key=True,
        )

    if context.sound(("contracts",)) and not any(doubled_in(context.game)):
        text = "there is no contract in which anything is doubled"
        context.never(kontra.at, text, "take it out", key=True)


def _forced(context: CheckContext, kontra: Kontra) -> None:
    """Note a duty to double of those who never say the word, or in a contract without doubling."""
    doubled = {contract.id for contract in doubled_in(context.game)}
    for rule in kontra.forced:
        if rule.item == GAME and rule.say == kontra.levels[0] and of_declarers(rule.who):
            text = f"the declarers' opponents say {rule.say} to the game"
            context.never((*rule.at, "who"), text, "write defenders")
        for number, contract in enumerate(context.game.contracts[key] for key in rule.contracts):
            if contract.id not in doubled:
                text = f"nothing is doubled in '{contract.id}'"
                _needless(context, (*rule.at, "contracts"), number, contract, text)


def _excluded(context: CheckContext, kontra: Kontra) -> None:
    """Note that an announcement excludes a kontra in a contract that does not have both."""
    for key, contracts in kontra.excludes.items():
        bonus, at = context.game.bonuses[key], (*kontra.at, "excludes", key)
        for number, contract in enumerate(context.game.contracts[each] for each in contracts):
            if not bonus.can_be_announced or not bonus.counts_in(contract):
                text = f"'{key}' is not announced in '{contract.id}'"
            elif contract.kontra is not None or "game" not in kontra.doubles:
                text = f"the game is not doubled for all in '{contract.id}'"
            else:
                continue
            _needless(context, at, number, contract, text)


def _missed(context: CheckContext) -> None:
    """Note that nothing says what follows when an announcement is missed, and what should follow
    where it counts for nobody.
    """
    announced = [bonus for bonus in context.game.bonuses.values() if bonus.can_be_announced]
    settlement = context.game.settlement
    if announced and "missed_announcement" not in context.game.data["settlement"]:
        context.resolver.missing(settlement.at, "missed_announcement")
    elif settlement.missed_announcement == "nothing":
        _missed_for_nobody(context, announced)


def _missed_for_nobody(context: CheckContext, announced: list[Bonus]) -> None:
    for bonus in (bonus for bonus in announced if context.sound(bonus.at)):
        for part, stands in {
            ("starts", "also_if_missed"): bonus.starts and bonus.starts.also_if_missed,
            ("silent_count_if_missed",): bonus.silent_count_if_missed,
        }.items():
            at = (*bonus.at, *part)
            rule = (*context.game.settlement.at, "missed_announcement")
            text = "an announcement that is missed counts for nobody "
            text += f"({context.place(rule, seen_from=at)})"
            hint = "take it out, or write missed_announcement: counts_for_opponents"
            if stands:
                context.never(at, text, hint, key=True)


def _replaced_silently(context: CheckContext, bonus: Bonus) -> None:
    if bonus.replaces_unless is not None and not bonus.replaces:
        at = (*bonus.at, "replaces_unless")
        context.never(at, "it replaces nothing", "take it out, or add replaces", key=True)
    for number, other in enumerate(bonus.replaces_silent):
        if not context.game.bonuses[other].counts_unannounced:
            at = (*bonus.at, "replaces_silent", number)
            context.never(at, f"'{other}' never counts unannounced", "take it out")
    for number, other in enumerate(bonus.silent_count_if_missed):
        if other not in bonus.replaces_silent:
            at = (*bonus.at, "silent_count_if_missed", number)
            context.never(at, f"'{other}' counts unannounced as it is", "take it out")


def _replaced_in_turn(context: CheckContext) -> None:
    """Note a bonus that replaces itself, and some that replace each other in turn."""
    bonuses = [bonus for bonus in context.game.bonuses.values() if context.sound(bonus.at)]
    for bonus in bonuses:
        for key, entries in (
            ("replaces", bonus.replaces),
            ("replaces_silent", bonus.replaces_silent),
        ):
            if bonus.id in entries:
                at = (*bonus.at, key, entries.index(bonus.id))
                context.never(at, "it is this bonus itself", "take it out")
    for circle in _circles(context, bonuses):
        (_, here), *others = circle
        then = " and ".join(
            f"'{entry[1]}' replaces '{other}' ({context.place(entry, seen_from=here)})"
            for other, entry in others
        )
        none, of = ("neither", "two") if len(circle) == 2 else ("none", "circle")
        unless = any(context.game.bonuses[str(entry[1])].replaces_unless for _, entry in circle)
        text = f"in turn, {then}, so {none} {'might' if unless else 'would'} count"
        context.unfit(here, text, f"take one of the {of} out")


_Circle = list[tuple[str, Path]]
"""Bonuses that replace each other in turn, each with the place where the one before names it."""


def _circles(context: CheckContext, bonuses: list[Bonus]) -> Iterator[_Circle]:
    """Every two bonuses that replace each other and may count in one contract; after that, longer
    circles, one for each contract.
    """
    replacing = [bonus for bonus in bonuses if bonus.replaces or bonus.replaces_silent]
    found = {
        (one.id, other.id): one.where_it_replaces(other)
        for one, other in permutations(replacing, 2)
    }
    told: set[frozenset[Path]] = set()
    for contract in context.game.contracts.values():
        there = [bonus.id for bonus in replacing if bonus.counts_in(contract)]
        entries = {way: entry for way in permutations(there, 2) if (entry := found[way])}
        circles = []
        for way in combinations(there, 2):
            back = way[::-1]
            if way in entries and back in entries:
                circles.append([(each[1], entries.pop(each)) for each in (way, back)])
        if ways := a_circle(entries):
            circles.append([(way[1], entries[way]) for way in ways])
        for circle in circles:
            if (places := frozenset(entry for _, entry in circle)) not in told:
                told.add(places)
                # An entry that names the other bonus comes before one that names a kind.
                first = next((i for i, (o, e) in enumerate(circle) if context.game.at(e) == o), -1)
                yield [*circle[first:], *circle[:first]]


def _thirds(context: CheckContext, bonus: Bonus) -> None:
    value = bonus.value
    for kind, plain_value, times in (
        ("silent", value.silent, value.silent_times_game),
        ("announced", value.announced, value.announced_times_game),
    ):
        if plain_value is not None and times is not None:
            text = f"its {kind} value is said twice"
            hint = f"keep one of {kind} and {kind}_times_game"
            context.unfit((*value.at, kind), text, hint, key=True)


def _silent(context: CheckContext) -> None:
    """Note gaps in the rules, where both sides may have declared, without an open question."""
    asked = [entry.at for entry in context.game.open]
    for silence in both_declare(context.game):
        path = dotted(silence.at)
        if context.sound(silence.at) and not any(is_within(path, one) for one in asked):
            text = f"no rule says what follows when {silence.when}"
            context.unfit(silence.at, text, f"ask it under open, at: {path}")


def _asks_about(condition: Condition, fact: RoleFact) -> bool:
    """Whether an argument of a condition is a role with this fact."""
    args = (arg for part in every(condition) for arg in part.args.values())
    return any(isinstance(arg, Role) and role_is(arg, fact) for arg in args)
