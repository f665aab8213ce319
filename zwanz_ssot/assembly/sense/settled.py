"""Contracts and bonuses: sides, aims, values."""

from __future__ import annotations

from ...model import Bonus, Condition, Contract, Role
from ..words import CALLED
from .known import needs_declarer
from .part import Sense, plain


def check(sense: Sense) -> None:
    """Note contracts and bonuses that cannot be settled."""
    for contract in sense.game.contracts.values():
        if sense.sound(contract.at):
            _contract(sense, contract)
            _sides(sense, contract)
    for bonus in sense.game.bonuses.values():
        if sense.sound(bonus.at):
            _bonus(sense, bonus)
            _announced(sense, bonus)


def _contract(sense: Sense, contract: Contract) -> None:
    at, own = contract.at, sense.game.data["contracts"][contract.id]
    if contract.declarers:
        if contract.objective is None:
            sense.unfit(at, "the declarers have nothing to reach", "add objective", key=True)
        if contract.losers is not None:
            text = "who loses follows from the objective where there are declarers"
            sense.unfit((*at, "losers"), text, "take losers out, or write declarers: []", key=True)
        return
    if contract.losers is None:
        sense.unfit(at, "all play against all, and nothing says who loses", "add losers", key=True)
    bid = () if contract.only else ("by", "requires")
    for key in ("objective", *bid, "calls", "joined", "secret_until"):
        if own.get(key):
            sense.unfit(
                (*at, key),
                f"there are no declarers to whom {key} could apply",
                "take it out",
                key=True,
            )
    lead = contract.play.first_lead
    if needs_declarer(lead):
        here = lead.at if lead.at[:2] == at else at
        text = "there is no declarer here who could lead first"
        sense.unfit(here, text, "say play.first_lead for this contract", key=True)


def _sides(sense: Sense, contract: Contract) -> None:
    at, declarers = contract.at, contract.declarers
    if not declarers:
        return
    if not any(role.word == "declarer" for role in declarers):
        sense.unfit(
            (*at, "declarers"), "the declarer is not among the declarers", "add declarer", key=True
        )
    called = any(_of_called(role) for role in declarers)
    if contract.calls and sense.game.call is None:
        sense.unfit((*at, "calls"), "nothing says which cards can be called", "add call", key=True)
    if contract.calls and not called:
        text = "a card is called, but nobody plays along for holding it"
        sense.unfit((*at, "declarers"), text, f"add {{holder_of: {CALLED}}}", key=True)
    if called and not contract.calls:
        text = "no card is called here, so nobody holds it"
        sense.unfit((*at, "declarers"), text, "write calls: true", key=True)
    if _of_called(contract.play.first_lead) and not contract.calls:
        sense.unfit(
            contract.play.first_lead.at,
            "no card is called here, so nobody holds it",
            "name a player",
        )
    if contract.secret_until is not None and len(declarers) == 1:
        sense.unfit(
            (*at, "secret_until"), "there is no partner to be secret", "take it out", key=True
        )
    elif contract.secret_until == CALLED and not contract.calls:
        sense.unfit(
            (*at, "secret_until", "played"),
            "no card is called here",
            "write calls: true, or name a card",
        )
    elif contract.secret_until not in (None, CALLED) and contract.calls:
        text = "who is called is known by the called card alone"
        sense.unfit((*at, "secret_until", "played"), text, f"write {CALLED}")


def _of_called(role: Role) -> bool:
    return (
        _of_called(role.arg)
        if isinstance(role.arg, Role)
        else role.word == "holder_of" and role.arg == CALLED
    )


def _bonus(sense: Sense, bonus: Bonus) -> None:
    at = bonus.at
    if bonus.goes_to.word == "either_side" and not _speaks_of(bonus.won, "claimants"):
        text = "it goes to either side, but winning it is not a matter of the claimants"
        sense.unfit(
            (*at, "won"), text, "ask about claimants, or name the side in goes_to", key=True
        )
    if bonus.lost is not None and bonus.silent is None:
        text = "it has no silent value that could be lost"
        sense.unfit((*at, "lost"), text, "add value.silent, or take lost out", key=True)
    if bonus.double_rounds and sense.game.match.double_rounds is None:
        text = "it is not said what follows when double rounds are running already"
        sense.unfit((*at, "starts"), text, "add match.double_rounds", key=True)
    counting = [sense.game.contracts[key] for key in bonus.contracts]
    for number, contract in enumerate(counting):
        if not contract.declarers:
            text = f"no bonus counts in '{contract.id}', where all play against all"
            sense.never((*at, "contracts", number), text, "take it out")


def _announced(sense: Sense, bonus: Bonus) -> None:
    at = bonus.at
    if bonus.announced is not None:
        if sense.sound(sense.game.auction.at) and "announce" not in sense.game.speech:
            text = "nothing is announced in this auction"
            hint = "add announce to auction.in_one_turn, or drop this value"
            sense.never((*at, "value", "announced"), text, hint, key=True)
        return
    for key, rule in (("announced_by", bonus.announced_by), ("announce_if", bonus.announce_if)):
        if rule is not None:
            text = "it has no announced value"
            sense.unfit((*at, key), text, f"add value.announced, or drop {key}", key=True)
    if bonus.closes:
        sense.unfit(
            (*at, "closes"), "it is never announced, so it closes nothing", "drop closes", key=True
        )


def _speaks_of(condition: Condition, word: str) -> bool:
    roles = [
        arg for part in plain(condition) for arg in part.args.values() if isinstance(arg, Role)
    ]
    return any(_is_about(role, word) for role in roles)


def _is_about(role: Role, word: str) -> bool:
    return _is_about(role.arg, word) if isinstance(role.arg, Role) else role.word == word
