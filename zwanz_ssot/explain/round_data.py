"""Rounds and their settlements as data for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..engine import Round
from ..model import SEATS, Factor, Game, Ledger, Line
from ..record import record
from .legality import place


def round_data(played: Round, seed: int | None = None) -> dict[str, Any]:
    """A round that is over, for programs: its record, why it was thrown in, its settlement."""
    ledger = None if played.silent() else played.ledger()
    return {
        **record(played, seed),
        "thrown_in": played.thrown_in,
        "ledger": ledger_data(played.game, ledger) if ledger else None,
    }


def ledger_data(game: Game, ledger: Ledger) -> dict[str, Any]:
    """A settlement for programs: seats by name, rules with their path, file and line."""
    return {
        "lines": [_line(game, line) for line in ledger.lines],
        "replaced": [{"item": item, "rule": place(game, rule)} for item, rule in ledger.replaced],
        "scores": by_seat(ledger.scores),
        "paid": by_seat(ledger.paid or ledger.scores),
        "void": [place(game, rule) for rule in ledger.void],
        "double_rounds": ledger.double_rounds,
    }


def by_seat(amounts: Sequence[int]) -> dict[str, int]:
    """Numbers by the names of the seats."""
    return {SEATS[seat]: amount for seat, amount in enumerate(amounts)}


def _line(game: Game, line: Line) -> dict[str, Any]:
    return {
        "item": line.item,
        "rule": place(game, line.rule),
        "announced": line.announced,
        "verdict": line.verdict,
        "claimants": _seats(line.claimants),
        "value": line.value,
        "factors": [_factor(game, factor) for factor in line.factors],
        "winners": _seats(line.winners),
        "losers": _seats(line.losers),
        "each": by_seat(line.each),
        "measured": _measured(game, line.measured),
    }


def _factor(game: Game, factor: Factor) -> dict[str, Any]:
    data = {
        "word": factor.word,
        "times": factor.times,
        "adds": factor.adds,
        "rule": place(game, factor.rule),
    }
    return data if factor.seat < 0 else {**data, "against": SEATS[factor.seat]}


def _seats(seats: Sequence[int]) -> list[str]:
    return [SEATS[seat] for seat in seats]


def _measured(game: Game, facts: Mapping[str, int]) -> dict[str, Any]:
    """The facts that decided, as rules write them: ids of cards, tricks from 1, whole points."""
    counted = ("points", "others", "needed") if "points" in facts else ()
    return {
        name: _points(game, value) if name in counted else _fact(game, name, value)
        for name, value in facts.items()
    }


def _points(game: Game, parts: int) -> int | dict[str, int]:
    whole, rest = divmod(parts, game.unit)
    return whole if game.unit == 1 else {"whole": whole, "parts": rest, "of": game.unit}


def _fact(game: Game, name: str, value: int) -> int | str | tuple[str, ...] | None:
    match name:
        case "cards":
            return game.deck.shown(value)
        case "card" | "seat" | "trick" if value < 0:
            return None
        case "card":
            return game.deck.cards[value].id
        case "seat":
            return SEATS[value]
        case "trick":
            return value + 1
        case _:
            return value
