"""Checks the payments of contracts: cases, shares, and what they leave open."""

from __future__ import annotations

from ...model import Contract, Payment, Role, Score
from ...paths import dotted, is_within
from ...words.facts import Facts
from ...words.registry import RoleFact, Test, role_is, roles_in
from ...words.roles import innermost, late_partners
from ..resolver import CheckContext
from .contracts import asks_about
from .objectives import Untold, compiler_of, telling_no_more
from .unanswered import both_declare


def check(context: CheckContext) -> None:
    """Note payments that cannot be made, and gaps in the rules without an open question."""
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
    _silent(context)


def _several(context: CheckContext, contract: Contract) -> None:
    each = contract.objective is not None and asks_about(contract.objective, RoleFact.EACH_DECLARER)
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
        # A condition with a problem of its own may become any other one.
        tests = [
            None if case.when is None or context.is_faulty(case.when.at) else words.test(case.when)
            for case in contract.payments
        ]
        players = context.game.table.players
        for several in range(2, min(contract.joined.most + 1, players) + 1):
            for losing in range(1, several):
                rounds = _EachAlone(players, several, losing)
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

    own = game.data["contracts"][contract.id]
    if game.pays_value(contract):
        if "value" not in own and not contract.becomes:
            text = "'value' is missing, which a bonus counts, or a number that was bid"
            context.unfit(contract.at, text, "write a number", key=True)
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
    if objective is None or asks_about(objective, RoleFact.EACH_DECLARER):
        return
    for case in contract.payments:
        roles = [case.from_, case.to, *(score.who for score in case.scores)]
        roles += roles_in(case.when) if case.when is not None else []
        for role in (innermost(role) for role in roles if role is not None):
            if role_is(role, RoleFact.EACH_BY_RESULT):
                text = "a whole side wins or loses here, not each for himself"
                context.unfit(role.at, text, "write declarers or defenders")


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
    late = bool(late_partners(contract))
    if (
        late
        and contract.objective is not None
        and asks_about(contract.objective, RoleFact.DECLARERS)
    ):
        text = "who plays along is known only when the objective has been reached"
        context.unfit((*contract.at, "objective"), text, "ask about the declarer", key=True)


def _silent(context: CheckContext) -> None:
    """Note gaps in the rules, where both sides may have declared, without an open question."""
    asked = [entry.at for entry in context.game.open]
    for silence in both_declare(context.game):
        path = dotted(silence.at)
        if context.sound(silence.at) and not any(is_within(path, one) for one in asked):
            text = f"no rule says what follows when {silence.when}"
            context.unfit(silence.at, text, f"ask it under open, at: {path}")
