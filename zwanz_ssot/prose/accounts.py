"""A settlement in words: why each item was won or lost, and the rows of its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..model import Condition, Contract, Factor, Game, Ledger, Line
from ..model.identifiers import GAME
from ..words import roles
from ..words.joints import ALL
from ..words.outcome import tricks_won
from .nouns import points
from .template import Phrase, Value, WordsFile, capital, tidy
from .terms import Terms

MINUS = "−"


@dataclass(frozen=True)
class AccountRow:
    """A line of a settlement. ``value`` is without the factors, ``amount`` with them."""

    item: str
    value: int
    factors: str
    amount: int
    winners: str
    losers: str
    each: tuple[str, ...]
    """What every seat gets, with a sign, in the order of play."""
    reason: str


def rows(
    words: WordsFile, terms: Terms, game: Game, ledger: Ledger, declarers: Sequence[int] = ()
) -> tuple[AccountRow, ...]:
    """The lines of a settlement, in their order. Without ``declarers`` (seats), they are the
    claimants of the game, where the game is always the declarers'.
    """
    if not declarers:
        of_game = (line.claimants for line in ledger.lines if _is_of_declarers(game, line))
        declarers = next(of_game, ())
    return tuple(_row(words, terms, game, line, declarers) for line in ledger.lines)


def _row(
    words: WordsFile, terms: Terms, game: Game, line: Line, declarers: Sequence[int]
) -> AccountRow:
    return AccountRow(
        item=capital(terms.names.item(line.item).inflected("bare")),
        value=line.value,
        factors=factors(words, terms, game, line.factors),
        amount=line.amount,
        winners=terms.names.seats(line.winners).text,
        losers=terms.names.seats(line.losers).text,
        each=tuple(signed(each) for each in line.each),
        reason=reason(words, terms, game, line, declarers),
    )


def reason(
    words: WordsFile, terms: Terms, game: Game, line: Line, declarers: Sequence[int] = ()
) -> str:
    """Why an item was won or lost: verdict and fact, without a capital and a full stop.

    With the seats of the ``declarers``, a side is named as such, otherwise by its seats.
    """
    is_game = line.item == GAME
    kind = GAME if is_game else "announced" if line.announced else "silent"
    verdict = words.text("verdicts", f"{kind}.{line.verdict}")
    if not declarers and _is_of_declarers(game, line):
        declarers = line.claimants
    fact = _fact(words, terms, game, line, declarers)
    return tidy(words.text("verdicts", "because", verdict=verdict, fact=fact) if fact else verdict)


def factors(words: WordsFile, terms: Terms, game: Game, multiplied: Sequence[Factor]) -> str:
    """The factors of a value as a list in words; empty if there are none."""
    if not multiplied:
        return ""
    return tidy(words.joined(_factor(words, terms, game, factor) for factor in multiplied).text)


def times(words: WordsFile, number: int) -> Phrase:
    """A multiplier: ``doubled``, with the forms ``adj`` (double) and ``adv`` (twice)."""
    return words.phrase("multiples", str(number), "any", n=number)


def signed(number: int) -> str:
    """A number with its sign; 0 has none."""
    return "0" if number == 0 else f"+{number}" if number > 0 else f"{MINUS}{-number}"


def standing(game: Game, score: int) -> str:
    """A score in a match: points with their sign, or the rest of a stock."""
    return signed(score).removeprefix("+") if game.match.stock else signed(score)


def _factor(words: WordsFile, terms: Terms, game: Game, factor: Factor) -> Phrase:
    values: dict[str, Value] = {"times": times(words, factor.times)}
    if factor.is_level:
        kind, values["level"] = "level", terms.names.level(factor.word)
        if factor.seat >= 0:
            kind, values["seat"] = "level.seat", terms.names.seat(factor.seat)
        elif factor.adds:
            adds = Phrase(str(factor.adds), {"units": terms.names.amount(factor.adds)})
            kind, values["adds"] = "level.adds", adds
        return words.phrase("factors", kind, **values)
    for contract in game.contracts.values():
        for rule in contract.value_times:
            if rule.at == factor.rule:
                return words.phrase(
                    "factors", "value_times", when=terms.condition(rule.when), **values
                )
    if factor.rule[:1] == ("contracts",):
        values["contract"] = terms.names.contract(str(factor.rule[1]))
    return words.phrase("factors", factor.word, **values)


def _fact(words: WordsFile, terms: Terms, game: Game, line: Line, declarers: Sequence[int]) -> str:
    """The fact that decided an item; empty where the words file has none, and for a concession."""
    if line.verdict == "conceded":
        return ""

    # Facts that do not depend on the condition of the item.
    contract = _contract(game, line)
    if contract is not None and contract.losers is not None:
        word: str = contract.losers.word
        values = _values(terms, line, None, declarers, game.unit)
        return words.text("facts", word, **values) if words.has("facts", word) else ""
    if "overbid" in line.measured:
        return words.text("facts", "overbid", overbid=Phrase(str(line.measured["overbid"])))
    if "not_theirs" in line.measured:
        side = terms.role(game.bonuses[line.item].goes_to)
        return words.text("facts", "not_theirs", goes_to=side)

    # The keys for the condition, the narrowest first.
    condition = _deciding(game, line, contract)
    if condition is None:
        return ""
    keys = [condition.word]
    if condition.word == tricks_won.name and "tricks" not in line.measured:
        keys = [f"{tricks_won.name}.all_of"]
    if line.verdict in ("lost", "missed", "drawn"):
        keys = [f"not.{keys[0]}", *(keys if {"needed", "others"} & line.measured.keys() else [])]
    values = _values(terms, line, condition, declarers, game.unit)
    if condition.word == tricks_won.name and "needed" in line.measured:
        needed, won = line.measured["needed"], line.measured["tricks"]
        keys = [
            f"{tricks_won.name}.{needed}.{won}",
            f"{tricks_won.name}.any.{won}",
            f"{tricks_won.name}.{needed}",
            *keys,
        ]
    known = [key for key in keys if words.has("facts", key)]
    return words.text("facts", *known, **values) if known else ""


def _is_of_declarers(game: Game, line: Line) -> bool:
    """Whether it is the line of a game that is always the declarers'."""
    contract = _contract(game, line)
    if contract is None or contract.objective is None:
        return False
    return bool(contract.declarers) and contract.claimed_by is None


