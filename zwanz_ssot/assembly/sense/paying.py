"""What is paid: tables of cases, several declarers, partners known at the end, kontra at the settlement."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import Bonus, Condition, Contract, Kontra, Role
from .known import conditions
from .part import Sense, every, plain


def check(sense: Sense) -> None:
    """Note what cannot be settled, and where the rules would be silent without asking."""
    for contract in sense.game.contracts.values():
        if sense.sound(contract.at):
            _several(sense, contract)
            _late_partner(sense, contract)
            _doubled(sense, contract)
    for bonus in sense.game.bonuses.values():
        if sense.sound(bonus.at):
            _thirds(sense, bonus)
    if sense.game.kontra and sense.sound(sense.game.kontra.at):
        _kontra(sense, sense.game.kontra)
    _silent(sense)


def _several(sense: Sense, contract: Contract) -> None:
    each = contract.objective is not None and "each_declarer" in _words(contract.objective)
    if contract.joined is not None and not each:
        text = "each of several declarers plays for himself, but the objective asks about all of them"
        sense.unfit((*contract.at, "objective"), text, "ask about each_declarer", key=True)
    if contract.joined is not None and not contract.payments:
        text = "it is not said what is paid when two play it"
        sense.unfit((*contract.at, "joined"), text, "add payments", key=True)


def _late_partner(sense: Sense, contract: Contract) -> None:
    late = any(role.word == "winner_of" for role in contract.declarers)
    if late and contract.objective is not None and "declarers" in _words(contract.objective):
        text = "who plays along is known only when the objective has been reached"
        sense.unfit((*contract.at, "objective"), text, "ask about the declarer", key=True)


def _doubled(sense: Sense, contract: Contract) -> None:
    if contract.kontra is None:
        return
    at = (*contract.at, "kontra")
    if sense.game.kontra is None:
        sense.unfit(at, "nothing is doubled in this game", "add kontra, or take this out", key=True)
    elif contract.kontra == "individual" and len(contract.declarers) != 1:
        text = "each opponent settles with one declarer alone"
        sense.unfit(at, text, "write declarers: [declarer], or take this out", key=True)


def _kontra(sense: Sense, kontra: Kontra) -> None:
    if (kontra.times > 1) == bool(kontra.adds):
        sense.unfit(kontra.at, "a word of doubling either multiplies or adds", "write times or adds", key=True)


def _thirds(sense: Sense, bonus: Bonus) -> None:
    for kind in bonus.times_game:
        plain_value = sense.game.data["bonuses"][bonus.id]["value"].get(kind)
        if plain_value is not None:
            text = f"its {kind} value is said twice"
            sense.unfit((*bonus.at, "value", kind), text, f"keep one of {kind} and {kind}_times_game", key=True)


def _silent(sense: Sense) -> None:
    """Where a round may come out as no rule foresees, there is a question about it."""
    asked = [entry.at for entry in sense.game.open]
    for at in _may_be_silent(sense):
        path = ".".join(map(str, at))
        if sense.sound(at) and not any(f"{path}.".startswith(f"{one}.") for one in asked):
            text = "no rule says what follows when both sides have declared"
            sense.unfit(at, text, f"ask it under open, at: {path}")


def _may_be_silent(sense: Sense) -> Iterator[tuple[str | int, ...]]:
    for contract in sense.game.contracts.values():
        if contract.claimed_by is not None and contract.claimed_by.word == "declaring_side":
            yield contract.claimed_by.at
    for condition, _ in conditions(sense.game):
        for part in plain(condition):
            yield from (arg.at for arg in part.args.values() if isinstance(arg, Role) and arg.word == "declaring_side")


def _words(condition: Condition) -> set[str]:
    return {arg.word for part in every(condition) for arg in part.args.values() if isinstance(arg, Role)}