def _contract(game: Game, line: Line) -> Contract | None:
    return (
        game.contracts.get(str(line.rule[1])) if line.item == GAME and len(line.rule) > 1 else None
    )


def _deciding(game: Game, line: Line, contract: Contract | None) -> Condition | None:
    """The condition of an item; of several that must all hold, the one that decided."""
    if contract is not None:
        found = contract.objective
    elif (bonus := game.bonuses.get(line.item)) is None:
        return None
    else:
        found = bonus.lost if line.verdict == "silently_lost" and bonus.lost else bonus.won
    while found is not None and "part" in line.measured and found.word == ALL:
        found = found.args["of"][line.measured["part"]]
    return found


def _values(
    terms: Terms, line: Line, condition: Condition | None, declarers: Sequence[int], unit: int
) -> dict[str, Value]:
    values: dict[str, Any] = dict(terms.values(condition)) if condition else {}
    values.pop("points", None)
    values |= {
        name: value
        for name, value in line.measured.items()
        if isinstance(value, int) and name not in values
    }
    if unit > 1 and "points" in line.measured:
        counted = ("points", "others", "needed")
        values |= {
            name: points(line.measured[name], unit) for name in counted if name in line.measured
        }
    values["who"] = _whose(terms, line, condition, declarers)
    return values


def _whose(
    terms: Terms, line: Line, condition: Condition | None, declarers: Sequence[int]
) -> Phrase:
    """Whose points, tricks or cards a condition is about: mostly those of the claimants."""
    role = condition.args.get("side") if condition is not None else None
    if role is None or roles.is_of_claimants(role) or role.word == roles.each_declarer.name:
        return _side(terms, line.claimants, declarers)
    if role.word == roles.declarers.name and declarers:
        return _side(terms, declarers, declarers)
    return terms.role(role)


def _side(terms: Terms, seats: Sequence[int], declarers: Sequence[int]) -> Phrase:
    """The declarers or the defenders if ``declarers`` are given, else the ``seats``. The claimants
    may be more than the declarers: a player may join them in the last trick.
    """
    if not declarers:
        named = terms.names.seats(seats)
        return replace(named, text=named.inflected("nom"))
    if not set(declarers) <= set(seats):
        return terms.words.phrase("roles", "defenders")
    side = roles.declarers if len(declarers) > 1 else roles.declarer
    return terms.words.phrase("roles", side.name)
